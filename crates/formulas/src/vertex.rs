//! The energy of one vertex while all others stand still: the gradient and the 3x3 block of the Hessian at
//! that vertex, as block descent needs them (Chen et al. 2024, "Vertex Block Descent").

use core::ops::{AddAssign, Mul};

use crate::{Mat3, Real, Vec3};

/// Gradient in N and positive semidefinite Hessian block in N/m at one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexQuadratic<R: Real> {
    /// Gradient, in N: the force with opposite sign.
    pub gradient: Vec3<R>,
    /// Hessian block, in N/m.
    pub hessian: Mat3<R>,
}

/// Item `i` of two, chosen by comparison: an array that is indexed by a number not known in advance would lie in slow
/// memory on a GPU, and so would one that a loop goes over.
#[inline]
pub fn pick2<T>([a, b]: [T; 2], i: usize) -> T {
    if i == 0 { a } else { b }
}

/// Item `i` of three; see [`pick2`].
#[inline]
pub fn pick3<T>([a, b, c]: [T; 3], i: usize) -> T {
    if i == 0 { a } else { pick2([b, c], i - 1) }
}

/// Item `i` of four; see [`pick2`].
#[inline]
pub fn pick4<T>([a, b, c, d]: [T; 4], i: usize) -> T {
    if i < 2 {
        pick2([a, b], i)
    } else {
        pick2([c, d], i - 2)
    }
}

impl<R: Real> VertexQuadratic<R> {
    /// No energy.
    #[inline]
    pub fn zero() -> Self {
        Self {
            gradient: Vec3::zeros(),
            hessian: Mat3::zeros(),
        }
    }

    /// The displacement that minimises the quadratic model, in m: `-H⁻¹ g` by `L D Lᵀ`. Directions in which nothing
    /// resists are left alone.
    ///
    /// ```
    /// use tangency_formulas::{Mat3, Vec3, VertexQuadratic};
    ///
    /// let hessian = Mat3::from_diagonal(&Vec3::new(2.0, 4.0, 0.0));
    /// let quadratic = VertexQuadratic { gradient: Vec3::new(2.0, -4.0, 1.0), hessian };
    /// assert_eq!(quadratic.descent(), Vec3::new(-1.0, 1.0, 0.0));
    /// ```
    #[inline]
    pub fn descent(&self) -> Vec3<R> {
        let (h, g) = (&self.hessian, &self.gradient);
        let tiny = R::epsilon() * (h[(0, 0)] + h[(1, 1)] + h[(2, 2)]);
        let invert = |pivot: R| {
            if pivot > tiny {
                R::one() / pivot
            } else {
                R::zero()
            }
        };
        let i0 = invert(h[(0, 0)]);
        let (l10, l20) = (h[(0, 1)] * i0, h[(0, 2)] * i0);
        let i1 = invert(h[(1, 1)] - l10 * h[(0, 1)]);
        let mixed = h[(1, 2)] - l10 * h[(0, 2)];
        let l21 = mixed * i1;
        let i2 = invert(h[(2, 2)] - l20 * h[(0, 2)] - l21 * mixed);
        let y0 = -g.x;
        let y1 = -g.y - l10 * y0;
        let y2 = -g.z - l20 * y0 - l21 * y1;
        let z = y2 * i2;
        let y = y1 * i1 - l21 * z;
        let x = y0 * i0 - l10 * y - l20 * z;
        Vec3::new(x, y, z)
    }
}

impl<R: Real> AddAssign for VertexQuadratic<R> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.gradient += other.gradient;
        self.hessian += other.hessian;
    }
}

impl<R: Real> Mul<R> for VertexQuadratic<R> {
    type Output = Self;

