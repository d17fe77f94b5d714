//! A few runs that are killed, and a few whose disk is full; `trials kills` has more.

use tangency_trials::kills::{self, KillOptions};
use tangency_trials::program::ProgramUnderTest;

#[test]
fn runs_that_are_killed_or_out_of_space_end_with_the_same_bits() {
    let options = KillOptions {
        count: 8,
        full: 4,
        seed: 1,
        folder: None,
        program: None,
    };
    let program = ProgramUnderTest::new(env!("CARGO_BIN_EXE_trials"));
    let outcome = kills::run(&program, &options).unwrap();
    assert!(outcome.is_clean(), "{outcome}");
    assert_eq!(outcome.kills(), 8, "{outcome}");
}
