//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Deformable bodies in contact that never pass through each other.
///
/// Without a command it simulates the demo scene into runs/demo and renders it.
#[derive(Debug, Parser)]
#[command(name = "tangency", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulates a scene and certifies every step
    Run(RunOptions),
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
    /// Writes the frames of a run in another format
    Export(ExportOptions),
    /// Makes pictures of a run
    Render(RenderArguments),
    /// Puts a run on one HTML page: plots, pictures, certificate
    Report(ReportOptions),
    /// Turns a script of the IPC reference code into a scene file
    Convert(ConvertOptions),
    /// Fills a closed surface with tets
    Tetrahedralize(TetrahedralizeOptions),
    /// Prints the JSON schema of the scene language
    Schema,
}

/// What `run` takes.
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
    /// Stops at this simulated time, s
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Number of threads [default: all cores]; results do not depend on it
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Sets a parameter (links=10) or any value (body.0.material.young=1e6) of the scene
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
    /// Says nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Goes on with an interrupted run from its last checkpoint
    #[arg(long, conflicts_with_all = ["sets", "contact", "stepper", "overwrite"])]
    pub resume: bool,
    /// Replaces an earlier run in the folder
    #[arg(long)]
    pub overwrite: bool,
    /// The contact model, instead of the scene's
    #[arg(long, value_name = "MODEL")]
    pub contact: Option<String>,
    /// The minimiser, instead of the scene's
    #[arg(long, value_name = "KIND")]
    pub stepper: Option<String>,
    /// What ends a step of block descent, instead of the scene's
    #[arg(long, value_name = "KIND", conflicts_with = "resume")]
    pub finish: Option<Finish>,
    /// The numbers that the stepper gpu computes with, instead of the scene's
    #[arg(long, value_name = "KIND", conflicts_with = "resume")]
    pub precision: Option<Precision>,
    /// Steps of the stepper gpu on the CPU, by the same kernels: slow, for tests
    #[arg(long, hide = true)]
    pub emulate: bool,
    /// The linear solver: auto, direct or amg, instead of the scene's
    #[arg(long, value_name = "KIND", conflicts_with = "resume")]
    pub linear: Option<String>,
    /// Checks every move of every iteration continuously in time with exact arithmetic
    #[arg(long)]
    pub paranoid: bool,
    /// Records the potential, the residual and the time after each iteration of each step
    #[arg(long)]
    pub trace: bool,
}

/// What ends a step of block descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Finish {
    /// The last sweep
    Sweeps,
    /// Newton's method, to newton_tolerance
    Newton,
}

impl From<Finish> for tangency_scene::Finish {
    fn from(finish: Finish) -> Self {
        match finish {
            Finish::Sweeps => Self::Sweeps,
            Finish::Newton => Self::Newton,
        }
    }
}

/// The numbers that a GPU computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Precision {
    /// 32 bits
    Single,
    /// 64 bits: slower
    Double,
}

impl From<Precision> for tangency_scene::Precision {
    fn from(precision: Precision) -> Self {
        match precision {
            Precision::Single => Self::Single,
            Precision::Double => Self::Double,
        }
    }
}

/// What `verify` takes.
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

/// What `info` takes.
#[derive(Debug, Args)]
pub struct InfoOptions {
    /// A scene (file or name) or a mesh file
    pub subject: String,
    /// Sets a parameter or any value of the scene
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
}

/// Formats of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// VTK XML: tets, surfaces, bodies; one file a frame and a collection for ParaView
    Vtu,
    /// Wavefront OBJ: the surface; one file a frame
    Obj,
    /// PLY: the surface; one file a frame
    Ply,
    /// Binary glTF: the surface, animated, in one file
    Glb,
}

impl Format {
    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Vtu => "vtu",
            Format::Obj => "obj",
            Format::Ply => "ply",
            Format::Glb => "glb",
        }
    }
}

/// What `export` takes.
#[derive(Debug, Args)]
pub struct ExportOptions {
    /// The run folder
    pub run: PathBuf,
    /// The format
    #[arg(short, long)]
    pub format: Format,
    /// One frame only [default: all]
    #[arg(long, value_name = "N")]
    pub frame: Option<u64>,
    /// A file for one frame or glb, a folder for many [default: RUN/FORMAT]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// What `render` takes.
#[derive(Clone, Debug, Args)]
pub struct RenderArguments {
    /// The run folder
    pub run: PathBuf,
    /// The frame [default: the last]
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub frame: Option<u64>,
    /// All frames: an animated .gif, or one .png each (NAME-000000.png)
    #[arg(long)]
    pub all: bool,
    /// The picture, .png or .gif
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    pub size: (u32, u32),
    /// Eye and target: x,y,z,x,y,z and optionally the vertical field of view in degrees
    #[arg(long, value_name = "EYE,TARGET[,FOV]", value_parser = parse_camera, allow_hyphen_values = true)]
    pub camera: Option<CameraArgument>,
}

/// Eye, target and field of view (degrees) from the command line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraArgument {
    /// Where the camera stands, m.
    pub eye: [f64; 3],
    /// What it looks at, m.
    pub target: [f64; 3],
    /// Vertical field of view, degrees.
    pub fov: f64,
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let sides = text
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides
        .filter(|(w, h)| *w > 0 && *h > 0)
        .ok_or_else(|| "expected WIDTHxHEIGHT, as in 1280x720".to_string())
}

fn parse_camera(text: &str) -> Result<CameraArgument, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|n| n.trim().parse::<f64>()).collect();
    match numbers.as_deref() {
        Ok(&[ex, ey, ez, tx, ty, tz]) => Ok(CameraArgument { eye: [ex, ey, ez], target: [tx, ty, tz], fov: 28.0 }),
        Ok(&[ex, ey, ez, tx, ty, tz, fov]) => Ok(CameraArgument { eye: [ex, ey, ez], target: [tx, ty, tz], fov }),
        _ => Err("expected six or seven numbers: eye x,y,z, target x,y,z and the field of view in degrees".to_string()),
    }
}

/// What `report` takes.
#[derive(Debug, Args)]
pub struct ReportOptions {
    /// The run folder
    pub run: PathBuf,
    /// The page [default: RUN/report.html]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `convert` takes.
#[derive(Debug, Args)]
pub struct ConvertOptions {
    /// The script (.txt)
    pub script: PathBuf,
    /// The scene file (.toml) [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `tetrahedralize` takes.
#[derive(Debug, Args)]
pub struct TetrahedralizeOptions {
    /// The closed surface (.obj, .stl, .ply)
    pub surface: PathBuf,
    /// Edge length of the tets, m
    #[arg(long, value_name = "H")]
    pub size: f64,
    /// The mesh (.msh, .vtu)
    #[arg(short, long, value_name = "MESH")]
    pub output: PathBuf,
}
