//! All that changes during a run, and all that is saved of it.

mod check;

use tangency_geometry::Vec3;

pub use check::StateError;

/// Positions and velocities of every vertex at one time, and what the next step needs of the past.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Positions of the vertices, m.
    pub x: Vec<Vec3>,
    /// Their velocities, m/s.
    pub v: Vec<Vec3>,
    /// Angles of the segments of rods that twist.
    pub angles: AngleState,
    /// Accelerations of vertices, then of angles, by all but contact and friction, m/s²; kept for integrators that use them,
    /// else empty.
    pub a: Vec<Vec3>,
    /// Velocities that forces have given to vertices in contact and that these have not moved with yet, m/s; kept for integrators
    /// that use them, while anything touches, else empty.
    pub pending: Vec<Vec3>,
    /// Positions and velocities one step earlier; kept for integrators that use them.
    pub earlier: Option<Earlier>,
    /// Position of each vertex when the motion it follows began, m; of an angle, the material director then.
    pub start: Vec<Vec3>,
    /// Boundary programs that have let go because their passage was passed, ascending.
    pub released: Vec<u32>,
    /// Reference directors of the segments that twist.
    pub directors: Vec<Vec3>,
    /// Angles between them where segments meet, full turns included, rad.
    pub twists: Vec<f64>,
    /// Barrier stiffness at the end of the last step, from which friction takes the contact forces.
    pub kappa: Option<f64>,
    /// Length of steps that are cut into parts; nothing before the first, and where lengths are fixed.
    pub pacing: Option<Pacing>,
    /// Simulated time, s.
    pub time: f64,
    /// Steps done.
    pub step: u64,
}

/// Angles of segments of rods, in the order of the segments that twist.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AngleState {
    /// Each angle times the radius of its rod, m.
    pub x: Vec<f64>,
    /// Rate of change of each, m/s.
    pub v: Vec<f64>,
}

/// One step earlier.
#[derive(Clone, Debug, PartialEq)]
pub struct Earlier {
    /// Positions, m.
    pub x: Vec<Vec3>,
    /// Velocities, m/s.
    pub v: Vec<Vec3>,
}

/// Length of the parts of steps: a step is halved `level` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacing {
    /// Halvings of the part that was solved last.
    pub last: u32,
    /// Halvings of the next part.
    pub level: u32,
    /// Parts of that length that were solved one after another without trouble.
    pub solved: u32,
    /// Number of these after which the length is doubled.
    pub patience: u32,
    /// Whether the next part is the first of a length that was doubled.
    pub has_grown: bool,
}

impl State {
    /// The state at time 0 of vertices at `x` with velocities `v`.
    pub fn at_start(x: Vec<Vec3>, v: Vec<Vec3>) -> Self {
        State {
            start: x.clone(),
            x,
            v,
            ..State::default()
        }
    }

    /// Moves the angles behind the vertices, as nodes (angle times radius, 0, 0): that is how steps take them.
    pub fn join_angles(&mut self) {
        let node = |x: f64| Vec3::new(x, 0.0, 0.0);
        self.x.extend(self.angles.x.drain(..).map(node));
        self.v.extend(self.angles.v.drain(..).map(node));
    }

    /// Moves what is behind so many vertices back to the angles.
    pub fn split_angles(&mut self, vertices: usize) {
        self.angles.x.extend(self.x.drain(vertices..).map(|x| x.x));
        self.angles.v.extend(self.v.drain(vertices..).map(|v| v.x));
    }
}
