//! The stencils of pairs: which vertices each has, and the term over them.

use tangency_formulas::contact::geometric::{
    Dimension, Fan, Potential, Ring, Sidedness, Term, TermKind,
};
use tangency_geometry::Vec3;

use super::activation_distances::ActivationDistances;
use super::rings::{NONE, Rings};
use super::weights::PrimitiveWeights;
use crate::contact::Primitives;
use crate::model::Model;

/// Size of the triangle or edge that stands for a half-space, in distances from which it acts: so large that the mollifier is 1.
const PLANE: f64 = 8.0;

/// Data of the primitives of a model that are fixed.
pub struct Stencils {
    /// Potential that all terms have in common.
    pub potential: Potential<f64>,
    /// Their surroundings.
    pub rings: Rings,
    /// Weights of the primitives.
    pub weights: PrimitiveWeights,
    /// Distances that they reach.
    pub activation: ActivationDistances,
}

impl Stencils {
    /// The term of a pair for stiffness 1; appends the vertices of its stencil to `nodes`, [`NONE`] where a point is no
    /// vertex. The kernel is in units of the reach, as in the published library, so that short distances are not stiffer;
    /// where none was shortened it is the paper's.
    pub fn term(&self, model: &Model, pair: Primitives, nodes: &mut Vec<u32>) -> Term<f64> {
        let (rings, weights, activation) = (&self.rings, &self.weights, &self.activation);
        let (kind, first, second, weight, reach, offset) = match pair {
            Primitives::PointPoint([a, b]) => {
                nodes.extend([a, b]);
                nodes.extend_from_slice(rings.around(a));
                nodes.extend_from_slice(rings.around(b));
                (
                    TermKind::VertexVertex,
                    rings.of_vertex(a),
                    rings.of_vertex(b),
                    weights.vertices[a as usize] * weights.vertices[b as usize],
                    activation.vertices[a as usize].min(activation.vertices[b as usize]),
                    model.pair_offset(a, b),
                )
            }
            Primitives::PointEdge([p, a, b]) => {
                let edge = rings.edge([a, b]);
                nodes.push(p);
                nodes.extend(rings.run(edge));
                nodes.extend_from_slice(rings.around(p));
                nodes.extend_from_slice(rings.beside(edge));
                (
                    TermKind::VertexEdge,
                    rings.of_vertex(p),
                    rings.of_edge(edge),
                    weights.vertices[p as usize] * weights.edges[edge as usize],
                    activation.vertices[p as usize].min(activation.edges[edge as usize]),
                    model.pair_offset(p, a),
                )
            }
            Primitives::PointTriangle([p, a, b, c]) => {
                let face = rings.triangle([a, b, c]) as usize;
                nodes.extend([p, a, b, c]);
                nodes.extend_from_slice(rings.around(p));
                (
                    TermKind::VertexFace,
                    rings.of_vertex(p),
                    rings.of_face(a),
                    weights.vertices[p as usize] * weights.faces[face],
                    activation.vertices[p as usize].min(activation.faces[face]),
                    model.pair_offset(p, a),
                )
            }
            Primitives::EdgeEdge([a0, a1, b0, b1]) => {
                let (a, b) = (rings.edge([a0, a1]), rings.edge([b0, b1]));
                nodes.extend([a0, a1, b0, b1]);
                nodes.extend_from_slice(rings.beside(a));
                nodes.extend_from_slice(rings.beside(b));
                (
                    TermKind::EdgeEdge,
                    rings.of_edge(a),
                    rings.of_edge(b),
                    weights.edges[a as usize] * weights.edges[b as usize],
                    activation.edges[a as usize].min(activation.edges[b as usize]),
                    model.pair_offset(a0, b0),
                )
            }
            Primitives::HalfSpace([_, v]) => {
                let kind = match self.potential.dimension {
                    Dimension::Plane => TermKind::VertexEdge,
                    Dimension::Space => TermKind::VertexFace,
                };
                nodes.push(v);
                nodes.resize(nodes.len() + kind.core() - 1, NONE);
                nodes.extend_from_slice(rings.around(v));
                let face = Ring {
                    count: 0,
                    fan: Fan::None,
                    side: Sidedness::Outer,
                };
                (
                    kind,
                    rings.of_vertex(v),
                    face,
                    weights.vertices[v as usize] * weights.mean,
                    activation.vertices[v as usize],
                    0.5 * model.thickness[v as usize],
                )
            }
        };
        let shortened = reach / activation.target;
        Term {
            kind,
            first,
            second,
            weight: (0..self.potential.power).fold(weight, |weight, _| weight * shortened),
            reach,
            offset,
        }
    }
}

/// Makes `out` the points of a stencil at `x`. A half-space is a triangle around the foot of the vertex, in the plane an
/// edge, and all is relative to that vertex.
pub fn gather(
    model: &Model,
    pair: Primitives,
    term: &Term<f64>,
    nodes: &[u32],
    x: &[Vec3],
    out: &mut Vec<Vec3>,
) {
    out.clear();
    let Primitives::HalfSpace([plane, v]) = pair else {
        out.extend(nodes.iter().map(|&v| x[v as usize]));
        return;
    };
    let half_space = &model.half_spaces[plane as usize];
    let (n, at) = (half_space.normal, x[v as usize]);
    let foot = n * -half_space.distance(at);
    let size = PLANE * (term.reach + term.offset);
    out.push(Vec3::zeros());
    match term.kind {
        TermKind::VertexEdge => {
            let along = Vec3::z().cross(&n) * size;
            out.extend([foot - along, foot + along]);
        }
        _ => out.extend(around(&n).map(|corner| foot + corner * size)),
    }
    let ring = &nodes[term.kind.core()..];
    out.extend(ring.iter().map(|&w| x[w as usize] - at));
}

/// The corners of a triangle around the origin whose normal is `n`.
fn around(n: &Vec3) -> [Vec3; 3] {
    let axis = if n.x.abs() < 0.6 {
        Vec3::x()
    } else {
        Vec3::y()
    };
    let s = n.cross(&axis).normalize();
    let t = n.cross(&s);
    let corners = [
        [1.0, 0.0],
        [-0.5, 0.75_f64.sqrt()],
        [-0.5, -(0.75_f64.sqrt())],
    ];
    corners.map(|[a, b]| s * a + t * b)
}
