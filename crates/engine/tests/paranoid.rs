//! The exact re-analysis: silent on moves within the collision filter's bound, loud on those beyond it.

use std::sync::Arc;

use crate::common::{add, boxes, ground, shifted};
use tangency_engine::contact::{ContactModel, IpcContact};
use tangency_engine::paranoid::Paranoid;
use tangency_engine::{Material, Model, ModelBuilder, State, Vec3};

/// Two cubes, one above the other, above the ground.
fn cubes() -> (Arc<Model>, State, Vec<u32>) {
    let mut builder = ModelBuilder::new();
    let cube = |height: f64, aside: f64| shifted(boxes([0.5; 3], [2; 3]), [aside, height, aside]);
    let rest = Vec3::zeros();
    add(
        &mut builder,
        "lower",
        cube(0.26, 0.0),
        Material::default(),
        rest,
    );
    let upper = add(
        &mut builder,
        "upper",
        cube(0.8, 0.03),
        Material::default(),
        rest,
    );
    ground(&mut builder, 0.0);
    let (model, state) = builder.build().expect("a valid scene");
    (Arc::new(model), state, upper.vertices.collect())
}

/// Every vertex its own way, the upper cube's down by `fall` m besides.
fn way(model: &Model, upper: &[u32], fall: f64, seed: usize) -> Vec<Vec3> {
    let wave = |k: usize, c: usize| ((k * 37 + c * 11 + seed * 53) as f64 * 0.7).sin() * 0.3;
    let mut p: Vec<Vec3> = (0..model.vertex_count())
        .map(|k| Vec3::from_fn(|c, _| wave(k, c)))
        .collect();
    for &v in upper {
        p[v as usize].y -= fall;
    }
    p
}

fn moved(x: &[Vec3], p: &[Vec3], alpha: f64) -> Vec<Vec3> {
    std::iter::zip(x, p).map(|(x, p)| x + p * alpha).collect()
}

#[test]
fn moves_within_the_bound_are_clean_and_moves_beyond_it_are_caught() {
    let (model, state, upper) = cubes();
    let mut contact = IpcContact::new(Arc::clone(&model));
    let (mut sound, mut broken) = (Paranoid::new(), Paranoid::new());
    let (mut x, mut caught) = (state.x, 0);
    for seed in 0..12 {
        contact.begin_step(None, 1.0);
        contact.detect(&x);
        let p = way(&model, &upper, 0.7, seed);
        let alpha = contact.limit(&x, &p, 1.0);
        assert!(alpha < 1.0);
        // A collision filter that does not work: the whole way.
        caught += broken
            .check_step(&model, &x, &moved(&x, &p, 1.0), seed as u64, 0)
            .min(1);
        let next = moved(&x, &p, alpha);
        let found = sound.check_step(&model, &x, &next, seed as u64, 0);
        assert_eq!((found, &sound.report().described), (0, &Vec::new()));
        x = next;
    }
    assert_eq!(caught, 12);
    assert_eq!(sound.report().steps_checked, 12);
    assert!(sound.report().pairs_checked > 1000);
}

#[test]
fn what_is_found_is_said_in_words() {
    let (model, state, upper) = cubes();
    let mut end = state.x.clone();
    for &v in &upper {
        end[v as usize].y -= 2.0;
    }
    let mut paranoid = Paranoid::new();
    let found = paranoid.check_step(&model, &state.x, &end, 7, 3);
    let report = paranoid.report();
    assert_eq!(report.findings, found);
    // All 27 vertices of the upper cube end below the ground, 26 of them on its surface.
    assert!(found > 26, "{found}");
    let first = &report.described[0];
    assert!(first.starts_with("step 7, iteration 3: vertex "), "{first}");
    assert!(
        first.contains("`upper`") && first.contains("`lower`"),
        "{first}"
    );
    assert!(first.contains("they touch"), "{first}");
    assert_eq!(report.described.len(), 20);
    // Both ends are free of intersections but for the ground: only the way between them tells.
    let mut below = Paranoid::resume(report.clone());
    below.check_step(&model, &end, &end, 8, 1);
    assert_eq!(below.report().findings, found + 26);
}
