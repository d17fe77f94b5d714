//! The built-in encoder: H.264, constrained baseline, which every player knows.

use rusty_h264_common::YuvFrame;
use rusty_h264_encoder::{Encoder, EncoderConfig};

use super::mp4::{Movie, Sample};
use crate::error::RenderError;
use crate::image::Image;

/// Quantisation, 0 to 51: smaller is better.
const QUALITY: u8 = 18;
/// Pictures from one that stands by itself to the next: so far a player may have to look back.
const GROUP: u32 = 60;
/// Kinds of units in the stream (H.264, table 7-1).
const KEY_PICTURE: u8 = 5;
const SEQUENCE_PARAMETERS: u8 = 7;
const PICTURE_PARAMETERS: u8 = 8;
const DELIMITER: u8 = 9;

/// The encoder and what it has made so far.
pub(super) struct BuiltIn {
    encoder: Encoder,
    movie: Movie,
}

impl BuiltIn {
    pub(super) fn new(size: [u32; 2], fps: f64) -> Result<Self, RenderError> {
        let [width, height] = size.map(|side| side as usize);
        let mut config = EncoderConfig::baseline(width, height);
        config.qp = QUALITY;
        config.gop_size = GROUP;
        config.framerate = fps as f32;
        config.level_idc = level(size);
        let encoder = Encoder::new(config);
        Ok(Self {
            encoder: encoder.map_err(|e| RenderError::Video(format!("{e:?}")))?,
            movie: Movie::new(size, fps),
        })
    }

    pub(super) fn add(&mut self, image: &Image) -> Result<(), RenderError> {
        let stream = self.encoder.try_encode(&yuv(image));
        let stream = stream.map_err(|e| RenderError::Video(format!("{e:?}")))?;
        let mut sample = Sample::default();
        for unit in units(&stream) {
            match unit[0] & 31 {
                SEQUENCE_PARAMETERS => self.movie.sequence_parameters = unit.to_vec(),
                PICTURE_PARAMETERS => self.movie.picture_parameters = unit.to_vec(),
                DELIMITER => {}
                kind => {
                    sample.is_key |= kind == KEY_PICTURE;
                    let length = u32::try_from(unit.len()).unwrap_or(u32::MAX);
                    sample.bytes.extend(length.to_be_bytes());
                    sample.bytes.extend(unit);
                }
            }
        }
        self.movie.samples.push(sample);
        Ok(())
    }

    /// The bytes of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, RenderError> {
        self.movie.bytes()
    }
}

/// The level (H.264, table A-1) whose pictures are large enough, times ten.
fn level(size: [u32; 2]) -> u8 {
    let blocks = size[0].div_ceil(16) * size[1].div_ceil(16);
    match blocks {
        0..=1620 => 31,
        1621..=8192 => 42,
        8193..=36864 => 52,
        _ => 62,
    }
}

/// The units of a stream, which start codes 0 0 1 are between.
fn units(stream: &[u8]) -> Vec<&[u8]> {
    let codes = stream.windows(3).enumerate();
    let starts: Vec<usize> = codes
        .filter(|(_, code)| *code == [0, 0, 1])
        .map(|(k, _)| k + 3)
        .collect();
    let ends = starts
        .iter()
        .skip(1)
        .map(|next| next - 3)
        .chain([stream.len()]);
    let units = starts.iter().zip(ends).map(|(&start, end)| {
        let unit = &stream[start..end];
        // A zero before the next code belongs to that: units end with a bit that is set.
        let length = unit
            .iter()
            .rposition(|byte| *byte != 0)
            .map_or(0, |k| k + 1);
        &unit[..length]
    });
    units.filter(|unit| !unit.is_empty()).collect()
}

/// A picture in the colours of video (ITU-R BT.709, limited range), the two of colour at half the size.
fn yuv(image: &Image) -> YuvFrame {
    let (width, height) = (image.width as usize, image.height as usize);
    let channels = |at: usize| {
        let pixel = &image.rgb[3 * at..3 * at + 3];
        [pixel[0], pixel[1], pixel[2]].map(f32::from)
    };
    let byte = |v: f32| (v + 0.5).clamp(0.0, 255.0) as u8;
    let luma = |at: usize| {
        let [r, g, b] = channels(at);
        byte(16.0 + (0.2126 * r + 0.7152 * g + 0.0722 * b) * 219.0 / 255.0)
    };
    let mean = |column: usize, row: usize| {
        let corner = 2 * row * width + 2 * column;
        let four = [corner, corner + 1, corner + width, corner + width + 1].map(channels);
        std::array::from_fn::<f32, 3, _>(|k| four.iter().map(|p| p[k]).sum::<f32>() / 4.0)
    };
    let chroma = |weights: [f32; 3]| -> Vec<u8> {
        let places =
            (0..height / 2).flat_map(|row| (0..width / 2).map(move |column| (column, row)));
        let value = |(column, row)| {
            let pixel: [f32; 3] = mean(column, row);
            let sum: f32 = pixel.iter().zip(weights).map(|(p, w)| p * w).sum();
            byte(128.0 + sum * 224.0 / 255.0)
        };
        places.map(value).collect()
    };
    YuvFrame {
        width,
        height,
        y: (0..width * height).map(luma).collect(),
        u: chroma([-0.114_572, -0.385_428, 0.5]),
        v: chroma([0.5, -0.454_153, -0.045_847]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_between_start_codes() {
        let stream = [
            0, 0, 0, 1, 0x67, 7, 0, 0, 0, 1, 0x68, 8, 0, 0, 1, 0x65, 9, 9,
        ];
        assert_eq!(units(&stream), [&[0x67, 7][..], &[0x68, 8], &[0x65, 9, 9]]);
        assert!(units(&[]).is_empty());
    }

    #[test]
    fn white_and_red_have_their_colours() {
        let image = |pixel: [u8; 3]| Image {
            width: 2,
            height: 2,
            rgb: pixel.repeat(4),
        };
        let white = yuv(&image([255; 3]));
        assert_eq!((white.y[0], white.u[0], white.v[0]), (235, 128, 128));
        let red = yuv(&image([255, 0, 0]));
        assert_eq!((red.y[0], red.u[0], red.v[0]), (63, 102, 240));
    }
}
