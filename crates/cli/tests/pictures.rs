//! `tangency render`: fields as colours and arrows, real time, series, videos, and what it says when something is not there.

use std::path::Path;

use crate::common::tangency;
use tangency_geometry::Vec3;
use tangency_io::run_folder::{FieldArray, FieldLocation, FieldPrecision, RunWriter, Topology};
use tangency_render::ColorScale;

/// Frames of the run, and its time step, s.
const STEPS: u64 = 40;
const STEP: f64 = 0.025;

/// A square of 4 m at z = 0 that falls by a metre, with fields in every second frame.
fn run(folder: &Path) {
    let corners = [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]];
    let rest: Vec<Vec3> = corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec();
    let topology = Topology {
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        elastic_triangles: vec![[0, 1, 2], [0, 2, 3]],
        edges: vec![[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]],
        points: vec![0, 1, 2, 3],
        body: vec![0; 4],
        body_names: vec!["sheet".to_owned()],
        obstacle: vec![false; 4],
        thickness: vec![0.0; 4],
        mass: vec![0.25; 4],
        rest: rest.clone(),
        ..Topology::default()
    };
    let scene = format!("{{\"gravity\": [0, -9.81, 0], \"time\": {{\"step\": {STEP}}}}}");
    let mut writer = RunWriter::create(folder.join("r"), &topology, &scene, false).unwrap();
    for step in 0..=STEPS {
        let fallen = Vec3::new(0.0, -(step as f64) / STEPS as f64, 0.0);
        let x: Vec<Vec3> = rest.iter().map(|p| p + fallen).collect();
        writer.write_frame(step, &x).unwrap();
        if step % 2 == 0 {
            let fields = [
                field(FieldLocation::Triangle, "von_mises", &[], &[step as f64; 2]),
                field(
                    FieldLocation::Vertex,
                    "velocity",
                    &[3],
                    &[0.0, -1.0, 0.0].repeat(4),
                ),
            ];
            writer
                .write_fields(step, &fields, FieldPrecision::Single, false)
                .unwrap();
        }
    }
}

fn field(location: FieldLocation, name: &str, shape: &[usize], values: &[f64]) -> FieldArray {
    FieldArray {
        location,
        name: name.to_owned(),
        shape: shape.to_vec(),
        values: values.to_vec(),
    }
}

/// Renders with `--size 160x120` and gives what was said.
fn render(folder: &Path, more: &[&str]) -> String {
    let outcome = tangency(
        folder,
        &[&["render", "r", "--size", "160x120"], more].concat(),
    );
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    outcome.text
}

fn refused(folder: &Path, more: &[&str]) -> String {
    let outcome = tangency(folder, &[&["render", "r"], more].concat());
    assert_eq!(outcome.code, 2, "{}", outcome.text);
    outcome.text
}

/// The colour in the middle of a picture.
fn middle(path: &Path) -> [u8; 3] {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    let at = 3 * (info.height / 2 * info.width + info.width / 2) as usize;
    [rgb[at], rgb[at + 1], rgb[at + 2]]
}

/// Shows of each picture of a GIF how long it stays, in hundredths of a second.
fn delays(path: &Path) -> Vec<u16> {
    let file = std::fs::File::open(path).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(file).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        delays.push(frame.delay);
    }
    delays
}

#[test]
fn a_field_has_the_colours_of_its_range() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    let camera = ["--camera", "0,-0.5,10,0,-0.5,0,40"];
    let scale = ColorScale::of_range([0.0, 80.0]);
    for (frame, colour, number) in [("40", "--colour", 40.0), ("20", "--color", 20.0)] {
        let field = [
            colour,
            "von-mises",
            "--range",
            "0:80",
            "--frame",
            frame,
            "-o",
            "a.png",
        ];
        render(at, &[&field[..], &camera].concat());
        let (found, expected) = (middle(&at.join("a.png")), scale.color(number));
        let apart = found.iter().zip(expected).map(|(a, b)| a.abs_diff(b)).max();
        assert!(apart <= Some(3), "{found:?} for {expected:?}");
    }
    let text = render(
        at,
        &[
            &["--colour", "von_mises", "--range", "0:30", "-o", "a.png"][..],
            &camera,
        ]
        .concat(),
    );
    assert!(text.contains("goes from 40 to 40"), "{text}");
    let arrows = [
        "--arrows",
        "velocity",
        "--arrow-scale",
        "0.5",
        "--ghost",
        "--no-legend",
        "-o",
        "b.png",
    ];
    render(at, &arrows);
    render(
        at,
        &["--colour", "displacement.y", "--frame", "39", "-o", "c.png"],
    );
}

