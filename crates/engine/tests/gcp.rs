//! The Geometric Contact Potential over whole models: sums, derivatives, rest states.

use std::sync::Arc;

use crate::common::{add, boxes, ground, shifted};
use crate::gcp_worlds::{Random, builder, detected, moved, rod, shell, square};
use crate::mesh::{Field, Mesh, Primitive};
use nalgebra::{DMatrix, DVector};
use tangency_engine::contact::{ContactModel, GcpContact};
use tangency_engine::energy::Energy;
use tangency_engine::linear::BlockSink;
use tangency_engine::{Material, Model, State, Vec3};
use tangency_formulas::contact::geometric::{Curvature, Dimension, Potential, Sidedness};

const EPSILON: f64 = 0.02;

/// A cube, a cube on it, cloth on that, a rod on the cloth; apart at rest, close and shaken at `x`.
fn mixed(seed: u64, has_ground: bool) -> (Arc<Model>, Vec<Vec3>) {
    let mut builder = builder(EPSILON);
    let material = Material::default();
    let cube = boxes([0.1, 0.1, 0.1], [2, 2, 2]);
    add(
        &mut builder,
        "low",
        shifted(cube.clone(), [0.0, 0.1, 0.0]),
        material,
        Vec3::zeros(),
    );
    add(
        &mut builder,
        "high",
        shifted(cube, [0.02, 0.3, 0.01]),
        material,
        Vec3::zeros(),
    );
    builder.add_shell(shell("cloth", square(0.12, 0.04, 0.5)));
    builder.add_rods(rod("rod", 0.1, 0.6, 3));
    if has_ground {
        ground(&mut builder, 0.0);
    }
    let (model, state) = builder.build().expect("a mixed scene");
    let x = moved(
        &model,
        &state.x,
        &[
            [0.0, -0.04, 0.0],
            [0.0, -0.13, 0.0],
            [0.0, -0.27, 0.0],
            [0.0, -0.36, 0.0],
        ],
    );
    let mut random = Random(seed);
    let x = x.iter().map(|x| x + 0.002 * random.vector()).collect();
    (Arc::new(model), x)
}

/// The rest shares of a primitive's vertices, from the definition.
fn share(model: &Model, primitive: &Primitive) -> f64 {
    let at = |v: usize| model.rest[v];
    match primitive.vertices[..] {
        [v] => {
            let lengths = primitive.ring.iter().map(|&w| (at(v) - at(w)).norm());
            let mean = lengths.sum::<f64>() / primitive.ring.len() as f64;
            mean * mean
        }
        [a, b] => (at(a) - at(b)).norm_squared(),
        [a, b, c] => 0.5 * (at(b) - at(a)).cross(&(at(c) - at(a))).norm(),
        _ => panic!("no primitive"),
    }
}

/// The sum over all pairs of primitives.
fn brute_force(model: &Model, x: &[Vec3], kappa: f64) -> (Field, usize) {
    let surface = &model.surface;
    let mesh = Mesh {
        dimension: Dimension::Space,
        vertices: model.vertex_count(),
        edges: surface
            .edges
            .iter()
            .map(|e| e.map(|v| v as usize))
            .collect(),
        faces: surface
            .triangles
            .iter()
            .map(|t| t.map(|v| v as usize))
            .collect(),
        // The first two bodies are solids.
        sides: model
            .body_of
            .iter()
            .map(|&b| {
                if b < 2 {
                    Sidedness::Outer
                } else {
                    Sidedness::Both
                }
            })
            .collect(),
    };
    let is_surface = |p: &Primitive| {
        surface
            .points
            .binary_search(&(p.vertices[0] as u32))
            .is_ok()
    };
    let weight = |pair: [&Primitive; 2]| {
        if pair.into_iter().all(is_surface) {
            kappa * share(model, pair[0]) * share(model, pair[1])
        } else {
            0.0
        }
    };
    let potential = Potential::new(Dimension::Space, 0.5, 0.1);
    let (mut sum, mut count) = (Field::zero(3 * x.len()), 0);
    for stencil in mesh.stencils(EPSILON, weight) {
        if stencil.term.weight > 0.0 && stencil.value(&potential, x) != 0.0 {
            sum.add(
                &stencil.field(&potential, x, Curvature::Reduced),
                &stencil.vertices,
            );
            count += 1;
        }
    }
    (sum, count)
}

