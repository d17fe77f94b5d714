//! From selections and motions in the user's words to the engine's boundary programs.

use std::collections::BTreeMap;

use tangency_engine::{BoundaryProgram, Motion};
use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;

use super::select;
use crate::Scene;
use crate::document::boundary::{Boundary, MotionPiece, Select};
use crate::error::{SceneError, suggestion};

/// A body or obstacle whose vertices may be selected.
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its first vertex in the model.
    pub first: u32,
    /// Its vertices, placed, m.
    pub points: Vec<Vec3>,
    /// Its named groups, in its own vertex numbers.
    pub groups: Vec<(String, Vec<u32>)>,
}

/// The programs of a scene: those of moving obstacles first, then the boundary's.
pub struct Programs(pub Vec<BoundaryProgram>);

impl Programs {
    /// Resolves all programs; no vertex may be in two.
    pub fn resolve(scene: &Scene, parts: &[Part]) -> Result<Self, SceneError> {
        let mut programs = Self(Vec::new());
        let mut owner: BTreeMap<u32, usize> = BTreeMap::new();
        for obstacle in scene
            .document
            .obstacle
            .iter()
            .filter(|o| !o.motion.0.is_empty())
        {
            let part = parts.iter().find(|p| p.name == obstacle.name);
            let Some(part) = part else { continue };
            let vertices = (part.first..part.first + part.points.len() as u32).collect();
            let motion = motion(&obstacle.motion.0, obstacle.release, &part.points);
            programs.0.push(BoundaryProgram {
                name: obstacle.name.clone(),
                vertices,
                motion,
            });
        }
        for (index, program) in programs.0.iter().enumerate() {
            owner.extend(program.vertices.iter().map(|&v| (v, index)));
        }
        for (index, boundary) in scene.document.boundary.iter().enumerate() {
            let program = resolve_one(scene, index, boundary, parts)?;
            for &v in &program.vertices {
                if let Some(other) = owner.insert(v, programs.0.len()) {
                    let part = parts.iter().rev().find(|p| p.first <= v);
                    let (body, local) = part.map_or(("", v), |p| (p.name.as_str(), v - p.first));
                    let message = format!(
                        "vertex {local} of `{body}` is already moved by `{}`; a vertex can follow one program only: make the selections disjoint",
                        programs.0[other].name
                    );
                    return Err(scene.invalid(&["boundary", &index.to_string(), "select"], message));
                }
            }
            programs.0.push(program);
        }
        Ok(programs)
    }
}

fn resolve_one(
    scene: &Scene,
    index: usize,
    boundary: &Boundary,
    parts: &[Part],
) -> Result<BoundaryProgram, SceneError> {
    let number = index.to_string();
    let mut vertices = Vec::new();
    let mut positions = Vec::new();
    for part in matching(scene, &number, boundary, parts)? {
        check_groups(scene, &number, &boundary.select.0, part)?;
        let group = |name: &str| {
            part.groups
                .iter()
                .find(|(g, _)| g == name)
                .map(|(_, vertices)| vertices.clone())
                .unwrap_or_default()
        };
        for v in select::union(&boundary.select.0, &part.points, boundary.relative, group) {
            vertices.push(part.first + v);
            positions.push(part.points[v as usize]);
        }
    }
    if vertices.is_empty() {
        let message = format!(
            "selects no vertex of `{}`{}",
            boundary.body.0.join("`, `"),
            extent(parts, boundary)
        );
        return Err(scene.invalid(&["boundary", &number, "select"], message));
    }
    let motion = motion(&boundary.motion.0, boundary.release, &positions);
    Ok(BoundaryProgram {
        name: boundary.name.clone(),
        vertices,
        motion,
    })
}

/// Whether `pattern` means the body called `name`: itself, all copies of it, or everything.
fn means(pattern: &str, name: &str) -> bool {
    pattern == "*"
        || name == pattern
        || name
            .strip_prefix(pattern)
            .is_some_and(|rest| rest.starts_with('.'))
}

/// The parts that a program acts on, each once.
fn matching<'a>(
    scene: &Scene,
    number: &str,
    boundary: &Boundary,
    parts: &'a [Part],
) -> Result<Vec<&'a Part>, SceneError> {
    for pattern in &boundary.body.0 {
        if !parts.iter().any(|part| means(pattern, &part.name)) {
            let names: Vec<&str> = parts
                .iter()
                .map(|p| p.name.split('.').next().unwrap_or(&p.name))
                .collect();
            let mut known = names.clone();
            known.dedup();
            let hint = suggestion(pattern, parts.iter().map(|p| p.name.as_str()).chain(names));
            let message = format!(
                "there is no body or obstacle `{pattern}`{hint}; there are: {}",
                known.join(", ")
            );
            return Err(scene.invalid(&["boundary", number, "body"], message));
        }
    }
    let solids = scene.document.body.len();
    let wanted = |(index, part): &(usize, &Part)| {
        // `*` means the bodies; obstacles are named.
        boundary.body.0.iter().any(|p| {
            if p == "*" {
                *index < solids
            } else {
                means(p, &part.name)
            }
        })
    };
    Ok(parts
        .iter()
        .enumerate()
        .filter(wanted)
        .map(|(_, part)| part)
        .collect())
}

fn check_groups(
    scene: &Scene,
    number: &str,
    selects: &[Select],
    part: &Part,
) -> Result<(), SceneError> {
    for select in selects {
        let Select::Group(name) = select else {
            continue;
        };
        if !part.groups.iter().any(|(g, _)| g == name) {
            let known: Vec<&str> = part.groups.iter().map(|(g, _)| g.as_str()).collect();
            let hint = suggestion(name, known.iter().copied());
            let list = if known.is_empty() {
                "none".to_string()
            } else {
                known.join(", ")
            };
            let message = format!(
                "`{}` has no group `{name}`{hint}; its groups: {list}",
                part.name
            );
            return Err(scene.invalid(&["boundary", number, "select"], message));
        }
    }
    Ok(())
}

/// Where the bodies of a program lie, to help with a selection that misses them.
fn extent(parts: &[Part], boundary: &Boundary) -> String {
    let part = parts
        .iter()
        .find(|part| boundary.body.0.iter().any(|p| means(p, &part.name)));
    let bounds = part.and_then(|p| Some((p, BoundingBox::of(&p.points)?)));
    bounds.map_or(String::new(), |(part, b)| {
        let list = |v: Vec3| format!("[{}, {}, {}]", v.x, v.y, v.z);
        format!(
            "; `{}` lies between {} and {}",
            part.name,
            list(b.min),
            list(b.max)
        )
    })
}

/// The engine's motion: degrees to radians, the default centre in the middle of the moved vertices.
fn motion(pieces: &[MotionPiece], release: Option<f64>, positions: &[Vec3]) -> Motion {
    let middle = BoundingBox::of(positions).map_or(Vec3::zeros(), |b| b.center());
    let piece = |piece: &MotionPiece| tangency_engine::MotionPiece {
        duration: piece.duration.unwrap_or(f64::INFINITY),
        velocity: piece.velocity.into(),
        angular_velocity: Vec3::from(piece.angular_velocity).map(f64::to_radians),
        center: piece.center.map_or(middle, Vec3::from),
    };
    Motion {
        pieces: pieces.iter().map(piece).collect(),
        release,
    }
}
