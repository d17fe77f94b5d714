//! The mesh files of a script: paths are relative to the folder that holds `input/`.

use std::path::{Path, PathBuf};

use crate::document::generators::MatShape;
use crate::document::shape::Shape;

/// Thickness of the mats whose names end in `t40`, m: a third of a cell of 40 to the metre.
const MAT_THICKNESS: f64 = 0.025 / 3.0;

/// A shape of a script.
pub struct FoundShape {
    /// The shape in the scene language, its file with its full path.
    pub shape: Shape,
    /// Whether it is an elastic body.
    pub is_solid: bool,
    /// Note about the shape.
    pub note: Option<String>,
}

/// The file or folder `path` as seen from any of the folders above the script.
fn resolve(folder: &Path, path: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    folder
        .ancestors()
        .map(|above| above.join(path))
        .find(|candidate| candidate.exists())
}

/// The folder that holds a sequence of meshes.
pub fn find_folder(folder: &Path, path: &str) -> Result<String, String> {
    resolve(folder, Path::new(path))
        .filter(|found| found.is_dir())
        .map(|found| escaped(&found))
        .ok_or_else(|| format!("there is no folder `{path}` where the folder `input` is"))
}

/// The shape that a mesh file means.
pub fn find(folder: &Path, path: &str) -> Result<FoundShape, String> {
    let file = Path::new(path);
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    let is_solid = match ending.as_ref() {
        "msh" | "vtk" => true,
        "obj" | "seg" | "pt" | "stl" | "ply" => false,
        other => {
            return Err(format!(
                "`{path}` ends in `{other}`; shapes are .msh (bodies) or .obj, .seg, .pt (obstacles)"
            ));
        }
    };
    let plain = |shape| FoundShape {
        shape,
        is_solid,
        note: None,
    };
    if let Some(found) = resolve(folder, file) {
        return Ok(plain(Shape::File(escaped(&found))));
    }
    let of: fn(String) -> Shape = match ending.as_ref() {
        "seg" => Shape::EdgesOf,
        "pt" => Shape::PointsOf,
        _ => return generated(file).ok_or_else(|| absent(path)),
    };
    let beside = resolve(folder, &file.with_extension("obj"));
    beside
        .map(|found| plain(of(escaped(&found))))
        .ok_or_else(|| absent(path))
}

fn absent(path: &str) -> String {
    format!(
        "there is no mesh file `{path}` where the folder `input` is; put it there, or change the line to a mesh that is"
    )
}

/// A mat whose name says what it is, as in `mat150x150t40.msh`.
fn generated(file: &Path) -> Option<FoundShape> {
    let stem = file.file_stem()?.to_string_lossy();
    let (x, z) = stem
        .strip_prefix("mat")?
        .strip_suffix("t40")?
        .split_once('x')?;
    let points: [u32; 2] = [x.parse().ok()?, z.parse().ok()?];
    let mat = MatShape {
        size: [1.0; 2],
        thickness: MAT_THICKNESS,
        points,
        ..MatShape::default()
    };
    Some(FoundShape {
        shape: Shape::Mat(mat),
        is_solid: true,
        note: Some(format!(
            "{stem} is absent and made anew: a mat of {x} by {z} points, {MAT_THICKNESS:.6} m thick"
        )),
    })
}

/// A path as text in which no `$` stands for a parameter.
fn escaped(path: &Path) -> String {
    path.to_string_lossy().replace('$', "$$")
}
