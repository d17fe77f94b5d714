//! `tangency tetrahedralize`: a closed surface filled with tets.

use tangency_geometry::tetrahedralize::{TetrahedralizeParameters, tetrahedralize as fill};
use tangency_io::read_surface_mesh;
use tangency_io::write::write_tet_mesh;

use crate::arguments::TetrahedralizeOptions;
use crate::failure::Failure;
use crate::output::say;

/// Reads a surface, fills it, writes the mesh, and says how good it is.
pub fn tetrahedralize(options: &TetrahedralizeOptions) -> Result<(), Failure> {
    let surface = read_surface_mesh(&options.surface).map_err(Failure::input)?;
    let (mesh, report) = fill(&surface, &TetrahedralizeParameters::new(options.size))
        .map_err(|e| Failure::refuse(format!("{}: {e}", options.surface.display())))?;
    write_tet_mesh(&options.output, &mesh).map_err(Failure::input)?;
    say(&format!(
        "{}: {} points, {} tets",
        options.output.display(),
        report.points,
        report.tets
    ));
    say(&format!(
        "dihedral angles {:.1} to {:.1} degrees",
        report.min_dihedral, report.max_dihedral
    ));
    say(&format!(
        "volume {:.6e} m³, of the surface {:.6e} m³",
        report.volume, report.surface_volume
    ));
    say(&format!(
        "farthest from the surface: {:.3e} m; farthest the surface is from the mesh: {:.3e} m",
        report.boundary_to_surface, report.surface_to_boundary
    ));
    Ok(())
}
