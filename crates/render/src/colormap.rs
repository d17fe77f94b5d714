//! Colours for numbers: viridis for amounts, blue to red for numbers on both sides of zero.
//!
//! Viridis (Smith and van der Walt 2015) is perceptually uniform and safe for the colour-blind; here its polynomial of
//! degree six by Zucker, within 4/255 of the table. Blue to red is the scheme RdBu of ColorBrewer (Brewer 2002), safe too.

use crate::light::linear;
use crate::vector::V3;

/// Coefficients of viridis in powers of the place, for red, green and blue.
const VIRIDIS: [[f64; 3]; 7] = [
    [
        0.277_727_327_223_417_7,
        0.005_407_344_544_966_578,
        0.334_099_805_335_306_1,
    ],
    [
        0.105_093_043_108_577_4,
        1.404_613_529_898_575,
        1.384_590_162_594_685,
    ],
    [
        -0.330_861_828_725_556_3,
        0.214_847_559_468_213,
        0.095_095_163_028_236_59,
    ],
    [
        -4.634_230_498_983_486,
        -5.799_100_973_351_585,
        -19.332_440_956_279_87,
    ],
    [
        6.228_269_936_347_081,
        14.179_933_366_805_09,
        56.690_552_600_681_05,
    ],
    [
        4.776_384_997_670_288,
        -13.745_145_377_746_01,
        -65.353_032_633_372_34,
    ],
    [
        -5.435_455_855_934_631,
        4.645_852_612_178_535,
        26.312_435_249_583_2,
    ],
];

/// Blue, white, red, in even steps.
const BLUE_TO_RED: [[u8; 3]; 11] = [
    [5, 48, 97],
    [33, 102, 172],
    [67, 147, 195],
    [146, 197, 222],
    [209, 229, 240],
    [247, 247, 247],
    [253, 219, 199],
    [244, 165, 130],
    [214, 96, 77],
    [178, 24, 43],
    [103, 0, 31],
];

/// The colour of things that have no number.
pub const NO_VALUE: [u8; 3] = [176, 178, 182];

/// Numbers on the smaller side of zero, as a share of the larger, from which the colours have zero in their middle.
const BOTH_SIDES: f64 = 0.05;

/// The colours that numbers become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMap {
    /// From dark violet over green to yellow.
    Viridis,
    /// From blue over white, which is zero, to red.
    Diverging,
}

impl ColorMap {
    /// The map that suits a range: diverging where it reaches to both sides of zero.
    pub fn for_range([low, high]: [f64; 2]) -> Self {
        let (below, above) = (-low, high);
        if below.min(above) > BOTH_SIDES * below.max(above) {
            Self::Diverging
        } else {
            Self::Viridis
        }
    }

    /// The sRGB colour at a place from 0 to 1.
    fn at(self, place: f64) -> [u8; 3] {
        let place = place.clamp(0.0, 1.0);
        let byte = |share: f64| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
        match self {
            Self::Viridis => std::array::from_fn(|channel| {
                let powers = VIRIDIS.iter().rev();
                byte(powers.fold(0.0, |sum, c| sum * place + c[channel]))
            }),
            Self::Diverging => {
                let along = place * (BLUE_TO_RED.len() - 1) as f64;
                let below = (along as usize).min(BLUE_TO_RED.len() - 2);
                let part = along - below as f64;
                std::array::from_fn(|channel| {
                    let [a, b] = [below, below + 1].map(|k| f64::from(BLUE_TO_RED[k][channel]));
                    byte((a + part * (b - a)) / 255.0)
                })
            }
        }
    }
}

/// A range of numbers and the colours of it; beyond its ends the colours stay those of the ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorScale {
    /// The colours.
    pub map: ColorMap,
    /// The smallest and the largest number that differ in colour from all beyond.
    pub range: [f64; 2],
}

impl ColorScale {
    /// The scale of a range with the map that suits it; one without width is widened around its number.
    pub fn of_range([low, high]: [f64; 2]) -> Self {
        let range = match (low, high) {
            (0.0, 0.0) => [0.0, 1.0],
            _ if low < high => [low, high],
            _ => [low - 0.5 * low.abs(), low + 0.5 * low.abs()],
        };
        Self {
            map: ColorMap::for_range(range),
            range,
        }
    }

    /// The sRGB colour of a number.
    pub fn color(&self, value: f64) -> [u8; 3] {
        if value.is_nan() {
            return NO_VALUE;
        }
        self.map.at(self.place(value))
    }

    fn place(&self, value: f64) -> f64 {
        let [low, high] = self.range;
        match self.map {
            ColorMap::Viridis => (value - low) / (high - low),
            ColorMap::Diverging => {
                let value = value.clamp(low, high);
                0.5 + 0.5 * value / low.abs().max(high.abs())
            }
        }
    }

    /// The colours in linear light, for drawing many pixels.
    pub(crate) fn table(&self) -> ColorTable {
        let [low, high] = self.range;
        let step = (high - low) / (ColorTable::LENGTH - 1) as f64;
        let color = |k: usize| linear(self.color(low + k as f64 * step));
        ColorTable {
            low,
            per_unit: 1.0 / step,
            colors: (0..ColorTable::LENGTH).map(color).collect(),
            none: linear(NO_VALUE),
        }
    }
}

/// Colours of a scale at even steps, in linear light.
pub(crate) struct ColorTable {
    low: f64,
    per_unit: f64,
    colors: Vec<V3>,
    none: V3,
}

impl ColorTable {
    const LENGTH: usize = 1024;

    pub(crate) fn color(&self, value: f64) -> V3 {
        if value.is_nan() {
            return self.none;
        }
        let place = ((value - self.low) * self.per_unit + 0.5).clamp(0.0, 1e6) as usize;
        self.colors[place.min(Self::LENGTH - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viridis_is_near_its_published_table() {
        // Entries 0, 64, 128, 192 and 255 of the table.
        let published = [
            (0.0, [68, 1, 84]),
            (64.0, [59, 82, 139]),
            (128.0, [33, 145, 140]),
            (192.0, [94, 201, 98]),
            (255.0, [253, 231, 37]),
        ];
        for (entry, rgb) in published {
            let found = ColorMap::Viridis.at(entry / 255.0);
            for (a, b) in found.iter().zip(rgb) {
                assert!(a.abs_diff(b) <= 4, "{entry}: {found:?} for {rgb:?}");
            }
        }
    }

    #[test]
    fn zero_is_white_where_both_signs_occur() {
        let scale = ColorScale::of_range([-1.0, 3.0]);
        assert_eq!(scale.map, ColorMap::Diverging);
        assert_eq!(scale.color(0.0), [247, 247, 247]);
        assert_eq!(scale.color(3.0), scale.color(9.0));
        assert_eq!(scale.color(-1.0), scale.color(-9.0));
        assert_eq!(ColorScale::of_range([-1e-12, 3.0]).map, ColorMap::Viridis);
    }

    #[test]
    fn a_range_without_width_gets_one() {
        for value in [0.0, 2.0, -3.0] {
            let [low, high] = ColorScale::of_range([value, value]).range;
            assert!(low < high && low <= value && value <= high);
        }
    }

    #[test]
    fn the_table_has_the_colours_of_the_scale() {
        let scale = ColorScale::of_range([2.0, 5.0]);
        let table = scale.table();
        for value in [1.0, 2.0, 5.0, 6.0] {
            assert_eq!(table.color(value), linear(scale.color(value)));
        }
        assert_eq!(table.color(f64::NAN), linear(NO_VALUE));
    }
}
