//! From a closed surface to tets of good quality by isosurface stuffing.
//!
//! Labelle and Shewchuk, "Isosurface Stuffing: Fast Tetrahedral Meshes with Good Dihedral Angles", SIGGRAPH
//! 2007, with a lattice of one size: the surface cuts a body-centred cubic lattice, lattice points near it are
//! moved onto it, and what is inside is filled from stencils. Dihedral angles stay between 10.5 and 163.8
//! degrees: the worst that a search over all signs, moved vertices and cut points of a lattice tet finds (a test in
//! `warp.rs`). Sharp edges are bevelled; the report says how far the result is from the input. Features thinner than the
//! lattice would vanish: they are found and named, and refused, kept by a finer lattice, or cut, as asked (`thin.rs`).

mod cover;
mod implicit;
mod inside;
mod lattice;
mod remesh;
mod stencil;
mod thin;
mod tree;
mod warp;
mod winding;

pub use cover::{Cover, cover};
pub use implicit::fill_implicit;
pub use remesh::{RemeshReport, remesh};
pub use thin::{ThinFeature, ThinFeatures};

use crate::mesh::{BoundingBox, MeshError};
use crate::topology::{self, TopologyError, boundary_triangles, check_closed_manifold};
use crate::{SurfaceMesh, TetMesh, Vec3};
use lattice::Lattice;
use rayon::prelude::*;
use thiserror::Error;
use tree::Tree;
use warp::CutLattice;

/// The size of tets, and a limit on their number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TetrahedralizeParameters {
    /// Side H of the lattice cubes, about the length of the longest tet edges, m.
    pub size: f64,
    /// Refuse to start when more tets than this are to be expected.
    pub max_tets: u64,
    /// Features that are too thin for tets of this size.
    pub thin: ThinFeatures,
}

impl TetrahedralizeParameters {
    /// Lattice size H (m), the default limit of five million tets, and thin features refused.
    pub fn new(size: f64) -> Self {
        Self {
            size,
            max_tets: 5_000_000,
            thin: ThinFeatures::default(),
        }
    }
}

/// The number, shape and fit of the tets.
#[derive(Clone, Debug, PartialEq)]
pub struct TetrahedralizeReport {
    /// Size of the lattice, m: that of the parameters, or a smaller one that keeps thin features.
    pub size: f64,
    /// Number of points.
    pub points: usize,
    /// Number of tets.
    pub tets: usize,
    /// Smallest dihedral angle, degrees.
    pub min_dihedral: f64,
    /// Largest dihedral angle, degrees.
    pub max_dihedral: f64,
    /// Volume of the tets, m^3.
    pub volume: f64,
    /// Volume inside the input surface, m^3.
    pub surface_volume: f64,
    /// Largest distance from the vertices and triangle centres of the new boundary to the input surface, m.
    pub boundary_to_surface: f64,
    /// Largest distance from the vertices and triangle centres of the input surface to the new boundary, m:
    /// large where a feature thinner than the lattice vanished.
    pub surface_to_boundary: f64,
    /// Features that were cut, the longest first.
    pub thin: Vec<ThinFeature>,
}

