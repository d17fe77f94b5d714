//! Ctrl-C (or a polite kill): the first gives up the step under way and ends the run with the steps before it, the second ends
//! the program at once. Files are written whole or not at all, so either leaves a run that resumes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Exit code of a run that is ended at once.
const STOPPED: i32 = 3;

/// Whether the user asked for the end.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts to listen. Where the system does not let it, the signals end the program as usual.
    pub fn listen() -> Self {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down and raises it, the second finds it raised.
            let _ = flag::register_conditional_shutdown(signal, STOPPED, Arc::clone(&asked));
            let _ = flag::register(signal, Arc::clone(&asked));
        }
        Self(asked)
    }

    /// Raises the flag also when the standard input ends: that of a worker ends with the program that started it.
    pub fn follow_input(&self) {
        let asked = self.flag();
        std::thread::spawn(move || {
            // Nothing is expected there; an error is an end as well.
            let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
            asked.store(true, Ordering::SeqCst);
        });
    }

    /// The flag that is raised when the end is asked for.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the end was asked for.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
