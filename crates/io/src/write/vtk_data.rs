//! Arrays of VTK's XML files: appended raw behind the XML, little endian, compressed by zlib in blocks. Before the blocks
//! stand, as UInt64, their number, the size of each before compression, that of the last where it is smaller (else 0), and
//! the size of each compressed.

use flate2::Compression;
use flate2::read::ZlibEncoder;
use std::io::Read;

/// Bytes of a block before compression; VTK's own has 32 kB, readers take any.
const BLOCK: usize = 1 << 18;

/// The numbers, or texts, of an array.
#[derive(Clone, Debug, PartialEq)]
pub enum VtkValues {
    /// `Float64`.
    F64(Vec<f64>),
    /// `Float32`.
    F32(Vec<f32>),
    /// `UInt32`.
    U32(Vec<u32>),
    /// `Int64`.
    I64(Vec<i64>),
    /// `UInt8`.
    U8(Vec<u8>),
    /// `String`.
    Text(Vec<String>),
}

impl VtkValues {
    fn kind(&self) -> &'static str {
        match self {
            Self::F64(_) => "Float64",
            Self::F32(_) => "Float32",
            Self::U32(_) => "UInt32",
            Self::I64(_) => "Int64",
            Self::U8(_) => "UInt8",
            Self::Text(_) => "String",
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::F64(values) => values.len(),
            Self::F32(values) => values.len(),
            Self::U32(values) => values.len(),
            Self::I64(values) => values.len(),
            Self::U8(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::F64(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::F32(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::U32(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::I64(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Self::U8(values) => values.clone(),
            // Each ends with a zero.
            Self::Text(values) => {
                let ended = values.iter().map(|text| text.replace('\0', " ") + "\0");
                ended.collect::<String>().into_bytes()
            }
        }
    }
}

/// A named array: numbers, vectors or matrices.
#[derive(Clone, Debug, PartialEq)]
pub struct VtkArray {
    /// Name.
    pub name: String,
    /// Numbers in one entry: 1, 3 for a vector, 9 for a matrix (by rows).
    pub components: usize,
    /// All numbers.
    pub values: VtkValues,
}

impl VtkArray {
    /// An array of vectors or matrices.
    pub fn new(name: impl Into<String>, components: usize, values: VtkValues) -> Self {
        Self {
            name: name.into(),
            components,
            values,
        }
    }
}

/// The data behind the XML.
#[derive(Default)]
pub(super) struct Appended {
    pub(super) bytes: Vec<u8>,
}

impl Appended {
    /// Appends an array and returns the XML that points to it; that of field data has the number of entries.
    pub(super) fn array(&mut self, array: &VtkArray, is_field_data: bool) -> String {
        let offset = self.bytes.len();
        self.compressed(&array.values.to_bytes());
        let (kind, name) = (array.values.kind(), escaped(&array.name));
        let components = array.components;
        let tuples = match is_field_data {
            true => format!(" NumberOfTuples=\"{}\"", array.values.count()),
            false => String::new(),
        };
        format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\"{tuples} \
             format=\"appended\" offset=\"{offset}\"/>\n"
        )
    }

    /// Appends arrays and returns the XML that points to them.
    pub(super) fn arrays(&mut self, arrays: &[VtkArray], is_field_data: bool) -> String {
        let xml = arrays.iter().map(|array| self.array(array, is_field_data));
        xml.collect()
    }

    fn compressed(&mut self, data: &[u8]) {
        let blocks: Vec<Vec<u8>> = data.chunks(BLOCK).map(zlib).collect();
        let mut header = vec![blocks.len(), BLOCK, data.len() % BLOCK];
        header.extend(blocks.iter().map(Vec::len));
        for number in header {
            self.bytes.extend((number as u64).to_le_bytes());
        }
        blocks.iter().for_each(|block| self.bytes.extend(block));
    }
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Reading from memory cannot fail.
    let _ = ZlibEncoder::new(data, Compression::fast()).read_to_end(&mut bytes);
    bytes
}

/// Text as it stands in an attribute of XML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
