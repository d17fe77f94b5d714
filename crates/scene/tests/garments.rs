//! Garments: patterns, stitches, seams and mannequins, from the words to the model; and that seams close.

use std::path::Path;

use tangency_engine::{Model, Simulation, Vec3};
use tangency_scene::{BuildInfo, load, load_text};

/// Two panels of 10 cm, 5 cm apart along z, with their pattern beside each other, and stitches along x.
const GARMENT: &str = "\
v 0 0 0\nv 0.1 0 0\nv 0.1 0.1 0\nv 0 0.1 0\nv 0 0 0.05\nv 0.1 0 0.05\nv 0.1 0.1 0.05\nv 0 0.1 0.05\n\
vt 0 0\nvt 0.1 0\nvt 0.1 0.1\nvt 0 0.1\nvt 0.5 0\nvt 0.4 0\nvt 0.4 0.1\nvt 0.5 0.1\n\
f 1/1 2/2 3/3\nf 1/1 3/3 4/4\nf 5/5 6/6 7/7\nf 5/5 7/7 8/8\n\
seam 2\nstitch 0 4 5 0\nstitch 1 4 5 0.75\n";

const BODY: &str =
    "[[body]]\nname = 'dress'\nshape = { file = 'g.obj' }\nmaterial = 'canvas'\nrest = 'pattern'\n";

/// The scene in a folder with a garment file, built.
fn build(garment: &str, text: &str) -> Result<(Model, BuildInfo), String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.obj"), garment).unwrap();
    let scene = load_text("s.toml", text, folder.path(), &[]).map_err(|e| e.to_string())?;
    let (model, _, info) = scene.build().map_err(|e| e.to_string())?;
    Ok((model, info))
}

