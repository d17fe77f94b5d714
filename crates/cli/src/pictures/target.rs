//! The kind of file that pictures go to, by its name.

use std::path::{Path, PathBuf};

use crate::arguments::RenderArguments;
use crate::failure::Failure;

/// The file or files that are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// One picture.
    Picture,
    /// A picture for each frame: the text before its number, the digits of that, and the text after it.
    Series {
        /// Text before the number.
        before: String,
        /// Digits of the number, at least.
        digits: usize,
        /// Text after the number.
        after: String,
    },
    /// An animated GIF.
    Gif,
    /// A video.
    Video,
}

impl Target {
    /// The target that a command asks for.
    pub fn of(arguments: &RenderArguments) -> Result<Self, Failure> {
        let path = &arguments.output;
        let ending = path.extension().unwrap_or_default();
        match ending.to_string_lossy().to_lowercase().as_str() {
            "png" => Self::of_pictures(path, arguments),
            "gif" => Ok(Self::Gif),
            "mp4" if arguments.frame.is_none() => Ok(Self::Video),
            "mp4" => Err(Failure::refuse(
                "one frame is no video; leave out --frame, or give a .png",
            )),
            _ => Err(Failure::refuse(format!(
                "{} must end in .png, .gif or .mp4",
                path.display()
            ))),
        }
    }

    fn of_pictures(path: &Path, arguments: &RenderArguments) -> Result<Self, Failure> {
        let text = path.to_string_lossy();
        if let Some(series) = pattern(&text) {
            return Ok(series);
        }
        if text.contains('%') {
            let words = format!("{text} has a % that is no number of a frame; write it as %06d");
            return Err(Failure::refuse(words));
        }
        if !arguments.all && arguments.every.is_none() {
            return Ok(Self::Picture);
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let before = path.with_file_name(format!("{stem}-"));
        Ok(Self::Series {
            before: before.to_string_lossy().into_owned(),
            digits: 6,
            after: ".png".to_owned(),
        })
    }

    /// Whether all frames are shown.
    pub fn is_of_all(&self) -> bool {
        *self != Self::Picture
    }

    /// The file for the picture of a frame.
    pub fn file(&self, output: &Path, number: u64) -> PathBuf {
        match self {
            Self::Series {
                before,
                digits,
                after,
            } => PathBuf::from(format!("{before}{number:0digits$}{after}")),
            _ => output.to_path_buf(),
        }
    }
}

/// The parts of a name such as `frames/%06d.png`.
fn pattern(text: &str) -> Option<Target> {
    let (before, rest) = text.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let is_number = digits.chars().all(|c| c.is_ascii_digit());
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() {
        1
    } else {
        digits.parse().ok()?
    };
    let is_possible = is_number && digits <= 20 && !after.contains('%');
    is_possible.then(|| Target::Series {
        before: before.to_owned(),
        digits,
        after: after.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(output: &str) -> Result<Target, Failure> {
        let size = (64, 48);
        Target::of(&RenderArguments::plain("r".into(), output.into(), size))
    }

    #[test]
    fn names_tell_what_is_made() {
        assert_eq!(target("x.png").unwrap(), Target::Picture);
        assert_eq!(target("x.GIF").unwrap(), Target::Gif);
        assert_eq!(target("x.mp4").unwrap(), Target::Video);
        let series = target("frames/%04d.png").unwrap();
        assert_eq!(series.file(Path::new(""), 7), Path::new("frames/0007.png"));
        assert_eq!(
            series.file(Path::new(""), 123_456),
            Path::new("frames/123456.png")
        );
        for wrong in ["x", "x.jpg", "a%b.png", "%06d%06d.png"] {
            assert!(target(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn all_frames_are_numbered() {
        let mut arguments = RenderArguments::plain("r".into(), "a/x.png".into(), (64, 48));
        arguments.all = true;
        let series = Target::of(&arguments).unwrap();
        assert_eq!(series.file(Path::new(""), 7), Path::new("a/x-000007.png"));
    }
}
