//! Pointed solids: a tet, a spike (square pyramid) and a wedge (roof), as coarse as can be or refined.
//!
//! Each refinement level cuts every tet into eight. Spike and wedge stand on the plane y = 0.

use super::GenerateError;
use super::check::{countable, positive};
use super::refine;
use crate::mesh::tet_volume;
use crate::{SurfaceMesh, TetMesh, Vec3};

/// One tet from its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TetParameters {
    /// The corners, m, in any orientation.
    pub points: [Vec3; 4],
}

impl Default for TetParameters {
    /// The corner of the unit cube at the origin.
    fn default() -> Self {
        Self {
            points: [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()],
        }
    }
}

/// A square pyramid on y = 0, tip up; 5 points and 2 tets before refinement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpikeParameters {
    /// Side of the base, along x and z, m.
    pub width: f64,
    /// Height of the tip above the base, m.
    pub height: f64,
    /// Number of times that every tet is cut into eight.
    pub refinements: u32,
}

impl Default for SpikeParameters {
    /// 3 m high on a square metre.
    fn default() -> Self {
        Self {
            width: 1.0,
            height: 3.0,
            refinements: 0,
        }
    }
}

/// A roof on y = 0 with its ridge along z; 6 points and 3 tets before refinement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WedgeParameters {
    /// Width of the base along x, m.
    pub width: f64,
    /// Height of the ridge, m.
    pub height: f64,
    /// Length along z, m.
    pub length: f64,
    /// Number of times that every tet is cut into eight.
    pub refinements: u32,
}

impl Default for WedgeParameters {
    /// 3 m high, 2 m long, 1 m wide.
    fn default() -> Self {
        Self {
            width: 1.0,
            height: 3.0,
            length: 2.0,
            refinements: 0,
        }
    }
}

/// One tet; negatively oriented corners are reordered, flat ones refused.
pub fn tet(p: &TetParameters) -> Result<TetMesh, GenerateError> {
    let volume = tet_volume(&p.points);
    if !volume.is_finite() || volume == 0.0 {
        let reason = format!(
            "the four corners span a volume of {volume} m^3; they must not lie in one plane"
        );
        return Err(GenerateError::Conflict {
            shape: "tet",
            reason,
        });
    }
    let mut mesh = TetMesh {
        points: p.points.to_vec(),
        tets: vec![[0, 1, 2, 3]],
    };
    mesh.orient();
    Ok(mesh)
}

/// A regular tet with this edge length (m), centred at the origin, one corner up.
pub fn regular_tet(edge: f64) -> Result<TetMesh, GenerateError> {
    positive("regular tet", &[("edge", edge)])?;
    let radius = edge / 3f64.sqrt();
    let drop = edge / 24f64.sqrt();
    let base = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Vec3::new(radius * cos, -drop, -radius * sin)
    };
    tet(&TetParameters {
        points: [
            base(0.0),
            base(120.0),
            base(240.0),
            Vec3::new(0.0, 3.0 * drop, 0.0),
        ],
    })
}

/// A solid spike.
pub fn spike(p: &SpikeParameters) -> Result<TetMesh, GenerateError> {
    positive("spike", &[("width", p.width), ("height", p.height)])?;
    let w = p.width / 2.0;
    let points = vec![
        Vec3::new(-w, 0.0, -w),
        Vec3::new(-w, 0.0, w),
        Vec3::new(w, 0.0, w),
        Vec3::new(w, 0.0, -w),
        Vec3::new(0.0, p.height, 0.0),
    ];
    refined(
        "spike",
        TetMesh {
            points,
            tets: vec![[0, 1, 2, 4], [0, 2, 3, 4]],
        },
        p.refinements,
    )
}

/// The boundary of [`spike`].
pub fn spike_surface(p: &SpikeParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(spike(p)?.surface())
}

/// A solid wedge.
pub fn wedge(p: &WedgeParameters) -> Result<TetMesh, GenerateError> {
    positive(
        "wedge",
        &[
            ("width", p.width),
            ("height", p.height),
            ("length", p.length),
        ],
    )?;
    let end = |z: f64| {
        [
            Vec3::new(-p.width / 2.0, 0.0, z),
            Vec3::new(p.width / 2.0, 0.0, z),
            Vec3::new(0.0, p.height, z),
        ]
    };
    let points = [end(-p.length / 2.0), end(p.length / 2.0)].concat();
    refined(
        "wedge",
        TetMesh {
            points,
            tets: vec![[0, 1, 2, 3], [1, 4, 2, 3], [2, 4, 5, 3]],
        },
        p.refinements,
    )
}

/// The boundary of [`wedge`].
pub fn wedge_surface(p: &WedgeParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(wedge(p)?.surface())
}

fn refined(shape: &'static str, mut mesh: TetMesh, levels: u32) -> Result<TetMesh, GenerateError> {
    mesh.orient();
    for _ in 0..levels {
        countable(shape, &[mesh.tets.len() as u32, 8])?;
        mesh = refine(&mesh);
    }
    Ok(mesh)
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;

    #[test]
    fn tets() {
        let corner = tet(&TetParameters::default()).unwrap();
        assert!((corner.volume() - 1.0 / 6.0).abs() < 1e-15);
        let mut points = TetParameters::default().points;
        points.swap(0, 1);
        assert_sound(&tet(&TetParameters { points }).unwrap(), 0);
        points[3] = points[2];
        assert!(tet(&TetParameters { points }).is_err());
        let regular = regular_tet(2.0).unwrap();
        assert_sound(&regular, 0);
        assert!((regular.volume() - 8.0 / 72f64.sqrt()).abs() < 1e-15);
        let quality = regular.quality().unwrap();
        let dihedral = (1.0f64 / 3.0).acos().to_degrees();
        assert!((quality.min_dihedral - dihedral).abs() < 1e-12);
        assert!((quality.max_dihedral - dihedral).abs() < 1e-12);
    }

    #[test]
    fn spikes_and_wedges() {
        for refinements in 0..3 {
            let s = spike(&SpikeParameters {
                refinements,
                ..SpikeParameters::default()
            })
            .unwrap();
            assert_sound(&s, 0);
            assert_eq!(s.tets.len(), 2 * 8usize.pow(refinements));
            assert!((s.volume() - 1.0).abs() < 1e-14);
            let w = wedge(&WedgeParameters {
                refinements,
                ..WedgeParameters::default()
            })
            .unwrap();
            assert_sound(&w, 0);
            assert_eq!(w.tets.len(), 3 * 8usize.pow(refinements));
            assert!((w.volume() - 3.0).abs() < 1e-14);
        }
        assert_eq!(
            spike_surface(&SpikeParameters::default())
                .unwrap()
                .triangles
                .len(),
            6
        );
        assert_eq!(
            wedge_surface(&WedgeParameters::default())
                .unwrap()
                .triangles
                .len(),
            8
        );
        assert!(
            spike(&SpikeParameters {
                height: 0.0,
                ..SpikeParameters::default()
            })
            .is_err()
        );
        assert!(
            spike(&SpikeParameters {
                refinements: 40,
                width: -1.0,
                ..SpikeParameters::default()
            })
            .is_err()
        );
    }
}
