//! Plots: curves over time or over each other, one axis for each unit, as SVG or as a picture.
//!
//! ```
//! use tangency_render::chart::{Chart, Curve};
//!
//! let curve = Curve {
//!     name: "force:plate.y".to_owned(),
//!     unit: "N".to_owned(),
//!     points: vec![[0.0, 0.0], [0.1, 3.0], [0.2, 5.0]],
//!     color: 0,
//!     dash: 0,
//! };
//! let chart = Chart { title: String::new(), along: "time (s)".to_owned(), curves: vec![curve], ..Chart::default() };
//! assert!(chart.svg([640, 400]).contains("force:plate.y"));
//! assert_eq!(chart.image([640, 400]).width, 640);
//! ```

mod axis;
mod drawing;
pub mod ticks;

pub use axis::{Axis, AxisScale};

use crate::image::Image;
use crate::text::{Anchor, Font};
use drawing::{Drawing, Line, Words};

const INK: [u8; 3] = [40, 44, 52];
const GRID: [u8; 3] = [222, 225, 230];
/// Colours of curves that also the colour-blind tell apart (Okabe and Ito 2008), the dark ones.
const COLORS: [[u8; 3]; 7] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [86, 180, 233],
    [230, 159, 0],
    [70, 70, 78],
];
/// Lengths of strokes and gaps, in line heights.
const DASHES: [Option<[f64; 2]>; 4] = [None, Some([0.5, 0.35]), Some([0.1, 0.3]), Some([1.0, 0.4])];

/// Points for each pixel of width from which a curve is thinned.
const DENSE: usize = 4;

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Unit, which chooses the axis.
    pub unit: String,
    /// Points; a number that is not finite breaks the line.
    pub points: Vec<[f64; 2]>,
    /// Number of the colour.
    pub color: usize,
    /// Number of the dashes; 0 for an unbroken line.
    pub dash: usize,
}

/// Curves with one axis along and an axis for each unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Title; none where it is empty.
    pub title: String,
    /// Name of the axis along, with its unit.
    pub along: String,
    /// The curves.
    pub curves: Vec<Curve>,
    /// The rule of the axes of units.
    pub scale: AxisScale,
}

/// The curves of one unit and their place: left, top, right, bottom of the frame.
struct Panel<'a> {
    curves: Vec<&'a Curve>,
    frame: [f64; 4],
    axes: [Axis; 2],
}

impl Chart {
    /// The plot as SVG.
    pub fn svg(&self, size: [u32; 2]) -> String {
        self.drawing(size).svg()
    }

    /// The plot as a picture.
    pub fn image(&self, size: [u32; 2]) -> Image {
        self.drawing(size).image()
    }

    fn drawing(&self, size: [u32; 2]) -> Drawing {
        let mut drawing = Drawing {
            size,
            font: Font::of_height(f64::from(size[1].min(size[0])) / 36.0),
            lines: Vec::new(),
            words: Vec::new(),
        };
        let (line, [width, height]) = (drawing.font.height(), size.map(f64::from));
        let mut top = 0.6 * line;
        if !self.title.is_empty() {
            let at = [width / 2.0, top + 0.5 * line];
            drawing.write(at, Anchor::Middle, &self.title, INK);
            top += 1.6 * line;
        }
        let units = self.units();
        let bottom = height - 1.4 * line;
        let tall = (bottom - top) / units.len().max(1) as f64;
        for (k, unit) in units.iter().enumerate() {
            let area = [top + k as f64 * tall, top + (k + 1) as f64 * tall];
            self.panel(&mut drawing, unit, area);
        }
        let at = [width - 1.2 * line, height - 0.9 * line];
        drawing.write(at, Anchor::End, &self.along, INK);
        drawing
    }

    /// The units, in the order in which they first appear.
    fn units(&self) -> Vec<&str> {
        let mut units: Vec<&str> = Vec::new();
        for curve in &self.curves {
            if !units.contains(&curve.unit.as_str()) {
                units.push(&curve.unit);
            }
        }
        units
    }

