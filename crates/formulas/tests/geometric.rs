//! What must hold of the geometric contact potential as a whole: continuity, invariance, no forces where nothing touches,
//! and a barrier wherever something does.

#[path = "geometric/mesh.rs"]
mod mesh;
#[path = "geometric/shapes.rs"]
mod shapes;
#[path = "golden/stencils.rs"]
#[allow(dead_code, reason = "only the generator is used")]
mod stencils;

use mesh::{Field, Mesh, Stencil, Vec3};
use nalgebra::{Rotation3, Unit};
use shapes::{Body, cube, distance, point, polygon, rod, sheet, tet};
use stencils::Random;
use tangency_formulas::contact::geometric::{
    Curvature, Dimension, Kernel, Potential, Side, weight,
};

fn rotation(random: &mut Random) -> Rotation3<f64> {
    let axis = Unit::new_normalize(random.point());
    Rotation3::from_axis_angle(&axis, 3.0 * random.uniform())
}

fn total(potential: &Potential<f64>, stencils: &[Stencil], x: &[Vec3]) -> f64 {
    stencils.iter().map(|s| s.value(potential, x)).sum()
}

/// Value and gradient of a sum of terms.
fn gradient(potential: &Potential<f64>, stencils: &[Stencil], x: &[Vec3]) -> Vec<f64> {
    let mut sum = vec![0.0; 1 + 3 * x.len()];
    for stencil in stencils {
        let mut part = vec![0.0; 3 * stencil.vertices.len()];
        sum[0] += stencil
            .term
            .gradient(potential, &stencil.positions(x), &mut part);
        for (i, &v) in stencil.vertices.iter().enumerate() {
            for c in 0..3 {
                sum[1 + 3 * v + c] += part[3 * i + c];
            }
        }
    }
    sum
}

