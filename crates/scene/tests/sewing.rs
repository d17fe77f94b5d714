//! What comes with seams: bands, buttons, loads that grow, and the scene of a drape.

use std::path::Path;

use tangency_engine::{Model, StepperKind, Vec3};
use tangency_scene::{Scene, load_text};

/// Two sheets of 20 cm in a plane upright, 4 cm apart.
const SHEETS: &str = "[[body]]\nname = 'sheet'\nrepeat = 2\n\
    shape = { cloth = { size = [0.2, 0.2], spacing = 0.05, pattern = 'aligned' } }\n\
    rotate = { axis = [1, 0, 0], angle = 90 }\ntranslate = [0, 0, '= 0.04*i']\nmaterial = 'canvas'\n";

fn scene(more: &str) -> Result<Scene, String> {
    let text = format!("{SHEETS}{more}");
    load_text("s.toml", &text, Path::new("."), &[]).map_err(|e| e.to_string())
}

fn built(more: &str) -> Model {
    scene(more).unwrap().build().unwrap().0
}

fn refused(more: &str) -> String {
    let build = |scene: Scene| scene.build().map(|_| ()).map_err(|e| e.to_string());
    scene(more).and_then(build).unwrap_err()
}

#[test]
fn a_band_goes_along_the_border_and_is_shorter_than_it() {
    let band = "[[band]]\nname = 'waist'\nbody = 'sheet'\nselect = { end = { side = '+y' } }\nlength = 0.7\nstiffness = '5 N'\n";
    let segments = built(band).elements.segments;
    assert_eq!(segments.segments.len(), 8, "four edges of each sheet");
    for spring in &segments.springs {
        assert!((spring.length - 0.7 * 0.05).abs() < 1e-15);
        assert!((spring.stiffness * spring.length - 5.0).abs() < 1e-12);
    }
    let inner = band.replace(
        "stiffness",
        "border = false\nselect = { all = true }\nstiffness",
    );
    let inner = inner.replace("select = { end = { side = '+y' } }\n", "");
    assert!(built(&inner).elements.segments.segments.len() > 32);
    let lone = band.replace("end = { side = '+y' }", "nearest = { to = [0, 0, 0] }");
    assert!(refused(&lone).contains("selects no edge on the border of a sheet"));
    let short = band.replace("0.7", "0");
    assert!(refused(&short).contains("band.0.length"));
    let peg = format!(
        "{band}[[obstacle]]\nname = 'peg'\nshape = {{ sphere = {{ radius = 0.01 }} }}\ntranslate = [1, 0, 0]\n"
    );
    let peg = peg.replace("body = 'sheet'", "body = ['sheet', 'peg']");
    assert!(refused(&peg).contains("not to obstacles"));
}

#[test]
fn a_button_joins_one_vertex_to_one_vertex() {
    let button = "[[seam]]\nname = 'button'\nbody = 'sheet.0'\nselect = { nearest = { to = [0.01, 0.01, 0] } }\n\
        border = false\nto = { body = 'sheet.1', select = { nearest = { to = [0.01, 0.01, 0] } } }\n";
    let model = built(button);
    let [v, a, b] = model.elements.springs.stencils[0];
    assert_eq!((model.elements.springs.stencils.len(), a), (1, b));
    let (from, to) = (model.rest[v as usize], model.rest[a as usize]);
    assert!(from.norm() < 1e-12 && (to - Vec3::z() * 0.04).norm() < 1e-12);
}

#[test]
fn a_load_grows_within_its_ramp() {
    let load = "[[load]]\nname = 'wind'\nbody = 'sheet.0'\nacceleration = [2, 0, 0]\nbegin = 1\nramp = 4\n";
    let model = built(load);
    let shares = [1.0, 2.0, 5.0, 7.0].map(|time| model.loads[0].share(time));
    assert_eq!(shares, [0.0, 0.25, 1.0, 1.0]);
    assert!(refused(&load.replace("ramp = 4", "ramp = -1")).contains("load.0.ramp"));
}

/// A scene with all that a drape changes.
const DRAPED: &str = "[time]\nstep = 0.01\nintegrator = 'newmark'\n[friction]\nmu = 0.4\n[drape]\nforce = 0.1\nramp = 0.5\nlongest = 5\nrest = 0.03\n\
    [[seam]]\nname = 'side'\nbody = 'sheet.0'\nselect = { end = { side = '+x' } }\nto = { body = 'sheet.1', select = { end = { side = '+x' } } }\n\
    [[seam]]\nname = 'soft'\nbody = 'sheet.0'\nselect = { end = { side = '-x' } }\nforce = 0.4\nto = { body = 'sheet.1', select = { end = { side = '-x' } } }\n\
    [[load]]\nbody = '*'\nacceleration = [0, -9, 0]\nramp = 2\n\
    [[obstacle]]\nname = 'peg'\nshape = { sphere = { radius = 0.01 } }\ntranslate = [1, 0, 0]\nfriction = 0.9\nmotion = { velocity = [1, 0, 0] }\n";

#[test]
fn a_drape_is_a_scene_of_its_own_in_which_nothing_is_driven() {
    let scene = scene(DRAPED).unwrap();
    let drape = scene.drape().unwrap().expect("a drape comes first");
    let document = &drape.document;
    assert_eq!(document.time.rest, Some(0.03));
    assert_eq!(
        (document.time.duration, document.time.step.most),
        (5.0, 0.04)
    );
    assert_eq!(document.solver.stepper, StepperKind::Newton);
    assert_eq!(document.solver.early_end, Some(25));
    assert_eq!(
        (document.friction.mu, document.obstacle[0].friction),
        (0.0, Some(0.0))
    );
    // 0.1 N after 0.5 s, and so on: 1 N after 5 s; what has a bound of its own keeps it, at the same rate.
    let pulls = |k: usize| (document.seam[k].force, document.seam[k].ramp);
    assert_eq!(pulls(0), (Some(1.0), Some(5.0)));
    assert_eq!(pulls(1), (Some(0.4), Some(2.0)));
    assert!(
        drape.build().unwrap().0.boundary.is_empty(),
        "the peg stands still"
    );

    let after = scene.after_drape(Path::new("run"));
    assert_eq!(
        after.document.start.as_ref().map(|s| s.run.as_str()),
        Some("drape")
    );
    assert_eq!(after.document.load[0].ramp, 0.0, "it goes on as it was");
    assert_eq!(after.document.friction.mu, 0.4);
    assert!(after.drape().unwrap().is_none());
}

#[test]
fn a_garment_that_starts_tangled_is_repaired_with_its_stitches() {
    let crossing = "[[body]]\nname = 'flap'\nshape = { cloth = { size = [0.1, 0.1], spacing = 0.03 } }\n\
        rotate = [0, 0, 90]\ntranslate = [0.02, 0.02, 0.0]\nmaterial = 'canvas'\n\
        [[seam]]\nname = 'hem'\nbody = 'flap'\nto = { body = 'sheet.1' }\n";
    assert!(refused(crossing).contains("intersects at the start"));
    let text = format!("repair = {{ most = '20 cm' }}\n{SHEETS}{crossing}");
    let scene = load_text("s.toml", &text, Path::new("."), &[]).unwrap();
    let (model, _, info) = scene.build().unwrap();
    assert!(!model.elements.springs.stencils.is_empty());
    let report = info.repair.expect("an account of the repair");
    assert!(report.pairs > 0 && report.bodies.len() == 2, "{report:?}");
    assert!(report.largest > 0.01 && report.largest <= 0.2, "{report:?}");
}
