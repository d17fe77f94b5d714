//! A finished picture, and how it becomes a PNG or an animated GIF.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use color_quant::NeuQuant;
use rayon::prelude::*;

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

/// Colours of an animation; the last palette entry stands for "as in the picture before".
const COLORS: usize = 255;
const UNCHANGED: u8 = 255;

/// Writes pictures as an endless GIF with one palette for all, each shown for `delay` seconds.
pub fn write_gif(path: impl AsRef<Path>, images: &[Image], delay: f64) -> Result<(), RenderError> {
    let path = path.as_ref();
    let failed = |problem: String| RenderError::Write {
        path: path.to_path_buf(),
        problem,
    };
    let first = images.first().ok_or(RenderError::Animation)?;
    let size = |i: &Image| Some((u16::try_from(i.width).ok()?, u16::try_from(i.height).ok()?));
    let (width, height) = size(first).ok_or(RenderError::Size {
        width: first.width,
        height: first.height,
    })?;
    if images.iter().any(|i| size(i) != Some((width, height))) {
        return Err(RenderError::Animation);
    }
    let palette = Palette::of(images);
    let indices: Vec<Vec<u8>> = images.par_iter().map(|i| palette.apply(i)).collect();

    let file = File::create(path).map_err(|e| failed(e.to_string()))?;
    let mut encoder = gif::Encoder::new(BufWriter::new(file), width, height, &palette.rgb)
        .map_err(|e| failed(e.to_string()))?;
    encoder
        .set_repeat(gif::Repeat::Infinite)
        .map_err(|e| failed(e.to_string()))?;
    for (n, picture) in indices.iter().enumerate() {
        let before = n.checked_sub(1).map(|m| &indices[m]);
        let buffer = match before {
            None => picture.clone(),
            Some(b) => picture
                .iter()
                .zip(b)
                .map(|(&now, &old)| if now == old { UNCHANGED } else { now })
                .collect(),
        };
        let frame = gif::Frame {
            width,
            height,
            delay: (delay * 100.0).round().clamp(2.0, 6000.0) as u16,
            transparent: before.map(|_| UNCHANGED),
            dispose: gif::DisposalMethod::Keep,
            buffer: buffer.into(),
            ..gif::Frame::default()
        };
        encoder
            .write_frame(&frame)
            .map_err(|e| failed(e.to_string()))?;
    }
    Ok(())
}

struct Palette {
    rgb: Vec<u8>,
    /// Palette entry of every colour with 6 bits per channel.
    nearest: Vec<u8>,
}

impl Palette {
    /// Learns the colours from a fixed sample of all pictures.
    fn of(images: &[Image]) -> Self {
        let pixels: usize = images.iter().map(|i| i.rgb.len() / 3).sum();
        let stride = (pixels / 400_000).max(1) | 1;
        let sample: Vec<u8> = images
            .iter()
            .flat_map(|i| i.rgb.chunks_exact(3).step_by(stride))
            .flat_map(|p| [p[0], p[1], p[2], 255])
            .collect();
        let network = NeuQuant::new(3, COLORS, &sample);
        let mut rgb = network.color_map_rgb();
        rgb.resize(3 * (COLORS + 1), 0);
        let wide = |v: usize| ((v << 2) | (v >> 4)) as u8;
        let nearest = (0..1usize << 18)
            .into_par_iter()
            .map(|c| {
                network
                    .index_of(&[wide(c >> 12), wide((c >> 6) & 63), wide(c & 63), 255])
                    .min(COLORS - 1) as u8
            })
            .collect();
        Self { rgb, nearest }
    }

    fn apply(&self, image: &Image) -> Vec<u8> {
        let key = |p: &[u8]| {
            (usize::from(p[0] >> 2) << 12) | (usize::from(p[1] >> 2) << 6) | usize::from(p[2] >> 2)
        };
        image
            .rgb
            .chunks_exact(3)
            .map(|p| self.nearest[key(p)])
            .collect()
    }
}
