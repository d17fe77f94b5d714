//! Words in pictures, in Noto Sans Mono as a crate brings it: shades of grey at four heights.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

use crate::image::Image;

/// The weight of all words.
const WEIGHT: FontWeight = FontWeight::Regular;
/// Shown for letters that the font does not have.
const UNKNOWN: char = '?';

/// The part of some words that is at their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// They begin there.
    Start,
    /// Their middle is there.
    Middle,
    /// They end there.
    End,
}

/// Letters of one height.
#[derive(Clone, Copy)]
pub(crate) struct Font {
    raster: RasterHeight,
    /// Pixels of the picture for one of the raster, along x and along y.
    times: u32,
}

impl Font {
    /// The font whose lines are at most so high, pixels; the smallest one below that.
    pub(crate) fn of_height(height: f64) -> Self {
        let times = (height / 32.0).floor().max(1.0) as u32;
        let raster = match height / f64::from(times) {
            h if h >= 32.0 => RasterHeight::Size32,
            h if h >= 24.0 => RasterHeight::Size24,
            h if h >= 20.0 => RasterHeight::Size20,
            _ => RasterHeight::Size16,
        };
        Self { raster, times }
    }

    /// Height of a line, pixels.
    pub(crate) fn height(self) -> f64 {
        f64::from(self.times) * self.raster.val() as f64
    }

    /// Width of some words, pixels.
    pub(crate) fn width(self, words: &str) -> f64 {
        let letter = self.times as usize * get_raster_width(WEIGHT, self.raster);
        (words.chars().count() * letter) as f64
    }

    /// Draws words in a line whose middle is at a height; what is outside of the picture is left out.
    pub(crate) fn draw(
        self,
        image: &mut Image,
        [x, y]: [f64; 2],
        anchor: Anchor,
        words: &str,
        ink: [u8; 3],
    ) {
        let before = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.width(words) / 2.0,
            Anchor::End => self.width(words),
        };
        let (mut left, top) = (
            (x - before).round() as i64,
            (y - self.height() / 2.0).round() as i64,
        );
        for letter in words.chars() {
            self.letter(image, [left, top], letter, ink);
            left += self.width("x") as i64;
        }
    }

    fn letter(self, image: &mut Image, [left, top]: [i64; 2], letter: char, ink: [u8; 3]) {
        let raster = get_raster(letter, WEIGHT, self.raster);
        let Some(raster) = raster.or_else(|| get_raster(UNKNOWN, WEIGHT, self.raster)) else {
            return;
        };
        let times = i64::from(self.times);
        for (row, shades) in raster.rows().enumerate() {
            for (column, &shade) in shades.iter().enumerate().filter(|(_, shade)| **shade > 0) {
                for k in 0..times * times {
                    let at = [
                        left + column as i64 * times + k % times,
                        top + row as i64 * times + k / times,
                    ];
                    image.blend(at, ink, f32::from(shade) / 255.0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_width_and_stay_in_the_picture() {
        let mut image = Image {
            width: 80,
            height: 40,
            rgb: vec![255; 3 * 80 * 40],
        };
        let font = Font::of_height(17.0);
        font.draw(&mut image, [40.0, 20.0], Anchor::Middle, "m²", [0; 3]);
        let dark = |x: u32, y: u32| image.pixel(x, y)[0] < 128;
        let columns: Vec<u32> = (0..80).filter(|&x| (0..40).any(|y| dark(x, y))).collect();
        let (first, last) = (columns[0], columns[columns.len() - 1]);
        assert!(f64::from(last - first) <= font.width("m²"));
        assert!(first >= 30 && last <= 50, "{first} to {last}");
        font.draw(&mut image, [75.0, -3.0], Anchor::Start, "outside ☃", [0; 3]);
    }
}
