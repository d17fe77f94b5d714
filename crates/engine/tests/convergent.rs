//! Convergent IPC: weights, energy and gradient against PyPI's `ipctk`, and what it refuses. (Runs are in `gcp_runs.rs`, beside
//! those of the other contact models.)

use crate::planar_worlds as worlds;
use std::sync::Arc;

use tangency_engine::contact::{ContactModel as _, IpcContact};
use tangency_engine::energy::Energy as _;
use tangency_engine::{
    ContactKind, GrainMaterial, Grains, Length, Material, Model, ModelBuilder, RestShape, Shell,
    StepperKind, Vec3,
};
use tangency_geometry::SurfaceMesh;

use crate::common::golden::{Reader, error};
use crate::common::{add, boxes, some_cloth};
use crate::planar_worlds::{placed, planar, square};

const SCENE: &[u8] = include_bytes!("golden/convergent.bin");

/// Two pillows in contact, of which `golden/make_convergent.py` tells more; what they are made of does not matter here.
fn pillows(file: &mut Reader) -> (Model, Vec<Vec3>) {
    let [count, triangles] = std::array::from_fn(|_| file.count());
    let mut builder = ModelBuilder::new();
    builder.settings.dhat = Length::Absolute(file.number());
    builder.settings.kappa = Some(1.0);
    builder.settings.contact = ContactKind::Convergent;
    let (rest, x) = (file.vectors(count), file.vectors(count));
    let mesh = SurfaceMesh::from_triangles(rest, file.stencils::<3>(triangles));
    builder.add_shell(Shell {
        name: "pillows".to_owned(),
        velocity: vec![Vec3::zeros(); count],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material: some_cloth(),
        offset: 0.0,
    });
    (builder.build().expect("a valid scene").0, x)
}

#[test]
fn pairs_weigh_what_ipctk_says() {
    let mut file = Reader::new(SCENE);
    let (model, x) = pillows(&mut file);
    let mut contact = IpcContact::new(Arc::new(model));
    contact.begin_step(None, 1.0);
    contact.detect(&x);

    let [points, point_edges, triangles] = std::array::from_fn(|_| file.count());
    let pairs = contact.pairs();
    assert_eq!(pairs.point_point.len(), points);
    assert_eq!(pairs.point_edge.len(), point_edges);
    assert_eq!(pairs.point_triangle.len(), triangles);
    assert!(points > 0 && point_edges.min(triangles) > 10);
    assert!(pairs.parallel_edges.len().min(pairs.parallel_ends.len()) > 5);
    let is_negative = |weight: &&f64| **weight < 0.0;
    assert!(pairs.point_edge.weight.iter().filter(is_negative).count() > 10);

    let energy = file.number();
    let off = contact.value(&x) / energy - 1.0;
    assert!(off.abs() < 1e-12, "{off:e}");
    let mut gradient = vec![Vec3::zeros(); x.len()];
    contact.gradient(&x, &mut gradient);
    let by_gradient = error(&gradient, &file.vectors(x.len()));
    assert!(by_gradient < 1e-11, "{by_gradient:e}");
    assert!(file.is_at_end());
}

#[test]
fn rods_and_sweeps_are_refused_with_the_reason() {
    let refusal = |builder: ModelBuilder| {
        let error = builder.build().err().map(|error| error.to_string());
        error.unwrap_or_default()
    };
    let mut builder = ModelBuilder::new();
    builder.settings.contact = ContactKind::Convergent;
    let cube = boxes([0.1, 0.1, 0.1], [1, 1, 1]);
    add(
        &mut builder,
        "cube",
        cube,
        Material::default(),
        Vec3::zeros(),
    );
    builder.add_grains(Grains {
        name: "sand".to_owned(),
        points: vec![Vec3::new(0.0, 1.0, 0.0)],
        material: GrainMaterial {
            density: 1000.0,
            diameter: 1e-2,
        },
        velocity: vec![Vec3::zeros()],
        offset: 1e-3,
    });
    let message = refusal(builder);
    assert!(
        message.contains("`sand`: vertex 0 belongs to no triangle"),
        "{message}"
    );

    let mut builder = ModelBuilder::new();
    builder.settings.contact = ContactKind::Convergent;
    builder.settings.stepper = StepperKind::Vbd;
    let cube = boxes([0.1, 0.1, 0.1], [1, 1, 1]);
    add(
        &mut builder,
        "cube",
        cube,
        Material::default(),
        Vec3::zeros(),
    );
    let message = refusal(builder);
    assert!(message.contains("weigh less than nothing"), "{message}");
}

/// Blocks of 1 m with so many edges a side face each other, 5 mm apart: each vertex there has the length of an edge, and
/// feels the barrier once, wherever it is across from.
#[test]
fn blocks_in_the_plane_feel_the_barrier_once_per_length() {
    let (gap, dhat): (f64, f64) = (5e-3, 2e-2);
    for cells in [[1, 1], [2, 2], [4, 7], [9, 5]] {
        let mut builder = planar(ContactKind::Convergent, dhat);
        builder.settings.kappa = Some(1.0);
        let [left, right] = cells.map(|count| square(1.0, count));
        worlds::add(&mut builder, "left", left, [0.0, 0.0]);
        worlds::add(
            &mut builder,
            "right",
            placed(right, [1.0 + gap, 0.0], 0.0),
            [0.0, 0.0],
        );
        let model = builder.build().expect("a valid scene").0;
        let x = model.rest.clone();
        let mut contact = IpcContact::new(Arc::new(model));
        contact.begin_step(None, 1.0);
        contact.detect(&x);
        let ratio = (gap / dhat).powi(2);
        let barrier = -dhat * (ratio - 1.0).powi(2) * ratio.ln();
        let lengths = cells.map(|count| 1.0 + 1.0 / f64::from(count));
        let expected = 0.5 * (lengths[0] + lengths[1]) * barrier;
        let off = contact.value(&x) / expected - 1.0;
        assert!(off.abs() < 1e-12, "{cells:?}: {off:e}");
    }
}
