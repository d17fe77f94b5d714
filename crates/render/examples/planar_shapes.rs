//! Pictures of all flat shapes as they are by default: `cargo run --release --example planar_shapes -- FOLDER`.

use std::error::Error;
use std::path::Path;

use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{self as g};
use tangency_geometry::topology::unique_edges;
use tangency_io::run_folder::Topology;
use tangency_render::{RenderOptions, render_frame, write_png};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("give a folder")?;
    let ring = g::DiscParameters {
        hole_radius: 0.3,
        ..Default::default()
    };
    let round_slit = g::SlitBlockParameters {
        slit_width: 1e-3,
        round: true,
        ..Default::default()
    };
    let fillet = g::NotchedBlockParameters {
        tip_radius: 0.05,
        ..Default::default()
    };
    let corner = g::RectangleParameters {
        cells: [4, 4],
        levels: 5,
        ..Default::default()
    };
    let bare = g::ChiParameters {
        plate: 0.0,
        ..Default::default()
    };
    let outline = [[0.0, 0.0], [2.0, 0.0], [1.2, 0.8], [1.0, 2.0], [0.0, 1.5]];
    let hole = vec![[0.3, 0.3], [0.9, 0.4], [0.5, 1.0]];
    let shapes = [
        ("squircle", g::squircle(&Default::default())?),
        ("disc", g::disc(&Default::default())?),
        ("ring", g::disc(&ring)?),
        ("slit-block", g::slit_block(&Default::default())?),
        ("slit-block-thin-round", g::slit_block(&round_slit)?),
        ("notched-block", g::notched_block(&Default::default())?),
        ("notched-block-fillet", g::notched_block(&fillet)?),
        ("rectangle-corner", g::rectangle(&corner)?),
        ("chi", g::chi(&Default::default())?),
        ("chi-bare", g::chi(&bare)?),
        ("polygon", g::polygon(&outline, &[hole], 0.15)?),
    ];
    let options = RenderOptions {
        width: 800,
        height: 800,
        planar: true,
        ..RenderOptions::default()
    };
    for (name, mesh) in &shapes {
        let topology = topology(mesh);
        let image = render_frame(&topology, &topology.rest, &options)?;
        let file = Path::new(&folder).join(format!("{name}.png"));
        write_png(&file, &image)?;
        println!(
            "{}: {} points, {} triangles",
            file.display(),
            mesh.points.len(),
            mesh.triangles.len()
        );
    }
    Ok(())
}

/// One body of triangles.
fn topology(mesh: &SurfaceMesh) -> Topology {
    let n = mesh.points.len();
    Topology {
        rest: mesh.points.clone(),
        triangles: mesh.triangles.clone(),
        edges: unique_edges(&mesh.triangles),
        points: (0..n as u32).collect(),
        body: vec![0; n],
        body_names: vec!["shape".into()],
        obstacle: vec![false; n],
        thickness: vec![0.0; n],
        ..Topology::default()
    }
}
