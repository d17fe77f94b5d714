//! One term of the potential (Huang et al. 2025, equations 13 and 14) and its derivatives:
//!
//! ```text
//! E = w M(x) g_first(x) g_second(x) p_ε(d(x))
//! ```
//!
//! `w` is a constant ([`super::weight`]), `M` the mollifier, `g` the directional factors of both primitives and `p_ε` the
//! kernel of their distance. A term is zero where the closest points are not inside of both primitives: there `M` has faded.
//! The order of the points is that of [`super::stencil`].

use super::Potential;
use super::cosine::Pairing;
use super::factors::{PrimitiveKind, StencilPrimitive};
use super::kernel::Kernel;
use super::log_sum::LogSum;
use super::mollifier::{self, Excess};
use super::recipe::Made;
use super::reduced::Reduced;
use super::sink::Sink;
use super::stencil::{Dimension, InteriorClosest, Ring, TermKind};
use crate::symmetric::remove_negative;
use crate::{Real, Vec3};

/// One term of the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term<R: Real> {
    /// The two primitives.
    pub kind: TermKind,
    /// The ring of the first.
    pub first: Ring,
    /// The ring of the second.
    pub second: Ring,
    /// `w`: product of the primitives' shares (see [`super::weight`]) and of the stiffness.
    pub weight: R,
    /// `ε` of the pair, m.
    pub reach: R,
    /// Thickness that the pair keeps, m: the kernel is one of the distance beyond it.
    pub offset: R,
}

/// The treatment of negative curvature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Curvature {
    /// It stays: the exact second derivatives.
    Exact,
    /// It is removed: the nearest positive semi-definite matrix. What is exact and semi-definite stays as it is. Takes more
    /// than ten times as long as the exact one.
    Projected,
    /// It is removed among the scalars on which the term depends, whose own curvature is dropped: positive semi-definite
    /// and cheap (see [`super::reduced`]).
    Reduced,
}

impl<R: Real> Term<R> {
    /// Number of points of the stencil.
    #[inline]
    pub fn points(&self) -> usize {
        self.kind.core() + self.first.count + self.second.count
    }

    /// Whether point `j` of the stencil belongs to the first primitive or its ring.
    #[inline]
    pub fn is_of_first(&self, j: usize) -> bool {
        let core = self.kind.core();
        let first = match self.kind {
            TermKind::EdgeEdge => 2,
            _ => 1,
        };
        j < first || (core..core + self.first.count).contains(&j)
    }

    /// Numbers of scratch memory that the Hessian needs.
    #[inline]
    pub fn scratch(&self) -> usize {
        let size = 3 * self.points();
        2 * size * size + 5 * size
    }

    /// The two primitives in the stencil.
    #[inline]
    fn primitives(&self) -> [StencilPrimitive; 2] {
        let [first, second] = self.kind.shapes();
        let core = self.kind.core();
        [
            StencilPrimitive {
                shape: first,
                start: 0,
                ring_start: core,
                ring: self.first,
                is_first: true,
            },
            StencilPrimitive {
                shape: second,
                start: if first == PrimitiveKind::Edge { 2 } else { 1 },
                ring_start: core + self.first.count,
                ring: self.second,
                is_first: false,
            },
        ]
    }

    /// The value, from the cheapest factor to the dearest, and the closest points; none if the value is exactly zero.
    #[inline]
    fn survey(&self, potential: &Potential<R>, x: &[Vec3<R>]) -> Option<(R, InteriorClosest<R>)> {
        let closest = self.kind.closest(x, self.reach + self.offset)?;
        if closest.distance <= self.offset {
            return Some((R::infinity(), closest));
        }
        let a = closest.direction.value(x);
        let primitives = self.primitives();
        if primitives.iter().any(|p| !p.is_on_side(potential, x, &a)) {
            return None;
        }
        let mut value = self.weight;
        // The second has the smaller ring.
        for primitive in primitives.into_iter().rev() {
            value *= primitive.value(potential, x, &a);
            if value == R::zero() {
                return None;
            }
        }
        let squared = closest.distance * closest.distance;
        let (ratios, count) = mollifier::ratios(self.kind, x, squared);
        for ratio in &ratios[..count] {
            value *= potential.mollifier.jet(*ratio - R::one()).value;
        }
        value *= self.kernel(potential).value(closest.distance - self.offset);
        (value != R::zero()).then_some((value, closest))
    }

    /// [`Term::survey`] where derivatives can be formed: not at contact.
    #[inline]
    fn start(&self, potential: &Potential<R>, x: &[Vec3<R>]) -> Result<(R, InteriorClosest<R>), R> {
        match self.survey(potential, x) {
            None => Err(R::zero()),
            Some((value, closest)) if value < R::infinity() => Ok((value, closest)),
            Some((value, _)) => Err(value),
        }
    }

    #[inline]
    fn kernel(&self, potential: &Potential<R>) -> Kernel<R> {
        Kernel {
            reach: self.reach,
            power: potential.power,
        }
    }

    /// Adds the derivatives of `ln p_ε(d)`.
    #[inline]
    fn add_kernel(
        &self,
        potential: &Potential<R>,
        x: &[Vec3<R>],
        distance: R,
        a: &Made<R>,
        sink: &mut impl Sink<R>,
    ) {
        let gap = distance - self.offset;
        let slopes = self.kernel(potential).jet(gap).log_derivatives();
        match self.kind.span() {
            None => sink.add_alone(a, &Pairing::length(&a.value), slopes),
            Some(span) => {
                let b = span.make(x);
                let height = Pairing::height(&a.value, &b.value);
                sink.add_pairing([a, &b], &height, slopes);
            }
        }
    }

