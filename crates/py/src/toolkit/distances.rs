//! Squared distances of many pairs at once, with their derivatives, closest features, and the mollifier of edges.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tangency_engine::Vec3;
use tangency_engine::linear::Block;
use tangency_formulas::distance::{
    edge_edge, foot::Foot, mollifier, point_edge, point_point, point_triangle,
};

use super::arguments::{ArrayArgument, positive, refused};
use crate::arrays::shaped;

/// Stencils computed by one task.
const RUN: usize = 256;

/// The points of `n` stencils of `K` vertices; each argument has one point for all, or `n`.
pub fn stencils<const K: usize>(
    py: Python<'_>,
    names: &[String],
    points: &[Bound<'_, PyAny>],
) -> PyResult<Vec<[Vec3; K]>> {
    if points.len() != K || names.len() != K {
        return Err(refused(
            py,
            format!("expected are {K} arrays of points, not {}", points.len()),
        ));
    }
    let mut all = Vec::with_capacity(K);
    let mut count = None;
    for (name, value) in names.iter().zip(points) {
        let (vectors, is_one) = ArrayArgument::new(name, value).vector_or_vectors()?;
        let (found, first) = (
            vectors.len(),
            count.get_or_insert((vectors.len(), name, is_one)),
        );
        if first.2 && !is_one {
            *first = (found, name, false);
        }
        if !is_one && !first.2 && first.0 != found {
            let message = format!(
                "`{name}` has {found} rows and `{}` has {}: they have to be as many, or one point of shape (3,)",
                first.1, first.0
            );
            return Err(refused(py, message));
        }
        all.push((vectors, is_one));
    }
    let count = count.map_or(0, |(count, ..)| count);
    let at = |k: usize, row: usize| {
        let (vectors, is_one): &(Vec<Vec3>, bool) = &all[k];
        vectors[if *is_one { 0 } else { row }]
    };
    Ok((0..count)
        .map(|row| std::array::from_fn(|k| at(k, row)))
        .collect())
}

/// What is asked of a distance.
#[derive(Clone, Copy)]
enum Order {
    Value,
    Gradient,
    Hessian,
}

impl Order {
    fn of(py: Python<'_>, order: u8) -> PyResult<Self> {
        match order {
            0 => Ok(Order::Value),
            1 => Ok(Order::Gradient),
            2 => Ok(Order::Hessian),
            _ => Err(refused(
                py,
                format!("derivatives are of order 0, 1 or 2, not {order}"),
            )),
        }
    }

    fn shape(self, vertices: usize) -> Vec<usize> {
        match self {
            Order::Value => Vec::new(),
            Order::Gradient => vec![3 * vertices],
            Order::Hessian => vec![3 * vertices; 2],
        }
    }
}

/// Fills one stencil's numbers after the other, in parallel.
fn fill<const K: usize>(
    stencils: &[[Vec3; K]],
    order: Order,
    write: impl Fn(&[Vec3; K], &mut [f64]) + Sync,
) -> Vec<f64> {
    let width = order.shape(K).iter().product();
    let mut numbers = vec![0.0; stencils.len() * width];
    numbers
        .par_chunks_mut(width)
        .with_min_len(RUN)
        .zip(stencils)
        .for_each(|(numbers, x)| write(x, numbers));
    numbers
}

/// Value and derivatives of the squared distance of many stencils.
fn evaluate<const K: usize>(
    stencils: &[[Vec3; K]],
    order: Order,
    squared: impl Fn(&[Vec3; K]) -> f64 + Sync,
    foot: impl Fn(&[Vec3; K]) -> Foot<f64, K> + Sync,
) -> Vec<f64> {
    match order {
        Order::Value => fill(stencils, order, |x, out| out[0] = squared(x)),
        Order::Gradient => fill(stencils, order, |x, out| {
            put_gradient(&foot(x).gradient(), out)
        }),
        Order::Hessian => fill(stencils, order, |x, out| {
            let foot = foot(x);
            put_blocks::<K>(out, |i, j| foot.hessian_block(i, j));
        }),
    }
}

fn put_gradient(by_vertex: &[Vec3], out: &mut [f64]) {
    for (numbers, by_vertex) in out.chunks_exact_mut(3).zip(by_vertex) {
        numbers.copy_from_slice(by_vertex.as_slice());
    }
}

/// Writes a matrix of K x K blocks by rows.
fn put_blocks<const K: usize>(out: &mut [f64], block: impl Fn(usize, usize) -> Block) {
    for i in 0..K {
        for j in 0..K {
            let block = block(i, j);
            for row in 0..3 {
                for column in 0..3 {
                    out[(3 * i + row) * 3 * K + 3 * j + column] = block[(row, column)];
                }
            }
        }
    }
}

macro_rules! by_kind {
    ($py:ident, $kind:expr, $names:expr, $points:expr, $order:ident, {
        $($word:literal $count:literal [$($x:ident),+] $squared:expr, $foot:expr;)+
    }) => {
        match $kind {
            $($word => {
                let stencils = stencils::<$count>($py, $names, $points)?;
                let numbers = $py.detach(|| {
                    evaluate(&stencils, $order, |[$($x),+]| $squared, |[$($x),+]| $foot)
                });
                shaped($py, numbers, &$order.shape($count))
            })+
            other => Err(refused($py, format!("there is no distance of `{other}`"))),
        }
    };
}

/// The squared distance of n pairs of a kind (order 0), its gradient (1) or Hessian (2); `names` are those of the points.
#[pyfunction]
fn distance<'py>(
    py: Python<'py>,
    kind: &str,
    order: u8,
    names: Vec<String>,
    points: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let order = Order::of(py, order)?;
    by_kind!(py, kind, &names, &points, order, {
        "point-point" 2 [p, q] point_point::squared(p, q), Foot::point_point(p, q);
        "point-edge" 3 [p, a, b] point_edge::squared(p, a, b),
            point_edge::foot_of(point_edge::classify(p, a, b), p, a, b);
        "point-triangle" 4 [p, a, b, c] point_triangle::squared(p, a, b, c),
            point_triangle::foot_of(point_triangle::classify(p, a, b, c), p, a, b, c);
        "edge-edge" 4 [a, b, c, d] edge_edge::squared(a, b, c, d),
            edge_edge::foot_of(edge_edge::classify(a, b, c, d), a, b, c, d);
        "point-line" 3 [p, a, b] point_edge::squared_line(p, a, b), point_edge::foot(p, a, b);
        "point-plane" 4 [p, a, b, c] point_triangle::squared_plane(p, a, b, c), point_triangle::foot(p, a, b, c);
        "line-line" 4 [a, b, c, d] edge_edge::squared_line(a, b, c, d), edge_edge::foot(a, b, c, d);
    })
}

