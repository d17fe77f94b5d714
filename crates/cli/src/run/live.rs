//! `tangency run --view`: the page that shows a run while it is computed.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tangency_engine::{Listener, Observer, StepProgress};
use tangency_view::{LiveRun, ViewServer, ViewedRun};

use super::interrupt::Interrupt;
use crate::failure::Failure;
use crate::output::{note, say};

/// Time between two words to the page about the same step.
const PAUSE: Duration = Duration::from_millis(500);
/// Time between two looks at whether the page is to be closed.
const NAP: Duration = Duration::from_millis(100);

/// A page and what it is told.
pub struct LivePage {
    run: Arc<LiveRun>,
    /// Answers as long as it is kept.
    _server: ViewServer,
}

impl LivePage {
    /// Serves the page of a run folder that is being written, of at most `steps` steps; opens the browser where asked to.
    pub fn open(
        folder: &Path,
        interrupt: &Interrupt,
        steps: u64,
        opens_browser: bool,
    ) -> Result<Self, Failure> {
        let run = Arc::new(LiveRun::new(interrupt.flag(), steps));
        let viewed = ViewedRun::followed(folder, Arc::clone(&run)).map_err(Failure::input)?;
        let server = ViewServer::start(vec![Arc::new(viewed)], 0).map_err(Failure::input)?;
        say(&server.address());
        if opens_browser {
            crate::view::open(&server);
        }
        Ok(Self {
            run,
            _server: server,
        })
    }

    /// The observer of a run that is shown: tells the page as well as `listener`.
    pub fn observer(&self, interrupt: &Interrupt, listener: Option<Listener>) -> Observer {
        let run = Arc::clone(&self.run);
        let mut listener = listener;
        let both = move |progress: &StepProgress| {
            run.tell(progress);
            if let Some(listener) = &mut listener {
                listener(progress);
            }
        };
        Observer::new(interrupt.flag(), Some(Box::new(both))).every(PAUSE)
    }

    /// What the page is told by.
    pub fn run(&self) -> &LiveRun {
        &self.run
    }

    /// Keeps the page until Ctrl-C.
    pub fn keep(&self, interrupt: &Interrupt, words: &str) {
        self.run.end(words);
        note("the run has ended; its page is there until Ctrl-C");
        while !interrupt.requested() {
            std::thread::sleep(NAP);
        }
    }
}