fn assert_refused(garment: &str, text: &str, parts: &[&str]) {
    let message = build(garment, text).map(|_| ()).unwrap_err();
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

fn model(text: &str) -> Model {
    let scene = load_text("s.toml", text, Path::new("."), &[]).unwrap();
    scene.build().unwrap().0
}

#[test]
fn a_garment_brings_its_pattern_and_its_stitches() {
    let text = format!("{BODY}scale = 2\nstitches = {{ stiffness = 500 }}\n");
    let (model, info) = build(GARMENT, &text).unwrap();
    let springs = &model.elements.springs;
    assert_eq!(springs.stencils, [[0, 4, 5], [1, 4, 5]]);
    assert_eq!(springs.shares, [0.0, 0.75]);
    assert_eq!(springs.stiffness, [500.0; 2]);
    assert_eq!(
        (info.seams[0].stitches, info.seams[0].name.as_str()),
        (2, "dress")
    );
    // From (0.2, 0, 0) to (0.15, 0, 0.1).
    assert!((info.seams[0].longest - 0.05f64.hypot(0.1)).abs() < 1e-12);
    // At rest as placed: the pattern is scaled too, and the mirrored panel is turned over.
    for e in 0..4 {
        let f = model
            .elements
            .triangles
            .deformation_gradient(e, &model.rest);
        let (a, b) = (f.column(0), f.column(1));
        assert!((a.norm() - 1.0).abs() + (b.norm() - 1.0).abs() + a.dot(&b).abs() < 1e-12);
        assert!((model.elements.triangles.rest[e].area - 0.02).abs() < 1e-12);
    }
}

#[test]
fn garments_that_cannot_be_sewn() {
    let sewn = format!("{BODY}stitches = {{}}\n");
    let swap = |from: &str, to: &str| GARMENT.replace(from, to);
    assert_refused(
        &swap("stitch 1 4 5 0.75", "stitch 1 4 8 0.75"),
        &sewn,
        &[
            "body.0",
            "g.obj: line 23",
            "of the stitch, from 0 and below 8",
        ],
    );
    assert_refused(
        &GARMENT.replace("0.05\n", "0.9\n"),
        &sewn,
        &[
            "s.toml:6: body.0.stitches",
            "stitch 0 from vertex 0 to the edge (4, 5) is 0.900 m long",
            "2 are",
            "raise `reach`",
        ],
    );
    assert_refused(
        &GARMENT.replace("0.05\n", "0.9\n"),
        &format!("{BODY}stitches = {{ reach = -1 }}\n"),
        &["s.toml:6: body.0.stitches.reach", "above zero"],
    );
    let open = GARMENT.split("seam").next().unwrap();
    assert_refused(open, &sewn, &["no stitches", "leave `stitches` out"]);
    assert_refused(
        &swap("v 0 0.1 0.05\n", "v 0 0.1 0.05\nv 9 9 9\n"),
        &sewn,
        &["9 points, but its triangles name 8"],
    );
    let made = "[[body]]\nshape = { cloth = {} }\nmaterial = 'canvas'\nstitches = {}\n";
    assert_refused(GARMENT, made, &["s.toml:4", "needs a garment file"]);
    let solid = "[[body]]\nshape = { box = {} }\nstitches = {}\n";
    assert_refused(GARMENT, solid, &["only sheets have stitches"]);
}

#[test]
fn patterns_that_cannot_be_cut() {
    let swap = |from: &str, to: &str| GARMENT.replace(from, to);
    assert_refused(
        &swap("vt 0.1 0.1\n", "vt 0.05 0\n"),
        BODY,
        &[
            "s.toml:5: body.0.rest",
            "triangle 0 [0, 1, 2] has no area in the pattern",
        ],
    );
    assert_refused(
        &swap("vt 0.1 0.1\n", "vt nan 0\n"),
        BODY,
        &["g.obj", "NaN is not a finite number"],
    );
    assert_refused(
        &swap("f 1/1 2/2 3/3", "f 1 2 3"),
        BODY,
        &["body.0.rest", "texture coordinates at every face"],
    );
    let in_pixels = GARMENT
        .replace("vt 0.1", "vt 100")
        .replace(" 0.1\nvt", " 100\nvt");
    assert_refused(&in_pixels, BODY, &["must be metres on the flat cloth"]);
    assert_refused(
        GARMENT,
        &format!("{BODY}scale = [1, 2, 1]\n"),
        &["s.toml:6: body.0.scale", "by one factor only"],
    );
    // Panels that are none.
    let third = "f 1/1 2/2 6/3\n";
    assert_refused(
        &format!("{GARMENT}f 2/1 1/2 8/3\n{third}"),
        BODY,
        &["dress", "edge (0, 1) belongs to 3 triangles"],
    );
    assert_refused(
        &swap("f 1/1 3/3 4/4", "f 1/1 4/4 3/3"),
        BODY,
        &["dress", "oriented against each other"],
    );
}

/// Two sheets side by side along x, 3 cm apart, sewn where they face each other.
fn sheets(seam: &str) -> String {
    format!(
        "gravity = [0, 0, 0]\n[time]\nstep = 0.04\n[solver]\ndhat = '1 mm'\nnewton_tolerance = '1 mm/s'\n\
         [[body]]\nname = 'sheet'\nrepeat = 2\nshape = {{ cloth = {{ size = [0.2, 0.2], spacing = 0.05, pattern = 'aligned' }} }}\n\
         translate = ['= 0.23*i', 0, 0]\nmaterial = 'canvas'\n[[seam]]\nname = 'middle'\n{seam}\n"
    )
}

const FACING: &str = "body = 'sheet.0'\nselect = { end = { side = '+x' } }\n\
                      to = { body = 'sheet.1', select = { end = { side = '-x' } } }\n";

#[test]
fn a_seam_closes_until_the_barrier_holds_it() {
    let scene = load_text("s.toml", &sheets(FACING), Path::new("."), &[]).unwrap();
    let (model, state, info) = scene.build().unwrap();
    assert_eq!(
        (info.seams[0].stitches, info.seams[0].name.as_str()),
        (5, "middle")
    );
    assert!((info.seams[0].longest - 0.03).abs() < 1e-12);
    let springs = model.elements.springs.clone();
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    for _ in 0..25 {
        simulation.step().unwrap();
    }
    let x = &simulation.state().x;
    for (&[v, a, b], share) in springs.stencils.iter().zip(&springs.shares) {
        let at = |v: u32| x[v as usize];
        let gap = (at(v) - at(a) * (1.0 - share) - at(b) * *share).norm();
        // Neither open nor shut: closer than dhat, and never through each other.
        assert!(gap > 0.0 && gap < 1e-3, "{gap}");
    }
    assert_eq!(simulation.certificate().intersections, 0);
}

#[test]
fn a_stitch_is_a_spring_of_its_stiffness() {
    // A triangle hangs by three stitches to fixed points, each m g / 3 k long.
    let points = "points = [[0, 0, 0], [0.1, -0.1, 0], [-0.1, -0.1, 0]]";
    let text = format!(
        "[time]\nintegrator = 'quasi-static'\n[solver]\nnewton_tolerance = '1 nm/s'\ndhat = '1 mm'\n\
         [[body]]\nname = 'sheet'\nshape = {{ mesh = {{ {points}, triangles = [[0, 2, 1]] }} }}\n\
         material = {{ density = 500, thickness = 1e-3, young = 1e6 }}\ntranslate = [0, -0.01, 0]\n\
         [[obstacle]]\nname = 'pegs'\nshape = {{ mesh = {{ {points}, free_points = true }} }}\n\
         [[seam]]\nbody = 'sheet'\nto = {{ body = 'pegs' }}\npairs = [[0, 0], [1, 1], [2, 2]]\nstiffness = 4\n"
    );
    let scene = load_text("s.toml", &text, Path::new("."), &[]).unwrap();
    let (model, state, _) = scene.build().unwrap();
    let weight: f64 = 500.0 * 1e-3 * 0.01 * 9.80665;
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    simulation.step().unwrap();
    let x = &simulation.state().x;
    for v in 0..3 {
        let below = x[v] - x[v + 3] + Vec3::y() * (weight / 12.0);
        assert!(below.norm() < 1e-6 * weight / 12.0, "{below}");
    }
}

#[test]
fn seams_choose_what_is_near() {
    let springs = model(&sheets(FACING)).elements.springs;
    assert!(
        springs
            .shares
            .iter()
            .all(|share| [0.0, 1.0].contains(share))
    );
    // Corners of the other sheet alone: vertices, not an edge.
    let corners = "body = 'sheet.0'\nselect = { end = { side = '+x' } }\nreach = 1\n\
        to = { body = 'sheet.1', relative = true, select = [{ box = { max = [0, 1, 0] } }, { box = { min = [1, 0, 1] } }] }\n";
    let springs = model(&sheets(corners)).elements.springs;
    assert!(springs.stencils.iter().all(|[_, a, b]| a == b));
    // Only what lies within; the rest stays open.
    let within = FACING.replace("'+x'", "'-z', fraction = 0.3") + "within = 0.05\n";
    let (_, info) = build(GARMENT, &sheets(&within)).unwrap();
    assert_eq!(info.seams[0].stitches, 2);
}

#[test]
fn seams_that_cannot_be_sewn() {
    let refused = |seam: &str, parts: &[&str]| assert_refused(GARMENT, &sheets(seam), parts);
    refused(
        &format!("{}reach = 0.2\n", FACING.replace("'+x'", "'-x'")),
        &[
            "seam.0.select",
            "of `sheet.0`",
            "0.230 m away",
            "5 stitches are",
        ],
    );
    refused(
        "body = 'sheet.0'\nto = { body = 'sheet.0' }\n",
        &["seam.0.to.select", "on both sides of the seam"],
    );
    refused(
        "body = 'sheet.0'\nto = { body = 'shet.1' }\n",
        &["seam.0.to.body", "did you mean `sheet.1`"],
    );
    refused(
        "body = 'sheet.0'\nselect = { sphere = { center = [0, 0, 0], radius = 0.05 } }\nto = { body = 'sheet.1' }\n",
        &["seam.0.select", "border = false"],
    );
    refused(
        "body = 'sheet.0'\nto = { body = 'sheet.1' }\nwithin = 0.01\n",
        &["seam.0.within", "the nearest one is 3.000e-2 m away"],
    );
    refused(
        "body = 'sheet.0'\nto = { body = 'sheet.1' }\npairs = [[0, 25]]\n",
        &["seam.0.pairs", "vertex 25 of `sheet.1`, which has 25"],
    );
    refused(
        "body = 'sheet'\nto = { body = 'sheet.1' }\npairs = [[0, 0]]\n",
        &["seam.0.body", "2 are named"],
    );
    refused(
        &format!("{FACING}stiffness = 0\n"),
        &["seam.0.stiffness", "above zero"],
    );
    refused("body = 'sheet.0'\n", &["seam.0", "missing key `to`"]);
}

/// A scene with an obstacle that follows triangles at these heights, in files of these numbers.
fn sequence(frames: &[(u32, f64)], more: &str) -> Result<Model, String> {
    let folder = tempfile::tempdir().unwrap();
    for (number, y) in frames {
        let text = format!("v 0 {y} 0\nv 1 {y} 0\nv 0 {y} 1\nv 9 9 9\nf 1 3 2{more}\n");
        std::fs::write(folder.path().join(format!("f{number}.obj")), text).unwrap();
    }
    let text = "[time]\nstep = 0.04\n[[body]]\nshape = { cloth = {} }\nmaterial = 'canvas'\ntranslate = [0, 5, 0]\n\
        [[obstacle]]\nname = 'floor'\nshape = { triangle = { points = [[0, 0, 0], [1, 0, 0], [0, 0, 1]] } }\n\
        begin = 0.4\nsequence = { folder = '.', files = 'f*.obj', first = 1 }\n";
    let scene = load_text("s.toml", text, folder.path(), &[]).map_err(|e| e.to_string())?;
    scene
        .build()
        .map(|built| built.0)
        .map_err(|e| e.to_string())
}

#[test]
fn a_mannequin_waits_until_its_garment_is_draped() {
    let model = sequence(&[(0, 7.0), (1, 0.1), (2, 0.2), (3, 0.3)], "").unwrap();
    let motion = &model.boundary[0].motion;
    let y = |time| motion.target(0, Vec3::zeros(), time).map(|x| x.y);
    assert_eq!(y(0.4), None, "it stands while the garment drapes");
    assert!((y(0.48).unwrap() - 0.2).abs() < 1e-12);
    assert!((y(2.0).unwrap() - 0.3).abs() < 1e-12);
    // Every second frame is a sequence too.
    sequence(&[(2, 0.1), (4, 0.2), (6, 0.3)], "").unwrap();
}

#[test]
fn mannequins_that_cannot_be_followed() {
    let refused = |frames: &[(u32, f64)], more: &str, parts: &[&str]| {
        let message = sequence(frames, more).map(|_| ()).unwrap_err();
        for part in parts.iter().chain(&["obstacle.0.sequence"]) {
            assert!(message.contains(part), "`{part}` is not in: {message}");
        }
    };
    refused(
        &[(1, 0.1), (2, 0.2), (4, 0.3)],
        "",
        &["frame 3 is missing", "f2.obj", "f4.obj"],
    );
    refused(
        &[(1, 0.1), (2, 0.2)],
        "\nf 1 2 4",
        &["f1.obj has 4 vertices, but the obstacle has 3"],
    );
    refused(
        &[(1, 2.1), (2, 2.2)],
        "",
        &[
            "f1.obj lies up to 2.100 m",
            "at most 0.100 m apart",
            "`translate`",
        ],
    );
    refused(&[(0, 0.1)], "", &["no file f*.obj numbered 1 or more"]);
}

#[test]
fn pieces_of_a_file_are_bodies() {
    let piece = |number: u32, cut: f64| {
        format!(
            "[[body]]\nname = 'panel'\nshape = {{ piece = {{ file = 'g.obj', number = {number}, cut = {cut} }} }}\nmaterial = 'canvas'\n"
        )
    };
    let (model, info) = build(GARMENT, &piece(1, 0.0)).unwrap();
    assert_eq!((info.bodies[0].vertices, info.bodies[0].triangles), (4, 2));
    assert!(model.rest.iter().all(|x| (x.z - 0.05).abs() < 1e-12));
    assert_refused(GARMENT, &piece(2, 0.0), &["body.0.shape", "has 2 pieces"]);
    assert_refused(GARMENT, &piece(0, 0.06), &["nothing is left of piece 0"]);
    assert_refused(GARMENT, &piece(0, -1.0), &["`cut` must not be below zero"]);
}

/// A scene of benches/garments, where the meshes of the published code are there.
fn published(name: &str) -> Option<(Model, BuildInfo)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let meshes = root.join("../shared/reference-scenes/codim-ipc/FEMShell");
    if !meshes.is_dir() {
        println!("skipped: the reference scenes are absent");
        return None;
    }
    let file = root.join("benches/garments").join(name);
    let scene = load(&file.to_string_lossy(), &[]).unwrap();
    let (model, _, info) = scene.build().unwrap();
    Some((model, info))
}

#[test]
fn the_published_dress_starts_without_intersections() {
    let Some((model, info)) = published("knife-dress.toml") else {
        return;
    };
    assert_eq!(info.bodies[0].vertices, 15_656);
    assert_eq!(info.seams[0].stitches, 851);
    assert!((info.seams[0].longest - 0.2908).abs() < 1e-4);
    assert_eq!(model.dhat, 1e-3);
}

#[test]
fn the_published_skirt_comes_apart_where_it_touched() {
    let Some((_, info)) = published("kick-skirt.toml") else {
        return;
    };
    assert_eq!(info.bodies.len(), 11);
    // A rim of 1363 vertices touched; 2625 of 58687 triangles had one.
    let triangles: usize = info.bodies[..10].iter().map(|body| body.triangles).sum();
    assert_eq!(triangles, 56_062);
    assert_eq!(info.seams.len(), 13);
    for seam in &info.seams {
        assert!(seam.stitches >= 30 && seam.longest <= 0.03, "{seam:?}");
    }
}
