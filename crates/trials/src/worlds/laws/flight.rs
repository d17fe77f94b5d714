//! The centre of mass of bodies that nothing outside touches: what the integrator makes of a single point.
//!
//! Bodies that have come near each other count together: forces between them cancel.

use tangency_engine::Integrator;
use tangency_engine::Vec3;
use tangency_engine::boundary::LoadKind;
use tangency_scene::document::BodySpec;
use tangency_scene::document::shape::Shape;

use super::Story;

/// Part of its way that a centre of mass may be off where sweeps end a step, solved or not.
const DESCENT: f64 = 0.01;
/// Rounding of coordinates of single precision, over the extent of the world.
const SINGLE: f64 = 1e-5;
/// Rounding of those of double precision.
const DOUBLE: f64 = 1e-11;

/// A point that falls by the rule of an integrator.
struct Flight {
    x: Vec3,
    v: Vec3,
    a: Option<Vec3>,
    earlier: Option<(Vec3, Vec3)>,
}

impl Flight {
    /// One step of length `h` with acceleration `outside` and damping `c`, 1/s.
    fn step(&mut self, integrator: Integrator, h: f64, outside: Vec3, c: f64) {
        let (x, v) = (self.x, self.v);
        // The new point is the minimum of ½ |y - guess|² + s c |y - origin|² / (2 span).
        let settle = |guess: Vec3, origin: Vec3, s: f64, span: f64| {
            let drag = s * c / span;
            (guess + drag * origin) / (1.0 + drag)
        };
        match (integrator, self.earlier) {
            (Integrator::Newmark { beta, gamma }, _) => {
                let a = self.a.unwrap_or(outside);
                let ballistic = x + h * v + h * h * (0.5 - beta) * a;
                let s = beta * h * h;
                self.x = settle(ballistic + s * outside, x, s, h);
                let new = (self.x - ballistic) / s;
                self.v = v + h * ((1.0 - gamma) * a + gamma * new);
                self.a = Some(new);
            }
            (Integrator::Bdf2, Some((x0, v0))) => {
                let origin = (4.0 * x - x0) / 3.0;
                let (span, s) = (2.0 / 3.0 * h, 4.0 / 9.0 * h * h);
                let guess = origin + span * (4.0 * v - v0) / 3.0 + s * outside;
                self.x = settle(guess, origin, s, span);
                self.v = (self.x - origin) / span;
            }
            _ => {
                self.x = settle(x + h * v + h * h * outside, x, h * h, h);
                self.v = (self.x - x) / h;
            }
        }
        self.earlier = Some((x, v));
    }
}

/// Which bodies have met, and which of them something outside has touched.
struct Groups {
    parent: Vec<usize>,
    touched: Vec<bool>,
}

impl Groups {
    fn root(&self, mut body: usize) -> usize {
        while self.parent[body] != body {
            body = self.parent[body];
        }
        body
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[b] = a;
        self.touched[a] |= self.touched[b];
    }

    fn touch(&mut self, body: usize) {
        let root = self.root(body);
        self.touched[root] = true;
    }
}

type Bounds = [Vec3; 2];

impl Story {
    /// Compares centres of mass with flights; gives the number of comparisons.
    pub(super) fn flight(&self, broken: &mut Vec<String>) -> u64 {
        let integrator = self.scene.document.time.integrator;
        if integrator == Integrator::QuasiStatic {
            return 0;
        }
        let mut groups = self.groups();
        let mut flights: Vec<Flight> = (0..self.model.bodies.len())
            .map(|body| Flight {
                x: self.centre(body, &self.frames[0]),
                v: self.centre(body, &self.start.v),
                a: None,
                earlier: None,
            })
            .collect();
        self.meet(&mut groups, &self.frames[0]);
        let h = self.step_length();
        let mut compared = 0;
        for k in 1..self.frames.len() {
            for (body, flight) in flights.iter_mut().enumerate() {
                let outside = self.acceleration(body, h * k as f64);
                flight.step(integrator, h, outside, self.scene.document.damping.mass);
            }
            self.meet(&mut groups, &self.frames[k]);
            for root in 0..flights.len() {
                if groups.root(root) != root || groups.touched[root] {
                    continue;
                }
                let members: Vec<usize> = (0..flights.len())
                    .filter(|&b| groups.root(b) == root)
                    .collect();
                if !self.is_solved() && !self.is_pristine(&members, k) {
                    continue;
                }
                compared += 1;
                if let Some(words) = self.compare(&members, &flights, k) {
                    broken.push(words);
                    return compared;
                }
            }
        }
        compared
    }

    fn compare(&self, members: &[usize], flights: &[Flight], k: usize) -> Option<String> {
        let mean = |point: &dyn Fn(usize) -> Vec3| {
            let masses = members.iter().map(|&b| self.mass(b));
            let sum: Vec3 = members.iter().map(|&b| self.mass(b) * point(b)).sum();
            sum / masses.sum::<f64>()
        };
        let expected = mean(&|b| flights[b].x);
        let got = mean(&|b| self.centre(b, &self.frames[k]));
        let way = (expected - mean(&|b| self.centre(b, &self.frames[0]))).norm();
        let (h, k_real) = (self.step_length(), k as f64);
        let precision = if self.is_single() { SINGLE } else { DOUBLE };
        let rounding = precision * (self.model.diagonal + expected.norm() + way);
        let tolerance = if self.is_solved() {
            // Each step may leave that much of the velocity, which is kept.
            let speed = self.model.newton_tolerance;
            rounding + 3.0_f64.sqrt() * speed * h * k_real * (k_real + 1.0) / 2.0
        } else {
            rounding + DESCENT * way
        };
        let off = (got - expected).norm();
        (off.partial_cmp(&tolerance) != Some(std::cmp::Ordering::Less)).then(|| {
            let names: Vec<&str> = members
                .iter()
                .map(|&b| self.model.bodies[b].name.as_str())
                .collect();
            format!(
                "flight: after step {k} the centre of mass of {names:?} is {off:.3e} m off its flight of {way:.3e} m (tolerance {tolerance:.1e} m): {got:?} instead of {expected:?}"
            )
        })
    }

