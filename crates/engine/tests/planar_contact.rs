//! Contact potentials of planar models: sums over all pairs, derivatives, rest states; and what planar models refuse.

use std::sync::Arc;

use crate::common::moving;
use crate::mesh::{Field, Mesh, Primitive};
use crate::planar_worlds::{
    add, add_obstacle, cells, ground, notched, placed, planar, polyline, square, squircle,
};
use nalgebra::DVector;
use tangency_engine::certificate::{Certificate, Certifier};
use tangency_engine::contact::{ContactModel, GcpContact, IpcContact};
use tangency_engine::linear::BlockSink;
use tangency_engine::{
    ContactKind, HalfSpace, Load, LoadKind, Model, ModelBuilder, State, StepperKind, Vec3,
};
use tangency_formulas::contact::geometric::{Curvature, Dimension, Potential, Sidedness};
use tangency_formulas::contact::log_barrier;
use tangency_formulas::distance::point_edge;

const REACH: f64 = 0.03;
const BOTH: [ContactKind; 2] = [ContactKind::Ipc, ContactKind::Gcp];

/// Numbers from -1 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn in_plane(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), 0.0)
    }
}

/// Squares, a notched one and a wire, apart at the start, close and shaken at `x`.
fn mixed(contact: ContactKind, seed: u64, has_ground: bool) -> (Arc<Model>, Vec<Vec3>) {
    let mut builder = planar(contact, REACH);
    let low = placed(square(0.3, 4), [0.0, 0.3], 0.0);
    add(&mut builder, "low", low, [0.0; 2]);
    let high = placed(square(0.25, 3), [0.05, 0.8], 0.2);
    add(&mut builder, "high", high, [0.0; 2]);
    let slit = placed(notched(0.45), [0.6, 0.4], 0.0);
    add(&mut builder, "slit", slit, [0.0; 2]);
    let wire = polyline(&[[-0.5, 0.4], [-0.4, 0.2], [-0.45, 0.05]]);
    add_obstacle(&mut builder, "wire", wire);
    if has_ground {
        ground(&mut builder);
    }
    let (model, state) = builder.build().expect("a mixed scene");
    let by = [[0.0, -0.13], [0.0, -0.35], [-0.21, -0.16], [0.24, 0.0]];
    let mut random = Random(seed);
    let mut x = state.x;
    for (body, by) in model.bodies.iter().zip(by) {
        for v in body.vertices.clone() {
            x[v as usize] += Vec3::new(by[0], by[1], 0.0) + 0.003 * random.in_plane();
        }
    }
    // The slit closes.
    for v in model.bodies[2].vertices.clone() {
        let x = &mut x[v as usize];
        let side = x.x - 0.39;
        x.x -= 0.42 * side.signum() * 0.05 * f64::from(u8::from(side.abs() < 0.1));
    }
    (Arc::new(model), x)
}

fn detected(model: &Arc<Model>, x: &[Vec3]) -> Box<dyn ContactModel> {
    let mut contact: Box<dyn ContactModel> = match model.settings.contact {
        ContactKind::Gcp => Box::new(GcpContact::new(Arc::clone(model))),
        _ => Box::new(IpcContact::new(Arc::clone(model))),
    };
    contact.begin_step(None, 1.0);
    contact.detect(x);
    contact
}

fn gradient(contact: &dyn ContactModel, x: &[Vec3]) -> Vec<Vec3> {
    let mut gradient = vec![Vec3::zeros(); x.len()];
    contact.gradient(x, &mut gradient);
    gradient
}

