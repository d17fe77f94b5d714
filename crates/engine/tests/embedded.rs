//! Surfaces that the tets of a body carry: they act on the tets as the surface of a plain body does.

use std::sync::Arc;

use crate::common::{boxes, center, ground, moving, run, select};
use tangency_engine::contact::for_model;
use tangency_engine::linear::BlockSink;
use tangency_engine::step::TimeStep;
use tangency_engine::{
    BodyHandle, ContactKind, EmbeddedContact, EmbeddedSurface, Length, Material, Model,
    ModelBuilder, Solid, State, StepperKind, Vec3,
};
use tangency_geometry::generate::{BallParameters, SphereParameters, ball, sphere_surface};
use tangency_geometry::tetrahedralize::cover;
use tangency_geometry::{SurfaceMesh, TetMesh};

const DHAT: f64 = 2e-3;

fn soft() -> Material {
    Material {
        young: 2e4,
        ..Material::default()
    }
}

fn solid(name: &str, mesh: TetMesh, v: Vec3) -> Solid {
    Solid {
        name: name.to_owned(),
        velocity: vec![v; mesh.points.len()],
        mesh,
        material: soft(),
        offset: 0.0,
    }
}

/// A fine sphere of radius 0.1 m.
fn sphere(at: Vec3) -> SurfaceMesh {
    let mut surface = sphere_surface(&SphereParameters {
        radius: 0.1,
        frequency: 6,
    })
    .expect("a sphere");
    surface.points.iter_mut().for_each(|x| *x += at);
    surface
}

/// Adds that sphere, carried by tets of 0.08 m.
fn add_covered(
    builder: &mut ModelBuilder,
    name: &str,
    at: Vec3,
    v: Vec3,
    contact: EmbeddedContact,
) -> BodyHandle {
    let surface = sphere(at);
    let cover = cover(&surface, 0.08, 100_000).expect("a cover");
    let embedded = EmbeddedSurface {
        mesh: surface,
        contact,
        filled: cover.filled,
    };
    builder.add_embedded_solid(solid(name, cover.mesh, v), embedded)
}

fn builder() -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.dt = 0.01;
    builder.settings.dhat = Length::Absolute(DHAT);
    builder.settings.newton_tolerance = Length::Absolute(1e-6);
    builder
}

/// A number from -1 to 1 that looks random.
fn noise(k: usize) -> f64 {
    ((k as f64 * 12.9898).sin() * 43_758.547).fract()
}

/// Random directions of the nodes, with what follows them.
fn direction(model: &Model, seed: usize) -> Vec<Vec3> {
    let at = |v: usize| Vec3::from_fn(|axis, _| noise(seed + 3 * v + axis));
    let mut p: Vec<Vec3> = (0..model.vertex_count()).map(at).collect();
    model.dependents.follow(&mut p);
    p
}

