//! Friction, integrators, damping, loads, times and sequences: from the words to the model.

use std::path::Path;

use tangency_engine::Model;
use tangency_engine::{Damping, Integrator, Length, LoadKind, Path as Way, Vec3};
use tangency_scene::{Scene, load_text};

fn scene(text: &str) -> Scene {
    load_text("s.toml", text, Path::new("."), &[]).unwrap()
}

fn model(text: &str) -> Model {
    scene(text).build().unwrap().0
}

const CUBES: &str =
    "[[body]]\nname = 'cube'\nrepeat = 2\nshape = { box = {} }\ntranslate = ['= 2*i', 1, 0]\n";

#[test]
fn coefficients_reach_their_pairs() {
    let text = format!(
        "ground = {{ height = 0, friction = 0.7 }}\n[friction]\nmu = 0.4\n\
         [[friction.pair]]\nbetween = ['cube.0', 'slope']\nmu = 0.9\n\
         [[friction.pair]]\nbetween = ['wall', 'cube']\nmu = 0.2\n{CUBES}friction = 0.1\n\
         [[obstacle]]\nname = 'slope'\nshape = {{ plane = {{}} }}\ntranslate = [0, 9, 0]\n\
         [[half_space]]\nname = 'wall'\npoint = [-9, 0, 0]\nnormal = [1, 0, 0]\n\
         [[half_space]]\nname = 'side'\npoint = [0, 0, -9]\nnormal = [0, 0, 1]\n"
    );
    let friction = model(&text).friction;
    assert_eq!(friction.between(0, 0), 0.1);
    assert_eq!(friction.between(0, 2), 0.9);
    assert!(
        (friction.between(1, 2) - 0.2).abs() < 1e-15,
        "the mean of 0.1 and 0.4"
    );
    assert_eq!(friction.on_half_space(0, 0), 0.7);
    assert_eq!(friction.on_half_space(1, 1), 0.2);
    assert_eq!(friction.on_half_space(1, 2), 0.1);
}

#[test]
fn settings_are_read_with_expressions() {
    let text = format!(
        "[parameters]\nh = 0.01\n[time]\nstep = '= h'\nintegrator = {{ newmark = {{ beta = '= h*30' }} }}\n\
         [damping]\nmass = 2\nstiffness = '= h/10'\n\
         [solver]\nepsv = '1 mm/s'\nfriction_iterations = 'converged'\nfirst_tolerances = [1, '0.5 m/s']\nkappa_min_multiplier = 1e9\n{CUBES}"
    );
    let settings = model(&text).settings;
    let (mass, stiffness) = (2.0, 0.01 / 10.0);
    assert_eq!(settings.damping, Damping { mass, stiffness });
    assert_eq!(settings.epsv, Length::Absolute(0.001));
    assert_eq!(settings.friction_iterations, None);
    assert_eq!(
        settings.first_tolerances,
        [Length::Relative(1.0), Length::Absolute(0.5)]
    );
    assert_eq!(settings.kappa_min_multiplier, 1e9);
    let (beta, gamma) = (0.01 * 30.0, 0.5);
    assert_eq!(settings.integrator, Integrator::Newmark { beta, gamma });
    let plain = model(CUBES).settings;
    assert_eq!(plain, tangency_engine::Settings::default());
}

#[test]
fn loads_find_their_vertices_and_triangles() {
    let text = format!(
        "{CUBES}[[load]]\nname = 'wind'\nbody = '*'\nacceleration = [1, 0, 0]\nend = 2\n\
         [[load]]\nname = 'weight'\nbody = 'cube.1'\nselect = {{ box = {{ min = [0, 1, 0] }} }}\nrelative = true\npressure = 10\nbegin = 1\n\
         [[load]]\nname = 'pull'\nbody = 'cube.0'\nselect = {{ end = {{ side = '+x' }} }}\ntraction = [5, 0, 0]\n"
    );
    let model = model(&text);
    let LoadKind::Acceleration { vertices, .. } = &model.loads[0].kind else {
        panic!("not an acceleration");
    };
    assert_eq!(vertices.len(), model.rest.len());
    assert_eq!((model.loads[0].begin, model.loads[0].end), (0.0, 2.0));
    assert!(model.loads[1].end.is_infinite());
    let mut force = vec![Vec3::zeros(); model.rest.len()];
    for load in &model.loads[1..] {
        load.add_forces(1.0, &model.rest, &model.rest, &model.mass, &[], &mut force);
    }
    // A pressure of 10 Pa on the top of a unit cube, a traction of 5 Pa on the side of the other.
    let first = &model.bodies[1].vertices;
    let on = |from: u32, to: u32| -> Vec3 { (from..to).map(|v| force[v as usize]).sum() };
    assert!((on(0, first.start) - Vec3::new(5.0, 0.0, 0.0)).norm() < 1e-12);
    assert!((on(first.start, first.end) - Vec3::new(0.0, -10.0, 0.0)).norm() < 1e-12);
}

#[test]
fn a_place_to_pass_is_one_of_all_the_bodies_named() {
    let boundary = "[[boundary]]\nbody = 'cube'\nselect = { end = { side = '+x' } }\n\
                    release_past = { side = '-y', at = -0.5 }\n";
    let model = model(&format!("{CUBES}{boundary}"));
    let plane = model.boundary[0].motion.release_plane.as_ref().unwrap();
    let bodies: Vec<_> = model.bodies.iter().map(|b| b.vertices.clone()).collect();
    assert_eq!(plane.vertices, bodies);
    let all = |y: f64| vec![Vec3::new(9.0, y, 0.0); model.vertex_count()];
    assert!(plane.is_passed(&all(-0.6)) && !plane.is_passed(&all(-0.4)));
}

