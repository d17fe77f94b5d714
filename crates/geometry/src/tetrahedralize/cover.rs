//! Tets that reach around a surface, for one that is embedded in them: all tets of the lattice that meet its inside.
//!
//! However coarse the lattice, nothing is cut off. The tets stay whole, so that their boundary is rough and up to a lattice
//! cell outside of the surface; how much of each is inside of it says how heavy and stiff it is (Nesme, Kry, Jeřábková and
//! Faure 2009, "Preserving topology and elasticity for embedded deformable models").

use rayon::prelude::*;

use super::lattice::Lattice;
use super::thin::is_inside;
use super::tree::Tree;
use super::{POINTS_PER_TET, TetrahedralizeError, checked, extent, inside};
use crate::mesh::{BoundingBox, tet_volume};
use crate::topology::{self, boundary_triangles};
use crate::{SurfaceMesh, TetMesh, Vec3};

/// Samples along an edge of a tet by which its share inside is measured.
const SAMPLES: u32 = 5;

/// Share of a tet in which no sample is inside: half a sample of 35.
const LEAST: f64 = 1.0 / 70.0;

/// Tets around a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Cover {
    /// The tets.
    pub mesh: TetMesh,
    /// Share of each tet that is inside of the surface, above zero; they add up to what is inside of it.
    pub filled: Vec<f64>,
    /// Volume of the tets, m³.
    pub volume: f64,
    /// Volume of their shares, m³.
    pub filled_volume: f64,
    /// Volume inside of the surface, m³.
    pub surface_volume: f64,
}

/// Covers a closed, oriented, manifold surface with tets of a lattice of cubes of side `size` (m), at most `max_tets`.
///
/// ```
/// use tangency_geometry::generate::{SphereParameters, sphere_surface};
/// use tangency_geometry::tetrahedralize::cover;
///
/// let sphere = sphere_surface(&SphereParameters { radius: 1.0, frequency: 6 })?;
/// let cover = cover(&sphere, 0.7, 10_000)?;
/// assert!(cover.volume > cover.surface_volume);
/// assert!((cover.filled_volume / cover.surface_volume - 1.0).abs() < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover(
    surface: &SurfaceMesh,
    size: f64,
    max_tets: u64,
) -> Result<Cover, TetrahedralizeError> {
    let surface = checked(surface)?;
    let lattice = covering_lattice(&surface, size, max_tets)?;
    let tree = Tree::new(&surface);
    let winding = inside::winding_numbers(&surface, &lattice);
    let all: Vec<[u32; 4]> = (0..lattice.layers())
        .into_par_iter()
        .flat_map_iter(|layer| {
            let mut tets = Vec::new();
            lattice.for_tets_of_layer(layer, |tet| tets.push(tet));
            tets
        })
        .collect();
    let place = |tet: &[u32; 4]| tet.map(|v| lattice.position(v));
    let mut kept: Vec<bool> = (all.par_iter())
        .map(|tet| tet.iter().any(|&v| winding[v as usize] > 0) || tree.meets(&place(tet)))
        .collect();
    close_pinches(&all, &mut kept)?;
    let reach = surface.bounding_box().map_or(0.0, |b| b.diagonal()) + size;
    let tets: Vec<[u32; 4]> = { all.iter().zip(&kept) }
        .filter(|(_, kept)| **kept)
        .map(|(tet, _)| *tet)
        .collect();
    let mut filled: Vec<f64> = { tets.par_iter() }
        .map(|tet| {
            let corners = place(tet);
            let is_cut = tree.meets(&corners);
            match (is_cut, winding[tet[0] as usize] > 0) {
                (false, true) => 1.0,
                (false, false) => LEAST,
                (true, _) => share(&corners, |x| is_inside(&tree, x, reach)).max(LEAST),
            }
        })
        .collect();
    let volumes: Vec<f64> = tets.iter().map(|tet| tet_volume(&place(tet))).collect();
    balance(&mut filled, &volumes, surface.volume());
    let filled_volume = volumes.iter().zip(&filled).map(|(v, share)| v * share);
    Ok(Cover {
        volume: volumes.iter().sum(),
        filled_volume: filled_volume.sum(),
        surface_volume: surface.volume(),
        mesh: renumbered(&lattice, &tets),
        filled,
    })
}

/// The lattice around a surface, if it is not too fine.
fn covering_lattice(
    surface: &SurfaceMesh,
    size: f64,
    max_tets: u64,
) -> Result<Lattice, TetrahedralizeError> {
    if !(size.is_finite() && size > 0.0) {
        return Err(TetrahedralizeError::Size { size });
    }
    let bounds = surface.bounding_box().unwrap_or(BoundingBox {
        min: Vec3::zeros(),
        max: extent(surface),
    });
    // Inside, and on the surface a layer two tets thick: each cube has twelve, and its share of the surface is size².
    let cubes = surface.volume() / size.powi(3) + 2.0 * surface.area() / size.powi(2);
    let points = Lattice::predicted_points(&bounds, size);
    let predicted = (12.0 * cubes).max(points / POINTS_PER_TET);
    if predicted > max_tets as f64 {
        return Err(TetrahedralizeError::TooSmall {
            size,
            predicted,
            limit: max_tets,
            suggested: size * (predicted / max_tets as f64).cbrt() * 1.1,
        });
    }
    Ok(Lattice::around(&bounds, size))
}

