//! Numbers with their units: what they become, and what is said of those that do not fit their place.

use std::path::Path;

use serde_json::json;
use tangency_engine::Length;
use tangency_scene::document::boundary::Select;
use tangency_scene::document::material::MaterialChoice;
use tangency_scene::document::shape::Shape;
use tangency_scene::{Scene, load_text, schema};

fn load_with(file: &str, text: &str, sets: &[&str]) -> Result<Scene, String> {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    load_text(file, text, Path::new("."), &sets).map_err(|error| error.to_string())
}

fn scene(text: &str) -> Scene {
    load_with("s.toml", text, &[]).unwrap()
}

fn complaint(text: &str) -> String {
    load_with("s.toml", text, &[]).unwrap_err()
}

const BODY: &str = "[[body]]\nname = 'b'\nshape = { box = {} }\n";

/// One of everything, with units.
const WITH_UNITS: &str = "gravity = [0, '-981 cm/s²', 0]\nground = '-5 cm'\n\
    [time]\nstep = '1/60 s'\nduration = '2 min'\nintegrator = { newmark = { beta = '25 %' } }\n\
    [damping]\nmass = '0.5 1/s'\nstiffness = '3 ms'\n\
    [solver]\ndhat = '0.3 mm'\nepsv = '2 mm/s'\nnewton_tolerance = { absolute = '1 cm/s' }\n\
    first_tolerances = ['1 m/s', 0.5]\nogc = { radius = '1/8 in', stiffness = '2 N/mm' }\ngcp = { length = { relative = '2 %' } }\n\
    [materials.rubber]\ndensity = '1.1 g/cm3'\nyoung = '0.8 MPa'\n\
    [[body]]\nname = 'b'\nshape = { box = { size = ['20 cm', 0.3, '1 ft'] } }\ntranslate = [0, '2 km', '= 1/2']\n\
    rotate = ['1.5 rad', '30°', 0]\nvelocity = ['36 km/h', 0, 0]\nangular_velocity = [0, '2 rpm', 0]\nmaterial = 'rubber'\n\
    groups = { low = { plane = { point = [0, '-2 mm', 0], normal = [0, -1, 0] } } }\n\
    [[body]]\nname = 'c'\nshape = { extrude = { shape = { polygon = { outline = [['0 mm', 0], ['300 mm', 0], [0, '300 mm']], \
    holes = [[['5 cm', 0.05], [0.1, 0.05], [0.05, 0.1]]], edge = '5 cm' } }, depth = '2 dm' } }\n\
    rotate = { axis = [0, 1, 0], angle = '90 deg' }\ntranslate = [5, 0, 0]\nmaterial = { base = 'rubber', young = '100 psi' }\n\
    [[boundary]]\nbody = 'b'\nselect = [{ sphere = { center = [0, '2000 m', 0], radius = '5 cm' } }, { end = { side = '+x', fraction = '5 %' } }]\n\
    motion = { duration = '300 ms', velocity = ['1 mm/ms', 0, 0] }\nbegin = '1 s'\n\
    [[boundary]]\nbody = 'c'\nrelative = true\nselect = { box = { min = ['10 %', 0, 0], max = [1, 0.5, 1] } }\n\
    [[load]]\nbody = 'c'\npressure = '1 kPa'\nend = '1 h'\n\
    [[load]]\nbody = 'c'\nforce = [0, '-2 kN', 0]\n";

