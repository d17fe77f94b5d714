//! Vertex Block Descent (Chen et al. 2024): minimises the incremental potential of a time step one vertex at a time,
//! all vertices of a colour at once. Vertices of one colour share no element, so that each sees the others where they
//! are; contacts within a colour see where they were before the sweep.
//!
//! Vertices are numbered colour by colour. A sweep writes new positions while it reads those of colours before it;
//! positions of its own colour and of those after it are still the old ones
//! ([`Positions`](crate::positions::Positions)). So it never reads what another thread writes, and its result does not
//! depend on who comes first.

mod elements;
mod records;
pub mod step;

pub use elements::{Batch, ElasticElements, SheetEnergy, SheetMaterial, Stitching};
pub use records::{
    ClothHinge, ClothRows, ClothTriangle, ElasticRows, NeoHookeanTets, RodHinge, RodRows,
    RodSegment, VertexElastic,
};

use tangency_formulas::{Mat3, Real, Vec3, VertexQuadratic};

use crate::KernelReal;
use crate::contact::{SweepBounds, VertexContacts};
use crate::lane::Lane;
use crate::positions::At;
use crate::storage::Borrowed;

/// The inertia of a step: ½ Σ m |x - x̂|² - Σ f·x.
#[derive(Clone, Copy, Debug)]
pub struct VertexInertia<'a, R: Real> {
    /// Masses, kg; zero without inertia.
    pub mass: &'a [R],
    /// Position of each vertex without inner forces, m.
    pub predicted: &'a [Vec3<R>],
    /// Forces of the quasi-static step times its scale, kg m; empty with inertia.
    pub force: &'a [Vec3<R>],
}

/// Everything that a sweep reads.
#[derive(Clone, Copy, Debug)]
pub struct VertexSweep<'a, R: KernelReal> {
    /// The inertia.
    pub inertia: VertexInertia<'a, R>,
    /// Factor of elastic energies in the potential: h² for implicit Euler.
    pub scale: R,
    /// Elastic elements.
    pub elements: ElasticElements<Borrowed<'a>, R>,
    /// Contacts.
    pub contacts: VertexContacts<'a, R>,
    /// Bounds on how far vertices may go.
    pub bounds: SweepBounds<'a, R>,
}

/// The end of a vertex's move, and how much of it the bounds have cut off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved<R: Real> {
    /// The new position, m.
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

impl<R: KernelReal> VertexSweep<'_, R> {
    /// The new position of vertex `v`.
    #[inline]
    pub fn vertex(&self, v: u32, positions: impl At<R>) -> Moved<R> {
        let x = positions.at(v);
        let mut local = self.elements.quadratic(v, positions, Lane::ALONE) * self.scale;
        local += self.inertia.quadratic(v, &x);
        local += self.contacts.quadratic(v, positions);
        let wanted = x + self.elements.shorten(v, positions, local.descent());
        let mut end = self.bounds.truncate(v, &wanted);
        let is_stopped = step::differ(&end, &wanted);
        if is_stopped && !self.elements.allow(v, positions, &(end - x)) {
            // Sliding along the bound is not for elements with limits: on the way itself they are kept.
            end = x + (wanted - x) * self.bounds.fraction(v, &x, &wanted);
        }
        Moved::towards(&wanted, end)
    }
}

impl<R: Real> VertexInertia<'_, R> {
    /// The quadratic model of it, as vertex `v` at `x` feels it.
    #[inline]
    pub fn quadratic(&self, v: u32, x: &Vec3<R>) -> VertexQuadratic<R> {
        let v = v as usize;
        let mass = self.mass[v];
        let mut gradient = (x - self.predicted[v]) * mass;
        if let Some(force) = self.force.get(v) {
            gradient -= force;
        }
        VertexQuadratic {
            gradient,
            hessian: Mat3::from_diagonal_element(mass),
        }
    }
}
