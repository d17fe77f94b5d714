//! Bodies that carry a fine surface, from the scene to the files that other programs read.

use std::fs;
use std::path::Path;

use crate::common::{Outcome, tangency};
use crate::verify::forge_chain;
use tangency_io::npy::{NpyArray, to_bytes};
use tangency_io::read_surface_mesh;
use tangency_io::run_folder::RunReader;

/// An octahedron with long tips, thinner than the tets that carry it: 30 cm across.
const SURFACE: &str = "v 0.15 0 0\nv -0.15 0 0\nv 0 0.15 0\nv 0 -0.15 0\nv 0 0 0.15\nv 0 0 -0.15\n\
    v 0.04 0.04 0.04\nv -0.04 0.04 0.04\nv 0.04 -0.04 0.04\nv -0.04 -0.04 0.04\n\
    v 0.04 0.04 -0.04\nv -0.04 0.04 -0.04\nv 0.04 -0.04 -0.04\nv -0.04 -0.04 -0.04\n\
    f 1 11 7\nf 1 7 9\nf 1 9 13\nf 1 13 11\n\
    f 2 8 12\nf 2 10 8\nf 2 14 10\nf 2 12 14\n\
    f 3 7 11\nf 3 8 7\nf 3 12 8\nf 3 11 12\n\
    f 4 13 9\nf 4 9 10\nf 4 10 14\nf 4 14 13\n\
    f 5 9 7\nf 5 7 8\nf 5 8 10\nf 5 10 9\n\
    f 6 11 13\nf 6 12 11\nf 6 14 12\nf 6 13 14\n";

/// The star falls on the ground, in ten steps.
fn scene(embed: &str, height: f64) -> String {
    format!(
        "ground = 0\n[time]\nstep = 0.01\nduration = 0.1\n[friction]\nmu = 0.3\n[[body]]\nname = \"star\"\n\
         shape = {{ cover = {{ surface = {{ file = \"star.obj\" }}, size = 0.12 }} }}\nembed = {embed}\n\
         translate = [0, {height}, 0]\nrotate = [5, 0, 0]\nvelocity = [0.2, -1, 0]\nmaterial = {{ young = 1e5 }}\n"
    )
}

fn folder(embed: &str, height: f64) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("star.obj"), SURFACE).unwrap();
    fs::write(folder.path().join("s.toml"), scene(embed, height)).unwrap();
    folder
}

#[track_caller]
fn done(at: &Path, arguments: &str) -> Outcome {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let outcome = tangency(at, &arguments);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    outcome
}

#[test]
fn a_run_has_the_same_bits_with_more_threads_and_in_two_parts() {
    let folder = folder("{ contact = \"fine\" }", 0.16);
    let at = folder.path();
    done(at, "run s.toml --quiet --out whole --threads 1 --paranoid");
    done(at, "run s.toml --quiet --out threads --threads 2");
    done(at, "run s.toml --quiet --out parts --steps 4");
    done(at, "run s.toml --quiet --out parts --resume");
    for step in 0..=10 {
        let frame = |run: &str| fs::read(at.join(format!("{run}/frames/{step:06}.npy"))).unwrap();
        assert!(frame("whole") == frame("threads"), "step {step}, threads");
        assert!(frame("whole") == frame("parts"), "step {step}, parts");
    }
    let text = done(at, "verify whole --continuous").text;
    assert!(text.contains("verified: the certificate holds"), "{text}");
}

#[test]
fn verify_finds_a_surface_that_has_left_its_tets_or_is_open() {
    let folder = folder("{ contact = \"fine\" }", 0.16);
    let (at, run) = (folder.path(), folder.path().join("run"));
    done(at, "run s.toml --quiet --out run");
    let sound = fs::read(run.join("frames/000007.npy")).unwrap();
    let reader = RunReader::open(&run).unwrap();
    let moved = reader.topology().embedded.vertices[0];
    let mut x = reader.frame(7).unwrap();
    x[moved as usize].y += 1e-6;
    let bytes = to_bytes(&NpyArray::from_points(&x));
    fs::write(run.join("frames/000007.npy"), bytes).unwrap();
    forge_chain(&run);
    let outcome = tangency(at, &["verify", "run"]);
    assert_eq!(outcome.code, 4, "{}", outcome.text);
    let told = format!("frame 7: vertex {moved} of an embedded surface is 1.0e-6 m from where");
    assert!(outcome.text.contains(&told), "{}", outcome.text);
    fs::write(run.join("frames/000007.npy"), sound).unwrap();
    forge_chain(&run);
    done(at, "verify run");
    // A triangle that takes no part in contact leaves a hole.
    let path = run.join("topology.npz");
    let mut arrays = tangency_io::npz::read(&path).unwrap().arrays;
    for (name, array) in &mut arrays {
        if let ("triangles", tangency_io::npy::NpyElements::U32(values)) =
            (&name[..], &mut array.elements)
        {
            values.truncate(values.len() - 3);
            array.shape[0] -= 1;
        }
    }
    let named: Vec<(&str, NpyArray)> = arrays.iter().map(|(n, a)| (&n[..], a.clone())).collect();
    tangency_io::npz::write(&path, &named).unwrap();
    let outcome = tangency(at, &["verify", "run"]);
    assert_eq!(outcome.code, 4, "{}", outcome.text);
    let told = "the embedded surface is open at the side";
    assert!(outcome.text.contains(told), "{}", outcome.text);
}

