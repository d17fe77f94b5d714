//! The hot formulas, each over 1024 stencils, so that branches are not learnt by heart; the throughput
//! line says how many a second.
#![allow(
    missing_docs,
    reason = "criterion_group! makes a public function without a comment"
)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nalgebra::{Matrix3, Vector3};
use std::cell::RefCell;
use std::hint::black_box;
use tangency_formulas::contact::geometric::factors::PrimitiveKind;
use tangency_formulas::contact::geometric::{
    Curvature, Dimension, Fan, Potential, Ring, Sidedness, Term, TermKind,
};
use tangency_formulas::contact::mollified::{self, BarrierDerivatives};
use tangency_formulas::contact::{ContactFrame, log_barrier};
use tangency_formulas::distance::{edge_edge, mollifier, point_edge, point_point, point_triangle};
use tangency_formulas::elastic::tet::RestTet;
use tangency_formulas::elastic::{FixedCorotated, NeoHookean, SolidEnergy, svd3};

type Vec3 = Vector3<f64>;
const COUNT: usize = 1024;

struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
    fn point(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.uniform())
    }
    fn stencils(&mut self) -> Vec<[Vec3; 4]> {
        (0..COUNT)
            .map(|_| core::array::from_fn(|_| self.point()))
            .collect()
    }
}

fn bench<T, U>(c: &mut Criterion, name: &str, inputs: &[T], f: impl Fn(&T) -> U) {
    let mut group = c.benchmark_group("formulas");
    group.throughput(Throughput::Elements(inputs.len() as u64));
    group.bench_function(name, |b| {
        b.iter(|| {
            for input in inputs {
                black_box(f(black_box(input)));
            }
        });
    });
    group.finish();
}

fn distances(c: &mut Criterion) {
    let x = Random(1).stencils();
    bench(c, "squared point-point", &x, |[p, q, ..]| {
        point_point::squared(p, q)
    });
    bench(c, "squared point-edge", &x, |[p, a, b, _]| {
        point_edge::squared(p, a, b)
    });
    bench(c, "squared point-triangle", &x, |[p, a, b, c]| {
        point_triangle::squared(p, a, b, c)
    });
    bench(c, "squared edge-edge", &x, |[p, a, b, c]| {
        edge_edge::squared(p, a, b, c)
    });
}

/// `E'` and `E''` of the log barrier with a reach of twice the distance.
fn barrier(d: f64) -> (f64, f64) {
    let (s, shat) = (d * d, 4.0 * d * d);
    let (b1, b2) = (log_barrier::first(s, shat), log_barrier::second(s, shat));
    (2.0 * d * b1, 2.0 * b1 + 4.0 * s * b2)
}

fn contacts(c: &mut Criterion) {
    let x = Random(2).stencils();
    bench(c, "hessian point-point", &x, |[p, q, ..]| {
        let frame = ContactFrame::point_point(p, q);
        let (first, second) = barrier(frame.distance);
        (
            frame.gradient(first),
            frame.projected_hessian(first, second),
        )
    });
    bench(c, "hessian point-edge", &x, |[p, a, b, _]| {
        let frame = ContactFrame::point_edge(p, a, b);
        let (first, second) = barrier(frame.distance);
        (
            frame.gradient(first),
            frame.projected_hessian(first, second),
        )
    });
    bench(c, "hessian point-triangle", &x, |[p, a, b, c]| {
        let frame = ContactFrame::point_triangle(p, a, b, c);
        let (first, second) = barrier(frame.distance);
        (
            frame.gradient(first),
            frame.projected_hessian(first, second),
        )
    });
    bench(c, "hessian edge-edge", &x, |[p, a, b, c]| {
        let frame = ContactFrame::edge_edge(p, a, b, c);
        let (first, second) = barrier(frame.distance);
        (
            frame.gradient(first),
            frame.projected_hessian(first, second),
        )
    });
    bench(c, "hessian edge-edge mollified", &x, |[p, a, b, c]| {
        let (kind, s) = edge_edge::classify_squared(p, a, b, c);
        let eps = 1e3 * mollifier::threshold(p, a, b, c);
        let shat = 4.0 * s;
        let barrier = BarrierDerivatives {
            value: log_barrier::value(s, shat),
            first: log_barrier::first(s, shat),
            second: log_barrier::second(s, shat),
        };
        mollified::projected_hessian(kind, [p, a, b, c], eps, barrier)
    });
}

