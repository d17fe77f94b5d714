//! The chi-shaped structure: two curved strips, back to back, that meet in the middle, between two plates.
//!
//! The left strip lies between circles of radii R and R - t about (-c, 0), the right one is its mirror image. The outer
//! circles cross at (0, +-n/2), the tips of two cusps: c^2 = R^2 - n^2/4. R is chosen so that the inner circles end at the
//! corners of the plates, sqrt((R - t)^2 - h^2/4) - c = -w/2.

use super::super::check::{below, positive};
use super::{Border, Sizes, Vec2, mesh};
use crate::SurfaceMesh;
use crate::generate::GenerateError;
use std::f64::consts::PI;

/// Two strips that meet, and two plates that they end on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiParameters {
    /// Width w, m.
    pub width: f64,
    /// Height over all, m.
    pub height: f64,
    /// Thickness t of the strips, m.
    pub thickness: f64,
    /// Thickness of the plates above and below, m; zero for none.
    pub plate: f64,
    /// Distance n between the tips of the two cusps, m: the lower, the narrower they are.
    pub neck: f64,
    /// Edge length, m.
    pub edge: f64,
    /// Edge at the tips of the cusps, m; edges get longer by two fifths of the distance from there.
    pub cusp_edge: f64,
}

impl Default for ChiParameters {
    /// A metre high.
    fn default() -> Self {
        Self {
            width: 0.6,
            height: 1.0,
            thickness: 0.1,
            plate: 0.08,
            neck: 0.15,
            edge: 0.05,
            cusp_edge: 0.03,
        }
    }
}

/// A chi-shaped structure.
pub fn chi(p: &ChiParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "chi";
    let strips = Strips::new(p)?;
    let mut sizes = Sizes::graded(p.edge, 0.4);
    for y in [-p.neck / 2.0, p.neck / 2.0] {
        sizes.along(&[Vec2::new(0.0, y); 2], p.cusp_edge.min(p.edge));
    }
    let (w, h) = (p.width / 2.0, strips.half_height);
    let foot = strips.foot();
    if p.plate == 0.0 {
        let border = Border::starting(Vec2::new(-w, -h), &sizes).line(Vec2::new(foot, -h));
        let border = strips.foot_to_cusp(border, -1.0, -1.0);
        let border = strips
            .cusp_to_foot(border, 1.0, -1.0)
            .line(Vec2::new(w, -h));
        let border = strips.side(border, 1.0).line(Vec2::new(-foot, h));
        let border = strips.foot_to_cusp(border, 1.0, 1.0);
        let border = strips
            .cusp_to_foot(border, -1.0, 1.0)
            .line(Vec2::new(-w, h));
        return mesh(SHAPE, &[strips.side(border, -1.0).close()], &sizes);
    }
    let top = p.height / 2.0;
    let border = Border::starting(Vec2::new(-w, -top), &sizes)
        .line(Vec2::new(w, -top))
        .line(Vec2::new(w, -h));
    let border = strips
        .side(border, 1.0)
        .line(Vec2::new(w, top))
        .line(Vec2::new(-w, top))
        .line(Vec2::new(-w, h));
    let outer = strips.side(border, -1.0).close();
    // The holes, clockwise from their cusps: over the left foot above, over the right one below.
    let hole = |up: f64| {
        let border = Border::starting(Vec2::new(0.0, up * p.neck / 2.0), &sizes);
        let border = strips
            .cusp_to_foot(border, -up, up)
            .line(Vec2::new(-up * foot, up * h));
        strips.foot_to_cusp(border, up, up).close()
    };
    mesh(SHAPE, &[outer, hole(1.0), hole(-1.0)], &sizes)
}

/// The circles the strips lie between.
struct Strips {
    /// The radius R, m.
    outer: f64,
    /// The radius R - t, m.
    inner: f64,
    /// Distance of the circles' middles from x = 0, m.
    centre: f64,
    /// Half the height of the strips, m.
    half_height: f64,
    /// Half the distance of the cusps, m.
    half_neck: f64,
}

impl Strips {
    fn new(p: &ChiParameters) -> Result<Self, GenerateError> {
        const SHAPE: &str = "chi";
        let lengths = [
            ("width", p.width),
            ("height", p.height),
            ("thickness", p.thickness),
            ("neck", p.neck),
            ("edge", p.edge),
            ("cusp edge", p.cusp_edge),
        ];
        positive(SHAPE, &lengths)?;
        if p.plate != 0.0 {
            positive(SHAPE, &[("plate", p.plate)])?;
            below(
                SHAPE,
                ("both plates", 2.0 * p.plate),
                ("the height", p.height),
            )?;
        }
        let (t, w) = (p.thickness, p.width / 2.0);
        let (h, n) = (p.height / 2.0 - p.plate, p.neck / 2.0);
        below(SHAPE, ("thickness", t), ("half the width", w))?;
        below(
            SHAPE,
            ("neck", p.neck),
            ("the height of the strips", 2.0 * h),
        )?;
        let end = |r: f64| ((r - t).powi(2) - h * h).max(0.0).sqrt() - (r * r - n * n).sqrt();
        // From half circles to straight strips.
        let (mut low, mut high) = (t + h, (t + h).max(1.0));
        below(
            SHAPE,
            ("half the width", w),
            ("that of half circles", -end(low)),
        )?;
        for _ in 0..60 {
            if end(high) > -w {
                break;
            }
            high *= 2.0;
        }
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if end(middle) < -w {
                low = middle;
            } else {
                high = middle;
            }
        }
        let outer = (low + high) / 2.0;
        Ok(Self {
            outer,
            inner: outer - t,
            centre: (outer * outer - n * n).sqrt(),
            half_height: h,
            half_neck: n,
        })
    }

    /// The place where the left strip's outer circle ends on the plates, x < 0.
    fn foot(&self) -> f64 {
        (self.outer.powi(2) - self.half_height.powi(2)).sqrt() - self.centre
    }

    /// The angle on a circle at a height, seen from its middle: of the left (side -1) or right (1) strip.
    fn angle(&self, side: f64, radius: f64, y: f64) -> f64 {
        let angle = (y / radius).asin();
        if side < 0.0 { angle } else { PI - angle }
    }

    /// The outer circle of a strip from its foot, above (up 1) or below (-1), to the cusp.
    fn foot_to_cusp<'a>(&self, border: Border<'a>, side: f64, up: f64) -> Border<'a> {
        let at = |y: f64| self.angle(side, self.outer, up * y);
        let centre = Vec2::new(side * self.centre, 0.0);
        border.arc(
            centre,
            self.outer,
            [at(self.half_height), at(self.half_neck)],
        )
    }

    /// The outer circle of a strip from the cusp to its foot.
    fn cusp_to_foot<'a>(&self, border: Border<'a>, side: f64, up: f64) -> Border<'a> {
        let at = |y: f64| self.angle(side, self.outer, up * y);
        let centre = Vec2::new(side * self.centre, 0.0);
        border.arc(
            centre,
            self.outer,
            [at(self.half_neck), at(self.half_height)],
        )
    }

    /// The inner circle of a strip, counter-clockwise around the whole: up on the right, down on the left.
    fn side<'a>(&self, border: Border<'a>, side: f64) -> Border<'a> {
        let at = |y: f64| self.angle(side, self.inner, y * self.half_height);
        let centre = Vec2::new(side * self.centre, 0.0);
        border.arc(centre, self.inner, [at(-side), at(side)])
    }
}
