//! Properties of the geometric contact potential as a whole, in space and in the plane: continuity, invariance, no
//! forces where nothing touches, and that Newton's method converges. `geometric_barrier.rs` has the barrier.

use crate::mesh::{Field, Mesh, Vec3};
use crate::shapes::{Body, cube, distance, point, polygon, rod, sheet, tet};
use crate::stencils::Random;
use crate::sums::{approach, gradient, jump, norm, paper, rotation, terms, total};
use nalgebra::Rotation3;
use tangency_formulas::contact::geometric::{Curvature, Dimension, Kernel, Potential, weight};

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
