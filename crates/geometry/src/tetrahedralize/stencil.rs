//! The part of each lattice tet that is inside, as tets (after Labelle and Shewchuk 2007).
//!
//! With vertices inside (+), on the surface (0) and outside (-), the inside part is the whole tet, a smaller
//! tet, a pyramid (++0-) or a prism (+++-, ++--). Quads are cut by the diagonal through their vertex of least
//! rank: cut points of long edges, then lattice points of even and of odd parity, then cut points of short
//! edges. As this is one order of all vertices, neighbours agree and no prism is left uncuttable. A
//! quad of four cut points of short edges lies on the surface and has no neighbour: the better diagonal is taken.

use super::lattice::Lattice;
use super::warp::{SurfaceSide, Warped};
use crate::mesh::dihedral_angles;
use crate::{TetMesh, Vec3};
use rayon::prelude::*;

/// A vertex of the output: a lattice vertex or a cut point, ordered by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    LongCut(usize),
    Even(u32),
    Odd(u32),
    ShortCut(usize),
}

/// The tets inside the surface and, for each point, the lattice vertex it is, if it is one.
pub(super) struct Filled {
    pub mesh: TetMesh,
    pub lattice_vertex: Vec<Option<u32>>,
}

/// Fills all lattice tets.
pub(super) fn fill(warped: &Warped) -> Filled {
    let lattice = warped.source.lattice;
    let pieces: Vec<[Node; 4]> = (0..lattice.layers())
        .into_par_iter()
        .flat_map_iter(|i| {
            let mut layer = Vec::new();
            lattice.for_tets_of_layer(i, |tet| fill_tet(warped, tet, &mut layer));
            layer
        })
        .collect();
    let mut nodes: Vec<Node> = pieces.as_flattened().to_vec();
    nodes.par_sort_unstable();
    nodes.dedup();
    let index = |node: Node| nodes.partition_point(|&n| n < node) as u32;
    let tets = pieces.par_iter().map(|piece| piece.map(index)).collect();
    let points: Vec<Vec3> = nodes.par_iter().map(|node| node.position(warped)).collect();
    let lattice_vertex = nodes.iter().map(|node| node.lattice_vertex()).collect();
    Filled {
        mesh: TetMesh { points, tets },
        lattice_vertex,
    }
}

impl Node {
    fn vertex(lattice: &Lattice, v: u32) -> Self {
        if lattice.is_even(v) {
            Self::Even(v)
        } else {
            Self::Odd(v)
        }
    }

    fn cut(warped: &Warped, a: u32, b: u32) -> Self {
        let index = warped.source.find(a, b);
        if warped.source.cuts[index].edge.long {
            Self::LongCut(index)
        } else {
            Self::ShortCut(index)
        }
    }

    fn lattice_vertex(self) -> Option<u32> {
        match self {
            Self::Even(v) | Self::Odd(v) => Some(v),
            Self::LongCut(_) | Self::ShortCut(_) => None,
        }
    }

    fn position(self, warped: &Warped) -> Vec3 {
        match self {
            Self::Even(v) | Self::Odd(v) => warped.vertex_position(v),
            Self::LongCut(cut) | Self::ShortCut(cut) => warped.cut_position(cut),
        }
    }
}

/// Adds the inside part of one positively oriented lattice tet.
fn fill_tet(warped: &Warped, tet: [u32; 4], out: &mut Vec<[Node; 4]>) {
    let sides = tet.map(|v| warped.side(v));
    let count = |side| sides.iter().filter(|&&s| s == side).count();
    let (plus, minus) = (count(SurfaceSide::Inside), count(SurfaceSide::Outside));
    if plus == 0 {
        return;
    }
    let vertex = |v: u32| Node::vertex(warped.source.lattice, v);
    let cut = |a: u32, b: u32| Node::cut(warped, a, b);
    let [a, b, c, d] = ordered(warped, tet);
    match (plus, minus) {
        (_, 0) => out.push(tet.map(vertex)),
        (1, _) => out.push([a, b, c, d].map(|v| {
            if warped.side(v) == SurfaceSide::Outside {
                cut(a, v)
            } else {
                vertex(v)
            }
        })),
        (2, 1) => pyramid([vertex(a), vertex(b), cut(b, d), cut(a, d)], vertex(c), out),
        (2, _) => prism(
            warped,
            [vertex(a), cut(a, c), cut(a, d)],
            [vertex(b), cut(b, c), cut(b, d)],
            out,
        ),
        _ => prism(
            warped,
            [a, b, c].map(vertex),
            [a, b, c].map(|v| cut(v, d)),
            out,
        ),
    }
}

