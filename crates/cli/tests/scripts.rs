//! Scripts of the IPC reference code: run as they are, or converted first, they give the same run.

use crate::common::tangency;

const SCRIPT: &str = "shapes input 2\ninput/tet.msh 0 0.2 0  0 0 0  1 1 1\ninput/tet.msh 0.1 1.4 0.1  0 0 90  1 1 1\n\
    time 1 0.02\nselfFric 0.2\nground 0.1 0\nzoom 1\n";

/// One tet as Gmsh 2.2 text.
const TET: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n\
    $Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n";

#[test]
fn a_script_and_its_conversion_are_the_same_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::create_dir_all(path.join("input/scripts")).unwrap();
    std::fs::create_dir(path.join("scenes")).unwrap();
    std::fs::write(path.join("input/tet.msh"), TET).unwrap();
    std::fs::write(path.join("input/scripts/fall.txt"), SCRIPT).unwrap();
    let run = |arguments: &[&str]| {
        let outcome = tangency(path, arguments);
        assert_eq!(outcome.code, 0, "{}", outcome.text);
        outcome.text
    };
    let script = "input/scripts/fall.txt";
    let told = run(&["run", script, "--steps", "3", "-o", "a"]);
    assert!(
        told.contains("line 7: not needed here and ignored: zoom"),
        "{told}"
    );
    run(&["convert", script, "-o", "scenes/fall.toml"]);
    run(&["run", "scenes/fall.toml", "--steps", "3", "-o", "b"]);
    let checkpoint = |run: &str| std::fs::read(path.join(run).join("checkpoint.npz")).unwrap();
    assert!(checkpoint("a") == checkpoint("b"));
    let toml = run(&["convert", script]);
    assert!(toml.contains("file = \"input/tet.msh\""), "{toml}");
    assert!(run(&["info", script]).contains("50 steps of 0.02 s"));
    run(&["verify", "a"]);
}

#[test]
fn a_truncated_script_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("s.txt"),
        "shapes input 2\na.msh 0 0 0 0 0 0 1 1 1\n",
    )
    .unwrap();
    for command in ["run", "info", "convert"] {
        let outcome = tangency(folder.path(), &[command, "s.txt"]);
        assert_eq!(outcome.code, 2, "{}", outcome.text);
        let message = "error: s.txt:2: shapes: the script ends after 1 of the 2 shapes";
        assert!(outcome.text.starts_with(message), "{}", outcome.text);
    }
}
