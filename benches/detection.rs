//! Contact on the `rod-twist` frames, as the engine does it: broad phase, step size, collision set, barrier
//! gradient and projected Hessian; the fastest of several runs, in milliseconds.
//!
//! `cargo bench -p tangency-engine --bench detection`; `benches/ipctk_compare.py` runs it and ipctk side by side.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use tangency_engine::contact::{ContactModel as _, IpcContact};
use tangency_engine::energy::Energy as _;
use tangency_engine::linear::{BlockSink, LinearSystem, NodeMap};
use tangency_engine::model::ContactSurface;
use tangency_engine::{Model, Settings, Vec3};
use tangency_geometry::bvh::{BroadPhase, Surface, SweptPositions};
use tangency_geometry::topology;

/// The folder of the frames.
const FRAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/reference-scenes/ccd-scalable/rod-twist/frames"
);
/// Runs of each phase.
const RUNS: usize = 5;

/// A surface and how it moves.
struct Frames {
    start: Vec<Vec3>,
    displacement: Vec<Vec3>,
    surface: ContactSurface,
}

fn main() {
    if !Path::new(FRAMES).is_dir() {
        println!("skipped: there is no {FRAMES}");
        return;
    }
    let frames = read_frames();
    let (x, p) = (&frames.start, &frames.displacement);
    broad_phase(&frames);
    let model = Arc::new(shell(&frames));
    let mut contact = IpcContact::new(Arc::clone(&model));
    measure("collision set", || {
        contact.begin_step(None, 1.0);
        contact.detect(x);
    });
    println!("active pairs\t{}", contact.pair_count());
    let mut gradient = vec![Vec3::zeros(); x.len()];
    measure("barrier gradient", || contact.gradient(x, &mut gradient));
    let mut sink = BlockSink::new();
    measure("projected Hessian, local", || {
        sink.clear();
        contact.hessian(x, &mut sink);
    });
    let (map, diagonal) = (NodeMap::all_free(x.len()), vec![0.0; x.len()]);
    measure("projected Hessian, assembled", || {
        sink.clear();
        contact.hessian(x, &mut sink);
        LinearSystem::new()
            .assemble(&sink, &diagonal, &map)
            .expect("one diagonal entry for each vertex");
    });
    measure("step size", || {
        contact.begin_step(None, 1.0);
        black_box(contact.limit(x, p, 1.0));
    });
}

fn read_frames() -> Frames {
    let read = |name: &str| {
        let path = Path::new(FRAMES).join(name);
        tangency_io::read_surface_mesh(path).expect("a readable frame")
    };
    let (start, end) = (read("3036.ply"), read("3037.ply"));
    let moved = start.points.iter().zip(&end.points);
    Frames {
        displacement: moved.map(|(x, y)| y - x).collect(),
        surface: ContactSurface::new(
            (0..start.points.len() as u32).collect(),
            topology::unique_edges(&start.triangles),
            start.triangles,
        ),
        start: start.points,
    }
}

/// Times the swept broad phase with all candidates stored.
fn broad_phase(frames: &Frames) {
    let surface = Surface {
        points: &frames.surface.points,
        edges: &frames.surface.edges,
        triangles: &frames.surface.triangles,
    };
    let sweep = SweptPositions {
        positions: &frames.start,
        motion: Some((&frames.displacement, 1.0)),
        inflation: 0.0,
    };
    let mut broad = BroadPhase::new();
    let (mut points, mut edges) = (Vec::new(), Vec::new());
    measure("swept broad phase", || {
        broad.update(&surface, &sweep);
        broad.point_triangle().collect(|_, _| true, &mut points);
        broad.edge_edge().collect(|_, _| true, &mut edges);
    });
    println!("swept candidates\t{}", points.len() + edges.len());
}

/// Prints the shortest time of `work`.
fn measure(name: &str, mut work: impl FnMut()) {
    let times = (0..RUNS).map(|_| {
        let started = Instant::now();
        work();
        started.elapsed().as_secs_f64()
    });
    println!("{name}\t{:.2}", 1e3 * times.fold(f64::INFINITY, f64::min));
}

/// The frame's surface as a model of its own, d̂ at a thousandth of its diagonal.
fn shell(frames: &Frames) -> Model {
    let (rest, surface) = (frames.start.clone(), frames.surface.clone());
    Model::of_surface(rest, surface, Settings::default())
}
