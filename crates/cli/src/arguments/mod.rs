//! The command line.

mod pictures;
mod sweep;

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
pub use pictures::{PlotOptions, RenderArguments};
pub use sweep::SweepOptions;
use tangency_engine::{Certify, ContactKind, Finish, LinearKind, Precision, StepperKind};
use tangency_geometry::tetrahedralize::ThinFeatures;
use tangency_scene::document::values::LengthUnit;
use tangency_scene::number_in;

/// Deformable bodies in contact that never pass through each other.
///
/// Without a command it simulates the demo scene into runs/demo and renders it.
#[derive(Debug, Parser)]
#[command(name = "tangency", version, about, max_term_width = 100)]
pub struct Arguments {
    /// Command to carry out.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulates a scene and certifies every step
    Run(RunOptions),
    /// Runs a scene many times, with other values each time, and puts the results in a table
    ///
    /// The study file names a scene, parameters with their values, and what to measure. Called again it goes on with
    /// what is left.
    #[command(after_long_help = sweep::SWEEP_EXAMPLE)]
    Sweep(SweepOptions),
    /// Repeats the certificate from the files of a run alone
    ///
    /// Decides for every frame, with code of its own and in exact arithmetic, whether anything crosses, is inside of a
    /// solid, inverts, or is closer or more strained than it may be. Builds the scene again and compares bodies and start.
    /// Checks that frames, statistics and certificate tell of the same steps and that their chain of hashes is whole.
    ///
    /// It does not prove that the motion is right or accurate, nor who made the run: somebody who changes frames on
    /// purpose can compute the chain anew. Exit code 0: it holds, or holds so far; 4: it does not.
    Verify(VerifyOptions),
    /// Lists the scenes that come with the program
    Scenes,
    /// Describes a scene or a mesh
    Info(InfoOptions),
    /// Brings the start of a scene apart that intersects, touches or is closer than its offsets
    ///
    /// Whole pieces are moved where that helps, the rest is deformed, no vertex farther than --most. Obstacles and vertices
    /// that are held or moved stay where they are. Writes scene.toml, which starts there, start.npy with the positions,
    /// repair.json with what moved and by how much, before.png and after.png. Exit code 0: the exact test of every start
    /// passes; 2: it does not, and the error names the pairs that remain.
    Repair(RepairArguments),
    /// Writes the frames of a run in another format
    Export(ExportOptions),
    /// Makes pictures, animations and videos of a run
    ///
    /// A .png of one frame (the last, unless --frame), all frames as .png (--all, or -o DIR/%06d.png), a .gif or an .mp4.
    /// Without --camera the camera is that of the scene, or one fitted to the whole run, so that pictures of different
    /// frames compare; up is opposite to gravity.
    #[command(after_long_help = pictures::RENDER_EXAMPLES)]
    Render(Box<RenderArguments>),
    /// Shows runs, or a scene before it runs, in the browser
    ///
    /// A page served to this machine alone: play, turn, colour by fields, contact pairs, numbers where you click, plots.
    /// Two runs are shown side by side. A scene is shown with what is prescribed and with its mistakes: tangled pairs, or
    /// the line of an error; it is read again when its file is saved.
    #[command(after_long_help = VIEW_EXAMPLES)]
    View(ViewOptions),
    /// Draws curves of runs: forces, motions, energies, statistics
    ///
    /// Without SERIES it lists the series that the runs have. Numbers come from stats.jsonl, the frames and probes.csv.
    #[command(after_long_help = pictures::PLOT_EXAMPLES)]
    Plot(PlotOptions),
    /// Puts a run on one HTML page: plots, pictures, certificate
    Report(ReportOptions),
    /// Turns a script of the IPC reference code into a scene file
    Convert(ConvertOptions),
    /// Fills a closed surface with tets
    Tetrahedralize(TetrahedralizeOptions),
    /// Prints the JSON schema of the scene language
    Schema,
}

