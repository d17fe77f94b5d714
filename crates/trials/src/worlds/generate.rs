//! A random world from its seed: bodies in the cells of a grid, so that they begin apart, and what is around them.

use serde_json::{Value, json};

use super::materials::{self, Substance};
use super::method::WorldMethod;
use super::shapes;
use super::surroundings;
use crate::random::RandomStream;

/// A random scene.
#[derive(Clone, Debug)]
pub struct RandomWorld {
    /// The seed it follows from.
    pub seed: u64,
    /// The method by which it is simulated.
    pub method: WorldMethod,
    /// The scene.
    pub scene: Value,
}

/// A world on the way.
pub(super) struct Draft {
    /// The source of chance.
    pub random: RandomStream,
    /// The method by which it is simulated.
    pub method: WorldMethod,
    /// Diameter of a body, m.
    pub length: f64,
    /// Distance from cell to cell, m.
    pub pitch: f64,
    /// Simulated time, s.
    pub duration: f64,
    /// Cells without a body.
    pub free: Vec<[f64; 3]>,
    /// The scene.
    pub scene: Value,
}

impl RandomWorld {
    /// The world of a seed, simulated by a method where one is given.
    pub fn new(seed: u64, only: Option<WorldMethod>) -> Self {
        // The streams of neighbouring seeds must not be each other's, shifted.
        let mut random = RandomStream::new(RandomStream::new(seed).bits());
        let drawn = *random.pick(&WorldMethod::SHARES);
        let method = only.unwrap_or(drawn);
        let mut draft = Draft::new(random, method);
        draft.bodies();
        if method == WorldMethod::Wrong {
            surroundings::nest(&mut draft);
        } else {
            surroundings::surround(&mut draft);
        }
        draft.scene["title"] = json!(format!("Random world {seed}, {method}"));
        RandomWorld {
            seed,
            method,
            scene: draft.scene,
        }
    }

    /// The scene as text.
    pub fn text(&self) -> String {
        format!("{:#}\n", self.scene)
    }
}

impl Draft {
    fn new(mut random: RandomStream, method: WorldMethod) -> Self {
        let length = random.decades(0.05, 2.0);
        let pitch = length * (1.0 + random.decades(0.004, 0.4));
        let step = random.decades(1e-3, 0.1);
        let steps = random.count(3, 15);
        let depth = if method == WorldMethod::Plane { 1 } else { 2 };
        let mut free = Vec::new();
        for i in 0..2 {
            for j in 0..3 {
                for k in 0..depth {
                    free.push([i, j, k].map(|c| pitch * f64::from(c)));
                }
            }
        }
        for last in (1..free.len()).rev() {
            free.swap(last, random.below(last + 1));
        }
        let duration = step * steps as f64;
        let mut draft = Draft {
            random,
            method,
            length,
            pitch,
            duration,
            free,
            scene: json!({ "time": { "step": step, "duration": duration }, "body": [] }),
        };
        if method == WorldMethod::Plane {
            draft.scene["plane"] = json!(true);
        }
        draft.physics();
        draft.solver();
        draft
    }

    /// Integrator, gravity, friction and damping.
    fn physics(&mut self) {
        let random = &mut self.random;
        let integrator = match random.below(20) {
            0..=2 => "newmark",
            3..=5 => "bdf2",
            6 => "quasi-static",
            _ => "implicit-euler",
        };
        if self.method != WorldMethod::Gpu && integrator != "implicit-euler" {
            self.scene["time"]["integrator"] = json!(integrator);
        }
        match random.below(10) {
            0..=5 => {}
            6..=8 => self.scene["gravity"] = json!([0.0, 0.0, 0.0]),
            _ => {
                let mut gravity = [0; 3].map(|_| random.between(-10.0, 10.0));
                if self.method == WorldMethod::Plane {
                    gravity[2] = 0.0;
                }
                self.scene["gravity"] = json!(gravity);
            }
        }
        if random.chance(0.5) {
            self.scene["friction"] = json!({ "mu": random.between(0.0, 1.0) });
        }
        if self.method != WorldMethod::Gpu && random.chance(0.25) {
            let mut damping = json!({ "mass": random.between(0.0, 5.0) });
            if self.method.stepper() == "newton" && random.chance(0.5) {
                damping["stiffness"] = json!(random.decades(1e-4, 1e-2));
            }
            self.scene["damping"] = damping;
        }
    }

