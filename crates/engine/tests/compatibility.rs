//! Table of what goes with what: the documentation has the engine's own.

use tangency_engine::settings::compatibility::{RULES, Rule};
use tangency_engine::{ContactKind, Feature, Method, Settings, StepperKind};

const STEPPERS: [StepperKind; 3] = [StepperKind::Newton, StepperKind::Vbd, StepperKind::Gpu];
const CONTACTS: [ContactKind; 4] = [
    ContactKind::Ipc,
    ContactKind::Convergent,
    ContactKind::Ogc,
    ContactKind::Gcp,
];

/// A feature in the words of the documentation.
fn words(feature: Feature) -> String {
    match feature {
        Feature::Contact(kind) => format!("`{kind}`"),
        Feature::OtherIntegrator => "integrators other than `implicit-euler`".into(),
        Feature::MassDamping => "`damping.mass`".into(),
        Feature::StiffnessDamping => "`damping.stiffness`".into(),
        Feature::Acceleration => "`vbd.acceleration`".into(),
        Feature::Trace => "`trace`".into(),
        Feature::Plane => "planar scenes".into(),
        Feature::LoosePoints => "rods, grains".into(),
        Feature::SqueezeLimit => "`squeeze_limit`".into(),
        Feature::PlateBending => "cloth that bends as a plate".into(),
        Feature::Twisting => "rods that twist".into(),
        Feature::Pressure => "pressures".into(),
        Feature::ReleasePlane => "`release_past`".into(),
        Feature::AdaptiveStep => "`time.step` with `least`".into(),
        Feature::EarlyEnd => "`early_end`".into(),
        Feature::BoundedStitches => "`force` of stitches, `drape`".into(),
        Feature::EmbeddedContact => "embedded surfaces in contact".into(),
    }
}

/// A table of features by methods.
fn table(features: &[Feature], methods: &[(String, Method)]) -> String {
    let mut text = String::from("| |");
    for (name, _) in methods {
        text += &format!(" `{name}` |");
    }
    text += &format!("\n|---|{}\n", "---|".repeat(methods.len()));
    for &feature in features {
        text += &format!("| {} |", words(feature));
        for (_, method) in methods {
            let forbids = |rule: &Rule| rule.feature == feature && rule.methods.contains(method);
            let goes = !RULES.iter().any(forbids);
            text += if goes { " yes |" } else { " no |" };
        }
        text += "\n";
    }
    text
}

#[test]
fn the_documentation_has_the_table() {
    let steppers = STEPPERS.map(|kind| (kind.to_string(), Method::Stepper(kind)));
    let contacts = CONTACTS.map(|kind| (kind.to_string(), Method::Contact(kind)));
    let mut features: Vec<Feature> = CONTACTS.map(Feature::Contact).to_vec();
    for rule in RULES {
        let is_of_contact = matches!(rule.methods[0], Method::Contact(_));
        if !is_of_contact && !features.contains(&rule.feature) {
            features.push(rule.feature);
        }
    }
    let by_stepper = table(&features, &steppers);
    let by_contact = table(&[Feature::LoosePoints, Feature::EmbeddedContact], &contacts);
    let page = include_str!("../../../docs/steppers.md");
    for table in [by_stepper, by_contact] {
        assert!(page.contains(&table), "docs/steppers.md needs:\n\n{table}");
    }
}

#[test]
fn every_rule_names_a_way_out_that_no_rule_forbids() {
    for rule in RULES {
        assert!(!rule.others.is_empty());
        for &other in rule.others {
            let forbids = |r: &Rule| r.feature == rule.feature && r.methods.contains(&other);
            assert!(!RULES.iter().any(forbids), "{}: {other}", rule.cannot);
        }
    }
}

#[test]
fn every_pair_of_methods_is_allowed_or_refused_as_the_table_says() {
    for stepper in STEPPERS {
        for contact in CONTACTS {
            let settings = Settings {
                stepper,
                contact,
                ..Settings::default()
            };
            let is_free = match stepper {
                StepperKind::Newton => true,
                StepperKind::Vbd => matches!(contact, ContactKind::Ipc | ContactKind::Ogc),
                StepperKind::Gpu => contact == ContactKind::Ogc,
            };
            assert_eq!(
                settings.check_methods().is_ok(),
                is_free,
                "{stepper} {contact}"
            );
        }
    }
}
