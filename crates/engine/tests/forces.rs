//! The forces that a step tells of are those that move the bodies: sums over each body against the change of its momentum, for
//! every integrator and contact model.

use crate::common::{add, boxes, ground, moving, select, shifted};
use tangency_engine::forces::NodeForces;
use tangency_engine::{
    BodyHandle, ContactKind, Integrator, Length, Material, ModelBuilder, Simulation, State,
    StepperKind, Vec3,
};

const DT: f64 = 0.005;

/// Two soft boxes, one above the other, that slide over the ground with friction; the lower one is held at one side.
fn scene(contact: ContactKind, integrator: Integrator) -> (Simulation, [BodyHandle; 2]) {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = DT;
    builder.settings.contact = contact;
    builder.settings.integrator = integrator;
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    builder.settings.dhat = Length::Absolute(2e-3);
    builder.friction.default = 0.3;
    let material = Material {
        young: 1e5,
        density: 1000.0,
        ..Material::default()
    };
    let cube = || boxes([0.1; 3], [2; 3]);
    let low = shifted(cube(), [0.0, 0.0508, 0.0]);
    let high = shifted(cube(), [0.013, 0.1518, 0.007]);
    let push = Vec3::new(0.2, -0.1, 0.05);
    let low = add(&mut builder, "low", low, material, Vec3::zeros());
    let high = add(&mut builder, "high", high, material, push);
    ground(&mut builder, 0.0);
    let held = select(&builder, &low, |x| x.x < -0.049);
    builder.add_boundary(moving("grip", held, Vec3::new(0.01, 0.0, 0.0), 10.0));
    let (model, state) = builder.build().expect("two boxes");
    let simulation = Simulation::new(model, state).expect("no GPU is asked for");
    (simulation, [low, high])
}

/// Σ over the vertices of a body.
fn sum(body: &BodyHandle, of: impl Fn(usize) -> Vec3) -> Vec3 {
    body.vertices.clone().map(|v| of(v as usize)).sum()
}

/// Velocities that a step begins with, those pending included.
fn velocity(state: &State, v: usize) -> Vec3 {
    state.v[v] + state.pending.get(v).copied().unwrap_or_default()
}

/// The momentum that a free body has after a step by its rule, from the forces at the end: those of contact and friction act as in
/// implicit Euler, all others as the rule has them.
fn expected(
    rule: Integrator,
    mass: &[f64],
    body: &BodyHandle,
    before: &State,
    (earlier, now): (&NodeForces, &NodeForces),
) -> Vec3 {
    let contact = sum(body, |v| now.contact[v] + now.friction[v]);
    let others = |forces: &NodeForces| sum(body, |v| forces.elastic[v] + forces.outside[v]);
    let momentum = |of: &dyn Fn(usize) -> Vec3| sum(body, |v| mass[v] * of(v));
    let begins = momentum(&|v| velocity(before, v));
    match (rule, &before.earlier) {
        (Integrator::Newmark { gamma, .. }, _) => {
            begins + DT * ((1.0 - gamma) * others(earlier) + gamma * others(now) + contact)
        }
        (Integrator::Bdf2, Some(past)) => {
            let behind = momentum(&|v| (4.0 * velocity(before, v) - past.v[v]) / 3.0);
            behind + 2.0 / 3.0 * DT * others(now) + DT * contact
        }
        _ => begins + DT * (others(now) + contact),
    }
}

#[test]
fn forces_on_a_free_body_are_its_change_of_momentum() {
    let newmark = Integrator::Newmark {
        beta: 0.25,
        gamma: 0.5,
    };
    for contact in [
        ContactKind::Ipc,
        ContactKind::Convergent,
        ContactKind::Ogc,
        ContactKind::Gcp,
    ] {
        for rule in [Integrator::ImplicitEuler, newmark, Integrator::Bdf2] {
            let (mut simulation, [_, high]) = scene(contact, rule);
            let mut earlier: Option<NodeForces> = None;
            let mut touched = false;
            for step in 0..12 {
                let before = simulation.state().clone();
                let report = simulation.step().expect("a solved step");
                let now = simulation.forces().expect("recorded").clone();
                let mass = simulation.model().mass.clone();
                let weight = sum(&high, |v| now.outside[v]).norm();
                touched |= sum(&high, |v| now.contact[v]).norm() > 0.1 * weight;
                if let Some(earlier) = &earlier {
                    let end = simulation.state();
                    let momentum = sum(&high, |v| mass[v] * velocity(end, v));
                    let expected = expected(rule, &mass, &high, &before, (earlier, &now));
                    let wrong = (momentum - expected).norm() / (weight * DT);
                    assert!(wrong < 1e-5, "{contact:?} {rule:?} step {step}: {wrong:e}");
                }
                let motion = report.forces.expect("recorded").bodies["high"];
                let end = simulation.state();
                let momentum = sum(&high, |v| mass[v] * end.v[v]);
                assert!((motion.momentum - momentum).norm() < 1e-12);
                earlier = Some(now);
            }
            assert!(touched, "{contact:?} {rule:?}: the boxes never meet");
        }
    }
}

