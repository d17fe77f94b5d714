//! Exact predicates against rational linear algebra, on inputs made to be degenerate.

use dashu_ratio::RBig;
use proptest::prelude::*;
use tangency_geometry::Vec3;
use tangency_geometry::bvh::{BroadPhase, Surface};
use tangency_geometry::intersection;

/// `sum_k c_k u_k + c_last >= 0` over the unknowns `u`.
type Inequality = Vec<RBig>;

fn rational(v: &Vec3) -> [RBig; 3] {
    std::array::from_fn(|k| RBig::try_from(v[k]).unwrap())
}

/// Whether two simplices share a point: is `sum_i l_i a_i = sum_j m_j b_j` solvable with weights that are not
/// negative and sum to one? Equations are eliminated by Gauss, inequalities by Fourier and Motzkin.
fn simplices_meet(a: &[&Vec3], b: &[&Vec3]) -> bool {
    let unknowns = a.len() + b.len();
    let zero = || RBig::ZERO;
    let mut equations: Vec<Vec<RBig>> = Vec::new();
    for k in 0..3 {
        let mut row: Vec<RBig> = a.iter().map(|v| rational(v)[k].clone()).collect();
        row.extend(b.iter().map(|v| -rational(v)[k].clone()));
        row.push(zero());
        equations.push(row);
    }
    for (from, to) in [(0, a.len()), (a.len(), unknowns)] {
        let mut row: Vec<RBig> = (0..unknowns)
            .map(|i| {
                if (from..to).contains(&i) {
                    RBig::ONE
                } else {
                    zero()
                }
            })
            .collect();
        row.push(-RBig::ONE);
        equations.push(row);
    }
    let mut inequalities: Vec<Inequality> = (0..unknowns)
        .map(|i| {
            (0..=unknowns)
                .map(|j| if i == j { RBig::ONE } else { zero() })
                .collect()
        })
        .collect();
    while let Some(equation) = equations.pop() {
        let Some(pivot) = (0..unknowns).find(|&i| equation[i] != zero()) else {
            if equation[unknowns] != zero() {
                return false;
            }
            continue;
        };
        for row in equations.iter_mut().chain(&mut inequalities) {
            let factor = row[pivot].clone() / equation[pivot].clone();
            for (r, e) in row.iter_mut().zip(&equation) {
                *r -= factor.clone() * e.clone();
            }
        }
    }
    for unknown in 0..unknowns {
        inequalities = eliminate(inequalities, unknown);
    }
    inequalities.iter().all(|row| row[unknowns] >= zero())
}

/// Fourier-Motzkin: every lower bound of the unknown against every upper bound.
fn eliminate(rows: Vec<Inequality>, unknown: usize) -> Vec<Inequality> {
    let zero = RBig::ZERO;
    let (lower, rest): (Vec<_>, Vec<_>) = rows.into_iter().partition(|r| r[unknown] > zero);
    let (upper, mut kept): (Vec<_>, Vec<_>) = rest.into_iter().partition(|r| r[unknown] < zero);
    for l in &lower {
        for u in &upper {
            let (scale_l, scale_u) = (-u[unknown].clone(), l[unknown].clone());
            let sum = l
                .iter()
                .zip(u)
                .map(|(l, u)| scale_l.clone() * l.clone() + scale_u.clone() * u.clone());
            kept.push(sum.collect());
        }
    }
    kept.sort();
    kept.dedup();
    kept
}

fn volume_sign(x: &[Vec3]) -> std::cmp::Ordering {
    let o = rational(&x[0]);
    let [u, v, w]: [[RBig; 3]; 3] = std::array::from_fn(|i| {
        let p = rational(&x[i + 1]);
        std::array::from_fn(|k| p[k].clone() - o[k].clone())
    });
    let minor = |i: usize, j: usize| v[i].clone() * w[j].clone() - v[j].clone() * w[i].clone();
    let volume =
        u[0].clone() * minor(1, 2) + u[1].clone() * minor(2, 0) + u[2].clone() * minor(0, 1);
    volume.cmp(&RBig::ZERO)
}