/// The potential of a step in which a covered ball slides over the ground and along another one, with its derivatives
/// against differences along random directions: contact with a plane, contact of two surfaces, and friction.
#[test]
fn the_gradient_and_the_hessian_are_those_of_the_nodes() {
    let mut builder = builder();
    builder.friction.default = 0.5;
    let v = Vec3::new(0.3, 0.0, 0.1);
    let fine = EmbeddedContact::Fine;
    add_covered(
        &mut builder,
        "a",
        Vec3::new(0.0, 0.1 + 0.4 * DHAT, 0.0),
        v,
        fine,
    );
    let beside = Vec3::new(0.2 + 0.5 * DHAT, 0.1 + 0.5 * DHAT, 0.0);
    add_covered(&mut builder, "b", beside, -v, fine);
    ground(&mut builder, 0.0);
    let (model, state) = builder.build().expect("a valid scene");
    let model = Arc::new(model);
    let mut step = TimeStep::new(Arc::clone(&model), for_model(&model));
    step.begin(state);
    step.detect();
    let kappa = step.potential.contact.stiffness();
    step.lag_friction(kappa);
    assert!(
        step.potential.contact.pair_count() > 3,
        "contact is what is tested"
    );
    // Off the start, so that friction slides.
    let x0: Vec<Vec3> = { step.x.iter().zip(direction(&model, 7)) }
        .map(|(x, p)| x + 2e-5 * p)
        .collect();
    step.potential.contact.detect(&x0);
    let mut gradient = vec![Vec3::zeros(); x0.len()];
    step.potential.gradient(&x0, &mut gradient);
    for &v in &model.dependents.vertices {
        assert_eq!(gradient[v as usize], Vec3::zeros());
    }
    let mut blocks = BlockSink::new();
    let mut diagonal = vec![0.0; x0.len()];
    step.potential.hessian(&x0, &mut blocks, &mut diagonal);
    for seed in [100, 2000, 30_000] {
        let p = direction(&model, seed);
        let at = |t: f64| -> Vec<Vec3> { x0.iter().zip(&p).map(|(x, p)| x + t * p).collect() };
        let h = 1e-7;
        let difference =
            (step.potential.value(&at(h)).total - step.potential.value(&at(-h)).total) / (2.0 * h);
        let slope: f64 = gradient.iter().zip(&p).map(|(g, p)| g.dot(p)).sum();
        assert!(
            (difference - slope).abs() < 1e-5 * slope.abs(),
            "seed {seed}: {difference} against {slope}"
        );
        let slope_at = |t: f64| -> f64 {
            let mut gradient = vec![Vec3::zeros(); x0.len()];
            step.potential.gradient(&at(t), &mut gradient);
            gradient.iter().zip(&p).map(|(g, p)| g.dot(p)).sum()
        };
        let curvature = (slope_at(h) - slope_at(-h)) / (2.0 * h);
        let mut form: f64 = diagonal
            .iter()
            .zip(&p)
            .map(|(d, p)| d * p.norm_squared())
            .sum();
        for e in 0..blocks.len() {
            let nodes = blocks.nodes(e);
            let mut of_element = blocks.blocks(e).iter();
            for (i, &a) in nodes.iter().enumerate() {
                for (j, &b) in nodes.iter().enumerate().skip(i) {
                    let block = of_element.next().expect("a block for each pair");
                    let twice = if i == j { 1.0 } else { 2.0 };
                    form += twice * p[a as usize].dot(&(block * p[b as usize]));
                }
            }
        }
        // The projection to positive semi-definite takes away what curves downwards.
        assert!(
            form > 0.999 * curvature && form < 1.2 * curvature,
            "seed {seed}: {form} against {curvature}"
        );
    }
}

/// The surface of a mesh, embedded in that mesh, is the surface that it had: a ball thrown on the ground moves as without.
#[test]
fn a_surface_embedded_in_its_own_tets_changes_nothing() {
    let mesh = || {
        let mut mesh = ball(&BallParameters {
            radius: 0.1,
            cells_across: 4,
        })
        .expect("a ball");
        mesh.points.iter_mut().for_each(|x| x.y += 0.11);
        mesh
    };
    let v = Vec3::new(0.5, -0.5, 0.0);
    let thrown = |is_embedded: bool| {
        let mut builder = builder();
        builder.friction.default = 0.3;
        ground(&mut builder, 0.0);
        let body = solid("ball", mesh(), v);
        if is_embedded {
            let surface = EmbeddedSurface {
                mesh: mesh().surface(),
                contact: EmbeddedContact::Fine,
                filled: Vec::new(),
            };
            builder.add_embedded_solid(body, surface);
        } else {
            builder.add_solid(body);
        }
        let (simulation, states) = run(builder, 30);
        assert!(simulation.certificate().verified);
        (center(&simulation, &states[29]), states)
    };
    let ((plain_center, plain), (carried_center, carried)) = (thrown(false), thrown(true));
    let count = plain[0].x.len();
    assert!(
        plain_center.y < 0.105,
        "the ball has met the ground: {plain_center}"
    );
    assert!((plain_center - carried_center).norm() < 1e-7);
    for (a, b) in plain.iter().zip(&carried) {
        let apart = a.x.iter().zip(&b.x).map(|(a, b)| (a - b).norm());
        let apart = apart.fold(0.0, f64::max);
        // Steps are solved to 1e-8 m, and errors of steps add up.
        assert!(apart < 2e-6, "{apart}");
        assert!(b.x.len() > count);
    }
}