    /// Whether sweeps have nothing to solve and do not say otherwise: a single body without spin, contact, forces inside of it or loads.
    fn is_pristine(&self, members: &[usize], k: usize) -> bool {
        let [body] = members else { return false };
        let name = &self.model.bodies[*body].name;
        let bodies = &self.scene.document.body;
        let strains = bodies
            .iter()
            .any(|b| b.name == *name && (b.angular_velocity != [0.0; 3] || is_bent(b)));
        !strains
            && !self.has_contacts_by(k)
            && !self.is_unsolved_by(k)
            && self.model.loads.is_empty()
    }

    fn groups(&self) -> Groups {
        let count = self.model.bodies.len();
        let mut groups = Groups {
            parent: (0..count).collect(),
            touched: self.model.bodies.iter().map(|b| b.is_obstacle).collect(),
        };
        let follows = self.model.boundary.iter().flat_map(|p| &p.vertices);
        for &v in follows {
            if (v as usize) < self.model.vertex_count() {
                groups.touch(self.model.body_of[v as usize] as usize);
            }
        }
        for load in &self.model.loads {
            if let LoadKind::Traction { triangles, .. } | LoadKind::Pressure { triangles, .. } =
                &load.kind
            {
                for triangle in triangles {
                    groups.touch(self.model.body_of[triangle[0] as usize] as usize);
                }
            }
        }
        groups
    }

    /// Joins bodies whose boxes are within reach of each other, or of a wall.
    fn meet(&self, groups: &mut Groups, x: &[Vec3]) {
        let radius = self.model.ogc.as_ref().map_or(0.0, |o| o.radius);
        let reach = 1.001 * self.model.dhat.max(radius);
        let bodies = &self.model.bodies;
        let boxes: Vec<Bounds> = bodies
            .iter()
            .map(|b| bounds(&x[b.vertices.start as usize..b.vertices.end as usize]))
            .collect();
        for a in 0..bodies.len() {
            let first = bodies[a].vertices.start;
            for b in 0..a {
                let offset = self.model.pair_offset(first, bodies[b].vertices.start);
                if gap(&boxes[a], &boxes[b]) <= reach + offset {
                    groups.join(a, b);
                }
            }
            let thickness = self.model.thickness[first as usize];
            let range = bodies[a].vertices.start as usize..bodies[a].vertices.end as usize;
            let near = self.model.half_spaces.iter().any(|wall| {
                let low = |v: &Vec3| wall.normal.dot(&(v - wall.origin)) <= reach + thickness;
                x[range.clone()].iter().any(low)
            });
            if near {
                groups.touch(a);
            }
        }
    }

    fn mass(&self, body: usize) -> f64 {
        let range = self.model.bodies[body].vertices.clone();
        range.map(|v| self.model.mass[v as usize]).sum()
    }

    /// Mean of `values` over a body by mass.
    fn centre(&self, body: usize, values: &[Vec3]) -> Vec3 {
        let range = self.model.bodies[body].vertices.clone();
        let sum: Vec3 = range
            .map(|v| self.model.mass[v as usize] * values[v as usize])
            .sum();
        let mass = self.mass(body);
        if mass > 0.0 { sum / mass } else { sum }
    }

    /// Acceleration of a body as a whole in the step that ends at `time`, by gravity and loads, m/s².
    fn acceleration(&self, body: usize, time: f64) -> Vec3 {
        let range = &self.model.bodies[body].vertices;
        let mut force = Vec3::zeros();
        for load in self.model.loads.iter().filter(|l| l.is_active(time)) {
            match &load.kind {
                LoadKind::Acceleration {
                    vertices,
                    acceleration,
                } => {
                    for v in vertices.iter().filter(|v| range.contains(v)) {
                        force += self.model.mass[*v as usize] * acceleration;
                    }
                }
                LoadKind::Force {
                    vertices,
                    force: all,
                } => {
                    let own = vertices.iter().filter(|v| range.contains(v)).count();
                    force += own as f64 / vertices.len() as f64 * all;
                }
                _ => {}
            }
        }
        let mass = self.mass(body);
        let gravity = Vec3::from(self.scene.document.gravity);
        if mass > 0.0 {
            gravity + force / mass
        } else {
            Vec3::zeros()
        }
    }
}

/// Whether a body begins with forces inside of it: a coil of rods wants to be straight.
fn is_bent(body: &BodySpec) -> bool {
    matches!(body.shape, Shape::Coil(_))
}

fn bounds(x: &[Vec3]) -> Bounds {
    let far = Vec3::repeat(f64::INFINITY);
    x.iter()
        .fold([far, -far], |[low, high], p| [low.inf(p), high.sup(p)])
}

/// Distance between two boxes, m.
fn gap(a: &Bounds, b: &Bounds) -> f64 {
    let apart = (a[0] - b[1]).sup(&(b[0] - a[1]));
    apart.sup(&Vec3::zeros()).norm()
}
