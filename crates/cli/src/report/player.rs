//! The player of a run inside of its page: the viewer, with positions rounded and compressed.

use tangency_render::chart::ticks::short;
use tangency_view::{PortableRun, ViewedRun, page, portable};

use super::html::{base64, escape};
use crate::arguments::ReportOptions;
use crate::failure::Failure;

/// The player as markup; nothing where it is not wanted.
pub fn of(options: &ReportOptions) -> Result<String, Failure> {
    if options.no_player {
        return Ok(String::new());
    }
    let made = made(options)?;
    let [kept, all] = made.frames;
    let frames = match kept == all {
        true => format!("all {all} frames"),
        false => format!("{kept} of {all} frames"),
    };
    let words = format!(
        "{frames}; positions are rounded by at most {} m. Drag turns, wheel zooms, space plays, ? tells more.",
        short(made.rounding)
    );
    Ok(format!(
        "<section class=\"player\">{}<p class=\"player-note\">{}</p></section>",
        page::embedded(&base64(&made.bytes)),
        escape(&words)
    ))
}

/// A page with the player alone.
pub fn alone(options: &ReportOptions) -> Result<String, Failure> {
    Ok(page::of_player(&base64(&made(options)?.bytes)))
}

fn made(options: &ReportOptions) -> Result<PortableRun, Failure> {
    let run = ViewedRun::open(&options.run).map_err(Failure::input)?;
    portable(&run, options.rounding).map_err(Failure::input)
}
