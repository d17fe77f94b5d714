//! Rods that twist, against closed forms: torque, Greenhill's instability, coils that keep their shape.

use std::f64::consts::PI;
use std::sync::Arc;

use crate::common::{run, select};
use tangency_engine::energy::{Elastic, elastic_terms};
use tangency_engine::linear::BlockSink;
use tangency_engine::{
    BodyHandle, BoundaryProgram, Integrator, Length, Model, ModelBuilder, Motion, MotionPiece,
    RestShape, RodMaterial, Rods, Simulation, State, Vec3,
};
use tangency_geometry::SurfaceMesh;

const MATERIAL: RodMaterial = RodMaterial {
    density: 1000.0,
    diameter: 0.01,
    young: 1e7,
    poisson: 0.3,
    stretching: 1.0,
    bending: 1.0,
    twisting: 1.0,
};

/// E I and G J of the material, N m².
fn stiffness(material: &RodMaterial) -> (f64, f64) {
    let bend = material.young * PI / 64.0 * material.diameter.powi(4);
    (bend, bend / (1.0 + material.poisson))
}

fn rod(points: Vec<Vec3>, material: RodMaterial, rest: RestShape) -> Rods {
    Rods {
        name: "rod".to_owned(),
        velocity: vec![Vec3::zeros(); points.len()],
        mesh: SurfaceMesh {
            // Every third segment is stored the other way round: directions must not matter.
            edges: (1..points.len() as u32)
                .map(|k| if k % 3 == 0 { [k, k - 1] } else { [k - 1, k] })
                .collect(),
            points,
            ..SurfaceMesh::default()
        },
        rest,
        material,
        offset: 0.0,
    }
}

/// A straight rod along x from 0; the middles of its first and last segments are `length` apart.
fn straight(count: u32, length: f64) -> Vec<Vec3> {
    let segment = length / f64::from(count - 1);
    let at = |k: u32| Vec3::new((f64::from(k) - 0.5) * segment, 0.0, 0.0);
    (0..=count).map(at).collect()
}

/// Clamps the first and the last segment; the last turns about x by `turn` in so many seconds, then holds.
fn clamp(builder: &mut ModelBuilder, body: &BodyHandle, turn: f64, seconds: f64) {
    let all = body.vertices.clone();
    let first: Vec<u32> = all.clone().take(2).collect();
    let last: Vec<u32> = all.rev().take(2).collect();
    let piece = MotionPiece {
        duration: seconds,
        angular_velocity: Vec3::x() * (turn / seconds),
        ..MotionPiece::hold()
    };
    for (vertices, pieces) in [(first, Vec::new()), (last, vec![piece])] {
        builder.add_boundary(BoundaryProgram {
            name: "clamp".to_owned(),
            vertices,
            motion: Motion::pieces(pieces),
        });
    }
}

fn builder(integrator: Integrator, dt: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.integrator = integrator;
    builder.settings.dt = dt;
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    builder
}

/// The elastic energy as it is at the start of the step after `state`.
fn terms(model: &Arc<Model>, state: &State) -> Vec<Box<dyn Elastic>> {
    let mut terms = elastic_terms(model, 1.0);
    for term in &mut terms {
        term.begin_step(state);
    }
    terms
}

fn gradient(terms: &[Box<dyn Elastic>], x: &[Vec3]) -> Vec<Vec3> {
    let mut out = vec![Vec3::zeros(); x.len()];
    for term in terms {
        term.gradient(x, &mut out);
    }
    out
}

/// Torques of the elastic forces about each segment's axis, as angles grow, N m.
fn torques(simulation: &Simulation) -> Vec<f64> {
    let model = Arc::new(simulation.model().clone());
    let mut state = simulation.state().clone();
    state.join_angles();
    let forces = gradient(&terms(&model, &state), &state.x);
    let twists = &model.elements.twists;
    let angles = forces[twists.first as usize..].iter().zip(&twists.radii);
    let along = |[a, b]: [u32; 2]| if a < b { 1.0 } else { -1.0 };
    let signed = angles.zip(&twists.segments);
    signed
        .map(|((force, radius), &segment)| force.x * radius * along(segment))
        .collect()
}

