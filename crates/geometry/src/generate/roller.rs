//! A roller: a closed cylinder about y, smooth or ridged, as triangles, as its edges alone or its points alone.
//!
//! For the roller scenes of IPC 2020 (figures 8 and 18) and of Verschoor and Jalba 2019.

use super::GenerateError;
use super::check::{at_least, positive};
use super::grid::centred;
use super::sheet::revolve;
use crate::topology::{unique_edges, used_vertices};
use crate::{SurfaceMesh, Vec3};

/// Which elements of a surface are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// All of it.
    #[default]
    Triangles,
    /// Only the edges of its triangles.
    Edges,
    /// Only the corners of its triangles.
    Points,
}

/// A cylinder about y, centred; s (m + 1) + 2 points, 2 s (m + 1) triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollerParameters {
    /// Radius, m.
    pub radius: f64,
    /// Length along y, m.
    pub length: f64,
    /// Height by which every other line of points along the roller stands out, m; zero for a smooth roller.
    pub ridge_height: f64,
    /// Number s of cells around; even where there are ridges.
    pub segments: u32,
    /// Number m of cells along y.
    pub cells_along: u32,
    /// Which elements are left.
    pub keep: Keep,
}

impl Default for RollerParameters {
    /// 1 m long, 0.1 m in radius, smooth, 12 x 11 cells.
    fn default() -> Self {
        Self {
            radius: 0.1,
            length: 1.0,
            ridge_height: 0.0,
            segments: 12,
            cells_along: 11,
            keep: Keep::Triangles,
        }
    }
}

/// A roller.
pub fn roller(p: &RollerParameters) -> Result<SurfaceMesh, GenerateError> {
    positive("roller", &[("radius", p.radius), ("length", p.length)])?;
    at_least("roller", 1, &[("cells along", p.cells_along)])?;
    let ridged = p.ridge_height != 0.0;
    if ridged {
        positive("roller", &[("ridge height", p.ridge_height)])?;
        if p.segments % 2 == 1 {
            let reason = format!("ridges need an even number of segments, not {}", p.segments);
            return Err(GenerateError::Conflict {
                shape: "roller",
                reason,
            });
        }
    }
    let rings: Vec<_> = (0..=p.cells_along)
        .map(|k| (p.radius, centred(k, p.cells_along, p.length)))
        .collect();
    let mut mesh = revolve("roller", &rings, p.segments)?;
    if ridged {
        let stretch = 1.0 + p.ridge_height / p.radius;
        for x in mesh.points.iter_mut().step_by(2) {
            *x = Vec3::new(x.x * stretch, x.y, x.z * stretch);
        }
    }
    close(&mut mesh, p);
    Ok(keep(mesh, p.keep))
}

/// The elements of a surface that are asked for, as obstacles of their own.
pub fn keep(mesh: SurfaceMesh, keep: Keep) -> SurfaceMesh {
    match keep {
        Keep::Triangles => mesh,
        Keep::Edges => {
            let mut edges = unique_edges(&mesh.triangles);
            edges.extend(&mesh.edges);
            SurfaceMesh {
                points: mesh.points,
                edges,
                vertices: mesh.vertices,
                ..SurfaceMesh::default()
            }
        }
        Keep::Points => {
            let mut vertices = used_vertices(&mesh.triangles);
            vertices.extend(used_vertices(&mesh.edges));
            vertices.extend(&mesh.vertices);
            vertices.sort_unstable();
            vertices.dedup();
            SurfaceMesh {
                points: mesh.points,
                vertices,
                ..SurfaceMesh::default()
            }
        }
    }
}

/// Fans over both ends.
fn close(mesh: &mut SurfaceMesh, p: &RollerParameters) {
    let s = p.segments;
    for (first, y, up) in [
        (0, -p.length / 2.0, false),
        (s * p.cells_along, p.length / 2.0, true),
    ] {
        let pole = mesh.points.len() as u32;
        mesh.points.push(Vec3::new(0.0, y, 0.0));
        let fan = (0..s).map(|i| match [first + i, first + (i + 1) % s] {
            [a, b] if up => [pole, a, b],
            [a, b] => [pole, b, a],
        });
        mesh.triangles.extend(fan);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::check_closed_manifold;
    use std::f64::consts::TAU;

    #[test]
    fn rollers_are_closed_and_hold_their_volume() {
        for ridge_height in [0.0, 0.03] {
            let p = RollerParameters {
                ridge_height,
                ..RollerParameters::default()
            };
            let mesh = roller(&p).unwrap();
            mesh.check().unwrap();
            check_closed_manifold(&mesh.triangles).unwrap();
            assert_eq!((mesh.points.len(), mesh.triangles.len()), (146, 288));
            // Twelve triangles with sides r and r + ridge about the axis.
            let exact = 12.0 * 0.5 * 0.1 * (0.1 + ridge_height) * (TAU / 12.0).sin();
            assert!((mesh.volume() - exact).abs() < 1e-15);
        }
    }

    #[test]
    fn edges_and_points_alone() {
        let with = |keep| {
            roller(&RollerParameters {
                keep,
                ..RollerParameters::default()
            })
            .unwrap()
        };
        let (edges, points) = (with(Keep::Edges), with(Keep::Points));
        edges.check().unwrap();
        points.check().unwrap();
        // Euler: 146 - E + 288 = 2.
        assert_eq!((edges.edges.len(), edges.triangles.len()), (432, 0));
        assert_eq!((points.vertices.len(), points.edges.len()), (146, 0));
        assert_eq!(points.points, edges.points);
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = RollerParameters::default();
        let refused = |p: RollerParameters| roller(&p).unwrap_err().to_string();
        assert!(refused(RollerParameters { segments: 2, ..p }).contains("segments"));
        assert!(refused(RollerParameters { radius: 0.0, ..p }).contains("radius"));
        let odd = RollerParameters {
            segments: 13,
            ridge_height: 0.01,
            ..p
        };
        assert!(refused(odd).contains("even number"));
        assert!(
            refused(RollerParameters {
                ridge_height: -0.01,
                ..p
            })
            .contains("ridge height")
        );
    }
}