/// Why a surface cannot be filled.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum TetrahedralizeError {
    /// There are no triangles, or indices or coordinates are wrong.
    #[error("the surface cannot be filled: {0}")]
    Mesh(#[from] MeshError),
    /// The surface is open or not a manifold.
    #[error("the surface cannot be filled: {0}")]
    Topology(#[from] TopologyError),
    /// The surface encloses nothing.
    #[error("the surface encloses no volume ({volume:e} m^3): it must be a closed shell")]
    NoVolume {
        /// Signed volume found, m^3.
        volume: f64,
    },
    /// The lattice size is no length.
    #[error("the size is {size} m: it must be a finite number above zero")]
    Size {
        /// Size given, m.
        size: f64,
    },
    /// No lattice point is inside.
    #[error("no tet of size {size} m fits inside the surface (its smallest extent is {extent} m): use a size below {} m", extent / 4.0)]
    TooLarge {
        /// Size given, m.
        size: f64,
        /// Shortest side of the surface's bounding box, m.
        extent: f64,
    },
    /// More tets than allowed.
    #[error(
        "size {size} m would need about {predicted:.0} tets, more than the limit of {limit}: use a size of {suggested:.3e} m or more, or raise the limit"
    )]
    TooSmall {
        /// Size given, m.
        size: f64,
        /// Number of tets expected.
        predicted: f64,
        /// Largest number allowed.
        limit: u64,
        /// A size that stays within the limit, m.
        suggested: f64,
    },
    /// Features would be lost.
    #[error(
        "tets of size {size:.3e} m are too coarse for {}: lower the size, or say `thin = \"keep\"` (finer tets everywhere, until nothing is lost) or `thin = \"cut\"` (leave these out)",
        thin::in_words(features)
    )]
    Thin {
        /// Size of the lattice, m.
        size: f64,
        /// Every feature that would be lost, the longest first.
        features: Vec<ThinFeature>,
    },
    /// A hole is wider than the tets.
    #[error(
        "what is inside of the surface is not decided: it is open around ({:.3e}, {:.3e}, {:.3e}) m, as far as {distance:.1e} m from any triangle, and tets of {size:.1e} m close only smaller holes: close it, or raise the size",
        position[0], position[1], position[2]
    )]
    Open {
        /// Middle of the hole, m.
        position: [f64; 3],
        /// Distance of that place from the surface, m.
        distance: f64,
        /// Size of the lattice, m.
        size: f64,
    },
    /// Features would be lost even with as many tets as allowed.
    #[error(
        "no more than {limit} tets are allowed, and with tets of {size:.3e} m there are still lost: {}; raise the limit, or say `thin = \"cut\"` (leave these out)",
        thin::in_words(features)
    )]
    NotKept {
        /// The last size that was tried, m.
        size: f64,
        /// Largest number allowed.
        limit: u64,
        /// Every feature that would be lost, the longest first.
        features: Vec<ThinFeature>,
    },
}

/// No tet of a filling has a dihedral angle below this, degrees; the search over more than can happen ended at
/// 10.5103.
pub const MIN_DIHEDRAL: f64 = 10.51;
/// No tet of a filling has a dihedral angle above this, degrees; the search over more than can happen ended at
/// 163.7160.
pub const MAX_DIHEDRAL: f64 = 163.72;

/// Share by which the size is lowered at a time to keep thin features.
const FINER: f64 = 0.8;

/// Lattice points allowed for every tet allowed: a thin shell in a large box has few tets for its lattice.
const POINTS_PER_TET: f64 = 20.0;

/// Fills a closed, oriented, manifold surface with tets; an inward oriented one is turned first.
///
/// ```
/// use tangency_geometry::generate::{SphereParameters, sphere_surface};
/// use tangency_geometry::tetrahedralize::{TetrahedralizeParameters, tetrahedralize};
///
/// let sphere = sphere_surface(&SphereParameters { radius: 1.0, frequency: 6 })?;
/// let (mesh, report) = tetrahedralize(&sphere, &TetrahedralizeParameters::new(0.25))?;
/// assert_eq!(report.tets, mesh.tets.len());
/// assert!(report.min_dihedral > 10.5 && report.max_dihedral < 163.8);
/// assert!((report.volume / report.surface_volume - 1.0).abs() < 0.05);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tetrahedralize(
    surface: &SurfaceMesh,
    parameters: &TetrahedralizeParameters,
) -> Result<(TetMesh, TetrahedralizeReport), TetrahedralizeError> {
    let surface = checked(surface)?;
    let tree = Tree::new(&surface);
    if parameters.thin == ThinFeatures::Keep {
        return keep_thin(&surface, &tree, *parameters);
    }
    let (mesh, report) = fill(&surface, &tree, parameters)?;
    if parameters.thin == ThinFeatures::Refuse && !report.thin.is_empty() {
        return Err(TetrahedralizeError::Thin {
            size: report.size,
            features: report.thin,
        });
    }
    Ok((mesh, report))
}

