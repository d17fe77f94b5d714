//! Prescribed motion and loads.

use crate::id::BodyId;
use crate::spec::{
    BoundarySpec, BoxRegion, BoxSide, EndRegion, LoadSpec, MotionPieceSpec, OneOrMany, PlaneRegion,
    Select, SphereRegion, Triple,
};

/// Motion written piece by piece, each after the one before.
pub trait MotionPieces: Sized {
    /// The pieces so far.
    fn pieces(&mut self) -> &mut Vec<MotionPieceSpec>;

    /// Moves with this velocity, m/s, for `duration` seconds.
    fn moving(self, velocity: Triple, duration: f64) -> Self {
        self.piece(MotionPieceSpec {
            duration: Some(duration),
            velocity,
            ..MotionPieceSpec::default()
        })
    }

    /// Turns by these degrees/s about x, y and z through its middle for `duration` seconds.
    fn spinning(self, degrees: Triple, duration: f64) -> Self {
        self.piece(MotionPieceSpec {
            duration: Some(duration),
            angular_velocity: degrees,
            ..MotionPieceSpec::default()
        })
    }

    /// Stands still for `duration` seconds.
    fn waiting(self, duration: f64) -> Self {
        self.moving([0.0; 3], duration)
    }

    /// Adds any piece of the scene language.
    fn piece(mut self, piece: MotionPieceSpec) -> Self {
        self.pieces().push(piece);
        self
    }
}

/// Vertices that are held, or moved as prescribed. What is in the way is pushed aside.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new().time_step(0.02);
/// let bar = scene.add(Solid::cuboid([1.0, 0.1, 0.1], [6, 1, 1]).young(1e6));
/// scene.prescribe(BoundaryCondition::hold(bar).end(BoxSide::MinusX));
/// scene.prescribe(BoundaryCondition::hold(bar).end(BoxSide::PlusX).spinning([90.0, 0.0, 0.0], 1.0));
/// let mut sim = scene.simulate()?;
/// sim.run_until(0.2)?;
/// assert!(sim.certificate().verified);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoundaryCondition {
    pub(crate) bodies: Vec<BodyId>,
    pub(crate) spec: BoundarySpec,
}

impl BoundaryCondition {
    /// Holds all vertices of a body.
    pub fn hold(body: BodyId) -> Self {
        Self::hold_all([body])
    }

    /// Holds all vertices of several bodies; where they move, as one.
    pub fn hold_all(bodies: impl IntoIterator<Item = BodyId>) -> Self {
        Self {
            bodies: bodies.into_iter().collect(),
            spec: BoundarySpec {
                name: String::new(),
                body: OneOrMany::default(),
                select: everything(),
                relative: false,
                motion: OneOrMany::default(),
                driven: false,
                begin: 0.0,
                release: None,
                release_past: None,
            },
        }
    }

    /// Has the program say where the vertices go, step by step: see [`Simulation::drive`](crate::Simulation::drive).
    pub fn driven(mut self) -> Self {
        self.spec.driven = true;
        self
    }

    /// Lets go at this time, s; held for ever without.
    pub fn until(mut self, time: f64) -> Self {
        self.spec.release = Some(time);
        self
    }

    /// Takes hold at this time, s.
    pub fn from(mut self, time: f64) -> Self {
        self.spec.begin = time;
        self
    }
}

impl MotionPieces for BoundaryCondition {
    fn pieces(&mut self) -> &mut Vec<MotionPieceSpec> {
        &mut self.spec.motion.0
    }
}

/// A force from outside on a body, or on some of its vertices.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new().time_step(0.01).gravity([0.0; 3]);
/// let cube = scene.add(Solid::cube(0.1)); // 1 kg
/// scene.apply(ExternalLoad::force(cube, [2.0, 0.0, 0.0]));
/// let mut sim = scene.simulate()?;
/// sim.run_until(0.5)?;
/// assert!((sim.velocities(cube)[0].x - 1.0).abs() < 1e-2);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExternalLoad {
    pub(crate) bodies: Vec<BodyId>,
    pub(crate) spec: LoadSpec,
}

impl ExternalLoad {
    /// One force, N, shared equally by the vertices.
    pub fn force(body: BodyId, force: Triple) -> Self {
        Self::on(body, |spec| spec.force = Some(force))
    }

    /// An acceleration of the vertices, m/s².
    pub fn acceleration(body: BodyId, acceleration: Triple) -> Self {
        Self::on(body, |spec| spec.acceleration = Some(acceleration))
    }

    /// A force per area at rest in a fixed direction, Pa.
    pub fn traction(body: BodyId, traction: Triple) -> Self {
        Self::on(body, |spec| spec.traction = Some(traction))
    }

    /// A force per area against the surface as it moves, Pa.
    pub fn pressure(body: BodyId, pressure: f64) -> Self {
        Self::on(body, |spec| spec.pressure = Some(pressure))
    }

    /// Forces on each vertex that the program gives, step by step: see [`Simulation::push`](crate::Simulation::push).
    pub fn driven(body: BodyId) -> Self {
        Self::on(body, |spec| spec.driven = true)
    }

    fn on(body: BodyId, what: impl FnOnce(&mut LoadSpec)) -> Self {
        let mut spec = LoadSpec {
            name: String::new(),
            body: OneOrMany::default(),
            select: everything(),
            relative: false,
            acceleration: None,
            force: None,
            traction: None,
            pressure: None,
            driven: false,
            begin: 0.0,
            end: None,
            ramp: 0.0,
        };
        what(&mut spec);
        Self {
            bodies: vec![body],
            spec,
        }
    }

    /// Ends at this time, s; acts for ever without.
    pub fn until(mut self, time: f64) -> Self {
        self.spec.end = Some(time);
        self
    }

    /// Begins at this time, s.
    pub fn from(mut self, time: f64) -> Self {
        self.spec.begin = time;
        self
    }

    /// Grows evenly from nothing within this time after its beginning, s.
    pub fn growing_for(mut self, time: f64) -> Self {
        self.spec.ramp = time;
        self
    }
}

fn everything() -> OneOrMany<Select> {
    OneOrMany(vec![Select::All(true)])
}

/// Words that choose vertices.
macro_rules! selecting {
    ($($kind:ident)*) => {$(
        impl $kind {
            /// The name in messages.
            pub fn named(mut self, name: impl Into<String>) -> Self {
                self.spec.name = name.into();
                self
            }

            /// Only these vertices.
            pub fn select(mut self, select: Select) -> Self {
                self.spec.select = OneOrMany(vec![select]);
                self
            }

            /// Only the vertices at one end of each body, within a hundredth of its length.
            pub fn end(self, side: BoxSide) -> Self {
                let fraction = 0.01;
                self.select(Select::End(EndRegion { side, fraction }))
            }

            /// Only the vertices within a box, m.
            pub fn within_box(self, min: Triple, max: Triple) -> Self {
                let (min, max) = (Some(min), Some(max));
                self.select(Select::Box(BoxRegion { min, max }))
            }

            /// Only the vertices within a sphere, m.
            pub fn within_sphere(self, center: Triple, radius: f64) -> Self {
                self.select(Select::Sphere(SphereRegion { center, radius }))
            }

            /// Only the vertices that a plane looks to.
            pub fn beyond(self, point: Triple, normal: Triple) -> Self {
                self.select(Select::Plane(PlaneRegion { point, normal }))
            }

            /// Only the vertices of a group of the body.
            pub fn group(self, name: impl Into<String>) -> Self {
                self.select(Select::Group(name.into()))
            }
        }
    )*};
}
selecting!(BoundaryCondition ExternalLoad);
