//! Files of frames, read without what is not asked for: one vertex, or single precision, piece by piece.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use tangency_geometry::Vec3;

/// Bytes of the beginning of a file of frames that its header must end within.
const LONGEST_HEADER: usize = 4096;
/// Bytes of a position.
const POSITION: u64 = 24;
/// Positions that are read at a time.
const PIECE: usize = 4096;

/// The position of one vertex in a file of positions (float64, shape `(n, 3)`), without reading the others.
pub fn position(path: &Path, vertex: usize) -> std::io::Result<Vec3> {
    let (mut file, header) = open(path)?;
    file.seek(SeekFrom::Start(header + vertex as u64 * POSITION))?;
    let mut bytes = [0; POSITION as usize];
    file.read_exact(&mut bytes)?;
    Ok(number_triple(&bytes))
}

/// All positions of a file less `origin`, as bytes of single precision; refuses one that has not `count` of them, or one
/// that is not finite.
pub fn relative_positions(path: &Path, count: usize, origin: Vec3) -> std::io::Result<Vec<u8>> {
    let (mut file, header) = open(path)?;
    let expected = header + count as u64 * POSITION;
    let length = file.metadata()?.len();
    if length != expected {
        return Err(std::io::Error::other(format!(
            "it has {length} bytes, {count} vertices have {expected}"
        )));
    }
    file.seek(SeekFrom::Start(header))?;
    let mut piece = vec![0; PIECE * POSITION as usize];
    let mut out = Vec::with_capacity(12 * count);
    let mut left = count;
    while left > 0 {
        let bytes = &mut piece[..left.min(PIECE) * POSITION as usize];
        file.read_exact(bytes)?;
        for position in bytes.chunks_exact(POSITION as usize) {
            let x = number_triple(position) - origin;
            if !x.iter().all(|c| c.is_finite()) {
                let vertex = out.len() / 12;
                return Err(std::io::Error::other(format!(
                    "vertex {vertex} is not at a finite place"
                )));
            }
            let [a, b, c] = [x.x, x.y, x.z].map(|c| (c as f32).to_le_bytes());
            out.extend_from_slice([a, b, c].as_flattened());
        }
        left -= left.min(PIECE);
    }
    Ok(out)
}

/// Opens a file of frames; gives the bytes before its numbers.
fn open(path: &Path) -> std::io::Result<(File, u64)> {
    let mut file = File::open(path)?;
    let mut start = vec![0; LONGEST_HEADER.min(file.metadata()?.len() as usize)];
    file.read_exact(&mut start)?;
    let header = header_length(&start);
    let header = header.ok_or_else(|| std::io::Error::other("it is no file of float64 (n, 3)"))?;
    Ok((file, header))
}

/// Three numbers of double precision.
fn number_triple(bytes: &[u8]) -> Vec3 {
    let mut numbers = bytes.chunks_exact(8).map(|chunk| {
        let chunk: [u8; 8] = chunk.try_into().unwrap_or_default();
        f64::from_le_bytes(chunk)
    });
    let mut next = || numbers.next().unwrap_or(f64::NAN);
    Vec3::new(next(), next(), next())
}

/// Bytes before the numbers of a `.npy` file of little-endian float64 in the order of C.
fn header_length(start: &[u8]) -> Option<u64> {
    let version = *start.strip_prefix(b"\x93NUMPY")?.first()?;
    let (at, length) = match version {
        1 => (
            10usize,
            usize::from(u16::from_le_bytes([*start.get(8)?, *start.get(9)?])),
        ),
        _ => {
            let bytes: [u8; 4] = start.get(8..12)?.try_into().ok()?;
            (12, u32::from_le_bytes(bytes) as usize)
        }
    };
    let header = std::str::from_utf8(start.get(at..at.checked_add(length)?)?).ok()?;
    let fits = header.contains("'<f8'") && header.contains("False") && header.contains(", 3)");
    fits.then_some((at + length) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_io::npy::{NpyArray, to_bytes};

    #[test]
    fn a_vertex_is_read_without_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy");
        let x = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)];
        std::fs::write(&path, to_bytes(&NpyArray::from_points(&x))).unwrap();
        assert_eq!(position(&path, 1).unwrap(), x[1]);
        assert!(position(&path, 2).is_err(), "there are two");
        let all = relative_positions(&path, 2, Vec3::new(1.0, 0.0, 0.0)).unwrap();
        let all: Vec<f32> = all
            .chunks_exact(4)
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect();
        assert_eq!(all, [0.0, 2.0, 3.0, 3.0, 5.0, 6.0]);
        assert!(relative_positions(&path, 3, Vec3::zeros()).is_err());
        let lost = [Vec3::zeros(), Vec3::new(0.0, f64::NAN, 0.0)];
        std::fs::write(&path, to_bytes(&NpyArray::from_points(&lost))).unwrap();
        let error = relative_positions(&path, 2, Vec3::zeros()).unwrap_err();
        assert!(error.to_string().contains("vertex 1"), "{error}");
        std::fs::write(&path, b"\x93NUMPY\x01\x00").unwrap();
        assert!(position(&path, 0).is_err());
    }
}
