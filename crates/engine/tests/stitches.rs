//! Bands, seams that are open, and stitches of bounded force: derivatives, the bound, its ramp, and the motion under it against its closed form.

use std::sync::Arc;

use crate::thin::quadratic;
use tangency_engine::energy::{Elastic, elastic_terms};
use tangency_engine::linear::BlockSink;
use tangency_engine::{
    Band, GrainMaterial, Grains, Length, Model, ModelBuilder, Simulation, SpringEnd, Springs,
    State, StitchPull, Vec3,
};

/// Grains at `points`, the first sewn to a point three quarters of the way from the second to the third.
fn sewn(points: &[Vec3], stiffness: f64, pull: StitchPull) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    builder.add_grains(Grains {
        name: "grains".to_owned(),
        points: points.to_vec(),
        material: GrainMaterial {
            density: 1000.0,
            diameter: 0.01,
        },
        velocity: vec![Vec3::zeros(); points.len()],
        offset: 0.0,
    });
    builder.add_springs(Springs {
        name: "seam".to_owned(),
        ends: vec![SpringEnd {
            vertex: 0,
            edge: [1, 2],
            share: 0.75,
        }],
        stiffness,
        pull,
    });
    builder
}

fn stitches(builder: ModelBuilder) -> (Box<dyn Elastic>, Arc<Model>) {
    let (model, _) = builder.build().expect("a valid scene");
    let model = Arc::new(model);
    let mut terms = elastic_terms(&model, 1.0);
    assert_eq!(terms.len(), 1, "stitches alone");
    (terms.remove(0), model)
}

fn triangle(apart: f64) -> Vec<Vec3> {
    vec![
        Vec3::new(0.1, 0.2, apart),
        Vec3::new(0.0, 0.0, 0.0),
        Vec3::new(0.3, 0.1, 0.0),
    ]
}

#[test]
fn derivatives_within_the_bound_and_beyond_are_those_of_differences() {
    for most in [1e3, 0.5] {
        let pull = StitchPull { most, ramp: 0.0 };
        let (term, model) = stitches(sewn(&triangle(0.4), 100.0, pull));
        let x = &model.rest;
        let p = [
            Vec3::new(0.3, -0.7, 0.2),
            Vec3::new(-0.5, 0.1, 0.9),
            Vec3::new(0.2, 0.6, -0.4),
        ];
        let at = |h: f64| -> Vec<Vec3> { x.iter().zip(&p).map(|(x, p)| x + p * h).collect() };
        let slope = |x: &[Vec3]| {
            let mut gradient = vec![Vec3::zeros(); x.len()];
            term.gradient(x, &mut gradient);
            gradient.iter().zip(&p).map(|(g, p)| g.dot(p)).sum::<f64>()
        };
        let h = 1e-5;
        let difference = (term.value(&at(h)) - term.value(&at(-h))) / (2.0 * h);
        let curvature = (slope(&at(h)) - slope(&at(-h))) / (2.0 * h);
        let mut sink = BlockSink::new();
        term.hessian(x, &mut sink);
        let projected = quadratic(&sink, &p);
        println!(
            "bound {most} N: slope {difference}, curvature {curvature}, of the Hessian {projected}"
        );
        assert!((slope(x) / difference - 1.0).abs() < 1e-8);
        assert!((projected / curvature - 1.0).abs() < 1e-6);
    }
}

#[test]
fn a_stitch_pulls_with_its_bound_and_goes_over_to_the_spring_without_a_jump() {
    let (stiffness, most) = (100.0, 0.5);
    let pull = |apart: f64| {
        let points = vec![Vec3::new(0.0, 0.0, apart), Vec3::zeros(), Vec3::x()];
        let bound = StitchPull { most, ramp: 0.0 };
        let mut builder = sewn(&points, stiffness, bound);
        // Straight above the point that it is sewn to.
        builder.gravity = Vec3::zeros();
        let (term, model) = stitches(builder);
        let mut x = model.rest.clone();
        x[0].x = 0.75;
        let mut gradient = vec![Vec3::zeros(); 3];
        term.gradient(&x, &mut gradient);
        (gradient[0].norm(), term.value(&x))
    };
    let bound = most / stiffness;
    assert!((pull(0.5 * bound).0 - 0.25).abs() < 1e-12);
    assert!((pull(20.0 * bound).0 - most).abs() < 1e-12);
    assert!((pull(200.0 * bound).0 - most).abs() < 1e-12);
    let (below, above) = (pull(bound * (1.0 - 1e-9)), pull(bound * (1.0 + 1e-9)));
    assert!((below.0 - above.0).abs() < 1e-8 && (below.1 - above.1).abs() < 1e-10);
}

