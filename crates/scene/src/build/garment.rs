//! Garment files: the pattern that their panels are cut from, and their stitches.
//!
//! A stitch draws a vertex to a point of an edge (Codimensional IPC 2021, section 6.7): ½ k |x - (1 - s) a - s b|², of
//! length 0 at rest. What is sewn stays in contact: both sides come closer than d̂ until the barrier holds the stitch,
//! and no seam ever lets cloth pass through cloth. (The published code takes sewn vertices out of the contact instead,
//! so that its seams close to rounding, and may cross.)

use tangency_engine::{RestShape, SpringEnd, Springs};
use tangency_geometry::mesh::BoundingBox;
use tangency_geometry::{SurfaceMesh, Vec3};
use tangency_io::Garment;

use super::{Assembly, SeamInfo};
use crate::document::seam::stitch_pull;
use crate::document::shape::Shape;
use crate::document::{BodySpec, RestSpec};
use crate::error::SceneError;

/// Smallest area of a triangle of a pattern, as a share of the square of its longest edge; as for cloth in space.
const LEAST_AREA: f64 = 1e-12;
/// Largest factor by which the area of a mesh may be larger or smaller than that of its pattern.
const LARGEST_RATIO: f64 = 4.0;

impl Assembly<'_> {
    /// The shape of a sheet without forces; `mesh` is placed.
    pub(super) fn rest(
        &self,
        index: usize,
        body: &BodySpec,
        mesh: &SurfaceMesh,
    ) -> Result<RestShape, SceneError> {
        let refuse = |message: String| self.refuse(index, "rest", message);
        match body.rest {
            RestSpec::Placed => Ok(RestShape::Placed),
            RestSpec::Flat => Ok(RestShape::Flattened),
            RestSpec::Pattern => {
                let garment = self.garment(index, "rest", body)?;
                let mut corners = garment.uv.ok_or_else(|| {
                    let message = "a pattern needs texture coordinates at every face of its file";
                    refuse(format!("{message}; they are metres on the flat cloth"))
                })?;
                for x in corners.as_flattened_mut().as_flattened_mut() {
                    *x = body.unit.metres(*x);
                }
                let [sx, sy, sz] = body.scale.factors().map(f64::abs);
                if sx != sy || sy != sz {
                    let message = "a pattern can be scaled by one factor only, not along each axis";
                    return Err(self.refuse(index, "scale", message));
                }
                pattern(corners, mesh, sx)
                    .map(RestShape::Pattern)
                    .map_err(refuse)
            }
        }
    }

    /// Adds the stitches of a garment's file; `points` are its vertices, placed, m, and `first` the first in the model.
    pub(super) fn stitches(
        &mut self,
        index: usize,
        body: &BodySpec,
        points: &[Vec3],
        first: u32,
    ) -> Result<(), SceneError> {
        let Some(stitches) = &body.stitches else {
            return Ok(());
        };
        let garment = self.garment(index, "stitches", body)?;
        let refuse = |message: String| self.refuse(index, "stitches", message);
        if garment.stitches.is_empty() {
            let message = "the file has no stitches (`stitch p a b w`): leave `stitches` out";
            return Err(refuse(message.into()));
        }
        if garment.mesh.points.len() != points.len() {
            return Err(refuse(format!(
                "the file has {} points, but its triangles name {} of them: remove the others and number the stitches \
                 anew",
                garment.mesh.points.len(),
                points.len()
            )));
        }
        let length = |s: &tangency_io::Stitch| {
            let [p, a, b] = [s.point, s.edge[0], s.edge[1]].map(|v| points[v as usize]);
            (p - a * (1.0 - s.ratio) - b * s.ratio).norm()
        };
        let longest = garment.stitches.iter().map(length).fold(0.0, f64::max);
        let half = 0.5 * BoundingBox::of(points).map_or(0.0, |bounds| bounds.diagonal());
        let reach = stitches.reach.unwrap_or(half);
        let far = || garment.stitches.iter().filter(|s| length(s) > reach);
        let named = garment.stitches.iter().position(|s| length(s) > reach);
        if let Some(k) = named {
            let s = &garment.stitches[k];
            return Err(refuse(format!(
                "stitch {k} from vertex {} to the edge ({}, {}) is {:.3} m long, longer than {reach:.3} m ({} are, the \
                 longest by {:.3} m): stage the panels nearer to each other, remove the stitch, or raise `reach`",
                s.point,
                s.edge[0],
                s.edge[1],
                length(s),
                far().count(),
                longest
            )));
        }
        let end = |s: &tangency_io::Stitch| SpringEnd {
            vertex: first + s.point,
            edge: s.edge.map(|v| first + v),
            share: s.ratio,
        };
        self.seams.push(SeamInfo {
            name: body.name.clone(),
            stitches: garment.stitches.len(),
            longest,
        });
        self.builder.add_springs(Springs {
            name: body.name.clone(),
            ends: garment.stitches.iter().map(end).collect(),
            stiffness: stitches.stiffness,
            pull: stitch_pull(stitches.force, stitches.ramp),
        });
        Ok(())
    }

    /// The garment file of a body, for one of its keys.
    fn garment(&self, index: usize, key: &str, body: &BodySpec) -> Result<Garment, SceneError> {
        let Shape::File(file) = &body.shape else {
            let message = "this needs a garment file: shape = { file = \"garment.obj\" }";
            return Err(self.refuse(index, key, message));
        };
        tangency_io::read_garment(file).map_err(|e| self.refuse(index, key, e.to_string()))
    }
}

/// The corners of each triangle on the flat cloth, m, times `scale`; those of mirrored panels turned over.
fn pattern(
    mut corners: Vec<[[f64; 2]; 3]>,
    mesh: &SurfaceMesh,
    scale: f64,
) -> Result<Vec<[[f64; 2]; 3]>, String> {
    let mut total = 0.0;
    for (t, triangle) in corners.iter_mut().enumerate() {
        for x in triangle.as_flattened_mut() {
            *x *= scale;
        }
        let [a, b, c] = *triangle;
        let side = |[x, y]: [f64; 2], [u, v]: [f64; 2]| [u - x, v - y];
        let (ab, ac, bc) = (side(a, b), side(a, c), side(b, c));
        let area = 0.5 * (ab[0] * ac[1] - ab[1] * ac[0]);
        let longest = [ab, ac, bc]
            .map(|[x, y]| x.hypot(y))
            .into_iter()
            .fold(0.0, f64::max);
        if !area.is_finite() || area.abs() <= LEAST_AREA * longest * longest {
            let vertices = mesh.triangles.get(t).copied().unwrap_or_default();
            return Err(format!(
                "triangle {t} {vertices:?} has no area in the pattern, where its corners are {a:?}, {b:?} and {c:?}: \
                 unfold the panel anew, or remove the triangle"
            ));
        }
        if area < 0.0 {
            triangle
                .iter_mut()
                .for_each(|corner| corner[0] = -corner[0]);
        }
        total += area.abs();
    }
    let ratio = mesh.area() / total;
    if !(1.0 / LARGEST_RATIO..=LARGEST_RATIO).contains(&ratio) {
        return Err(format!(
            "the pattern has an area of {total:.3e} m², the mesh one of {:.3e} m²: texture coordinates must be metres on \
             the flat cloth, not fractions of a picture; scale them",
            mesh.area()
        ));
    }
    Ok(corners)
}