#[test]
fn contacts_and_reactions_add_up() {
    for contact in [ContactKind::Ipc, ContactKind::Ogc, ContactKind::Gcp] {
        let (mut simulation, [low, high]) = scene(contact, Integrator::ImplicitEuler);
        for _ in 0..12 {
            let before = simulation.state().v.clone();
            let report = simulation.step().expect("a solved step");
            let balance = report.forces.expect("recorded");
            let forces = simulation.forces().expect("recorded");
            let (model, state) = (simulation.model(), simulation.state());
            let of = |key: &str| balance.contacts.get(key).copied().unwrap_or_default();
            // Action and reaction: what the upper box has from the lower one, and the ground from both.
            let on_high = sum(&high, |v| forces.contact[v] + forces.friction[v]);
            let expected = of("high|ground").force - of("low|high").force;
            assert!((on_high - expected).norm() < 1e-9 * (1.0 + on_high.norm()));
            let on_low = sum(&low, |v| forces.contact[v] + forces.friction[v]);
            let expected = of("low|ground").force + of("low|high").force;
            assert!((on_low - expected).norm() < 1e-9 * (1.0 + on_low.norm()));
            let from_ground = of("low|ground").force + of("high|ground").force;
            assert!((balance.reactions["ground"].force - from_ground).norm() < 1e-9);
            // The grip carries what nothing else does.
            let momentum = sum(&low, |v| model.mass[v] * (state.v[v] - before[v]) / DT);
            let others = sum(&low, |v| forces.total(v));
            let grip = balance.reactions["grip"].force;
            let weight = sum(&low, |v| forces.outside[v]).norm();
            assert!(
                (momentum - others - grip).norm() < 1e-5 * weight,
                "{contact:?}"
            );
            let torque = sum(&low, |v| state.x[v].cross(&forces.reaction[v]));
            assert!((balance.reactions["grip"].torque - torque).norm() < 1e-9);
        }
    }
}

#[test]
fn quasi_static_bodies_are_in_balance() {
    let mut builder = ModelBuilder::new();
    builder.settings.integrator = Integrator::QuasiStatic;
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    let bar = boxes([0.4, 0.1, 0.1], [8, 2, 2]);
    let bar = add(&mut builder, "bar", bar, Material::default(), Vec3::zeros());
    let held = select(&builder, &bar, |x| x.x < -0.199);
    builder.add_boundary(moving("wall", held, Vec3::zeros(), 10.0));
    let (model, state) = builder.build().expect("a bar");
    let mut simulation = Simulation::new(model, state).expect("no GPU is asked for");
    let report = simulation.step().expect("a solved step");
    let weight = simulation.model().mass.iter().sum::<f64>() * 9.80665;
    let wall = report.forces.expect("recorded").reactions["wall"];
    assert!(
        (wall.force / weight - Vec3::y()).norm() < 1e-6,
        "{}",
        wall.force
    );
    // Its weight acts in the middle, which has sunk a little.
    let center = simulation.state().x.iter().zip(&simulation.model().mass);
    let center = center.map(|(x, m)| x * *m).sum::<Vec3>() * 9.80665 / weight;
    assert!((wall.torque.z - center.x * weight).abs() < 1e-6 * weight);
}

#[test]
fn sweeps_record_forces_too() {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = DT;
    builder.settings.contact = ContactKind::Ogc;
    builder.settings.stepper = StepperKind::Vbd;
    let cube = shifted(boxes([0.1; 3], [2; 3]), [0.0, 0.06, 0.0]);
    add(
        &mut builder,
        "cube",
        cube,
        Material::default(),
        Vec3::zeros(),
    );
    ground(&mut builder, 0.0);
    let (model, state) = builder.build().expect("a cube");
    let mut simulation = Simulation::new(model, state).expect("no GPU is asked for");
    let report = simulation.step().expect("a step");
    let motion = report.forces.expect("recorded").bodies["cube"];
    let fall = motion.momentum.y / motion.mass;
    assert!((fall + 9.80665 * DT).abs() < 1e-6, "{fall}");
}

#[test]
fn recording_changes_no_bit() {
    let run = |is_recorded: bool| {
        let (mut simulation, _) = scene(ContactKind::Ipc, Integrator::Bdf2);
        simulation.record_forces(is_recorded);
        for _ in 0..8 {
            simulation.step().expect("a solved step");
        }
        simulation.state().clone()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn programs_are_told_apart_by_name() {
    let mut builder = ModelBuilder::new();
    builder.settings.integrator = Integrator::QuasiStatic;
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    let bar = boxes([0.4, 0.1, 0.1], [8, 2, 2]);
    let bar = add(&mut builder, "bar", bar, Material::default(), Vec3::zeros());
    ground(&mut builder, -5.0);
    let end = |side: f64| select(&builder, &bar, |x| side * x.x > 0.199);
    let (left, right) = (end(-1.0), end(1.0));
    let (low, high) = left.split_at(left.len() / 2);
    // Two of one name, one without, and one that is called like the ground.
    let held = |name: &str, vertices: &[u32], duration: f64| {
        moving(name, vertices.to_vec(), Vec3::zeros(), duration)
    };
    builder.add_boundary(held("grip", low, 10.0));
    builder.add_boundary(held("grip", high, 10.0));
    let (some, rest) = right.split_at(right.len() / 2);
    builder.add_boundary(held("", some, 10.0));
    builder.add_boundary(held("ground", rest, 10.0));
    let (model, state) = builder.build().expect("a bar");
    let mut simulation = Simulation::new(model, state).expect("no GPU is asked for");
    let report = simulation.step().expect("a solved step");
    let reactions = report.forces.expect("recorded").reactions;
    let weight = simulation.model().mass.iter().sum::<f64>() * 9.80665;
    let all: f64 = reactions.values().map(|reaction| reaction.force.y).sum();
    assert!((all / weight - 1.0).abs() < 1e-6, "{reactions:?}");
    let names: Vec<&str> = reactions.keys().map(String::as_str).collect();
    assert_eq!(names, ["boundary 2", "boundary ground", "grip", "ground"]);
    assert!((reactions["grip"].force.y / weight - 0.5).abs() < 0.05);
    assert_eq!(reactions["ground"].force, Vec3::zeros());
}
