//! The legend of a picture: a bar of colours with its numbers, and an arrow of a known size, on the right.

use crate::canvas::Canvas;
use crate::chart::ticks;
use crate::colormap::ColorScale;
use crate::image::Image;
use crate::palette::ARROW_INK;
use crate::text::{Anchor, Font};

const INK: [u8; 3] = [30, 32, 38];
const PANEL: [u8; 3] = [255; 3];
/// Opacity of the panel behind the legend.
const COVER: f32 = 0.78;
/// Height of a line of words, of the picture's height.
const LINE: f64 = 1.0 / 32.0;
/// Height of the bar, of the picture's height.
const BAR: f64 = 0.42;
/// Largest share of the picture's width and height that a legend takes.
const MOST: [f64; 2] = [0.45, 0.95];
/// Letters of the longest number beside the bar, usually.
const NUMBER: &str = "-1.234e-5";
/// Numbers beside the bar, about.
const MARKS: usize = 5;

/// An arrow of a round size, to compare with.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrowKey {
    /// Name of the field, with the unit.
    pub title: String,
    /// Number with its unit.
    pub words: String,
    /// Length of the arrow, in half heights of the picture.
    pub length: f64,
}

/// Words about colours and arrows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legend {
    /// Name of the numbers that colours stand for, with their unit.
    pub title: Option<String>,
    /// Arrow to compare with.
    pub arrow: Option<ArrowKey>,
}

/// Places of the parts, pixels.
struct Layout {
    font: Font,
    /// Left, top, right, bottom of the panel.
    panel: [f64; 4],
    /// Left, top, right, bottom of the bar.
    bar: [f64; 4],
    /// Middle of the first line about the arrow.
    arrow: f64,
}

impl Legend {
    /// Whether there is room for the legend in a picture; where there is not, it is left out.
    pub fn fits(&self, size: [u32; 2], scale: Option<&ColorScale>) -> bool {
        let marks = scale.map_or(Vec::new(), marks);
        let [left, top, right, bottom] = self.layout(size, &marks, scale.is_some()).panel;
        let [width, height] = size.map(f64::from);
        right - left <= MOST[0] * width && bottom - top <= MOST[1] * height
    }

    /// The share of a picture's width that legends with such titles take, about, for cameras that leave room for one.
    pub fn share<'a>(size: [u32; 2], titles: impl Iterator<Item = &'a str>) -> f64 {
        let font = Font::of_height(f64::from(size[1]) * LINE);
        let numbers = 1.4 * font.height() + font.width(NUMBER);
        let wide = titles
            .map(|title| font.width(title))
            .fold(numbers, f64::max);
        let share = (wide + 1.8 * font.height()) / f64::from(size[0]);
        if share <= MOST[0] { share } else { 0.0 }
    }

    /// Draws the legend over a picture, with the colours of a scale.
    pub(crate) fn draw(&self, image: &mut Image, scale: Option<&ColorScale>) {
        let scale = scale.filter(|_| self.title.is_some());
        let (size, is_empty) = (
            [image.width, image.height],
            scale.is_none() && self.arrow.is_none(),
        );
        if is_empty || !self.fits(size, scale) {
            return;
        }
        let marks = scale.map_or(Vec::new(), marks);
        let layout = self.layout(size, &marks, scale.is_some());
        fill(image, layout.panel, |_| PANEL, COVER);
        if let (Some(scale), Some(title)) = (scale, &self.title) {
            bar(image, &layout, scale, &marks);
            let at = [layout.bar[0], layout.panel[1] + 0.8 * layout.font.height()];
            layout.font.draw(image, at, Anchor::Start, title, INK);
        }
        if let Some(key) = &self.arrow {
            arrow(image, &layout, key);
        }
    }

    fn layout(&self, size: [u32; 2], marks: &[(f64, String)], has_bar: bool) -> Layout {
        let [width, height] = size.map(f64::from);
        let font = Font::of_height(height * LINE);
        let line = font.height();
        let numbers = marks
            .iter()
            .map(|(_, words)| font.width(words))
            .fold(0.0, f64::max);
        let mut wide = 1.4 * line + numbers;
        let words = self
            .title
            .iter()
            .chain(self.arrow.iter().flat_map(|a| [&a.title, &a.words]));
        for words in words {
            wide = font.width(words).max(wide);
        }
        if let Some(key) = &self.arrow {
            wide = wide.max(key.length * height / 2.0);
        }
        let bar_height = if has_bar { BAR * height } else { 0.0 };
        let above = if has_bar { 1.9 * line } else { 0.3 * line };
        let below = if self.arrow.is_some() {
            3.4 * line
        } else {
            0.0
        };
        let tall = above + bar_height + 0.8 * line + below;
        let (right, top) = (width - 0.6 * line, ((height - tall) / 2.0).max(0.0));
        let left = right - wide - 1.2 * line;
        let bar_left = left + 0.6 * line;
        let bar_top = top + above;
        Layout {
            font,
            panel: [left, top, right, top + tall],
            bar: [
                bar_left,
                bar_top,
                bar_left + 0.9 * line,
                bar_top + bar_height,
            ],
            arrow: bar_top + bar_height + if has_bar { 1.4 * line } else { 0.7 * line },
        }
    }
}