#[test]
fn a_twisted_rod_resists_with_its_torsional_stiffness_whatever_the_turns_and_segments() {
    let (_, twist) = stiffness(&MATERIAL);
    // Uneven segments; one step of far more than a full turn, and many small ones.
    for (turn, steps) in [(0.3, 1), (20.0, 1), (-7.5, 8)] {
        let mut builder = builder(Integrator::QuasiStatic, 1.0);
        let mut points = straight(12, 1.0);
        for (k, point) in points.iter_mut().enumerate().take(11).skip(2) {
            point.x += 0.02 * (k as f64 * 2.3).sin();
        }
        let body = builder.add_rods(rod(points, MATERIAL, RestShape::Placed));
        clamp(&mut builder, &body, turn, f64::from(steps));
        let (simulation, states) = run(builder, steps as usize);
        let moment = twist * turn / 1.0;
        let torques = torques(&simulation);
        let (first, last) = (torques[0], torques[torques.len() - 1]);
        assert!((last / moment - 1.0).abs() < 1e-6, "{last} for {moment}");
        assert!((first / moment + 1.0).abs() < 1e-6, "{first} for {moment}");
        let inner = &torques[1..torques.len() - 1];
        assert!(inner.iter().all(|t| t.abs() < 1e-6 * moment.abs()));
        // It stays straight.
        let bent = |x: &Vec3| x.y.hypot(x.z) > 1e-12;
        assert!(!states.iter().any(|state| state.x.iter().any(bent)));
    }
}

#[test]
fn derivatives_are_those_of_the_energy_in_a_state_of_large_turns() {
    for rest in [RestShape::Placed, RestShape::Flattened] {
        let mut builder = builder(Integrator::ImplicitEuler, 0.01);
        let points = (0..7).map(|k| {
            let s = f64::from(k);
            Vec3::new((0.9 * s).cos(), 0.3 * s, (0.9 * s).sin()) * 0.1
        });
        builder.add_rods(rod(points.collect(), MATERIAL, rest));
        let (model, mut state) = builder.build().expect("a rod");
        state.join_angles();
        let model = Arc::new(model);
        let vertices = model.vertex_count();
        let wave = |k: usize, c: usize| ((7 * k + 3 * c + 1) as f64 * 1.7).sin();
        let shaken = |x: &[Vec3], size: f64, turns: f64| -> Vec<Vec3> {
            let by = |k: usize| if k < vertices { size } else { turns * 0.005 };
            let wave = |k: usize| Vec3::new(wave(k, 0), wave(k, 1), wave(k, 2)) * by(k);
            x.iter().enumerate().map(|(k, x)| x + wave(k)).collect()
        };
        let moved = shaken(&state.x, 0.01, 9.0);
        for term in terms(&model, &state) {
            term.end_step(&moved, &mut state);
        }
        state.x = moved;
        let terms = terms(&model, &state);
        let x = shaken(&state.x, 0.005, 1.0);
        let g = gradient(&terms, &x);
        let size = g.iter().map(|g| g.norm()).fold(0.0, f64::max);
        let h = 1e-6;
        for k in 0..x.len() {
            for c in 0..3 {
                let at = |by: f64| {
                    let mut moved = x.clone();
                    moved[k][c] += by;
                    terms.iter().map(|term| term.value(&moved)).sum::<f64>()
                };
                let slope = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
                assert!(
                    (slope - g[k][c]).abs() < 1e-7 * size,
                    "{k} {c}: {slope} for {}",
                    g[k][c]
                );
            }
        }
        assert_bounds(&terms, &x);
    }
}

/// The assembled Hessian of all terms bounds difference quotients of the gradient from above, and is no far away.
fn assert_bounds(terms: &[Box<dyn Elastic>], x: &[Vec3]) {
    let n = 3 * x.len();
    let mut exact = nalgebra::DMatrix::<f64>::zeros(n, n);
    let h = 1e-6;
    for j in 0..n {
        let at = |by: f64| {
            let mut moved = x.to_vec();
            moved[j / 3][j % 3] += by;
            gradient(terms, &moved)
        };
        let (above, below) = (at(h), at(-h));
        for i in 0..n {
            exact[(i, j)] = (above[i / 3][i % 3] - below[i / 3][i % 3]) / (2.0 * h);
        }
    }
    let mut sink = BlockSink::new();
    for term in terms {
        term.hessian(x, &mut sink);
    }
    let mut projected = nalgebra::DMatrix::<f64>::zeros(n, n);
    for e in 0..sink.len() {
        let nodes = sink.nodes(e);
        let mut blocks = sink.blocks(e).iter();
        for (a, &i) in nodes.iter().enumerate() {
            for (b, &j) in nodes.iter().enumerate().skip(a) {
                let block = blocks.next().expect("a block");
                let mut view = projected.fixed_view_mut::<3, 3>(3 * i as usize, 3 * j as usize);
                view += block;
                if a != b {
                    let mut view = projected.fixed_view_mut::<3, 3>(3 * j as usize, 3 * i as usize);
                    view += block.transpose();
                }
            }
        }
    }
    let difference = (&projected - &exact).symmetric_eigen().eigenvalues;
    let largest = exact.symmetric_eigen().eigenvalues.amax();
    assert!(difference.min() > -1e-6 * largest, "{}", difference.min());
    assert!(difference.max() < 0.5 * largest, "{}", difference.max());
}