fn norm(values: &[f64]) -> f64 {
    values.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Follows the largest jumps of a function on (0, 1) into ever smaller intervals: what is left of them there, relative
/// to the largest value.
fn jump(f: impl Fn(f64) -> Vec<f64>) -> f64 {
    const SAMPLES: usize = 600;
    let between = |a: &[f64], b: &[f64]| {
        let apart: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        norm(&apart)
    };
    let values: Vec<_> = (0..=SAMPLES)
        .map(|k| f(k as f64 / SAMPLES as f64))
        .collect();
    let scale = values.iter().map(|v| norm(v)).fold(0.0, f64::max);
    if scale == 0.0 {
        return 0.0;
    }
    let mut jumps: Vec<_> = (0..SAMPLES)
        .map(|k| (between(&values[k], &values[k + 1]), k))
        .collect();
    jumps.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut worst = 0.0_f64;
    for &(_, k) in &jumps[..6] {
        let (mut low, mut high) = (k as f64, k as f64 + 1.0);
        let (mut left, mut right) = (values[k].clone(), values[k + 1].clone());
        for _ in 0..26 {
            let middle = 0.5 * (low + high);
            let value = f(middle / SAMPLES as f64);
            if between(&left, &value) > between(&value, &right) {
                (high, right) = (middle, value);
            } else {
                (low, left) = (middle, value);
            }
        }
        worst = worst.max(between(&left, &right) / scale);
    }
    worst
}

/// The paper's potential in space.
fn paper(alpha: f64) -> Potential<f64> {
    Potential::new(Dimension::Space, alpha, 0.1)
}

/// All terms of a body, each with weight 1.
fn terms(body: &Body, reach: f64) -> Vec<Stencil> {
    body.mesh.stencils(reach, |_| 1.0)
}

#[test]
fn values_and_gradients_are_continuous_along_random_paths() {
    let mut random = Random(71);
    let (mut worst, mut counts) = (0.0_f64, 0);
    for round in 0..60 {
        let shapes = [tet(), cube(1), sheet(2), rod(2), point()];
        let a = shapes[round % 5].clone();
        let b = shapes[(round / 5) % 3].clone();
        let both = a.with(&b);
        let n = both.x.len() - b.x.len();
        let [turn_a, turn_b] = [rotation(&mut random), rotation(&mut random)];
        let shift = Vec3::z() * 1.1 + random.point() * 0.4;
        let start: Vec<Vec3> = (0..both.x.len())
            .map(|v| {
                if v < n {
                    turn_a * both.x[v]
                } else {
                    turn_b * both.x[v] + shift
                }
            })
            .collect();
        // The second body slides past, and everything deforms a little.
        let slide = random.point() * 0.7;
        let motion: Vec<Vec3> = (0..start.len())
            .map(|v| random.point() * 0.2 + if v < n { Vec3::zeros() } else { slide })
            .collect();
        let potential = paper(0.5 + 0.45 * random.uniform());
        let stencils = terms(&both, 0.8);
        let at =
            |s: f64| -> Vec<Vec3> { (0..start.len()).map(|v| start[v] + motion[v] * s).collect() };
        // Only what does not go through itself has a continuous potential.
        let is_apart = (0..40).all(|k| {
            let x = at(f64::from(k) / 40.0);
            let (mut first, mut second) = (shapes[round % 5].clone(), b.clone());
            first.x.copy_from_slice(&x[..n]);
            second.x.copy_from_slice(&x[n..]);
            distance(&first, &second) > 0.05
        });
        if is_apart && total(&potential, &stencils, &at(0.5)) > 0.0 {
            let left = jump(|s| gradient(&potential, &stencils, &at(s)));
            assert!(left < 1e-5, "round {round}: {left:e}");
            worst = worst.max(left);
            counts += 1;
        }
    }
    println!("{counts} paths, largest jump {worst:e}");
    assert!(counts > 20);
}

/// Paths of a point over a cube, close to it: from the middle of its top over the edge, over the corner.
fn walks() -> [[Vec3; 2]; 4] {
    let h = 0.07;
    [
        [[0.3, 0.4, 1.0 + h], [1.3, 0.45, 1.0 + h]],
        [[0.6, 0.6, 1.0 + h], [1.2, 1.2, 1.0 + h]],
        [[1.0 + h, 0.2, 1.0 + h], [1.0 + h, 1.3, 1.0 + h]],
        [[0.95, 0.95, 1.1], [1.25, 1.25, 0.8]],
    ]
    .map(|ends| ends.map(Vec3::from))
}

#[test]
fn a_walk_from_face_to_edge_to_vertex_has_no_jump_and_no_hole() {
    for subdivision in [1, 2] {
        for alpha in [0.1, 0.5, 1.0] {
            for [from, to] in walks() {
                let potential = paper(alpha);
                let body = cube(subdivision).with(&point());
                let stencils = terms(&body, 0.5);
                let at = |s: f64| {
                    let mut x = body.x.clone();
                    *x.last_mut().unwrap() = from + (to - from) * s;
                    x
                };
                let left = jump(|s| gradient(&potential, &stencils, &at(s)));
                assert!(left < 1e-5, "{left:e}");
                let kernel = Kernel {
                    reach: 0.5,
                    power: 2,
                };
                for k in 0..=1000 {
                    let x = at(f64::from(k) / 1000.0);
                    let mut other = point();
                    other.x[0] = *x.last().unwrap();
                    let d = distance(&cube(1), &other);
                    let share = total(&potential, &stencils, &x) / kernel.value(d);
                    assert!(share > 0.05 || d > 0.5, "{share} at {k} of {from:?} {to:?}");
                }
            }
        }
    }
}

#[test]
fn equation_9_would_leave_a_hole_at_sharp_edges() {
    // Beside an edge with the dihedral angle of a tetrahedron, straight above one of its faces.
    let angle = (1.0_f64 / 3.0).acos();
    let (t1, t2) = (Vec3::x(), Vec3::new(angle.cos(), -angle.sin(), 0.0));
    let n = Vec3::y();
    // (v - t1) x (v - t2) with v = -n, positive inside of the wedge.
    let inside = (-n - t1).cross(&(-n - t2)).z;
    assert!(inside < -0.27, "{inside}");
    // The same in the potential: a point above a face of a tet, exactly over its edge.
    let body = tet();
    let [a, b, c] = [body.x[0], body.x[1], body.x[2]];
    let normal = (b - a).cross(&(c - a)).normalize();
    let middle = (a + b) * 0.5;
    let mut above = point();
    above.x[0] = middle + normal * 1e-3;
    let both = body.with(&above);
    let sum = total(&paper(0.5), &terms(&both, 0.1), &both.x);
    assert!(sum > 0.9e6, "{sum:e}");
}

#[test]
fn it_does_not_change_when_everything_moves() {
    let mut random = Random(72);
    for round in 0..40 {
        let shapes = [tet(), cube(1), sheet(1), rod(2)];
        let turn = rotation(&mut random);
        let body = shapes[round % 4].clone().map(|p| turn * p);
        let shift = Vec3::z() * 0.9 + random.point() * 0.3;
        let body = body.with(&shapes[(round / 4) % 4].clone().map(|p| p + shift));
        let potential = paper(0.8);
        let stencils = terms(&body, 0.7);
        let (turn, shift) = (rotation(&mut random), random.point() * 4.0);
        let moved: Vec<Vec3> = body.x.iter().map(|p| turn * p + shift).collect();
        let (here, there) = (
            gradient(&potential, &stencils, &body.x),
            gradient(&potential, &stencils, &moved),
        );
        let size = norm(&here);
        assert!((here[0] - there[0]).abs() <= 1e-10 * here[0].abs());
        let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
        for v in 0..body.x.len() {
            let [g, h] = [&here, &there].map(|g| Vec3::from_column_slice(&g[1 + 3 * v..4 + 3 * v]));
            assert!((turn * g - h).norm() <= 1e-9 * size);
            force += g;
            torque += body.x[v].cross(&g);
        }
        // By that invariance forces and torques balance.
        assert!(force.norm() <= 1e-11 * size && torque.norm() <= 1e-11 * size);
    }
}

#[test]
fn it_scales_like_one_over_a_length_to_the_power_p() {
    let body = cube(1).with(&tet().map(|p| p + Vec3::new(0.4, 0.5, 1.7)));
    let potential = paper(0.6);
    let here = total(&potential, &terms(&body, 0.8), &body.x);
    assert!(here > 0.0);
    for scale in [1e-3, 0.1, 7.0, 1e4] {
        let large: Vec<Vec3> = body.x.iter().map(|p| p * scale).collect();
        let there = total(&potential, &terms(&body, 0.8 * scale), &large);
        assert!((there * scale * scale / here - 1.0).abs() < 1e-11);
        // With weights, an energy goes with the square of a length.
        let share = weight::vertex(Dimension::Space, scale) * weight::face(scale * scale);
        assert!((share * there / (here * scale * scale) - 1.0).abs() < 1e-11);
    }
}

/// All terms of a body are exactly zero, with a reach beyond the body.
fn assert_no_terms(what: &str, body: &Body, alpha: f64) {
    let mut inactive = 0;
    for stencil in terms(body, 10.0) {
        let field = stencil.field(&paper(alpha), &body.x, Curvature::Exact);
        assert_eq!(
            field.value, 0.0,
            "{what}, alpha {alpha}: {:?}",
            stencil.primitives
        );
        assert!(
            !stencil
                .term
                .is_active(&paper(alpha), &stencil.positions(&body.x))
        );
        assert_eq!(field.gradient.norm() + field.hessian.norm(), 0.0);
        inactive += 1;
    }
    println!("{what}, alpha {alpha}: {inactive} terms, all zero");
}

#[test]
fn nothing_pushes_where_nothing_touches() {
    for alpha in [0.1, 0.5, 0.8] {
        assert_no_terms("flat sheet", &sheet(4), alpha);
        let fold = |angle: f64| {
            sheet(4).map(|p| {
                let x = p.x - 0.5;
                if x > 0.0 {
                    Vec3::new(x * angle.cos(), p.y, x * angle.sin())
                } else {
                    Vec3::new(x, p.y, 0.0)
                }
            })
        };
        // From wing to wing it goes at 45° to both: near a minimum for an α beyond the cosine, 0.71.
        if alpha < 0.7 {
            assert_no_terms("sheet folded by a right angle", &fold(1.57), alpha);
            assert_no_terms("sheet folded the other way", &fold(-1.2), alpha);
        }
        assert_no_terms("sheet folded a little", &fold(0.2), alpha);
        assert_no_terms("cube", &cube(3), alpha);
        let pressed = cube(3).map(|p| Vec3::new(p.x, p.y, p.z * 0.33));
        assert_no_terms("cube pressed to a third", &pressed, alpha);
        let wall = cube(3).map(|p| Vec3::new(p.x, p.y, p.z * 1e-3));
        assert_no_terms("thin wall", &wall, alpha);
        assert_no_terms("tet", &tet(), alpha);
        assert_no_terms("straight rod", &rod(6), alpha);
    }
}

/// Moves `b` towards `a` until they are this far apart, from wherever it is; None if it does not meet `a`.
fn approach(a: &Body, b: &Body, along: &Vec3, gap: f64) -> Option<Body> {
    // No step is longer than the distance that is left, so that none goes through.
    let mut b = b.clone();
    for _ in 0..10_000 {
        let left = distance(a, &b) - gap;
        if left <= 1e-9 * gap + 1e-15 {
            return Some(b);
        }
        if left > 20.0 {
            return None;
        }
        b = b.map(|p| p + along * left);
    }
    None
}

#[test]
fn the_same_holds_in_the_plane() {
    let mut random = Random(74);
    let (mut least, mut worst) = (f64::INFINITY, 0.0_f64);
    for round in 0..60 {
        let shapes = [
            polygon(2, 1.0),
            polygon(3, 0.4),
            polygon(4, 0.9),
            polygon(6, 0.2),
        ];
        let turn = |angle: f64| Rotation3::from_axis_angle(&Vec3::z_axis(), angle);
        let (turn_a, turn_b) = (turn(3.0 * random.uniform()), turn(3.0 * random.uniform()));
        let a = shapes[round % 4].clone().map(|p| turn_a * p);
        let from = turn(3.0 * random.uniform()) * Vec3::x() * 3.0;
        let b = shapes[(round / 4) % 4].clone().map(|p| turn_b * p + from);
        let target = a.x[round % a.x.len()];
        let along = (target - b.x[round % b.x.len()]).normalize();
        let potential = Potential::new(Dimension::Plane, 0.5 + 0.45 * random.uniform(), 0.1);
        for gap in [1e-1, 1e-3, 1e-6] {
            let Some(b) = approach(&a, &b, &along, gap) else {
                continue;
            };
            let both = a.clone().with(&b);
            let stencils = terms(&both, 0.3);
            let sum = total(&potential, &stencils, &both.x);
            let share = sum
                / Kernel {
                    reach: 0.3,
                    power: 1,
                }
                .value(gap);
            assert!(share > 0.05, "{share} at {gap:e}, round {round}");
            least = least.min(share);
            // A slide past each other.
            if gap == 1e-1 {
                let aside = along.cross(&Vec3::z());
                let at = |s: f64| -> Vec<Vec3> {
                    let moved =
                        b.x.iter()
                            .map(|p| p + aside * (0.4 * s - 0.2) - along * (0.3 * s));
                    a.x.iter().copied().chain(moved).collect()
                };
                let is_apart = (0..50).all(|k| {
                    let mut b = b.clone();
                    b.x.copy_from_slice(&at(f64::from(k) / 50.0)[a.x.len()..]);
                    distance(&a, &b) > 0.03
                });
                if is_apart {
                    worst = worst.max(jump(|s| gradient(&potential, &stencils, &at(s))));
                }
            }
        }
        // Alone, nothing pushes: neither a convex body nor the points of a blunt star.
        let single = &shapes[[0, 2][round % 2]];
        for stencil in terms(single, 10.0) {
            assert_eq!(stencil.value(&potential, &single.x), 0.0);
        }
    }
    println!("plane: least share {least}, largest jump {worst:e}");
    assert!(worst < 1e-5 && worst > 0.0);
}

/// Asserts that the sum of all terms is at least a share of the kernel at the bodies' distance.
fn barrier(a: &Body, b: &Body, alpha: f64, what: &str) -> f64 {
    let gap = distance(a, b);
    let both = a.clone().with(b);
    let reach = 0.3;
    let sum = total(&paper(alpha), &terms(&both, reach), &both.x);
    let share = sum / Kernel { reach, power: 2 }.value(gap);
    assert!(
        share > 0.02,
        "{what}: {share} of the kernel at {gap:e}, alpha {alpha}"
    );
    share
}

#[test]
fn every_approach_meets_a_barrier() {
    let mut random = Random(73);
    let (mut least, mut count) = (f64::INFINITY, 0);
    for round in 0..120 {
        let shapes = [tet(), cube(1), sheet(1), rod(1), point()];
        let (i, j) = (round % 5, (round / 5) % 5);
        let turn = rotation(&mut random);
        let a = shapes[i].clone().map(|p| turn * p);
        let turn = rotation(&mut random);
        let from = random.point().normalize() * 3.0;
        let b = shapes[j].clone().map(|p| turn * p + from);
        // Towards some vertex of the first body, so that they meet.
        let target = a.x[round % a.x.len()] * 0.9;
        let start = b.x[round % b.x.len()];
        let along = (target - start).normalize();
        for gap in [1e-2, 1e-4, 1e-7] {
            if let Some(b) = approach(&a, &b, &along, gap) {
                for alpha in [0.1, 0.5, 1.0] {
                    least = least.min(barrier(&a, &b, alpha, &format!("{i} and {j}")));
                    count += 1;
                }
            }
        }
    }
    println!("{count} approaches, least share {least}");
    assert!(count > 400);
}

#[test]
fn aligned_features_meet_a_barrier() {
    // Faces flush, edges parallel or crossing, vertices on vertices: where closest points are not unique.
    let a = cube(1);
    let mut least = f64::INFINITY;
    let shifts = [0.0, 0.5, 1.0 - 1e-9, 1.0, 1.0 + 1e-9, 0.999, 0.3];
    for gap in [1e-2, 1e-4, 1e-6] {
        for x in shifts {
            for y in shifts {
                let above = Vec3::new(x, y, 1.0 + gap);
                for (what, b) in [
                    ("cube", cube(1)),
                    ("fine cube", cube(2)),
                    ("sheet", sheet(1)),
                    ("rod", rod(2)),
                    ("rod across", rod(2).map(|p| Vec3::new(p.z, p.x, p.y))),
                    ("point", point()),
                ] {
                    let b = b.map(|p| p + above);
                    if distance(&a, &b) < 0.1 {
                        for alpha in [0.1, 0.5, 1.0] {
                            least = least.min(barrier(&a, &b, alpha, what));
                        }
                    }
                }
            }
        }
    }
    println!("least share {least}");
}

#[test]
fn the_way_to_contact_ends_at_infinity() {
    let a = cube(1);
    let b = tet().map(|p| p + Vec3::new(0.5, 0.4, 3.0));
    let mut before = 0.0;
    for k in 1..12 {
        let gap = 10.0_f64.powi(-k);
        let b = approach(&a, &b, &-Vec3::z(), gap).unwrap();
        let both = a.clone().with(&b);
        let sum = total(&paper(0.5), &terms(&both, 0.3), &both.x);
        assert!(sum > 20.0 * before, "{sum:e} after {before:e}");
        before = sum;
    }
    assert!(before > 1e20);
}

/// How often a closed surface winds around a point: 1 inside, 0 outside.
fn winding(body: &Body, p: &Vec3) -> f64 {
    let solid_angle = |f: &[usize; 3]| {
        let [a, b, c] = f.map(|v| body.x[v] - p);
        let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
        let below = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        2.0 * a.dot(&b.cross(&c)).atan2(below)
    };
    body.mesh.faces.iter().map(solid_angle).sum::<f64>() / (4.0 * core::f64::consts::PI)
}

#[test]
fn there_is_no_hole_around_any_feature() {
    let mut random = Random(75);
    let blade = cube(1).map(|p| Vec3::new(p.x, p.y * p.z * 0.02 + 0.3 * p.y, p.z));
    let mut dented = cube(2);
    for p in &mut dented.x {
        *p += random.point() * 0.15;
    }
    let shapes = [tet(), cube(1), blade, dented, sheet(2), rod(2)];
    for (number, body) in shapes.iter().enumerate() {
        let both = body.clone().with(&point());
        let is_closed = both.mesh.sides[0] == Side::Outer;
        let stencils = terms(&both, 0.1);
        // Only those with the point: the body alone may be close to itself.
        let last = body.x.len();
        let stencils: Vec<_> = stencils
            .into_iter()
            .filter(|s| s.vertices.contains(&last))
            .collect();
        for alpha in [0.05, 0.3, 1.0] {
            let potential = paper(alpha);
            let (mut least, mut count) = (f64::INFINITY, 0);
            for _ in 0..3000 {
                // Near an edge or a vertex, where terms hand over to each other.
                let [i, j] = body.mesh.edges[random.bits() as usize % body.mesh.edges.len()];
                let along = random.uniform() * f64::from((random.bits() % 2) as u32);
                let foot = (body.x[i] + body.x[j]) * 0.5 + (body.x[j] - body.x[i]) * (0.5 * along);
                let foot = if random.bits() % 2 == 0 {
                    foot
                } else {
                    body.x[i]
                };
                let mut other = point();
                other.x[0] = foot + random.point() * 1e-3;
                if is_closed && winding(body, &other.x[0]) > 0.5 {
                    continue;
                }
                let d = distance(body, &other);
                let mut x = both.x.clone();
                x[last] = other.x[0];
                let kernel = Kernel {
                    reach: 0.1,
                    power: 2,
                };
                let share = total(&potential, &stencils, &x) / kernel.value(d);
                least = least.min(share);
                count += 1;
            }
            println!("shape {number}, alpha {alpha}: {count} points, least share {least}");
            // Below 0.15 the edge's factors fade before the face's mollifier is whole: a dip, but no hole.
            let expected = if alpha < 0.15 { 0.05 } else { 0.99 };
            assert!(
                least > expected && count > 500,
                "{number}, {alpha}: {least}"
            );
        }
    }
}

/// Minimises `k/2 Σ|x - target|² + κ Ψ` by Newton's method; the number of iterations.
fn newton(body: &Body, target: &[Vec3], split: usize, curvature: Curvature) -> usize {
    let (stiffness, kappa) = (1.0, 1e-4);
    let potential = paper(0.5);
    let stencils = terms(body, 0.2);
    let mut x = body.x.clone();
    let energy = |x: &[Vec3]| {
        let pulled: f64 = x
            .iter()
            .zip(target)
            .map(|(x, t)| (x - t).norm_squared())
            .sum();
        0.5 * stiffness * pulled + kappa * total(&potential, &stencils, x)
    };
    let apart = |x: &[Vec3]| {
        let part = |start: usize, end: usize, mesh: &Mesh| Body {
            mesh: mesh.clone(),
            x: x[start..end].to_vec(),
        };
        let half = cube(1).mesh;
        distance(&part(0, split, &half), &part(split, x.len(), &half))
    };
    for iteration in 1..200 {
        let mut sum = Field::zero(3 * x.len());
        for stencil in &stencils {
            let field = stencil.field(&potential, &x, curvature);
            if field.value != 0.0 {
                sum.add(&field, &stencil.vertices);
            }
        }
        let mut gradient = sum.gradient * kappa;
        let mut hessian = sum.hessian * kappa;
        for i in 0..3 * x.len() {
            gradient[i] += stiffness * (x[i / 3][i % 3] - target[i / 3][i % 3]);
            hessian[(i, i)] += stiffness;
        }
        let step = -hessian.cholesky().expect("definite").solve(&gradient);
        if step.amax() < 1e-8 {
            return iteration;
        }
        // No vertex moves further than the bodies are apart.
        let mut length = (0.45 * apart(&x) / step.amax()).min(1.0);
        let before = energy(&x);
        loop {
            let next: Vec<Vec3> = (0..x.len())
                .map(|v| x[v] + step.fixed_rows::<3>(3 * v) * length)
                .collect();
            if energy(&next) <= before * (1.0 + 1e-14) {
                x = next;
                break;
            }
            length *= 0.5;
            assert!(length > 1e-12, "no descent");
        }
    }
    200
}

#[test]
fn newton_converges_with_either_semidefinite_hessian() {
    let mut random = Random(76);
    for round in 0..6 {
        let turn = rotation(&mut random);
        let turn = if round < 2 {
            Rotation3::identity()
        } else {
            turn
        };
        let a = cube(1).map(|p| p - Vec3::repeat(0.5));
        let b = a.clone().map(|p| turn * p + Vec3::new(0.1, 0.2, 3.0));
        let b = approach(&a, &b, &-Vec3::z(), 0.15).unwrap();
        let body = a.with(&b);
        let target: Vec<Vec3> = (0..16)
            .map(|v| {
                body.x[v]
                    - if v < 8 {
                        Vec3::zeros()
                    } else {
                        Vec3::z() * 0.3
                    }
            })
            .collect();
        let [projected, reduced] =
            [Curvature::Projected, Curvature::Reduced].map(|c| newton(&body, &target, 8, c));
        println!("round {round}: {projected} iterations projected, {reduced} reduced");
        assert!(projected < 100 && reduced < 100);
    }
}
