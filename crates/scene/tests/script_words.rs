//! Meaning of the words of a script, and what is told about those that are wrong. The meshes are made here.

use std::f64::consts::PI;
use std::path::Path;

use tangency_engine::{Integrator, Length, LoadKind, Model, Path as Way, State, Vec3};
use tangency_geometry::generate::{BoxParameters, cuboid};
use tangency_io::write::write_tet_mesh;
use tangency_scene::{Scene, SceneError, load_text};
use tempfile::TempDir;

const CUBE: &str = "input/cube.msh 0 2 0  0 0 0  1 1 1";
const SHEET: &str = "input/sheet.obj 0 0 0  0 0 0  1 1 1";

/// A folder with `input/cube.msh`, a unit cube around the origin, and `input/sheet.obj`, a unit triangle.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input");
    std::fs::create_dir_all(input.join("scenes")).unwrap();
    let cube = cuboid(&BoxParameters {
        size: [1.0; 3].into(),
        cells: [2; 3],
        ..BoxParameters::default()
    });
    write_tet_mesh(input.join("cube.msh"), &cube.unwrap()).unwrap();
    let sheet = "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n";
    std::fs::write(input.join("sheet.obj"), sheet).unwrap();
    folder
}

fn try_load(text: &str) -> Result<(Scene, TempDir), SceneError> {
    let folder = folder();
    let place = folder.path().join("input/scenes");
    load_text("s.txt", text, &place, &[]).map(|scene| (scene, folder))
}

fn build(text: &str) -> (Model, State) {
    let (scene, _folder) = try_load(text).unwrap();
    let (model, state, _) = scene.build().unwrap_or_else(|e| panic!("{e}"));
    (model, state)
}

