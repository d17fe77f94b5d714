//! Prescribed motions backwards: from the derivatives by targets to those by where a motion began and how it goes.

use nalgebra::{Matrix3, Rotation3};
use tangency_engine::{Model, MotionPiece, Path, Vec3};

use crate::gradient::MotionGradient;

/// The derivative by a vertex's position where the motion of `program` began, from that by its target at `time`; adds those by the
/// pieces to `out`.
pub fn back(
    model: &Model,
    program: usize,
    (origin, time): (Vec3, f64),
    slope: Vec3,
    out: &mut [MotionGradient],
) -> Vec3 {
    let motion = &model.boundary[program].motion;
    let Path::Pieces(pieces) = &motion.path else {
        return Vec3::zeros();
    };
    pieces_back(pieces, origin, time - motion.begin, slope, out)
}

/// The way along pieces backwards: position ↦ c + v t + R (position - c), with the centre c carried along by what was travelled.
fn pieces_back(
    pieces: &[MotionPiece],
    start: Vec3,
    time: f64,
    mut slope: Vec3,
    out: &mut [MotionGradient],
) -> Vec3 {
    struct Passed {
        piece: usize,
        elapsed: f64,
        arm: Vec3,
        turn: Rotation3<f64>,
    }
    let (mut passed, mut position) = (Vec::new(), start);
    let (mut travelled, mut begin) = (Vec3::zeros(), 0.0);
    for (k, piece) in pieces.iter().enumerate() {
        let elapsed = (time - begin).min(piece.duration);
        if elapsed <= 0.0 {
            break;
        }
        let center = piece.center + travelled;
        let shift = piece.velocity * elapsed;
        let turn = Rotation3::new(piece.angular_velocity * elapsed);
        let arm = position - center;
        position = center + shift + turn * arm;
        passed.push(Passed {
            piece: k,
            elapsed,
            arm,
            turn,
        });
        travelled += shift;
        begin += piece.duration;
    }
    let mut by_travelled = Vec3::zeros();
    for Passed {
        piece,
        elapsed,
        arm,
        turn,
    } in passed.into_iter().rev()
    {
        let back = turn.inverse() * slope;
        let by_center = slope - back;
        if let Some(out) = out.get_mut(piece) {
            out.velocity += elapsed * (slope + by_travelled);
            out.center += by_center;
            let turned = turn * arm;
            let swept = left_jacobian(&(pieces[piece].angular_velocity * elapsed));
            out.angular_velocity += elapsed * swept.tr_mul(&turned.cross(&slope));
        }
        by_travelled += by_center;
        slope = back;
    }
    slope
}

/// The matrix J with d(exp ω) = [J dω]× exp ω.
fn left_jacobian(turn: &Vec3) -> Matrix3<f64> {
    let angle = turn.norm();
    let cross = turn.cross_matrix();
    let (first, second) = if angle < 1e-4 {
        let square = angle * angle;
        (0.5 - square / 24.0, 1.0 / 6.0 - square / 120.0)
    } else {
        let square = angle * angle;
        (
            (1.0 - angle.cos()) / square,
            (angle - angle.sin()) / (square * angle),
        )
    };
    Matrix3::identity() + first * cross + second * cross * cross
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_engine::Motion;

    fn pieces() -> Vec<MotionPiece> {
        let piece = |k: f64| MotionPiece {
            duration: 0.4,
            velocity: Vec3::new(0.3, -0.2 * k, 0.5),
            angular_velocity: Vec3::new(0.7 * k, 1.1, -0.4),
            center: Vec3::new(0.1, 0.2, -0.3 * k),
        };
        vec![piece(1.0), piece(-2.0), piece(0.5)]
    }

    fn along(pieces: Vec<MotionPiece>, start: Vec3, slope: Vec3) -> f64 {
        let target = Motion::pieces(pieces).target(0, start, 0.7);
        target.expect("it rules").dot(&slope)
    }

    #[test]
    fn the_derivatives_of_targets_match_difference_quotients() {
        let (start, slope) = (Vec3::new(0.4, -0.1, 0.2), Vec3::new(1.0, -2.0, 0.7));
        let mut out = vec![MotionGradient::default(); 3];
        let by_start = pieces_back(&pieces(), start, 0.7, slope, &mut out);
        let h = 1e-6;
        for c in 0..3 {
            let mut step = Vec3::zeros();
            step[c] = h;
            let quotient = |change: &dyn Fn(f64) -> f64| (change(1.0) - change(-1.0)) / (2.0 * h);
            let actual = quotient(&|s| along(pieces(), start + s * step, slope));
            assert!((by_start[c] - actual).abs() < 1e-8);
            for k in 0..3 {
                type Field = fn(&mut MotionPiece) -> &mut Vec3;
                let fields: [(Field, Vec3); 3] = [
                    (|p| &mut p.velocity, out[k].velocity),
                    (|p| &mut p.angular_velocity, out[k].angular_velocity),
                    (|p| &mut p.center, out[k].center),
                ];
                for (field, expected) in fields {
                    let actual = quotient(&|s| {
                        let mut changed = pieces();
                        *field(&mut changed[k]) += s * step;
                        along(changed, start, slope)
                    });
                    assert!(
                        (expected[c] - actual).abs() < 1e-8,
                        "{k} {c} {expected} {actual}"
                    );
                }
            }
        }
    }
}
