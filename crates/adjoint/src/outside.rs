//! Gravity and loads backwards.

use tangency_engine::{LoadKind, Model, State, Vec3};

use crate::gradient::Gradient;
use crate::integration::Costate;

/// Forces of loads on every node in the step from `state` to `time`, N.
pub fn forces(model: &Model, state: &State, time: f64) -> Vec<Vec3> {
    let mut forces = vec![Vec3::zeros(); model.node_count()];
    for load in model.loads.iter().filter(|load| load.is_active(time)) {
        load.add_forces(time, &model.rest, &state.x, &model.mass, &[], &mut forces);
    }
    forces
}

/// Accelerations of every node by gravity and these `forces`, m/s².
pub fn accelerations(model: &Model, forces: &[Vec3]) -> Vec<Vec3> {
    let mut all = vec![Vec3::zeros(); forces.len()];
    // Angles, which come after the vertices, have no weight.
    for v in (0..model.vertex_count()).filter(|&v| model.mass[v] > 0.0) {
        all[v] = forces[v] / model.mass[v] + model.gravity;
    }
    all
}

/// From the derivatives `slopes` by accelerations to those by gravity, loads, masses, the state before and the rest shape.
pub fn back(
    model: &Model,
    (state, time): (&State, f64),
    (forces, slopes): (&[Vec3], &[Vec3]),
    before: &mut Costate,
    (out, mass): (&mut Gradient, &mut [f64]),
) {
    let mut by_force = vec![Vec3::zeros(); slopes.len()];
    for i in 0..model.vertex_count() {
        let m = model.mass[i];
        if m > 0.0 {
            out.gravity += slopes[i];
            by_force[i] = slopes[i] / m;
            mass[i] -= slopes[i].dot(&forces[i]) / (m * m);
        }
    }
    for (k, load) in model.loads.iter().enumerate() {
        if !load.is_active(time) {
            continue;
        }
        let by_load = &mut out.loads[k];
        match &load.kind {
            LoadKind::Acceleration {
                vertices,
                acceleration,
            } => {
                for &v in vertices {
                    let v = v as usize;
                    *by_load += model.mass[v] * by_force[v];
                    mass[v] += by_force[v].dot(acceleration);
                }
            }
            LoadKind::Force { vertices, .. } => {
                for &v in vertices {
                    *by_load += by_force[v as usize] / vertices.len() as f64;
                }
            }
            LoadKind::Traction {
                triangles,
                traction,
            } => {
                for triangle in triangles {
                    let mean = mean(triangle, &by_force);
                    let (area, slopes) = area_back(&model.rest, triangle, |area| {
                        area * (mean.dot(traction) / area.norm())
                    });
                    *by_load += area.norm() * mean;
                    add(triangle, slopes, &mut out.rest_shape);
                }
            }
            LoadKind::Pressure {
                triangles,
                pressure,
            } => {
                for triangle in triangles {
                    let mean = mean(triangle, &by_force);
                    let (area, slopes) = area_back(&state.x, triangle, |_| -*pressure * mean);
                    by_load.x -= area.dot(&mean);
                    add(triangle, slopes, &mut before.x);
                }
            }
            LoadKind::Driven { .. } => {}
        }
    }
}

fn mean(triangle: &[u32; 3], by_force: &[Vec3]) -> Vec3 {
    triangle.iter().map(|&v| by_force[v as usize]).sum::<Vec3>() / 3.0
}

/// The area vector of a triangle, and the derivatives by its corners of what has the derivative `by` by that vector.
fn area_back(x: &[Vec3], triangle: &[u32; 3], by: impl Fn(Vec3) -> Vec3) -> (Vec3, [Vec3; 3]) {
    let [a, b, c] = triangle.map(|v| x[v as usize]);
    let (u, v) = (b - a, c - a);
    let area = 0.5 * u.cross(&v);
    let slope = 0.5 * by(area);
    let (by_u, by_v) = (v.cross(&slope), slope.cross(&u));
    (area, [-by_u - by_v, by_u, by_v])
}

fn add(triangle: &[u32; 3], slopes: [Vec3; 3], out: &mut [Vec3]) {
    for (&v, slope) in triangle.iter().zip(slopes) {
        if let Some(sum) = out.get_mut(v as usize) {
            *sum += slope;
        }
    }
}
