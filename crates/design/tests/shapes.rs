//! Shapes by control points: linear, mirrored, followed by the inside, refused where a tet inverts.

use tangency_design::{ControlPoints, HarmonicExtension, Mirror, ShapeVariable, spread_points};
use tangency_engine::Vec3;

/// A block of 4 x 4 x 4 cells, each cut into six tets.
fn block() -> (Vec<Vec3>, Vec<[u32; 4]>) {
    let n = 4_u32;
    let place = |i: u32, j: u32, k: u32| i + (n + 1) * (j + (n + 1) * k);
    let mut points = Vec::new();
    for k in 0..=n {
        for j in 0..=n {
            for i in 0..=n {
                points.push(Vec3::new(f64::from(i), f64::from(j), f64::from(k)) * 0.25);
            }
        }
    }
    let mut tets = Vec::new();
    for k in 0..n {
        for j in 0..n {
            for i in 0..n {
                for order in [
                    [0, 1, 2],
                    [1, 2, 0],
                    [2, 0, 1],
                    [0, 2, 1],
                    [1, 0, 2],
                    [2, 1, 0],
                ] {
                    let mut at = [i, j, k];
                    let mut tet = [place(i, j, k); 4];
                    for (corner, axis) in order.into_iter().enumerate() {
                        at[axis] += 1;
                        tet[corner + 1] = place(at[0], at[1], at[2]);
                    }
                    let x = tet.map(|v| points[v as usize]);
                    if (x[1] - x[0]).dot(&(x[2] - x[0]).cross(&(x[3] - x[0]))) < 0.0 {
                        tet.swap(2, 3);
                    }
                    tets.push(tet);
                }
            }
        }
    }
    (points, tets)
}

fn control(mirror: Option<Mirror>) -> ControlPoints {
    ControlPoints {
        points: vec![Vec3::new(0.1, 1.0, 0.4), Vec3::new(0.5, 0.0, 0.5)],
        radius: 0.6,
        directions: vec![Vec3::x(), Vec3::y()],
        mirror,
    }
}

#[test]
fn displacements_are_linear_smooth_and_local() {
    let (points, tets) = block();
    let fields = control(None).fields(&points, &[0, 1]);
    assert_eq!(fields.len(), 4);
    // The second point moves fully along y what lies on it, nothing at a distance of R or more.
    for (x, u) in points.iter().zip(&fields[3]).skip(2) {
        let distance = (x - Vec3::new(0.5, 0.0, 0.5)).norm();
        assert!(
            (u.y == 1.0) == (distance == 0.0) && (u.y == 0.0) == (distance >= 0.6),
            "{x} {u}"
        );
    }
    assert_eq!(fields[0][0], Vec3::zeros());
    let shape = ShapeVariable::new("block", points.clone(), tets, fields).expect("a shape");
    let at = |p: [f64; 4]| shape.positions(&p).expect("no inversion");
    let (a, b) = (at([0.02, 0.0, -0.01, 0.03]), at([0.04, 0.0, -0.02, 0.06]));
    for (x, (a, b)) in points.iter().zip(a.iter().zip(&b)) {
        assert!((2.0 * (a - x) - (b - x)).norm() < 1e-15);
    }
    // The derivative of y · x is that of differences.
    let y: Vec<Vec3> = points
        .iter()
        .map(|x| Vec3::new(x.z.sin(), x.x, 1.0 - x.y))
        .collect();
    let slopes = shape.pull_back(&y);
    for (k, slope) in slopes.iter().enumerate() {
        let value = |h: f64| {
            let mut p = [0.01; 4];
            p[k] += h;
            at(p).iter().zip(&y).map(|(x, y)| x.dot(y)).sum::<f64>()
        };
        let expected = (value(1e-3) - value(-1e-3)) / 2e-3;
        assert!((slope - expected).abs() < 1e-10, "{slope} {expected}");
    }
}

#[test]
fn mirrored_points_keep_the_symmetry() {
    let (points, tets) = block();
    let mirror = Mirror {
        point: Vec3::repeat(0.5),
        normal: Vec3::x(),
    };
    let fields = control(Some(mirror)).fields(&points, &[]);
    let shape = ShapeVariable::new("block", points.clone(), tets, fields).expect("a shape");
    let moved = shape
        .positions(&[0.03, 0.05, 0.1, -0.04])
        .expect("no inversion");
    let mut most: f64 = 0.0;
    for (x, moved_x) in points.iter().zip(&moved) {
        let other = points
            .iter()
            .position(|y| (y - mirror.point(x)).norm() < 1e-12);
        let other = moved[other.expect("a symmetric block")];
        assert!((mirror.point(moved_x) - other).norm() < 1e-14);
        most = most.max((moved_x - x).norm());
    }
    assert!(most > 0.02);
}

#[test]
fn the_inside_follows_the_surface() {
    let (points, tets) = block();
    let extension = HarmonicExtension::new(&points, &tets);
    assert_eq!(extension.inner_count(), 27);
    // An affine displacement of the surface goes on inside.
    let affine = |x: &Vec3| Vec3::new(0.1 * x.y, 0.2 - 0.3 * x.z, x.x + x.y);
    let is_inner = |x: &Vec3| x.iter().all(|c| *c > 0.1 && *c < 0.9);
    let mut field: Vec<Vec3> = points
        .iter()
        .map(|x| {
            if is_inner(x) {
                Vec3::zeros()
            } else {
                affine(x)
            }
        })
        .collect();
    extension.extend(&mut field);
    for (x, u) in points.iter().zip(&field) {
        assert!((u - affine(x)).norm() < 0.05, "{x} {u}");
    }
    // Constant fields are exact, and nothing exceeds what surrounds it.
    let mut field: Vec<Vec3> = points
        .iter()
        .map(|x| {
            if is_inner(x) {
                Vec3::zeros()
            } else {
                Vec3::y()
            }
        })
        .collect();
    extension.extend(&mut field);
    assert!(field.iter().all(|u| (u - Vec3::y()).norm() < 1e-12));
}

#[test]
fn a_shape_that_would_invert_names_its_tet() {
    let (points, tets) = block();
    let fields = control(None).fields(&points, &[]);
    let shape = ShapeVariable::new("block", points, tets, fields).expect("a shape");
    let error = shape
        .positions(&[0.0, 0.0, 0.0, 2.0])
        .expect_err("it inverts");
    let words = error.to_string();
    assert!(
        words.starts_with("tet ") && words.contains("`block` would turn inside out"),
        "{words}"
    );
}

#[test]
fn points_are_spread_over_a_surface() {
    let (points, _) = block();
    let chosen = spread_points(&points, 8);
    // Two opposite corners, then what is far from all before.
    assert_eq!([chosen[0], chosen[1]], [Vec3::zeros(), Vec3::repeat(1.0)]);
    for (k, a) in chosen.iter().enumerate() {
        assert!(
            chosen[..k].iter().all(|b| (a - b).norm() > 0.7),
            "{chosen:?}"
        );
    }
    assert_eq!(spread_points(&points[..2], 5).len(), 2);
}