/// Numbers beside the bar and the words for them: round ones, and the ends where there is room.
fn marks(scale: &ColorScale) -> Vec<(f64, String)> {
    let [low, high] = scale.range;
    let step = (high - low) / MARKS as f64;
    let round = ticks::linear(low, high, MARKS).into_iter();
    let inside = round.filter(|v| v - low > 0.4 * step && high - v > 0.4 * step);
    let all = [low, high].into_iter().chain(inside);
    all.map(|value| (value, ticks::short(value))).collect()
}

fn bar(image: &mut Image, layout: &Layout, scale: &ColorScale, marks: &[(f64, String)]) {
    let ([_, top, right, bottom], [low, high]) = (layout.bar, scale.range);
    let value = |y: f64| low + (bottom - y) / (bottom - top) * (high - low);
    fill(image, layout.bar, |y| scale.color(value(y)), 1.0);
    for (number, words) in marks {
        let y = bottom - (number - low) / (high - low) * (bottom - top);
        let tick = [right, y - 0.5, right + 0.25 * layout.font.height(), y + 0.5];
        fill(image, tick, |_| INK, 1.0);
        let at = [right + 0.45 * layout.font.height(), y];
        layout.font.draw(image, at, Anchor::Start, words, INK);
    }
}

fn arrow(image: &mut Image, layout: &Layout, key: &ArrowKey) {
    let (line, left) = (layout.font.height(), layout.bar[0]);
    let length = key.length * f64::from(image.height) / 2.0;
    let mut draw = |row: f64, words: &str| {
        let at = [left, layout.arrow + row * line];
        layout.font.draw(image, at, Anchor::Start, words, INK);
    };
    draw(0.0, &key.title);
    draw(2.1, &key.words);
    // Drawn on paper of its own, of which the dark part is laid over the picture.
    let size = [(length + 8.0).ceil().max(8.0), (1.2 * line).ceil()];
    let mut paper = Canvas::new(size.map(|s| s as u32), [255; 3]);
    let middle = size[1] / 2.0;
    paper.arrow(
        [[3.0, middle], [3.0 + length, middle]],
        (0.09 * line).max(1.0),
    );
    paper.lay(crate::light::linear([0; 3]), 1.0);
    let drawn = paper.finish();
    let corner = [
        (left - 3.0) as i64,
        (layout.arrow + 1.05 * line - middle) as i64,
    ];
    for (x, y) in (0..drawn.height).flat_map(|y| (0..drawn.width).map(move |x| (x, y))) {
        let dark = 1.0 - f32::from(drawn.pixel(x, y)[0]) / 255.0;
        image.blend(
            [corner[0] + i64::from(x), corner[1] + i64::from(y)],
            ARROW_INK,
            dark,
        );
    }
}

/// Fills a rectangle; `color` gives the colour at a height.
fn fill(image: &mut Image, area: [f64; 4], color: impl Fn(f64) -> [u8; 3], opacity: f32) {
    let [left, top, right, bottom] = area.map(|v| v.round() as i64);
    let (right, bottom) = (right.max(left + 1), bottom.max(top + 1));
    for y in top..bottom {
        let color = color(y as f64 + 0.5);
        for x in left..right {
            image.blend([x, y], color, opacity);
        }
    }
}
