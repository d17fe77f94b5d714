//! Parts of one mesh file as bodies: no element may be in two of them at one place.

use tangency_io::read::{is_among, sorted_elements};
use tangency_io::{MeshFile, read_mesh_file};

use crate::document::BodySpec;
use crate::document::shape::{PieceShape, Shape};
use crate::error::SceneError;
use crate::scene::Scene;

/// A body that is a part of a file, by name.
struct Part<'a> {
    index: usize,
    body: &'a BodySpec,
    name: &'a str,
}

/// Refuses bodies that are parts of one file, lie at the same place and have an element in common: groups of a file may
/// overlap, bodies may not.
pub fn check(scene: &Scene) -> Result<(), SceneError> {
    let mut parts: Vec<(&str, Vec<Part>)> = Vec::new();
    for (index, body) in scene.document.body.iter().enumerate() {
        if let Shape::Piece(PieceShape {
            file,
            name: Some(name),
            ..
        }) = &body.shape
        {
            let part = Part { index, body, name };
            match parts.iter_mut().find(|(known, _)| known == file) {
                Some((_, parts)) => parts.push(part),
                None => parts.push((file, vec![part])),
            }
        }
    }
    for (file, parts) in parts.iter().filter(|(_, parts)| parts.len() > 1) {
        // A file that cannot be read is told where its bodies are made.
        let Ok(contents) = read_mesh_file(file) else {
            continue;
        };
        for (i, part) in parts.iter().enumerate() {
            let before = parts[..i].iter().filter(|other| is_same_place(other, part));
            for other in before {
                if let Some(element) = common(&contents, other.name, part.name) {
                    let message = format!(
                        "{element} of {file} is in the parts `{}` and `{}`, so that the bodies `{}` and `{}` would both \
                         have it: choose parts that do not overlap, or one body and its groups",
                        other.name, part.name, other.body.name, part.body.name
                    );
                    let path = ["body", &part.index.to_string(), "shape"];
                    return Err(scene.invalid(&path, message));
                }
            }
        }
    }
    Ok(())
}

fn is_same_place(a: &Part, b: &Part) -> bool {
    let place = |part: &Part| {
        let body = part.body;
        (body.scale, body.rotate, body.translate, body.unit)
    };
    place(a) == place(b)
}

/// An element that two parts have in common, in words.
fn common(contents: &MeshFile, a: &str, b: &str) -> Option<String> {
    let find = |name: &str| contents.groups.iter().find(|group| group.name == name);
    let (a, b) = (find(a)?, find(b)?);
    let tet = shared(&a.tets, &b.tets).map(|v| format!("the tet with the vertices {v:?} (from 0)"));
    tet.or_else(|| {
        let triangle = shared(&a.triangles, &b.triangles);
        triangle.map(|v| format!("the triangle with the vertices {v:?} (from 0)"))
    })
}

fn shared<const N: usize>(a: &[[u32; N]], b: &[[u32; N]]) -> Option<[u32; N]> {
    let known = sorted_elements(a);
    b.iter().find(|e| is_among(&known, e)).copied()
}
