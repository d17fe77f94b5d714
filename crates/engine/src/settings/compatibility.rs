//! Methods and what they cannot do: the one table from which checks, messages and the table in `docs/steppers.md` are made.

use std::fmt;

use super::{ContactKind, Integrator, Settings, StepperKind};

/// A method that a scene chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A contact model.
    Contact(ContactKind),
    /// A minimiser.
    Stepper(StepperKind),
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Contact(kind) => write!(f, "the contact model `{kind}`"),
            Method::Stepper(kind) => write!(f, "the stepper `{kind}`"),
        }
    }
}

/// Something that a scene may have and that not every method knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A contact model.
    Contact(ContactKind),
    /// Another integrator than implicit Euler.
    OtherIntegrator,
    /// Damping by mass.
    MassDamping,
    /// Damping by stiffness.
    StiffnessDamping,
    /// Chebyshev's acceleration of sweeps.
    Acceleration,
    /// A record of single iterations.
    Trace,
    /// A planar scene.
    Plane,
    /// Points of no triangle: rods and grains.
    LoosePoints,
    /// Sheets with a limit of being squeezed.
    SqueezeLimit,
    /// Sheets that bend as plates.
    PlateBending,
    /// Rods that twist.
    Twisting,
    /// Pressures.
    Pressure,
    /// Boundary programs that end where something has passed a plane.
    ReleasePlane,
    /// Steps that are cut into shorter ones where they are in trouble.
    AdaptiveStep,
    /// Steps that end before they are solved.
    EarlyEnd,
    /// Stitches that pull with a bounded force.
    BoundedStitches,
    /// Embedded surfaces that are in contact.
    EmbeddedContact,
}

impl Feature {
    /// Whether settings ask for it; `false` for what only a model tells.
    pub fn is_in(self, settings: &Settings) -> bool {
        match self {
            Feature::Contact(kind) => settings.contact == kind,
            Feature::OtherIntegrator => settings.integrator != Integrator::ImplicitEuler,
            Feature::MassDamping => settings.damping.mass > 0.0,
            Feature::StiffnessDamping => settings.damping.stiffness > 0.0,
            Feature::Acceleration => settings.vbd.acceleration.is_some(),
            Feature::Trace => settings.trace,
            Feature::AdaptiveStep => settings.pace.is_some(),
            Feature::EarlyEnd => settings.early_end.is_some(),
            _ => false,
        }
    }
}

/// A thing that methods cannot do.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The methods.
    pub methods: &'static [Method],
    /// Feature that they do not go with.
    pub feature: Feature,
    /// Description of what they cannot do, after "cannot".
    pub cannot: &'static str,
    /// The reason.
    pub reason: &'static str,
    /// Methods that can.
    pub others: &'static [Method],
    /// Change of the scene to make instead, after "or".
    pub change: Option<&'static str>,
}

impl Rule {
    /// Whether one of its methods is chosen.
    fn method(&self, contact: ContactKind, stepper: StepperKind) -> Option<Method> {
        let chosen = [Method::Contact(contact), Method::Stepper(stepper)];
        chosen.into_iter().find(|m| self.methods.contains(m))
    }
}

const NEWTON: Method = Method::Stepper(StepperKind::Newton);
const VBD: Method = Method::Stepper(StepperKind::Vbd);
const GPU: Method = Method::Stepper(StepperKind::Gpu);
const OGC: Method = Method::Contact(ContactKind::Ogc);
const NO_BOUNDS: &str =
    "it has no collision detection along the way, only the displacement bounds of `ogc`";
const OTHER_CONTACT: Option<&str> = Some("choose another contact model");

