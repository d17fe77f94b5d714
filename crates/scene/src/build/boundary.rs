//! From selections and motions in the user's words to the engine's boundary programs.

use std::collections::BTreeMap;

use tangency_engine::{BoundaryProgram, Motion, MotionPiece, Path, ReleasePlane};
use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;

use super::parts::{PlacedBody, Selection};
use super::sequence;
use crate::document::ObstacleSpec;
use crate::document::boundary::{MotionPieceSpec, ReleasePast};
use crate::error::SceneError;
use crate::scene::Scene;

/// The programs of a scene: those of moving obstacles first, then the boundary's. No vertex may be in two at
/// the same time.
pub fn programs(scene: &Scene, parts: &[PlacedBody]) -> Result<Vec<BoundaryProgram>, SceneError> {
    let mut programs = Vec::new();
    for (index, obstacle) in scene.document.obstacle.iter().enumerate() {
        programs.extend(of_obstacle(scene, index, obstacle, parts)?);
    }
    let mut entries = 0.0;
    let mut owners: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, program) in programs.iter().enumerate() {
        for &v in &program.vertices {
            owners.entry(v).or_default().push(index);
        }
    }
    for (index, boundary) in scene.document.boundary.iter().enumerate() {
        let selection = Selection {
            list: "boundary",
            index,
            table: None,
            bodies: &boundary.body.0,
            selects: &boundary.select.0,
            relative: boundary.relative,
        };
        let (vertices, positions) = selection.vertices(scene, parts)?;
        entries += vertices.len() as f64;
        let held = scene.budget.hold_entries(entries);
        held.map_err(|message| selection.invalid(scene, "select", message))?;
        let path = match boundary.driven {
            true => Path::Driven,
            false => Path::Pieces(pieces(&boundary.motion.0, &positions)),
        };
        let motion = Motion {
            path,
            begin: boundary.begin,
            release: boundary.release,
            release_plane: match boundary.release_past {
                Some(past) => Some(release_plane(past, &selection.matching(scene, parts)?)),
                None => None,
            },
        };
        for &v in &vertices {
            let others = owners.entry(v).or_default();
            let clash = |other: &&usize| programs[**other].motion.overlaps(&motion);
            if let Some(&other) = others.iter().find(clash) {
                let message = already_moved(v, parts, &programs[other].name);
                return Err(selection.invalid(scene, "select", message));
            }
            others.push(programs.len());
        }
        programs.push(BoundaryProgram {
            name: boundary.name.clone(),
            vertices,
            motion,
        });
    }
    Ok(programs)
}

/// The program of an obstacle, if it moves.
fn of_obstacle(
    scene: &Scene,
    index: usize,
    obstacle: &ObstacleSpec,
    parts: &[PlacedBody],
) -> Result<Option<BoundaryProgram>, SceneError> {
    let Some(part) = parts.get(scene.document.body.len() + index) else {
        return Ok(None);
    };
    let path = match &obstacle.sequence {
        Some(frames) => Path::Sequence(sequence::read(
            scene,
            index,
            obstacle,
            frames,
            &part.points,
        )?),
        None if obstacle.motion.0.is_empty() => return Ok(None),
        None => Path::Pieces(pieces(&obstacle.motion.0, &part.points)),
    };
    Ok(Some(BoundaryProgram {
        name: obstacle.name.clone(),
        vertices: (part.first..part.first + part.points.len() as u32).collect(),
        motion: Motion {
            path,
            begin: obstacle.begin,
            release: obstacle.release,
            release_plane: None,
        },
    }))
}

/// Plane that has been passed once all of `bodies` are beyond `past`.
fn release_plane(past: ReleasePast, bodies: &[&PlacedBody]) -> ReleasePlane {
    let range = |part: &&PlacedBody| part.first..part.first + part.points.len() as u32;
    let (axis, is_larger) = past.side.axis();
    let sign = if is_larger { 1.0 } else { -1.0 };
    let mut direction = Vec3::zeros();
    direction[axis] = sign;
    ReleasePlane {
        vertices: bodies.iter().map(range).collect(),
        direction,
        at: sign * past.at,
    }
}

fn already_moved(v: u32, parts: &[PlacedBody], program: &str) -> String {
    let part = parts.iter().rev().find(|p| p.first <= v);
    let (body, local) = part.map_or(("", v), |p| (p.name.as_str(), v - p.first));
    format!(
        "vertex {local} of `{body}` is already moved by `{program}`; a vertex can follow one program at a time: make the selections disjoint, or their times (`begin`, `release`)"
    )
}

/// The engine's pieces: degrees to radians, the default centre in the middle of the moved vertices.
fn pieces(pieces: &[MotionPieceSpec], positions: &[Vec3]) -> Vec<MotionPiece> {
    let middle = BoundingBox::of(positions).map_or(Vec3::zeros(), |b| b.center());
    let piece = |piece: &MotionPieceSpec| MotionPiece {
        duration: piece.duration.unwrap_or(f64::INFINITY),
        velocity: piece.velocity.into(),
        angular_velocity: Vec3::from(piece.angular_velocity).map(f64::to_radians),
        center: piece.center.map_or(middle, Vec3::from),
    };
    pieces.iter().map(piece).collect()
}
