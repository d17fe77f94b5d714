//! Polynomials in time of degree 6 at most, vector-valued ones, and roots in [0, 1] by plain floating point.

use tangency_geometry::Vec3;

/// Largest degree, and one.
const SIZE: usize = 7;

/// `Σ c_k t^k`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Polynomial {
    c: [f64; SIZE],
    degree: usize,
}

impl Polynomial {
    /// A constant.
    pub fn constant(value: f64) -> Self {
        let mut c = [0.0; SIZE];
        c[0] = value;
        Polynomial { c, degree: 0 }
    }

    /// `self * other`.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Polynomial {
            degree: self.degree + other.degree,
            ..Self::default()
        };
        for i in 0..=self.degree {
            for j in 0..=other.degree {
                product.c[i + j] += self.c[i] * other.c[j];
            }
        }
        product
    }

    /// `self - other`.
    pub fn minus(&self, other: &Self) -> Self {
        Polynomial {
            c: std::array::from_fn(|k| self.c[k] - other.c[k]),
            degree: self.degree.max(other.degree),
        }
    }

    /// The value at `t`.
    pub fn at(&self, t: f64) -> f64 {
        let terms = self.c[..=self.degree].iter().rev();
        terms.fold(0.0, |sum, c| sum * t + c)
    }

    fn derivative(&self) -> Self {
        let mut derivative = Polynomial {
            degree: self.degree.saturating_sub(1),
            ..Self::default()
        };
        for k in 1..=self.degree {
            derivative.c[k - 1] = k as f64 * self.c[k];
        }
        derivative
    }

    /// Appends the roots in (0, 1) where the sign changes, ascending: between roots of the derivative.
    pub fn roots(&self, out: &mut Vec<f64>) {
        let (mut above, mut turns) = (self.c[0].abs(), Vec::new());
        for c in &self.c[1..=self.degree] {
            above -= c.abs();
        }
        if self.degree == 0 || above > 0.0 {
            return;
        }
        if self.degree > 1 {
            self.derivative().roots(&mut turns);
        }
        turns.push(1.0);
        let mut low = 0.0;
        for high in turns {
            out.extend(self.root_between(low, high));
            low = high;
        }
    }

    /// The root between two places with one change of sign between them: regula falsi, halved where it stalls.
    fn root_between(&self, mut low: f64, mut high: f64) -> Option<f64> {
        let (mut at_low, mut at_high) = (self.at(low), self.at(high));
        if (at_low < 0.0) == (at_high < 0.0) {
            return None;
        }
        for pass in 0..200 {
            if high - low <= f64::EPSILON * high {
                break;
            }
            let secant = low - at_low * (high - low) / (at_high - at_low);
            let inside = pass % 3 < 2 && secant > low && secant < high;
            let t = if inside { secant } else { 0.5 * (low + high) };
            if t <= low || t >= high {
                break;
            }
            let here = self.at(t);
            if (here < 0.0) == (at_low < 0.0) {
                (low, at_low) = (t, here);
            } else {
                (high, at_high) = (t, here);
            }
        }
        Some(low)
    }
}

/// A vector-valued polynomial of degree 2 at most.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    c: [Vec3; 3],
    degree: usize,
}

impl Vectors {
    /// `x + t p`.
    pub fn line(x: Vec3, p: Vec3) -> Self {
        Vectors {
            c: [x, p, Vec3::zeros()],
            degree: 1,
        }
    }

    /// The difference of two lines.
    pub fn minus(&self, other: &Self) -> Self {
        Vectors {
            c: std::array::from_fn(|k| self.c[k] - other.c[k]),
            degree: self.degree.max(other.degree),
        }
    }

    /// The cross product of two lines.
    pub fn cross(&self, other: &Self) -> Self {
        let ([a, b, _], [c, d, _]) = (&self.c, &other.c);
        Vectors {
            c: [a.cross(c), a.cross(d) + b.cross(c), b.cross(d)],
            degree: 2,
        }
    }

    /// The dot product.
    pub fn dot(&self, other: &Self) -> Polynomial {
        let mut product = Polynomial {
            degree: self.degree + other.degree,
            ..Polynomial::default()
        };
        for i in 0..=self.degree {
            for j in 0..=other.degree {
                product.c[i + j] += self.c[i].dot(&other.c[j]);
            }
        }
        product
    }
}
