//! Vertex Block Descent (Chen et al. 2024): minimises the incremental potential of a time step one vertex at a time,
//! all vertices of a colour at once. Vertices of one colour share no element, so that each sees the others where they
//! are; contacts within a colour see where they were before the sweep.
//!
//! Vertices are numbered colour by colour. A sweep writes new positions while it reads those of colours before it;
//! positions of its own colour and of those after it are still the old ones ([`Positions`]). So it never reads what
//! another thread writes, and its result does not depend on who comes first.

mod bounds;
mod elements;
mod lane;
mod rows;
pub mod step;

pub use bounds::{Bounds, Plane, Planes};
pub use elements::{
    Elements, Hinges, Joints, Segments, Sheet, SheetKind, Stitches, Tets, Triangles,
};
pub use lane::Lane;
pub use rows::{
    ClothHinge, ClothRows, ClothTriangle, Elastic, RodJoint, RodRows, RodSegment, Rows,
};

use tangency_formulas::{Mat3, Real, Vec3, VertexShare};

use crate::contact::Contacts;

/// Where vertices are.
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

/// For each vertex a list of what it is part of: number and place in it, four times the number plus the place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uses<'a> {
    /// Where the list of each vertex begins, and the end of the last.
    pub begin: &'a [u32],
    /// The lists.
    pub items: &'a [u32],
}

impl<'a> Uses<'a> {
    /// The list of vertex `v`.
    #[inline]
    pub fn of(&self, v: usize) -> &'a [u32] {
        if self.items.is_empty() {
            return &[];
        }
        &self.items[self.begin[v] as usize..self.begin[v + 1] as usize]
    }
}

/// The inertia of a step: ½ Σ m |x - x̂|² - Σ f·x.
#[derive(Clone, Copy, Debug)]
pub struct Inertia<'a, R: Real> {
    /// Masses, kg; zero without inertia.
    pub mass: &'a [R],
    /// Where each vertex would be without inner forces, m.
    pub predicted: &'a [Vec3<R>],
    /// Forces of the quasi-static step times its scale, kg m; empty with inertia.
    pub force: &'a [Vec3<R>],
}

/// Everything that a sweep reads.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<'a, R: Real> {
    /// The inertia.
    pub inertia: Inertia<'a, R>,
    /// Factor of elastic energies in the potential: h² for implicit Euler.
    pub scale: R,
    /// What is elastic.
    pub elements: Elements<'a, R>,
    /// What is in contact.
    pub contacts: Contacts<'a, R>,
    /// How far vertices may go.
    pub bounds: Bounds<'a, R>,
}

/// Where a vertex goes, and how much of its motion its bounds have cut off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved<R: Real> {
    /// Its new position, m.
    pub x: Vec3<R>,
    /// Largest component of what is missing to where it wanted to go, m; zero where nothing stopped it.
    pub lost: R,
}

impl<R: Real> Moved<R> {
    /// A vertex that ends at `x` and wanted to go to `wanted`.
    #[inline]
    pub fn towards(wanted: &Vec3<R>, x: Vec3<R>) -> Self {
        Moved {
            lost: step::largest(&(wanted - x)),
            x,
        }
    }

    /// Whether its bounds stopped it.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.lost > R::zero()
    }
}

impl<R: Real> Sweep<'_, R> {
    /// The new position of vertex `v`.
    #[inline]
    pub fn vertex(&self, v: u32, positions: impl At<R>) -> Moved<R> {
        let x = positions.at(v);
        let mut share = self.elements.share(v, positions) * self.scale;
        share += self.inertia.share(v, &x);
        share += self.contacts.share(v, positions);
        let wanted = x + self.elements.shorten(v, positions, share.descent());
        let mut end = self.bounds.truncate(v, &wanted);
        let is_stopped = end != wanted;
        if is_stopped && !self.elements.allow(v, positions, &(end - x)) {
            // Sliding along the bound is not for elements with limits: on the way itself they are kept.
            end = x + (wanted - x) * self.bounds.share(v, &x, &wanted);
        }
        Moved::towards(&wanted, end)
    }
}

impl<R: Real> Inertia<'_, R> {
    /// What vertex `v` at `x` feels of it.
    #[inline]
    pub fn share(&self, v: u32, x: &Vec3<R>) -> VertexShare<R> {
        let v = v as usize;
        let mass = self.mass[v];
        let mut gradient = (x - self.predicted[v]) * mass;
        if let Some(force) = self.force.get(v) {
            gradient -= force;
        }
        VertexShare {
            gradient,
            hessian: Mat3::from_diagonal_element(mass),
        }
    }
}
