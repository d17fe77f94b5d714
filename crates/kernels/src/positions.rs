//! Positions of vertices.

use tangency_formulas::{Real, Vec3};

use crate::storage::plain;

/// Positions of vertices.
pub trait At<R: Real>: Copy {
    /// The position of vertex `v`, m.
    fn at(&self, v: u32) -> Vec3<R>;
}

/// A position in 16 bytes of single precision or 32 of double precision, which a GPU reads at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct Padded<R> {
    /// The position, m.
    pub xyz: [R; 3],
    /// Nothing.
    pub padding: R,
}

plain!(; Padded);

impl<R: Real> From<Vec3<R>> for Padded<R> {
    #[inline]
    fn from(x: Vec3<R>) -> Self {
        Padded {
            xyz: [x.x, x.y, x.z],
            padding: R::zero(),
        }
    }
}

impl<R: Real> From<Padded<R>> for Vec3<R> {
    #[inline]
    fn from(x: Padded<R>) -> Self {
        let [x, y, z] = x.xyz;
        Vec3::new(x, y, z)
    }
}

/// Positions in the middle of a sweep: new ones of the colours done, old ones of the others.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a, P> {
    /// New positions of the vertices of all colours before this one, m.
    pub done: &'a [P],
    /// Positions of all vertices before the sweep, m.
    pub old: &'a [P],
}

impl<R: Real, P: Copy + Into<Vec3<R>>> At<R> for Positions<'_, P> {
    #[inline]
    fn at(&self, v: u32) -> Vec3<R> {
        let v = v as usize;
        let x = match self.done.get(v) {
            Some(x) => x,
            None => &self.old[v],
        };
        (*x).into()
    }
}