/// Keeps all tets around places where the boundary of those that are kept touches itself, until it does so nowhere.
fn close_pinches(all: &[[u32; 4]], kept: &mut [bool]) -> Result<(), TetrahedralizeError> {
    loop {
        let tets = all.iter().zip(&*kept).filter(|(_, kept)| **kept);
        let tets: Vec<[u32; 4]> = tets.map(|(tet, _)| *tet).collect();
        let boundary = boundary_triangles(&tets);
        let pinched = topology::non_manifold_vertices(&boundary);
        let mut grown = false;
        for (tet, kept) in all.iter().zip(kept.iter_mut()) {
            if !*kept && tet.iter().any(|v| pinched.binary_search(v).is_ok()) {
                *kept = true;
                grown = true;
            }
        }
        if !grown {
            return Ok(topology::check_manifold(&boundary)?);
        }
    }
}

/// Scales the shares of tets that are not full so that all of them add up to a volume, as far as they can.
fn balance(filled: &mut [f64], volumes: &[f64], volume: f64) {
    let (mut full, mut part) = (0.0, 0.0);
    for (share, volume) in filled.iter().zip(volumes) {
        match *share < 1.0 {
            true => part += share * volume,
            false => full += volume,
        }
    }
    let factor = (volume - full) / part;
    if factor.is_finite() && factor > 0.0 {
        let partly = filled.iter_mut().filter(|share| **share < 1.0);
        partly.for_each(|share| *share = (*share * factor).min(1.0));
    }
}

/// The share of a tet that `is_inside`, by samples.
fn share(corners: &[Vec3; 4], is_inside: impl Fn(&Vec3) -> bool) -> f64 {
    let (mut inside, mut all) = (0.0, 0.0);
    let last = SAMPLES - 1;
    for i in 0..SAMPLES {
        for j in 0..SAMPLES - i {
            for k in 0..SAMPLES - i - j {
                let places = [i, j, k, last - i - j - k];
                let weight = |at: u32| (f64::from(at) + 0.25) / f64::from(SAMPLES);
                let x: Vec3 = { corners.iter().zip(places) }
                    .map(|(c, at)| c * weight(at))
                    .sum();
                inside += f64::from(u8::from(is_inside(&x)));
                all += 1.0;
            }
        }
    }
    inside / all
}

/// The tets with their own points, in the order of the lattice.
fn renumbered(lattice: &Lattice, tets: &[[u32; 4]]) -> TetMesh {
    let used = topology::used_vertices(tets);
    let number = |v: u32| used.partition_point(|&other| other < v) as u32;
    TetMesh {
        tets: tets.iter().map(|tet| tet.map(number)).collect(),
        points: used.iter().map(|&v| lattice.position(v)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedding::carried;
    use crate::generate::{SphereParameters, TorusParameters, sphere_surface, torus_surface};

    /// A thin ring is inside of its cover at any size, its hole gone or not; the boundary is a manifold, and shares add up to
    /// the volume inside.
    #[test]
    fn covers_hold_all_of_a_thin_ring() {
        let ring = torus_surface(&TorusParameters {
            segments: 64,
            cells_across: 4,
            ..TorusParameters::default()
        })
        .unwrap();
        for size in [1.5, 0.3, 0.1, 0.04] {
            let cover = cover(&ring, size, 1_000_000).unwrap();
            cover.mesh.check().unwrap();
            topology::check_closed_manifold(&boundary_triangles(&cover.mesh.tets)).unwrap();
            let found = carried(&ring.points, &cover.mesh).unwrap();
            assert!(found.iter().all(|c| c.distance == 0.0), "{size}");
            let error = cover.filled_volume / cover.surface_volume - 1.0;
            assert!(error.abs() < 0.02, "size {size}: {error}");
            assert!(cover.filled.iter().all(|&f| f > 0.0 && f <= 1.0));
        }
    }

    #[test]
    fn too_many_tets_are_refused() {
        let sphere = sphere_surface(&SphereParameters {
            radius: 1.0,
            frequency: 4,
        })
        .unwrap();
        let error = cover(&sphere, 0.01, 1000).unwrap_err();
        assert!(matches!(error, TetrahedralizeError::TooSmall { .. }));
        let error = cover(&sphere, 0.0, 1000).unwrap_err();
        assert!(matches!(error, TetrahedralizeError::Size { .. }));
    }
}