/// Arguments of `run`.
#[derive(Clone, Debug, Default, Args)]
pub struct RunOptions {
    /// A scene file, an IPC script (.txt), the name of a catalogue scene, or (with --resume) a run folder
    pub scene: String,
    /// The run folder [default: runs/NAME]
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Stops after so many steps, counted from the start of the scene
    #[arg(long, value_name = "N", conflicts_with = "until")]
    pub steps: Option<u64>,
    /// Stops at this simulated time, s; or with a unit, "20 ms"
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = parse_time)]
    pub until: Option<f64>,
    /// Number of threads [default: all cores]; results do not depend on it
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Memory that the scene may take, as in 64GB [default: that of the machine]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,
    /// Sets a parameter (links=10) or any value (body.0.material.young=1e6) of the scene
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Says nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Goes on with an interrupted run from its last checkpoint, if the scene is still the same
    #[arg(long, conflicts_with = "overwrite")]
    pub resume: bool,
    /// With --resume: goes on with the scene as it is now, and keeps a record of the changes in the run
    #[arg(long, requires = "resume")]
    pub with_changes: bool,
    /// Replaces an earlier run in the folder
    #[arg(long)]
    pub overwrite: bool,
    /// The contact model, instead of the scene's
    #[arg(long, value_name = "MODEL", value_parser = one_of::<ContactKind>(ContactKind::NAMES))]
    pub contact: Option<ContactKind>,
    /// The minimiser, instead of the scene's
    #[arg(long, value_name = "KIND", value_parser = one_of::<StepperKind>(StepperKind::NAMES))]
    pub stepper: Option<StepperKind>,
    /// End of a step of block descent, instead of the scene's
    #[arg(long, value_name = "KIND", value_parser = one_of::<Finish>(Finish::NAMES))]
    pub finish: Option<Finish>,
    /// The numbers that the stepper gpu computes with, instead of the scene's
    #[arg(long, value_name = "KIND", value_parser = one_of::<Precision>(Precision::NAMES))]
    pub precision: Option<Precision>,
    /// Steps whose ends are certified, instead of the scene's: every, a number n (each n-th and the last), or end
    #[arg(long, value_name = "STEPS")]
    pub certify: Option<Certify>,
    /// Steps of the stepper gpu on the CPU, by the same kernels: slow, for tests
    #[arg(long, hide = true)]
    pub emulate: bool,
    /// The linear solver, instead of the scene's
    #[arg(long, value_name = "KIND", value_parser = one_of::<LinearKind>(LinearKind::NAMES))]
    pub linear: Option<LinearKind>,
    /// Checks every move of every iteration continuously in time with exact arithmetic
    #[arg(long)]
    pub paranoid: bool,
    /// Records the potential, the residual and the time after each iteration of each step
    #[arg(long)]
    pub trace: bool,
    /// Shows the run in the browser while it is computed; the page stays until Ctrl-C
    #[arg(long)]
    pub view: bool,
    /// With --view: prints the address and opens no browser
    #[arg(long, requires = "view")]
    pub no_open: bool,
    /// Ends as at Ctrl-C when the standard input ends: for a program that starts others
    #[arg(skip)]
    pub follows_input: bool,
}

impl RunOptions {
    /// The options of the simulation itself.
    pub fn simulation(&self) -> tangency::SimulationOptions {
        tangency::SimulationOptions {
            exact_checks: self.paranoid,
            emulate_gpu: self.emulate,
        }
    }
}

/// One of the engine's choices by its word; the words are listed in the help.
fn one_of<T>(names: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|word| word.parse::<T>())
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyOptions {
    /// The run folder
    pub run: PathBuf,
    /// Also checks, exactly, that nothing touches where every vertex goes straight from each frame to the next; the
    /// solver's own way may be another, so that a finding is a reason to look, not always a defect
    #[arg(long)]
    pub continuous: bool,
    /// Prints the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `info`.
#[derive(Debug, Args)]
pub struct InfoOptions {
    /// A scene (file or name) or a mesh file
    pub subject: String,
    /// Sets a parameter or any value of the scene
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Memory that the scene may take, as in 64GB [default: that of the machine]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,
}

/// Arguments of `repair`.
#[derive(Debug, Args)]
pub struct RepairArguments {
    /// A scene file, an IPC script (.txt), or the name of a catalogue scene
    pub scene: String,
    /// The folder of what is written [default: repaired/NAME]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Longest motion of any vertex, in m or with its unit, as in "5 mm" [default: a tenth of the diagonal of the bodies]
    #[arg(long, value_name = "DISTANCE")]
    pub most: Option<String>,
    /// Prints the account as JSON
    #[arg(long)]
    pub json: bool,
    /// Sets a parameter or any value of the scene
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Memory that the scene may take, as in 64GB [default: that of the machine]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,
}

/// The budget that a limit of memory means; without one, the memory of the machine.
pub fn budget(limit: Option<u64>) -> tangency_scene::Budget {
    limit.map_or_else(tangency_scene::Budget::default, tangency_scene::Budget::of)
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    let units = [("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)];
    let split = units
        .iter()
        .find_map(|(unit, bytes)| Some((text.strip_suffix(unit)?, *bytes)));
    let bytes = split.and_then(|(number, unit)| Some(number.trim().parse::<f64>().ok()? * unit));
    bytes
        .filter(|bytes| *bytes >= 1e6 && *bytes <= 1e18)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| "expected a size of at least 1MB with its unit, as in 500MB or 64GB".into())
}

/// Formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// VTK XML: tets, surfaces, bodies, all fields; one file a frame and a collection for ParaView
    Vtu,
    /// Wavefront OBJ: the surface, an object for each body; one file a frame
    Obj,
    /// PLY: the surface with the fields of its vertices; one file a frame
    Ply,
    /// Binary glTF: the surface of each body, animated, in one file
    Glb,
    /// USD: the surface of each body, animated, with fields, in one file
    Usda,
    /// Point caches: for each body a .pc2 with its points in all frames and an .obj of its rest shape
    Pc2,
}

impl Format {
    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Vtu => "vtu",
            Format::Obj => "obj",
            Format::Ply => "ply",
            Format::Glb => "glb",
            Format::Usda => "usda",
            Format::Pc2 => "pc2",
        }
    }
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportOptions {
    /// The run folder
    pub run: PathBuf,
    /// The format
    #[arg(short, long, required_unless_present = "list_fields")]
    pub format: Option<Format>,
    /// One frame only [default: all]
    #[arg(long, value_name = "N", conflicts_with = "every")]
    pub frame: Option<u64>,
    /// Every K-th frame, from the first
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_every)]
    pub every: usize,
    /// Fields that come along: all, or names as in vertex.velocity,von_mises [default: none]
    #[arg(long, value_name = "NAMES")]
    pub fields: Option<String>,
    /// Lists the fields of the run instead
    #[arg(long)]
    pub list_fields: bool,
    /// A file for one frame, glb and usda, a folder for many and pc2 [default: in the run folder]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Says nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
}

