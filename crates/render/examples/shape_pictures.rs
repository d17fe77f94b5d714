//! Pictures of the shapes of the figures of Geometric Contact Potential (2025):
//! `cargo run --release --example shape_pictures -- FOLDER`.

use std::error::Error;
use std::path::Path;

use tangency_geometry::generate::{self as g};
use tangency_geometry::topology::unique_edges;
use tangency_geometry::{SurfaceMesh, Vec3};
use tangency_io::run_folder::Topology;
use tangency_render::{RenderOptions, render_frame, write_png};

/// A name and the bodies of a picture.
type Shown = (&'static str, Vec<SurfaceMesh>);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("give a folder")?;
    for (name, meshes) in flat()?.into_iter().chain(solid()?) {
        let topology = topology(&meshes);
        let options = RenderOptions {
            width: 800,
            height: 800,
            ..RenderOptions::default()
        };
        let image = render_frame(&topology, &topology.rest, &options)?;
        let file = Path::new(&folder).join(format!("{name}.png"));
        write_png(&file, &image)?;
        let (points, triangles) = (topology.rest.len(), topology.triangles.len());
        println!("{name}: {points} points, {triangles} triangles shown");
    }
    Ok(())
}

fn flat() -> Result<Vec<Shown>, g::GenerateError> {
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
    Ok(vec![
        ("squircle", vec![g::squircle(&Default::default())?]),
        ("disc", vec![g::disc(&Default::default())?]),
        ("ring", vec![g::disc(&ring)?]),
        ("slit-block", vec![g::slit_block(&Default::default())?]),
        ("slit-block-thin-round", vec![g::slit_block(&round_slit)?]),
        (
            "notched-block",
            vec![g::notched_block(&Default::default())?],
        ),
        ("notched-block-fillet", vec![g::notched_block(&fillet)?]),
        ("rectangle-corner", vec![g::rectangle(&corner)?]),
        ("chi", vec![g::chi(&Default::default())?]),
        ("chi-bare", vec![g::chi(&bare)?]),
        ("polygon", vec![g::polygon(&outline, &[hole], 0.15)?]),
    ])
}

fn solid() -> Result<Vec<Shown>, g::GenerateError> {
    let stretched = |mesh: SurfaceMesh| Ok(vec![g::extrude(&mesh, 0.3, 4)?.surface()]);
    let upper = g::SaddleBlockParameters {
        upper: true,
        gap: 0.5,
        ..Default::default()
    };
    let pair = [
        g::saddle_block(&Default::default())?,
        g::saddle_block(&upper)?,
    ];
    // Half of a balloon, to see its wall.
    let mut half = g::hollow_ball(&g::HollowBallParameters {
        frequency: 8,
        layers: 2,
        ..Default::default()
    })?;
    let points = half.points.clone();
    half.tets
        .retain(|t| t.iter().map(|&v| points[v as usize].z).sum::<f64>() < 0.0);
    let tyre = g::hollow_torus(&Default::default())?;
    Ok(vec![
        ("extruded-chi", stretched(g::chi(&Default::default())?)?),
        (
            "extruded-slit-block",
            stretched(g::slit_block(&Default::default())?)?,
        ),
        (
            "saddle-pair",
            pair.iter().map(|block| block.surface()).collect(),
        ),
        ("hollow-ball-half", vec![half.surface()]),
        ("hollow-torus", vec![tyre.surface()]),
    ])
}

/// A body for each mesh.
fn topology(meshes: &[SurfaceMesh]) -> Topology {
    let mut all = Topology::default();
    for (mesh, body) in meshes.iter().zip(0..) {
        let first = all.rest.len() as u32;
        let n = mesh.points.len();
        all.rest.extend::<&[Vec3]>(&mesh.points);
        all.triangles
            .extend(mesh.triangles.iter().map(|t| t.map(|v| v + first)));
        all.points.extend(first..first + n as u32);
        all.body.extend(vec![body; n]);
        all.body_names.push(format!("body {body}"));
        all.obstacle.extend(vec![false; n]);
        all.thickness.extend(vec![0.0; n]);
    }
    all.edges = unique_edges(&all.triangles);
    all.plane = all.rest.iter().all(|p| p.z == 0.0);
    all
}