/// Fills with ever smaller tets until no feature is lost.
fn keep_thin(
    surface: &SurfaceMesh,
    tree: &Tree,
    mut parameters: TetrahedralizeParameters,
) -> Result<(TetMesh, TetrahedralizeReport), TetrahedralizeError> {
    let mut lost: Option<(f64, Vec<ThinFeature>)> = None;
    loop {
        match (fill(surface, tree, &parameters), lost.take()) {
            (Ok((mesh, report)), _) if report.thin.is_empty() => return Ok((mesh, report)),
            (Ok((_, report)), _) => lost = Some((report.size, report.thin)),
            // Nothing fits in at all yet.
            (Err(TetrahedralizeError::TooLarge { .. }), None) if parameters.size.is_finite() => {}
            (Err(TetrahedralizeError::TooSmall { limit, .. }), Some((size, features))) => {
                return Err(TetrahedralizeError::NotKept {
                    size,
                    limit,
                    features,
                });
            }
            (Err(error), _) => return Err(error),
        }
        parameters.size *= FINER;
    }
}

/// Fills with tets of one size, whatever is lost.
fn fill(
    surface: &SurfaceMesh,
    tree: &Tree,
    parameters: &TetrahedralizeParameters,
) -> Result<(TetMesh, TetrahedralizeReport), TetrahedralizeError> {
    let lattice = fitting_lattice(surface, parameters)?;
    let winding = inside::winding_numbers(surface, &lattice);
    let cut_lattice = CutLattice::new(&lattice, &winding, tree);
    let mesh = fill_manifold(&cut_lattice)?;
    let size = parameters.size;
    let report =
        report(&mesh, surface, tree, size).ok_or_else(|| TetrahedralizeError::TooLarge {
            size,
            extent: extent(surface).min(),
        })?;
    Ok((mesh, report))
}