#[test]
fn weights_under_a_bounded_pull_move_as_by_a_constant_or_a_growing_force() {
    // Sewn to the point that is right below.
    let points = [
        Vec3::new(0.0, 0.0, 1.0),
        Vec3::new(-0.3, 0.0, 0.0),
        Vec3::new(0.1, 0.0, 0.0),
    ];
    for ramp in [0.0, 0.1] {
        let most = 1e-3;
        let mut builder = sewn(&points, 1e3, StitchPull { most, ramp });
        builder.settings.dt = 0.01;
        let (model, state): (Model, State) = builder.build().expect("a valid scene");
        let mass = model.mass[0];
        let mut simulation = Simulation::new(model, state).expect("a stepper");
        let mut impulse = 0.0;
        for step in 0..20 {
            // The bound is that of the start of each step.
            let share = if ramp > 0.0 {
                (0.01 * f64::from(step) / ramp).min(1.0)
            } else {
                1.0
            };
            impulse += most * share * 0.01;
            simulation.step().expect("a solved step");
        }
        let speed = -simulation.state().v[0].z;
        println!(
            "ramp {ramp} s: {speed} m/s, closed form {} m/s",
            impulse / mass
        );
        assert!((speed * mass / impulse - 1.0).abs() < 1e-6);
    }
}

#[test]
fn bounds_that_are_none_are_refused() {
    for (most, ramp) in [(0.0, 0.0), (-1.0, 0.0), (f64::NAN, 0.0), (1.0, -1.0)] {
        let builder = sewn(&triangle(0.4), 100.0, StitchPull { most, ramp });
        let message = builder.build().map(drop).expect_err("refused").to_string();
        assert!(message.contains("stitches pull with at most"), "{message}");
    }
}

#[test]
fn a_band_pulls_with_its_stiffness_times_its_strain() {
    // A stitch that hardly pulls.
    let mut builder = sewn(&triangle(0.4), 1e-13, StitchPull::default());
    let band = |edges: &[[u32; 2]], lengths: &[f64], stiffness| Band {
        name: "waist".to_owned(),
        edges: edges.to_vec(),
        lengths: lengths.to_vec(),
        stiffness,
    };
    builder.add_band(band(&[[0, 1], [1, 2]], &[0.2, 0.1], 20.0));
    let (model, _) = builder.build().expect("a valid scene");
    let model = Arc::new(model);
    let terms = elastic_terms(&model, 1.0);
    let x = vec![Vec3::zeros(), Vec3::x() * 0.3, Vec3::x() * 0.4];
    let mut gradient = vec![Vec3::zeros(); 3];
    for term in &terms {
        term.gradient(&x, &mut gradient);
    }
    // The first edge is half as long again as without force, the second as long.
    let expected = [-10.0, 10.0, 0.0].map(|along| Vec3::x() * along);
    for (slope, expected) in gradient.iter().zip(expected) {
        assert!((slope - expected).norm() < 1e-12, "{gradient:?}");
    }

    for (bad, words) in [
        (band(&[[0, 1]], &[0.0], 1.0), "long without force"),
        (band(&[[0, 0]], &[1.0], 1.0), "joins vertices 0 and 0"),
        (band(&[[0, 9]], &[1.0], 1.0), "joins vertices 0 and 9"),
        (band(&[[0, 1]], &[1.0], -1.0), "stiffness of the band"),
        (band(&[[0, 1]], &[], 1.0), "1 edges and 0 lengths"),
    ] {
        let mut builder = sewn(&triangle(0.4), 1.0, StitchPull::default());
        builder.add_band(bad);
        let message = builder.build().map(drop).expect_err("refused").to_string();
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_seam_is_open_until_contact_holds_its_sides_apart() {
    let mut builder = sewn(&triangle(0.4), 1.0, StitchPull::default());
    builder.settings.dhat = Length::Absolute(1e-3);
    let (model, state) = builder.build().expect("a valid scene");
    let open = model.open_seams(&state.x);
    assert_eq!((open[0].name.as_str(), open[0].open), ("seam", 1));
    let closed = model.closed_length(0);
    assert!((closed - 1e-3 - model.pair_offset(0, 1)).abs() < 1e-15);
    for (length, is_open) in [(0.999 * closed, false), (1.001 * closed, true)] {
        let mut x = state.x.clone();
        x[0] = x[1] * 0.25 + x[2] * 0.75 + Vec3::z() * length;
        assert_eq!(!model.open_seams(&x).is_empty(), is_open);
    }
}
