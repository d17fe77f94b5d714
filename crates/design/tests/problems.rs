//! Problems of scenes: derivatives by scaled variables and shapes against differences of whole runs; designs that cannot be.

use tangency::adjoint::{CenterOfMass, Window};
use tangency::prelude::*;
use tangency_design::{
    ControlPoints, DesignProblem, DesignVariable, HarmonicExtension, Scaling, ShapeVariable,
    TrialResult, first_shape,
};

const STEPS: u64 = 8;

/// A soft block falls on the ground, held at nothing.
fn problem() -> DesignProblem {
    let mut scene = Scene::new()
        .time_step(0.01)
        .duration(0.08)
        .ground(0.0)
        .friction(0.3);
    scene = scene.dhat(4e-3).tolerance(1e-10);
    let block = Solid::cuboid([0.1, 0.1, 0.1], [2, 2, 2])
        .young(4e4)
        .at([0.0, 0.0525, 0.0]);
    scene.add(block.velocity([0.6, -0.3, 0.0]).named("block"));
    scene.document_mut().solver.kappa = Some(1000.0);
    let (first, tets) = first_shape(&scene, "block").expect("a solid");
    let control = ControlPoints {
        points: vec![Vec3::new(0.05, 0.1, 0.05), Vec3::new(-0.05, 0.0, 0.05)],
        radius: 0.12,
        directions: vec![Vec3::x(), Vec3::z()],
        mirror: None,
    };
    let mut fields = control.fields(&first, &[]);
    let extension = HarmonicExtension::new(&first, &tets);
    fields.iter_mut().for_each(|field| extension.extend(field));
    let count = first.len() as u32;
    let shape = ShapeVariable::new("block", first, tets, fields).expect("a shape");
    let number = |name: &str, of: Option<&str>, scaling, range| DesignVariable {
        name: name.to_owned(),
        of: of.map(str::to_owned),
        scaling,
        range,
    };
    let none = [f64::NEG_INFINITY, f64::INFINITY];
    let mut variables = vec![
        number("young", Some("young:block"), Scaling::Log, [1e3, 1e6]),
        number(
            "speed",
            Some("body.0.velocity.0"),
            Scaling::Linear(2.0),
            none,
        ),
    ];
    let moved = |k: usize| number(&format!("p{k}"), None, Scaling::Linear(0.01), [-0.1, 0.1]);
    variables.extend((0..4).map(moved));
    let mut problem = DesignProblem::new(scene, variables, vec![shape]).expect("a problem");
    let center = CenterOfMass {
        vertices: (0..count).collect(),
        target: Vec3::new(0.1, 0.0, 0.05),
    };
    problem.squares.push(Box::new(Window {
        steps: STEPS..=STEPS,
        objective: center,
    }));
    problem
}

#[test]
fn derivatives_by_scaled_variables_and_shapes_are_those_of_differences() {
    let mut problem = problem();
    let start = [4.5, 0.3, 0.2, -0.1, 0.3, 0.1];
    let TrialResult::Point(at) = problem.evaluate(&start) else {
        panic!("{:?}", problem.evaluate(&start));
    };
    let residuals = problem.residuals(&start).expect("residuals");
    let squares: f64 = residuals.iter().map(|r| 0.5 * r * r).sum();
    assert!((squares / at.value - 1.0).abs() < 1e-12);
    for (k, slope) in at.gradient.iter().enumerate() {
        let value = |h: f64| {
            let mut x = start;
            x[k] += h;
            let residuals = problem.residuals(&x).expect("residuals");
            residuals.iter().map(|r| 0.5 * r * r).sum::<f64>()
        };
        let h = 2e-3;
        let expected =
            (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
        let error = (slope - expected).abs() / expected.abs().max(1e-6);
        assert!(error < 1e-4, "{k}: {slope} {expected}");
    }
}

#[test]
fn designs_that_cannot_be_are_refused_in_words() {
    let mut problem = problem();
    let refused = |trial: TrialResult| match trial {
        TrialResult::Refused(reason) => reason,
        TrialResult::Point(_) => panic!("not refused"),
    };
    let inverted = refused(problem.evaluate(&[4.5, 0.3, -9.0, 0.0, 9.0, 0.0]));
    assert!(
        inverted.contains("tet ") && inverted.contains("`block`"),
        "{inverted}"
    );
    let json = problem
        .scene(&problem.values(&[4.5, 0.3, 0.2, -0.1, 0.3, 0.1]))
        .expect("a scene");
    assert!(json.to_json().expect("a scene file").contains("\"points\""));
}
