//! Arguments of `optimise`.

use std::path::PathBuf;

use clap::Args;

/// A study file, after the help.
pub const OPTIMISE_EXAMPLE: &str = "\
A study, throw.toml:
  scene = \"ball.toml\"
  [[variable]]
  of = \"body.0.velocity.0\"
  start = 2.0
  range = [0.5, 6.0]
  [[term]]
  of = \"centre\"
  body = \"ball\"
  target = [1.5, 0.1, 0.0]

  tangency optimise throw.toml            studies/throw: iterates, best.json, runs/first, runs/best, page.html
  tangency optimise studies/throw --resume   goes on with it";

/// Arguments of `optimise`.
#[derive(Debug, Args)]
pub struct OptimiseOptions {
    /// The study file (.toml, .json), or with --resume the folder of a study
    pub study: PathBuf,
    /// The folder of the study [default: studies/NAME]
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Goes on with the study in the folder: what is known is not computed again
    #[arg(long)]
    pub resume: bool,
    /// Checks the study, evaluates its first design, and ends
    #[arg(long)]
    pub check: bool,
    /// Number of threads [default: all cores]; results do not depend on it
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Says nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
}
