//! `tangency tetrahedralize`: a closed surface filled with tets.

use tangency_geometry::tetrahedralize::{
    TetrahedralizeError, TetrahedralizeParameters, remesh, tetrahedralize as fill,
};
use tangency_io::read_surface_mesh;
use tangency_io::write::write_tet_mesh;

use crate::arguments::TetrahedralizeOptions;
use crate::failure::Failure;
use crate::output::say;

/// Reads a surface, fills it, writes the mesh, and says how good it is.
pub fn tetrahedralize(options: &TetrahedralizeOptions) -> Result<(), Failure> {
    let mut surface = read_surface_mesh(&options.surface).map_err(Failure::input)?;
    for x in &mut surface.points {
        *x = x.map(|length| options.unit.metres(length));
    }
    let parameters = TetrahedralizeParameters {
        thin: options.thin.into(),
        ..TetrahedralizeParameters::new(options.size)
    };
    let refused = |e: TetrahedralizeError| {
        let hint = match (&e, options.remesh) {
            (TetrahedralizeError::Topology(_), false) => {
                "; `--remesh` fills what such a surface encloses all the same"
            }
            _ => "",
        };
        Failure::refuse(format!("{}: {e}{hint}", options.surface.display()))
    };
    let (mesh, report) = match options.remesh {
        false => fill(&surface, &parameters).map_err(refused)?,
        true => {
            let (mesh, made) = remesh(&surface, &parameters).map_err(refused)?;
            for line in &made.faults {
                say(line);
            }
            if made.by_winding {
                say(
                    "the surface is not closed or crosses itself: inside is where it winds around by more than half",
                );
            }
            (mesh, made.fill)
        }
    };
    write_tet_mesh(&options.output, &mesh).map_err(Failure::input)?;
    say(&format!(
        "{}: {} points, {} tets of size {:.3e} m",
        options.output.display(),
        report.points,
        report.tets,
        report.size
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
    for feature in &report.thin {
        say(&format!("left out: {feature}"));
    }
    Ok(())
}
