//! Mutated inputs of every reader, few enough for every day, and those that failed once.

use std::path::PathBuf;

use tangency_trials::fuzz::{self, Campaign, FuzzTarget, Limits};

fn campaign() -> Campaign {
    Campaign {
        program: PathBuf::from(env!("CARGO_BIN_EXE_trials")),
        seed: 1,
        limits: Limits::default(),
        jobs: 2,
    }
}

#[test]
fn no_input_panics_hangs_or_takes_much_memory() {
    let report = campaign().run(None, Some(20_000), None, |_| {}).unwrap();
    let told: Vec<String> = report
        .findings
        .iter()
        .map(|finding| format!("{} {}: {}", finding.target, finding.index, finding.what))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    assert!(report.inputs.values().sum::<u64>() >= 20_000, "{report}");
    assert_eq!(report.inputs.len(), FuzzTarget::ALL.len(), "{report}");
}

#[test]
fn what_failed_once_is_read_without_complaint() {
    let (failures, count) = fuzz::replay(&campaign(), &fuzz::folder()).unwrap();
    assert!(count > 0, "the corpus is empty");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Inputs are a function of seed, target and number, and seeds themselves are read without complaint.
#[test]
fn inputs_repeat() {
    for (target, _) in FuzzTarget::ALL {
        let some: Vec<Vec<u8>> = (0..5).map(|n| fuzz::input(target, 7, n)).collect();
        let again: Vec<Vec<u8>> = (0..5).map(|n| fuzz::input(target, 7, n)).collect();
        assert_eq!(some, again, "{target}");
        assert_ne!(some[0], some[1], "{target}");
    }
}

/// A fuzzer that finds nothing must be able to find something: the limits are real.
#[test]
fn what_takes_too_much_memory_is_found() {
    let tight = Campaign {
        limits: Limits {
            memory_kb: 300_000,
            ..Limits::default()
        },
        ..campaign()
    };
    let scene = "[[body]]\nshape = { box = {} }\n";
    let small = tight.try_input(FuzzTarget::Toml, scene.as_bytes()).unwrap();
    assert_eq!(small, None);
    let large = format!("{scene}# {}", "x".repeat(250_000_000));
    let failure = tight.try_input(FuzzTarget::Toml, large.as_bytes()).unwrap();
    assert!(failure.is_some_and(|what| what.contains("ends the process")));
}