fn parse_length(text: &str) -> Result<f64, String> {
    let length = number_in("m", text)?;
    match length > 0.0 && length.is_finite() {
        true => Ok(length),
        false => {
            Err("expected a length above zero, in metres (1e-4) or with a unit (\"0.1 mm\")".into())
        }
    }
}

fn parse_time(text: &str) -> Result<f64, String> {
    number_in("s", text)
}

fn parse_every(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|every| *every > 0);
    number.ok_or_else(|| "expected a whole number from 1 on".to_owned())
}

const VIEW_EXAMPLES: &str = "\
Examples:
  tangency view runs/demo
  tangency view runs/ipc runs/ogc          both, with one camera and one time
  tangency view runs/demo --no-open --port 8000
  tangency view scene.toml                 before it runs";

/// Arguments of `view`.
#[derive(Debug, Args)]
pub struct ViewOptions {
    /// A run folder, or two to compare; or a scene (file or name)
    #[arg(required = true, num_args = 1..=2, value_name = "RUN")]
    pub subjects: Vec<String>,
    /// The port of the page [default: any that is free]
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    pub port: u16,
    /// Prints the address and opens no browser
    #[arg(long)]
    pub no_open: bool,
    /// Sets a parameter or any value of the scene
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Memory that the scene may take, as in 64GB [default: that of the machine]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory_limit: Option<u64>,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportOptions {
    /// The run folder
    pub run: PathBuf,
    /// The page [default: RUN/report.html]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Largest error of positions in the player of the page, m [default: a tenth of dhat]
    #[arg(long, value_name = "METRES", value_parser = parse_length)]
    pub rounding: Option<f64>,
    /// Leaves the player out
    #[arg(long)]
    pub no_player: bool,
    /// Writes the player alone, filling the page
    #[arg(long, conflicts_with = "no_player")]
    pub only_player: bool,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub struct ConvertOptions {
    /// The script (.txt)
    pub script: PathBuf,
    /// The scene file (.toml) [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Parts and gaps of a surface that are too thin for its tets.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ThinChoice {
    /// Nothing is written, and each of them is named
    Refuse,
    /// The size is lowered until all of them are there
    Keep,
    /// They are left out, and named
    Cut,
}

impl From<ThinChoice> for ThinFeatures {
    fn from(thin: ThinChoice) -> Self {
        match thin {
            ThinChoice::Refuse => ThinFeatures::Refuse,
            ThinChoice::Keep => ThinFeatures::Keep,
            ThinChoice::Cut => ThinFeatures::Cut,
        }
    }
}

/// Arguments of `tetrahedralize`.
#[derive(Debug, Args)]
pub struct TetrahedralizeOptions {
    /// The closed surface (.obj, .stl, .ply)
    pub surface: PathBuf,
    /// Edge length of the tets, m; or with a unit, "2 mm"
    #[arg(long, value_name = "H", value_parser = parse_length)]
    pub size: f64,
    /// The unit of the lengths in the file: m, mm, cm, um, nm, km, in, ft; the mesh has metres
    #[arg(long, value_name = "UNIT", default_value = "m", value_parser = one_of::<LengthUnit>(LengthUnit::NAMES))]
    pub unit: LengthUnit,
    /// Parts and gaps of the surface that are too thin for tets of this size
    #[arg(long, default_value = "refuse")]
    pub thin: ThinChoice,
    /// The mesh (.msh, .vtu)
    #[arg(short, long, value_name = "MESH")]
    pub output: PathBuf,
}