    /// Draws the curves of a unit between two heights, with their legend above.
    fn panel(&self, drawing: &mut Drawing, unit: &str, [top, bottom]: [f64; 2]) {
        let curves: Vec<&Curve> = self.curves.iter().filter(|c| c.unit == unit).collect();
        let (line, width) = (drawing.font.height(), f64::from(drawing.size[0]));
        let rows = drawing.legend(&curves, unit, top);
        let is_shown = |p: &&[f64; 2]| p[0].is_finite() && self.scale.shows(p[1]);
        let all = self.curves.iter().flat_map(|c| &c.points).map(|p| p[0]);
        let own = curves
            .iter()
            .flat_map(|c| &c.points)
            .filter(is_shown)
            .map(|p| p[1]);
        let along = extremes(all.filter(|x| x.is_finite())).unwrap_or([0.0, 1.0]);
        let along = AxisScale::Linear.range(along);
        let range = self.scale.range(extremes(own).unwrap_or(match self.scale {
            AxisScale::Linear => [0.0, 1.0],
            AxisScale::Log => [1.0, 10.0],
        }));
        let low = bottom - 1.5 * line;
        let high = top + rows * line + 0.5 * line;
        let upright = Axis {
            range,
            ends: [low, high],
            scale: self.scale,
        };
        let count = (((low - high) / (2.0 * line)) as usize).clamp(2, 8);
        let labels = upright
            .marks(count)
            .into_iter()
            .map(|v| drawing.font.width(&ticks::short(v)));
        let left = labels.fold(0.0, f64::max).max(4.0 * line) + 1.1 * line;
        let frame = [left, high, width - 1.2 * line, low];
        let level = Axis {
            range: along,
            ends: [frame[0], frame[2]],
            scale: AxisScale::Linear,
        };
        let panel = Panel {
            curves,
            frame,
            axes: [level, upright],
        };
        panel.grid(drawing, count);
        panel.draw(drawing);
    }
}

impl Panel<'_> {
    /// Marks with their numbers, and the lines that the plot stands on.
    fn grid(&self, drawing: &mut Drawing, count: usize) {
        let (line, [left, top, right, bottom]) = (drawing.font.height(), self.frame);
        for number in self.axes[1].marks(count) {
            let y = self.axes[1].place(number);
            drawing.rule([[left, y], [right, y]], GRID);
            let at = [left - 0.4 * line, y];
            drawing.write(at, Anchor::End, &ticks::short(number), INK);
        }
        let across = (((right - left) / (6.0 * line)) as usize).clamp(2, 10);
        for number in self.axes[0].marks(across) {
            let x = self.axes[0].place(number);
            drawing.rule([[x, top], [x, bottom]], GRID);
            let at = [x, bottom + 0.75 * line];
            drawing.write(at, Anchor::Middle, &ticks::short(number), INK);
        }
        drawing.rule([[left, bottom], [right, bottom]], INK);
        drawing.rule([[left, top], [left, bottom]], INK);
    }

    fn draw(&self, drawing: &mut Drawing) {
        let [along, upright] = &self.axes;
        let most = DENSE * (self.frame[2] - self.frame[0]).max(1.0) as usize;
        for curve in &self.curves {
            let shown = |p: &[f64; 2]| p[0].is_finite() && upright.scale.shows(p[1]);
            let points = thinned(&curve.points, most);
            for part in points.split(|p| !shown(p)).filter(|part| !part.is_empty()) {
                let place = |p: &[f64; 2]| [along.place(p[0]), upright.place(p[1])];
                let points = part.iter().map(place).collect();
                drawing.stroke(curve, points);
            }
        }
    }
}

impl Drawing {
    fn write(&mut self, at: [f64; 2], anchor: Anchor, text: &str, color: [u8; 3]) {
        self.words.push(Words {
            at,
            anchor,
            text: text.to_owned(),
            color,
        });
    }