/// The inside part of one lattice tet as points, m.
#[cfg(test)]
pub(super) fn pieces_of(warped: &Warped, tet: [u32; 4]) -> Vec<[Vec3; 4]> {
    let mut pieces = Vec::new();
    fill_tet(warped, tet, &mut pieces);
    let place = |piece: [Node; 4]| piece.map(|node| node.position(warped));
    pieces.into_iter().map(place).collect()
}

/// The vertices inside first, then those on the surface, then those outside, in positive orientation.
fn ordered(warped: &Warped, mut tet: [u32; 4]) -> [u32; 4] {
    let mut odd = false;
    for end in (1..4).rev() {
        for i in 0..end {
            if warped.side(tet[i]) > warped.side(tet[i + 1]) {
                tet.swap(i, i + 1);
                odd = !odd;
            }
        }
    }
    // Two of four vertices are always on the same side.
    if odd && let Some(i) = (0..3).find(|&i| warped.side(tet[i]) == warped.side(tet[i + 1])) {
        tet.swap(i, i + 1);
    }
    tet
}

/// Quad abcd with its apex on the side of its normal's back, that is (a, b, apex, d) is positive.
fn pyramid([a, b, c, d]: [Node; 4], apex: Node, out: &mut Vec<[Node; 4]>) {
    if a.min(c) < b.min(d) {
        out.extend([[a, b, apex, c], [a, c, apex, d]]);
    } else {
        out.extend([[a, b, apex, d], [b, c, apex, d]]);
    }
}

/// Triangles p and q with pi joined to qi, and (p0, p1, p2, q0) positive.
fn prism(warped: &Warped, p: [Node; 3], q: [Node; 3], out: &mut Vec<[Node; 4]>) {
    let (p, q) = if p.iter().min() < q.iter().min() {
        (p, q)
    } else {
        ([q[0], q[2], q[1]], [p[0], p[2], p[1]])
    };
    let least = |i: usize| p.iter().all(|&node| p[i] <= node);
    let turn = (0..3).find(|&i| least(i)).unwrap_or(0);
    let [p0, p1, p2] = [0, 1, 2].map(|i| p[(turn + i) % 3]);
    let [q0, q1, q2] = [0, 1, 2].map(|i| q[(turn + i) % 3]);
    let p1_to_q2 = [[p0, p1, p2, q2], [p0, p1, q2, q1]];
    let p2_to_q1 = [[p0, p1, p2, q1], [p0, p2, q2, q1]];
    let on_surface = [p1, p2, q1, q2]
        .iter()
        .all(|node| matches!(node, Node::ShortCut(_)));
    let take_first = if on_surface {
        smallest_angle(warped, &p1_to_q2) >= smallest_angle(warped, &p2_to_q1)
    } else {
        p1.min(q2) < p2.min(q1)
    };
    out.push([p0, q1, q2, q0]);
    out.extend(if take_first { p1_to_q2 } else { p2_to_q1 });
}

/// Smallest dihedral angle of some tets, degrees.
fn smallest_angle(warped: &Warped, tets: &[[Node; 4]; 2]) -> f64 {
    let angles = tets
        .iter()
        .flat_map(|tet| dihedral_angles(&tet.map(|node| node.position(warped))));
    angles.fold(f64::INFINITY, f64::min)
}