/// The triangles alone, known to be closed and manifold, oriented outward.
fn checked(surface: &SurfaceMesh) -> Result<SurfaceMesh, TetrahedralizeError> {
    surface.check()?;
    if surface.triangles.is_empty() {
        return Err(MeshError::Empty {
            points: surface.points.len(),
            element: "triangle",
        }
        .into());
    }
    check_closed_manifold(&surface.triangles)?;
    let mut shell = SurfaceMesh::from_triangles(surface.points.clone(), surface.triangles.clone());
    shell.remove_unused_points();
    let volume = shell.volume();
    if volume == 0.0 {
        return Err(TetrahedralizeError::NoVolume { volume });
    }
    if volume < 0.0 {
        shell.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    Ok(shell)
}

fn fitting_lattice(
    surface: &SurfaceMesh,
    &TetrahedralizeParameters { size, max_tets, .. }: &TetrahedralizeParameters,
) -> Result<Lattice, TetrahedralizeError> {
    if !(size.is_finite() && size > 0.0) {
        return Err(TetrahedralizeError::Size { size });
    }
    let extent = extent(surface);
    let bounds = BoundingBox {
        min: Vec3::zeros(),
        max: extent,
    };
    let filling = 12.0 * surface.volume() / size.powi(3);
    let predicted = filling.max(Lattice::predicted_points(&bounds, size) / POINTS_PER_TET);
    if predicted > max_tets as f64 {
        let suggested = size * (predicted / max_tets as f64).cbrt() * 1.1;
        return Err(TetrahedralizeError::TooSmall {
            size,
            predicted,
            limit: max_tets,
            suggested,
        });
    }
    if size > 2.0 * extent.max() {
        return Err(TetrahedralizeError::TooLarge {
            size,
            extent: extent.min(),
        });
    }
    let bounds = surface.bounding_box().unwrap_or(bounds);
    Ok(Lattice::around(&bounds, size))
}

fn extent(surface: &SurfaceMesh) -> Vec3 {
    surface.bounding_box().map_or(Vec3::zeros(), |b| b.size())
}

/// Fills, and pins every moved vertex at which the boundary touches itself, until it does so nowhere.
///
/// Without moved vertices the cut points alone make a manifold, so this ends.
fn fill_manifold(cut_lattice: &CutLattice) -> Result<TetMesh, TopologyError> {
    let mut pinned: Vec<u32> = Vec::new();
    loop {
        let filled = stencil::fill(&cut_lattice.warp(&pinned));
        let boundary = boundary_triangles(&filled.mesh.tets);
        let bad = topology::non_manifold_vertices(&boundary);
        let before = pinned.len();
        pinned.extend(
            bad.iter()
                .filter_map(|&v| filled.lattice_vertex[v as usize]),
        );
        pinned.sort_unstable();
        pinned.dedup();
        if pinned.len() == before {
            topology::check_manifold(&boundary)?;
            return Ok(filled.mesh);
        }
    }
}

/// Measures the result; `None` when it is empty.
fn report(
    mesh: &TetMesh,
    surface: &SurfaceMesh,
    tree: &Tree,
    size: f64,
) -> Option<TetrahedralizeReport> {
    let quality = mesh.quality()?;
    let boundary = mesh.surface();
    let surface_to_boundary = largest_distance(surface, &Tree::new(&boundary));
    let thin = match surface_to_boundary > size {
        true => thin::lost(surface, tree, &boundary, size),
        false => Vec::new(),
    };
    Some(TetrahedralizeReport {
        size,
        points: mesh.points.len(),
        tets: mesh.tets.len(),
        min_dihedral: quality.min_dihedral,
        max_dihedral: quality.max_dihedral,
        volume: mesh.volume(),
        surface_volume: surface.volume(),
        boundary_to_surface: largest_distance(&boundary, tree),
        surface_to_boundary,
        thin,
    })
}

/// Largest distance from the vertices and triangle centres of a surface to the triangles of a tree, m.
fn largest_distance(from: &SurfaceMesh, to: &Tree) -> f64 {
    let centres = from
        .triangles
        .par_iter()
        .map(|&t| from.corners(t).iter().sum::<Vec3>() / 3.0);
    let samples = from.points.par_iter().copied().chain(centres);
    samples
        .map(|x| to.squared_distance(&x))
        .reduce(|| 0.0, f64::max)
        .sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number from 0 to 1 that looks random, from the bits of `seed` (Steele, Lea and Flood 2014).
    fn noise(seed: u64) -> f64 {
        let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Signs and cut points at random, from sparse to dense, with cuts anywhere, at the ends and at the thresholds:
    /// worse than any surface, and still the angle bounds hold and the boundary is a closed manifold.
    #[test]
    fn any_signs_and_cuts_keep_the_angle_bounds() {
        let bounds = BoundingBox {
            min: Vec3::zeros(),
            max: Vec3::repeat(10.0),
        };
        let lattice = Lattice::around(&bounds, 1.0);
        let count = (lattice.corners().len() + lattice.centres().len()) as u32;
        let deep = |v: u32| lattice.position(v).iter().all(|&c| c > 0.0 && c < 10.0);
        let mut worst = (180.0f64, 0.0f64);
        for round in 0..20u64 {
            let density = 0.1 + 0.8 * noise(round);
            let inside = (0..count)
                .map(|v| deep(v) && noise((round << 32) + u64::from(v)) < density)
                .collect();
            let cuts = CutLattice::with_cuts(&lattice, inside, |edge| {
                let [a, b] = edge.ends.map(u64::from);
                let t = noise((round << 48) + (a << 24) + b);
                let alpha = edge.alpha();
                match round % 3 {
                    0 => t,
                    1 if t < 0.5 => alpha,
                    1 => 1.0 - alpha,
                    _ => t.round(),
                }
            });
            let mesh = fill_manifold(&cuts).unwrap();
            // Sparse points with every cut at an end may all move onto the surface.
            let Some(quality) = mesh.quality() else {
                continue;
            };
            mesh.check().unwrap();
            check_closed_manifold(&boundary_triangles(&mesh.tets)).unwrap();
            worst = (
                worst.0.min(quality.min_dihedral),
                worst.1.max(quality.max_dihedral),
            );
        }
        assert!(
            worst.0 > MIN_DIHEDRAL && worst.1 < MAX_DIHEDRAL,
            "{worst:?}"
        );
    }
}