    /// Adds the derivatives of `ln M`.
    #[inline]
    fn add_mollifier(
        &self,
        potential: &Potential<R>,
        x: &[Vec3<R>],
        distance: R,
        sink: &mut impl Sink<R>,
    ) {
        let (ratios, count) = mollifier::ratios(self.kind, x, distance * distance);
        for k in 0..count {
            let fade = potential.mollifier.jet(ratios[k] - R::one());
            if !fade.is_flat() {
                let excess = Excess::new(self.kind, x, k);
                sink.add_excess(self.kind.core(), &excess, fade.log_derivatives());
            }
        }
    }

    /// Gives every scalar that is not on a plateau to a sink, and returns the direction between the closest points.
    #[inline]
    fn add_all(
        &self,
        potential: &Potential<R>,
        x: &[Vec3<R>],
        closest: &InteriorClosest<R>,
        sink: &mut impl Sink<R>,
    ) -> Made<R> {
        let a = closest.direction.make(x);
        self.add_kernel(potential, x, closest.distance, &a, sink);
        for primitive in self.primitives() {
            primitive.add(potential, x, &a, sink);
        }
        self.add_mollifier(potential, x, closest.distance, sink);
        a
    }

    /// Whether the term is anything but exactly zero, decided by values alone.
    #[inline]
    pub fn is_active(&self, potential: &Potential<R>, x: &[Vec3<R>]) -> bool {
        self.survey(potential, x).is_some()
    }

    /// The energy, in J if the weight has the stiffness; infinite at contact.
    #[inline]
    pub fn value(&self, potential: &Potential<R>, x: &[Vec3<R>]) -> R {
        self.survey(potential, x)
            .map_or_else(R::zero, |(value, _)| value)
    }

    /// The force with which the primitives push each other apart along the direction between their closest points, in N:
    /// `-w M g g p'_ε(d)`, from which friction follows (section 5.4). Zero where the term is.
    #[inline]
    pub fn normal_force(&self, potential: &Potential<R>, x: &[Vec3<R>]) -> R {
        self.start(potential, x).map_or_else(
            |value| value,
            |(value, closest)| {
                let jet = self.kernel(potential).jet(closest.distance - self.offset);
                -(value * jet.first / jet.value)
            },
        )
    }

    /// The derivatives of [`Term::normal_force`]: that by the distance of the closest points with all else held, in N/m; and
    /// what is left, by each point of the stencil, in `gradient`. With `L = p'_ε/p_ε` and the energy `V` the force is `-L V`.
    pub fn normal_force_derivatives(
        &self,
        potential: &Potential<R>,
        x: &[Vec3<R>],
        gradient: &mut [R],
    ) -> R {
        let value = self.gradient(potential, x, gradient);
        let Ok((_, closest)) = self.start(potential, x) else {
            gradient.fill(R::zero());
            return R::zero();
        };
        let jet = self.kernel(potential).jet(closest.distance - self.offset);
        let slope = jet.first / jet.value;
        for entry in gradient.iter_mut() {
            *entry *= -slope;
        }
        -value * (jet.second / jet.value - slope * slope)
    }

    /// The energy; writes its gradient, in N, to `gradient` (three numbers for each point); zero at contact, where there is
    /// none.
    pub fn gradient(&self, potential: &Potential<R>, x: &[Vec3<R>], gradient: &mut [R]) -> R {
        let mut sum = LogSum::new(gradient, &mut [], &mut []);
        let (value, closest) = match self.start(potential, x) {
            Ok(start) => start,
            Err(value) => return value,
        };
        let a = self.add_all(potential, x, &closest, &mut sum);
        sum.finish(&a, value);
        value
    }

    /// The energy; writes its gradient, in N, and its Hessian, in N/m, rows one after the other. `scratch` has room for
    /// [`Term::scratch`] numbers.
    pub fn hessian(
        &self,
        potential: &Potential<R>,
        x: &[Vec3<R>],
        curvature: Curvature,
        gradient: &mut [R],
        hessian: &mut [R],
        scratch: &mut [R],
    ) -> R {
        let size = 3 * self.points();
        let (value, closest) = match self.start(potential, x) {
            Ok(start) => start,
            Err(value) => {
                gradient.fill(R::zero());
                hessian.fill(R::zero());
                return value;
            }
        };
        if curvature == Curvature::Reduced {
            let mut reduced = Reduced::new(size, scratch);
            self.add_all(potential, x, &closest, &mut reduced);
            reduced.finish(value, gradient, hessian);
            return value;
        }
        let mut sum = LogSum::new(gradient, hessian, &mut scratch[..size]);
        let a = self.add_all(potential, x, &closest, &mut sum);
        sum.finish(&a, value);
        if potential.dimension == Dimension::Plane {
            clear_across(hessian, size);
        }
        if curvature == Curvature::Projected {
            remove_negative(hessian, size, scratch);
        }
        value
    }
}

/// Sets the rows and columns of `z` to zero: in the plane nothing moves across it.
#[inline]
fn clear_across<R: Real>(hessian: &mut [R], size: usize) {
    for (i, row) in hessian.chunks_exact_mut(size).enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            if i % 3 == 2 || j % 3 == 2 {
                *entry = R::zero();
            }
        }
    }
}