/// What other programs get is the fine surface, at the start exactly where it was placed, whichever surface touches.
#[test]
fn exports_and_pictures_have_the_fine_surface() {
    let expected = {
        let folder = folder("true", 0.4);
        fs::write(
            folder.path().join("plain.toml"),
            "[[body]]\nname = \"b\"\nshape = { ball = {} }\n\
            translate = [9, 9, 9]\n[[obstacle]]\nname = \"star\"\nshape = { file = \"star.obj\" }\n\
            translate = [0, 0.4, 0]\nrotate = [5, 0, 0]\n",
        )
        .unwrap();
        done(folder.path(), "run plain.toml --quiet --out run --steps 1");
        let reader = RunReader::open(folder.path().join("run")).unwrap();
        let topology = reader.topology();
        let own = (0..topology.rest.len()).filter(|&v| topology.obstacle[v]);
        own.map(|v| topology.rest[v]).collect::<Vec<_>>()
    };
    for (embed, runs) in [
        (
            "{ contact = \"fine\" }",
            "run s.toml --quiet --out run --steps 3",
        ),
        ("true", "run s.toml --quiet --out run --steps 3"),
        (
            "true",
            "run s.toml --quiet --out run --steps 3 --stepper vbd",
        ),
    ] {
        let folder = folder(embed, 0.4);
        let at = folder.path();
        done(at, runs);
        done(at, "export run -f obj --frame 0 --quiet -o start.obj");
        done(at, "export run -f obj --frame 3 --quiet -o end.obj");
        let start = read_surface_mesh(at.join("start.obj")).unwrap();
        let end = read_surface_mesh(at.join("end.obj")).unwrap();
        assert_eq!(start.triangles.len(), 24);
        assert_eq!(end.triangles, start.triangles);
        assert_eq!(start.points, expected);
        // It has fallen with its body, by 3 steps of 1 m/s and some gravity.
        for (a, b) in start.points.iter().zip(&end.points) {
            assert!(a.y - b.y > 0.03 && a.y - b.y < 0.04, "{embed}: {a} to {b}");
        }
        done(at, "render run --frame 3 --quiet --size 160x120 -o p.png");
        assert!(fs::read(at.join("p.png")).unwrap().starts_with(b"\x89PNG"));
        done(at, "verify run");
    }
}

#[test]
fn what_cannot_be_embedded_is_refused_with_its_line() {
    let refused = |from: &str, to: &str| {
        let folder = folder("true", 0.4);
        let text = scene("true", 0.4);
        assert!(text.contains(from));
        fs::write(folder.path().join("s.toml"), text.replace(from, to)).unwrap();
        let outcome = tangency(folder.path(), &["run", "s.toml", "--quiet"]);
        assert_eq!(outcome.code, 2, "{}", outcome.text);
        outcome.text
    };
    let cover = "{ cover = { surface = { file = \"star.obj\" }, size = 0.12 } }";
    let text = refused(cover, "{ ball = {} }");
    assert!(text.contains("this shape comes from no surface"), "{text}");
    let text = refused(cover, "{ sphere = {} }");
    assert!(
        text.contains("only solids of tets carry a surface"),
        "{text}"
    );
    let text = refused(
        "embed = true",
        "embed = { surface = { file = \"no.obj\" } }",
    );
    assert!(text.contains("there is no mesh file `no.obj`"), "{text}");
    let text = refused("ground = 0", "ground = 0\nrepair = true");
    assert!(text.contains("cannot be repaired"), "{text}");
}
