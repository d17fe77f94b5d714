//! Arguments of `sweep`.

use std::path::PathBuf;

use clap::Args;

/// A study file, after the help.
pub const SWEEP_EXAMPLE: &str = "\
A study, slopes.toml:
  scene = \"slope\"
  steps = 100
  [parameters]
  friction.mu = [0.1, 0.2, 0.4]
  [measures]
  slid = \"last displacement:block.x\"

  tangency sweep slopes.toml          studies/slopes: study.json, runs, table.csv, table.parquet
  tangency sweep studies/slopes       goes on with it
  tangency sweep studies/slopes --only 2   one run, as for a job of a cluster";

/// Arguments of `sweep`.
#[derive(Debug, Args)]
pub struct SweepOptions {
    /// The study file (.toml, .json), or the folder of a study to go on with
    pub study: String,
    /// The folder of the study [default: studies/NAME]
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Runs at a time [default: those of the study, or the cores]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    pub workers: Option<usize>,
    /// Threads of each run [default: cores over workers]; results do not depend on it
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// Tries runs again that failed
    #[arg(long)]
    pub retry: bool,
    /// Plans the study and checks every run, but runs nothing
    #[arg(long)]
    pub plan: bool,
    /// Carries out one run of the study in this folder, whatever the others do
    #[arg(long, value_name = "RUN", conflicts_with_all = ["plan", "workers", "retry", "out"])]
    pub only: Option<usize>,
    /// Says nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Ends as at Ctrl-C when the standard input ends
    #[arg(long, hide = true, requires = "only")]
    pub follow_input: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected a whole number from 1 on".to_owned())
}
