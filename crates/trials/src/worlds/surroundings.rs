//! The surroundings of the bodies of a random world: walls, obstacles, boundaries, loads, and bodies inside of others.

use serde_json::{Value, json};

use super::generate::Draft;
use super::method::WorldMethod;
use super::shapes;

/// Adds what is around the bodies.
pub(super) fn surround(draft: &mut Draft) {
    walls(draft);
    for number in 0..draft.random.below(3) {
        obstacle(draft, number);
    }
    if draft.method != WorldMethod::Plane && draft.random.chance(0.08) {
        hollow(draft);
    }
    if draft.scene["time"]["integrator"] == "quasi-static" {
        hold_all(draft);
    } else if draft.random.chance(0.35) {
        boundary(draft);
    }
    if draft.random.chance(0.25) {
        load(draft);
    }
}

fn append(scene: &mut Value, key: &str, item: Value) {
    match scene[key].as_array_mut() {
        Some(items) => items.push(item),
        None => scene[key] = json!([item]),
    }
}

/// A floor, a slope, or none.
fn walls(draft: &mut Draft) {
    let random = &mut draft.random;
    let gap = draft.length * random.decades(0.004, 0.4);
    match random.below(4) {
        0 | 1 => {
            let height = -0.5 * draft.length - gap;
            draft.scene["ground"] = if random.chance(0.3) {
                json!({ "height": height, "friction": random.between(0.0, 1.0) })
            } else {
                json!(height)
            };
        }
        2 => {
            let lean = random.between(-1.0, 1.0);
            let depth = if draft.method == WorldMethod::Plane {
                0.0
            } else {
                random.between(-1.0, 1.0)
            };
            let normal: [f64; 3] = [lean, 1.0, depth];
            let norm = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
            // The cells are on the positive side of each axis: the lowest corner of their box as the wall sees it.
            let far = [draft.pitch, 2.0 * draft.pitch, draft.pitch];
            let corner = [0, 1, 2].map(|a| if normal[a] < 0.0 { far[a] } else { 0.0 });
            let back = (0.5 * draft.length + gap) / norm;
            let point = [0, 1, 2].map(|a| corner[a] - back * normal[a]);
            append(
                &mut draft.scene,
                "half_space",
                json!({ "name": "slope", "point": point, "normal": normal }),
            );
        }
        _ => {}
    }
}

/// An obstacle in a cell of its own, which may move.
fn obstacle(draft: &mut Draft, number: usize) {
    let Some(cell) = draft.free.pop() else { return };
    let is_planar = draft.method == WorldMethod::Plane;
    let r = 0.5 * draft.length;
    let random = &mut draft.random;
    let shape = match draft.method {
        WorldMethod::Plane => shapes::flat_obstacle(random, r),
        WorldMethod::Convergent => shapes::block(random, r),
        _ => shapes::obstacle(random, r),
    };
    let mut turn = [0; 3].map(|_| random.between(-180.0, 180.0));
    if is_planar {
        turn = [0.0, 0.0, turn[2]];
    }
    let name = format!("obstacle{number}");
    let mut obstacle = json!({ "name": name, "shape": shape, "translate": cell, "rotate": turn });
    if random.chance(0.4) {
        obstacle["motion"] = motion(draft);
    }
    append(&mut draft.scene, "obstacle", obstacle);
}

/// A motion by at most a diameter and a quarter turn.
fn motion(draft: &mut Draft) -> Value {
    let random = &mut draft.random;
    let mut velocity = [0; 3].map(|_| draft.length / draft.duration * random.between(-1.0, 1.0));
    let mut spin = [0; 3].map(|_| 90.0 / draft.duration * random.between(-1.0, 1.0));
    if draft.method == WorldMethod::Plane {
        velocity[2] = 0.0;
        spin = [0.0, 0.0, spin[2]];
    }
    let mut motion = json!({});
    if random.chance(0.7) {
        motion["velocity"] = json!(velocity);
    } else {
        motion["angular_velocity"] = json!(spin);
    }
    if random.chance(0.3) {
        motion["duration"] = json!(draft.duration * random.unit());
    }
    motion
}

/// A hollow ball with something in it.
fn hollow(draft: &mut Draft) {
    let Some(cell) = draft.free.pop() else { return };
    let r = 0.5 * draft.length;
    let shape = json!({ "hollow_ball": { "radius": r, "thickness": 0.15 * r, "frequency": 1, "layers": 1 } });
    let material = json!({ "density": 500, "young": 2e5 * draft.length.max(0.1) });
    let shell = json!({ "name": "shell", "shape": shape, "translate": cell, "material": material });
    append(&mut draft.scene, "body", shell);
    // An icosahedron's faces are 0.79 of its radius from its centre.
    let mut inner = draft.body("kernel", cell, 0.35 * r);
    inner["velocity"] = json!([0.0, 0.0, 0.0]);
    append(&mut draft.scene, "body", inner);
}

