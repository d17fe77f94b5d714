//! NPY 1.0, numpy's array format: a magic string, a Python dictionary with
//! element type, order and shape padded to 64 bytes, then the elements in
//! C order, little endian.

use crate::ParseError;
use tangency_geometry::Vec3;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The elements of an array, in C order.
#[derive(Clone, Debug, PartialEq)]
pub enum NpyElements {
    /// `float64`
    F64(Vec<f64>),
    /// `float32`
    F32(Vec<f32>),
    /// `uint32`
    U32(Vec<u32>),
    /// `int64`
    I64(Vec<i64>),
    /// `bool`
    Bool(Vec<bool>),
    /// `uint8`
    U8(Vec<u8>),
}

/// An array as numpy knows it; the shape of a scalar is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct NpyArray {
    /// Length along each axis.
    pub shape: Vec<usize>,
    /// The elements in C order; as many as the product of the shape.
    pub elements: NpyElements,
}

impl NpyElements {
    /// Number of elements.
    pub fn count(&self) -> usize {
        match self {
            NpyElements::F64(a) => a.len(),
            NpyElements::F32(a) => a.len(),
            NpyElements::U32(a) => a.len(),
            NpyElements::I64(a) => a.len(),
            NpyElements::Bool(a) => a.len(),
            NpyElements::U8(a) => a.len(),
        }
    }

    fn descriptor(&self) -> &'static str {
        match self {
            NpyElements::F64(_) => "<f8",
            NpyElements::F32(_) => "<f4",
            NpyElements::U32(_) => "<u4",
            NpyElements::I64(_) => "<i8",
            NpyElements::Bool(_) => "|b1",
            NpyElements::U8(_) => "|u1",
        }
    }

    fn append_to(&self, bytes: &mut Vec<u8>) {
        match self {
            NpyElements::F64(a) => a.iter().for_each(|e| bytes.extend(e.to_le_bytes())),
            NpyElements::F32(a) => a.iter().for_each(|e| bytes.extend(e.to_le_bytes())),
            NpyElements::U32(a) => a.iter().for_each(|e| bytes.extend(e.to_le_bytes())),
            NpyElements::I64(a) => a.iter().for_each(|e| bytes.extend(e.to_le_bytes())),
            NpyElements::Bool(a) => bytes.extend(a.iter().map(|&e| u8::from(e))),
            NpyElements::U8(a) => bytes.extend(a),
        }
    }

    fn from_bytes(descriptor: &str, count: Option<usize>, body: &[u8]) -> Result<Self, ParseError> {
        Ok(match descriptor {
            "<f8" => NpyElements::F64(chunks(count, body, f64::from_le_bytes)?),
            "<f4" => NpyElements::F32(chunks(count, body, f32::from_le_bytes)?),
            "<u4" => NpyElements::U32(chunks(count, body, u32::from_le_bytes)?),
            "<i8" => NpyElements::I64(chunks(count, body, i64::from_le_bytes)?),
            "|b1" => NpyElements::Bool(chunks(count, body, |[b]: [u8; 1]| b != 0)?),
            "|u1" => NpyElements::U8(chunks(count, body, |[b]: [u8; 1]| b)?),
            other => {
                return Err(ParseError::whole(format!(
                    "element type {other:?} is not one of <f8, <f4, <u4, <i8, |b1, |u1"
                )));
            }
        })
    }
}

fn chunks<const N: usize, T>(
    count: Option<usize>,
    body: &[u8],
    read: fn([u8; N]) -> T,
) -> Result<Vec<T>, ParseError> {
    let expected = count.and_then(|c| c.checked_mul(N));
    if expected != Some(body.len()) {
        let expected = expected.map_or("more than memory".into(), |e| e.to_string());
        return Err(ParseError::whole(format!(
            "truncated or corrupt array: the shape needs {expected} bytes of elements, {} are there",
            body.len()
        )));
    }
    Ok(body
        .as_chunks()
        .0
        .iter()
        .map(|chunk| read(*chunk))
        .collect())
}

impl NpyArray {
    /// An (n, 3) array of points.
    pub fn from_points(points: &[Vec3]) -> Self {
        let elements = points.iter().flat_map(|p| [p.x, p.y, p.z]).collect();
        Self {
            shape: vec![points.len(), 3],
            elements: NpyElements::F64(elements),
        }
    }

    /// An (n, N) array of vertex indices.
    pub fn from_indices<const N: usize>(rows: &[[u32; N]]) -> Self {
        Self {
            shape: vec![rows.len(), N],
            elements: NpyElements::U32(rows.as_flattened().to_vec()),
        }
    }

    /// A one-dimensional array.
    pub fn line(elements: NpyElements) -> Self {
        Self {
            shape: vec![elements.count()],
            elements,
        }
    }

    /// The points of an (n, 3) `float64` array.
    pub fn into_points(self) -> Result<Vec<Vec3>, ParseError> {
        let rows: Vec<[f64; 3]> = self.into_rows()?;
        Ok(rows
            .into_iter()
            .map(|[x, y, z]| Vec3::new(x, y, z))
            .collect())
    }

