//! Arguments of the commands that make pictures and plots.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tangency_render::{BodyPalette, ColorMap, FieldChoice, ObstacleStyle, VideoEncoder};

/// Examples below the help of `render`.
pub const RENDER_EXAMPLES: &str = "\
Examples:
  tangency render runs/press -o last.png
  tangency render runs/press -o stress.png --colour von-mises --range 0:1e5 --ghost
  tangency render runs/press -o press.gif --colour velocity.y --arrows contact_force
  tangency render runs/press -o press.mp4 --speed 0.5 --size 1920x1080
  tangency render runs/press -o frames/%06d.png --every 5

Fields come from RUN/fields, which `[output] fields = [...]` in a scene asks for; `displacement` is always there.";

/// Examples below the help of `plot`.
pub const PLOT_EXAMPLES: &str = "\
Series:
  force:NAME.y          reaction force of a program or an obstacle, N; torque:NAME.z, N·m
  contact:A|B.y         force between two bodies, N
  displacement:BODY.y   way of a body's centre of mass since the first frame, m; position:BODY.x
  velocity:BODY.y       velocity of that, m/s; momentum:BODY.x and others that the statistics have
  energy:kinetic        an energy of the run, J; energy:BODY.elastic of a body
  stat:iterations       any number of stats.jsonl, by the names on the way to it: stat:seconds.total
  probe:NAME.FIELD      a column of RUN/probes.csv
Without .x, .y or .z a vector counts by its length.

Examples:
  tangency plot runs/press
  tangency plot runs/press force:plate.y energy:kinetic energy:elastic -o press.png
  tangency plot runs/press force:plate.y --against displacement:plate.y -o stiffness.svg
  tangency plot runs/coarse runs/fine force:plate.y -o both.png";

/// Arguments of `render`.
#[derive(Clone, Debug, Args)]
pub struct RenderArguments {
    /// The run folder
    pub run: PathBuf,
    /// The picture (.png), animation (.gif) or video (.mp4); DIR/%06d.png for a series with the numbers of the frames
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The frame [default: the last]
    #[arg(long, value_name = "N", conflicts_with = "all")]
    pub frame: Option<u64>,
    /// All frames, as .png one file each (NAME-000000.png); .gif and .mp4 show all anyway
    #[arg(long)]
    pub all: bool,
    /// Every N-th frame [default for .png: 1; for .gif and .mp4: what --fps needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "frame")]
    pub every: Option<u64>,
    /// Pictures a second of a .gif or .mp4, at most [default: 25 for .gif, 30 for .mp4]
    #[arg(long, value_name = "N", value_parser = parse_positive)]
    pub fps: Option<f64>,
    /// Simulated seconds for each second of a .gif or .mp4 [default: 1, real time; less for very short runs, more for long ones]
    #[arg(long, value_name = "FACTOR", value_parser = parse_positive)]
    pub speed: Option<f64>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    pub size: (u32, u32),
    /// Eye and target: x,y,z,x,y,z and optionally the vertical field of view in degrees
    #[arg(long, value_name = "EYE,TARGET[,FOV]", value_parser = parse_camera, allow_hyphen_values = true)]
    pub camera: Option<CameraArgument>,
    /// Colours the bodies by a field: von-mises, velocity.y, tet.cauchy_stress.xx; a vector without component by its length
    #[arg(long, visible_alias = "color", value_name = "FIELD")]
    pub colour: Option<FieldChoice>,
    /// The numbers at the ends of the colours [default: the smallest and the largest in the frames that are shown]
    #[arg(long, value_name = "LOW:HIGH", value_parser = parse_range, allow_hyphen_values = true, requires = "colour")]
    pub range: Option<[f64; 2]>,
    /// The colours of numbers [default: diverging where the range is on both sides of zero, else viridis]
    #[arg(long, value_name = "MAP", requires = "colour")]
    pub map: Option<Map>,
    /// Draws a field of vectors as arrows: contact_force, pair.force, velocity
    #[arg(long, value_name = "FIELD")]
    pub arrows: Option<FieldChoice>,
    /// Length of an arrow for each unit of its field, m [default: such that the longest is a sixth of the picture's height]
    #[arg(long, value_name = "S", value_parser = parse_positive, requires = "arrows")]
    pub arrow_scale: Option<f64>,
    /// Shows the rest shape of the bodies as well, faintly
    #[arg(long)]
    pub ghost: bool,
    /// The look of obstacles
    #[arg(long, value_name = "LOOK", default_value = "glass")]
    pub obstacles: Look,
    /// The colours of the bodies
    #[arg(long, value_name = "NAME", default_value = "okabe-ito")]
    pub palette: Colours,
    /// Leaves out the legend of colours and arrows
    #[arg(long)]
    pub no_legend: bool,
    /// The encoder of an .mp4
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub encoder: EncoderName,
    /// Says nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
}