#[test]
fn the_geometric_sum_is_that_over_all_pairs_of_primitives() {
    for seed in 0..4 {
        let (model, x) = mixed(ContactKind::Gcp, seed, false);
        let contact = detected(&model, &x);
        let plane = model.plane.as_ref().expect("a plane");
        let run = |&edge: &[u32; 2]| plane.way(edge).unwrap_or(edge).map(|v| v as usize);
        let mesh = Mesh {
            dimension: Dimension::Plane,
            vertices: model.vertex_count(),
            edges: model.surface.edges.iter().map(run).collect(),
            faces: Vec::new(),
            // The first three bodies are solids.
            sides: model
                .body_of
                .iter()
                .map(|&b| {
                    if b < 3 {
                        Sidedness::Outer
                    } else {
                        Sidedness::Both
                    }
                })
                .collect(),
        };
        let at = |v: usize| model.rest[v];
        let spread = |p: &Primitive| {
            let lengths = p.ring.iter().map(|&w| (at(p.vertices[0]) - at(w)).norm());
            lengths.sum::<f64>() / p.ring.len() as f64
        };
        let points = &model.surface.points;
        let free: Vec<usize> = points
            .iter()
            .map(|&v| v as usize)
            .filter(|&v| !model.is_obstacle[v])
            .collect();
        let mean = free.iter().map(|&v| spread(&mesh.vertex(v))).sum::<f64>() / free.len() as f64;
        let share = |p: &Primitive| {
            let share = match p.vertices[..] {
                [a, b] => (at(a) - at(b)).norm(),
                _ => spread(p),
            };
            let most = if model.is_obstacle[p.vertices[0]] {
                mean
            } else {
                f64::INFINITY
            };
            share.min(most)
        };
        let is_there = |p: &Primitive| points.binary_search(&(p.vertices[0] as u32)).is_ok();
        let kappa = contact.stiffness();
        let weight = |pair: [&Primitive; 2]| {
            let fixed = pair.iter().all(|p| model.is_obstacle[p.vertices[0]]);
            if pair.into_iter().all(is_there) && !fixed {
                kappa * share(pair[0]) * share(pair[1])
            } else {
                0.0
            }
        };
        let potential = Potential::new(Dimension::Plane, 0.5, 0.1);
        let (mut sum, mut count) = (Field::zero(3 * x.len()), 0);
        for stencil in mesh.stencils(REACH, weight) {
            if stencil.term.weight > 0.0 && stencil.value(&potential, &x) != 0.0 {
                let field = stencil.field(&potential, &x, Curvature::Projected);
                sum.add(&field, &stencil.vertices);
                count += 1;
            }
        }
        println!("seed {seed}: {count} terms");
        assert_eq!(contact.pair_count(), count);
        assert!(count > 12, "{count} terms");
        let value = contact.value(&x);
        assert!((value / sum.value - 1.0).abs() < 1e-12, "{value}");
        let gradient = gradient(&*contact, &x);
        let flat = DVector::from_iterator(3 * x.len(), gradient.iter().flatten().copied());
        let error = (flat - &sum.gradient).norm() / sum.gradient.norm();
        assert!(error < 1e-11, "gradient off by {error:e}");
    }
}

#[test]
fn the_barrier_is_that_over_all_points_and_edges() {
    for seed in 0..4 {
        let (model, x) = mixed(ContactKind::Ipc, seed, false);
        let contact = detected(&model, &x);
        let (mut sum, mut count) = (0.0, 0);
        for &p in &model.surface.points {
            for &[a, b] in &model.surface.edges {
                let squared = point_edge::squared(&x[p as usize], &x[a as usize], &x[b as usize]);
                let counts = p != a && p != b && model.is_admissible([p, a, b]);
                if counts && squared < REACH * REACH {
                    sum += log_barrier::value(squared, REACH * REACH);
                    count += 1;
                }
            }
        }
        let value = contact.value(&x);
        let expected = contact.stiffness() * sum;
        println!("seed {seed}: {count} pairs, {value:e}");
        assert!(count > 20 && (value / expected - 1.0).abs() < 1e-12);
        let pairs = contact.pairwise().expect("a barrier for each pair").pairs;
        assert!(pairs.edge_edge.is_empty() && pairs.parallel_edges.is_empty());
        assert!(pairs.point_triangle.is_empty());
    }
}

#[test]
fn gradients_are_slopes_and_stay_in_the_plane() {
    for contact in BOTH {
        for seed in 0..5 {
            let (model, x) = mixed(contact, 100 + seed, true);
            let mut contact = detected(&model, &x);
            let gradient = gradient(&*contact, &x);
            assert!(gradient.iter().all(|g| g.z == 0.0));
            let mut random = Random(seed);
            let u: Vec<Vec3> = x.iter().map(|_| random.in_plane()).collect();
            let slope: f64 = gradient.iter().zip(&u).map(|(g, u)| g.dot(u)).sum();
            let mut value = |h: f64| {
                let y: Vec<Vec3> = x.iter().zip(&u).map(|(x, u)| x + h * u).collect();
                contact.detect(&y);
                contact.value(&y)
            };
            // Fourth order.
            let h = 1e-7;
            let difference =
                (8.0 * (value(h) - value(-h)) - value(2.0 * h) + value(-2.0 * h)) / (12.0 * h);
            let squares: f64 = gradient.iter().map(|g| g.norm_squared()).sum();
            let error = (slope - difference).abs() / squares.sqrt();
            println!("{:?}: off by {error:e}", model.settings.contact);
            assert!(error < 1e-6, "{slope} and {difference}");
            // The Hessian couples nothing to z.
            contact.detect(&x);
            let mut sink = BlockSink::new();
            contact.hessian(&x, &mut sink);
            let blocks = (0..sink.len()).flat_map(|e| sink.blocks(e));
            for block in blocks {
                assert!((0..3).all(|i| block[(i, 2)] == 0.0 && block[(2, i)] == 0.0));
            }
        }
    }
}

