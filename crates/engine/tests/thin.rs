//! Shells and rods against closed forms of beams and plates.

use std::sync::Arc;

use crate::common::{run, select};
use tangency_engine::energy::elastic_terms;
use tangency_engine::linear::BlockSink;
use tangency_engine::{
    BendingKind, BodyHandle, BoundaryProgram, Integrator, Length, Membrane, ModelBuilder, Motion,
    RestShape, RodMaterial, Rods, Shell, ShellMaterial, Vec3,
};
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{self, ClothParameters, ClothPattern};

const SHEET: ShellMaterial = ShellMaterial {
    density: 1000.0,
    thickness: 1e-3,
    young: 1e7,
    poisson: 0.0,
    membrane: Membrane::NeoHookean,
    stretching: 1.0,
    bending: 1.0,
    bending_kind: BendingKind::Plate,
    stretch_limit: f64::INFINITY,
    squeeze_limit: 0.0,
};

/// Tip of a clamped, inextensible beam of length 1 under its own weight, (along, down), where
/// `load` = w L³ / (E I): EI θ'' = -w (L - s) cos θ, θ(0) = 0, θ'(L) = 0, by shooting with a Runge-Kutta method.
fn elastica(load: f64) -> (f64, f64) {
    let steps = 4000;
    let h = 1.0 / f64::from(steps);
    let shoot = |curvature: f64| {
        let slope = |s: f64, y: [f64; 4]| {
            let [theta, kappa, _, _] = y;
            [
                kappa,
                -load * (1.0 - s) * theta.cos(),
                theta.cos(),
                theta.sin(),
            ]
        };
        let mut y = [0.0, curvature, 0.0, 0.0];
        for k in 0..steps {
            let s = f64::from(k) * h;
            let step =
                |y: [f64; 4], by: [f64; 4], h: f64| std::array::from_fn(|i| y[i] + h * by[i]);
            let k1 = slope(s, y);
            let k2 = slope(s + 0.5 * h, step(y, k1, 0.5 * h));
            let k3 = slope(s + 0.5 * h, step(y, k2, 0.5 * h));
            let k4 = slope(s + h, step(y, k3, h));
            y = std::array::from_fn(|i| {
                y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])
            });
        }
        y
    };
    // The curvature at the tip grows with that at the clamp.
    let (mut low, mut high) = (0.0, load);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if shoot(middle)[1] < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let tip = shoot(low);
    (tip[2], tip[3])
}

#[test]
fn the_elastica_itself_is_right_for_small_loads() {
    // Linear theory: w L⁴ / (8 E I).
    let (along, down) = elastica(0.01);
    assert!((down / (0.01 / 8.0) - 1.0).abs() < 1e-4, "{down}");
    assert!((along - 1.0).abs() < 1e-5);
}

fn held(builder: &mut ModelBuilder, body: &BodyHandle, which: impl Fn(Vec3) -> bool) {
    let vertices = select(builder, body, which);
    assert!(!vertices.is_empty());
    builder.add_boundary(BoundaryProgram {
        name: "clamp".to_owned(),
        vertices,
        motion: Motion::pieces(Vec::new()),
    });
}

fn quasi_static() -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.settings.integrator = Integrator::QuasiStatic;
    builder.settings.dt = 1.0;
    builder.settings.newton_tolerance = Length::Absolute(1e-7);
    builder
}

/// Way in which the squares of a grid are cut in two.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// All along the same diagonal.
    Same,
    /// All along the other one.
    Other,
    /// Along one and the other by turns.
    Alternately,
    /// Along one or the other as it comes.
    AtRandom,
}

/// Meshes in whose direction bending should not depend, and how far their points are moved.
const MESHES: [(Cut, f64); 5] = [
    (Cut::Same, 0.0),
    (Cut::Other, 0.0),
    (Cut::Same, 0.2),
    (Cut::Alternately, 0.0),
    (Cut::AtRandom, 0.2),
];