fn message(text: &str) -> String {
    match try_load(text) {
        Ok((scene, _folder)) => scene.build().map(|_| ()).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

fn shapes(lines: &[&str], more: &str) -> String {
    format!(
        "shapes input {}\n{}\n{more}\n",
        lines.len(),
        lines.join("\n")
    )
}

fn bounds(x: &[Vec3]) -> (Vec3, Vec3) {
    let first = (x[0], x[0]);
    x.iter().fold(first, |(a, b), p| (a.inf(p), b.sup(p)))
}

#[test]
fn mistakes_are_told_with_line_and_reason() {
    for (text, place, reason) in [
        (
            shapes(&[CUBE], "density heavy"),
            "s.txt:3: density: ",
            "`heavy` is no number",
        ),
        (
            shapes(&[CUBE], "time 5"),
            "s.txt:3: time: ",
            "the line ends where the time step",
        ),
        (
            shapes(&[CUBE], "energy XX"),
            "s.txt:3: energy: ",
            "NH or FCR",
        ),
        (
            shapes(&[CUBE], "tol 2\n1e-3"),
            "s.txt:4: tol: ",
            "ends after 1 of the 2 numbers",
        ),
        (
            shapes(&[CUBE], "tuning 2\n1 view"),
            "s.txt:4: tuning: ",
            "number 2 is `view`",
        ),
        (
            format!("shapes input 2\n{CUBE}\n"),
            "s.txt:2: shapes: ",
            "ends after 1 of the 2 shapes",
        ),
        (
            format!("shapes input 2\n{CUBE}\nview x\n"),
            "s.txt:3: ",
            "`view` after 1 is no mesh file",
        ),
        (
            shapes(&["input/cube.msh 0 2 0  0 0"], ""),
            "s.txt:2: ",
            "where a rotation is expected",
        ),
        (
            shapes(&[&format!("{CUBE} materal 1 2 3")], ""),
            "s.txt:2: ",
            "did you mean `material`",
        ),
        (
            shapes(&[&format!("{CUBE} DBC 0 0 0")], ""),
            "s.txt:2: ",
            "the largest corner",
        ),
        (
            shapes(&[&CUBE.replace("cube", "ball")], ""),
            "s.txt:2: shapes: ",
            "no mesh file `input/ball.msh`",
        ),
        (
            shapes(&[&CUBE.replace("msh", "abc")], ""),
            "s.txt:2: shapes: ",
            "ends in `abc`",
        ),
        (
            shapes(&[CUBE], "script twits"),
            "s.txt:3: script: ",
            "did you mean `twist`",
        ),
        (
            shapes(&[CUBE], "script DCOSquash6"),
            "s.txt:3: script: ",
            "at least 7 shapes, there are 1",
        ),
        (
            shapes(&[CUBE], "meshCO input/no.obj 0 0 0 1 1 0"),
            "s.txt:3: meshCO: ",
            "input/no.obj",
        ),
        (
            shapes(&[CUBE], "stiffness 1e5 0.5"),
            "s.txt:2: body.0.material.poisson",
            "below 0.5",
        ),
        ("view x\n".to_string(), "s.txt:1: shapes: ", "no shape"),
        (String::new(), "s.txt:1: shapes: ", "no shape"),
    ] {
        let message = message(&text);
        assert!(message.starts_with(place), "{text:?}: {message}");
        assert!(message.contains(reason), "{text:?}: {message}");
    }
}

#[test]
fn what_is_ignored_is_told() {
    let text = shapes(
        &[CUBE],
        "view x\nzoom 2\nselfCollisionOff\nsection QP\nnonsense\nsection end\nsize -1 2",
    );
    let (scene, _folder) = try_load(&text).unwrap();
    let notes: Vec<String> = scene
        .notes
        .iter()
        .map(|n| format!("{}: {}", n.line, n.text))
        .collect();
    assert_eq!(notes[0], "3: not needed here and ignored: view, zoom");
    assert!(notes[1].starts_with("5: `selfCollisionOff`"), "{notes:?}");
    assert!(notes[2].starts_with("6: the section for QP"), "{notes:?}");
    assert_eq!(notes[3], "9: `2` after `size` is ignored");
}

#[test]
fn settings() {
    let text = shapes(
        &[CUBE],
        "timeIntegration NM 0.3 0.6\ntime 2 0.01\ndampingStiff 3e-8\ntol 3\n1e-1 1e-2\n1e-3\ndHat 2e-3\n\
         epsv 4e-3\nfricIterAmt -1\nselfFric 0.2\nkappaMinMultiplier 1e9\nground 0.3 0\nhalfSpace 0 -1 0 0 2 0 50 0.2\n\
         turnOffGravity\nsection IP\nenergy FCR\nsection end",
    );
    let (model, _) = build(&text);
    let settings = &model.settings;
    let (beta, gamma) = (0.3, 0.6);
    assert_eq!(settings.integrator, Integrator::Newmark { beta, gamma });
    // c / (h² beta)
    assert!((settings.damping.stiffness / (3e-8 / (1e-4 * 0.3)) - 1.0).abs() < 1e-9);
    let relative = |x: &[f64]| -> Vec<Length> { x.iter().map(|&x| Length::Relative(x)).collect() };
    assert_eq!(settings.first_tolerances, relative(&[1e-1, 1e-2]));
    assert_eq!(
        vec![settings.newton_tolerance, settings.dhat, settings.epsv],
        relative(&[1e-3, 2e-3, 4e-3])
    );
    assert_eq!(settings.friction_iterations, None);
    assert_eq!(settings.kappa_min_multiplier, 1e9);
    assert_eq!(model.gravity, Vec3::zeros());
    assert_eq!(model.friction.between(0, 0), 0.2);
    assert_eq!(model.friction.on_half_space(0, 0), 0.3);
    assert_eq!(model.friction.on_half_space(0, 1), 0.2);
    assert_eq!(model.half_spaces[1].normal, Vec3::y());
    let ratio = shapes(&[CUBE], "time 2 0.01\ndampingRatio 0.5");
    // A ratio r means c = 3/4 r h³, a stiffness of 3/4 r h.
    assert!((build(&ratio).0.settings.damping.stiffness - 0.00375).abs() < 1e-12);
    let absolute = shapes(&[CUBE], "useAbsParameters\ndHat 0.1");
    assert_eq!(build(&absolute).0.settings.dhat, Length::Absolute(0.1));
}

#[test]
fn size_scales_everything_and_fall_lifts_it() {
    let wide = "input/cube.msh 5 2 0  0 0 0  2 1 1";
    let (_, state) = build(&shapes(&[CUBE, wide], "size 3"));
    // From -0.5 to 6 along x, 1 along y and z: the factor is 3 / 6.5.
    let s = 3.0 / 6.5;
    let (min, max) = bounds(&state.x);
    // Positions are rounded to 14 decimals: by at most 5e-15 along each axis, once for `size` and once for `fall`.
    let rounding = 2e-14;
    assert!(min.norm() < rounding, "{min}");
    assert!((max - Vec3::new(3.0, s, s)).norm() < rounding, "{max}");
    let (_, lifted) = build(&shapes(
        &[CUBE, wide],
        "size 3\nscript fall\nhalfSpace 0 0 0 0 1 0 50 0",
    ));
    let height = 0.5 * (9.0 + 2.0 * s * s).sqrt();
    let (min, _) = bounds(&lifted.x);
    assert!((min - Vec3::new(0.0, height, 0.0)).norm() < rounding);
}

#[test]
fn rotate_model_turns_about_half_the_extents_and_keeps_relative_lengths() {
    let long = "input/cube.msh 0 2 0  0 0 0  3 1 1";
    let (model, state) = build(&shapes(&[long], "rotateModel 0 0 2 30\ndHat 1e-2"));
    // A point x goes to c + R (x - c) with c = (3, 1, 1) / 2.
    let (sin, cos) = (PI / 6.0).sin_cos();
    let (x, y) = (0.0 - 1.5, 2.0 - 0.5);
    let center = Vec3::new(1.5 + cos * x - sin * y, 0.5 + sin * x + cos * y, 0.0);
    let (min, max) = bounds(&state.x);
    assert!((0.5 * (min + max) - center).norm() < 1e-13);
    assert!(((max - min).x - (3.0 * cos + sin)).abs() < 1e-13);
    assert!(
        (model.dhat - 1e-2 * 11f64.sqrt()).abs() < 1e-14,
        "the box at rest counts"
    );
}

#[test]
fn grids_and_old_obstacles_are_placed() {
    let text = format!(
        "{}shapeMatrix input 2 1 3 10 0 5\ninput/sheet.obj 2 9 1.5  0 0 0  0.5 0.5 0.5\n\
         meshCO input/sheet.obj 0 -3 0 2 50 0 rotate 0 90 0\nselfFric 0.4\n",
        shapes(&[CUBE], "")
    );
    let (model, state) = build(&text);
    assert_eq!(model.bodies.len(), 1 + 6 + 1);
    let corner = |body: usize| state.x[model.bodies[body].vertices.start as usize];
    assert_eq!(corner(1), Vec3::new(10.0, 0.0, 5.0));
    assert_eq!(corner(3), Vec3::new(10.0, 0.0, 8.0));
    assert_eq!(corner(6), Vec3::new(12.0, 0.0, 8.0));
    // The mean of the triangle is (1/3, 0, 1/3); turned by 90 degrees about y, (x, z) goes to (z, -x).
    let third = 1.0 / 3.0;
    assert!((corner(7) - Vec3::new(-2.0 * third, -3.0, 2.0 * third)).norm() < 1e-14);
    assert_eq!(model.friction.between(0, 1), 0.4);
    assert_eq!(
        model.friction.between(0, 7),
        0.0,
        "the old form has no friction"
    );
}

#[test]
fn files_fall_back_to_surfaces_and_mats_are_made() {
    let lines = [
        "input/sheet.seg 0 0 0 0 0 0 1 1 1",
        "input/sheet.pt 0 -1 0 0 0 0 1 1 1",
        CUBE,
    ];
    let (model, _) = build(&shapes(&lines, ""));
    assert!(
        model.surface.triangles.iter().all(|t| t[0] < 27),
        "triangles of the cube only"
    );
    let of = |body: usize, v: u32| model.bodies[body].vertices.contains(&v);
    assert_eq!(
        model.surface.edges.iter().filter(|e| of(1, e[0])).count(),
        3
    );
    assert_eq!(
        model.surface.points.iter().filter(|&&v| of(2, v)).count(),
        3
    );
    let (mat, _) = build(&shapes(&["input/mat12x12t40.msh 0 0 0 0 0 0 1 1 1"], ""));
    assert_eq!((mat.rest.len(), mat.tet_count()), (2 * 144, 6 * 121));
    let (min, max) = bounds(&mat.rest);
    assert!((max - min - Vec3::new(1.0, 0.025 / 3.0, 1.0)).norm() < 1e-14);
}

#[test]
fn shapes_move_as_they_say() {
    let spinning = format!("{CUBE} angularVelocity 10 90 0 linearVelocity 1 0 0");
    let still = "input/cube.msh 9 2 0  0 0 0  1 1 1 initVel 1 2 3  0 0 90";
    let (model, state) = build(&shapes(&[&spinning, still, SHEET], "time 1 0.05"));
    let program = &model.boundary[0];
    assert_eq!(program.vertices.len(), 27);
    // Twenty steps of Rx(0.5°) Ry(4.5°) about the middle, which goes 1 m.
    let (a, b) = (0.5f64.to_radians(), 4.5f64.to_radians());
    let step = |p: Vec3| {
        let p = Vec3::new(
            b.cos() * p.x + b.sin() * p.z,
            p.y,
            b.cos() * p.z - b.sin() * p.x,
        );
        Vec3::new(
            p.x,
            a.cos() * p.y - a.sin() * p.z,
            a.sin() * p.y + a.cos() * p.z,
        )
    };
    let middle = Vec3::new(0.0, 2.0, 0.0);
    for (k, &v) in program.vertices.iter().enumerate() {
        let start = state.x[v as usize];
        let end = (0..20).fold(start - middle, |p, _| step(p)) + middle + Vec3::x();
        let target = program.motion.target(k, start, 1.0).unwrap();
        assert!((target - end).norm() < 1e-12, "{target} {end}");
    }
    let first = model.bodies[1].vertices.start as usize;
    let omega = Vec3::new(0.0, 0.0, PI / 2.0);
    for v in first..first + 27 {
        let arm = state.x[v] - Vec3::new(9.0, 2.0, 0.0);
        let expected = Vec3::new(1.0, 2.0, 3.0) + omega.cross(&arm);
        assert!((state.v[v] - expected).norm() < 1e-12);
    }
}

#[test]
fn what_is_dragged_is_let_go_beyond_the_obstacles() {
    // The sheet's largest x is 2/3 m from the mean of its vertices, and twice that after it is doubled.
    let obstacle = "meshCO input/sheet.obj 5 0 0  2  50  0";
    let (model, _) = build(&shapes(&[CUBE], &format!("script dragright\n{obstacle}")));
    let plane = model.boundary[0].motion.release_plane.as_ref().unwrap();
    assert_eq!(plane.vertices, [model.bodies[0].vertices.clone()]);
    assert_eq!(plane.direction, Vec3::x());
    assert!((plane.at - (5.0 + 4.0 / 3.0)).abs() < 1e-9, "{plane:?}");
    // Nothing to be passed: the reference lets go before the first step.
    let (scene, _folder) = try_load(&shapes(&[CUBE], "script dragright")).unwrap();
    assert!(scene.document.boundary.is_empty());
    assert!(
        scene
            .notes
            .iter()
            .any(|note| note.text.contains("lets go at once"))
    );
}

#[test]
fn boxes_hold_and_pull_in_their_times() {
    let line = "input/cube.msh 0 2 0  0 0 90  2 1 1 \\\n DBC 0 0 0  0.1 1 1  1 0 0  0 0 0  0 2.5 \\\n \
                DBC 0 0 0  0.1 1 1  0 0 0  0 0 0  2.5 NBC 0.9 0.9 0  1 1 1  5 0 0 1 3";
    let (model, state) = build(&shapes(&[line], "NBCTimeRange 0 9"));
    // The box is of the shape itself: its -x side, which the rotation puts below.
    let [first, second] = &model.boundary[..] else {
        panic!("two programs")
    };
    assert_eq!(first.vertices, second.vertices);
    assert_eq!(first.vertices.len(), 9);
    assert!(
        first
            .vertices
            .iter()
            .all(|&v| (state.x[v as usize].y - 1.0).abs() < 1e-12)
    );
    assert_eq!(
        (
            first.motion.release,
            second.motion.begin,
            second.motion.release
        ),
        (Some(2.5), 2.5, None)
    );
    let load = &model.loads[0];
    assert_eq!((load.begin, load.end), (1.0, 3.0));
    assert!(matches!(&load.kind, LoadKind::Acceleration { vertices, .. } if vertices.len() == 3));
}

#[test]
fn old_motions_count_steps() {
    let plane = |x: f64| format!("input/sheet.obj {x} 0 0  0 0 90  1 1 1");
    let lines = [
        plane(-1.0),
        plane(2.0),
        plane(8.0),
        plane(9.0),
        plane(10.0),
        plane(11.0),
        CUBE.into(),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (model, _) = build(&shapes(&lines, "time 5 0.1\nscript DCOSquash6"));
    let Way::Pieces(pieces) = &model.boundary[0].motion.path else {
        panic!("pieces")
    };
    // 3 m apart: after 15 steps of 0.2 m they are less than 0.1 m apart.
    assert!((pieces[0].duration - 1.5).abs() < 1e-12);
    assert_eq!(
        (pieces[0].velocity, pieces[1].velocity),
        (Vec3::x(), -Vec3::x())
    );
    assert_eq!(model.boundary.len(), 6);

    let upper = "input/sheet.obj 0 4 0  0 0 0  1 1 1";
    let (model, _) = build(&shapes(
        &[SHEET, CUBE, upper],
        "time 5 0.04\nscript DCOSegBedSquash",
    ));
    let Way::Pieces(pieces) = &model.boundary[0].motion.path else {
        panic!("pieces")
    };
    // It stops at the first step that begins 0.1 m above or lower: 3.9 m are 97.5 steps.
    assert!((pieces[0].duration - 98.0 * 0.04).abs() < 1e-12);
    assert_eq!(
        (model.boundary.len(), model.boundary[0].vertices.len()),
        (1, 3)
    );

    let (model, _) = build(&shapes(&[CUBE], "script twist"));
    let ends: Vec<usize> = model.boundary.iter().map(|p| p.vertices.len()).collect();
    assert_eq!(ends, [9, 9]);
    let Way::Pieces(pieces) = &model.boundary[1].motion.path else {
        panic!("pieces")
    };
    assert!((pieces[0].angular_velocity.x - 0.4 * PI).abs() < 1e-14);
    assert_eq!(pieces[0].center, Vec3::new(0.0, 2.0, 0.0));

    let (model, state) = build(&shapes(&[CUBE], "script pushRightMost1"));
    assert_eq!(model.boundary[0].vertices.len(), 1);
    assert_eq!(state.x[model.boundary[0].vertices[0] as usize].x, 0.5);
    let (_, state) = build(&shapes(&[CUBE], "script DCOBallHitWall 1 67"));
    assert_eq!(state.v[3], Vec3::new(67.0, 0.0, 0.0));
}

#[test]
fn sequences_are_followed_from_the_first_step_on() {
    let folder = folder();
    let frames = folder.path().join("input/frames");
    std::fs::create_dir(&frames).unwrap();
    for k in 0..3 {
        let y = 0.1 * f64::from(k + 1);
        let text = format!("v 0 {y} 0\nv 1 {y} 0\nv 0 {y} 1\nf 1 2 3\n");
        std::fs::write(frames.join(format!("{k}.obj")), text).unwrap();
    }
    let heights = |text: &str| {
        let scene = load_text("s.txt", text, &folder.path().join("input/scenes"), &[]).unwrap();
        let (model, ..) = scene.build().unwrap();
        let motion = &model.boundary[0].motion;
        let Way::Sequence(_) = motion.path else {
            panic!("a sequence")
        };
        let at = |time| motion.target(0, Vec3::zeros(), time).unwrap().y;
        [at(0.025), at(0.05), at(0.5)]
    };
    let moved = format!("{SHEET} meshSeq input/frames");
    assert_eq!(heights(&shapes(&[CUBE, &moved], "")), [0.1, 0.2, 0.1 * 3.0]);
    let text = shapes(&[CUBE, SHEET], "script meshSeqFromFile input/frames");
    assert_eq!(heights(&text), [0.2, 0.1 * 3.0, 0.1 * 3.0]);
    let wrong = format!("{SHEET} meshSeq input/nothing");
    let error = load_text("s.txt", &shapes(&[CUBE, &wrong], ""), Path::new("."), &[]);
    assert!(error.is_err());
}

/// The published code warns about words that it does not know, and goes on.
#[test]
fn unknown_keywords_are_told_and_passed_over() {
    let text = shapes(
        &[CUBE],
        "newKeyword 1 2 3\nturnOfGravity\nselfFric 0.25\ninput/cube.msh 0 9 0  0 0 0  1 1 1",
    );
    let (scene, _folder) = try_load(&text).unwrap();
    assert_eq!(scene.document.friction.mu, 0.25);
    assert_eq!(scene.document.body.len(), 1);
    let told: Vec<(usize, &str)> = scene
        .notes
        .iter()
        .map(|note| (note.line, note.text.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (3, "`newKeyword` is no keyword of a script and is ignored"),
            (
                4,
                "`turnOfGravity` is no keyword of a script and is ignored (did you mean `turnOffGravity`?)"
            ),
            (
                6,
                "`input/cube.msh` looks like a shape and is ignored: the number after `shapes` says that there are no more"
            ),
        ]
    );
}