fn gradient(contact: &GcpContact, x: &[Vec3]) -> Vec<Vec3> {
    let mut gradient = vec![Vec3::zeros(); x.len()];
    contact.gradient(x, &mut gradient);
    gradient
}

fn hessian(contact: &GcpContact, x: &[Vec3]) -> DMatrix<f64> {
    let mut sink = BlockSink::new();
    contact.hessian(x, &mut sink);
    let mut dense = DMatrix::zeros(3 * x.len(), 3 * x.len());
    for e in 0..sink.len() {
        let nodes = sink.nodes(e);
        let mut blocks = sink.blocks(e).iter();
        for (i, &v) in nodes.iter().enumerate() {
            for (j, &w) in nodes.iter().enumerate().skip(i) {
                let block = blocks.next().expect("a block");
                let place = (3 * v as usize, 3 * w as usize);
                let mut part = dense.fixed_view_mut::<3, 3>(place.0, place.1);
                part += block;
                if i != j {
                    let mut part = dense.fixed_view_mut::<3, 3>(place.1, place.0);
                    part += block.transpose();
                }
            }
        }
    }
    dense
}

#[test]
fn the_sum_is_that_over_all_pairs_of_primitives() {
    for seed in 0..4 {
        let (model, x) = mixed(seed, false);
        let contact = detected(&model, &x);
        let (expected, count) = brute_force(&model, &x, contact.stiffness());
        assert_eq!(contact.pair_count(), count);
        assert!(count > 30, "{count} terms");
        let value = contact.value(&x);
        assert!((value / expected.value - 1.0).abs() < 1e-12, "{value}");
        let gradient = gradient(&contact, &x);
        let flat = DVector::from_iterator(3 * x.len(), gradient.iter().flatten().copied());
        let error = (flat - &expected.gradient).norm() / expected.gradient.norm();
        assert!(error < 1e-11, "gradient off by {error:e}");
        let dense = hessian(&contact, &x);
        let error = (&dense - &expected.hessian).norm() / expected.hessian.norm();
        assert!(error < 1e-11, "Hessian off by {error:e}");
        let least = dense.symmetric_eigenvalues().min();
        assert!(least > -1e-10 * expected.hessian.norm(), "{least:e}");
        println!("seed {seed}: {count} terms");
    }
}

#[test]
fn the_gradient_is_the_slope_of_the_value() {
    for seed in 0..6 {
        let (model, x) = mixed(100 + seed, true);
        let mut contact = detected(&model, &x);
        let gradient = gradient(&contact, &x);
        let mut random = Random(seed);
        let u: Vec<Vec3> = x.iter().map(|_| random.vector()).collect();
        let slope: f64 = gradient.iter().zip(&u).map(|(g, u)| g.dot(u)).sum();
        let mut value = |h: f64| {
            let y: Vec<Vec3> = x.iter().zip(&u).map(|(x, u)| x + h * u).collect();
            contact.detect(&y);
            contact.value(&y)
        };
        // Fourth order.
        let h = 2e-7;
        let difference =
            (8.0 * (value(h) - value(-h)) - value(2.0 * h) + value(-2.0 * h)) / (12.0 * h);
        let scale: f64 = gradient
            .iter()
            .map(|g| g.norm_squared())
            .sum::<f64>()
            .sqrt();
        let error = (slope - difference).abs() / scale;
        println!(
            "seed {seed}: {} pairs, off by {error:e}",
            contact.pair_count()
        );
        assert!(error < 1e-6, "{slope} and {difference}");
    }
}

