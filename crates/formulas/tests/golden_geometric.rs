//! The geometric contact potential against the smooth contact potential of PyPI's `ipctk` 1.6.1, on small meshes near
//! contact. `golden/make_geometric.py` wrote the answers; the scenes are generated here again.
//!
//! Where the definitions differ, the library's is expressed by parameters or in this file:
//!
//! - the mollifier's ratios are squared ([`Ratio::Squared`]);
//! - a vertex has no bisectors among its tangents;
//! - the kernel is `2/3 ε^p` times ours;
//! - weights are those of the current state, with derivatives of their own: area of a face, `|e|²` of an edge, a third of
//!   `Σ|t|²` of a vertex; in the plane `|e|` of an edge, the mean length of the edges of a vertex;
//! - in the plane the outer step has the width `α_n`.
//!
//! The tolerance is 1e-10: of the value relative to it, of `u·g` to `|u| |g|`, of `u·H w` to `|u| |H| |w|`.

use crate::mesh::{Field, Mesh, Primitive, Stencil, Vec3};
use crate::stencils::Random;
use nalgebra::{DMatrix, DVector};
use tangency_formulas::contact::geometric::cosine::Pairing;
use tangency_formulas::contact::geometric::log_sum::LogSum;
use tangency_formulas::contact::geometric::recipe::Recipe;
use tangency_formulas::contact::geometric::{
    Curvature, Dimension, Potential, Ratio, Sidedness, Step,
};

const COUNT: usize = 200;
const ANSWERS: &[u8] = include_bytes!("golden/geometric.bin");

const TET: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
const CUBE: [[usize; 3]; 12] = [
    [0, 1, 3],
    [0, 3, 2],
    [4, 7, 5],
    [4, 6, 7],
    [0, 5, 1],
    [0, 4, 5],
    [2, 3, 7],
    [2, 7, 6],
    [0, 2, 6],
    [0, 6, 4],
    [1, 5, 7],
    [1, 7, 3],
];

fn points(kind: usize) -> Vec<Vec3> {
    match kind {
        0 => vec![Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()],
        1 => (0..8)
            .map(|k| Vec3::new((k >> 2) as f64, (k >> 1 & 1) as f64, (k & 1) as f64))
            .collect(),
        2 => (0..9)
            .map(|k| Vec3::new((k / 3) as f64, (k % 3) as f64, 0.0) * 0.5)
            .collect(),
        _ => {
            let d = 0.75;
            let ring = [
                [1.0, 0.0],
                [d, d],
                [0.0, 1.0],
                [-d, d],
                [-1.0, 0.0],
                [-d, -d],
                [0.0, -1.0],
                [d, -d],
            ];
            let mut points = ring.map(|[x, y]| Vec3::new(x, y, 0.0));
            if kind == 5 {
                points[0].x = -0.625;
            }
            points.to_vec()
        }
    }
}

fn one_body(kind: usize) -> Mesh {
    match kind {
        0 => Mesh::surface(4, &TET, Sidedness::Outer),
        1 => Mesh::surface(8, &CUBE, Sidedness::Outer),
        2 => {
            let corners = [0, 1, 3, 4];
            let faces: Vec<_> = corners
                .into_iter()
                .flat_map(|a| [[a, a + 3, a + 4], [a, a + 4, a + 1]])
                .collect();
            Mesh::surface(9, &faces, Sidedness::Both)
        }
        _ => Mesh {
            dimension: Dimension::Plane,
            vertices: 8,
            edges: (0..8).map(|k| [k, (k + 1) % 8]).collect(),
            faces: vec![],
            sides: vec![
                if kind == 4 {
                    Sidedness::Both
                } else {
                    Sidedness::Outer
                };
                8
            ],
        },
    }
}

fn body(random: &mut Random, kind: usize) -> Vec<Vec3> {
    let centre = [
        Vec3::new(0.25, 0.25, 0.25),
        Vec3::new(0.5, 0.5, 0.5),
        Vec3::new(0.5, 0.5, 0.0),
        Vec3::zeros(),
    ][kind.min(3)];
    let is_flat = kind > 2;
    let mut q: [f64; 4] = core::array::from_fn(|_| random.uniform());
    if is_flat {
        (q[1], q[2]) = (0.0, 0.0);
    }
    let v = Vec3::new(q[1], q[2], q[3]);
    let s = 2.0 / (q[0] * q[0] + v.dot(&v));
    let shift = random.point() * 0.25;
    points(kind)
        .into_iter()
        .map(|p| {
            let p = p - centre + random.point() * 0.125;
            let c = v.cross(&p);
            let p = p + (c * q[0] + v.cross(&c)) * s + shift;
            if is_flat { Vec3::new(p.x, p.y, 0.0) } else { p }
        })
        .collect()
}

fn scene(random: &mut Random, kind: usize) -> (Mesh, Vec<Vec3>) {
    let (mut x, b) = (body(random, kind), body(random, kind));
    let apart = [0.875, 1.25, 0.5, 2.25][kind.min(3)] + 0.25 * random.uniform();
    let apart = if kind < 3 { Vec3::z() } else { Vec3::x() } * apart;
    x.extend(b.into_iter().map(|p| p + apart));
    (one_body(kind).with(&one_body(kind)), x)
}