impl RenderArguments {
    /// Arguments for a picture as `render RUN -o OUTPUT` makes it, of a size.
    pub fn plain(run: PathBuf, output: PathBuf, size: (u32, u32)) -> Self {
        Self {
            run,
            output,
            frame: None,
            all: false,
            every: None,
            fps: None,
            speed: None,
            size,
            camera: None,
            colour: None,
            range: None,
            map: None,
            arrows: None,
            arrow_scale: None,
            ghost: false,
            obstacles: Look::Glass,
            palette: Colours::OkabeIto,
            no_legend: false,
            encoder: EncoderName::Auto,
            quiet: false,
        }
    }
}

/// Colours of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Map {
    /// From dark violet over green to yellow
    Viridis,
    /// From blue over white, which is zero, to red
    Diverging,
}

impl From<Map> for ColorMap {
    fn from(map: Map) -> Self {
        match map {
            Map::Viridis => Self::Viridis,
            Map::Diverging => Self::Diverging,
        }
    }
}

/// The look of obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Look {
    /// One sees through them: they hide no body
    Glass,
    /// Opaque, with shadows
    Solid,
    /// Not drawn
    Hidden,
}

impl From<Look> for ObstacleStyle {
    fn from(look: Look) -> Self {
        match look {
            Look::Glass => Self::Glass,
            Look::Solid => Self::Solid,
            Look::Hidden => Self::Hidden,
        }
    }
}

/// The colours of bodies, in the order of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    /// Seven that also the colour-blind tell apart
    OkabeIto,
    /// Nine calm ones that also the colour-blind tell apart
    Muted,
    /// The ten of the gallery
    Gallery,
    /// One light grey for all
    Grey,
}

impl From<Colours> for BodyPalette {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::OkabeIto => Self::OkabeIto,
            Colours::Muted => Self::Muted,
            Colours::Gallery => Self::Gallery,
            Colours::Grey => Self::Grey,
        }
    }
}

/// The program part that makes an .mp4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EncoderName {
    /// ffmpeg where it is on the PATH, else the built-in one
    Auto,
    /// The program ffmpeg: smaller files
    Ffmpeg,
    /// The one in this program
    Builtin,
}

impl From<EncoderName> for VideoEncoder {
    fn from(name: EncoderName) -> Self {
        match name {
            EncoderName::Auto => Self::Auto,
            EncoderName::Ffmpeg => Self::Ffmpeg,
            EncoderName::Builtin => Self::BuiltIn,
        }
    }
}

/// Arguments of `plot`.
#[derive(Clone, Debug, Args)]
pub struct PlotOptions {
    /// Run folders, then series, as in runs/press force:plate.y
    #[arg(required = true, value_name = "RUN|SERIES")]
    pub subjects: Vec<String>,
    /// The plot: .png or .svg, or the numbers as .csv
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The series on the axis along [default: time]
    #[arg(long, value_name = "SERIES")]
    pub against: Option<String>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1200x750", value_parser = parse_size)]
    pub size: (u32, u32),
    /// Powers of ten on the upright axes
    #[arg(long)]
    pub log: bool,
    /// A title above
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub title: String,
    /// Says nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
}

fn parse_positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above zero".to_string())
}

fn parse_range(text: &str) -> Result<[f64; 2], String> {
    let ends = text.split_once(':');
    let ends = ends.and_then(|(low, high)| Some([low.parse().ok()?, high.parse::<f64>().ok()?]));
    ends.filter(|[low, high]| low < high && low.is_finite() && high.is_finite())
        .ok_or_else(|| "expected LOW:HIGH with LOW below HIGH, as in 0:1e5".to_string())
}

/// Eye, target and field of view (degrees) from the command line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraArgument {
    /// Position of the camera, m.
    pub eye: [f64; 3],
    /// The point it looks at, m.
    pub target: [f64; 3],
    /// Vertical field of view, degrees.
    pub fov: f64,
}

/// Most pixels of a picture: 3 GB while it is drawn.
const MOST_PIXELS: u64 = 100_000_000;

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let sides = text
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let (w, h): (u32, u32) = sides
        .filter(|(w, h)| *w > 0 && *h > 0)
        .ok_or_else(|| "expected WIDTHxHEIGHT, as in 1280x720".to_string())?;
    if u64::from(w) * u64::from(h) > MOST_PIXELS {
        return Err(format!("a picture has at most {MOST_PIXELS} pixels"));
    }
    Ok((w, h))
}

fn parse_camera(text: &str) -> Result<CameraArgument, String> {
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|n| n.trim().parse::<f64>().ok().filter(|x| x.is_finite()))
        .collect();
    let (eye, target, fov) = match numbers.as_deref() {
        Some(&[ex, ey, ez, tx, ty, tz]) => ([ex, ey, ez], [tx, ty, tz], 28.0),
        Some(&[ex, ey, ez, tx, ty, tz, fov]) => ([ex, ey, ez], [tx, ty, tz], fov),
        _ => return Err("expected six or seven finite numbers: eye x,y,z, target x,y,z and the field of view in degrees".to_string()),
    };
    if eye == target {
        return Err("the camera's eye and target are the same point".to_string());
    }
    if !(fov > 0.0 && fov < 180.0) {
        return Err("the field of view must lie between 0 and 180 degrees".to_string());
    }
    Ok(CameraArgument { eye, target, fov })
}
