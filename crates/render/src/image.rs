//! A finished picture, and how it becomes a PNG.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::error::RenderError;

/// An 8-bit sRGB picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// Red, green, blue of each pixel, row by row from the top left.
    pub rgb: Vec<u8>,
}

impl Image {
    /// Red, green and blue of a pixel.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        let at = 3 * (y as usize * self.width as usize + x as usize);
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// Lays a colour over a pixel; one outside of the picture is left alone.
    pub(crate) fn blend(&mut self, [x, y]: [i64; 2], color: [u8; 3], opacity: f32) {
        let (width, height) = (i64::from(self.width), i64::from(self.height));
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return;
        }
        let at = 3 * (y * width + x) as usize;
        for (below, above) in self.rgb[at..at + 3].iter_mut().zip(color) {
            let (old, new) = (f32::from(*below), f32::from(above));
            *below = (old + opacity * (new - old)).round() as u8;
        }
    }
}

/// Writes a picture as PNG.
pub fn write_png(path: impl AsRef<Path>, image: &Image) -> Result<(), RenderError> {
    let path = path.as_ref();
    let failed = |problem: String| RenderError::Write {
        path: path.to_path_buf(),
        problem,
    };
    let file = File::create(path).map_err(|e| failed(e.to_string()))?;
    encode_png(BufWriter::new(file), image).map_err(|e| failed(e.to_string()))
}

/// A picture as the bytes of a PNG file.
pub fn png_bytes(image: &Image) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::new();
    // Memory takes all that is written: only a size without pixels can fail.
    encode_png(&mut bytes, image).map_err(|_| RenderError::Size {
        width: image.width,
        height: image.height,
    })?;
    Ok(bytes)
}

fn encode_png(out: impl Write, image: &Image) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(out, image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.rgb)?;
    writer.finish()
}
