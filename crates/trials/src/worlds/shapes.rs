//! Random shapes that fit into a ball of a given radius around the origin.

use serde_json::{Value, json};

use crate::random::RandomStream;

/// A solid.
pub fn solid(random: &mut RandomStream, r: f64) -> Value {
    match random.below(14) {
        0..=2 => block(random, r),
        3 => json!({ "ball": { "radius": r, "cells_across": random.count(2, 3) } }),
        4 => {
            let (length, width) = (1.8 * r, 0.5 * r);
            let along = random.count(2, 5);
            json!({ "rod": { "length": length, "width": width, "cells_along": along, "cells_across": 1 } })
        }
        5 => {
            json!({ "cylinder": { "radius": 0.7 * r, "height": 1.2 * r, "cells_across": 2, "cells_along": random.count(1, 2) } })
        }
        6 => {
            json!({ "tube": { "inner_radius": 0.4 * r, "outer_radius": 0.75 * r, "height": r, "cells_through": 1, "segments": random.count(5, 9), "cells_along": 1 } })
        }
        7 => {
            let top = *random.pick(&[0.0, 0.3 * r]);
            json!({ "cone": { "bottom_radius": 0.7 * r, "top_radius": top, "height": 1.2 * r, "cells_across": 2, "cells_along": 2 } })
        }
        8 => {
            json!({ "torus": { "major_radius": 0.7 * r, "minor_radius": 0.25 * r, "segments": random.count(6, 10), "cells_across": 2 } })
        }
        9 => {
            json!({ "hollow_ball": { "radius": r, "thickness": random.between(0.1, 0.4) * r, "frequency": 1, "layers": 1 } })
        }
        10 => {
            json!({ "spike": { "width": 0.9 * r, "height": 0.9 * r, "refinements": random.below(2) } })
        }
        11 => {
            json!({ "mat": { "size": [1.2 * r, 1.2 * r], "thickness": 0.2 * r, "points": [random.count(2, 4), random.count(2, 4)] } })
        }
        12 => {
            json!({ "extrude": { "shape": { "disc": { "radius": 0.8 * r, "edge": 0.5 * r } }, "depth": 0.6 * r, "layers": 1 } })
        }
        _ => pieces(random, r),
    }
}

/// A block with sides of any proportion.
pub fn block(random: &mut RandomStream, r: f64) -> Value {
    let sides = [0; 3].map(|_| random.between(0.3, 1.0));
    let diagonal = sides.iter().map(|s| s * s).sum::<f64>().sqrt();
    let size = sides.map(|s| 2.0 * r * s / diagonal);
    let cells = [0; 3].map(|_| random.count(1, 2));
    json!({ "box": { "size": size, "cells": cells, "diagonals": *random.pick(&["alternating", "aligned", "radial"]) } })
}

/// A body of several tets that do not touch.
fn pieces(random: &mut RandomStream, r: f64) -> Value {
    let count = random.count(2, 4);
    let (mut points, mut tets) = (Vec::new(), Vec::new());
    for k in 0..count {
        let height = r * (2.0 * (k as f64 + 0.5) / count as f64 - 1.0);
        let size = 0.8 * r / count as f64;
        tets.push([0, 1, 2, 3].map(|corner| 4 * k + corner));
        for corner in [
            [-1.0, -1.0, -1.0],
            [1.0, -1.0, -1.0],
            [0.0, 1.0, -1.0],
            [0.0, 0.0, 1.0],
        ] {
            // Moved by less than what would turn a tet inside out.
            let moved = corner.map(|c: f64| 0.7 * size * (c + random.between(-0.15, 0.15)));
            points.push([moved[0], moved[1] + height, moved[2]]);
        }
    }
    json!({ "mesh": { "points": points, "tets": tets } })
}

/// A sheet.
pub fn sheet(random: &mut RandomStream, r: f64) -> Value {
    let spacing = r * random.between(0.2, 0.3);
    match random.below(8) {
        0 => json!({ "cloth_tube": { "radius": 0.6 * r, "length": r, "spacing": spacing } }),
        1 => {
            json!({ "lathe": { "profile": [[0, -0.8 * r], [0.6 * r, 0.0], [0, 0.8 * r]], "spacing": spacing } })
        }
        _ => {
            let size = [random.between(0.95, 1.35) * r, 1.35 * r];
            let pattern = *random.pick(&["unstructured", "alternating", "aligned"]);
            json!({ "cloth": { "size": size, "spacing": spacing, "pattern": pattern } })
        }
    }
}