/// The stencils of two sheets that lie upon each other, a little crumpled: rings of six, edges with two faces.
fn sheets(random: &mut Random, kind: TermKind) -> Vec<Vec3> {
    let bump = |random: &mut Random| random.point() * 0.02;
    let core = match kind {
        TermKind::VertexVertex => [[0.0, 0.0, 0.1], [0.05, 0.0, 0.0]].to_vec(),
        TermKind::VertexEdge => [[0.0, 0.0, 0.1], [-0.4, 0.03, 0.0], [0.6, 0.03, 0.0]].to_vec(),
        TermKind::VertexFace => [
            [0.0, 0.0, 0.1],
            [-0.3, -0.3, 0.0],
            [0.7, -0.3, 0.0],
            [0.2, 0.6, 0.0],
        ]
        .to_vec(),
        TermKind::EdgeEdge => [
            [-0.4, 0.0, 0.1],
            [0.6, 0.0, 0.1],
            [0.1, 0.5, 0.0],
            [-0.1, -0.5, 0.0],
        ]
        .to_vec(),
    };
    let mut x: Vec<Vec3> = core.iter().map(|p| Vec3::from(*p) + bump(random)).collect();
    let shapes = kind.shapes();
    for (shape, start, turn) in [(shapes[0], 0, -1.0), (shapes[1], kind.core() / 2, 1.0)] {
        let start = if shape == PrimitiveKind::Edge && kind == TermKind::EdgeEdge {
            start
        } else {
            start.min(1)
        };
        match shape {
            PrimitiveKind::Vertex => x.extend(
                (0..6)
                    .map(|k| {
                        let angle = turn * f64::from(k) * core::f64::consts::FRAC_PI_3;
                        x[start] + Vec3::new(angle.cos(), angle.sin(), 0.0) + bump(random)
                    })
                    .collect::<Vec<_>>(),
            ),
            PrimitiveKind::Edge => {
                let (middle, along) = ((x[start] + x[start + 1]) * 0.5, x[start + 1] - x[start]);
                let aside = Vec3::z().cross(&along) * turn;
                x.extend([middle + aside + bump(random), middle - aside + bump(random)]);
            }
            PrimitiveKind::Face => {}
        }
    }
    x
}

fn geometric_terms(c: &mut Criterion) {
    let kinds = [
        TermKind::VertexVertex,
        TermKind::VertexEdge,
        TermKind::VertexFace,
        TermKind::EdgeEdge,
    ];
    for kind in kinds {
        let mut random = Random(4);
        let inputs: Vec<Vec<Vec3>> = (0..COUNT).map(|_| sheets(&mut random, kind)).collect();
        let ring = |shape| Ring {
            count: match shape {
                PrimitiveKind::Vertex => 6,
                PrimitiveKind::Edge => 2,
                PrimitiveKind::Face => 0,
            },
            fan: if shape == PrimitiveKind::Vertex {
                Fan::Closed
            } else {
                Fan::None
            },
            side: Sidedness::Outer,
        };
        let [first, second] = kind.shapes().map(ring);
        let term = Term {
            kind,
            first,
            second,
            weight: 1.0,
            reach: 0.3,
            offset: 0.0,
        };
        let potential = Potential::new(Dimension::Space, 0.5, 0.1);
        let active = inputs
            .iter()
            .filter(|x| term.is_active(&potential, x))
            .count();
        println!(
            "{kind:?}: {active} of {COUNT} active, {} points",
            term.points()
        );
        let n = 3 * term.points();
        bench(c, &format!("geometric {kind:?} value"), &inputs, |x| {
            term.value(&potential, x)
        });
        let buffers = RefCell::new((vec![0.0; n], vec![0.0; n * n], vec![0.0; term.scratch()]));
        bench(c, &format!("geometric {kind:?} gradient"), &inputs, |x| {
            term.gradient(&potential, x, &mut buffers.borrow_mut().0)
        });
        for curvature in [Curvature::Exact, Curvature::Projected, Curvature::Reduced] {
            let name = format!("geometric {kind:?} hessian {curvature:?}");
            bench(c, &name, &inputs, |x| {
                let (gradient, hessian, scratch) = &mut *buffers.borrow_mut();
                term.hessian(&potential, x, curvature, gradient, hessian, scratch)
            });
        }
        // Seen from the inside, every term is rejected.
        let inside: Vec<Vec<Vec3>> = inputs
            .iter()
            .map(|x| x.iter().map(|p| Vec3::new(p.x, p.y, -p.z)).collect())
            .collect();
        bench(c, &format!("geometric {kind:?} rejection"), &inside, |x| {
            term.is_active(&potential, x)
        });
    }
}

fn elasticity(c: &mut Criterion) {
    let mut random = Random(3);
    let rest = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()];
    let Some(tet) = RestTet::new([&rest[0], &rest[1], &rest[2], &rest[3]]) else {
        return;
    };
    let bent: Vec<Matrix3<f64>> = (0..COUNT)
        .map(|_| {
            let rotation = svd3::svd3(&Matrix3::from_fn(|_, _| random.uniform())).u;
            rotation + Matrix3::from_fn(|_, _| 0.1 * random.uniform())
        })
        .collect();
    let x: Vec<[Vec3; 4]> = bent.iter().map(|f| rest.map(|p| f * p)).collect();
    let neo_hookean = NeoHookean {
        mu: 2.0,
        lambda: 5.0,
    };
    let corotated = FixedCorotated {
        mu: 2.0,
        lambda: 5.0,
    };
    bench(c, "svd", &bent, svd3::svd3);
    bench(c, "tet neo-Hookean energy", &bent, |f| {
        neo_hookean.energy(f)
    });
    bench(c, "tet neo-Hookean gradient", &x, |[a, b, c, d]| {
        tet.gradient(&neo_hookean, [a, b, c, d])
    });
    bench(c, "tet neo-Hookean hessian", &x, |[a, b, c, d]| {
        tet.projected_hessian(&neo_hookean, [a, b, c, d])
    });
    bench(c, "tet corotated gradient", &x, |[a, b, c, d]| {
        tet.gradient(&corotated, [a, b, c, d])
    });
    bench(c, "tet corotated hessian", &x, |[a, b, c, d]| {
        tet.projected_hessian(&corotated, [a, b, c, d])
    });
}

criterion_group!(benches, distances, contacts, geometric_terms, elasticity);
criterion_main!(benches);
