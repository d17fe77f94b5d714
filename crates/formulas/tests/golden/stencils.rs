//! The stencils of the golden files, bit by bit as `make.py` generates them, and the answers.

use nalgebra::{SMatrix, SVector, Vector3};

pub type Vec3 = Vector3<f64>;

/// splitmix64; the same as `Random` in `golden/make.py`.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 43) as f64 * 2.0_f64.powi(-20) - 1.0
    }
    pub fn point(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.uniform())
    }
    pub fn power(&mut self, low: i64, high: i64) -> f64 {
        let exponent = low + (self.bits() % (high - low) as u64) as i64;
        2.0_f64.powi(exponent as i32)
    }
    pub fn vector<const N: usize>(&mut self) -> SVector<f64, N> {
        SVector::from_fn(|_, _| self.uniform())
    }
}

fn triple(random: &mut Random) -> (Vec3, Vec3, Vec3) {
    let (a, b, c) = (random.point(), random.point(), random.point());
    match random.bits() % 4 {
        0 => (a, b, a + (b - a) * 0.5 + (c - a) * random.power(-8, -2)),
        1 => (Vec3::zeros(), Vec3::x(), Vec3::y()),
        _ => (a, b, c),
    }
}

fn offset(random: &mut Random) -> Vec3 {
    let direction = random.point();
    direction * random.power(-17, 1)
}

/// A stencil of the kind, padded to four points.
pub fn stencil(kind: usize, random: &mut Random) -> [Vec3; 4] {
    let (a, b, c) = triple(random);
    let place = (random.bits() % 4) as usize;
    let x = if kind < 3 {
        let bases = [
            a,
            (a + b) * 0.5,
            a * 0.5 + b * 0.25 + c * 0.25,
            random.point(),
        ];
        [bases[place] + offset(random), a, b, c]
    } else {
        let along = b - a;
        let mut middle = (a + b) * 0.5 + offset(random);
        let half;
        match place {
            0 => {
                half = along * 0.5;
                middle += along * random.uniform();
            }
            1 => {
                let aside = random.point();
                half = along * 0.5 + aside * random.power(-12, -2);
            }
            2 => half = random.point(),
            _ => {
                half = random.point();
                middle = random.point();
            }
        }
        [a, b, middle - half, middle + half]
    };
    let scale = random.power(-30, 30);
    x.map(|p| p * scale)
}

/// The answers in order, and the worst relative error met.
pub struct Golden {
    answers: &'static [u8],
    next: usize,
    /// The largest error over what is allowed, times 1e-9.
    pub worst: f64,
    /// Factor of the tolerance.
    pub slack: f64,
}

impl Golden {
    pub fn new(answers: &'static [u8]) -> Self {
        Golden {
            answers,
            next: 0,
            worst: 0.0,
            slack: 1.0,
        }
    }

    pub fn is_at_the_end(&self) -> bool {
        8 * self.next == self.answers.len()
    }

    pub fn peek(&self) -> f64 {
        let bytes = &self.answers[8 * self.next..8 * self.next + 8];
        f64::from_le_bytes(bytes.try_into().unwrap())
    }

    pub fn read(&mut self) -> f64 {
        let answer = self.peek();
        self.next += 1;
        answer
    }

    /// Compares with the next answer: within `1e-9 scale`, times the slack.
    #[track_caller]
    pub fn compare(&mut self, actual: f64, scale: f64, what: &str) {
        let expected = self.read();
        let scale = scale * self.slack;
        let error = (actual - expected).abs();
        assert!(
            error <= 1e-9 * scale,
            "{what}: {actual:e}, ipctk {expected:e}: error {error:e} of {scale:e}"
        );
        if scale > 0.0 {
            self.worst = self.worst.max(error / scale);
        }
    }

    #[track_caller]
    pub fn compare_derivatives<const N: usize>(
        &mut self,
        random: &mut Random,
        gradient: &SVector<f64, N>,
        hessian: &SMatrix<f64, N, N>,
        what: &str,
    ) {
        let (u, w) = (random.vector::<N>(), random.vector::<N>());
        let scale = u.norm() * gradient.norm();
        self.compare(u.dot(gradient), scale, what);
        let scale = u.norm() * hessian.norm() * w.norm();
        self.compare(u.dot(&(hessian * w)), scale, what);
    }
}
