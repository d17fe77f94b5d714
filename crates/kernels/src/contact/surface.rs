//! The surface that may touch, and what surrounds each of its features.

use tangency_formulas::contact::offset_block;
use tangency_formulas::{Real, Vec3};

use crate::KernelReal;
use crate::rows::{Incidence, Rows};
use crate::storage::{Borrowed, Convert, OnDevice, Storage, plain};

/// In place of a number: there is none.
pub const NONE: u32 = u32::MAX;

/// A half-space: a unit normal and how far from the origin its plane is along it, m.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct GroundPlane<R: Real> {
    /// Unit normal, to where bodies live.
    pub normal: Vec3<R>,
    /// Distance of its plane from the origin along the normal, m.
    pub distance: R,
}

plain!(; GroundPlane);

/// Triangles, edges and points that may touch, and what is known of their vertices.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct SurfaceFeatures<S: Storage, R: KernelReal> {
    /// Vertices that may touch.
    pub points: S::Of<u32>,
    /// Edges of triangles, and wires.
    pub edges: S::Of<[u32; 2]>,
    /// Triangles.
    pub triangles: S::Of<[u32; 3]>,
    /// Edges of no triangle, by their number among the edges.
    pub wires: S::Of<u32>,
    /// Points of no edge.
    pub isolated: S::Of<u32>,
    /// The numbers of the edges of each triangle: `(t0, t1)`, `(t1, t2)`, `(t2, t0)`.
    pub triangle_edges: S::Of<[u32; 3]>,
    /// By edge, its faces: four times their number, and which of their edges it is.
    pub edge_faces: Incidence<S>,
    /// By vertex, its neighbours along edges.
    pub neighbours: Rows<S, u32>,
    /// The first triangle at each vertex, or [`NONE`].
    pub first_face: S::Of<u32>,
    /// The first wire at each vertex, or [`NONE`].
    pub first_wire: S::Of<u32>,
    /// Thickness of the body at each vertex, m.
    pub thickness: S::Of<R>,
    /// The body of each vertex.
    pub body: S::Of<u32>,
    /// Coefficients of friction between bodies, row by row.
    pub friction: S::Of<R>,
    /// Coefficients of friction of bodies on half-spaces, a row for each half-space.
    pub ground_friction: S::Of<R>,
    /// Number of bodies.
    pub bodies: u32,
    /// Whether each vertex belongs to an obstacle.
    pub is_obstacle: S::Of<bool>,
    /// Squared lengths of the edges at rest, m².
    pub edge_squares: S::Of<R>,
    /// The half-spaces.
    pub half_spaces: S::Of<GroundPlane<R>>,
}

impl<R: KernelReal> Copy for SurfaceFeatures<Borrowed<'_>, R> {}
impl<R: KernelReal> Copy for SurfaceFeatures<OnDevice, R> {}

impl<S: Storage, R: KernelReal> SurfaceFeatures<S, R> {
    /// The surface in another storage.
    #[inline]
    pub fn map<'a, C: Convert<'a, S>>(
        &'a self,
        convert: &mut C,
    ) -> Result<SurfaceFeatures<C::To, R>, C::Error> {
        Ok(SurfaceFeatures {
            points: convert.array(&self.points)?,
            edges: convert.array(&self.edges)?,
            triangles: convert.array(&self.triangles)?,
            wires: convert.array(&self.wires)?,
            isolated: convert.array(&self.isolated)?,
            triangle_edges: convert.array(&self.triangle_edges)?,
            edge_faces: self.edge_faces.map(convert)?,
            neighbours: self.neighbours.map(convert)?,
            first_face: convert.array(&self.first_face)?,
            first_wire: convert.array(&self.first_wire)?,
            thickness: convert.array(&self.thickness)?,
            body: convert.array(&self.body)?,
            friction: convert.array(&self.friction)?,
            ground_friction: convert.array(&self.ground_friction)?,
            bodies: self.bodies,
            is_obstacle: convert.array(&self.is_obstacle)?,
            edge_squares: convert.array(&self.edge_squares)?,
            half_spaces: convert.array(&self.half_spaces)?,
        })
    }
}

#[cfg(feature = "std")]
impl<R: KernelReal> SurfaceFeatures<crate::storage::Owned, R> {
    /// As kernels read it.
    pub fn view(&self) -> SurfaceFeatures<Borrowed<'_>, R> {
        let Ok(surface) = self.map(&mut crate::storage::Borrow);
        surface
    }
}

impl<R: KernelReal> SurfaceFeatures<Borrowed<'_>, R> {
    /// Whether the edge numbered `edge` pushes the point at `p`, which is beside its inside.
    #[inline]
    pub fn edge_pushes<P: Copy + Into<Vec3<R>>>(&self, x: &[P], p: &Vec3<R>, edge: u32) -> bool {
        let faces = self.edge_faces.of(edge as usize).iter().map(|&face| {
            let corners = self.triangles[(face >> 2) as usize];
            (corners.map(|v| x[v as usize].into()), (face & 3) as usize)
        });
        offset_block::edge(p, faces)
    }

    /// Whether the vertex `q` pushes the point at `p`.
    #[inline]
    pub fn vertex_pushes<P: Copy + Into<Vec3<R>>>(&self, x: &[P], p: &Vec3<R>, q: u32) -> bool {
        let neighbours = self.neighbours.of(q as usize).iter();
        let neighbours = neighbours.map(|&v| x[v as usize].into());
        offset_block::vertex(p, &x[q as usize].into(), neighbours)
    }

    /// The first face at an edge, or [`NONE`].
    #[inline]
    pub fn first_face_at(&self, edge: u32) -> u32 {
        let faces = self.edge_faces.of(edge as usize);
        faces.first().map_or(NONE, |face| face >> 2)
    }

    /// The distance that a pair of these vertices keeps, m.
    #[inline]
    pub fn offset(&self, a: u32, b: u32) -> R {
        (self.thickness[a as usize] + self.thickness[b as usize]) * R::half()
    }

    /// The coefficient of friction between the bodies of two vertices.
    #[inline]
    pub fn mu(&self, a: u32, b: u32) -> R {
        let (a, b) = (self.body[a as usize], self.body[b as usize]);
        self.friction[(a * self.bodies + b) as usize]
    }

    /// Whether not all of the vertices belong to obstacles.
    #[inline]
    pub fn is_admissible(&self, vertices: &[u32]) -> bool {
        vertices.iter().any(|&v| !self.is_obstacle[v as usize])
    }
}