/// The same in the units of the language.
const WITHOUT: &str = "gravity = [0, -9.81, 0]\nground = -0.05\n\
    [time]\nstep = '= 1/60'\nduration = 120\nintegrator = { newmark = { beta = 0.25 } }\n\
    [damping]\nmass = 0.5\nstiffness = 0.003\n\
    [solver]\ndhat = { absolute = 3e-4 }\nepsv = { absolute = 2e-3 }\nnewton_tolerance = { absolute = 1e-2 }\n\
    first_tolerances = [{ absolute = 1 }, 0.5]\nogc = { radius = { absolute = 0.003175 }, stiffness = 2000 }\ngcp = { length = 0.02 }\n\
    [materials.rubber]\ndensity = 1100\nyoung = 8e5\n\
    [[body]]\nname = 'b'\nshape = { box = { size = [0.2, 0.3, 0.3048] } }\ntranslate = [0, 2000, 0.5]\n\
    rotate = ['= 1.5*180/pi', 30, 0]\nvelocity = [10, 0, 0]\nangular_velocity = [0, 12, 0]\nmaterial = 'rubber'\n\
    groups = { low = { plane = { point = [0, -0.002, 0], normal = [0, -1, 0] } } }\n\
    [[body]]\nname = 'c'\nshape = { extrude = { shape = { polygon = { outline = [[0, 0], [0.3, 0], [0, 0.3]], \
    holes = [[[0.05, 0.05], [0.1, 0.05], [0.05, 0.1]]], edge = 0.05 } }, depth = 0.2 } }\n\
    rotate = { axis = [0, 1, 0], angle = 90 }\ntranslate = [5, 0, 0]\nmaterial = { base = 'rubber', young = 689475.7293168361 }\n\
    [[boundary]]\nbody = 'b'\nselect = [{ sphere = { center = [0, 2000, 0], radius = 0.05 } }, { end = { side = '+x', fraction = 0.05 } }]\n\
    motion = { duration = 0.3, velocity = [1, 0, 0] }\nbegin = 1\n\
    [[boundary]]\nbody = 'c'\nrelative = true\nselect = { box = { min = [0.1, 0, 0], max = [1, 0.5, 1] } }\n\
    [[load]]\nbody = 'c'\npressure = 1000\nend = 3600\n\
    [[load]]\nbody = 'c'\nforce = [0, -2000, 0]\n";

#[test]
fn a_scene_with_units_is_the_scene_without() {
    let with = scene(WITH_UNITS);
    assert_eq!(with.document, scene(WITHOUT).document);
    let json = scene(WITHOUT).resolved_json();
    assert_eq!(with.resolved_json(), json);
    // Some of it without the help of the other scene.
    let document = &with.document;
    assert_eq!(document.time.step.most, 1.0 / 60.0);
    assert_eq!(document.solver.dhat, Length::Absolute(0.0003));
    assert_eq!(document.materials["rubber"].density, 1100.0);
    let Shape::Box(shape) = &document.body[0].shape else {
        panic!("{:?}", document.body[0].shape)
    };
    assert_eq!(shape.size, [0.2, 0.3, 0.3048]);
    let MaterialChoice::Inline(psi) = &document.body[1].material else {
        panic!("{:?}", document.body[1].material)
    };
    assert_eq!((psi.density, psi.young.round()), (1100.0, 689476.0));
    let Select::Box(share) = &document.boundary[1].select.0[0] else {
        panic!("{:?}", document.boundary[1].select)
    };
    assert_eq!(share.min, Some([0.1, 0.0, 0.0]));
}

#[test]
fn json_takes_units_as_toml_does() {
    let text = json!({
        "time": { "step": "20 ms" },
        "body": [{ "name": "b", "shape": { "ball": { "radius": "2 cm" } }, "translate": [0, "1 m", 0] }],
    });
    let scene = load_with("s.json", &text.to_string(), &[]).unwrap();
    assert_eq!(scene.document.time.step.most, 0.02);
    assert_eq!(scene.document.body[0].translate, [0.0, 1.0, 0.0]);
    let text = "{\n \"time\": {\n  \"step\": \"2 cm\"\n }\n}\n";
    let error = load_with("s.json", text, &[]).unwrap_err();
    assert_eq!(
        error,
        "s.json:3: time.step: expected a time: \"2 cm\" is a length; write for example \"20 ms\""
    );
}

#[test]
fn settings_take_units() {
    let text = format!("[parameters]\nheight = 1\n{BODY}translate = [0, '= height', 0]\n");
    let sets = [
        "height=30 cm",
        "time.step=1/100 s",
        "solver.dhat=0.5 mm",
        "body.0.velocity=[0, '-9.81 cm/s', 0]",
    ];
    let document = load_with("s.toml", &text, &sets).unwrap().document;
    assert_eq!(document.body[0].translate, [0.0, 0.3, 0.0]);
    assert_eq!(document.time.step.most, 0.01);
    assert_eq!(document.solver.dhat, Length::Absolute(0.0005));
    assert_eq!(document.body[0].velocity, [0.0, -0.0981, 0.0]);
    let error = |set: &str| load_with("s.toml", &text, &[set]).unwrap_err();
    assert_eq!(
        error("time.step=2 cm"),
        "s.toml: time.step: expected a time: \"2 cm\" is a length; write for example \"20 ms\""
    );
    assert!(
        error("body.0.friction=2 cm").contains("body.0.friction: expected a number without a unit")
    );
    let boolean = error("solver.trace=2 cm");
    assert!(
        boolean.contains("solver.trace: invalid type: string \"2 cm\", expected a boolean"),
        "{boolean}"
    );
}