/// Rods.
pub fn rods(random: &mut RandomStream, r: f64) -> Value {
    match random.below(6) {
        0 => {
            json!({ "strand_bundle": { "count": random.count(2, 4), "gap": 0.1 * r, "length": 1.8 * r, "segments": random.count(2, 6), "hanging": false } })
        }
        1 => {
            json!({ "coil": { "radius": 0.5 * r, "pitch": 0.4 * r, "turns": 2.5, "segments_per_turn": random.count(6, 10) } })
        }
        2 => {
            json!({ "sprinkles": { "counts": [2, random.count(1, 2), 2], "length": 0.5 * r, "thickness": 0.05 * r, "seed": random.below(1000) } })
        }
        _ => json!({ "strand": { "length": 1.9 * r, "segments": random.count(1, 12) } }),
    }
}

/// Grains; a single one at times.
pub fn grains(random: &mut RandomStream, r: f64) -> Value {
    let counts = if random.chance(0.15) {
        [1; 3]
    } else {
        [0; 3].map(|_| random.count(1, 3))
    };
    let packing = *random.pick(&["cubic", "hexagonal"]);
    json!({ "grains": { "counts": counts, "spacing": 0.5 * r, "jitter": 0.05 * r, "packing": packing, "seed": random.below(1000) } })
}

/// A flat body in the plane z = 0.
pub fn flat(random: &mut RandomStream, r: f64) -> Value {
    match random.below(5) {
        0 => json!({ "disc": { "radius": r, "edge": random.between(0.4, 0.8) * r } }),
        1 => json!({ "disc": { "radius": r, "hole_radius": 0.5 * r, "edge": 0.5 * r } }),
        2 => {
            let corners = random.count(3, 7);
            let outline: Vec<[f64; 2]> = (0..corners)
                .map(|k| {
                    let angle = std::f64::consts::TAU * k as f64 / corners as f64;
                    let radius = r * random.between(0.5, 1.0);
                    [radius * angle.cos(), radius * angle.sin()]
                })
                .collect();
            json!({ "polygon": { "outline": outline, "edge": 0.5 * r } })
        }
        3 => {
            json!({ "squircle": { "side": 1.3 * r, "corner_radius": 0.3 * r, "edge": 0.5 * r, "corner_edge": 0.2 * r } })
        }
        _ => {
            let size = [random.between(0.5, 1.3) * r, 1.3 * r];
            let cells = [random.count(1, 4), random.count(1, 4)];
            json!({ "rectangle": { "size": size, "cells": cells } })
        }
    }
}

/// An obstacle; its surface may be closed, open, or just edges or points.
pub fn obstacle(random: &mut RandomStream, r: f64) -> Value {
    match random.below(10) {
        0 | 1 => json!({ "sphere": { "radius": r, "frequency": random.count(1, 2) } }),
        2 => block(random, r),
        3 | 4 => {
            json!({ "plane": { "size": [1.4 * r, 1.4 * r], "cells": [random.count(1, 2), 1] } })
        }
        5 => {
            let keep = *random.pick(&["triangles", "edges", "points"]);
            json!({ "roller": { "radius": 0.6 * r, "length": r, "segments": 8, "cells_along": 1, "keep": keep } })
        }
        6 => {
            json!({ "segment_grid": { "counts": [2, 2], "spacing": [0.5 * r, 0.5 * r], "height": r } })
        }
        7 => {
            json!({ "point_grid": { "counts": [2, 2, 2], "spacing": [0.6 * r, 0.6 * r, 0.6 * r] } })
        }
        8 => {
            json!({ "blades": { "count": 3, "spacing": 0.5 * r, "length": r, "height": 0.7 * r } })
        }
        _ => json!({ "pipe": { "radius": 0.6 * r, "height": r, "segments": 7, "cells_along": 1 } }),
    }
}

/// An obstacle of a planar scene.
pub fn flat_obstacle(random: &mut RandomStream, r: f64) -> Value {
    if random.chance(0.5) {
        return flat(random, r);
    }
    let points = [[-r, 0.0, 0.0], [0.0, 0.5 * r, 0.0], [r, 0.0, 0.0]];
    json!({ "polyline": { "points": points } })
}
