//! Pictures as an animated GIF with one palette, learned from some of them, for all.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use color_quant::NeuQuant;
use rayon::prelude::*;

use crate::error::RenderError;
use crate::image::Image;

/// Colours of an animation; the last palette entry stands for "as in the picture before".
const COLORS: usize = 255;
const UNCHANGED: u8 = 255;

/// Shortest time that programs show a picture for, hundredths of a second; many take less for ten.
const SHORTEST: u64 = 2;

/// Writes pictures one after the other as an endless GIF.
pub struct GifWriter {
    encoder: gif::Encoder<BufWriter<File>>,
    path: PathBuf,
    size: [u16; 2],
    palette: Palette,
    before: Option<Vec<u8>>,
    /// Seconds that the pictures so far are to be shown, and the hundredths that they are.
    asked: f64,
    shown: u64,
}

impl GifWriter {
    /// Begins a GIF with the size of some of its pictures and a palette for their colours.
    pub fn create(path: impl AsRef<Path>, samples: &[Image]) -> Result<Self, RenderError> {
        let path = path.as_ref().to_path_buf();
        let size = one_size(samples)?;
        let palette = Palette::of(samples);
        let begin = || -> Result<_, Box<dyn std::error::Error>> {
            let file = BufWriter::new(File::create(&path)?);
            let mut encoder = gif::Encoder::new(file, size[0], size[1], &palette.rgb)?;
            encoder.set_repeat(gif::Repeat::Infinite)?;
            Ok(encoder)
        };
        let encoder = begin().map_err(|e| RenderError::write(&path, e.to_string()))?;
        Ok(Self {
            encoder,
            path,
            size,
            palette,
            before: None,
            asked: 0.0,
            shown: 0,
        })
    }

    /// Adds a picture. Times are rounded to hundredths of a second such that their sum stays right.
    pub fn add(&mut self, image: &Image, seconds: f64) -> Result<(), RenderError> {
        let [width, height] = self.size;
        if [image.width, image.height] != self.size.map(u32::from) {
            return Err(RenderError::Animation);
        }
        self.asked += seconds;
        let due = (self.asked * 100.0).round().max(0.0) as u64;
        let delay = due
            .saturating_sub(self.shown)
            .clamp(SHORTEST, u64::from(u16::MAX));
        self.shown += delay;
        let picture = self.palette.apply(image);
        let changed = |before: &Vec<u8>| -> Vec<u8> {
            let both = picture.iter().zip(before);
            both.map(|(&now, &old)| if now == old { UNCHANGED } else { now })
                .collect()
        };
        let buffer = self
            .before
            .as_ref()
            .map_or_else(|| picture.clone(), changed);
        let frame = gif::Frame {
            width,
            height,
            delay: delay as u16,
            transparent: self.before.as_ref().map(|_| UNCHANGED),
            dispose: gif::DisposalMethod::Keep,
            buffer: buffer.into(),
            ..gif::Frame::default()
        };
        self.before = Some(picture);
        let written = self.encoder.write_frame(&frame);
        written.map_err(|e| RenderError::write(&self.path, e.to_string()))
    }
}

/// The one size of pictures.
fn one_size(images: &[Image]) -> Result<[u16; 2], RenderError> {
    let first = images.first().ok_or(RenderError::Animation)?;
    let size = |i: &Image| Some([u16::try_from(i.width).ok()?, u16::try_from(i.height).ok()?]);
    let found = size(first).ok_or(RenderError::Size {
        width: first.width,
        height: first.height,
    })?;
    match images.iter().all(|i| size(i) == Some(found)) {
        true => Ok(found),
        false => Err(RenderError::Animation),
    }
}

/// Writes pictures as an endless GIF, each shown for `delay` seconds.
pub fn write_gif(path: impl AsRef<Path>, images: &[Image], delay: f64) -> Result<(), RenderError> {
    one_size(images)?;
    let mut writer = GifWriter::create(path, images)?;
    images.iter().try_for_each(|image| writer.add(image, delay))
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
