//! Every mistake in a scene is told with its file, line and key, and what to do.

use std::path::Path;

use tangency_engine::ContactKind;
use tangency_scene::{load, load_text};

/// A scene of one cube over the ground, with more text after it.
fn cube(more: &str) -> String {
    format!(
        "ground = 0\n[[body]]\nname = \"cube\"\nshape = {{ box = {{ size = [1, 1, 1] }} }}\ntranslate = [0, 1, 0]\n{more}"
    )
}

fn message(text: &str) -> String {
    match load_text("s.toml", text, Path::new("."), &[]) {
        Ok(scene) => scene.build().map(|_| ()).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

fn assert_message(text: &str, parts: &[&str]) {
    let message = message(text);
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

#[test]
fn unknown_keys_get_a_suggestion() {
    assert_message(
        &cube("materal = \"x\"\n"),
        &[
            "s.toml:6: body.0.materal",
            "unknown key `materal`",
            "did you mean `material`",
        ],
    );
    assert_message(
        &cube("material = { densty = 3 }\n"),
        &["s.toml:6: body.0.material", "did you mean `density`"],
    );
    assert_message(&cube("repaet = 3\n"), &["did you mean `repeat`"]);
    assert_message(
        "[[body]]\nshape = { bxo = {} }\n",
        &["s.toml:2: body.0.shape", "did you mean `box`"],
    );
    assert_message(
        "[[body]]\nshape = { torus = { majr_radius = 1 } }\n",
        &["did you mean `major_radius`"],
    );
    assert_message(
        "[tiem]\nstep = 1\n",
        &["unknown key `tiem`", "did you mean `time`"],
    );
    assert_message(
        &cube("[[boundary]]\nbody = 'cube'\nselect = { shpere = {} }\n"),
        &["did you mean `sphere`"],
    );
}

#[test]
fn wrong_types_and_missing_keys() {
    assert_message(
        &cube("velocity = [1, 2]\n"),
        &["s.toml:6: body.0.velocity", "list of"],
    );
    assert_message(
        &cube("velocity = [1, 2, 'x']\n"),
        &["s.toml:6: body.0.velocity.2", "expected a number"],
    );
    assert_message(
        "[[body]]\nname = 'a'\n",
        &["s.toml:1: body.0", "missing key `shape`"],
    );
    assert_message(
        "[[body]]\nshape = { ball = { cells_across = 2.5 } }\n",
        &["cells_across", "whole number"],
    );
    assert_message("title = \"x\n", &["s.toml:1:"]);
    assert_message("", &["no body"]);
}

#[test]
fn values_out_of_range() {
    assert_message(
        &cube("material = { density = -1 }\n"),
        &["s.toml:6: body.0.material.density", "above zero"],
    );
    assert_message(
        &cube("material = { poisson = 0.5 }\n"),
        &["s.toml:6: body.0.material.poisson", "below 0.5"],
    );
    assert_message(
        &cube("material = { young = 0 }\n"),
        &["young", "above zero"],
    );
    assert_message(
        &cube("material = { young = nan }\n"),
        &["s.toml:6: body.0.material.young", "not a finite number"],
    );
    assert_message(
        &cube("[time]\nstep = 0\n"),
        &["s.toml:7: time.step", "above zero"],
    );
    assert_message(
        &cube("[solver]\ncontact = 'ipd'\n"),
        &[
            "s.toml:7: solver.contact",
            "did you mean `ipc`",
            "known: ipc",
        ],
    );
    assert_message(
        &cube("[solver]\nstepper = 'newtn'\n"),
        &["did you mean `newton`"],
    );
    assert_message(
        &cube("[solver]\ndhat = '3 lightyears'\n"),
        &[
            "s.toml:7: solver.dhat",
            "unknown unit `lightyears`",
            "expected a length",
        ],
    );
}

#[test]
fn references_that_lead_nowhere() {
    assert_message(
        &cube("material = 'ruber'\n[materials.rubber]\n"),
        &["s.toml:6: body.0.material", "did you mean `rubber`"],
    );
    assert_message(
        &cube("[[boundary]]\nbody = 'cubee'\n"),
        &["s.toml:7: boundary.0.body", "did you mean `cube`"],
    );
    assert_message(
        &cube(
            "groups = { top = { end = { side = '+y' } } }\n[[boundary]]\nbody = 'cube'\nselect = { group = 'tpo' }\n",
        ),
        &["s.toml:9: boundary.0.select", "did you mean `top`"],
    );
    let absent = "[[body]]\nshape = { file = 'absent.msh' }\n";
    assert_message(
        absent,
        &["s.toml:2: body.0.shape", "no mesh file `absent.msh`"],
    );
}

#[test]
fn impossible_boundary_programs() {
    let far =
        "[[boundary]]\nbody = 'cube'\nselect = { box = { min = [5, 5, 5], max = [6, 6, 6] } }\n";
    assert_message(
        &cube(far),
        &[
            "s.toml:8: boundary.0.select",
            "selects no vertex of `cube`",
            "lies between",
        ],
    );
    let twice = "[[boundary]]\nname = 'a'\nbody = 'cube'\n[[boundary]]\nname = 'b'\nbody = 'cube'\nselect = { end = { side = '+y' } }\n";
    assert_message(&cube(twice), &["boundary.1.select", "already moved by `a`"]);
    assert_message(
        &cube("[[boundary]]\nbody = 'cube'\nrelease = -1\n"),
        &["s.toml:8: boundary.0.release", "before the run starts"],
    );
    assert_message(
        &cube("[[boundary]]\nbody = 'cube'\nbegin = 2\nrelease = 1\n"),
        &["s.toml:9: boundary.0.release", "not after its begin"],
    );
    let endless =
        "[[boundary]]\nbody = 'cube'\nmotion = [{ velocity = [1, 0, 0] }, { duration = 1 }]\n";
    assert_message(&cube(endless), &["boundary.0.motion.0", "only the last"]);
}

#[test]
fn physics_out_of_range() {
    for (more, place, reason) in [
        (
            "[friction]\nmu = -1\n",
            "s.toml:7: friction.mu",
            "below zero",
        ),
        (
            "friction = -0.1\n",
            "s.toml:6: body.0.friction",
            "below zero",
        ),
        (
            "[solver]\nepsv = 0\n",
            "s.toml:7: solver.epsv",
            "above zero",
        ),
        (
            "[solver]\nfriction_iterations = 0\n",
            "s.toml:7: solver.friction_iterations",
            "at least 1",
        ),
        (
            "[solver]\nfriction_iterations = 'convergd'\n",
            "s.toml:7: solver.friction_iterations",
            "did you mean `converged`",
        ),
        (
            "[solver]\nfirst_tolerances = [1, 0]\n",
            "s.toml:7: solver.first_tolerances.1",
            "above zero",
        ),
        (
            "[time]\nintegrator = 'newmrak'\n",
            "s.toml:7: time.integrator",
            "did you mean `newmark`",
        ),
        (
            "[time]\nintegrator = { newmark = { beta = 0 } }\n",
            "s.toml:7: time.integrator.newmark.beta",
            "above 0",
        ),
        (
            "[time]\nintegrator = { newmark = { gamma = 2 } }\n",
            "s.toml:7: time.integrator.newmark.gamma",
            "between 0 and 1",
        ),
        (
            "[damping]\nstiffness = -1\n",
            "s.toml:7: damping.stiffness",
            "below zero",
        ),
    ] {
        assert_message(&cube(more), &[place, reason]);
    }
}

#[test]
fn friction_of_nobody() {
    let pair = |name| format!("[[friction.pair]]\nbetween = ['ground', '{name}']\nmu = 0.5\n");
    assert_message(
        &cube(&pair("cueb")),
        &["s.toml:7: friction.pair.0.between.1", "did you mean `cube`"],
    );
}

#[test]
fn loads_that_make_no_sense() {
    let load = |more: &str| cube(&format!("[[load]]\nbody = 'cube'\n{more}\n"));
    assert_message(&load(""), &["s.toml:6: load.0", "exactly one of", "has 0"]);
    assert_message(
        &load("pressure = 1\ntraction = [0, 1, 0]"),
        &["exactly one of", "has 2"],
    );
    assert_message(
        &load("pressure = 1\nbegin = 2\nend = 1"),
        &["s.toml:10: load.0.end", "not after its begin"],
    );
    assert_message(
        &load("pressure = 1\nselect = { box = { min = [0.5, 1.5, 0.5] } }"),
        &["s.toml:9: load.0.select", "no whole triangle"],
    );
}

#[test]
fn impossible_sequences() {
    let obstacle = |more: &str| {
        cube(&format!(
            "[[obstacle]]\nshape = {{ plane = {{}} }}\ntranslate = [0, 9, 0]\n{more}\n"
        ))
    };
    assert_message(
        &obstacle("sequence = { folder = 'nowhere' }"),
        &[
            "s.toml:9: obstacle.0.sequence.folder",
            "no folder `nowhere`",
        ],
    );
    assert_message(
        &obstacle("sequence = { folder = 'src', files = 'a.obj' }"),
        &["obstacle.0.sequence.files", "no * for the number"],
    );
    assert_message(
        &obstacle("sequence = { folder = 'src' }"),
        &["s.toml:9: obstacle.0.sequence", "no file *.obj"],
    );
    assert_message(
        &obstacle("sequence = { folder = 'src' }\nmotion = {}"),
        &["obstacle.0.sequence", "not both"],
    );
}

#[test]
fn starts_that_cannot_be_simulated() {
    let below = "[[body]]\nshape = { box = {} }\n[[half_space]]\n";
    assert_message(below, &["s.toml: "]);
    let overlapping = "[[body]]\nname = 'a'\nshape = { box = {} }\n[[body]]\nname = 'b'\nshape = { box = {} }\ntranslate = [0.4, 0.3, 0.2]\n";
    assert_message(overlapping, &["`a`", "`b`"]);
    let surface = "[[body]]\nshape = { plane = {} }\n";
    assert_message(surface, &["body.0.material", "`thickness`"]);
    let mixed = "[[body]]\nshape = { mesh = { points = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], triangles = [[0,1,2]], segments = [[2,3]] } }\n";
    assert_message(
        mixed,
        &["s.toml:2: body.0.shape", "1 triangles, 1 free segments"],
    );
    let stretched = "[[body]]\nshape = { cloth = { size = [1, 1], spacing = 0.2 } }\nmaterial = { base = 'cotton', stretch_limit = 0.9 }\n";
    assert_message(stretched, &["stretch limit is 0.9", "above 1"]);
    let squeezed = stretched.replace("stretch_limit = 0.9", "squeeze_limit = 1.1");
    assert_message(&squeezed, &["squeeze limit is 1.1", "below 1"]);
    let swept = "[solver]\nstepper = 'vbd'\ncontact = 'ogc'\n";
    let swept = format!("{swept}{}", squeezed.replace("1.1", "0.9"));
    assert_message(&swept, &["`squeeze_limit`", "the stepper `newton`"]);
    let crowded = "[[body]]\nshape = { strand_bundle = { count = 7, gap = 1e-3 } }\nmaterial = 'hair'\noffset = 2e-3\n";
    assert_message(crowded, &["closer than its offsets", "lower the `offset`"]);
    let flat = "[[body]]\nshape = { mesh = { points = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], tets = [[0,1,2,3]] } }\n";
    assert_message(flat, &["s.toml"]);
}

#[test]
fn the_catalogue_is_known_by_name() {
    let error = load("two-cubs", &[]).unwrap_err().to_string();
    assert!(error.contains("did you mean `two-cubes`"), "{error}");
    let error = load("no/such/file.toml", &[]).unwrap_err().to_string();
    assert!(error.contains("no such file"), "{error}");
}

#[test]
fn the_stepper_gpu_brings_its_contact_model_and_refuses_others() {
    let contact = |solver: &str| {
        let text = cube(&format!("[solver]\n{solver}\n"));
        let scene = load_text("s.toml", &text, Path::new("."), &[]).unwrap();
        scene.document.solver.contact
    };
    assert_eq!(contact("stepper = 'gpu'"), ContactKind::Ogc);
    assert_eq!(contact("stepper = 'vbd'"), ContactKind::Ipc);
    assert_eq!(
        contact("stepper = 'gpu'\ngpu = { precision = 'double' }"),
        ContactKind::Ogc
    );
    assert_message(
        &cube("[solver]\ncontact = 'ipc'\nstepper = 'gpu'\n"),
        &["s.toml:7: solver.contact", "the contact model `ogc`"],
    );
    assert_message(
        &cube("[solver]\ncontact = 'gcp'\nstepper = 'gpu'\n"),
        &[
            "s.toml:7: solver.contact",
            "`gcp`",
            "the contact model `ogc`",
        ],
    );
    assert_message(
        &cube("[solver]\nstepper = 'gpu'\ngpu = { precision = 'half' }\n"),
        &["s.toml:8: solver.gpu.precision", "single"],
    );
}

#[test]
fn the_geometric_contact_potential_says_what_it_takes() {
    let text = cube("[solver]\ncontact = 'gcp'\ngcp = { alpha = 0.1, epsilon = 2e-3 }\n");
    let scene = load_text("s.toml", &text, Path::new("."), &[]);
    match scene {
        Ok(scene) => assert_eq!(scene.document.solver.geometric.alpha, 0.1),
        Err(error) => panic!("{error}"),
    }
    assert_message(
        &cube("[solver]\ncontact = 'gcp'\nstepper = 'vbd'\n"),
        &["s.toml:7: solver.contact", "the stepper `newton`"],
    );
    assert_message(
        &cube("[solver]\ngcp = { alpha = 1.5 }\n"),
        &["solver.gcp.alpha", "at most 1"],
    );
    assert_message(
        &cube("[solver]\ngcp = { epsilon = 0.0 }\n"),
        &["solver.gcp.epsilon", "above zero"],
    );
}
