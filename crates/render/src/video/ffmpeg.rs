//! The program ffmpeg, which is given raw pictures through a pipe.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::error::RenderError;
use crate::image::Image;

/// The encoder of ffmpeg that is used.
const CODEC: &str = "libx264";
/// Its quality: smaller is better; 18 is hardly told from the pictures.
const QUALITY: &str = "18";

/// Whether ffmpeg is there and can encode H.264.
pub(super) fn check() -> Result<(), RenderError> {
    let listed = Command::new("ffmpeg")
        .args(["-hide_banner", "-encoders"])
        .output();
    let listed = listed.map_err(|_| {
        RenderError::Video(
            "no program ffmpeg is on the PATH; install it, or leave the encoder to the program, which has one".into(),
        )
    })?;
    match String::from_utf8_lossy(&listed.stdout).contains(CODEC) {
        true => Ok(()),
        false => Err(RenderError::Video(format!(
            "the program ffmpeg on the PATH has no {CODEC}; install one that has, or leave the encoder to the program, which has one"
        ))),
    }
}

/// A running ffmpeg.
pub(super) struct Ffmpeg {
    child: Child,
}

impl Ffmpeg {
    pub(super) fn start(path: &Path, size: [u32; 2], fps: f64) -> Result<Self, RenderError> {
        let (rate, shape) = (format!("{fps:.6}"), format!("{}x{}", size[0], size[1]));
        let mut command = Command::new("ffmpeg");
        command
            .args([
                "-y",
                "-loglevel",
                "error",
                "-f",
                "rawvideo",
                "-pix_fmt",
                "rgb24",
            ])
            .args(["-s", &shape, "-framerate", &rate, "-i", "-", "-an"])
            .args([
                "-vf",
                "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
            ])
            .args([
                "-colorspace",
                "bt709",
                "-color_primaries",
                "bt709",
                "-color_trc",
                "bt709",
            ])
            .args([
                "-c:v",
                CODEC,
                "-crf",
                QUALITY,
                "-movflags",
                "+faststart",
                "-f",
                "mp4",
            ])
            .arg(Path::new(".").join(path))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let child = command.spawn();
        let child = child.map_err(|e| RenderError::Video(format!("ffmpeg does not start: {e}")))?;
        Ok(Self { child })
    }

    pub(super) fn add(&mut self, image: &Image) -> Result<(), RenderError> {
        let written = match &mut self.child.stdin {
            Some(pipe) => pipe.write_all(&image.rgb).is_ok(),
            None => false,
        };
        match written {
            true => Ok(()),
            false => Err(self.failed()),
        }
    }

    pub(super) fn finish(mut self) -> Result<(), RenderError> {
        drop(self.child.stdin.take());
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            _ => Err(self.failed()),
        }
    }

    /// What ffmpeg says about its end.
    fn failed(&mut self) -> RenderError {
        drop(self.child.stdin.take());
        let mut words = String::new();
        if let Some(errors) = &mut self.child.stderr {
            // Words that cannot be read are no second failure.
            let _ = errors.read_to_string(&mut words);
        }
        RenderError::Video(format!("ffmpeg failed: {}", words.trim()))
    }
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        // Also after a failure no process is left behind; one that has ended already is no error.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