/// Vertices on a tiny grid, some replaced by combinations of others, some moved by single units in the last place.
fn vertices(n: usize) -> impl Strategy<Value = Vec<Vec3>> {
    let grid = prop::array::uniform3(-2i8..=2).prop_map(|c| Vec3::from(c.map(f64::from)));
    let change = (0usize..4, 0..n, 0..n, 0usize..3, 0u8..=8);
    (
        prop::collection::vec(grid, n),
        prop::collection::vec(change, n),
        prop::bool::ANY,
    )
        .prop_map(|(mut x, changes, scaled)| {
            if scaled {
                // Coordinates that no longer lie on a binary grid.
                x.iter_mut().for_each(|x| *x = x.map(|c| c * 0.1 + 0.3));
            }
            for (i, (kind, a, b, axis, eighths)) in changes.into_iter().enumerate() {
                match kind {
                    0 => x[i] = x[a] + (x[b] - x[a]) * (f64::from(eighths) / 8.0),
                    1 => x[i][axis] = nudged(x[i][axis], f64::next_up),
                    2 => x[i][axis] = nudged(x[i][axis], f64::next_down),
                    _ => {}
                }
            }
            x
        })
}

/// The neighbouring double; of 0, one so near that it is lost in any sum, but whose products do not underflow.
fn nudged(x: f64, next: impl Fn(f64) -> f64) -> f64 {
    if x == 0.0 { next(1.0) - 1.0 } else { next(x) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edge_triangle(x in vertices(5)) {
        let [e0, e1, t0, t1, t2] = [&x[0], &x[1], &x[2], &x[3], &x[4]];
        prop_assert_eq!(intersection::edge_triangle(e0, e1, t0, t1, t2), simplices_meet(&[e0, e1], &[t0, t1, t2]));
    }

    #[test]
    fn edge_edge(x in vertices(4)) {
        let [a0, a1, b0, b1] = [&x[0], &x[1], &x[2], &x[3]];
        prop_assert_eq!(intersection::edge_edge(a0, a1, b0, b1), simplices_meet(&[a0, a1], &[b0, b1]));
    }

    #[test]
    fn point_edge(x in vertices(3)) {
        prop_assert_eq!(intersection::point_edge(&x[0], &x[1], &x[2]), simplices_meet(&[&x[0]], &[&x[1], &x[2]]));
    }

    #[test]
    fn tet(x in vertices(4)) {
        let inverted = intersection::tet_inverted(&x[0], &x[1], &x[2], &x[3]);
        prop_assert_eq!(inverted, volume_sign(&x) != std::cmp::Ordering::Greater);
    }
}

#[test]
fn the_reference_knows_simple_cases() {
    let v = |x, y, z| Vec3::new(x, y, z);
    let triangle = [&v(0.0, 0.0, 0.0), &v(1.0, 0.0, 0.0), &v(0.0, 1.0, 0.0)];
    assert!(simplices_meet(
        &[&v(0.2, 0.2, -1.0), &v(0.2, 0.2, 1.0)],
        &triangle
    ));
    assert!(simplices_meet(
        &[&v(0.5, 0.5, 0.0), &v(1.0, 1.0, 0.0)],
        &triangle
    ));
    assert!(!simplices_meet(
        &[&v(0.5, 0.5f64.next_up(), 0.0), &v(1.0, 1.0, 0.0)],
        &triangle
    ));
    assert!(!intersection::tet_inverted(
        triangle[0],
        triangle[1],
        triangle[2],
        &v(0.0, 0.0, 1.0)
    ));
    assert!(intersection::point_point(triangle[1], &v(1.0, 0.0, -0.0)));
}

#[test]
fn find_all_lists_the_pierced_triangles() {
    let v = |x, y, z| Vec3::new(x, y, z);
    let x = [
        v(0.0, 0.0, 0.0),
        v(1.0, 0.0, 0.0),
        v(0.0, 1.0, 0.0),
        v(1.0, 1.0, 0.0),
        v(0.3, 0.3, -1.0),
        v(0.3, 0.3, 1.0),
        v(0.9, 0.9, 1.0),
        v(0.9, 0.9, 0.0),
    ];
    let surface = Surface {
        points: &[],
        edges: &[[6, 7], [4, 5], [0, 1], [5, 6]],
        triangles: &[[1, 3, 2], [0, 1, 2]],
    };
    let mut broad = BroadPhase::new();
    assert_eq!(
        intersection::find_all(&mut broad, &surface, &x, |_, _| true),
        [(0, 0), (1, 1)]
    );
    assert_eq!(
        intersection::find_all(&mut broad, &surface, &x, |edge, _| edge != 0),
        [(1, 1)]
    );
}
