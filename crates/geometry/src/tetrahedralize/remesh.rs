//! Filling what a dirty surface means: with cracks, holes, doubled, turned or crossing parts.
//!
//! What has one right way is mended first (`crate::mend`). Inside is then where the winding number is above one half: small holes
//! close over, parts that cross join, cracks do not matter. Where a hole is wider than the tets, what is inside is not
//! decided, and nothing is filled.

use super::implicit::fill_implicit;
use super::tree::Tree;
use super::winding::WindingTree;
use super::{
    TetrahedralizeError, TetrahedralizeParameters, TetrahedralizeReport, ThinFeatures, extent,
    report,
};
use crate::mend::mend;
use crate::mesh::{BoundingBox, MeshError};
use crate::topology::check_closed_manifold;
use crate::{SurfaceMesh, TetMesh, Vec3};

/// What was made of a dirty surface.
#[derive(Clone, Debug, PartialEq)]
pub struct RemeshReport {
    /// The faults that were found, in words, a line for each kind.
    pub faults: Vec<String>,
    /// Whether the mended surface was still no closed manifold, so that winding numbers say what is inside.
    pub by_winding: bool,
    /// Number, shape and fit of the tets.
    pub fill: TetrahedralizeReport,
}

/// Fills what a surface with faults encloses.
pub fn remesh(
    surface: &SurfaceMesh,
    parameters: &TetrahedralizeParameters,
) -> Result<(TetMesh, RemeshReport), TetrahedralizeError> {
    surface.check()?;
    let only = SurfaceMesh::from_triangles(surface.points.clone(), surface.triangles.clone());
    if only.triangles.is_empty() {
        return Err(MeshError::Empty {
            points: surface.points.len(),
            element: "triangle",
        }
        .into());
    }
    let mended = mend(&only);
    let faults = mended.faults.lines();
    let mut surface = mended.mesh;
    let is_closed = check_closed_manifold(&surface.triangles).is_ok();
    if is_closed && !crosses_itself(&surface) {
        let (mesh, fill) = super::tetrahedralize(&surface, parameters)?;
        let by_winding = false;
        return Ok((
            mesh,
            RemeshReport {
                faults,
                by_winding,
                fill,
            },
        ));
    }
    if surface.volume() < 0.0 {
        surface.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    let winding = WindingTree::new(&surface);
    let bounds = around(&surface, parameters.size);
    let mesh = fill_implicit(&bounds, parameters, |x| 0.5 - winding.at(x))?;
    let tree = Tree::new(&surface);
    check_holes(&mesh, &tree, parameters.size)?;
    let size = parameters.size;
    let fill = report(&mesh, &surface, &tree, size).ok_or(TetrahedralizeError::TooLarge {
        size,
        extent: extent(&surface).min(),
    })?;
    if parameters.thin != ThinFeatures::Cut && !fill.thin.is_empty() {
        return Err(TetrahedralizeError::Thin {
            size,
            features: fill.thin,
        });
    }
    let by_winding = true;
    Ok((
        mesh,
        RemeshReport {
            faults,
            by_winding,
            fill,
        },
    ))
}

/// Whether any edge of a surface goes through a triangle.
fn crosses_itself(surface: &SurfaceMesh) -> bool {
    let edges = crate::topology::unique_edges(&surface.triangles);
    let primitives = crate::bvh::Surface {
        points: &[],
        edges: &edges,
        triangles: &surface.triangles,
    };
    let mut broad = crate::bvh::BroadPhase::new();
    let found =
        crate::intersection::find_all(&mut broad, &primitives, &surface.points, |_, _| true);
    !found.is_empty()
}

/// The box in which the surface is, with room for what closes its holes.
fn around(surface: &SurfaceMesh, size: f64) -> BoundingBox {
    let bounds = surface.bounding_box().unwrap_or(BoundingBox {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    });
    BoundingBox {
        min: bounds.min.add_scalar(-size),
        max: bounds.max.add_scalar(size),
    }
}

/// Refuses tets whose boundary is farther than their size from the surface: there it was open.
fn check_holes(mesh: &TetMesh, tree: &Tree, size: f64) -> Result<(), TetrahedralizeError> {
    let away = |x: &Vec3| tree.squared_distance(x).sqrt();
    let boundary = mesh.surface();
    let farthest = boundary.points.iter().map(|x| (away(x), x));
    let farthest = farthest.max_by(|a, b| a.0.total_cmp(&b.0));
    match farthest {
        Some((distance, x)) if distance > size => Err(TetrahedralizeError::Open {
            position: (*x).into(),
            distance,
            size,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{SphereParameters, sphere_surface};
    use crate::topology::boundary_triangles;

    fn sphere() -> SurfaceMesh {
        sphere_surface(&SphereParameters {
            radius: 1.0,
            frequency: 10,
        })
        .unwrap()
    }

    /// Each triangle with vertices of its own, as in an STL file.
    fn unwelded(surface: &SurfaceMesh) -> SurfaceMesh {
        let corners = surface.triangles.iter().flat_map(|&t| surface.corners(t));
        let points: Vec<Vec3> = corners.collect();
        let triangles = (0..surface.triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]);
        SurfaceMesh::from_triangles(points, triangles.collect())
    }

    fn filled(surface: &SurfaceMesh) -> (TetMesh, RemeshReport) {
        let found = remesh(surface, &TetrahedralizeParameters::new(0.2)).unwrap();
        found.0.check().unwrap();
        check_closed_manifold(&boundary_triangles(&found.0.tets)).unwrap();
        found
    }

    #[test]
    fn every_dirty_sphere_is_filled_as_the_clean_one() {
        let volume = filled(&sphere()).0.volume();
        let soup = unwelded(&sphere());
        let mut turned = soup.clone();
        turned
            .triangles
            .iter_mut()
            .step_by(3)
            .for_each(|t| t.swap(1, 2));
        let mut doubled = soup.clone();
        doubled.triangles.extend_from_within(5..50);
        let mut holes = soup.clone();
        holes.triangles.retain(|t| t[0] % 201 != 0);
        // Cracks as wide as a hundredth of an edge.
        let mut cracked = soup.clone();
        for (k, x) in cracked.points.iter_mut().enumerate() {
            *x *= 1.0 + 1e-3 * (k as f64).sin();
        }
        for (name, surface, by_winding) in [
            ("soup", soup, false),
            ("turned", turned, false),
            ("doubled", doubled, false),
            ("holes", holes, true),
            ("cracked", cracked, true),
        ] {
            let (mesh, report) = filled(&surface);
            assert_eq!(report.by_winding, by_winding, "{name}");
            let error = mesh.volume() / volume - 1.0;
            assert!(error.abs() < 0.01, "{name}: {error}");
            assert_eq!(report.faults.is_empty(), name == "cracked", "{name}");
        }
    }

    #[test]
    fn parts_that_cross_become_one() {
        let mut both = sphere();
        let count = both.points.len() as u32;
        let other: Vec<Vec3> = both.points.iter().map(|x| x + Vec3::x()).collect();
        both.points.extend(other);
        let more: Vec<[u32; 3]> = both
            .triangles
            .iter()
            .map(|t| t.map(|v| v + count))
            .collect();
        both.triangles.extend(more);
        let (mesh, report) = filled(&both);
        assert!(report.by_winding);
        // Two unit balls a radius apart: 2 · 4π/3 less the lens of 5π/12.
        let exact = std::f64::consts::PI * (8.0 / 3.0 - 5.0 / 12.0);
        assert!(
            (mesh.volume() / exact - 1.0).abs() < 0.04,
            "{}",
            mesh.volume()
        );
    }

    #[test]
    fn an_open_half_is_refused_with_the_place() {
        let mut half = sphere();
        let points = half.points.clone();
        let upper = |t: &[u32; 3]| t.iter().map(|&v| points[v as usize].y).sum::<f64>() > 0.0;
        half.triangles.retain(upper);
        let error = remesh(&half, &TetrahedralizeParameters::new(0.2)).unwrap_err();
        let TetrahedralizeError::Open {
            position, distance, ..
        } = &error
        else {
            panic!("{error}");
        };
        assert!(*distance > 0.5 && position[1].abs() < 0.5, "{error}");
    }
}
