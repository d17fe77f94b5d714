//! Every bad input of the program has its own message and exit code.

use crate::common::tangency;

const CUBE: &str = "[[body]]\nname = \"cube\"\nshape = { box = {} }\n";

/// Runs a scene and expects exit code 2 with a message that has these parts.
fn refused(scene: &str, parts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), scene).unwrap();
    let outcome = tangency(folder.path(), &["run", "s.toml", "--steps", "1"]);
    assert_eq!(outcome.code, 2, "{}", outcome.text);
    assert!(outcome.text.starts_with("error: "), "{}", outcome.text);
    for part in parts {
        assert!(
            outcome.text.contains(part),
            "`{part}` is not in: {}",
            outcome.text
        );
    }
    assert!(
        !folder.path().join("runs").exists(),
        "a refused scene leaves no run folder"
    );
}

#[test]
fn an_intersecting_start() {
    refused(
        &format!(
            "{CUBE}[[body]]\nname = \"other\"\nshape = {{ box = {{}} }}\ntranslate = [0.4, 0.3, 0.2]\n"
        ),
        &["cube", "other"],
    );
}

#[test]
fn a_touching_start() {
    refused(
        &format!(
            "{CUBE}[[body]]\nname = \"other\"\nshape = {{ box = {{}} }}\ntranslate = [0, 1, 0]\n"
        ),
        &["cube", "other"],
    );
    refused(&format!("ground = -0.5\n{CUBE}"), &["cube", "ground"]);
}

#[test]
fn an_inverted_tet_and_an_empty_mesh() {
    let mesh = |tets: &str| {
        format!(
            "[[body]]\nname = \"odd\"\nshape = {{ mesh = {{ points = [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], tets = {tets} }} }}\n"
        )
    };
    refused(
        &mesh("[[0, 2, 1, 3]]"),
        &["s.toml:3: body.0.shape", "tet 0"],
    );
    refused(
        &mesh("[[0, 1, 2, 9]]"),
        &["s.toml:3: body.0.shape", "vertex 9"],
    );
    refused(&mesh("[]"), &["s.toml:3: body.0.shape", "empty"]);
}

#[test]
fn a_non_manifold_mesh() {
    // Two tets that share one edge only.
    let points = "[[0,0,0],[0,0,1],[1,0,0],[1,1,0],[-1,0,0],[-1,-1,0]]";
    refused(
        &format!(
            "[[body]]\nname = \"bow\"\nshape = {{ mesh = {{ points = {points}, tets = [[0, 2, 3, 1], [0, 4, 5, 1]] }} }}\n"
        ),
        &["bow", "manifold"],
    );
}

#[test]
fn numbers_that_are_none_or_out_of_range() {
    refused(
        &format!("{CUBE}velocity = [nan, 0, 0]\n"),
        &["s.toml:4: body.0.velocity.0", "finite"],
    );
    refused(
        &format!("{CUBE}material = {{ density = -3 }}\n"),
        &["s.toml:4: body.0.material.density", "above zero"],
    );
    refused(
        &format!("{CUBE}material = {{ poisson = 0.5 }}\n"),
        &["s.toml:4: body.0.material.poisson", "below 0.5"],
    );
    refused(
        &format!("[time]\nstep = -1\n{CUBE}"),
        &["s.toml:2: time.step"],
    );
}

#[test]
fn missing_files_and_unknown_words() {
    refused(
        "[[body]]\nshape = { file = \"absent.msh\" }\n",
        &["s.toml:2", "absent.msh"],
    );
    refused(&format!("{CUBE}colour = 3\n"), &["unknown key `colour`"]);
    refused(
        &format!("{CUBE}[solver]\ncontact = \"ipcc\"\n"),
        &["did you mean `ipc`"],
    );
    refused("this is no toml", &["s.toml:1:"]);
}

#[test]
fn impossible_boundary_programs() {
    refused(
        &format!(
            "{CUBE}[[boundary]]\nbody = \"cube\"\nselect = {{ sphere = {{ center = [9, 9, 9], radius = 1 }} }}\n"
        ),
        &["selects no vertex"],
    );
    refused(
        &format!("{CUBE}[[boundary]]\nbody = \"cube\"\nrelease = 0\n"),
        &["release"],
    );
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], part: &str| {
        let outcome = tangency(folder.path(), arguments);
        assert_eq!(outcome.code, 2, "{}", outcome.text);
        assert!(
            outcome.text.contains(part),
            "`{part}` is not in: {}",
            outcome.text
        );
    };
    refused(&["run", "two-cubs"], "did you mean `two-cubes`");
    refused(&["run", "absent.toml"], "no such file");
    refused(
        &["run", "two-cubes", "--set", "yuong=3"],
        "did you mean `young`",
    );
    refused(
        &["run", "two-cubes", "--contact", "gpc"],
        "possible values: ipc",
    );
    refused(
        &["run", "two-cubes", "--stepper", "vdb"],
        "possible values: newton",
    );
    refused(&["run", "two-cubes", "--threads", "0"], "--threads");
    refused(&["run", "two-cubes", "--until", "-1"], "--until");
    refused(&["run", "two-cubes", "--resume"], "nothing to resume");
    refused(&["verify", "absent"], "absent");
    refused(&["info", "absent.obj"], "absent.obj");
    refused(&["render", "absent", "-o", "x.png"], "absent");
    refused(&["export", "absent", "--format", "vtu"], "absent");
    refused(
        &[
            "tetrahedralize",
            "absent.obj",
            "--size",
            "0.1",
            "-o",
            "x.msh",
        ],
        "absent.obj",
    );
    refused(
        &[
            "tetrahedralize",
            "absent.obj",
            "--size",
            "2 s",
            "-o",
            "x.msh",
        ],
        "expected a length",
    );
    refused(&["frobnicate"], "frobnicate");
}

#[test]
fn a_wall_pushed_through_a_wall_is_a_step_that_cannot_be_completed() {
    let folder = tempfile::tempdir().unwrap();
    // A cube held on the ground is crushed by a lid that does not stop.
    let scene = "ground = 0\n[time]\nstep = 0.1\nduration = 2\n[solver]\nmax_iterations = 60\n[[body]]\nname = \"cube\"\nshape = { box = {} }\n\
        translate = [0, 0.51, 0]\n[[boundary]]\nname = \"pin\"\nbody = \"cube\"\nmotion = { velocity = [0, -1, 0] }\n";
    std::fs::write(folder.path().join("s.toml"), scene).unwrap();
    let outcome = tangency(folder.path(), &["run", "s.toml"]);
    assert_eq!(outcome.code, 3, "{}", outcome.text);
    assert!(
        outcome.text.contains("pin") && outcome.text.contains("step 1"),
        "{}",
        outcome.text
    );
    let certificate =
        std::fs::read_to_string(folder.path().join("runs/s/certificate.json")).unwrap();
    assert!(
        certificate.contains("\"intersections\": 0"),
        "{certificate}"
    );
    let verified = tangency(folder.path(), &["verify", "runs/s"]);
    assert!(
        verified.text.contains("0 intersections"),
        "{}",
        verified.text
    );
}
