//! Fields in pictures: colours with their range, arrows with their length, and the legend that tells both.

use tangency_geometry::Vec3;
use tangency_io::run_folder::{FieldArray, FieldLocation, RunReader};
use tangency_render::chart::ticks::short;
use tangency_render::{
    ArrowField, ArrowKey, Camera, ColorMap, ColorScale, FieldChoice, FieldError, Legend, Overlay,
    RenderOptions, SurfaceMap, unit_of,
};

use crate::arguments::RenderArguments;
use crate::failure::Failure;
use crate::output::note;

/// Length of the longest arrow where no scale is given, in half heights of the picture.
const LONGEST: f64 = 1.0 / 3.0;
/// Length of the arrow in the legend, in half heights of the picture, at most.
const KEY: f64 = 0.22;
/// A field that needs no file.
const DISPLACEMENT: &str = "displacement";

/// The fields that pictures show.
pub struct Shown<'a> {
    run: &'a RunReader,
    colour: Option<(FieldChoice, SurfaceMap)>,
    arrows: Option<ArrowField<'a>>,
    /// Length of an arrow for each unit of its field, m.
    arrow_scale: f64,
}

impl<'a> Shown<'a> {
    /// The fields that a command asks for.
    pub fn of(arguments: &RenderArguments, run: &'a RunReader) -> Self {
        let colour = arguments.colour.clone();
        let arrows = arguments.arrows.clone();
        Self {
            run,
            colour: colour.map(|choice| (choice, SurfaceMap::new(run.shown()))),
            arrows: arrows.map(|choice| ArrowField::new(run.shown(), choice)),
            arrow_scale: arguments.arrow_scale.unwrap_or(0.0),
        }
    }

    /// The frames that have what is to be shown: all of them, where nothing is from files.
    pub fn frames(&self, arguments: &RenderArguments) -> Result<Vec<u64>, Failure> {
        let all = self.run.frame_numbers();
        let asked = [&arguments.colour, &arguments.arrows];
        let needs_files = asked
            .iter()
            .any(|c| c.as_ref().is_some_and(|c| c.name() != DISPLACEMENT));
        if !needs_files {
            return Ok(all);
        }
        let with_fields = self.run.field_numbers().map_err(Failure::input)?;
        if with_fields.is_empty() {
            return Err(Failure::refuse(format!(
                "{} has no fields but {DISPLACEMENT}; `[output] fields = [...]` in the scene makes a run write them",
                self.run.folder().display()
            )));
        }
        Ok(all
            .into_iter()
            .filter(|n| with_fields.contains(n))
            .collect())
    }

    /// Positions and what is shown with them.
    pub fn frame(&self, number: u64) -> Result<(Vec<Vec3>, Overlay), Failure> {
        let x = self.run.frame(number).map_err(Failure::input)?;
        let mut overlay = Overlay::default();
        if self.colour.is_none() && self.arrows.is_none() {
            return Ok((x, overlay));
        }
        let fields = self.fields(number, &x)?;
        let unknown = |error: FieldError| self.explained(error);
        if let Some((choice, map)) = &self.colour {
            overlay.values = Some(
                map.values(self.run.shown(), &fields, choice)
                    .map_err(unknown)?,
            );
        }
        if let Some(arrows) = &self.arrows {
            let vectors = arrows.vectors(&fields, &x).map_err(unknown)?;
            let ends = vectors
                .iter()
                .map(|v| [v.at, v.at + v.vector * self.arrow_scale]);
            overlay.arrows = ends.collect();
        }
        Ok((x, overlay))
    }

    /// The fields of a frame, with the displacement from the rest shape where the run wrote none.
    fn fields(&self, number: u64, x: &[Vec3]) -> Result<Vec<FieldArray>, Failure> {
        let mut fields = self.run.fields(number).map_err(Failure::input)?;
        let is_displacement =
            |f: &FieldArray| f.location == FieldLocation::Vertex && f.name == DISPLACEMENT;
        if !fields.iter().any(is_displacement) {
            let moved = x
                .iter()
                .zip(&self.run.topology().rest)
                .map(|(x, rest)| x - rest);
            fields.push(FieldArray {
                location: FieldLocation::Vertex,
                name: DISPLACEMENT.to_owned(),
                shape: vec![3],
                values: moved.flat_map(|d| [d.x, d.y, d.z]).collect(),
            });
        }
        Ok(fields)
    }

    fn explained(&self, error: FieldError) -> Failure {
        let hint = match error {
            FieldError::Unknown { .. } => "; others need `[output] fields = [...]` in the scene",
            _ => "",
        };
        Failure::refuse(format!("{}: {error}{hint}", self.run.folder().display()))
    }