#[test]
fn parameters_hold_quantities() {
    let text = "[parameters]\nheight = '20 cm'\nsize = ['1 cm', 2]\ndouble = '= 2*height'\n\
         [[body]]\nname = 'b'\nlet = { r = '5 mm' }\nshape = { box = { size = ['= r', '$r', 1] } }\n\
         translate = ['$height', '= height + double', '= 3*height']\n\
         [solver]\ndhat = '$height'\n";
    let document = scene(text).document;
    assert_eq!(document.body[0].translate, [0.2, 0.2 + 0.4, 3.0 * 0.2]);
    assert_eq!(document.solver.dhat, Length::Absolute(0.2));
    assert_eq!(document.parameters["height"], json!("20 cm"));
    let wrong = "[parameters]\nheight = '20 cm'\n[time]\nstep = '$height'\n";
    assert_eq!(
        complaint(wrong),
        "s.toml:4: time.step: expected a time: \"20 cm\" is a length; write for example \"20 ms\""
    );
    let slip = "[parameters]\nheight = '20 cmm'\n[time]\nstep = '= height'\n";
    let message = complaint(slip);
    assert!(
        message.starts_with(
            "s.toml:4: time.step: `height` is no number: \"20 cmm\": unknown unit `cmm`"
        ),
        "{message}"
    );
    let word = complaint("[parameters]\nname = 'a'\n[time]\nstep = '= name'\n");
    assert!(
        word.contains("`name` is no number: \"a\" is a string"),
        "{word}"
    );
}

#[test]
fn a_number_from_a_quantity_is_no_share_of_the_scene() {
    let with = |dhat: &str| {
        load_with(
            "s.toml",
            &format!(
                "[parameters]\ngap = '1 mm'\nhalf = '= gap/2'\nn = 3\n[solver]\ndhat = {dhat}\n{BODY}"
            ),
            &[],
        )
    };
    for dhat in ["'= 2*gap'", "'$half'", "'= half + n'"] {
        let error = with(dhat).unwrap_err();
        assert!(
            error.starts_with("s.toml:6: solver.dhat: the expression uses a parameter with a unit"),
            "{error}"
        );
        assert!(error.contains("{ absolute = \"= ...\" }"), "{error}");
    }
    let dhat = |text: &str| with(text).unwrap().document.solver.dhat;
    assert_eq!(dhat("{ absolute = '= 2*gap' }"), Length::Absolute(0.002));
    assert_eq!(
        dhat("{ relative = '= gap/half/100' }"),
        Length::Relative(0.02)
    );
    assert_eq!(dhat("'= n/1000'"), Length::Relative(0.003));
    assert_eq!(dhat("'$gap'"), Length::Absolute(0.001));
}