/// A grid of so many cells in the xz plane from `low` to `high`, its inner points moved by a share of a cell.
fn grid(low: [f64; 2], high: [f64; 2], cells: [u32; 2], cut: Cut, jitter: f64) -> SurfaceMesh {
    let mut seed = 7u64;
    let mut random = move || {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let size = [0, 1].map(|k| (high[k] - low[k]) / f64::from(cells[k]));
    let mut points = Vec::new();
    for j in 0..=cells[1] {
        for i in 0..=cells[0] {
            let inner = i > 0 && i < cells[0] && j > 0 && j < cells[1];
            let by = if inner { jitter } else { 0.0 };
            let x = low[0] + size[0] * (f64::from(i) + by * random());
            let z = low[1] + size[1] * (f64::from(j) + by * random());
            points.push(Vec3::new(x, 0.0, z));
        }
    }
    let at = |i: u32, j: u32| j * (cells[0] + 1) + i;
    let mut triangles = Vec::new();
    for j in 0..cells[1] {
        for i in 0..cells[0] {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            let is_other = match cut {
                Cut::Same => false,
                Cut::Other => true,
                Cut::Alternately => (i + j) % 2 == 1,
                Cut::AtRandom => random() > 0.0,
            };
            triangles.extend(if is_other {
                [[a, d, b], [b, d, c]]
            } else {
                [[a, c, b], [a, d, c]]
            });
        }
    }
    SurfaceMesh::from_triangles(points, triangles)
}

fn add_shell(builder: &mut ModelBuilder, mesh: SurfaceMesh, material: ShellMaterial) -> BodyHandle {
    builder.add_shell(Shell {
        name: "sheet".to_owned(),
        velocity: vec![Vec3::zeros(); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material,
        offset: 0.0,
    })
}

/// Gravity that makes w L³ / (E I) = `load` for a strip of length 1.
fn gravity(material: &ShellMaterial, load: f64) -> f64 {
    let rigidity = material.young * material.thickness.powi(3) / 12.0;
    load * rigidity / (material.density * material.thickness)
}

/// The tip of a clamped strip of length 1, (along, down), for a load.
fn strip_tip(load: f64, cut: Cut, jitter: f64) -> (f64, f64) {
    let mut builder = quasi_static();
    builder.gravity = -Vec3::y() * gravity(&SHEET, load);
    // A hinge has half of its width on either side: the clamp is in the middle of the first cell.
    let cell = 1.0 / 39.5;
    let mesh = grid([-0.5 * cell, -0.05], [1.0, 0.05], [40, 4], cut, jitter);
    let strip = add_shell(&mut builder, mesh, SHEET);
    held(&mut builder, &strip, |x| {
        x.x < 0.5 * cell + 1e-9 + 0.3 * jitter * cell
    });
    let tip = select(&builder, &strip, |x| x.x > 1.0 - 1e-9);
    let (simulation, _) = run(builder, 1);
    let x = &simulation.state().x;
    let mean: Vec3 = tip.iter().map(|&v| x[v as usize]).sum::<Vec3>() / tip.len() as f64;
    (mean.x, -mean.y)
}

#[test]
fn a_strip_bends_like_the_elastica() {
    for load in [1.0, 5.0, 20.0] {
        let (along, down) = elastica(load);
        for (cut, jitter) in MESHES {
            let (x, y) = strip_tip(load, cut, jitter);
            assert!(
                (y / down - 1.0).abs() < 0.02,
                "{load} {cut:?}: {y} for {down}"
            );
            assert!((x - along).abs() < 0.02, "{load} {cut:?}: {x} for {along}");
        }
    }
}

#[test]
fn a_rod_bends_like_the_elastica() {
    let material = RodMaterial {
        density: 1000.0,
        diameter: 2e-3,
        young: 1e8,
        poisson: 0.3,
        stretching: 1.0,
        bending: 1.0,
        twisting: 0.0,
    };
    let inertia = std::f64::consts::PI / 64.0 * material.diameter.powi(4);
    // A joint has half of its length on either side: the clamp is in the middle of the first segment.
    let count = 50;
    let length = 1.0 / (f64::from(count) - 0.5);
    let points = |k: i32| Vec3::new((f64::from(k) - 0.5) * length, 0.0, 0.0);
    for load in [1.0, 5.0, 20.0] {
        let mut builder = quasi_static();
        let weight = material.density * material.area();
        builder.gravity = -Vec3::y() * (load * material.young * inertia / weight);
        let rod = builder.add_rods(Rods {
            name: "rod".to_owned(),
            mesh: SurfaceMesh {
                points: (0..=count).map(points).collect(),
                edges: (0..count as u32).map(|k| [k, k + 1]).collect(),
                ..SurfaceMesh::default()
            },
            rest: RestShape::Placed,
            material,
            velocity: vec![Vec3::zeros(); count as usize + 1],
            offset: 0.0,
        });
        held(&mut builder, &rod, |x| x.x < 0.51 * length);
        let (simulation, _) = run(builder, 1);
        let tip = simulation.state().x[count as usize];
        let (along, down) = elastica(load);
        assert!(
            (-tip.y / down - 1.0).abs() < 0.02,
            "{load}: {tip} for {down}"
        );
        assert!((tip.x - along).abs() < 0.02, "{load}: {tip} for {along}");
    }
}

/// Deflection in the middle of a clamped square plate of side 1 over that of Kirchhoff's theory.
fn plate(cells: u32, cut: Cut, jitter: f64, poisson: f64) -> f64 {
    let material = ShellMaterial {
        poisson,
        thickness: 0.01,
        ..SHEET
    };
    let mut builder = quasi_static();
    let rigidity = material.young * material.thickness.powi(3) / (12.0 * (1.0 - poisson * poisson));
    // A fiftieth of the thickness: membrane forces do not matter.
    let aim = 0.02 * material.thickness;
    let pressure = aim * rigidity / 0.001_265_32;
    builder.gravity = -Vec3::y() * (pressure / (material.density * material.thickness));
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    let cell = 1.0 / f64::from(cells);
    let low = -0.5 - 0.5 * cell;
    let mesh = grid([low; 2], [-low; 2], [cells + 1; 2], cut, jitter);
    let sheet = add_shell(&mut builder, mesh, material);
    // As in the strip, the clamp is in the middle of the outer cells.
    let edge = 0.5 - 0.5 * cell - 1e-9 - jitter * cell;
    held(&mut builder, &sheet, move |x| {
        x.x.abs() > edge || x.z.abs() > edge
    });
    let middle = select(&builder, &sheet, |x| x.x.hypot(x.z) < 0.5 * cell);
    let (simulation, _) = run(builder, 1);
    let x = &simulation.state().x;
    let mean = middle.iter().map(|&v| -x[v as usize].y).sum::<f64>() / middle.len() as f64;
    mean / aim
}

#[test]
fn a_clamped_plate_bends_as_kirchhoff_says() {
    for poisson in [0.0, 0.3] {
        for (cut, jitter) in MESHES {
            let ratio = plate(33, cut, jitter, poisson);
            assert!((ratio - 1.0).abs() < 0.03, "{cut:?}, {poisson}: {ratio}");
        }
    }
}

/// Deflection in the middle of a simply supported square plate of side 1 over that of Kirchhoff's theory (Navier).
fn supported_plate(mesh: SurfaceMesh) -> f64 {
    let material = ShellMaterial {
        poisson: 0.3,
        thickness: 0.01,
        ..SHEET
    };
    let mut builder = quasi_static();
    let rigidity = material.young * material.thickness.powi(3) / (12.0 * (1.0 - 0.09));
    // A fiftieth of the thickness: membrane forces do not matter.
    let aim = 0.02 * material.thickness;
    let pressure = aim * rigidity / 0.004_062_35;
    builder.gravity = -Vec3::y() * (pressure / (material.density * material.thickness));
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    let sheet = add_shell(&mut builder, mesh, material);
    held(&mut builder, &sheet, |x| {
        x.x.abs().max(x.z.abs()) > 0.5 - 1e-9
    });
    let (simulation, _) = run(builder, 1);
    let deflection = simulation.state().x.iter().map(|x| -x.y);
    deflection.fold(0.0, f64::max) / aim
}

#[test]
fn bending_is_the_same_on_every_mesh() {
    for (cut, jitter) in MESHES {
        let ratio = supported_plate(grid([-0.5; 2], [0.5; 2], [24; 2], cut, jitter));
        assert!((ratio - 1.0).abs() < 0.02, "{cut:?} {jitter}: {ratio}");
    }
    for pattern in [ClothPattern::Unstructured, ClothPattern::Alternating] {
        let mesh = generate::cloth(&ClothParameters {
            size: [1.0, 1.0],
            spacing: 1.0 / 24.0,
            corner_radius: 0.0,
            pattern,
        });
        let ratio = supported_plate(mesh.unwrap());
        assert!((ratio - 1.0).abs() < 0.02, "{pattern:?}: {ratio}");
    }
}

/// pᵀ H p of Hessian blocks.
pub fn quadratic(sink: &BlockSink, p: &[Vec3]) -> f64 {
    let mut sum = 0.0;
    for e in 0..sink.len() {
        let nodes = sink.nodes(e);
        let mut blocks = sink.blocks(e).iter();
        for i in 0..nodes.len() {
            for j in i..nodes.len() {
                let block = blocks.next().expect("one for each pair of nodes");
                let term = p[nodes[i] as usize].dot(&(block * p[nodes[j] as usize]));
                sum += if i == j { term } else { 2.0 * term };
            }
        }
    }
    sum
}

#[test]
fn derivatives_of_shells_match_difference_quotients_and_hessians_bound() {
    let mut seed = 3u64;
    let mut random = move || {
        let mut next = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        Vec3::new(next(), next(), next())
    };
    for bending_kind in [BendingKind::Plate, BendingKind::Hinges] {
        let mut mesh = grid([0.0; 2], [1.0; 2], [4; 2], Cut::AtRandom, 0.2);
        // A shell that is curved at rest.
        for x in &mut mesh.points {
            x.y = 0.2 * (3.0 * x.x).sin() * (2.0 * x.z).cos();
        }
        let mut builder = quasi_static();
        let thick = ShellMaterial {
            thickness: 0.05,
            poisson: 0.3,
            bending_kind,
            ..SHEET
        };
        add_shell(&mut builder, mesh, thick);
        let (model, state) = builder.build().expect("a valid scene");
        let terms = elastic_terms(&Arc::new(model), 1.0);
        assert_eq!(terms.len(), 2, "membranes and bending");
        for (term, strength) in terms.iter().flat_map(|term| [(term, 0.0), (term, 0.03)]) {
            let x: Vec<Vec3> = state.x.iter().map(|x| x + random() * strength).collect();
            let p: Vec<Vec3> = x.iter().map(|_| random()).collect();
            let at = |h: f64| -> Vec<Vec3> { x.iter().zip(&p).map(|(x, p)| x + p * h).collect() };
            let slope = |x: &[Vec3]| {
                let mut gradient = vec![Vec3::zeros(); x.len()];
                term.gradient(x, &mut gradient);
                gradient.iter().zip(&p).map(|(g, p)| g.dot(p)).sum::<f64>()
            };
            let mut sink = BlockSink::new();
            term.hessian(&x, &mut sink);
            let projected = quadratic(&sink, &p);
            let h = 1e-5;
            let curvature = (slope(&at(h)) - slope(&at(-h))) / (2.0 * h);
            let difference = (term.value(&at(h)) - term.value(&at(-h))) / (2.0 * h);
            let error = (slope(&x) - difference).abs();
            assert!(error < 1e-7 * curvature.abs(), "{error} of {curvature}");
            // Positive semidefinite, above the exact one, and exact where nothing is strained.
            assert!(
                projected >= curvature * (1.0 - 1e-6),
                "{projected} {curvature}"
            );
            if strength == 0.0 {
                assert!((projected / curvature - 1.0).abs() < 1e-6);
            }
        }
    }
}