#[test]
fn forces_between_bodies_add_up_to_nothing() {
    for contact in BOTH {
        let (model, x) = mixed(contact, 7, false);
        let forces = gradient(&*detected(&model, &x), &x);
        let size: f64 = forces.iter().map(|f| f.norm()).sum();
        let sum: Vec3 = forces.iter().sum();
        let torque: Vec3 = forces.iter().zip(&x).map(|(f, x)| x.cross(f)).sum();
        assert!(size > 0.0);
        assert!(sum.norm() < 1e-12 * size && torque.norm() < 1e-12 * size);
    }
}

/// Asserts that nothing pushes at rest with an epsilon of up to ten of the shortest edges.
fn assert_still(name: &str, add: impl Fn(&mut ModelBuilder)) {
    let build = |epsilon: f64| -> (Model, State) {
        let mut builder = planar(ContactKind::Gcp, epsilon);
        add(&mut builder);
        builder.build().expect(name)
    };
    let (model, _) = build(1e-3);
    let length = |&[a, b]: &[u32; 2]| (model.rest[a as usize] - model.rest[b as usize]).norm();
    let edges = model.surface.edges.iter();
    let shortest = edges.map(length).fold(f64::INFINITY, f64::min);
    for edges in [0.5, 1.0, 3.0, 10.0] {
        let (model, state) = build(edges * shortest);
        let contact = detected(&Arc::new(model), &state.x);
        assert_eq!(contact.pair_count(), 0, "{name}, {edges} edges");
        assert_eq!(contact.value(&state.x), 0.0);
        let gradient = gradient(&*contact, &state.x);
        assert!(gradient.iter().all(|g| *g == Vec3::zeros()));
    }
}

#[test]
fn nothing_pushes_at_rest() {
    assert_still("squircle", |b| {
        add(b, "squircle", squircle(1.0, 64), [0.0; 2]);
    });
    assert_still("slab", |b| {
        let slab = cells(1e-3, [200, 1], |_, _| true);
        add(b, "slab", slab, [0.0; 2]);
    });
    assert_still("notched", |b| {
        add(b, "notched", notched(1.0), [0.0; 2]);
    });
    assert_still("neighbours on the ground", |b| {
        for x in [-0.501, 0.501] {
            let block = placed(square(1.0, 3), [x, 0.501], 0.0);
            add(b, &format!("block {x}"), block, [0.0; 2]);
        }
        ground(b);
    });
    assert_still("beside a wire", |b| {
        add(b, "block", square(1.0, 3), [0.0; 2]);
        let wire = polyline(&[[0.51, -1.0], [0.51, 0.0], [0.6, 0.6], [0.0, 0.6]]);
        add_obstacle(b, "wire", wire);
    });
}

#[test]
fn the_bits_are_those_of_any_number_of_threads() {
    for kind in BOTH {
        let (model, x) = mixed(kind, 3, true);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| {
                let contact = detected(&model, &x);
                (contact.value(&x).to_bits(), gradient(&*contact, &x))
            })
        };
        assert_eq!(with(1), with(4));
    }
}

/// Counts of the certificate for positions: intersections, inversions.
fn judged(model: &Model, x: &[Vec3]) -> [u64; 2] {
    let mut certifier = Certifier::resume(model, Certificate::default());
    certifier.certify(model, x, None, None);
    let tally = &certifier.certificate;
    assert_eq!(tally.verified, tally.intersections + tally.inversions == 0);
    [tally.intersections, tally.inversions]
}