/// Distance from its axis of a clamped rod of length 1 after its end was turned so that the torque is `share` of
/// Greenhill's, under a very small weight.
fn greenhill(share: f64) -> f64 {
    // Soft against stretching, so that the clamps do not hold it back.
    let material = RodMaterial {
        stretching: 1e-3,
        ..MATERIAL
    };
    let (bend, twist) = stiffness(&material);
    let turn = share * 8.9868 * bend / twist;
    let mut builder = builder(Integrator::QuasiStatic, 1.0);
    // Its own weight alone would bend it by w L⁴/(384 E I): 1e-7 m.
    let weight = 384.0 * bend * 1e-7;
    builder.gravity = -Vec3::y() * (weight / (material.density * material.area()));
    let body = builder.add_rods(rod(straight(80, 1.0), material, RestShape::Placed));
    clamp(&mut builder, &body, turn, 1.0);
    let (simulation, _) = run(builder, 3);
    let x = &simulation.state().x[..81];
    x.iter().map(|x| x.y.hypot(x.z)).fold(0.0, f64::max)
}

#[test]
fn a_clamped_rod_buckles_at_the_torque_of_greenhill() {
    // tan(M L/2 E I) = M L/2 E I: M L/E I = 8.9868.
    let (below, above) = (greenhill(0.99), greenhill(1.01));
    assert!(below < 1e-5, "{below}");
    assert!(above > 1e-2, "{above}");
}

#[test]
fn a_rod_that_is_carried_around_whole_is_not_twisted() {
    let mut builder = builder(Integrator::QuasiStatic, 1.0);
    let points: Vec<Vec3> = (0..12)
        .map(|k| {
            let turn = f64::from(k) * 0.4;
            Vec3::new(0.1 * turn.cos(), 0.03 * turn, 0.1 * turn.sin())
        })
        .collect();
    let body = builder.add_rods(rod(points.clone(), MATERIAL, RestShape::Placed));
    // Both ends, three turns about a skew axis, by less than a segment in each step.
    let ends = |x: Vec3| points[..2].contains(&x) || points[10..].contains(&x);
    let vertices = select(&builder, &body, ends);
    let axis = Vec3::new(1.0, 2.0, -0.5).normalize();
    builder.add_boundary(BoundaryProgram {
        name: "carrier".to_owned(),
        vertices,
        motion: Motion::pieces(vec![MotionPiece {
            angular_velocity: axis * (6.0 * PI / 180.0),
            velocity: Vec3::y() * 0.003,
            center: Vec3::new(0.05, 0.0, 0.1),
            ..MotionPiece::hold()
        }]),
    });
    let (simulation, _) = run(builder, 180);
    let (_, twist) = stiffness(&MATERIAL);
    // The torque of one full turn would be about 2 π G J/L, with L half a metre.
    let torques = torques(&simulation);
    assert!(torques.iter().all(|t| t.abs() < 1e-6 * 4.0 * PI * twist));
    let x = &simulation.state().x;
    for (k, start) in points.iter().enumerate() {
        let target = start + Vec3::y() * 0.54;
        assert!((x[k] - target).norm() < 1e-8, "{k}: {}", x[k]);
    }
}

