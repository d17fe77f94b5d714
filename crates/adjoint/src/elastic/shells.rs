//! Rest positions of shells, as variables.

use tangency_engine::{RestShape, Shell, Vec3};
use tangency_formulas::Dual;

/// The position of each vertex of a shell at rest.
pub struct RestPoints<'a>(&'a [Vec3]);

impl<'a> RestPoints<'a> {
    /// Those of a shell; none where it is cut from a pattern, whose corners belong to triangles.
    pub fn of(shell: &'a Shell) -> Option<Self> {
        match &shell.rest {
            RestShape::Placed | RestShape::Flattened => Some(RestPoints(&shell.mesh.points)),
            RestShape::Positions(points) => Some(RestPoints(points)),
            RestShape::Pattern(_) => None,
        }
    }
}

/// A vector of dual numbers.
pub type DualVector<const N: usize> = tangency_formulas::Vec3<Dual<N>>;

/// The rest positions of some vertices as variables, `N = 3 K`.
pub fn variables<const K: usize, const N: usize>(
    points: &RestPoints,
    vertices: [u32; K],
) -> [DualVector<N>; K] {
    std::array::from_fn(|i| variable(points, vertices[i], i))
}

/// The rest position of a vertex as variables, from number `3 i` on.
pub fn variable<const N: usize>(points: &RestPoints, vertex: u32, i: usize) -> DualVector<N> {
    DualVector::from_fn(|c, _| {
        let mut variable = Dual::constant(points.0[vertex as usize][c]);
        variable.slopes[3 * i + c] = 1.0;
        variable
    })
}

/// Adds derivatives by the variables of some vertices of a body, whose first has the number `first`, to those by all.
pub fn scatter_slopes<const N: usize>(
    sum: &Dual<N>,
    first: u32,
    vertices: impl IntoIterator<Item = u32>,
    out: &mut [Vec3],
) {
    for (i, v) in vertices.into_iter().enumerate() {
        let by = &sum.slopes[3 * i..3 * i + 3];
        out[(first + v) as usize] += Vec3::new(by[0], by[1], by[2]);
    }
}