    /// The rows of an (n, N) `float64` array.
    pub fn into_rows<const N: usize>(self) -> Result<Vec<[f64; N]>, ParseError> {
        match (&self.shape[..], self.elements) {
            (&[_, width], NpyElements::F64(elements)) if width == N => {
                Ok(elements.as_chunks().0.to_vec())
            }
            (shape, _) => Err(wrong(shape, &format!("float64 (n, {N})"))),
        }
    }

    /// The rows of an (n, N) `uint32` array.
    pub fn into_indices<const N: usize>(self) -> Result<Vec<[u32; N]>, ParseError> {
        match (&self.shape[..], self.elements) {
            (&[_, width], NpyElements::U32(elements)) if width == N => {
                Ok(elements.as_chunks().0.to_vec())
            }
            (shape, _) => Err(wrong(shape, &format!("uint32 (n, {N})"))),
        }
    }
}

fn wrong(shape: &[usize], expected: &str) -> ParseError {
    ParseError::whole(format!(
        "expected an array {expected}, found shape {shape:?} or another type"
    ))
}

/// The bytes of an `.npy` file.
pub fn to_bytes(array: &NpyArray) -> Vec<u8> {
    let shape = match &array.shape[..] {
        [] => "()".to_string(),
        [n] => format!("({n},)"),
        axes => {
            let axes: Vec<String> = axes.iter().map(usize::to_string).collect();
            format!("({})", axes.join(", "))
        }
    };
    let mut header = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': {shape}, }}",
        array.elements.descriptor()
    );
    // Magic, version, length: 10 bytes; header and newline end on a multiple of 64.
    let padded = (10 + header.len() + 1).next_multiple_of(64) - 10 - 1;
    header.extend(std::iter::repeat_n(' ', padded - header.len()));
    header.push('\n');

    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend([1, 0]);
    // At most 20 digits an axis: the header of any array this crate makes is short.
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    array.elements.append_to(&mut bytes);
    bytes
}

/// Reads the bytes of an `.npy` file (versions 1 to 3, C order, little endian).
pub fn from_bytes(bytes: &[u8]) -> Result<NpyArray, ParseError> {
    let head = Head::of(bytes)?;
    let count = head.shape.iter().try_fold(1usize, |a, &n| a.checked_mul(n));
    let elements = NpyElements::from_bytes(head.descriptor, count, head.body)?;
    Ok(NpyArray {
        shape: head.shape,
        elements,
    })
}

/// The shape of the array of an `.npy` file, from the bytes that it begins with.
pub(crate) fn shape_of(beginning: &[u8]) -> Result<Vec<usize>, ParseError> {
    Head::of(beginning).map(|head| head.shape)
}

/// The header of a file, and what follows it.
struct Head<'a> {
    descriptor: &'a str,
    shape: Vec<usize>,
    body: &'a [u8],
}

impl<'a> Head<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, ParseError> {
        let bad = |problem: &str| ParseError::whole(format!("not a readable .npy file: {problem}"));
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| bad("the file does not begin with \\x93NUMPY"))?;
        let (length, rest) = match rest {
            [1, _, a, b, rest @ ..] => (u16::from_le_bytes([*a, *b]) as usize, rest),
            [2 | 3, _, a, b, c, d, rest @ ..] => {
                (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest)
            }
            _ => return Err(bad("unknown version or truncated header")),
        };
        let (header, body) = rest
            .split_at_checked(length)
            .ok_or_else(|| bad("the header is truncated"))?;
        let header = std::str::from_utf8(header).map_err(|_| bad("the header is not text"))?;
        let descriptor = entry(header, "descr")
            .and_then(|v| v.strip_prefix('\''))
            .and_then(|v| v.split('\'').next())
            .ok_or_else(|| bad("no 'descr' in the header"))?;
        let shape = entry(header, "shape")
            .and_then(parse_shape)
            .ok_or_else(|| bad("no readable 'shape' in the header"))?;
        let fortran = entry(header, "fortran_order").is_none_or(|v| !v.starts_with("False"));
        if fortran && shape.len() > 1 {
            return Err(bad(
                "Fortran order is not supported; save np.ascontiguousarray(a)",
            ));
        }
        Ok(Self {
            descriptor,
            shape,
            body,
        })
    }
}

/// The text after `'key':` in the header's dictionary.
fn entry<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let start = header.find(&format!("'{key}'"))? + key.len() + 2;
    Some(header[start..].trim_start().strip_prefix(':')?.trim_start())
}

fn parse_shape(text: &str) -> Option<Vec<usize>> {
    let inner = text.strip_prefix('(')?.split_once(')')?.0;
    inner
        .split(',')
        .map(str::trim)
        .filter(|axis| !axis.is_empty())
        .map(|axis| axis.parse().ok())
        .collect()
}