    /// Chooses the range of colours and the length of arrows for some frames, and writes the legend.
    pub fn prepare(
        &mut self,
        arguments: &RenderArguments,
        numbers: &[u64],
        options: &mut RenderOptions,
    ) -> Result<(), Failure> {
        let mut legend = Legend::default();
        let extent = extent(options.camera.as_ref());
        // With both given nothing has to be looked for.
        let seen = self.extremes(arguments, numbers)?;
        if let Some((choice, _)) = &self.colour {
            let [low, high] = arguments.range.or(seen.values).ok_or_else(|| {
                Failure::refuse(format!("the field {choice} has no number on any body"))
            })?;
            tell_beyond(
                choice,
                [low, high],
                seen.values.filter(|_| arguments.range.is_some()),
            );
            let mut scale = ColorScale::of_range([low, high]);
            scale.map = arguments.map.map_or(scale.map, ColorMap::from);
            options.scale = Some(scale);
            legend.title = Some(titled(choice));
        }
        if let (Some(_), Some(choice)) = (&self.arrows, &arguments.arrows) {
            if arguments.arrow_scale.is_none() && seen.longest > 0.0 {
                self.arrow_scale = LONGEST * extent / seen.longest;
            }
            legend.arrow = self.key(choice, extent);
        }
        let is_empty = legend == Legend::default();
        if is_empty || arguments.no_legend {
            return Ok(());
        }
        if !legend.fits([options.width, options.height], options.scale.as_ref()) {
            note("the picture is too small for its legend, which is left out");
        }
        options.legend = Some(legend);
        Ok(())
    }

    /// The numbers and the longest vector of some frames.
    fn extremes(
        &mut self,
        arguments: &RenderArguments,
        numbers: &[u64],
    ) -> Result<Extremes, Failure> {
        let mut seen = Extremes::default();
        if self.colour.is_none() && self.arrows.is_none() {
            return Ok(seen);
        }
        self.arrow_scale = 1.0;
        for &number in numbers {
            let (_, overlay) = self.frame(number)?;
            let range = overlay.values.as_ref().and_then(|values| values.range());
            seen.values = match (seen.values, range) {
                (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
                (one, other) => one.or(other),
            };
            let lengths = overlay.arrows.iter().map(|[from, to]| (to - from).norm());
            seen.longest = lengths.fold(seen.longest, f64::max);
        }
        self.arrow_scale = arguments.arrow_scale.unwrap_or(0.0);
        Ok(seen)
    }

    /// An arrow of a round size for the legend; none where there are no arrows.
    fn key(&self, choice: &FieldChoice, extent: f64) -> Option<ArrowKey> {
        let most = KEY * extent / self.arrow_scale;
        if !(most > 0.0 && most.is_finite()) {
            return None;
        }
        let power = 10f64.powf(most.log10().floor());
        let digits = [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power);
        let size = digits.filter(|size| *size <= most).fold(power, f64::max);
        let unit = unit_of(choice.name());
        Some(ArrowKey {
            title: choice.to_string(),
            words: format!("{} {unit}", short(size)).trim().to_owned(),
            length: size * self.arrow_scale / extent,
        })
    }
}

/// The share of a picture's width that its legend will take.
pub fn legend_share(arguments: &RenderArguments) -> f64 {
    let colour = arguments.colour.as_ref().map(titled);
    let arrows = arguments.arrows.as_ref().map(ToString::to_string);
    let titles: Vec<String> = colour.into_iter().chain(arrows).collect();
    if titles.is_empty() || arguments.no_legend {
        return 0.0;
    }
    let size = [arguments.size.0, arguments.size.1];
    Legend::share(size, titles.iter().map(String::as_str))
}

/// The smallest and the largest number, and the longest vector.
#[derive(Default)]
struct Extremes {
    values: Option<[f64; 2]>,
    longest: f64,
}

/// Half the height that a camera sees around its target, m.
fn extent(camera: Option<&Camera>) -> f64 {
    camera.map_or(1.0, |c| {
        (c.eye - c.target).norm() * (c.fov.to_radians() / 2.0).tan()
    })
}

/// Name of a field with its unit.
fn titled(choice: &FieldChoice) -> String {
    match unit_of(choice.name()) {
        "" => choice.to_string(),
        unit => format!("{choice} ({unit})"),
    }
}

/// Says where numbers lie outside of the range.
fn tell_beyond(choice: &FieldChoice, range: [f64; 2], seen: Option<[f64; 2]>) {
    if let Some([low, high]) = seen.filter(|seen| seen[0] < range[0] || seen[1] > range[1]) {
        note(&format!(
            "{choice} goes from {} to {}: what is outside of the range has the colours of its ends",
            short(low),
            short(high)
        ));
    }
}
