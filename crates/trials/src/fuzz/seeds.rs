//! Seeds of the inputs: small files of every kind, all of them read without complaint.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde_json::{Value, json};
use tangency_geometry::TetMesh;
use tangency_geometry::generate::{
    BoxParameters, SphereParameters, cuboid, sphere_surface, unit_cube,
};
use tangency_io::write::{msh, obj, ply, vtu};
use tangency_scene::{catalogue, load_text, schema};

use super::targets::FuzzTarget;

/// Scenes that are built at once.
const SCENES: [&str; 5] = [
    include_str!("seeds/contact.toml"),
    include_str!("seeds/thin.toml"),
    include_str!("seeds/plane.toml"),
    include_str!("seeds/files.toml"),
    include_str!("seeds/words.toml"),
];
/// Scenes whose runs are resumed and verified.
const RUNS: [&str; 3] = [
    include_str!("seeds/run-newmark.toml"),
    include_str!("seeds/run-rods.toml"),
    include_str!("seeds/run-cloth.toml"),
];
const SCRIPTS: [&str; 3] = [
    include_str!("seeds/shapes.script"),
    include_str!("seeds/grid.script"),
    include_str!("seeds/old.script"),
];

/// The files of a run folder that inputs change.
pub const FILES: [&str; 9] = [
    "topology.npz",
    "checkpoint.npz",
    "stats.jsonl",
    "certificate.json",
    "scene.json",
    "frames/000001.npy",
    "frames/000000.npy",
    "frames/000002.npy",
    "run.json",
];
/// The places of some of them.
pub const CHECKPOINT: usize = 1;
const STATS: usize = 2;
const REQUEST: usize = 8;
/// Fields of the statistics that differ from run to run.
const TIMES: [&str; 3] = ["seconds", "cpu_seconds", "peak_rss_mb"];

/// The contents of the files of a run.
pub struct RunFiles {
    /// By their place in [`FILES`].
    pub contents: Vec<Vec<u8>>,
}

/// The seeds of a target; made once.
pub fn of(target: FuzzTarget) -> &'static [Vec<u8>] {
    static SEEDS: [OnceLock<Vec<Vec<u8>>>; FuzzTarget::ALL.len()] =
        [const { OnceLock::new() }; FuzzTarget::ALL.len()];
    let place = FuzzTarget::ALL
        .iter()
        .position(|(known, _)| *known == target);
    match place {
        Some(place) => SEEDS[place].get_or_init(|| make(target)).as_slice(),
        None => &[],
    }
}

fn make(target: FuzzTarget) -> Vec<Vec<u8>> {
    match target {
        FuzzTarget::Toml => toml(),
        FuzzTarget::Json => json_scenes(),
        FuzzTarget::Script => SCRIPTS.map(|script| script.as_bytes().to_vec()).into(),
        FuzzTarget::Npy
        | FuzzTarget::Npz
        | FuzzTarget::Run
        | FuzzTarget::Verify
        | FuzzTarget::Resume => {
            vec![Vec::new()]
        }
        _ => {
            let ending = format!(".{target}");
            let files = mesh_files().into_iter();
            files
                .filter(|(name, _)| name.ends_with(&ending))
                .map(|(_, bytes)| bytes)
                .collect()
        }
    }
}

/// Small scenes, the catalogue, and a body of every shape.
fn toml() -> Vec<Vec<u8>> {
    let small = SCENES.iter().chain(&RUNS).map(|scene| (*scene).to_string());
    // Small scenes as often as all of the catalogue: those of the catalogue are too large to be built.
    let small = small.cycle().take(60);
    let listed = catalogue::ALL.iter().map(|entry| entry.text.to_string());
    let bodies = shapes().into_iter().map(|shape| {
        format!("[time]\nstep = 0.01\nduration = 0.1\n[[body]]\nshape = {shape}\nmaterial = {{ thickness = 0.001 }}\n")
    });
    small
        .chain(listed)
        .chain(bodies)
        .map(String::into_bytes)
        .collect()
}

/// Every shape with its parameters as the generator has them, in TOML.
fn shapes() -> Vec<String> {
    let schema = schema();
    let variants = schema["$defs"]["Shape"]["oneOf"].as_array();
    let mut shapes = Vec::new();
    for variant in variants.into_iter().flatten() {
        for name in variant["properties"].as_object().into_iter().flatten() {
            let scene = format!("{{\"body\": [{{\"shape\": {{\"{}\": {{}}}}}}]}}", name.0);
            // Those that have no defaults are in the small scenes.
            if let Ok(scene) = load_text("s.json", &scene, Path::new("."), &[]) {
                let shape = serde_json::to_value(&scene.document.body[0].shape);
                shapes.extend(shape.ok().map(|shape| inline(&shape)));
            }
        }
    }
    shapes
}

