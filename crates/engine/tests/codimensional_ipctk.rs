//! The barriers of a cloth, rods and grains, each with an offset of its own, against PyPI's `ipctk`: the same pairs,
//! energy, gradient and projected Hessian. `golden/make_codimensional.py` made the scene and the answers, and says how
//! the two codes' conventions are mapped.

use std::sync::Arc;

use tangency_engine::contact::{ContactModel as _, IpcContact};
use tangency_engine::energy::Energy as _;
use tangency_engine::linear::{BlockSink, LinearSystem, NodeMap};
use tangency_engine::{
    GrainMaterial, Grains, Length, Model, ModelBuilder, RestShape, RodMaterial, Rods, Shell, Vec3,
};
use tangency_geometry::SurfaceMesh;

use crate::common::golden::{Reader, error};
use crate::common::some_cloth;

const SCENE: &[u8] = include_bytes!("golden/codimensional.bin");

struct Scene {
    model: Model,
    x: Vec<Vec3>,
    w: Vec<Vec3>,
}

fn read_scene(file: &mut Reader) -> Scene {
    let [cloth, rods, grains, triangles, segments] = std::array::from_fn(|_| file.count());
    let dhat = file.number();
    let offsets = std::array::from_fn(|_| file.number());
    let count = cloth + rods + grains;
    let (rest, x) = (file.vectors(count), file.vectors(count));
    let triangles = file.stencils::<3>(triangles);
    let segments = file.stencils::<2>(segments);
    let mut builder = ModelBuilder::new();
    builder.settings.dhat = Length::Absolute(dhat);
    builder.settings.kappa = Some(1.0);
    let (cloth_points, others) = rest.split_at(cloth);
    let (rod_points, grain_points) = others.split_at(rods);
    let cloth_mesh = SurfaceMesh::from_triangles(cloth_points.to_vec(), triangles);
    let rod_mesh = SurfaceMesh {
        points: rod_points.to_vec(),
        edges: segments
            .iter()
            .map(|edge| edge.map(|v| v - cloth as u32))
            .collect(),
        ..SurfaceMesh::default()
    };
    add_bodies(&mut builder, cloth_mesh, rod_mesh, grain_points, offsets);
    let (model, _) = builder.build().expect("a valid scene");
    Scene {
        model,
        x,
        w: file.vectors(count),
    }
}

/// Adds the bodies; what they are made of does not matter here.
fn add_bodies(
    builder: &mut ModelBuilder,
    cloth: SurfaceMesh,
    rods: SurfaceMesh,
    grains: &[Vec3],
    [cloth_offset, rod_offset, grain_offset]: [f64; 3],
) {
    builder.add_shell(Shell {
        name: "cloth".to_owned(),
        velocity: vec![Vec3::zeros(); cloth.points.len()],
        mesh: cloth,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material: some_cloth(),
        offset: cloth_offset,
    });
    builder.add_rods(Rods {
        rest: RestShape::Flattened,
        name: "rods".to_owned(),
        velocity: vec![Vec3::zeros(); rods.points.len()],
        mesh: rods,
        material: RodMaterial {
            density: 1000.0,
            diameter: 1e-2,
            young: 1e6,
            poisson: 0.3,
            stretching: 1.0,
            bending: 1.0,
            twisting: 0.0,
        },
        offset: rod_offset,
    });
    builder.add_grains(Grains {
        name: "grains".to_owned(),
        points: grains.to_vec(),
        material: GrainMaterial {
            density: 1000.0,
            diameter: 1e-2,
        },
        velocity: vec![Vec3::zeros(); grains.len()],
        offset: grain_offset,
    });
}

#[test]
fn cloth_rods_and_grains_repel_each_other_as_ipctk_says() {
    let mut file = Reader::new(SCENE);
    let Scene { model, x, w } = read_scene(&mut file);
    let model = Arc::new(model);
    let mut contact = IpcContact::new(Arc::clone(&model));
    contact.begin_step(None, 1.0);
    contact.detect(&x);

    let [points, point_edges, edges, parallel, triangles] = std::array::from_fn(|_| file.count());
    let pairs = contact.pairs();
    assert_eq!(pairs.point_point.len(), points);
    assert_eq!(pairs.point_edge.len(), point_edges);
    assert_eq!(pairs.edge_edge.len(), edges - parallel);
    assert_eq!(pairs.parallel_edges.len(), parallel);
    assert_eq!(pairs.point_triangle.len(), triangles);
    assert!(
        points
            .min(point_edges)
            .min(edges - parallel)
            .min(parallel)
            .min(triangles)
            > 10
    );

    let (energy, without_rod_points) = (file.number(), file.number());
    assert!((contact.value(&x) / energy - 1.0).abs() < 1e-12);
    assert!(
        without_rod_points < 0.99 * energy,
        "rods have pairs of their own"
    );
    let mut gradient = vec![Vec3::zeros(); x.len()];
    contact.gradient(&x, &mut gradient);
    let by_gradient = error(&gradient, &file.vectors(x.len()));
    assert!(by_gradient < 1e-12, "{by_gradient:e}");

    let (mut blocks, mut system) = (BlockSink::new(), LinearSystem::new());
    contact.hessian(&x, &mut blocks);
    let (map, diagonal) = (NodeMap::all_free(x.len()), vec![0.0; x.len()]);
    system
        .assemble(&blocks, &diagonal, &map)
        .expect("one diagonal entry for each vertex");
    let mut product = vec![Vec3::zeros(); x.len()];
    system.matrix().multiply(&w, &mut product);
    let by_hessian = error(&product, &file.vectors(x.len()));
    assert!(by_hessian < 1e-10, "{by_hessian:e}");
    assert!(file.is_at_end());
}
