//! `tangency view`: a page that shows runs and scenes, in the browser of this machine.

use std::path::Path;
use std::sync::Arc;

use tangency_view::{Subject, ViewServer, ViewedRun, ViewedScene};

use crate::arguments::{ViewOptions, budget};
use crate::failure::Failure;
use crate::output::{note, say};

/// Serves the page until the program is ended.
pub fn view(options: &ViewOptions) -> Result<(), Failure> {
    let subjects = options.subjects.iter().map(|word| subject(word, options));
    let subjects = subjects.collect::<Result<Vec<_>, _>>()?;
    let server = ViewServer::start(subjects, options.port).map_err(Failure::input)?;
    say(&server.address());
    note("the page is there until Ctrl-C");
    if !options.no_open {
        open(&server);
    }
    server.wait();
    Ok(())
}

/// Opens the browser; where there is none, the address is enough.
pub fn open(server: &ViewServer) {
    if let Err(error) = server.open_browser() {
        note(&format!(
            "no browser could be opened ({error}): open the address above"
        ));
    }
}

/// A run folder, or a scene.
fn subject(word: &str, options: &ViewOptions) -> Result<Arc<dyn Subject>, Failure> {
    let path = Path::new(word);
    if path.is_dir() {
        let run = ViewedRun::open(path).map_err(Failure::input)?;
        return Ok(Arc::new(run));
    }
    let is_known = path.is_file() || tangency_scene::catalogue::find(word).is_some();
    if !is_known {
        // The words of a scene that is not there are those of `run`.
        tangency_scene::load(word, &[]).map_err(Failure::input)?;
    }
    let budget = budget(options.memory_limit);
    Ok(Arc::new(ViewedScene::open(word, &options.sets, budget)))
}