    #[inline]
    fn mul(self, factor: R) -> Self {
        Self {
            gradient: self.gradient * factor,
            hessian: self.hessian * factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::tet::RestTet;
    use crate::elastic::triangle::RestTriangle;
    use crate::elastic::{
        FixedCorotated, MembraneSum, NeoHookean, NeoHookeanMembrane, RestHinge, RodBend, Spring,
        StrainLimit, StvkMembrane,
    };
    use crate::testing::{Random, derivatives};
    use nalgebra::SymmetricEigen;
    use num_dual::HyperDual64;

    /// Checks a quadratic against the exact derivatives of `energy` by vertex `i`: the gradient is exact; the block is
    /// positive semidefinite and as expected.
    fn check<const K: usize, const N: usize>(
        x: [Vec3<f64>; K],
        i: usize,
        quadratic: VertexQuadratic<f64>,
        energy: impl Fn([Vec3<HyperDual64>; K]) -> HyperDual64,
        expectation: Expectation,
    ) {
        let (g, h) = derivatives::<K, N>(x, energy);
        let gradient: Vec3<f64> = g.fixed_rows::<3>(3 * i).into_owned();
        let size = gradient.norm() + h.norm() * 1e-3;
        let error = (quadratic.gradient - gradient).norm();
        assert!(error <= 1e-10 * size, "gradient: {error:e} of {size:e}");
        let exact: Mat3<f64> = h.fixed_view::<3, 3>(3 * i, 3 * i).into_owned();
        let scale = exact.norm() + quadratic.hessian.norm();
        let smallest = |m: Mat3<f64>| SymmetricEigen::new(m).eigenvalues.min();
        assert!((quadratic.hessian - quadratic.hessian.transpose()).norm() <= 1e-12 * scale);
        assert!(smallest(quadratic.hessian) >= -1e-12 * scale);
        match expectation {
            Expectation::Exact => {
                let error = (quadratic.hessian - exact).norm();
                assert!(error <= 1e-9 * scale, "Hessian: {error:e} of {scale:e}");
            }
            Expectation::Above => {
                let least = smallest(quadratic.hessian - exact);
                assert!(least >= -1e-9 * scale, "not above: {least:e} of {scale:e}");
            }
            Expectation::Any => {}
        }
    }

    /// The matrix that a Hessian block is compared with.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Expectation {
        /// The exact one.
        Exact,
        /// A bound of the exact one from above.
        Above,
        /// Any positive semidefinite one.
        Any,
    }

    fn cast<R: Real>(value: f64) -> R {
        R::from_f64(value)
    }

    #[test]
    fn tets_tell_each_vertex_its_share() {
        let mut random = Random(921);
        let rest = [[0.0; 3], [1.0, 0.0, 0.1], [0.2, 0.9, 0.0], [0.1, 0.2, 1.1]].map(Vec3::from);
        let soft = NeoHookean {
            mu: 3.0,
            lambda: 7.0,
        };
        let dual = NeoHookean {
            mu: cast(3.0),
            lambda: cast(7.0),
        };
        let corotated = FixedCorotated {
            mu: 3.0,
            lambda: 7.0,
        };
        let tet = RestTet::new(rest.each_ref()).expect("a volume");
        let lifted = rest.map(|p| p.map(HyperDual64::from_re));
        let dual_tet = RestTet::new(lifted.each_ref()).expect("a volume");
        for round in 0..400 {
            let strength = [1e-3, 0.1, 0.3][round % 3];
            let x = rest.map(|p| p + Vec3::from_fn(|_, _| strength * random.uniform()));
            let j = tet.deformation_gradient(x.each_ref()).determinant();
            if j < 0.1 {
                continue;
            }
            let expectation = if libm::log(j) < 1.0 + 3.0 / 7.0 {
                Expectation::Exact
            } else {
                Expectation::Above
            };
            for i in 0..4 {
                let quadratic = tet.at_vertex(&soft, x.each_ref(), i);
                let energy = |x: [Vec3<HyperDual64>; 4]| dual_tet.energy(&dual, x.each_ref());
                check::<4, 12>(x, i, quadratic, energy, expectation);
                // The corotated block bounds the unprojected one, which the projected one also does.
                let quadratic = tet.at_vertex(&corotated, x.each_ref(), i);
                let gradient = tet.gradient(&corotated, x.each_ref())[i];
                assert!((quadratic.gradient - gradient).norm() <= 1e-12 * (1.0 + gradient.norm()));
                let blocks = tet.projected_hessian(&corotated, x.each_ref());
                let above = quadratic.hessian - blocks[[0, 4, 7, 9][i]];
                let least = SymmetricEigen::new(above).eigenvalues.min();
                assert!(least > -1e-9 || strength > 0.2, "{least}");
            }
        }
    }

    #[test]
    fn triangles_tell_each_vertex_its_share() {
        let mut random = Random(922);
        let rest = [[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.3, 0.8, 0.0]].map(Vec3::from);
        let lifted = rest.map(|p| p.map(HyperDual64::from_re));
        let triangle = RestTriangle::new(rest.each_ref()).expect("an area");
        let dual_triangle = RestTriangle::new(lifted.each_ref()).expect("an area");
        for round in 0..600 {
            let stretch = [0.8, 1.0, 1.3][round % 3];
            let x = rest.map(|p| p * stretch + Vec3::from_fn(|_, _| 0.1 * random.uniform()));
            // Where it is pulled in every direction, nothing is left out.
            let expectation = if round % 3 == 2 {
                Expectation::Exact
            } else {
                Expectation::Above
            };
            for i in 0..3 {
                let stvk = StvkMembrane {
                    mu: 3.0,
                    lambda: 7.0,
                };
                let dual = StvkMembrane {
                    mu: cast(3.0),
                    lambda: cast(7.0),
                };
                let energy = |x: [Vec3<HyperDual64>; 3]| {
                    dual_triangle.energy(&dual, cast(0.01), x.each_ref())
                };
                let quadratic = triangle.at_vertex(&stvk, 0.01, x.each_ref(), i);
                check::<3, 9>(x, i, quadratic, energy, expectation);
                let soft = NeoHookeanMembrane {
                    mu: 3.0,
                    lambda: 7.0,
                };
                let dual = NeoHookeanMembrane {
                    mu: cast(3.0),
                    lambda: cast(7.0),
                };
                let energy = |x: [Vec3<HyperDual64>; 3]| {
                    dual_triangle.energy(&dual, cast(0.01), x.each_ref())
                };
                let quadratic = triangle.at_vertex(&soft, 0.01, x.each_ref(), i);
                check::<3, 9>(x, i, quadratic, energy, expectation);
                // Membranes without a form of their own: stress and projected blocks.
                let limited = MembraneSum(
                    stvk,
                    StrainLimit {
                        kappa: 2.0,
                        s: 2.0,
                        shat: 1.0,
                    },
                );
                let quadratic = triangle.at_vertex(&limited, 0.01, x.each_ref(), i);
                let gradient = triangle.gradient(&limited, 0.01, x.each_ref())[i];
                let block = triangle.projected_hessian(&limited, 0.01, x.each_ref())[[0, 3, 5][i]];
                assert!((quadratic.gradient - gradient).norm() <= 1e-12 * gradient.norm() + 1e-15);
                assert!((quadratic.hessian - block).norm() <= 1e-12 * block.norm());
            }
        }
    }

    #[test]
    fn hinges_rods_and_springs_tell_each_vertex_its_share() {
        let mut random = Random(923);
        let flat = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.4, 0.9, 0.0],
            [0.5, -0.8, 0.0],
        ];
        for round in 0..300 {
            let bent = 0.3 * f64::from(round % 2);
            let x = flat.map(|p| Vec3::from(p) + Vec3::from_fn(|_, _| bent * random.uniform()));
            let angle = if round % 2 == 0 { 0.0 } else { 0.1 };
            let hinge = RestHinge {
                stiffness: 2.0,
                angle,
            };
            let dual = RestHinge {
                stiffness: cast(2.0),
                angle: cast(angle),
            };
            // At rest nothing is left out.
            let expectation = if round % 2 == 0 {
                Expectation::Exact
            } else {
                Expectation::Any
            };
            for i in 0..4 {
                let quadratic = hinge.at_vertex(x.each_ref(), i);
                let energy = |x: [Vec3<HyperDual64>; 4]| dual.energy(x.each_ref());
                check::<4, 12>(x, i, quadratic, energy, expectation);
            }
            let rod = [x[2], x[0] + x[1], x[3]];
            let bend = RodBend { stiffness: 2.0 };
            for i in 0..3 {
                let quadratic = bend.at_vertex(rod.each_ref(), i);
                let dual = RodBend {
                    stiffness: cast(2.0),
                };
                let energy = |x: [Vec3<HyperDual64>; 3]| dual.energy(x.each_ref());
                check::<3, 9>(rod, i, quadratic, energy, Expectation::Above);
            }
            let ends = [x[0], x[1]];
            let spring = Spring {
                stiffness: 5.0,
                length: 0.7,
            };
            for i in 0..2 {
                let quadratic = spring.at_vertex(ends.each_ref(), i);
                let dual = Spring {
                    stiffness: cast(5.0),
                    length: cast(0.7),
                };
                let energy = |x: [Vec3<HyperDual64>; 2]| dual.energy(x.each_ref());
                check::<2, 6>(ends, i, quadratic, energy, Expectation::Above);
            }
        }
    }

    #[test]
    fn the_descent_solves_the_system() {
        let mut random = Random(920);
        for _ in 0..1_000 {
            let a = Mat3::from_fn(|_, _| random.uniform());
            let quadratic = VertexQuadratic {
                gradient: Vec3::from_fn(|_, _| random.uniform()),
                hessian: a * a.transpose() + Mat3::identity() * 1e-3,
            };
            let left = quadratic.hessian * quadratic.descent() + quadratic.gradient;
            assert!(left.norm() < 1e-10, "{left}");
        }
    }

    #[test]
    fn directions_without_resistance_are_left_alone() {
        let n: Vec3<f64> = Vec3::new(2.0, -1.0, 0.5);
        let quadratic = VertexQuadratic {
            gradient: n * 3.0,
            hessian: n * n.transpose(),
        };
        let step = quadratic.descent();
        assert!((n.dot(&step) + 3.0).abs() < 1e-12, "{step}");
        assert!(step.norm().is_finite());
        assert_eq!(VertexQuadratic::<f64>::zero().descent(), Vec3::zeros());
    }
}