/// JSON as an inline value of TOML.
fn inline(value: &Value) -> String {
    match value {
        Value::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{key} = {}", inline(value)))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

/// Small scenes as the program resolves them.
fn json_scenes() -> Vec<Vec<u8>> {
    let scenes = SCENES.iter().chain(&RUNS);
    let resolved = scenes.filter_map(|scene| {
        let scene = load_text("s.toml", scene, Path::new("."), &[]).ok()?;
        Some(scene.resolved_json().into_bytes())
    });
    resolved.collect()
}

/// Meshes in all formats, by file name.
pub fn mesh_files() -> Vec<(String, Vec<u8>)> {
    let cube = unit_cube().unwrap_or_default();
    let grid = cuboid(&BoxParameters {
        cells: [2; 3],
        ..BoxParameters::default()
    });
    let grid = grid.unwrap_or_default();
    let sphere = sphere_surface(&SphereParameters {
        frequency: 1,
        ..SphereParameters::default()
    });
    let sphere = sphere.unwrap_or_default();
    let surface = grid.surface();
    let mut files: Vec<(&str, Vec<u8>)> = vec![
        ("cube.msh", msh::to_bytes_22(&cube)),
        ("grid.msh", msh::to_bytes_41(&grid)),
        ("binary.msh", binary_msh(&cube)),
        ("raw.vtu", vtu::of_tets(&cube)),
        ("zlib.vtu", include_bytes!("seeds/zlib.vtu").to_vec()),
        ("sphere.obj", obj::to_bytes(&sphere)),
        ("surface.obj", obj::to_bytes(&surface)),
        ("sphere.ply", ply::to_bytes(&sphere)),
        ("surface.ply", ply::to_bytes(&surface)),
        ("sphere.stl", binary_stl(&sphere)),
    ];
    let texts = [
        ("groups.msh", include_str!("seeds/groups.msh")),
        ("text.vtu", include_str!("seeds/text.vtu")),
        ("cells.vtk", include_str!("seeds/cells.vtk")),
        ("groups.obj", include_str!("seeds/groups.obj")),
        ("solids.stl", include_str!("seeds/solids.stl")),
        ("cube.vtk", include_str!("seeds/tets.vtk")),
        ("poly.vtk", include_str!("seeds/poly.vtk")),
        ("garment.obj", include_str!("seeds/garment.obj")),
        ("text.ply", include_str!("seeds/text.ply")),
        ("text.stl", include_str!("seeds/text.stl")),
        ("lines.seg", include_str!("seeds/lines.seg")),
        ("points.pt", include_str!("seeds/points.pt")),
    ];
    files.extend(texts.map(|(name, text)| (name, text.as_bytes().to_vec())));
    files
        .into_iter()
        .map(|(name, bytes)| (name.to_string(), bytes))
        .collect()
}

/// MSH 2.2 with numbers in binary.
fn binary_msh(mesh: &TetMesh) -> Vec<u8> {
    let mut bytes = b"$MeshFormat\n2.2 1 8\n".to_vec();
    bytes.extend(1i32.to_le_bytes());
    bytes.extend(b"\n$EndMeshFormat\n$Nodes\n");
    bytes.extend(format!("{}\n", mesh.points.len()).into_bytes());
    for (tag, point) in (1i32..).zip(&mesh.points) {
        bytes.extend(tag.to_le_bytes());
        point.iter().for_each(|c| bytes.extend(c.to_le_bytes()));
    }
    bytes.extend(b"\n$EndNodes\n$Elements\n");
    bytes.extend(format!("{}\n", mesh.tets.len()).into_bytes());
    for head in [4, mesh.tets.len() as i32, 0] {
        bytes.extend(head.to_le_bytes());
    }
    for (tag, tet) in (1i32..).zip(&mesh.tets) {
        bytes.extend(tag.to_le_bytes());
        tet.iter().for_each(|v| bytes.extend((v + 1).to_le_bytes()));
    }
    bytes.extend(b"\n$EndElements\n");
    bytes
}

fn binary_stl(mesh: &tangency_geometry::SurfaceMesh) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for &triangle in &mesh.triangles {
        bytes.extend([0; 12]);
        for corner in mesh.corners(triangle) {
            corner
                .iter()
                .for_each(|c| bytes.extend((*c as f32).to_le_bytes()));
        }
        bytes.extend([0; 2]);
    }
    bytes
}

/// Small runs, made once.
pub fn runs() -> &'static [RunFiles] {
    static MADE: OnceLock<Vec<RunFiles>> = OnceLock::new();
    MADE.get_or_init(|| RUNS.iter().filter_map(|scene| run(scene)).collect())
}

/// The files that a run of two steps leaves.
fn run(scene: &str) -> Option<RunFiles> {
    let folder = super::campaign::scratch().ok()?;
    let (file, out) = (folder.path().join("s.toml"), folder.path().join("run"));
    fs::write(&file, scene).ok()?;
    let (file, run) = (file.display().to_string(), out.display().to_string());
    let arguments = [
        "tangency", "run", &file, "--out", &run, "--quiet", "--steps", "2",
    ];
    tangency_cli::main_with(arguments.map(Into::into));
    let contents = FILES.map(|name| fs::read(out.join(name)).unwrap_or_default());
    let mut contents = Vec::from(contents);
    contents[STATS] = without_times(&contents[STATS]);
    // The scene's path differs from run to run.
    let mut request: Value = serde_json::from_slice(&contents[REQUEST]).ok()?;
    request["scene"] = json!("s.toml");
    contents[REQUEST] = request.to_string().into_bytes();
    Some(RunFiles { contents })
}

/// Statistics that are the same in every run.
fn without_times(lines: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in lines.split(|&b| b == b'\n').filter(|line| !line.is_empty()) {
        let mut value: Value = serde_json::from_slice(line).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            for time in TIMES {
                fields.insert(time.into(), json!(0));
            }
        }
        out.extend(value.to_string().into_bytes());
        out.push(b'\n');
    }
    out
}