    /// Contact model, minimiser and their accuracies.
    fn solver(&mut self) {
        let random = &mut self.random;
        let contact = match self.method {
            WorldMethod::Ipc | WorldMethod::IpcVbd | WorldMethod::Wrong => "ipc",
            WorldMethod::Convergent => "convergent",
            WorldMethod::Gcp => "gcp",
            WorldMethod::Ogc | WorldMethod::OgcVbd | WorldMethod::Gpu => "ogc",
            WorldMethod::Plane => *random.pick(&["ipc", "ipc", "convergent", "gcp", "ogc"]),
        };
        let mut solver = json!({
            "contact": contact,
            "stepper": self.method.stepper(),
            "dhat": { "absolute": self.length * random.decades(5e-4, 1e-2) },
            "newton_tolerance": { "absolute": self.length * random.decades(1e-4, 1e-2) },
        });
        if contact == "ogc" {
            // A vertex moves by part of the radius at a time.
            solver["max_iterations"] = json!(2000);
        }
        if random.chance(0.2) {
            solver["friction_iterations"] = json!(random.count(2, 5));
        }
        if self.method.is_descent() {
            let mut descent = json!({ "iterations": random.count(10, 80) });
            if random.chance(0.15) {
                descent["finish"] = json!("newton");
            }
            solver["vbd"] = descent;
        }
        self.scene["solver"] = solver;
    }

    /// Adds the bodies.
    fn bodies(&mut self) {
        for number in 0..self.random.count(1, 4) {
            let Some(cell) = self.free.pop() else { return };
            let name = format!("body{number}");
            let body = self.body(&name, cell, 0.5 * self.length);
            if let Some(bodies) = self.scene["body"].as_array_mut() {
                bodies.push(body);
            }
        }
    }

    /// A body in a ball of radius `r` around `center`.
    pub fn body(&mut self, name: &str, center: [f64; 3], r: f64) -> Value {
        let (random, method, length) = (&mut self.random, self.method, 2.0 * r);
        let kind = match method {
            WorldMethod::Plane => 0,
            WorldMethod::Convergent => random.below(6),
            _ => random.below(9),
        };
        let (shape, substance) = match kind {
            _ if method == WorldMethod::Plane => {
                (shapes::flat(random, r), materials::solid(random, length))
            }
            0..=3 => (shapes::solid(random, r), materials::solid(random, length)),
            4 | 5 => (
                shapes::sheet(random, r),
                materials::sheet(random, method, length),
            ),
            6 | 7 => (
                shapes::rods(random, r),
                materials::rods(random, method, length),
            ),
            _ => (shapes::grains(random, r), materials::grains(random, length)),
        };
        let mut body = json!({ "name": name, "shape": shape, "translate": center });
        body["material"] = substance.material.clone();
        if kind >= 4 && self.random.chance(0.4) {
            body["offset"] = json!(2e-3 * length);
        }
        self.launch(&mut body, &substance);
        body
    }

    /// Turns a body and gives it a velocity.
    fn launch(&mut self, body: &mut Value, substance: &Substance) {
        let is_planar = self.method == WorldMethod::Plane;
        let random = &mut self.random;
        let fastest = (1.5 * self.length / self.duration)
            .min(0.1 * substance.sound)
            .min(20.0 * self.length.sqrt());
        if random.chance(0.6) {
            let mut turn = [0; 3].map(|_| random.between(-180.0, 180.0));
            if is_planar {
                turn = [0.0, 0.0, turn[2]];
            }
            body["rotate"] = json!(turn);
        }
        if random.chance(0.6) {
            let mut velocity = [0; 3].map(|_| fastest * random.between(-1.0, 1.0));
            if is_planar {
                velocity[2] = 0.0;
            }
            body["velocity"] = json!(velocity);
        }
        if random.chance(0.3) {
            let most = (fastest / self.length).to_degrees();
            let mut spin = [0; 3].map(|_| most * random.between(-1.0, 1.0));
            if is_planar {
                spin = [0.0, 0.0, spin[2]];
            }
            body["angular_velocity"] = json!(spin);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_follows_from_its_seed() {
        for seed in 0..50 {
            assert_eq!(
                RandomWorld::new(seed, None).text(),
                RandomWorld::new(seed, None).text()
            );
        }
        assert_ne!(
            RandomWorld::new(1, None).text(),
            RandomWorld::new(2, None).text()
        );
    }
}
