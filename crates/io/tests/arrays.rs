//! NPY and NPZ: the bytes numpy expects, what numpy wrote, and damaged files.

use tangency_geometry::Vec3;
use tangency_io::npy::{self, NpyArray, NpyElements};
use tangency_io::{ParseError, npz};

fn scalar(elements: NpyElements) -> NpyArray {
    NpyArray {
        shape: vec![],
        elements,
    }
}

#[test]
fn header_is_what_numpy_writes() {
    let points = [[1.0, 2.0, 3.0].into(), [4.0, 5.0, 6.0].into()];
    let bytes = npy::to_bytes(&NpyArray::from_points(&points));
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
    let mut expected = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    expected.extend(format!("{header:<117}\n").into_bytes());
    assert_eq!(expected.len(), 128);
    (1..=6).for_each(|c| expected.extend(f64::from(c).to_le_bytes()));
    assert_eq!(bytes, expected);
}

#[test]
fn shapes_of_scalars_and_lines() {
    let text = |a: &NpyArray| String::from_utf8_lossy(&npy::to_bytes(a)).into_owned();
    assert!(
        text(&scalar(NpyElements::I64(vec![1])))
            .contains("'<i8', 'fortran_order': False, 'shape': (), }")
    );
    let line = NpyArray::line(NpyElements::Bool(vec![true, false]));
    assert!(text(&line).contains("'|b1', 'fortran_order': False, 'shape': (2,), }"));
}

fn sample() -> Vec<(&'static str, NpyArray)> {
    vec![
        ("f", scalar(NpyElements::F64(vec![-0.0]))),
        ("u", NpyArray::from_indices(&[[0, 1, 2, u32::MAX]])),
        ("i", NpyArray::line(NpyElements::I64(vec![i64::MIN, 7]))),
        (
            "b",
            NpyArray::line(NpyElements::Bool(vec![true, false, true])),
        ),
        ("bytes", NpyArray::line(NpyElements::U8(b"text".to_vec()))),
        ("none", NpyArray::from_points(&[])),
    ]
}

#[test]
fn archive_round_trip() {
    let bytes = npz::to_bytes(&sample()).unwrap();
    let archive = npz::from_bytes(&bytes).unwrap();
    assert_eq!(archive.arrays.len(), 6);
    for ((name, array), (read_name, read)) in sample().iter().zip(&archive.arrays) {
        assert_eq!((*name, array), (read_name.as_str(), read));
    }
}

#[test]
fn reads_what_numpy_wrote() {
    let mut archive = npz::from_bytes(include_bytes!("golden/numpy.npz")).unwrap();
    let x = archive.take("x").unwrap().into_points().unwrap();
    let expected = [[1.0, 2.5, -3.0], [0.1, 1e-300, 4.0]].map(Vec3::from);
    assert_eq!(x, expected);
    assert_eq!(
        archive.take("step").unwrap(),
        scalar(NpyElements::I64(vec![17]))
    );
    assert_eq!(
        archive.take("tets").unwrap().into_indices(),
        Ok(vec![[0, 1, 2, 3]])
    );
    let obstacle = archive.take("obstacle").unwrap().elements;
    assert_eq!(obstacle, NpyElements::Bool(vec![true, false]));
    let names = archive.take("names").unwrap().elements;
    assert_eq!(names, NpyElements::U8(b"ab".to_vec()));
}

#[test]
fn every_damage_is_noticed() {
    let bytes = npz::to_bytes(&sample()).unwrap();
    for length in 0..bytes.len() {
        assert!(
            npz::from_bytes(&bytes[..length]).is_err(),
            "cut at {length}"
        );
    }
    // The contents are behind a checksum: flip any byte of the first member's body.
    for at in 40..40 + 128 {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let error: ParseError = npz::from_bytes(&damaged).unwrap_err();
        assert!(error.problem.contains("checksum"), "{error}");
    }
    let whole = npy::to_bytes(&sample()[1].1);
    for length in 0..whole.len() {
        assert!(
            npy::from_bytes(&whole[..length]).is_err(),
            "cut at {length}"
        );
    }
}

#[test]
fn unsupported_arrays_are_named() {
    let big_endian = npy::to_bytes(&sample()[0].1);
    let at = big_endian.iter().position(|&b| b == b'<').unwrap();
    let mut bytes = big_endian.clone();
    bytes[at] = b'>';
    assert!(npy::from_bytes(&bytes).unwrap_err().problem.contains(">f8"));
    let error = npz::from_bytes(&npz::to_bytes(&sample()).unwrap())
        .unwrap()
        .take("zz");
    assert!(
        error
            .unwrap_err()
            .problem
            .contains("f, u, i, b, bytes, none")
    );
}

/// Many names for the same bytes: a file of 2 MB would be 20 GB in memory.
#[test]
fn members_that_overlap_are_refused() {
    let zeros = NpyArray::line(NpyElements::U8(vec![0; 1000]));
    let whole = npz::to_bytes(&[("a", zeros.clone()), ("b", zeros)]).unwrap();
    assert_eq!(npz::from_bytes(&whole).unwrap().arrays.len(), 2);
    // The directory's second entry is pointed at the first member; its checksum is the same.
    let mut bytes = whole.clone();
    let entries: Vec<usize> = (0..bytes.len() - 4)
        .filter(|&at| bytes[at..].starts_with(b"PK\x01\x02"))
        .collect();
    let first: Vec<u8> = bytes[entries[0] + 42..entries[0] + 46].to_vec();
    bytes[entries[1] + 42..entries[1] + 46].copy_from_slice(&first);
    let error = npz::from_bytes(&bytes).unwrap_err().to_string();
    assert!(error.contains("\"a.npy\" and \"b.npy\" overlap"), "{error}");
    // Also where they overlap in part: the first is said to be longer in the file, into the second.
    let mut bytes = whole.clone();
    bytes[entries[0] + 20..entries[0] + 24].copy_from_slice(&1500u32.to_le_bytes());
    let error = npz::from_bytes(&bytes).unwrap_err().to_string();
    assert!(error.contains("overlap"), "{error}");
    // One that is said to be longer once it is unpacked is refused too.
    let mut bytes = whole;
    bytes[entries[0] + 24..entries[0] + 28].copy_from_slice(&1500u32.to_le_bytes());
    let error = npz::from_bytes(&bytes).unwrap_err().to_string();
    assert!(error.contains("corrupt"), "{error}");
}
