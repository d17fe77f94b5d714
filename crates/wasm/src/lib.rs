//! The engine in a browser: a [`Playground`] lists scenes, checks them, runs them and verifies the run, for a page that asks.
//!
//! Compiled for `wasm32-wasip1` by `viewer/build-engine`. A worker of the page (`viewer/src/engine`) gives it files in memory
//! and a clock, so that all of the library is what it is elsewhere: a run is a run folder, the page looks at it through
//! [`Subject`](tangency_view::Subject), and `tangency_verify` judges its files. The worker writes a question into the file
//! `/question`, calls `answer`, and reads the file `/answer`. How far a long step is comes out of the standard output meanwhile,
//! one JSON object a line.

mod playground;
mod run;
mod scenes;

use std::cell::RefCell;
use std::fs;

pub use playground::{Playground, Question};

thread_local! {
    /// What is open between two calls; the one global state, for JavaScript has nothing to hold it by.
    static PLAYGROUND: RefCell<Playground> = RefCell::new(Playground::new("/"));
}

/// Answers the question in the file `/question` into the file `/answer`; 0, or 1 where the answer is why there is none.
#[allow(unsafe_code)] // The name that JavaScript calls; it takes nothing and gives a number.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> u32 {
    let question = fs::read_to_string("/question").unwrap_or_default();
    let answered = PLAYGROUND.with_borrow_mut(|playground| playground.answer(&question));
    let (code, bytes) = match answered {
        Ok(bytes) => (0, bytes),
        Err(words) => (1, words.into_bytes()),
    };
    match fs::write("/answer", bytes) {
        Ok(()) => code,
        Err(_) => 2,
    }
}

/// Has everything done on this thread: there are no others in a worker. To be called once, before the first question.
#[allow(unsafe_code)] // As `answer`.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    // Fails where it was called before, which changes nothing.
    let _ = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build_global();
}
