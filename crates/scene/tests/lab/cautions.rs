//! Cautions of the program before a run that it cannot promise much about.

use crate::bench::{Case, scene};

/// Newmark's rule does not damp: steps far longer than the vibrations of an element gain energy in collisions.
#[test]
fn newmark_with_steps_that_follow_nothing_is_cautioned_about() {
    let cautions = |integrator: &'static str, h: f64, ground: &str| {
        let case = Case {
            integrator,
            h,
            ..Case::default()
        };
        let scene = scene(&case, ground, &case.body("body", "translate = [0, 1, 0]"));
        scene.build().expect("a valid scene").2.cautions
    };
    let [caution] = &cautions("newmark", 0.04, "ground = 0")[..] else {
        panic!("no caution");
    };
    assert!(caution.contains("add energy"), "{caution}");
    assert!(cautions("newmark", 0.002, "ground = 0").is_empty());
    assert!(cautions("newmark", 0.04, "").is_empty());
    assert!(cautions("bdf2", 0.04, "ground = 0").is_empty());
    assert!(cautions("implicit-euler", 0.04, "ground = 0").is_empty());
}
