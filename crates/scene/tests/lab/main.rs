//! The lab: closed forms of mechanics for every kind of element, contact model, stepper and integrator that is offered.
//!
//! Each test is an experiment over many [`Case`]s. It makes a table of what theory expects, what the run gave and how far they
//! may be apart, by the order of the method; `cargo test --release -p tangency-scene --test lab -- --nocapture` prints it. A row that
//! is out fails the test, after all rows are made.
//!
//! Scenes are written as a user writes them. To have another stepper in the lab, add its cases to those of [`Case::all`] or of
//! an experiment; nothing else knows steppers.
//!
//! What is tested elsewhere is not repeated: orders of accuracy and energy of a vibrating bar (`engine/tests/integrators.rs`), hanging bar
//! and the gap under a weight (`engine/tests/physics.rs`), slope and belt (`engine/tests/friction.rs`), elastica and plates
//! (`engine/tests/thin.rs`), twisting rods (`engine/tests/twist.rs`), a planar ring under pressure and Hertz (`engine/tests/planar*.rs`).

mod bench;
mod cautions;
mod flight;
mod impact;
mod rest;
mod sliding;
mod sweeps;

use bench::{CONTACTS, Case, ELEMENTS, INTEGRATORS};

#[test]
fn what_is_not_offered_is_refused() {
    for element in ELEMENTS {
        for contact in CONTACTS {
            let case = Case {
                element,
                contact,
                ..Case::default()
            };
            let built = bench::scene(&case, "", &case.body("body", "")).build();
            assert_eq!(built.is_ok(), case.is_offered(), "{case}");
        }
    }
    assert_eq!(Case::all(&INTEGRATORS).len(), 4 * (4 + 4 + 4 + 3 + 3));
}
