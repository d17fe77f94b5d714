//! Runs of planar scenes: closed forms, rest, collisions, friction, and that nothing leaves the plane.

use std::sync::Arc;

use crate::common::{center, moving, run, select};
use crate::planar_worlds::{
    add, add_obstacle, add_of, assert_sound, cells, ground, notched, placed, planar, polyline,
    square,
};
use tangency_engine::contact::{ContactModel, GcpContact, IpcContact, OgcContact};
use tangency_engine::energy::elastic_terms;
use tangency_engine::{
    BoundaryProgram, ContactKind, Elasticity, Integrator, Length, LinearKind, Material, Model,
    ModelBuilder, Motion, Path, Sequence, Simulation, State, Vec3,
};

const G: f64 = 9.80665;
const ALL: [ContactKind; 3] = [ContactKind::Ipc, ContactKind::Gcp, ContactKind::Ogc];

/// Principal stresses in the plane at the stretches `a`, `b` and none across: by hand, not by the formulas.
fn stresses(material: &Material, a: f64, b: f64) -> [f64; 2] {
    let (mu, lambda) = material.lame();
    match material.elasticity {
        Elasticity::NeoHookean => {
            let log = (a * b).ln();
            [a, b].map(|s| mu * (s - 1.0 / s) + lambda * log / s)
        }
        Elasticity::FixedCorotated => {
            let swell = lambda * (a * b - 1.0);
            [
                2.0 * mu * (a - 1.0) + swell * b,
                2.0 * mu * (b - 1.0) + swell * a,
            ]
        }
    }
}