/// All that does not go together.
pub const RULES: &[Rule] = &[
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::Plane,
        cannot: "step a planar scene",
        reason: "block descent has no triangles in plane strain",
        others: &[NEWTON],
        change: None,
    },
    Rule {
        methods: &[GPU],
        feature: Feature::Contact(ContactKind::Ipc),
        cannot: "keep vertices apart with the contact model `ipc`",
        reason: NO_BOUNDS,
        others: &[OGC, VBD],
        change: None,
    },
    Rule {
        methods: &[GPU],
        feature: Feature::Contact(ContactKind::Convergent),
        cannot: "keep vertices apart with the contact model `convergent`",
        reason: NO_BOUNDS,
        others: &[OGC, NEWTON],
        change: None,
    },
    Rule {
        methods: &[GPU],
        feature: Feature::Contact(ContactKind::Gcp),
        cannot: "keep vertices apart with the contact model `gcp`",
        reason: NO_BOUNDS,
        others: &[OGC, NEWTON],
        change: None,
    },
    Rule {
        methods: &[VBD],
        feature: Feature::Contact(ContactKind::Gcp),
        cannot: "move one vertex at a time with the contact model `gcp`",
        reason: "there the vertices around a pair feel it too, not only its own",
        others: &[NEWTON],
        change: OTHER_CONTACT,
    },
    Rule {
        methods: &[VBD],
        feature: Feature::Contact(ContactKind::Convergent),
        cannot: "move one vertex at a time with the contact model `convergent`",
        reason: "there some pairs weigh less than nothing, to take back what others count twice",
        others: &[NEWTON],
        change: OTHER_CONTACT,
    },
    Rule {
        methods: &[Method::Contact(ContactKind::Convergent)],
        feature: Feature::LoosePoints,
        cannot: "weigh what belongs to no triangle",
        reason: "it weighs contacts by their area",
        others: &[
            Method::Contact(ContactKind::Ipc),
            Method::Contact(ContactKind::Gcp),
        ],
        change: None,
    },
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::SqueezeLimit,
        cannot: "move one vertex at a time with a `squeeze_limit`",
        reason: "it has no such limit",
        others: &[NEWTON],
        change: Some("leave the limit out"),
    },
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::PlateBending,
        cannot: "bend cloth as a plate",
        reason: "the bending of a triangle depends on twelve vertices, which leaves few that may move at once",
        others: &[NEWTON],
        change: Some("give the material `bends = \"hinges\"`"),
    },
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::Twisting,
        cannot: "twist rods",
        reason: "the frames of a rod turn with all of its vertices",
        others: &[NEWTON],
        change: Some("leave out `twisting`"),
    },
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::StiffnessDamping,
        cannot: "damp by stiffness",
        reason: "that couples each vertex to the matrix of the whole step",
        others: &[NEWTON],
        change: Some(
            "leave out `damping.stiffness`, which sweeps that have not converged do as well",
        ),
    },
    Rule {
        methods: &[GPU],
        feature: Feature::MassDamping,
        cannot: "damp",
        reason: "that couples each vertex to the start of the step",
        others: &[VBD],
        change: Some("leave out `damping.mass`"),
    },
    Rule {
        methods: &[GPU],
        feature: Feature::OtherIntegrator,
        cannot: "integrate other than by implicit Euler",
        reason: "no other rule is there",
        others: &[VBD],
        change: None,
    },
    Rule {
        methods: &[GPU],
        feature: Feature::Acceleration,
        cannot: "accelerate its sweeps",
        reason: "Chebyshev's extrapolation is not there",
        others: &[VBD],
        change: Some("leave out `solver.vbd.acceleration`"),
    },
    Rule {
        methods: &[GPU],
        feature: Feature::Trace,
        cannot: "trace a step",
        reason: "it does not tell of single sweeps",
        others: &[VBD],
        change: None,
    },
    Rule {
        methods: &[GPU],
        feature: Feature::Pressure,
        cannot: "press surfaces",
        reason: "a pressure depends on where the surface is",
        others: &[VBD],
        change: None,
    },
    Rule {
        methods: &[GPU],
        feature: Feature::ReleasePlane,
        cannot: "let go of what has passed a place",
        reason: "positions stay on the GPU",
        others: &[VBD],
        change: None,
    },
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::AdaptiveStep,
        cannot: "cut a step in trouble into shorter ones",
        reason: "a fixed number of sweeps never fails",
        others: &[NEWTON],
        change: Some("give `time.step` as one number"),
    },
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::EarlyEnd,
        cannot: "end a step early",
        reason: "its steps always end after a fixed number of sweeps",
        others: &[NEWTON],
        change: Some("set `solver.vbd.iterations` in place of `solver.early_end`"),
    },
    Rule {
        methods: &[VBD, GPU],
        feature: Feature::BoundedStitches,
        cannot: "bound the force of stitches",
        reason: "its stitches are springs without a bound",
        others: &[NEWTON],
        change: Some("leave `force` and `drape` out"),
    },
    Rule {
        methods: &[VBD, GPU, OGC],
        feature: Feature::EmbeddedContact,
        cannot: "touch with an embedded surface",
        reason: "it moves one vertex at a time, and those of an embedded surface follow others",
        others: &[NEWTON, Method::Contact(ContactKind::Ipc)],
        change: Some("give the body `embed.contact = \"coarse\"`"),
    },
];

/// A method that was chosen together with what it cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incompatible {
    /// The method.
    pub method: Method,
    /// The rule against it.
    pub rule: &'static Rule,
}

impl fmt::Display for Incompatible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule { cannot, reason, .. } = self.rule;
        write!(f, "{} cannot {cannot}: {reason}; take ", self.method)?;
        for (k, other) in self.rule.others.iter().enumerate() {
            write!(f, "{}{other}", if k > 0 { " or " } else { "" })?;
        }
        match self.rule.change {
            Some(change) => write!(f, ", or {change}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Incompatible {}

/// Refuses a contact model or a minimiser where the scene `has` a feature that it cannot do.
pub fn check_methods(
    contact: ContactKind,
    stepper: StepperKind,
    has: impl Fn(Feature) -> bool,
) -> Result<(), Incompatible> {
    for rule in RULES {
        if let Some(method) = rule.method(contact, stepper)
            && has(rule.feature)
        {
            return Err(Incompatible { method, rule });
        }
    }
    Ok(())
}

impl Settings {
    /// Checks that methods go together, as far as the settings tell; a model tells the rest.
    ///
    /// ```
    /// use tangency_engine::{ContactKind, Settings, StepperKind};
    ///
    /// let mut settings = Settings { stepper: StepperKind::Vbd, ..Settings::default() };
    /// assert!(settings.check_methods().is_ok());
    /// settings.contact = ContactKind::Gcp;
    /// let error = settings.check_methods().unwrap_err().to_string();
    /// assert!(error.starts_with("the stepper `vbd` cannot move one vertex at a time"));
    /// ```
    pub fn check_methods(&self) -> Result<(), Incompatible> {
        check_methods(self.contact, self.stepper, |feature| feature.is_in(self))
    }
}
