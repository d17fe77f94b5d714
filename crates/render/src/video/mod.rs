//! Pictures as a video, H.264 in an MP4 file: by ffmpeg where it is found, else by an encoder in Rust.

mod ffmpeg;
mod h264;
mod mp4;

use std::path::{Path, PathBuf};

use crate::error::RenderError;
use crate::image::Image;
use ffmpeg::Ffmpeg;
use h264::BuiltIn;

/// The program part that makes a video.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VideoEncoder {
    /// ffmpeg where it is found and knows H.264, else the built-in encoder.
    #[default]
    Auto,
    /// The program ffmpeg: smaller files.
    Ffmpeg,
    /// The encoder in this library, which needs no other program.
    BuiltIn,
}

/// Writes pictures one after the other as a video.
pub struct VideoWriter {
    path: PathBuf,
    size: [u32; 2],
    kind: Kind,
}

enum Kind {
    Ffmpeg(Ffmpeg),
    BuiltIn(Box<BuiltIn>),
}

impl VideoWriter {
    /// Begins a video of pictures of one size, so many a second. An odd last row or column is left out, which H.264 needs.
    pub fn create(
        path: impl AsRef<Path>,
        size: [u32; 2],
        fps: f64,
        encoder: VideoEncoder,
    ) -> Result<Self, RenderError> {
        let path = path.as_ref().to_path_buf();
        let even = size.map(|side| side & !1);
        if even.contains(&0) || !(fps > 0.0 && fps.is_finite()) {
            return Err(RenderError::Video(format!(
                "{} x {} pixels at {fps} pictures a second; give at least 2 x 2 and a rate above zero",
                size[0], size[1]
            )));
        }
        let is_ffmpeg = match encoder {
            VideoEncoder::BuiltIn => false,
            VideoEncoder::Auto => ffmpeg::check().is_ok(),
            VideoEncoder::Ffmpeg => ffmpeg::check().map(|()| true)?,
        };
        let kind = match is_ffmpeg {
            true => Kind::Ffmpeg(Ffmpeg::start(&path, even, fps)?),
            false => Kind::BuiltIn(Box::new(BuiltIn::new(even, fps)?)),
        };
        Ok(Self { path, size, kind })
    }

    /// The encoder in words.
    pub fn encoder(&self) -> &'static str {
        match self.kind {
            Kind::Ffmpeg(_) => "ffmpeg",
            Kind::BuiltIn(_) => "built-in encoder",
        }
    }

    /// Adds a picture.
    pub fn add(&mut self, image: &Image) -> Result<(), RenderError> {
        if [image.width, image.height] != self.size {
            return Err(RenderError::Animation);
        }
        let even = even(image);
        match &mut self.kind {
            Kind::Ffmpeg(ffmpeg) => ffmpeg.add(&even),
            Kind::BuiltIn(encoder) => encoder.add(&even),
        }
    }

    /// Ends the video; the file is complete after that.
    pub fn finish(self) -> Result<(), RenderError> {
        match self.kind {
            Kind::Ffmpeg(ffmpeg) => ffmpeg.finish(),
            Kind::BuiltIn(encoder) => {
                let bytes = encoder.finish()?;
                let written = std::fs::write(&self.path, bytes);
                written.map_err(|e| RenderError::write(&self.path, e.to_string()))
            }
        }
    }
}

/// A picture without an odd last row and column.
fn even(image: &Image) -> std::borrow::Cow<'_, Image> {
    let [width, height] = [image.width & !1, image.height & !1];
    if [width, height] == [image.width, image.height] {
        return std::borrow::Cow::Borrowed(image);
    }
    let rows = image.rgb.chunks_exact(3 * image.width as usize);
    let rows = rows.take(height as usize);
    std::borrow::Cow::Owned(Image {
        width,
        height,
        rgb: rows
            .flat_map(|row| &row[..3 * width as usize])
            .copied()
            .collect(),
    })
}