#[test]
fn another_dimension_is_refused() {
    let cases = [
        (
            "[time]\nstep = '2 cm'\n",
            "s.toml:2: time.step: expected a time: \"2 cm\" is a length; write for example \"20 ms\"",
        ),
        (
            "gravity = [0, '-9.81 m/s', 0]\n",
            "s.toml:1: gravity.1: expected an acceleration: \"-9.81 m/s\" is a velocity; write for example \"9.81 m/s^2\"",
        ),
        (
            "[materials.a]\nyoung = '3 N'\n",
            "s.toml:2: materials.a.young: expected a pressure: \"3 N\" is a force; write for example \"0.8 MPa\"",
        ),
        (
            "[solver]\nepsv = '1 mm'\n",
            "s.toml:2: solver.epsv: expected a velocity: \"1 mm\" is a length; write for example \"10 cm/s\"",
        ),
        (
            "[solver]\ndhat = '1 mm/s'\n",
            "s.toml:2: solver.dhat: expected a length: \"1 mm/s\" is a velocity; write for example \"2 cm\"",
        ),
        (
            "[solver]\ndhat = { relative = '1 mm' }\n",
            "s.toml:2: solver.dhat.relative: expected a share: \"1 mm\" is a length; write for example \"5 %\"",
        ),
        (
            "[solver]\ndhat = '1 %'\n",
            "s.toml:2: solver.dhat: expected a length: \"1 %\" is a share; write for example \"2 cm\"",
        ),
        (
            "[solver]\nfirst_tolerances = [1, '1 mm']\n",
            "s.toml:2: solver.first_tolerances.1: expected a velocity: \"1 mm\" is a length; write for example \"10 cm/s\"",
        ),
        (
            "ground = { height = '3 s' }\n",
            "s.toml:1: ground.height: expected a length: \"3 s\" is a time; write for example \"2 cm\"",
        ),
        (
            "[[body]]\nshape = { box = {} }\nrotate = { axis = [0, 1, 0], angle = '1 m' }\n",
            "s.toml:3: body.0.rotate.angle: expected an angle: \"1 m\" is a length; write for example \"30 deg\"",
        ),
        (
            "[[body]]\nshape = { box = {} }\nangular_velocity = [0, 0, '3 Hz']\n",
            "s.toml:3: body.0.angular_velocity.2: expected an angular velocity: \"3 Hz\" is a rate; write for example \"90 deg/s\"",
        ),
        (
            "[[body]]\nrepeat = 2\nshape = { box = {} }\ntranslate = [0, 0, '3 kg']\n",
            "s.toml:4: body.0.translate.2 (copy 0): expected a length: \"3 kg\" is a mass; write for example \"2 cm\"",
        ),
        (
            "[damping]\nmass = '3 kg m/s^3'\n",
            "s.toml:2: damping.mass: expected a rate: \"3 kg m/s^3\" is a quantity in m kg s^-3; write for example \"0.5 1/s\"",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(complaint(text), expected);
    }
}

#[test]
fn what_is_no_quantity_is_refused() {
    let step = |text: &str| complaint(&format!("[time]\nstep = '{text}'\n"));
    let unknown = step("2 mmm");
    let begin = "s.toml:2: time.step: \"2 mmm\": unknown unit `mmm` (did you mean `mm`?); units are m, g, s, N, Pa,";
    assert!(unknown.starts_with(begin), "{unknown}");
    assert!(
        unknown.ends_with("as in mm or MPa; expected a time, for example \"20 ms\""),
        "{unknown}"
    );
    assert_eq!(
        step("1.2.3 s"),
        "s.toml:2: time.step: \"1.2.3 s\": `1.2.3` is no number; write digits with at most one point; expected a time, for example \"20 ms\""
    );
    assert_eq!(
        step("0.02"),
        "s.toml:2: time.step: \"0.02\" has no unit: this is a time; write for example \"20 ms\", or 0.02 without quotes"
    );
    assert_eq!(
        step("1/60"),
        "s.toml:2: time.step: \"1/60\" has no unit: this is a time; write for example \"20 ms\", or \"= 1/60\""
    );
    assert_eq!(
        step("1/0 s"),
        "s.toml:2: time.step: \"1/0 s\" divides by zero; expected a time, for example \"20 ms\""
    );
    assert_eq!(
        step("1e400 s"),
        "s.toml:2: time.step: \"1e400 s\" is not a finite number; expected a time, for example \"20 ms\""
    );
    let word = step("fast");
    assert!(
        word.starts_with("s.toml:2: time.step: invalid type: string \"fast\""),
        "{word}"
    );
}

#[test]
fn pure_numbers_booleans_and_words_take_no_unit() {
    assert_eq!(
        complaint("[friction]\nmu = '2 cm'\n"),
        "s.toml:2: friction.mu: expected a number without a unit: \"2 cm\" is a length"
    );
    assert_eq!(
        complaint("[[body]]\nshape = { box = { cells = [1, '2 m', 1] } }\n"),
        "s.toml:2: body.0.shape.box.cells.1: expected a number without a unit: \"2 m\" is a length"
    );
    assert_eq!(
        complaint("[materials.a]\nstretch_limit = '6 %'\n"),
        "s.toml:2: materials.a.stretch_limit: expected a number without a unit: \"6 %\" is a share"
    );
    for (text, place) in [
        ("[solver]\nkappa = '1 MPa'\n", "solver.kappa"),
        (
            "[solver]\nmax_iterations = '1 s'\n",
            "solver.max_iterations",
        ),
        (
            "[solver]\nfriction_iterations = '1 s'\n",
            "solver.friction_iterations",
        ),
        (
            "[[half_space]]\nnormal = [0, '1 m', 0]\n",
            "half_space.0.normal.1",
        ),
        (
            "[[body]]\nshape = { box = {} }\nscale = '2 m'\n",
            "body.0.scale",
        ),
        (
            "[[body]]\nshape = { box = {} }\nscale = [1, '2 m', 1]\n",
            "body.0.scale.1",
        ),
    ] {
        let message = complaint(text);
        assert!(
            message.contains(&format!("{place}: expected a number without a unit")),
            "{message}"
        );
    }
    let boolean = complaint("plane = '2 cm'\n");
    assert_eq!(
        boolean,
        "s.toml:1: plane: invalid type: string \"2 cm\", expected a boolean"
    );
    let word = complaint("[solver]\ncontact = '2 cm'\n");
    assert!(
        word.starts_with("s.toml:2: solver.contact: unknown word `2 cm`"),
        "{word}"
    );
    let list = complaint("gravity = '9.81 m/s^2'\n");
    assert!(
        list.starts_with("s.toml:1: gravity: invalid type: string"),
        "{list}"
    );
    // Where a text is a text it stays one.
    let named = scene("title = '2 cm'\n[[body]]\nname = '3 mmm'\nshape = { box = {} }\n");
    assert_eq!(named.document.title, "2 cm");
    assert_eq!(named.document.body[0].name, "3 mmm");
}

#[test]
fn relative_selections_have_shares() {
    let with = |relative: bool, min: &str| {
        format!(
            "{BODY}[[boundary]]\nbody = 'b'\nrelative = {relative}\nselect = {{ box = {{ min = [{min}, 0, 0] }} }}\n"
        )
    };
    assert_eq!(
        complaint(&with(true, "'2 cm'")),
        "s.toml:7: boundary.0.select.box.min.0: expected a share of a body's extent, as the selection is `relative`: \
         \"2 cm\" is a length; write for example \"5 %\""
    );
    assert_eq!(
        complaint(&with(false, "'5 %'")),
        "s.toml:7: boundary.0.select.box.min.0: expected a length: \"5 %\" is a share; write for example \"2 cm\""
    );
    scene(&with(true, "'5 %'"));
    scene(&with(false, "'2 cm'"));
    // Only the selection is relative, not what is beside it.
    let beside = format!("{}release = '3 s'\n", with(true, "'5 %'"));
    assert_eq!(scene(&beside).document.boundary[0].release, Some(3.0));
    let side = format!(
        "{BODY}[[seam]]\nbody = 'b'\nselect = {{ sphere = {{ center = ['1 cm', 0, 0], radius = 1 }} }}\n\
         to = {{ body = 'b', relative = true, select = {{ sphere = {{ center = [0, 0, 0], radius = '1 cm' }} }} }}\n"
    );
    let message = complaint(&side);
    assert!(
        message.starts_with("s.toml:7: seam.0.to.select.sphere.radius: expected a share"),
        "{message}"
    );
}

#[test]
fn forces_of_planar_scenes_are_per_metre_of_depth() {
    let with = |plane: bool, force: &str| {
        format!(
            "plane = {plane}\n[[body]]\nname = 'b'\nshape = {{ disc = {{}} }}\n[[load]]\nbody = 'b'\nforce = [0, '{force}', 0]\n"
        )
    };
    assert_eq!(
        complaint(&with(true, "2 N")),
        "s.toml:7: load.0.force.1: expected a force per length, as a planar scene is per metre of depth: \"2 N\" is a force; \
         write for example \"100 N/m\""
    );
    assert_eq!(
        scene(&with(true, "2 N/mm")).document.load[0].force,
        Some([0.0, 2000.0, 0.0])
    );
    assert!(
        complaint(&with(false, "2 N/m"))
            .contains("expected a force: \"2 N/m\" is a force per length")
    );
}

#[test]
fn the_schema_has_units_and_takes_quantities_there() {
    let schema = schema();
    let defs = &schema["$defs"];
    let quantity = json!({ "$ref": "#/$defs/Quantity" });
    let takes = |place: &serde_json::Value| place["anyOf"].as_array().unwrap().contains(&quantity);
    let body = &defs["Body"]["properties"];
    assert_eq!(body["translate"]["unit"], "m");
    assert!(takes(&body["translate"]["anyOf"][0]["items"]));
    assert!(!takes(&body["translate"]));
    assert_eq!(defs["Material"]["properties"]["young"]["unit"], "Pa");
    assert!(takes(&defs["Material"]["properties"]["young"]));
    assert!(!takes(&defs["Material"]["properties"]["poisson"]));
    assert!(!takes(
        &defs["BoxShape"]["properties"]["cells"]["anyOf"][0]["items"]
    ));
    assert!(takes(
        &defs["BoxShape"]["properties"]["size"]["anyOf"][0]["items"]
    ));
    assert_eq!(defs["Solver"]["properties"]["epsv"]["unit"], "m/s");
    assert!(takes(&defs["Length"]));
    assert_eq!(defs["Load"]["properties"]["force"]["planar_unit"], "N/m");
    assert_eq!(defs["BoxRegion"]["properties"]["min"]["relative_unit"], "1");
}