/// Holds every body: without inertia, what nothing holds is nowhere.
fn hold_all(draft: &mut Draft) {
    let bodies = draft.scene["body"].as_array().cloned().unwrap_or_default();
    for body in bodies {
        let loose = ["grains", "sprinkles", "strand_bundle", "mesh"];
        let is_loose = loose.iter().any(|name| body["shape"].get(name).is_some());
        let select = if is_loose {
            json!({ "all": true })
        } else {
            json!({ "end": { "side": "-x", "fraction": 0.3 } })
        };
        let hold = json!({ "name": "hold", "body": body["name"], "select": select });
        append(&mut draft.scene, "boundary", hold);
    }
}

/// Part of a body, held or moved.
fn boundary(draft: &mut Draft) {
    let mut boundary = json!({
        "name": "hold",
        "body": "body0",
        "select": select(draft),
    });
    if draft.random.chance(0.5) {
        boundary["motion"] = motion(draft);
    }
    if draft.random.chance(0.2) {
        boundary["release"] = json!(draft.duration * draft.random.unit());
    }
    append(&mut draft.scene, "boundary", boundary);
}

fn select(draft: &mut Draft) -> Value {
    let random = &mut draft.random;
    let sides: &[&str] = if draft.method == WorldMethod::Plane {
        &["-x", "+x", "-y", "+y"]
    } else {
        &["-x", "+x", "-y", "+y", "-z", "+z"]
    };
    json!({ "end": { "side": *random.pick(sides), "fraction": random.between(0.02, 0.4) } })
}

/// A force from outside on a body.
fn load(draft: &mut Draft) {
    let bodies = draft.scene["body"].as_array().map_or(0, Vec::len);
    let is_planar = draft.method == WorldMethod::Plane;
    let body = draft.scene["body"][draft.random.below(bodies)].clone();
    let mut load = json!({ "name": "push", "body": body["name"] });
    let part = select(draft);
    let random = &mut draft.random;
    let mut direction = [0; 3].map(|_| random.between(-1.0, 1.0));
    if is_planar {
        direction[2] = 0.0;
    }
    let shape = &body["shape"];
    let thin = ["strand", "strand_bundle", "coil", "sprinkles", "grains"];
    let has_surface = !is_planar && thin.iter().all(|name| shape.get(name).is_none());
    let (force, traction) = heft(&body, draft.length);
    let kind = random.below(if has_surface { 4 } else { 2 });
    // A part may have no whole triangle.
    if kind < 2 && random.chance(0.5) {
        load["select"] = part;
    }
    match kind {
        0 => load["acceleration"] = json!(direction.map(|d| 10.0 * d)),
        1 => load["force"] = json!(direction.map(|d| force * d)),
        2 => load["traction"] = json!(direction.map(|d| traction * d)),
        _ if draft.method == WorldMethod::Gpu => {
            load["acceleration"] = json!(direction.map(|d| 10.0 * d));
        }
        _ => load["pressure"] = json!(traction * direction[0]),
    }
    if random.chance(0.3) {
        load["end"] = json!(draft.duration * random.unit());
    }
    append(&mut draft.scene, "load", load);
}

/// A force, N, and a traction, Pa, that accelerate a body about twice as much as its weight.
fn heft(body: &Value, length: f64) -> (f64, f64) {
    const ACCELERATION: f64 = 20.0;
    let of = |key: &str| body["material"][key].as_f64();
    let density = of("density").unwrap_or(500.0);
    let Some(thickness) = of("thickness").or(body["material"].get("base").map(|_| 5e-4)) else {
        let per_area = ACCELERATION * density * length;
        return (0.1 * per_area * length.powi(2), 0.2 * per_area);
    };
    let per_area = ACCELERATION * density * thickness;
    let is_sheet = ["cloth", "cloth_tube", "lathe"]
        .iter()
        .any(|shape| body["shape"].get(shape).is_some());
    let width = if is_sheet { 0.4 * length } else { thickness };
    (per_area * width * length, per_area)
}

/// Adds a solid and something inside of it: such a scene must be refused.
pub(super) fn nest(draft: &mut Draft) {
    let center = draft.free.pop().unwrap_or_default();
    let r = 0.5 * draft.length;
    let material = json!({ "density": 1000, "young": 1e6 });
    let side = 1.1 * r;
    let cube = json!({ "box": { "size": [side, side, side], "cells": [2, 1, 2] } });
    let outer =
        json!({ "name": "outer", "shape": cube, "translate": center, "material": material });
    append(&mut draft.scene, "body", outer);
    if draft.random.chance(0.5) {
        let inner = draft.body("inner", center, 0.3 * side);
        append(&mut draft.scene, "body", inner);
        return;
    }
    // Two tets, of which the second is inside.
    let small = 0.2 * side;
    let away = 20.0 * draft.pitch;
    let corners = [
        [0.0, 0.0, 0.0],
        [small, 0.0, 0.0],
        [0.0, small, 0.0],
        [0.0, 0.0, small],
    ];
    let at = |shift: f64| corners.map(|[x, y, z]| [x + shift, y, z]);
    let points: Vec<[f64; 3]> = at(away).into_iter().chain(at(0.05 * side)).collect();
    let shape = json!({ "mesh": { "points": points, "tets": [[0, 1, 2, 3], [4, 5, 6, 7]] } });
    let inner =
        json!({ "name": "pieces", "shape": shape, "translate": center, "material": material });
    append(&mut draft.scene, "body", inner);
}