#[test]
fn programs_may_share_vertices_at_different_times() {
    let program = |name: &str, more: &str| {
        format!(
            "[[boundary]]\nname = '{name}'\nbody = 'cube.0'\nmotion = {{ velocity = [1, 0, 0] }}\n{more}\n"
        )
    };
    let text = format!(
        "{CUBES}{}{}",
        program("first", "release = 2"),
        program("second", "begin = 2")
    );
    let model = model(&text);
    assert_eq!(model.boundary[1].motion.begin, 2.0);
    assert_eq!(model.boundary[0].motion.release, Some(2.0));
    let text = format!(
        "{CUBES}{}{}",
        program("first", "release = 2"),
        program("second", "begin = 1.9")
    );
    let error = scene(&text).build().unwrap_err().to_string();
    assert!(error.contains("already moved by `first`"), "{error}");
}

#[test]
fn frames_are_read_by_number_and_placed() {
    let folder = tempfile::tempdir().unwrap();
    let frame = |name: &str, y: f64| {
        let text = format!("v 0 {y} 0\nv 1 {y} 0\nv 0 {y} 1\nf 1 2 3\n");
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    frame("start.obj", 0.0);
    for k in [0, 2, 10] {
        frame(&format!("frame{k}.obj"), f64::from(k));
    }
    let text = format!(
        "{CUBES}[[obstacle]]\nname = 'sheet'\nshape = {{ file = 'start.obj' }}\ntranslate = [0, 5, 0]\nbegin = 1\n\
         sequence = {{ folder = '.', files = 'frame*.obj', first = 1, interval = 0.5 }}\n"
    );
    let load = |text: &str| load_text("s.toml", text, folder.path(), &[]).unwrap();
    let (model, ..) = load(&text).build().unwrap();
    let motion = &model.boundary[0].motion;
    let Way::Sequence(sequence) = &motion.path else {
        panic!("not a sequence");
    };
    let heights: Vec<f64> = sequence.frames.iter().map(|f| f[1].y).collect();
    assert_eq!(heights, [5.0, 7.0, 15.0], "its shape, then frames 2 and 10");
    assert_eq!((motion.begin, sequence.interval), (1.0, 0.5));
    let resolved = load(&text).resolved_json();
    let again = load_text("scene.json", &resolved, Path::new("/"), &[]).unwrap();
    assert_eq!(again.build().unwrap().0.boundary[0].motion, *motion);
    let text = text.replace("interval = 0.5", "placed = false");
    let (model, ..) = load(&text).build().unwrap();
    let Way::Sequence(sequence) = &model.boundary[0].motion.path else {
        panic!("not a sequence");
    };
    assert_eq!(sequence.frames[1][0].y, 2.0);
    assert_eq!(sequence.interval, 0.025, "the time step");
    std::fs::write(folder.path().join("frame18.obj"), "v 0 0 0\n").unwrap();
    let error = load(&text).build().unwrap_err().to_string();
    assert!(error.contains("frame18.obj has 1 vertices"), "{error}");
}

#[test]
fn edges_and_points_of_a_mesh() {
    let folder = tempfile::tempdir().unwrap();
    let square = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3\nf 1 3 4\n";
    std::fs::write(folder.path().join("square.obj"), square).unwrap();
    let text = "[[body]]\nname = 'b'\nshape = { box = {} }\ntranslate = [0, 9, 0]\n\
        [[obstacle]]\nname = 'e'\nshape = { edges_of = 'square.obj' }\n\
        [[obstacle]]\nname = 'p'\nshape = { points_of = 'square.obj' }\ntranslate = [0, 2, 0]\n";
    let scene = load_text("s.toml", text, folder.path(), &[]).unwrap();
    let (model, ..) = scene.build().unwrap();
    let of = |body: usize, v: u32| model.bodies[body].vertices.contains(&v);
    let surface = &model.surface;
    let count = |body| surface.edges.iter().filter(|e| of(body, e[0])).count();
    assert_eq!((count(1), count(2)), (5, 0));
    assert!(!surface.triangles.iter().any(|t| of(1, t[0]) || of(2, t[0])));
    assert_eq!(surface.points.iter().filter(|&&v| of(2, v)).count(), 4);
}

#[test]
fn rods_twist_where_the_material_says_so_and_clamps_hold_their_angles() {
    let text = |material: &str, rest: &str| {
        format!(
            "[[body]]\nname = 'cable'\nshape = {{ coil = {{}} }}\nmaterial = {{ thickness = 1e-3{material} }}\n{rest}\n\
             [[boundary]]\nname = 'clamp'\nbody = 'cable'\nselect = {{ end = {{ side = '-y', fraction = 0.1 }} }}\n"
        )
    };
    let build = |material: &str, rest: &str| scene(&text(material, rest)).build().unwrap().0;
    let free = build("", "");
    assert_eq!(free.node_count(), free.vertex_count());
    let model = build(", twisting = 0.5", "");
    let twists = &model.elements.twists;
    assert_eq!(twists.segments.len(), model.vertex_count() - 1);
    assert_eq!(model.node_count(), 2 * model.vertex_count() - 1);
    let held = &model.boundary[0].vertices;
    let angles = held.iter().filter(|&&v| twists.segment_of(v).is_some());
    assert_eq!(2 * angles.count() + 1, held.len());
    assert!(twists.joints.elastic.iter().all(|j| j.rest != [0.0; 2]));
    let straight = build(", twisting = 0.5", "rest = 'flat'");
    let joints = &straight.elements.twists.joints.elastic;
    assert!(joints.iter().all(|j| j.rest == [0.0; 2]));
    let refused = scene(&text("", "rest = 'pattern'")).build().unwrap_err();
    assert!(refused.to_string().contains("pattern"), "{refused}");
}
