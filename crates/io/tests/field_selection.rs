//! The fields of a run, by name, without and with their values.

use tangency_geometry::Vec3;
use tangency_io::export::{FieldCatalogue, FieldSelection};
use tangency_io::npy::NpyArray;
use tangency_io::npz;
use tangency_io::run_folder::{
    FieldArray, FieldLocation, FieldPrecision, RunReader, RunWriter, Topology,
};

fn field(location: FieldLocation, name: &str, shape: &[usize], entries: usize) -> FieldArray {
    let numbers = entries * shape.iter().product::<usize>();
    FieldArray {
        location,
        name: name.to_owned(),
        shape: shape.to_vec(),
        values: (0..numbers).map(|i| i as f64).collect(),
    }
}

/// A run of three frames of two grains; fields of frames 1 and 2 are given, frame 0 has none.
fn run(first: &[FieldArray], second: &[FieldArray]) -> (tempfile::TempDir, RunReader) {
    let folder = tempfile::tempdir().unwrap();
    let topology = Topology {
        rest: vec![Vec3::zeros(), Vec3::x()],
        points: vec![0, 1],
        body: vec![0, 0],
        body_names: vec!["dust".to_owned()],
        obstacle: vec![false; 2],
        thickness: vec![0.0; 2],
        ..Topology::default()
    };
    let path = folder.path().join("run");
    let mut writer = RunWriter::create(&path, &topology, "{}", false).unwrap();
    for step in 0..3 {
        writer.write_frame(step, &topology.rest).unwrap();
    }
    writer
        .write_fields(1, first, FieldPrecision::Single, false)
        .unwrap();
    writer
        .write_fields(2, second, FieldPrecision::Double, true)
        .unwrap();
    let reader = RunReader::open(&path).unwrap();
    (folder, reader)
}

#[test]
fn shapes_are_found_without_the_arrays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npz");
    let many = NpyArray::from_points(&vec![Vec3::new(0.1, 0.2, 0.3); 100_000]);
    let arrays = [("many", many), ("none", NpyArray::from_indices::<4>(&[]))];
    for bytes in [
        npz::to_bytes(&arrays).unwrap(),
        npz::to_compressed_bytes(&arrays).unwrap(),
    ] {
        std::fs::write(&path, &bytes).unwrap();
        let expected = [
            ("many".to_owned(), vec![100_000, 3]),
            ("none".to_owned(), vec![0, 4]),
        ];
        assert_eq!(npz::shapes(&path).unwrap(), expected);
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let message = npz::shapes(&path).unwrap_err().to_string();
        assert!(
            message.contains("a.npz") && message.contains("truncated"),
            "{message}"
        );
    }
}

#[test]
fn names_are_found_in_every_frame() {
    let (_folder, run) = run(
        &[
            field(FieldLocation::Vertex, "velocity", &[3], 2),
            field(FieldLocation::Pair, "force", &[3], 0),
        ],
        &[
            field(FieldLocation::Vertex, "velocity", &[3], 2),
            field(FieldLocation::Vertex, "force", &[3], 2),
        ],
    );
    let catalogue = FieldCatalogue::of(&run).unwrap();
    let keys = |selection: &FieldSelection| -> Vec<String> {
        selection.fields().iter().map(|field| field.key()).collect()
    };
    assert_eq!(
        keys(&catalogue.all()),
        ["vertex.force", "vertex.velocity", "pair.force"]
    );
    assert_eq!(
        keys(&catalogue.named("force").unwrap()),
        ["vertex.force", "pair.force"]
    );
    assert_eq!(
        keys(&catalogue.named("pair.force").unwrap()),
        ["pair.force"]
    );
    assert_eq!(catalogue.named("temperature"), None);

    // A field that a frame does not have is unknown there.
    let selection = catalogue.all();
    let read = selection.read(&run, 1).unwrap();
    assert!(read[0].len() == 2 && read[0].values.iter().all(|value| value.is_nan()));
    assert_eq!(read[1].values, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    assert!(read[2].is_empty());
    let read = selection.read(&run, 0).unwrap();
    assert!(read[1].len() == 2 && read[1].values[0].is_nan());
    assert_eq!(FieldSelection::default().read(&run, 1).unwrap(), []);
}

#[test]
fn a_field_that_changes_its_shape_is_refused() {
    let (_folder, run) = run(
        &[field(FieldLocation::Vertex, "a", &[3], 2)],
        &[field(FieldLocation::Vertex, "a", &[], 2)],
    );
    let message = FieldCatalogue::of(&run).unwrap_err().to_string();
    assert!(
        message.contains("vertex.a") && message.contains("frame 2"),
        "{message}"
    );
}

#[test]
fn entries_without_measure_are_refused() {
    let (_folder, run) = run(&[field(FieldLocation::Pair, "a", &[1 << 40], 0)], &[]);
    let message = FieldCatalogue::of(&run).unwrap_err().to_string();
    assert!(
        message.contains("pair.a") && message.contains("1024"),
        "{message}"
    );
}