#[test]
fn a_coil_keeps_its_shape_where_a_straight_rod_springs_open() {
    let points: Vec<Vec3> = (0..40)
        .map(|k| {
            let turn = f64::from(k) * 0.3;
            Vec3::new(0.1 * turn.cos(), 0.01 * turn, 0.1 * turn.sin())
        })
        .collect();
    let moved = |rest: RestShape| {
        let mut builder = builder(Integrator::QuasiStatic, 1.0);
        let body = builder.add_rods(rod(points.clone(), MATERIAL, rest));
        let vertices = select(&builder, &body, |x| x.y < 0.004);
        builder.add_boundary(BoundaryProgram {
            name: "clamp".to_owned(),
            vertices,
            motion: Motion::pieces(Vec::new()),
        });
        builder.settings.newton_tolerance = Length::Absolute(1e-6);
        let (simulation, _) = run(builder, 1);
        (simulation.state().x[39] - points[39]).norm()
    };
    assert!(moved(RestShape::Placed) < 1e-9);
    assert!(moved(RestShape::Flattened) > 0.1);
}

#[test]
fn a_clamped_rod_swings_about_its_axis_as_shear_waves_do_with_the_same_bits_on_any_threads() {
    // The slowest mode, sin(π s/L) sin(ω t), ω = π/L √(G/ρ), from its velocities at the start.
    let shear = MATERIAL.young / (2.0 * (1.0 + MATERIAL.poisson));
    let omega = PI * (shear / MATERIAL.density).sqrt();
    let (amplitude, radius, dt) = (0.5, 0.5 * MATERIAL.diameter, 2e-4);
    let swing = || {
        let newmark = Integrator::Newmark {
            beta: 0.25,
            gamma: 0.5,
        };
        let mut builder = builder(newmark, dt);
        builder.settings.newton_tolerance = Length::Absolute(1e-6);
        let body = builder.add_rods(rod(straight(41, 1.0), MATERIAL, RestShape::Placed));
        clamp(&mut builder, &body, 0.0, 1.0);
        let (model, mut state) = builder.build().expect("a rod");
        for (k, v) in state.angles.v.iter_mut().enumerate() {
            let along = if k % 3 == 2 { -1.0 } else { 1.0 };
            *v = along * radius * amplitude * omega * (PI * k as f64 / 40.0).sin();
        }
        let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
        let states = (0..200).map(|_| {
            simulation.step().expect("a step");
            simulation.state().clone()
        });
        states.collect::<Vec<State>>()
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(swing)
    };
    let states = on(1);
    assert_eq!(states, on(2));
    for state in &states {
        // Segment 20, in the middle, is stored the other way round.
        let (angle, expected) = (
            -state.angles.x[20] / radius,
            amplitude * (omega * state.time).sin(),
        );
        assert!((angle - expected).abs() < 0.01 * amplitude, "{angle}");
    }
}

/// A cable of length 1 between clamps that turn four times each, `rate` times a second, and approach.
fn cable(segments: u32, rate: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    builder.friction.default = 0.1;
    let at = |k: u32| Vec3::new(f64::from(k) / f64::from(segments) - 0.5, 0.0, 0.0);
    let points: Vec<Vec3> = (0..=segments).map(at).collect();
    let material = RodMaterial {
        diameter: 0.006,
        young: 1e8,
        ..MATERIAL
    };
    let middles = [0, segments - 1].map(|k| 0.5 * (at(k) + at(k + 1)));
    let body = builder.add_rods(Rods {
        offset: 0.006,
        ..rod(points, material, RestShape::Placed)
    });
    for (side, center) in [-1.0, 1.0].into_iter().zip(middles) {
        let near = |x: Vec3| (x - center).norm() < 0.6 / f64::from(segments);
        let vertices = select(&builder, &body, near);
        builder.add_boundary(BoundaryProgram {
            name: "clamp".to_owned(),
            vertices,
            motion: Motion::pieces(vec![MotionPiece {
                duration: 4.0 / rate,
                velocity: Vec3::x() * (-0.05 * side * rate),
                angular_velocity: Vec3::x() * (2.0 * PI * side * rate),
                center,
            }]),
        });
    }
    builder
}

#[test]
fn a_cable_snaps_into_a_coil_even_where_segments_turn_far_within_a_step() {
    for (segments, rate) in [(60, 4.0), (52, 5.0), (45, 7.0), (60, 9.0)] {
        let (model, state) = cable(segments, rate).build().expect("a cable");
        let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
        let mut contacts = 0;
        for _ in 0..(4.2 / rate / 0.01) as u32 {
            let report = simulation
                .step()
                .unwrap_or_else(|error| panic!("{segments} segments, rate {rate}: {error}"));
            contacts = contacts.max(report.contacts);
        }
        assert!(simulation.certificate().verified && contacts > 3);
    }
}