    /// A thin straight line.
    fn rule(&mut self, ends: [[f64; 2]; 2], color: [u8; 3]) {
        self.lines.push(Line {
            points: ends.to_vec(),
            color,
            width: (0.05 * self.font.height()).max(1.0),
            dash: None,
        });
    }

    /// A line in the manner of a curve.
    fn stroke(&mut self, curve: &Curve, points: Vec<[f64; 2]>) {
        let line = self.font.height();
        self.lines.push(Line {
            points,
            color: COLORS[curve.color % COLORS.len()],
            width: 0.11 * line,
            dash: DASHES[curve.dash % DASHES.len()].map(|d| d.map(|v| v * line)),
        });
    }

    /// The unit and the names of curves, from left to right, in as many rows as they need: the number of these.
    fn legend(&mut self, curves: &[&Curve], unit: &str, top: f64) -> f64 {
        let (line, width) = (self.font.height(), f64::from(self.size[0]));
        let unit = if unit.is_empty() { "(no unit)" } else { unit };
        let left = 1.1 * line;
        self.write([left, top + 0.6 * line], Anchor::Start, unit, INK);
        let first = left + self.font.width(unit) + 1.6 * line;
        let (mut x, mut row) = (first, 0.0);
        for curve in curves {
            let wide = 2.2 * line + self.font.width(&curve.name);
            if x + wide > width - line && x > first {
                (x, row) = (first, row + 1.0);
            }
            let y = top + (row + 0.6) * line;
            self.stroke(curve, vec![[x, y], [x + 1.5 * line, y]]);
            self.write([x + 1.9 * line, y], Anchor::Start, &curve.name, INK);
            x += wide + 1.2 * line;
        }
        row + 1.0
    }
}

/// The smallest and the largest of some numbers.
fn extremes(numbers: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    numbers.fold(None, |range, v| {
        let [low, high] = range.unwrap_or([v, v]);
        Some([v.min(low), v.max(high)])
    })
}

/// A curve over ascending numbers with at most about so many points: of each stretch its lowest and its highest, so that
/// no peak is lost. Other curves stay as they are.
fn thinned(points: &[[f64; 2]], most: usize) -> Vec<[f64; 2]> {
    let is_ascending = points.windows(2).all(|p| p[0][0] <= p[1][0]);
    if points.len() <= most.max(4) || !is_ascending {
        return points.to_vec();
    }
    let length = points.len().div_ceil(most.max(4) / 2);
    let ends = |stretch: &[[f64; 2]]| -> Vec<[f64; 2]> {
        let by = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
        let (low, high) = (stretch.iter().min_by(by), stretch.iter().max_by(by));
        let mut kept: Vec<[f64; 2]> = low.into_iter().chain(high).copied().collect();
        kept.sort_by(|a, b| a[0].total_cmp(&b[0]));
        kept
    };
    points.chunks(length).flat_map(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_curve_keeps_its_peak() {
        let mut points: Vec<[f64; 2]> = (0..10_000).map(|k| [f64::from(k), 0.0]).collect();
        points[777][1] = 5.0;
        let thin = thinned(&points, 100);
        assert!(thin.len() <= 102);
        assert!(thin.contains(&[777.0, 5.0]));
        assert!(thin.windows(2).all(|p| p[0][0] <= p[1][0]));
    }

    #[test]
    fn each_unit_has_a_panel() {
        let curve = |unit: &str, y: f64| Curve {
            name: unit.to_owned(),
            unit: unit.to_owned(),
            points: vec![[0.0, y], [1.0, y]],
            ..Curve::default()
        };
        let chart = Chart {
            curves: vec![curve("N", 1.0), curve("J", 2.0), curve("N", 3.0)],
            ..Chart::default()
        };
        assert_eq!(chart.units(), ["N", "J"]);
        let image = chart.image([400, 300]);
        let blue = (0..300).flat_map(|y| (0..400).map(move |x| (x, y)));
        let blue = blue
            .filter(|&(x, y)| image.pixel(x, y) == COLORS[0])
            .count();
        assert!(blue > 300, "{blue} pixels of curves");
    }
}
