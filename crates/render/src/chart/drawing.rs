//! Lines and words of a plot, and how they become SVG or a picture.

use std::fmt::Write as _;

use crate::canvas::Canvas;
use crate::image::Image;
use crate::light::linear;
use crate::text::{Anchor, Font};

const PAPER: [u8; 3] = [255; 3];
/// Height of a letter in the raster to its size in points of SVG.
const FONT_SIZE: f64 = 0.75;

/// A line through points.
pub(super) struct Line {
    pub points: Vec<[f64; 2]>,
    pub color: [u8; 3],
    pub width: f64,
    /// Lengths of strokes and gaps; none for an unbroken line.
    pub dash: Option<[f64; 2]>,
}

/// Words whose line has its middle at a height.
pub(super) struct Words {
    pub at: [f64; 2],
    pub anchor: Anchor,
    pub text: String,
    pub color: [u8; 3],
}

/// A plot, ready to be written.
pub(super) struct Drawing {
    pub size: [u32; 2],
    pub font: Font,
    pub lines: Vec<Line>,
    pub words: Vec<Words>,
}

impl Drawing {
    pub(super) fn svg(&self) -> String {
        let [width, height] = self.size;
        let size = self.font.height() * FONT_SIZE;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"'Noto Sans Mono', 'DejaVu Sans Mono', monospace\" font-size=\"{size:.1}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            hex(PAPER)
        );
        for line in &self.lines {
            let mut path = String::new();
            for (k, [x, y]) in line.points.iter().enumerate() {
                let command = if k == 0 { 'M' } else { 'L' };
                // Writing to a string cannot fail.
                let _ = write!(path, "{command}{x:.2} {y:.2}");
            }
            let dash = line.dash.map_or(String::new(), |[stroke, gap]| {
                format!(" stroke-dasharray=\"{stroke} {gap}\"")
            });
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"{dash}/>",
                hex(line.color),
                line.width
            );
        }
        for words in &self.words {
            let anchor = match words.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let [x, y] = words.at;
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
                y + 0.35 * size,
                hex(words.color),
                escaped(&words.text)
            );
        }
        out + "</svg>\n"
    }

    pub(super) fn image(&self) -> Image {
        let mut canvas = Canvas::new(self.size, PAPER);
        for line in &self.lines {
            for ends in strokes(&line.points, line.dash) {
                canvas.line(ends, line.width / 2.0);
            }
            canvas.lay(linear(line.color), 1.0);
        }
        let mut image = canvas.finish();
        for words in &self.words {
            let text = &words.text;
            self.font
                .draw(&mut image, words.at, words.anchor, text, words.color);
        }
        image
    }
}

/// The segments of a line, broken where it is dashed; a point alone is a dot.
fn strokes(points: &[[f64; 2]], dash: Option<[f64; 2]>) -> Vec<[[f64; 2]; 2]> {
    if let [point] = points {
        return vec![[*point; 2]];
    }
    let segments = points.windows(2).map(|ends| [ends[0], ends[1]]);
    let Some([stroke, gap]) = dash else {
        return segments.collect();
    };
    let mut out = Vec::new();
    let mut walked = 0.0;
    for [a, b] in segments {
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        let at = |s: f64| {
            let part = s / length;
            [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]
        };
        let mut done = 0.0;
        while done < length {
            let phase = walked % (stroke + gap);
            let (left, is_stroke) = match phase < stroke {
                true => (stroke - phase, true),
                false => (stroke + gap - phase, false),
            };
            let step = left.max(1e-6).min(length - done);
            if is_stroke {
                out.push([at(done), at(done + step)]);
            }
            done += step;
            walked += step;
        }
    }
    out
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text that is to be read as it stands.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dashed_line_has_strokes_and_gaps() {
        let dashes = strokes(&[[0.0, 0.0], [7.0, 0.0], [10.0, 0.0]], Some([3.0, 2.0]));
        let drawn: f64 = dashes.iter().map(|[a, b]| b[0] - a[0]).sum();
        assert!((drawn - 6.0).abs() < 1e-9, "{dashes:?}");
        assert_eq!(strokes(&[[1.0, 2.0]], None), [[[1.0, 2.0], [1.0, 2.0]]]);
    }
}