/// A covered ball comes to rest on its own surface, with the tets around it in the ground: its weight is held, and every
/// vertex is where its tet takes it.
#[test]
fn a_covered_ball_rests_on_its_fine_surface() {
    let mut builder = builder();
    let at = Vec3::new(0.0, 0.1 + DHAT, 0.0);
    add_covered(
        &mut builder,
        "ball",
        at,
        Vec3::zeros(),
        EmbeddedContact::Fine,
    );
    ground(&mut builder, 0.0);
    let (simulation, states) = run(builder, 200);
    let (model, end) = (simulation.model(), &states[199]);
    assert!(simulation.certificate().verified);
    let is_carried = |v: usize| model.dependents.place(v as u32).is_some();
    let lowest = |carried: bool| {
        let own = (0..end.x.len()).filter(|&v| is_carried(v) == carried);
        own.map(|v| end.x[v].y).fold(f64::INFINITY, f64::min)
    };
    assert!(
        lowest(true) > 0.0 && lowest(true) < DHAT,
        "{}",
        lowest(true)
    );
    assert!(lowest(false) < 0.0, "{}", lowest(false));
    // It may rock on, but in the last second it has gained no speed: its weight is held to a hundredth.
    let speed = |k: usize| {
        (center(&simulation, &states[k]).y - center(&simulation, &states[k - 1]).y) / 0.01
    };
    let gained = speed(199) - speed(99);
    assert!(gained.abs() < 0.098, "{gained} m/s");
    let mut follows = end.x.clone();
    model.dependents.follow(&mut follows);
    for (x, y) in end.x.iter().zip(&follows) {
        assert!((x - y).norm() < 1e-13);
    }
    // What is inside of the surface weighs, and not the tets around it.
    let mass: f64 = model.mass.iter().sum();
    let full = soft().density * sphere(Vec3::zeros()).volume();
    assert!(
        (mass / full - 1.0).abs() < 0.05,
        "{mass} kg against {full} kg"
    );
}

/// Two covered balls that graze each other keep their momentum; no torque comes from nowhere, and they touch with their surfaces.
#[test]
fn a_collision_of_covered_balls_conserves_momentum() {
    for contact in [ContactKind::Ipc, ContactKind::Convergent, ContactKind::Gcp] {
        let mut builder = builder();
        builder.gravity = Vec3::zeros();
        builder.settings.contact = contact;
        builder.settings.newton_tolerance = Length::Absolute(1e-8);
        let (at, v) = (Vec3::new(-0.11, 0.03, 0.0), Vec3::new(1.0, 0.0, 0.0));
        add_covered(&mut builder, "left", at, v, EmbeddedContact::Fine);
        add_covered(&mut builder, "right", -at, -v, EmbeddedContact::Fine);
        let (simulation, states) = run(builder, 6);
        let mass = simulation.model().mass.clone();
        let momentum = |state: &State| -> Vec3 {
            let all = mass.iter().zip(&state.v);
            all.map(|(m, v)| *m * v).sum()
        };
        let total: f64 = mass.iter().sum();
        assert!(momentum(&states[5]).norm() < 1e-7 * total, "{contact}");
        // Implicit Euler changes velocities by forces where the step ends, and these turn nothing there.
        for (before, after) in states.iter().zip(&states[1..]) {
            let changes = after.v.iter().zip(&before.v).map(|(v, before)| v - before);
            let all = mass.iter().zip(after.x.iter().zip(changes));
            let turn: Vec3 = all.map(|(m, (x, change))| *m * x.cross(&change)).sum();
            assert!(turn.norm() < 1e-6 * total, "{contact}: {}", turn.norm());
        }
        // They were stopped: without contact each would have gone on.
        let right = simulation.model().bodies[1].vertices.clone();
        let slowed = right
            .map(|v| states[5].v[v as usize].x)
            .fold(f64::MIN, f64::max);
        assert!(slowed > -0.9, "{contact}: {slowed}");
        assert!(simulation.certificate().verified);
    }
}

