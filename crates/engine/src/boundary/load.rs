//! Neumann boundaries: accelerations of and forces on vertices, tractions and pressures on triangles, within a time.
//!
//! A load enters a step as a force on vertices that is constant during the step. Tractions act on the area at
//! rest. A pressure follows the surface: its direction and area are those at the start of the step, which is
//! first order in the step length, as the integrator is.

use tangency_geometry::Vec3;

use super::is_within;

/// Effect of a load.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadKind {
    /// Adds an acceleration to vertices.
    Acceleration {
        /// Vertices by their number in the model.
        vertices: Vec<u32>,
        /// m/s².
        acceleration: Vec3,
    },
    /// One force, shared equally by vertices: a weight hung on them.
    Force {
        /// Vertices by their number in the model.
        vertices: Vec<u32>,
        /// N, on all of them together.
        force: Vec3,
    },
    /// A force per area at rest in a fixed direction.
    Traction {
        /// Triangles, by vertices of the model.
        triangles: Vec<[u32; 3]>,
        /// Pa.
        traction: Vec3,
    },
    /// A force per area against the outward normal, which turns and stretches with the surface.
    Pressure {
        /// Triangles, by vertices of the model, outward.
        triangles: Vec<[u32; 3]>,
        /// Pa; positive pushes inward.
        pressure: f64,
    },
    /// Forces on vertices that a program outside of the engine gives, step by step: see [`Driven`](super::Driven).
    Driven {
        /// Vertices by their number in the model.
        vertices: Vec<u32>,
    },
}

/// A load and when it acts.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// Name given by the user.
    pub name: String,
    /// Effect of the load.
    pub kind: LoadKind,
    /// Time from which it acts, s.
    pub begin: f64,
    /// Time until which it acts, s; may be infinite.
    pub end: f64,
    /// Time from `begin` in which it grows evenly from nothing, s; 0 where it acts in full at once.
    pub ramp: f64,
}

impl Load {
    /// Whether it acts in a step that ends at `time`.
    pub fn is_active(&self, time: f64) -> bool {
        is_within(time, self.begin, self.end)
    }

    /// The share of it that acts in a step that ends at `time`.
    pub fn share(&self, time: f64) -> f64 {
        if self.ramp > 0.0 {
            ((time - self.begin) / self.ramp).clamp(0.0, 1.0)
        } else {
            1.0
        }
    }

    /// Adds its forces, N, in a step that ends at `time`, on the vertices at `x` to `out`; `driven` are those that were
    /// given, where it is driven.
    pub fn add_forces(
        &self,
        time: f64,
        rest: &[Vec3],
        x: &[Vec3],
        mass: &[f64],
        driven: &[Vec3],
        out: &mut [Vec3],
    ) {
        let share = self.share(time);
        match &self.kind {
            LoadKind::Acceleration {
                vertices,
                acceleration,
            } => {
                let acceleration = share * acceleration;
                for &v in vertices {
                    out[v as usize] += mass[v as usize] * acceleration;
                }
            }
            LoadKind::Force { vertices, force } => {
                let force = share * force;
                for &v in vertices {
                    out[v as usize] += force / vertices.len() as f64;
                }
            }
            LoadKind::Traction {
                triangles,
                traction,
            } => {
                let traction = share * traction;
                for triangle in triangles {
                    let area = area_vector(rest, triangle).norm();
                    spread(triangle, area * traction, out);
                }
            }
            LoadKind::Pressure {
                triangles,
                pressure,
            } => {
                let pressure = share * pressure;
                for triangle in triangles {
                    spread(triangle, -pressure * area_vector(x, triangle), out);
                }
            }
            LoadKind::Driven { vertices } => {
                for (&v, force) in vertices.iter().zip(driven) {
                    out[v as usize] += force;
                }
            }
        }
    }
}

/// Normal of a triangle with its area as length, m².
fn area_vector(x: &[Vec3], triangle: &[u32; 3]) -> Vec3 {
    let [a, b, c] = triangle.map(|v| x[v as usize]);
    0.5 * (b - a).cross(&(c - a))
}

fn spread(triangle: &[u32; 3], force: Vec3, out: &mut [Vec3]) {
    for &v in triangle {
        out[v as usize] += force / 3.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [u32; 3] = [0, 1, 2];

    fn corners() -> Vec<Vec3> {
        vec![Vec3::zeros(), Vec3::x() * 2.0, Vec3::z() * 3.0]
    }

    fn total(kind: LoadKind, x: &[Vec3]) -> Vec3 {
        let load = Load {
            name: "load".into(),
            kind,
            begin: 0.0,
            end: 1.0,
            ramp: 0.0,
        };
        let mut out = vec![Vec3::zeros(); 3];
        load.add_forces(1.0, &corners(), x, &[1.0, 2.0, 3.0], &[], &mut out);
        out.iter().sum()
    }

    #[test]
    fn pressure_pushes_inward_with_the_current_area() {
        let stretched: Vec<Vec3> = corners().iter().map(|x| x * 2.0).collect();
        let triangles = vec![TRIANGLE];
        // The outward normal of (0, 2x, 3z) is -y, the area 3 m², four times that when stretched.
        let force = total(
            LoadKind::Pressure {
                triangles,
                pressure: 10.0,
            },
            &stretched,
        );
        assert!((force - Vec3::new(0.0, 120.0, 0.0)).norm() < 1e-12);
    }

    #[test]
    fn traction_keeps_direction_and_rest_area() {
        let stretched: Vec<Vec3> = corners().iter().map(|x| x * 2.0).collect();
        let kind = LoadKind::Traction {
            triangles: vec![TRIANGLE],
            traction: Vec3::new(1.0, 2.0, 0.0),
        };
        assert!((total(kind, &stretched) - Vec3::new(3.0, 6.0, 0.0)).norm() < 1e-12);
    }

    #[test]
    fn a_force_is_shared() {
        let kind = LoadKind::Force {
            vertices: vec![0, 2],
            force: Vec3::new(3.0, 0.0, -1.0),
        };
        assert!((total(kind, &corners()) - Vec3::new(3.0, 0.0, -1.0)).norm() < 1e-15);
    }

    #[test]
    fn acceleration_acts_by_mass_and_within_its_time() {
        let kind = LoadKind::Acceleration {
            vertices: vec![0, 2],
            acceleration: Vec3::y(),
        };
        assert_eq!(total(kind.clone(), &corners()), 4.0 * Vec3::y());
        let load = Load {
            name: "push".into(),
            kind,
            begin: 0.5,
            end: 1.0,
            ramp: 0.0,
        };
        let active = [0.5, 0.75, 0.25 + 0.75, 1.25].map(|time| load.is_active(time));
        assert_eq!(active, [false, true, true, false]);
    }

    #[test]
    fn a_load_with_a_ramp_grows_evenly_from_its_beginning() {
        let load = Load {
            name: "gravity".into(),
            kind: LoadKind::Acceleration {
                vertices: vec![1],
                acceleration: Vec3::y(),
            },
            begin: 1.0,
            end: f64::INFINITY,
            ramp: 4.0,
        };
        let at = |time: f64| {
            let mut out = vec![Vec3::zeros(); 3];
            load.add_forces(
                time,
                &corners(),
                &corners(),
                &[1.0, 2.0, 3.0],
                &[],
                &mut out,
            );
            out[1].y
        };
        assert_eq!([1.0, 2.0, 3.0, 5.0, 9.0].map(at), [0.0, 0.5, 1.0, 2.0, 2.0]);
    }
}