#[test]
fn fields_that_are_not_there_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    let text = refused(at, &["--colour", "stress", "-o", "a.png"]);
    assert!(
        text.contains("triangle.von_mises, vertex.velocity, vertex.displacement"),
        "{text}"
    );
    let text = refused(at, &["--colour", "velocity.w", "-o", "a.png"]);
    assert!(text.contains("it has x, y, z"), "{text}");
    let text = refused(at, &["--arrows", "von_mises", "-o", "a.png"]);
    assert!(
        text.contains("arrows are for fields of vertices and pairs"),
        "{text}"
    );
    let text = refused(at, &["--colour", "velocity", "--frame", "7", "-o", "a.png"]);
    assert!(
        text.contains("no fields of frame 7; the last with fields is 40"),
        "{text}"
    );
    std::fs::remove_dir_all(at.join("r/fields")).unwrap();
    let text = refused(at, &["--colour", "velocity", "-o", "a.png"]);
    assert!(text.contains("[output] fields"), "{text}");
    for (more, words) in [
        (["--range", "3:1"], "LOW below HIGH"),
        (["--colour", "a.b.c.d"], "no name of a field"),
        (["--speed", "0"], "above zero"),
        (["--every", "0"], "0"),
    ] {
        let more = [&more[..], &["--colour", "x", "-o", "a.png"]].concat();
        let text = refused(at, &more);
        assert!(
            text.contains(words) || text.contains("cannot be used"),
            "{text}"
        );
    }
}

#[test]
fn animations_play_in_real_time() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    render(at, &["-o", "a.gif"]);
    let shown = delays(&at.join("a.gif"));
    // Until the last picture begins; 25 pictures a second at most.
    let length: u16 = shown[..shown.len() - 1].iter().sum();
    assert_eq!((length, shown.len()), (100, 21));
    render(at, &["--speed", "0.5", "--fps", "10", "-o", "a.gif"]);
    let shown = delays(&at.join("a.gif"));
    assert_eq!(shown[..shown.len() - 1].iter().sum::<u16>(), 200);
    assert_eq!(shown[0], 10);
    // One frame is a picture.
    render(at, &["--frame", "3", "-o", "a.gif"]);
    assert_eq!(delays(&at.join("a.gif")).len(), 1);
}

#[test]
fn a_frame_alone_is_as_in_the_series() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    render(at, &["-o", "new/%04d.png", "--every", "20"]);
    render(at, &["--frame", "20", "-o", "alone.png"]);
    let read = |name: &str| std::fs::read(at.join(name)).unwrap();
    assert_eq!(read("new/0020.png"), read("alone.png"));
    assert_ne!(
        read("new/0000.png"),
        read("new/0040.png"),
        "the camera stands still"
    );
    assert!(!at.join("new/0010.png").exists());
    let text = render(at, &["--all", "--every", "40", "-o", "x.png"]);
    assert_eq!(text, "x-000000.png\nx-000040.png\n");
}

#[test]
fn videos_are_made_without_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at);
    let text = render(at, &["--encoder", "builtin", "-o", "a.mp4"]);
    assert!(text.contains("built-in encoder"), "{text}");
    let file = std::fs::read(at.join("a.mp4")).unwrap();
    assert_eq!(&file[4..8], b"ftyp");
    let text = refused(at, &["--frame", "3", "-o", "a.mp4"]);
    assert!(text.contains("no video"), "{text}");
    let text = refused(at, &["-o", "a.avi"]);
    assert!(text.contains(".png, .gif or .mp4"), "{text}");
}
