//! Control points with a smooth falloff: each moves what is near.
//!
//! ```text
//! u(x) = Σ φ(|x - c|/R) a,   φ(r) = (1 - r)⁴ (4r + 1) for r < 1, else 0        (Wendland's C² function)
//! ```
//!
//! The 15 points of Huang et al. 2025, section 6.3, as far as the paper tells: it refers to Gjoka et al. 2024 for the form.

use tangency_engine::Vec3;

/// A mirror plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mirror {
    /// A point of the plane, m.
    pub point: Vec3,
    /// Its normal, of length 1.
    pub normal: Vec3,
}

impl Mirror {
    /// The picture of a point.
    pub fn point(&self, x: &Vec3) -> Vec3 {
        x - 2.0 * self.normal.dot(&(x - self.point)) * self.normal
    }

    /// The picture of a direction.
    pub fn direction(&self, a: &Vec3) -> Vec3 {
        a - 2.0 * self.normal.dot(a) * self.normal
    }
}

/// Points that move what is around them.
#[derive(Clone, Debug)]
pub struct ControlPoints {
    /// The points, m.
    pub points: Vec<Vec3>,
    /// Distance R beyond which a point moves nothing, m.
    pub radius: f64,
    /// Directions in which each point moves.
    pub directions: Vec<Vec3>,
    /// A plane to whose other side everything is mirrored.
    pub mirror: Option<Mirror>,
}

impl ControlPoints {
    /// The displacement of every vertex for each number, per metre: the directions of the first point, then those of the second.
    /// Vertices that are `held` stay.
    pub fn fields(&self, vertices: &[Vec3], held: &[u32]) -> Vec<Vec<Vec3>> {
        let mut fields = Vec::with_capacity(self.points.len() * self.directions.len());
        for point in &self.points {
            for direction in &self.directions {
                let mut field: Vec<Vec3> = vertices
                    .iter()
                    .map(|x| self.displacement(x, point, direction))
                    .collect();
                held.iter().for_each(|&v| field[v as usize] = Vec3::zeros());
                fields.push(field);
            }
        }
        fields
    }

    fn displacement(&self, x: &Vec3, point: &Vec3, direction: &Vec3) -> Vec3 {
        let own = falloff((x - point).norm() / self.radius) * direction;
        let Some(mirror) = &self.mirror else {
            return own;
        };
        let other = mirror.point(point);
        let mirrored = falloff((x - other).norm() / self.radius) * mirror.direction(direction);
        // Near the plane both are the same point, which moves within the plane.
        let apart = ((other - point).norm() / self.radius).min(1.0);
        (own + mirrored) * (0.5 + 0.5 * apart)
    }
}

fn falloff(r: f64) -> f64 {
    if r < 1.0 {
        let square = (1.0 - r) * (1.0 - r);
        square * square * (4.0 * r + 1.0)
    } else {
        0.0
    }
}

/// So many of the points, each as far as can be from those before it; the first is the farthest from their middle.
pub fn spread_points(points: &[Vec3], count: usize) -> Vec<Vec3> {
    let middle = points.iter().sum::<Vec3>() / points.len().max(1) as f64;
    let mut gaps: Vec<f64> = points.iter().map(|x| (x - middle).norm()).collect();
    let mut chosen: Vec<Vec3> = Vec::new();
    while chosen.len() < count.min(points.len()) {
        let first = (gaps.iter().enumerate()).fold(
            0,
            |best, (k, gap)| {
                if *gap > gaps[best] { k } else { best }
            },
        );
        let next = points[first];
        if chosen.is_empty() {
            gaps.fill(f64::INFINITY);
        }
        for (gap, x) in gaps.iter_mut().zip(points) {
            *gap = gap.min((x - next).norm());
        }
        chosen.push(next);
    }
    chosen
}
