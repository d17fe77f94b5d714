//! Pieces of a scene: what hangs together by its elements and moves as one, and which of them are in each other's way.

use std::collections::BTreeSet;

use tangency_geometry::Vec3;
use tangency_geometry::bvh::BroadPhase;

use crate::certificate::enclosed::Enclosures;
use crate::certificate::{find_beyond, find_intersections};
use crate::contact::{Primitives, pairs_within_reach};
use crate::groups::Groups;
use crate::model::Model;

/// The connected parts of a model's bodies.
pub struct ScenePieces {
    /// The piece of each vertex.
    pub of: Vec<u32>,
    /// Vertices of each piece, ascending.
    pub vertices: Vec<Vec<u32>>,
    /// Whether each piece may be moved: it has no vertex that an obstacle owns or a program rules.
    pub is_free: Vec<bool>,
    /// Whether each vertex may be moved.
    pub may_move: Vec<bool>,
}

impl ScenePieces {
    /// The pieces of a model.
    pub fn new(model: &Model) -> Self {
        let count = model.vertex_count();
        let mut groups = Groups::new(count);
        for batch in &model.elements.tets {
            groups.join_elements(batch.stencils.iter());
        }
        groups.join_elements(model.surface.triangles.iter());
        groups.join_elements(model.surface.edges.iter());
        let roots = groups.roots();
        let mut may_move: Vec<bool> = model.is_obstacle.iter().map(|fixed| !fixed).collect();
        for program in &model.boundary {
            for &v in &program.vertices {
                may_move[v as usize] = false;
            }
        }
        let (mut number, mut vertices) = (vec![u32::MAX; count], Vec::<Vec<u32>>::new());
        let mut of = vec![0; count];
        for v in 0..count {
            let root = roots[v] as usize;
            if number[root] == u32::MAX {
                number[root] = vertices.len() as u32;
                vertices.push(Vec::new());
            }
            of[v] = number[root];
            vertices[of[v] as usize].push(v as u32);
        }
        let is_free = vertices
            .iter()
            .map(|all| all.iter().all(|&v| may_move[v as usize]))
            .collect();
        ScenePieces {
            of,
            vertices,
            is_free,
            may_move,
        }
    }
}

/// Two pieces that are in each other's way, or a piece and a half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conflict {
    /// A piece, and the number of a half-space that it is on or beyond.
    HalfSpace(u32, u32),
    /// Two pieces, the smaller number first; the same twice where a piece is in its own way.
    Pieces(u32, u32),
}

/// The faults of positions.
pub struct Conflicts {
    /// Who is in whose way, sorted, each once.
    pub all: BTreeSet<Conflict>,
    /// Edges and triangles that cross, by their numbers in the surface.
    pub crossings: Vec<(u32, u32)>,
    /// Whether anything crosses, is beyond a half-space or inside of a solid; else pairs are merely too close.
    pub is_tangled: bool,
}

/// Finds what is wrong with positions; what is too close is looked for where nothing is tangled, and always where `with_close`.
pub fn conflicts(
    model: &Model,
    pieces: &ScenePieces,
    enclosures: &Enclosures,
    x: &[Vec3],
    with_close: bool,
) -> Conflicts {
    let piece = |v: u32| pieces.of[v as usize];
    let two = |a: u32, b: u32| Conflict::Pieces(piece(a).min(piece(b)), piece(a).max(piece(b)));
    let mut all: BTreeSet<Conflict> = BTreeSet::new();
    for [plane, v] in find_beyond(model, x) {
        all.insert(Conflict::HalfSpace(piece(v), plane));
    }
    let crossings = find_intersections(model, x, &mut BroadPhase::new());
    for &(e, t) in &crossings {
        let edge = model.surface.edges[e as usize];
        let triangle = model.surface.triangles[t as usize];
        all.insert(two(edge[0], triangle[0]));
    }
    for found in enclosures.find(model, x) {
        all.insert(two(found.vertex, found.solid));
    }
    let is_tangled = !all.is_empty();
    if with_close || !is_tangled {
        for pair in pairs_within_reach(model, x) {
            if pair.distance > pair.offset(model) {
                continue;
            }
            all.insert(match pair.primitives {
                Primitives::PointPoint([a, b])
                | Primitives::PointEdge([a, b, _])
                | Primitives::PointTriangle([a, b, ..])
                | Primitives::EdgeEdge([a, _, b, _]) => two(a, b),
                Primitives::HalfSpace([plane, v]) => Conflict::HalfSpace(piece(v), plane),
            });
        }
    }
    Conflicts {
        all,
        crossings,
        is_tangled,
    }
}
