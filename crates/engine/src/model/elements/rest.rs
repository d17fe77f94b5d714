//! The shape of a shell without forces, triangle by triangle.

use nalgebra::Vector2;
use tangency_formulas::elastic::triangle::RestTriangle;
use tangency_geometry::Vec3;

use crate::material::Membrane;
use crate::model::ModelError;
use crate::model::bodies::{RestShape, Shell};

/// A shell at rest.
pub struct ShellRest<'a> {
    /// Each triangle.
    pub triangles: Vec<RestTriangle<f64>>,
    /// Whether all hinges are flat.
    pub is_flat: bool,
    shell: &'a Shell,
    /// Neighbours of triangles cut from flat cloth: (from, to) of a side, then triangle and side; sorted.
    sides: Vec<([u32; 2], (u32, usize))>,
}

impl<'a> ShellRest<'a> {
    /// The shape that a shell has at rest.
    pub fn of(shell: &'a Shell) -> Result<Self, ModelError> {
        let triangles = &shell.mesh.triangles;
        let mut rest = ShellRest {
            triangles: Vec::with_capacity(triangles.len()),
            is_flat: matches!(shell.rest, RestShape::Flattened | RestShape::Pattern(_)),
            shell,
            sides: Vec::new(),
        };
        for (t, &vertices) in triangles.iter().enumerate() {
            let [a, b, c] = rest.corners(t);
            let triangle = match (&shell.rest, shell.material.membrane) {
                (RestShape::Pattern(_), _) => {
                    let [a, b, c] = [a, b, c].map(|x| Vector2::new(x.x, x.y));
                    RestTriangle::from_plane([&a, &b, &c])
                }
                (_, Membrane::Woven(_)) => RestTriangle::along([&a, &b, &c], &shell.warp),
                _ => RestTriangle::new([&a, &b, &c]),
            };
            let degenerate = || ModelError::DegenerateTriangle {
                body: shell.name.clone(),
                triangle: t,
                vertices,
            };
            rest.triangles.push(triangle.ok_or_else(degenerate)?);
        }
        if matches!(shell.rest, RestShape::Pattern(_)) {
            rest.sides = sides(triangles);
        }
        Ok(rest)
    }

    /// The corners of triangle `t`, m; of a pattern in the plane z = 0.
    pub fn corners(&self, t: usize) -> [Vec3; 3] {
        let at = |points: &[Vec3]| self.shell.mesh.triangles[t].map(|v| points[v as usize]);
        match &self.shell.rest {
            RestShape::Placed | RestShape::Flattened => at(&self.shell.mesh.points),
            RestShape::Positions(points) => at(points),
            RestShape::Pattern(corners) => corners[t].map(|[u, v]| Vec3::new(u, v, 0.0)),
        }
    }

    /// The vertex `v` across side number `side` of triangle `t`, m, beside its corners; of a pattern with the
    /// neighbour laid against that side.
    pub fn across(&self, t: usize, side: usize, v: u32) -> Vec3 {
        match &self.shell.rest {
            RestShape::Placed | RestShape::Flattened => self.shell.mesh.points[v as usize],
            RestShape::Positions(points) => points[v as usize],
            RestShape::Pattern(_) => self.laid_against(t, side),
        }
    }

    fn laid_against(&self, t: usize, side: usize) -> Vec3 {
        let triangle = self.shell.mesh.triangles[t];
        let (from, to) = (triangle[side], triangle[(side + 1) % 3]);
        let corners = self.corners(t);
        let (e0, e1) = (corners[side], corners[(side + 1) % 3]);
        let Ok(place) = self.sides.binary_search_by_key(&[to, from], |side| side.0) else {
            return e0;
        };
        // The neighbour runs the other way: its side begins where ours ends.
        let (neighbour, other) = self.sides[place].1;
        let theirs = self.corners(neighbour as usize);
        let [end, start, apex] = [0, 1, 2].map(|k| theirs[(other + k) % 3]);
        let their_axis = (end - start).normalize();
        let along = (apex - start).dot(&their_axis);
        let height = (apex - start - their_axis * along).norm();
        let axis = (e1 - e0).normalize();
        e0 + axis * along + Vec3::new(axis.y, -axis.x, 0.0) * height
    }
}

fn sides(triangles: &[[u32; 3]]) -> Vec<([u32; 2], (u32, usize))> {
    let mut sides = Vec::with_capacity(3 * triangles.len());
    for (&[a, b, c], t) in triangles.iter().zip(0..) {
        let each = [[a, b], [b, c], [c, a]].into_iter().zip(0..);
        sides.extend(each.map(|(edge, side)| (edge, (t, side))));
    }
    sides.sort_unstable();
    sides
}
