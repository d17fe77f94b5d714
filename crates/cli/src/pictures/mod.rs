//! `tangency render`: pictures, animations and videos of a run.

mod playback;
mod shown;
mod target;
mod world;

use std::io::IsTerminal as _;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use tangency_io::run_folder::RunReader;
use tangency_render::{GifWriter, Image, RenderOptions, VideoWriter, render_overlaid, write_png};

use crate::arguments::RenderArguments;
use crate::failure::Failure;
use crate::output::{note, say, say_unless};
use playback::Playback;
use shown::Shown;
use target::Target;
pub use world::World;
use world::spread;

/// Pictures that the palette of a GIF is learned from.
const PALETTE_PICTURES: usize = 12;
/// Pixels of pictures that are drawn at the same time, at most: about 2 GB.
const PIXELS_AT_ONCE: u64 = 30_000_000;

/// Makes the pictures asked for.
pub fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    let target = Target::of(arguments)?;
    let run = RunReader::open(&arguments.run).map_err(Failure::input)?;
    let mut shown = Shown::of(arguments, &run);
    let numbers = shown.frames(arguments)?;
    let world = World::of(&run);
    let chosen = match arguments.frame {
        Some(number) => still(&run, &numbers, Some(number))?,
        None if !target.is_of_all() => still(&run, &numbers, None)?,
        None => {
            still(&run, &numbers, None)?;
            Playback::of(arguments, &target, &world, &numbers)
        }
    };
    if let Some(words) = chosen.note.as_ref().filter(|_| !arguments.quiet) {
        note(words);
    }
    let mut options = world.options(arguments, &run, shown::legend_share(arguments))?;
    shown.prepare(arguments, &chosen.numbers, &mut options)?;
    let studio = Studio {
        run: &run,
        shown: &shown,
        options: &options,
        bar: bar(chosen.numbers.len()),
        quiet: arguments.quiet,
    };
    let made = match target {
        Target::Gif => studio.gif(&arguments.output, &chosen),
        Target::Video => studio.video(arguments, &chosen),
        Target::Picture | Target::Series { .. } => studio.pictures(arguments, &target, &chosen),
    };
    studio.bar.finish_and_clear();
    made
}

/// One frame of a run, the last unless another is named.
fn still(run: &RunReader, numbers: &[u64], wanted: Option<u64>) -> Result<Playback, Failure> {
    let folder = run.folder().display();
    let Some(&last) = numbers.last() else {
        return Err(Failure::refuse(format!("{folder} has no frames to render")));
    };
    let number = wanted.unwrap_or(last);
    if !numbers.contains(&number) {
        let words = match run.frame_numbers().contains(&number) {
            true => {
                format!("{folder} has no fields of frame {number}; the last with fields is {last}")
            }
            false => format!("{folder} has no frame {number}; the last is {last}"),
        };
        return Err(Failure::refuse(words));
    }
    Ok(Playback {
        numbers: vec![number],
        seconds: vec![1.0],
        note: None,
    })
}

/// A bar on a terminal, for more than one picture; nothing elsewhere.
fn bar(pictures: usize) -> ProgressBar {
    if pictures < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(pictures as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} picture {pos}/{len}, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Everything that pictures of a run are made from.
struct Studio<'a> {
    run: &'a RunReader,
    shown: &'a Shown<'a>,
    options: &'a RenderOptions,
    bar: ProgressBar,
    quiet: bool,
}

impl Studio<'_> {
    fn picture(&self, number: u64) -> Result<Image, Failure> {
        let (x, overlay) = self.shown.frame(number)?;
        let image = render_overlaid(self.run.shown(), &x, &overlay, self.options);
        self.bar.inc(1);
        image.map_err(Failure::input)
    }

    /// Makes something of each frame, several at the same time, and hands it over in order.
    fn each<T: Send>(
        &self,
        numbers: &[u64],
        make: impl Fn(u64) -> Result<T, Failure> + Sync,
        mut take: impl FnMut(usize, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let pixels = u64::from(self.options.width) * u64::from(self.options.height);
        let most = (PIXELS_AT_ONCE / pixels.max(1)).max(1) as usize;
        let together = (2 * rayon::current_num_threads()).min(most);
        for (part, numbers) in numbers.chunks(together).enumerate() {
            let made: Vec<Result<T, Failure>> = numbers.par_iter().map(|&n| make(n)).collect();
            for (k, made) in made.into_iter().enumerate() {
                take(part * together + k, made?)?;
            }
        }
        Ok(())
    }

    fn pictures(
        &self,
        arguments: &RenderArguments,
        target: &Target,
        chosen: &Playback,
    ) -> Result<(), Failure> {
        let make = |number: u64| {
            let path = target.file(&arguments.output, number);
            create_folder(&path)?;
            write_png(&path, &self.picture(number)?).map_err(Failure::input)?;
            Ok(path)
        };
        self.each(&chosen.numbers, make, |_, path| {
            let words = path.display().to_string();
            self.bar.suspend(|| say_unless(self.quiet, &words));
            Ok(())
        })
    }

    fn gif(&self, output: &Path, chosen: &Playback) -> Result<(), Failure> {
        create_folder(output)?;
        let few = spread(&chosen.numbers, PALETTE_PICTURES);
        let mut samples = Vec::new();
        self.each(
            &few,
            |n| self.picture(n),
            |_, image| {
                samples.push(image);
                Ok(())
            },
        )?;
        let mut writer = GifWriter::create(output, &samples).map_err(Failure::input)?;
        let samples: std::collections::HashMap<u64, Image> =
            few.iter().copied().zip(samples).collect();
        let make = |number: u64| match samples.get(&number) {
            Some(image) => Ok(image.clone()),
            None => self.picture(number),
        };
        self.each(&chosen.numbers, make, |k, image| {
            writer
                .add(&image, chosen.seconds[k])
                .map_err(Failure::input)
        })?;
        drop(writer);
        let words = output.display().to_string();
        self.bar.suspend(|| say_unless(self.quiet, &words));
        Ok(())
    }

    fn video(&self, arguments: &RenderArguments, chosen: &Playback) -> Result<(), Failure> {
        let output = &arguments.output;
        create_folder(output)?;
        let (size, encoder) = (
            [self.options.width, self.options.height],
            arguments.encoder.into(),
        );
        let writer = VideoWriter::create(output, size, chosen.rate(), encoder);
        let mut writer = writer.map_err(Failure::input)?;
        let by = writer.encoder();
        self.each(
            &chosen.numbers,
            |n| self.picture(n),
            |_, image| writer.add(&image).map_err(Failure::input),
        )?;
        writer.finish().map_err(Failure::input)?;
        self.bar.suspend(|| {
            if !self.quiet {
                note(&format!("H.264 by {by}"));
                say(&output.display().to_string());
            }
        });
        Ok(())
    }
}

/// Makes the folder of a file.
fn create_folder(path: &Path) -> Result<(), Failure> {
    let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::refuse(format!(
            "cannot create the folder {}: {error}",
            folder.display()
        ))
    })
}