#[test]
fn forces_between_bodies_add_up_to_nothing() {
    let (model, x) = mixed(7, false);
    let contact = detected(&model, &x);
    let forces = gradient(&contact, &x);
    let size: f64 = forces.iter().map(|f| f.norm()).sum();
    let sum: Vec3 = forces.iter().sum();
    let torque: Vec3 = forces.iter().zip(&x).map(|(f, x)| x.cross(f)).sum();
    assert!(size > 0.0);
    assert!(sum.norm() < 1e-12 * size && torque.norm() < 1e-12 * size);
}

/// Asserts that nothing pushes at rest with an epsilon of ten of the shortest edges.
fn assert_still(name: &str, mut build: impl FnMut(f64) -> (Model, State)) {
    let (model, _) = build(1e-3);
    let length = |&[a, b]: &[u32; 2]| (model.rest[a as usize] - model.rest[b as usize]).norm();
    let shortest = model
        .surface
        .edges
        .iter()
        .map(length)
        .fold(f64::INFINITY, f64::min);
    for edges in [0.5, 1.0, 3.0, 10.0] {
        let (model, state) = build(edges * shortest);
        let contact = detected(&Arc::new(model), &state.x);
        assert_eq!(contact.pair_count(), 0, "{name}, {edges} edges");
        assert_eq!(contact.value(&state.x), 0.0);
        assert!(
            gradient(&contact, &state.x)
                .iter()
                .all(|g| *g == Vec3::zeros())
        );
    }
}

#[test]
fn nothing_pushes_at_rest() {
    let solid = |size: [f64; 3], cells: [u32; 3]| {
        move |epsilon: f64| {
            let mut builder = builder(epsilon);
            add(
                &mut builder,
                "body",
                boxes(size, cells),
                Material::default(),
                Vec3::zeros(),
            );
            builder.build().expect("a body")
        }
    };
    assert_still("cube", solid([1.0, 1.0, 1.0], [3, 3, 3]));
    assert_still("slab", solid([1.0, 1e-3, 1.0], [8, 1, 8]));
    let cloth = |fold: f64| {
        move |epsilon: f64| {
            let mut mesh = square(0.4, 0.05, 0.0);
            for p in &mut mesh.points {
                // The half with x > 0 is turned about z.
                if p.x > 0.0 {
                    *p = Vec3::new(p.x * fold.cos(), p.x * fold.sin(), p.z);
                }
            }
            let mut builder = builder(epsilon);
            builder.add_shell(shell("cloth", mesh));
            builder.build().expect("cloth")
        }
    };
    assert_still("cloth", cloth(0.0));
    assert_still("right fold", cloth(std::f64::consts::FRAC_PI_2));
    assert_still("sharp fold", cloth(2.9));
    assert_still("blocks", |epsilon| {
        let mut builder = builder(epsilon);
        for (k, x) in [-0.501, 0.501].into_iter().enumerate() {
            let block = shifted(boxes([1.0, 1.0, 1.0], [3, 3, 3]), [x, 0.501, 0.0]);
            add(
                &mut builder,
                &format!("block {k}"),
                block,
                Material::default(),
                Vec3::zeros(),
            );
        }
        ground(&mut builder, 0.0);
        builder.build().expect("blocks")
    });
    assert_still("rods", |epsilon| {
        let mut builder = builder(epsilon);
        builder.add_rods(rod("a", 1.0, 0.0, 20));
        builder.add_rods(rod("b", 1.0, 0.01, 20));
        builder.build().expect("rods")
    });
}

#[test]
fn the_bits_are_those_of_any_number_of_threads() {
    let (model, x) = mixed(3, true);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| {
            let contact = detected(&model, &x);
            (
                contact.value(&x),
                gradient(&contact, &x),
                hessian(&contact, &x),
            )
        })
    };
    let (one, four) = (with(1), with(4));
    assert_eq!(one.0.to_bits(), four.0.to_bits());
    assert_eq!(one.1, four.1);
    assert_eq!(one.2, four.2);
}