/// The stretch across at which nothing presses there.
fn free_stretch(material: &Material, b: f64) -> f64 {
    let (mut low, mut high) = (0.5, 3.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if stresses(material, middle, b)[0] < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[test]
fn a_compressed_block_has_the_stretches_of_its_material() {
    for elasticity in [Elasticity::NeoHookean, Elasticity::FixedCorotated] {
        let material = Material {
            elasticity,
            poisson: 0.3,
            ..Material::default()
        };
        let b = 0.7;
        let a = free_stretch(&material, b);
        let stress = stresses(&material, a, b)[1];
        let mut builder = planar(ContactKind::Ipc, 1e-3);
        builder.gravity = Vec3::zeros();
        builder.settings.dt = 1.0;
        builder.settings.newton_tolerance = Length::Absolute(1e-11);
        let mesh = placed(cells(0.1, [4, 3], |_, _| true), [-0.2, -0.15], 0.0);
        let rest = mesh.points.clone();
        let body = add_of(&mut builder, "block", mesh, [0.0, 0.0], material);
        // The ends are led to where they would go; the sides are free.
        let ends = select(&builder, &body, |x| x.y.abs() > 0.149);
        let at = |v: &u32, share: f64| {
            let x = rest[*v as usize];
            let (a, b) = (1.0 + share * (a - 1.0), 1.0 + share * (b - 1.0));
            Vec3::new(a * x.x, b * x.y, 0.0)
        };
        let frame = |k: u32| ends.iter().map(|v| at(v, f64::from(k) / 4.0)).collect();
        builder.add_boundary(BoundaryProgram {
            name: "ends".to_owned(),
            motion: Motion {
                path: Path::Sequence(Sequence {
                    interval: 1.0,
                    frames: (0..5).map(frame).collect(),
                }),
                begin: 0.0,
                release: None,
                release_plane: None,
            },
            vertices: ends.clone(),
        });
        let (simulation, states) = run(builder, 20);
        assert_sound(&simulation, &states);
        let x = &simulation.state().x;
        let off = |(x, rest): (&Vec3, &Vec3)| (x - Vec3::new(a * rest.x, b * rest.y, 0.0)).norm();
        let worst = x.iter().zip(&rest).map(off).fold(0.0, f64::max);
        let mut gradient = vec![Vec3::zeros(); x.len()];
        for term in elastic_terms(&Arc::new(simulation.model().clone()), 1.0) {
            term.gradient(x, &mut gradient);
        }
        let upper = ends.iter().filter(|&&v| rest[v as usize].y > 0.0);
        let force: Vec3 = upper.map(|&v| gradient[v as usize]).sum();
        println!(
            "{elasticity:?}: stretches {a} and {b}, off by {worst:e} m; {} N/m, {} by hand",
            force.y,
            0.4 * stress
        );
        assert!(worst < 1e-9, "{worst:e}");
        assert!((force.y / (0.4 * stress) - 1.0).abs() < 1e-7 && stress < 0.0);
        assert!(force.x.abs() < 1e-7 * force.y.abs());
    }
}

/// The forces of all contacts on the vertices, N per metre of depth, of a run with a given stiffness.
fn contact_forces(simulation: &Simulation) -> Vec<Vec3> {
    let model = Arc::new(simulation.model().clone());
    let x = &simulation.state().x;
    let dt = model.settings.dt;
    let mut contact: Box<dyn ContactModel> = match model.settings.contact {
        ContactKind::Gcp => Box::new(GcpContact::new(model)),
        ContactKind::Ogc => Box::new(OgcContact::new(model)),
        ContactKind::Ipc | ContactKind::Convergent => Box::new(IpcContact::new(model)),
    };
    contact.begin_step(None, dt * dt);
    contact.detect(x);
    let mut gradient = vec![Vec3::zeros(); x.len()];
    contact.gradient(x, &mut gradient);
    gradient.iter().map(|g| -g / (dt * dt)).collect()
}

#[test]
fn a_block_at_rest_presses_with_its_weight() {
    for (contact, kappa) in ALL.into_iter().zip([1e2, 1.0, 1.0]) {
        let mut builder = planar(contact, 2e-3);
        builder.settings.kappa = Some(kappa);
        builder.settings.damping.mass = 20.0;
        builder.settings.newton_tolerance = Length::Absolute(1e-7);
        add(
            &mut builder,
            "block",
            placed(square(0.1, 4), [0.0, 0.053], 0.0),
            [0.0, 0.0],
        );
        ground(&mut builder);
        let (simulation, states) = run(builder, 80);
        assert_sound(&simulation, &states);
        let weight = 1000.0 * 0.1 * 0.1 * G;
        let mass: f64 = simulation.model().mass.iter().sum();
        assert!((mass - 10.0).abs() < 1e-12);
        let push: Vec3 = contact_forces(&simulation).iter().sum();
        let speed = simulation.state().v.iter().map(|v| v.norm());
        let speed = speed.fold(0.0, f64::max);
        println!(
            "{contact:?}: pushed by {} N/m, weight {weight}, {speed:e} m/s",
            push.y
        );
        assert!((push.y / weight - 1.0).abs() < 1e-3, "{push}");
        assert!(push.x.abs() < 1e-3 * weight && speed < 1e-4);
        let lowest = simulation.state().x.iter().map(|x| x.y);
        let lowest = lowest.fold(f64::INFINITY, f64::min);
        assert!(lowest > 0.0 && lowest < 2e-3);
    }
}

/// Two squares that fly at each other, one turned.
fn collision(contact: ContactKind) -> ModelBuilder {
    let mut builder = planar(contact, 2e-3);
    builder.gravity = Vec3::zeros();
    builder.settings.dt = 5e-3;
    builder.settings.newton_tolerance = Length::Absolute(1e-6);
    let left = placed(square(0.1, 3), [-0.09, 0.0], 0.3);
    add(&mut builder, "left", left, [2.0, 0.1]);
    let right = placed(square(0.1, 4), [0.06, 0.02], 0.0);
    add(&mut builder, "right", right, [-1.0, 0.0]);
    builder
}

fn momentum(model: &Model, state: &State) -> Vec3 {
    state.v.iter().zip(&model.mass).map(|(v, m)| v * *m).sum()
}

#[test]
fn squares_that_collide_keep_their_momentum() {
    for contact in ALL {
        let (simulation, states) = run(collision(contact), 40);
        assert_sound(&simulation, &states);
        let model = simulation.model();
        let mut start = states[0].clone();
        start.v = vec![Vec3::zeros(); model.vertex_count()];
        for (body, v) in model.bodies.iter().zip([[2.0, 0.1], [-1.0, 0.0]]) {
            for k in body.vertices.clone() {
                start.v[k as usize] = Vec3::new(v[0], v[1], 0.0);
            }
        }
        let before = momentum(model, &start);
        let after = momentum(model, simulation.state());
        let exchanged: Vec3 = model.bodies[0]
            .vertices
            .clone()
            .map(|v| model.mass[v as usize] * simulation.state().v[v as usize])
            .sum();
        let closest = simulation.certificate().min_distance;
        println!(
            "{contact:?}: {:e} of {} lost, closest {closest:?}",
            (after - before).norm(),
            before.norm()
        );
        assert!((after - before).norm() < 1e-10 * before.norm());
        // They did collide: the left one was at 2 m/s, and 10 kg.
        assert!(closest.is_some() && exchanged.x < 15.0, "{exchanged}");
    }
}

#[test]
fn the_walls_of_a_notch_close_and_keep_apart() {
    for contact in ALL {
        for elasticity in [Elasticity::NeoHookean, Elasticity::FixedCorotated] {
            let reach = 0.01;
            let mut builder = planar(contact, reach);
            builder.gravity = Vec3::zeros();
            builder.settings.dt = 0.02;
            let material = Material {
                elasticity,
                ..Material::default()
            };
            let body = add_of(&mut builder, "square", notched(1.0), [0.0, 0.0], material);
            for (name, side, speed) in [("left", -0.5, 0.5), ("right", 0.5, -0.5)] {
                let held = select(&builder, &body, |x| (x.x - side).abs() < 1e-9 && x.y > -0.1);
                builder.add_boundary(moving(name, held, Vec3::x() * speed, 0.24));
            }
            let (simulation, states) = run(builder, 16);
            assert_sound(&simulation, &states);
            let closest = simulation
                .certificate()
                .min_distance
                .expect("they come close");
            println!("{contact:?}, {elasticity:?}: closest {closest:e} m");
            assert!(closest > 0.0 && closest < reach);
            assert_eq!(simulation.certificate().inversions, 0);
        }
    }
}

/// Distance that a flat block has slid down a slope of tangent 0.5 after half a second.
fn slide(contact: ContactKind, mu: f64) -> f64 {
    let angle = 0.5_f64.atan();
    let mut builder = planar(contact, 1e-4);
    builder.gravity = G * Vec3::new(angle.sin(), -angle.cos(), 0.0);
    builder.settings.dt = 0.01;
    builder.settings.newton_tolerance = Length::Absolute(1e-4);
    builder.settings.friction_iterations = None;
    builder.friction.default = mu;
    let material = Material {
        young: 1e8,
        ..Material::default()
    };
    let block = placed(cells(0.1, [4, 1], |_, _| true), [-0.2, 1.5e-4], 0.0);
    add_of(&mut builder, "block", block, [0.0, 0.0], material);
    ground(&mut builder);
    let (simulation, states) = run(builder, 50);
    assert_sound(&simulation, &states);
    (center(&simulation, &states[49]) - center(&simulation, &states[0])).x
}

#[test]
fn friction_holds_or_lets_go_as_coulomb_says() {
    let stuck = ALL.map(|contact| slide(contact, 0.6));
    println!("sticks: {stuck:?}");
    assert!(stuck.iter().all(|way| way.abs() < 2e-3), "{stuck:?}");
    let slid = ALL.map(|contact| slide(contact, 0.2));
    let angle = 0.5_f64.atan();
    let exact = 0.5 * G * (angle.sin() - 0.2 * angle.cos()) * 0.5 * 0.5;
    println!("slips: {slid:?}, {exact}");
    let is_near = |way: &f64| (way / exact - 1.0).abs() < 0.06;
    assert!(slid.iter().all(is_near), "{slid:?} and {exact}");
}

#[test]
fn bodies_rest_on_polylines_and_on_areas() {
    for contact in ALL {
        let mut builder = planar(contact, 2e-3);
        builder.settings.damping.mass = 10.0;
        builder.friction.default = 0.3;
        let block = placed(square(0.1, 3), [0.0, 0.2], 0.3);
        add(&mut builder, "block", block, [0.0, 0.0]);
        let other = placed(square(0.1, 2), [0.01, 0.35], 0.0);
        add(&mut builder, "other", other, [0.0, 0.0]);
        let valley = polyline(&[[-0.3, 0.2], [-0.1, 0.05], [0.05, 0.0], [0.3, 0.2]]);
        add_obstacle(&mut builder, "valley", valley);
        let stone = placed(square(0.03, 1), [-0.02, 0.06], 0.8);
        add_obstacle(&mut builder, "stone", stone);
        let (simulation, states) = run(builder, 60);
        assert_sound(&simulation, &states);
        let speed = simulation.state().v.iter().map(|v| v.norm());
        let speed = speed.fold(0.0, f64::max);
        println!("{contact:?}: {speed:e} m/s");
        assert!(speed < 0.02, "{speed}");
    }
}

#[test]
fn a_quasi_static_press_needs_no_mass_along_z() {
    for linear in [LinearKind::Direct, LinearKind::Amg] {
        let mut builder = planar(ContactKind::Ipc, 1e-3);
        builder.settings.integrator = Integrator::QuasiStatic;
        builder.settings.linear = linear;
        let body = add(&mut builder, "block", square(1.0, 6), [0.0, 0.0]);
        let low = select(&builder, &body, |x| x.y < -0.499);
        let high = select(&builder, &body, |x| x.y > 0.499);
        builder.add_boundary(moving("low", low, Vec3::zeros(), 1.0));
        builder.add_boundary(moving("high", high, -Vec3::y(), 1.0));
        builder.gravity = Vec3::zeros();
        let (simulation, states) = run(builder, 8);
        assert_sound(&simulation, &states);
        let width = |state: &State| {
            let xs = state.x.iter().map(|x| x.x);
            xs.fold(0.0, |widest: f64, x| widest.max(x.abs()))
        };
        // Pressed by a fifth, it bulges.
        assert!(width(simulation.state()) > 0.55);
    }
}

#[test]
fn the_bits_are_those_of_any_number_of_threads() {
    for contact in ALL {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| run(collision(contact), 12).1)
        };
        let bits = |states: &[State]| -> Vec<u64> {
            let numbers = states.iter().flat_map(|s| s.x.iter().chain(&s.v).flatten());
            numbers.map(|x| x.to_bits()).collect()
        };
        assert_eq!(bits(&with(1)), bits(&with(4)));
    }
}

#[test]
fn the_exact_check_of_every_move_knows_the_plane() {
    let mut builder = collision(ContactKind::Ipc);
    add_obstacle(
        &mut builder,
        "wall",
        polyline(&[[0.2, -0.3], [0.13, 0.0], [0.2, 0.3]]),
    );
    let (model, state) = builder.build().expect("a valid scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    simulation.enable_exact_checks();
    for _ in 0..20 {
        simulation.step().expect("a solved step");
    }
    let report = simulation.certificate().continuous.clone();
    let report = report.expect("a report");
    println!("{report:?}");
    assert!(report.pairs_checked > 100 && report.findings == 0);
}