/// The tets of a covered body reach into what is no part of it: others may be there, but not inside of the surface.
#[test]
fn what_is_in_the_tets_but_outside_of_the_surface_is_not_inside() {
    let started = |height: f64| {
        let mut builder = builder();
        add_covered(
            &mut builder,
            "ball",
            Vec3::zeros(),
            Vec3::zeros(),
            EmbeddedContact::Fine,
        );
        let mut small = boxes([0.004; 3], [1; 3]);
        small.points.iter_mut().for_each(|x| x.y += height);
        builder.add_solid(solid("small", small, Vec3::zeros()));
        builder
            .build()
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(started(0.106), Ok(()));
    let refused = started(0.05).expect_err("it is inside of the ball");
    assert!(
        refused.contains("`small`") && refused.contains("`ball`"),
        "{refused}"
    );
}

/// Vertices that are held take what they carry along, all the way.
#[test]
fn what_is_driven_takes_its_surface_along() {
    for contact in [EmbeddedContact::Fine, EmbeddedContact::Coarse] {
        let mut builder = builder();
        builder.gravity = Vec3::zeros();
        let body = add_covered(&mut builder, "ball", Vec3::zeros(), Vec3::zeros(), contact);
        let carried = builder.points(&body.vertices).len() - sphere(Vec3::zeros()).points.len();
        let nodes = select(&builder, &body, |_| true);
        let nodes = nodes[..carried].to_vec();
        builder.add_boundary(moving("pull", nodes, Vec3::new(0.0, 1.0, 0.0), 1.0));
        let (simulation, states) = run(builder, 5);
        let rest = &simulation.model().rest;
        for (x, rest) in states[4].x.iter().zip(rest) {
            assert!((x - rest - Vec3::new(0.0, 0.05, 0.0)).norm() < 1e-12);
        }
        for v in &states[4].v {
            assert!((v - Vec3::y()).norm() < 1e-9);
        }
    }
}

#[test]
fn what_does_not_go_is_refused() {
    let refused = |change: &dyn Fn(&mut ModelBuilder, &BodyHandle)| {
        let mut builder = builder();
        let fine = EmbeddedContact::Fine;
        let body = add_covered(&mut builder, "ball", Vec3::zeros(), Vec3::zeros(), fine);
        change(&mut builder, &body);
        builder
            .build()
            .map(|_| ())
            .expect_err("it does not go")
            .to_string()
    };
    let by_vbd = refused(&|builder, _| builder.settings.stepper = StepperKind::Vbd);
    assert!(
        by_vbd.contains("cannot touch with an embedded surface"),
        "{by_vbd}"
    );
    let by_ogc = refused(&|builder, _| builder.settings.contact = ContactKind::Ogc);
    assert!(by_ogc.contains("`embed.contact = \"coarse\"`"), "{by_ogc}");
    let moved = refused(&|builder, body| {
        let all = body.vertices.clone().collect();
        builder.add_boundary(moving("pull", all, Vec3::y(), 1.0));
    });
    assert!(moved.contains("follows the tets around it"), "{moved}");
    let open = refused(&|builder, _| {
        let mut surface = sphere(Vec3::new(1.0, 0.0, 0.0));
        let cover = cover(&surface, 0.08, 100_000).expect("a cover");
        surface.triangles.pop();
        let embedded = EmbeddedSurface {
            mesh: surface,
            contact: EmbeddedContact::Fine,
            filled: Vec::new(),
        };
        builder.add_embedded_solid(solid("open", cover.mesh, Vec3::zeros()), embedded);
    });
    assert!(open.contains("must be closed"), "{open}");
    let far = refused(&|builder, _| {
        let embedded = EmbeddedSurface {
            mesh: sphere(Vec3::new(9.0, 0.0, 0.0)),
            contact: EmbeddedContact::Coarse,
            filled: Vec::new(),
        };
        let block = boxes([0.1; 3], [1; 3]);
        builder.add_embedded_solid(solid("far", block, Vec3::zeros()), embedded);
    });
    assert!(far.contains("too far outside of the tets"), "{far}");
}
