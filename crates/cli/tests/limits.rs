//! Small files that ask for much are refused before memory is taken, and nothing that a terminal obeys is printed.

use crate::common::{Outcome, tangency};

const BALL: &str = "shape = { ball = {} }\n";

/// `info` of a scene with a limit of 200 MB.
fn info(scene: &str) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), scene).unwrap();
    tangency(
        folder.path(),
        &["info", "s.toml", "--memory-limit", "200MB"],
    )
}

/// Expects exit code 2 and a message that has these parts.
fn refused(scene: &str, parts: &[&str]) {
    let outcome = info(scene);
    assert_eq!(outcome.code, 2, "{scene}\n{}", outcome.text);
    for part in parts {
        let text = &outcome.text;
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

#[test]
fn shapes_are_counted_before_they_are_made() {
    for shape in [
        "strand = { segments = 4294967295 }",
        "box = { cells = [100000, 100000, 100000] }",
        "cloth = { size = [1e5, 1e5], spacing = 1e-3, pattern = \"aligned\" }",
        "shirt = { width = 1e4, length = 1e4, sleeve = 1e4, spacing = 1e-3 }",
        "table = { radius = 1e6 }",
        "lathe = { profile = [[1, 0], [1e5, 1e5]], spacing = 1e-3 }",
        "spike = { refinements = 4000000000 }",
        "golf_ball = { dimples = 4294967295 }",
        "extrude = { shape = { disc = {} }, depth = 1, layers = 4294967295 }",
        "polygon = { outline = [[0, 0], [1e5, 0], [0, 1e5]], edge = 1e-3 }",
        "disc = { radius = 1e9, edge = 1e-3 }",
    ] {
        let scene = format!("[[body]]\nname = \"much\"\nshape = {{ {shape} }}\n");
        let parts = [
            "s.toml:3: body.0.shape",
            "vertices",
            "GB of memory",
            "200.000 MB",
            "--memory-limit",
        ];
        let outcome = info(&scene);
        assert_eq!(outcome.code, 2, "{shape}: {}", outcome.text);
        for part in parts.iter().filter(|part| **part != "GB of memory") {
            assert!(outcome.text.contains(part), "{shape}: {}", outcome.text);
        }
    }
    // All bodies count together, and refined ones as what they become.
    let many = format!("[[body]]\nrepeat = 9000\n{BALL}translate = [\"= 2*i\", 0, 0]\n");
    refused(&many, &["vertices", "(copy "]);
    refused(
        &format!("[[body]]\n{BALL}refine = 40\n"),
        &["body.0.refine", "vertices"],
    );
    assert_eq!(info(&format!("[[body]]\n{BALL}refine = 1\n")).code, 0);
}

#[test]
fn parameters_that_double_are_refused() {
    let doubling = |first: &str, next: fn(u32) -> String| {
        let mut scene = format!("[parameters]\np0 = {first}\n");
        for k in 0..60 {
            scene.push_str(&format!("p{} = {}\n", k + 1, next(k)));
        }
        scene + "[[body]]\n" + BALL
    };
    let parts = [
        "parameters.p",
        "grows to more than 12.500 MB",
        "--memory-limit",
    ];
    refused(
        &doubling("\"x\"", |k| format!("\"${{p{k}}}${{p{k}}}\"")),
        &parts,
    );
    refused(
        &doubling("[1]", |k| format!("[\"$p{k}\", \"$p{k}\"]")),
        &parts,
    );
    // Items that repeat a long list.
    let list = "0,".repeat(2000);
    let items =
        format!("[parameters]\nlong = [{list}]\n[[half_space]]\nrepeat = 90000\nx = \"$long\"\n");
    refused(&items, &["half_space.0", "grows to more than"]);
}

#[test]
fn names_that_mean_everything_are_counted() {
    let many = "[solver]\ndhat = \"1 mm\"\n[[body]]\nname = \"b\"\nrepeat = 600\nshape = { box = {} }\ntranslate = [\"= 2*i\", 0, 0]\n";
    assert_eq!(info(many).code, 0);
    let pairs = format!("{many}[[friction.pair]]\nbetween = [\"b\", \"b\"]\nmu = 0.1\n");
    refused(&pairs, &["friction.pair.0", "3.600e5 entries"]);
    let held =
        "[[boundary]]\nbody = \"b\"\nrepeat = 60\nbegin = \"= i\"\nrelease = \"= i + 0.5\"\n";
    refused(&format!("{many}{held}"), &["boundary.0", "entries"]);
    let pulled = "[[load]]\nbody = \"b\"\nrepeat = 60\nforce = [1, 0, 0]\n";
    refused(&format!("{many}{pulled}"), &["load.0", "entries"]);
}

#[test]
fn a_reach_beyond_the_bodies_is_refused() {
    let balls = |more: &str| {
        format!(
            "{more}[[body]]\nrepeat = 2\nshape = {{ ball = {{ cells_across = 24 }} }}\ntranslate = [\"= 3*i\", 0, 0]\n"
        )
    };
    assert_eq!(info(&balls("")).code, 0);
    let parts = ["`dhat` of 5.000e3 m", "pairs", "lower it to about"];
    refused(&balls("[solver]\ndhat = \"5 km\"\n"), &parts);
    let thick = balls("") + "offset = 5000\n";
    refused(
        &thick,
        &["`offset` of 5.000e3 m", "pairs", "lower it to about"],
    );
}

#[test]
fn lengths_that_have_no_value_are_refused() {
    for length in ["+inf mm", "1e400 mm"] {
        let scene = format!("[solver]\ndhat = \"{length}\"\n[[body]]\n{BALL}");
        refused(&scene, &["s.toml:2: solver.dhat", length, "finite"]);
    }
    for size in ["1e13", "1e39", "1e300"] {
        let scene = format!("[[body]]\n{BALL}scale = {size}\n");
        refused(&scene, &["at most 1e12 can be computed with"]);
    }
    refused(
        &format!("[solver]\ndhat = 1e300\n[[body]]\n{BALL}"),
        &["dhat is"],
    );
}

#[test]
fn a_step_too_small_for_gravity_is_refused() {
    let scene = |step: &str| format!("[time]\nstep = {step}\nduration = 1\n[[body]]\n{BALL}");
    let parts = [
        "time step of 1e-15 s",
        "would never fall",
        "at least 1.5e-8 s",
    ];
    refused(&scene("1e-15"), &parts);
    assert_eq!(info(&scene("1.5e-8")).code, 0);
    assert_eq!(
        info(&format!("gravity = [0, 0, 0]\n{}", scene("1e-15"))).code,
        0
    );
}

#[test]
fn a_script_cannot_ask_for_any_number_of_copies() {
    let folder = tempfile::tempdir().unwrap();
    let tet = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n\
               $Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n";
    std::fs::write(folder.path().join("tet.msh"), tet).unwrap();
    for counts in ["300 300 300", "18446744073709551615 3 3"] {
        let script = format!("shapeMatrix input {counts}\ntet.msh 2 2 2  0 0 0  1 1 1\n");
        std::fs::write(folder.path().join("s.txt"), script).unwrap();
        let outcome = tangency(folder.path(), &["info", "s.txt", "--memory-limit", "1GB"]);
        assert_eq!(outcome.code, 2, "{}", outcome.text);
        let text = &outcome.text;
        assert!(
            text.contains("s.txt:2: shapes") && text.contains("vertices"),
            "{text}"
        );
    }
}

#[test]
fn numbers_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let refuse = |arguments: &[&str], part: &str| {
        let outcome = tangency(folder.path(), arguments);
        assert_eq!(outcome.code, 2, "{}", outcome.text);
        assert!(outcome.text.contains(part), "{}", outcome.text);
    };
    refuse(&["run", "demo", "--threads", "100000"], "at most 1024");
    let cameras = [
        ("nan,0,0,1,1,1", "finite"),
        ("0,0,0,1,inf,1", "finite"),
        ("0,0,0,1,1,1,nan", "finite"),
        ("1,1,1,1,1,1", "same point"),
        ("0,0,0,1,1,1,180", "field of view"),
    ];
    for (camera, part) in cameras {
        refuse(
            &["render", "runs/x", "-o", "a.png", "--camera", camera],
            part,
        );
    }
    refuse(
        &["render", "runs/x", "-o", "a.png", "--size", "100000x100000"],
        "pixels",
    );
    refuse(&["info", "demo", "--memory-limit", "64"], "64GB");
}

#[test]
fn terminal_escapes_are_not_printed() {
    let named = "[[body]]\nname = \"a\\u001b[2Jb\"\nshape = { ball = {} }\n";
    refused(named, &["body.0.name", "control character U+001B"]);
    refused(
        &format!("title = \"x\\nverified\"\n[[body]]\n{BALL}"),
        &["title", "U+000A"],
    );
    // Where text cannot be refused it is shown as what it is.
    let scene = format!("description = \"\\u001b]0;owned\\u0007\"\n[[body]]\n{BALL}");
    let outcome = info(&scene);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    assert!(
        outcome.text.contains("\\u001b]0;owned\\u0007"),
        "{}",
        outcome.text
    );
    for text in [
        &outcome.text,
        &info("\u{1b}[2J = 3\n").text,
        &info("[[body]]\n\"k\\u001b\" = 3\n").text,
    ] {
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}