/// The closest features of n pairs of a kind, by their numbers.
#[pyfunction]
fn distance_type<'py>(
    py: Python<'py>,
    kind: &str,
    names: Vec<String>,
    points: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let types: Vec<u8> = match kind {
        "point-edge" => stencils::<3>(py, &names, &points)?
            .iter()
            .map(|[p, a, b]| point_edge::classify(p, a, b) as u8)
            .collect(),
        "point-triangle" => stencils::<4>(py, &names, &points)?
            .iter()
            .map(|[p, a, b, c]| point_triangle::classify(p, a, b, c) as u8)
            .collect(),
        "edge-edge" => stencils::<4>(py, &names, &points)?
            .iter()
            .map(|[a, b, c, d]| edge_edge::classify(a, b, c, d) as u8)
            .collect(),
        other => return Err(refused(py, format!("`{other}` has no closest features"))),
    };
    Ok(types.into_pyarray(py))
}

/// The mollifier of n pairs of edges with threshold `eps_x` (m⁴), its gradient or Hessian.
#[pyfunction]
fn mollifier_of<'py>(
    py: Python<'py>,
    order: u8,
    names: Vec<String>,
    points: Vec<Bound<'py, PyAny>>,
    eps_x: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let order = Order::of(py, order)?;
    let eps = positive(py, "eps_x", eps_x)?;
    let stencils = stencils::<4>(py, &names, &points)?;
    let numbers = py.detach(|| {
        fill(&stencils, order, |[a0, a1, b0, b1], out| {
            let c = mollifier::cross_squared(a0, a1, b0, b1);
            let gradient = mollifier::gradient(a0, a1, b0, b1);
            let (first, second) = (mollifier::first(c, eps), mollifier::second(c, eps));
            match order {
                Order::Value => out[0] = mollifier::value(c, eps),
                Order::Gradient => put_gradient(&gradient.map(|g| g * first), out),
                Order::Hessian => {
                    let by_cross = mollifier::hessian(a0, a1, b0, b1);
                    for i in 0..12 {
                        for j in 0..12 {
                            let outer = gradient[i / 3][i % 3] * gradient[j / 3][j % 3];
                            out[12 * i + j] = first * by_cross[(i, j)] + second * outer;
                        }
                    }
                }
            }
        })
    });
    shaped(py, numbers, &order.shape(4))
}

/// The mollifier's thresholds of n pairs of edges at rest, m⁴.
#[pyfunction]
fn mollifier_threshold<'py>(
    py: Python<'py>,
    names: Vec<String>,
    points: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let stencils = stencils::<4>(py, &names, &points)?;
    let thresholds = stencils.iter();
    let thresholds = thresholds.map(|[a0, a1, b0, b1]| mollifier::threshold(a0, a1, b0, b1));
    Ok(thresholds.collect::<Vec<_>>().into_pyarray(py))
}

/// Adds the functions to the module.
pub fn add_to(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(distance, m)?)?;
    m.add_function(wrap_pyfunction!(distance_type, m)?)?;
    m.add_function(wrap_pyfunction!(mollifier_of, m)?)?;
    m.add_function(wrap_pyfunction!(mollifier_threshold, m)?)
}