#[test]
fn the_certificate_finds_what_is_wrong() {
    let mut builder = planar(ContactKind::Ipc, 1e-2);
    add(&mut builder, "big", square(1.0, 2), [0.0; 2]);
    let small = placed(square(0.1, 1), [2.0, 0.0], 0.0);
    let small = add(&mut builder, "small", small, [0.0; 2]);
    let stone = placed(square(0.5, 1), [4.0, 0.0], 0.0);
    add_obstacle(&mut builder, "stone", stone);
    let (model, state) = builder.build().expect("three squares");
    let moved = |by: f64| {
        let mut x = state.x.clone();
        for v in small.vertices.clone() {
            x[v as usize].x += by;
        }
        x
    };
    assert_eq!(judged(&model, &state.x), [0, 0]);
    // Across the side of the big one; touching it; inside of it, of the stone.
    assert!(judged(&model, &moved(-1.5))[0] > 0);
    assert!(judged(&model, &moved(-1.45))[0] > 0);
    assert!(judged(&model, &moved(-1.8))[0] > 0);
    assert!(judged(&model, &moved(2.0))[0] > 0);
    let mut x = state.x.clone();
    x[small.vertices.start as usize].z = 1e-30;
    assert_eq!(judged(&model, &x), [1, 0]);
    // A corner of the small one beyond its opposite side.
    let mut x = state.x.clone();
    x[small.vertices.start as usize] += Vec3::new(0.2, 0.2, 0.0);
    assert!(judged(&model, &x)[1] > 0);
}

/// Message about a scene that is no planar one.
fn refused(change: impl Fn(&mut ModelBuilder)) -> String {
    let mut builder = planar(ContactKind::Ipc, 1e-2);
    add(&mut builder, "square", square(1.0, 2), [0.0; 2]);
    change(&mut builder);
    builder
        .build()
        .err()
        .map(|e| e.to_string())
        .unwrap_or_default()
}

#[test]
fn what_leaves_the_plane_is_refused_with_its_name() {
    assert_eq!(refused(|_| ()), "");
    let says = |text: &str, change: &dyn Fn(&mut ModelBuilder)| {
        let message = refused(change);
        assert!(message.contains(text), "{message:?} without {text:?}");
    };
    says("vertex 1 of `tilted`", &|b| {
        let mut mesh = placed(square(1.0, 1), [3.0, 0.0], 0.0);
        mesh.points[1].z = 1e-9;
        add(b, "tilted", mesh, [0.0; 2]);
    });
    says("`over`: triangle 1 [0, 2, 3]", &|b| {
        let mut mesh = placed(square(1.0, 1), [3.0, 0.0], 0.0);
        mesh.triangles = vec![[0, 1, 2], [0, 2, 3]];
        mesh.points.swap(2, 3);
        add(b, "over", mesh, [0.0; 2]);
    });
    says("gravity has the component 1", &|b| b.gravity.z = 1.0);
    says("half-space `wall`", &|b| {
        b.add_half_space(HalfSpace {
            name: "wall".into(),
            origin: -Vec3::y() * 9.0,
            normal: Vec3::new(0.0, 1.0, 0.1),
        });
    });
    says("the motion `lift`", &|b| {
        b.add_boundary(moving("lift", vec![0], Vec3::z(), 1.0));
    });
    says("the load `push`", &|b| {
        b.add_load(Load {
            name: "push".into(),
            kind: LoadKind::Force {
                vertices: vec![0],
                force: Vec3::z(),
            },
            begin: 0.0,
            end: 1.0,
            ramp: 0.0,
        });
    });
    says("the stepper `vbd` cannot step a planar scene", &|b| {
        b.settings.stepper = StepperKind::Vbd;
    });
    says("the stepper `gpu` cannot step a planar scene", &|b| {
        b.settings.stepper = StepperKind::Gpu;
    });
    says("intersects at the start", &|b| {
        add(
            b,
            "other",
            placed(square(1.0, 1), [0.7, 0.1], 0.0),
            [0.0; 2],
        );
    });
    says("vertex [0] of `other` inside the solid", &|b| {
        add(
            b,
            "other",
            placed(square(0.1, 1), [0.2, 0.1], 0.0),
            [0.0; 2],
        );
    });
    // Touching corners count.
    says("intersects at the start", &|b| {
        add(
            b,
            "other",
            placed(square(1.0, 1), [1.0, 1.0], 0.0),
            [0.0; 2],
        );
    });
    says("two triangles are on the same side of the edge", &|b| {
        let mut mesh = placed(square(1.0, 1), [3.0, 0.0], 0.0);
        let first = mesh.triangles[0];
        mesh.triangles.push(first);
        add(b, "double", mesh, [0.0; 2]);
    });
}