/// A length of a made vector as a function of a stencil, times a factor.
fn length(recipe: Recipe, x: &[Vec3], factor: f64, is_squared: bool) -> Field {
    let n = 3 * x.len();
    let (mut gradient, mut hessian) = (vec![0.0; n], vec![0.0; n * n]);
    let made = recipe.make(x);
    let length = Pairing::length(&made.value);
    let mut sum = LogSum::new(&mut gradient, &mut hessian, &mut []);
    sum.pull_gradient(&made, &length.by_a);
    sum.pull_second(&made, &length.aa, &length.by_a);
    let mut field = Field {
        value: length.value,
        gradient: DVector::from_vec(gradient),
        hessian: DMatrix::from_row_slice(n, n, &hessian),
    };
    if is_squared {
        field = field.times(&field);
    }
    Field {
        value: field.value * factor,
        gradient: field.gradient * factor,
        hessian: field.hessian * factor,
    }
}

/// The library's weight of a primitive, whose vertices and ring begin at these places of the stencil.
fn weight(
    dimension: Dimension,
    primitive: &Primitive,
    start: usize,
    ring: usize,
    x: &[Vec3],
) -> Field {
    let is_space = dimension == Dimension::Space;
    match primitive.vertices.len() {
        1 => {
            let count = primitive.ring.len();
            let factor = if is_space {
                1.0 / 3.0
            } else {
                1.0 / count as f64
            };
            let mut sum = Field::zero(3 * x.len());
            for k in ring..ring + count {
                let part = length(Recipe::Difference([k, start]), x, factor, is_space);
                sum.value += part.value;
                sum.gradient += part.gradient;
                sum.hessian += part.hessian;
            }
            sum
        }
        2 => length(Recipe::Difference([start + 1, start]), x, 1.0, is_space),
        _ => {
            let normal = Recipe::Cross([start + 1, start], [start + 2, start]);
            length(normal, x, 0.5, false)
        }
    }
}

/// A term as the library has it.
fn library_field(potential: &Potential<f64>, stencil: &Stencil, x: &[Vec3]) -> Option<Field> {
    let term = stencil.field(potential, x, Curvature::Exact);
    if term.value == 0.0 {
        return None;
    }
    let x = stencil.positions(x);
    let [a, b] = &stencil.primitives;
    let (second, core) = (a.vertices.len(), a.vertices.len() + b.vertices.len());
    let first = weight(potential.dimension, a, 0, core, &x);
    let second = weight(potential.dimension, b, second, core + a.ring.len(), &x);
    Some(term.times(&first).times(&second))
}

struct Answers(usize);

impl Answers {
    fn read(&mut self) -> f64 {
        let bytes = &ANSWERS[8 * self.0..8 * self.0 + 8];
        self.0 += 1;
        f64::from_le_bytes(bytes.try_into().unwrap())
    }
}

fn vector(random: &mut Random, n: usize, dimension: Dimension) -> DVector<f64> {
    let mut out = DVector::zeros(3 * n);
    for v in 0..n {
        let p = random.point();
        out.fixed_rows_mut::<3>(3 * v).copy_from(&p);
        if dimension == Dimension::Plane {
            out[3 * v + 2] = 0.0;
        }
    }
    out
}

#[test]
fn a_thousand_scenes_agree_with_ipctk() {
    let mut answers = Answers(0);
    for kind in 0..6 {
        let mut random = Random(2025 + kind as u64);
        let (mut worst, mut active, mut zero) = ([0.0_f64; 3], 0, 0);
        for round in 0..COUNT {
            let (mesh, x) = scene(&mut random, kind);
            let alpha_t = 0.5 + 0.375 * random.uniform();
            let alpha_n = 0.25 + 0.125 * random.uniform();
            let (beta_t, beta_n) = [(0.0, 0.0), (0.125, 0.0625)][(random.bits() % 2) as usize];
            let reach = 0.75 + 0.25 * random.uniform();
            let mut potential = Potential::new(mesh.dimension, alpha_t, alpha_n);
            potential.tangent.beta = beta_t;
            potential.normal.beta = beta_n;
            potential.mollifier.ratio = Ratio::Squared;
            potential.bisectors = false;
            if mesh.dimension == Dimension::Plane {
                potential.outer = Step::new(alpha_n);
            }
            let kernel = 2.0 / 3.0 * reach.powi(potential.power as i32);
            let mut sum = Field::zero(3 * mesh.vertices);
            for stencil in mesh.stencils(reach, |_| kernel) {
                if let Some(field) = library_field(&potential, &stencil, &x) {
                    sum.add(&field, &stencil.vertices);
                    active += 1;
                }
            }
            let u = vector(&mut random, mesh.vertices, mesh.dimension);
            let w = vector(&mut random, mesh.vertices, mesh.dimension);
            let ours = [sum.value, u.dot(&sum.gradient), u.dot(&(&sum.hessian * &w))];
            let scales = [
                sum.value,
                u.norm() * sum.gradient.norm(),
                u.norm() * sum.hessian.norm() * w.norm(),
            ];
            zero += usize::from(sum.value == 0.0);
            for k in 0..3 {
                let theirs = answers.read();
                let error = (ours[k] - theirs).abs();
                let what = ["value", "gradient", "hessian"][k];
                assert!(
                    error <= 1e-10 * scales[k],
                    "kind {kind} scene {round} {what}: {}, ipctk {theirs}",
                    ours[k]
                );
                if scales[k] > 0.0 {
                    worst[k] = worst[k].max(error / scales[k]);
                }
            }
        }
        println!("kind {kind}: {active} active terms, {zero} scenes zero, worst {worst:?}");
        // Guards the comparison itself.
        assert!(zero < COUNT / 2 && worst[0] > 1e-17);
    }
    assert_eq!(8 * answers.0, ANSWERS.len());
}
