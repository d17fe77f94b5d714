//! Friction against cases that the original IPC code wrote: normal forces, closest points, tangent planes,
//! energy, gradient and Hessian of two cubes that rub against each other.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tangency_engine::Vec3;
use tangency_engine::contact::{FrictionContact, FrictionContacts, LaggedFriction};
use tangency_engine::energy::Energy;
use tangency_engine::linear::BlockSink;
use tangency_formulas::contact::{ContactFrame, log_barrier};

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/reference-scenes/toolkit-data/friction/cube_cube"
);
const TOLERANCE: f64 = 1e-8;

struct Case(Value);

impl Case {
    fn number(&self, key: &str) -> f64 {
        self.0[key].as_f64().expect(key)
    }

    fn numbers(&self, key: &str) -> Vec<f64> {
        flat(&self.0[key])
    }

    fn points(&self, key: &str) -> Vec<Vec3> {
        let numbers = self.numbers(key);
        numbers
            .chunks(3)
            .map(|c| Vec3::new(c[0], c[1], c[2]))
            .collect()
    }

    fn pairs(&self) -> Vec<[i64; 4]> {
        let numbers = self.numbers("mmcvids");
        let pairs = numbers.chunks(4);
        pairs.map(|c| [0, 1, 2, 3].map(|k| c[k] as i64)).collect()
    }
}

fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(flat).collect(),
        number => vec![number.as_f64().expect("a number")],
    }
}

fn assert_close(found: f64, expected: f64, scale: f64, what: &str) {
    assert!(
        (found - expected).abs() <= TOLERANCE * scale.max(1e-300),
        "{what}: {found} against {expected}"
    );
}

/// Checks one contact against the reference and adds it to `all`.
fn contact<const K: usize>(
    case: &Case,
    k: usize,
    frame: &ContactFrame<f64, K>,
    vertices: [u32; K],
    multiplicity: f64,
) -> FrictionContact<K> {
    let (shat, kappa) = (
        case.number("dhat_squared"),
        case.number("barrier_stiffness"),
    );
    let d = frame.distance;
    let lambda = -kappa * multiplicity * log_barrier::first(d * d, shat) * 2.0 * d;
    let expected = case.numbers("normal_force_magnitudes")[k];
    assert_close(lambda, expected, expected.abs(), "normal force");
    let basis = &case.numbers("tangent_bases")[6 * k..6 * k + 6];
    for i in 0..3 {
        for j in 0..3 {
            // Two bases of one plane differ by a rotation; T Tᵀ is the plane itself.
            let theirs = basis[2 * i] * basis[2 * j] + basis[2 * i + 1] * basis[2 * j + 1];
            let ours = frame.t1[i] * frame.t1[j] + frame.t2[i] * frame.t2[j];
            assert_close(ours, theirs, 1.0, "tangent plane");
        }
    }
    FrictionContact::new(vertices, frame, case.number("mu"), lambda)
}

/// The contacts of a case, built by our formulas from the lagged positions.
fn contacts(case: &Case) -> FrictionContacts {
    let x = case.points("V_lagged");
    let at = |v: i64| &x[v as usize];
    let closest = case.numbers("closest_point_coordinates");
    let mut all = FrictionContacts::default();
    for (k, pair) in case.pairs().into_iter().enumerate() {
        let (u, v) = (closest[2 * k], closest[2 * k + 1]);
        match pair {
            [a0, a1, b0, b1] if a0 >= 0 => {
                let frame = ContactFrame::edge_edge(at(a0), at(a1), at(b0), at(b1));
                assert_close(frame.weights[1], u, 1.0, "closest point on edge a");
                assert_close(-frame.weights[3], v, 1.0, "closest point on edge b");
                all.four
                    .push(contact(case, k, &frame, pair.map(|v| v as u32), 1.0));
            }
            [p, t0, t1, t2] if t2 >= 0 => {
                let p = -p - 1;
                let frame = ContactFrame::point_triangle(at(p), at(t0), at(t1), at(t2));
                assert_close(-frame.weights[2], u, 1.0, "closest point on the triangle");
                assert_close(-frame.weights[3], v, 1.0, "closest point on the triangle");
                let vertices = [p, t0, t1, t2].map(|v| v as u32);
                all.four.push(contact(case, k, &frame, vertices, 1.0));
            }
            [p, e0, e1, multiplicity] if e1 >= 0 => {
                let p = -p - 1;
                let frame = ContactFrame::point_edge(at(p), at(e0), at(e1));
                assert_close(-frame.weights[2], u, 1.0, "closest point on the edge");
                let vertices = [p, e0, e1].map(|v| v as u32);
                all.three
                    .push(contact(case, k, &frame, vertices, -multiplicity as f64));
            }
            [p, q, _, multiplicity] => {
                let p = -p - 1;
                let frame = ContactFrame::point_point(at(p), at(q));
                let vertices = [p, q].map(|v| v as u32);
                all.two
                    .push(contact(case, k, &frame, vertices, -multiplicity as f64));
            }
        }
    }
    all
}

fn dense(sink: &BlockSink, count: usize) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; 3 * count]; 3 * count];
    for e in 0..sink.len() {
        let nodes = sink.nodes(e);
        let mut blocks = sink.blocks(e).iter();
        for i in 0..nodes.len() {
            for j in i..nodes.len() {
                let block = blocks.next().expect("a block");
                for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
                    let (row, column) = (3 * nodes[i] as usize + r, 3 * nodes[j] as usize + c);
                    matrix[row][column] += block[(r, c)];
                    if i != j {
                        matrix[column][row] += block[(r, c)];
                    }
                }
            }
        }
    }
    matrix
}

fn check(case: &Case) {
    let friction = LaggedFriction {
        contacts: contacts(case),
        start: case.points("V_start"),
        eps: case.number("epsv_times_h_squared").sqrt(),
    };
    let x = case.points("V_end");
    let energy = case.number("energy");
    assert_close(friction.value(&x), energy, energy.abs(), "energy");
    let mut gradient = vec![Vec3::zeros(); x.len()];
    friction.gradient(&x, &mut gradient);
    let expected = case.points("gradient");
    let largest = expected.iter().map(|g| g.amax()).fold(0.0, f64::max);
    for (found, expected) in gradient.iter().flatten().zip(expected.iter().flatten()) {
        assert_close(*found, *expected, largest, "gradient");
    }
    let mut sink = BlockSink::new();
    friction.hessian(&x, &mut sink);
    let found = dense(&sink, x.len());
    let mut expected = vec![vec![0.0; 3 * x.len()]; 3 * x.len()];
    for triplet in case.numbers("hessian_triplets").chunks(3) {
        expected[triplet[0] as usize][triplet[1] as usize] += triplet[2];
    }
    let largest = expected
        .iter()
        .flatten()
        .fold(0.0f64, |m, h| m.max(h.abs()));
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert_close(*found, *expected, largest, "Hessian");
    }
}

#[test]
fn the_original_codes_friction_is_reproduced() {
    if !Path::new(FOLDER).is_dir() {
        println!("skipped: the reference scenes are not there ({FOLDER})");
        return;
    }
    let mut checked = 0;
    for entry in fs::read_dir(FOLDER).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a file");
        let case = Case(serde_json::from_str(&text).expect("JSON"));
        println!("{}", path.display());
        check(&case);
        checked += 1;
    }
    assert!(checked > 200, "only {checked} cases");
}
