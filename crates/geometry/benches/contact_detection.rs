//! Broad phase, CCD step size and exact intersection on a generated surface, and on the `rod-twist` frames where present.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;

use common::Frames;
use criterion::{Criterion, criterion_group, criterion_main};
use tangency_geometry::Vec3;
use tangency_geometry::bvh::{BroadPhase, Surface, SweptPositions};
use tangency_geometry::ccd::{ContactKinds, SurfaceMotion, step_size};
use tangency_geometry::intersection;

/// Two wavy sheets of `2 n²` triangles each, approaching one another by a little less than their gap.
fn sheets(n: u32) -> Frames {
    let (mut start, mut displacement, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for sheet in 0..2u32 {
        let base = start.len() as u32;
        for i in 0..=n {
            for j in 0..=n {
                let (x, y) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
                let wave = 0.05 * (9.0 * x).sin() * (7.0 * y).cos();
                start.push(Vec3::new(x, y, wave + 0.01 * f64::from(sheet)));
                displacement.push(Vec3::new(0.001, 0.0, -0.009 * f64::from(sheet)));
            }
        }
        for i in 0..n {
            for j in 0..n {
                let v = base + i * (n + 1) + j;
                triangles.extend([[v, v + n + 1, v + 1], [v + 1, v + n + 1, v + n + 2]]);
            }
        }
    }
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let points = (0..start.len() as u32).collect();
    Frames {
        start,
        displacement,
        points,
        edges,
        triangles,
    }
}

fn detection(c: &mut Criterion) {
    run(c, "sheets", &sheets(100));
    if let Some(frames) = common::frames("rod-twist", 3036) {
        run(c, "rod-twist", &frames);
    }
}

fn run(c: &mut Criterion, name: &str, frames: &Frames) {
    let Frames {
        start,
        displacement,
        points,
        edges,
        triangles,
    } = frames;
    let surface = Surface {
        points,
        edges,
        triangles,
    };
    let sweep = SweptPositions {
        positions: start,
        motion: Some((displacement, 1.0)),
        inflation: 0.0,
    };
    let mut group = c.benchmark_group(name);
    group.sample_size(20);
    let mut broad = BroadPhase::new();
    group.bench_function("build", |b| b.iter(|| broad.update(&surface, &sweep)));
    group.bench_function("refit", |b| b.iter(|| broad.refit(&sweep)));
    let (mut pt, mut ee) = (Vec::new(), Vec::new());
    group.bench_function("swept broad phase", |b| {
        b.iter(|| {
            broad.update(&surface, &sweep);
            broad.point_triangle().collect(|_, _| true, &mut pt);
            broad.edge_edge().collect(|_, _| true, &mut ee);
        });
    });
    println!(
        "{name}: {} point-triangle and {} edge-edge candidates",
        pt.len(),
        ee.len()
    );
    group.bench_function("swept traversal only", |b| {
        b.iter(|| {
            let count = |n: &mut usize, _, _| *n += 1;
            let pt: usize = broad.point_triangle().fold(|| 0, count).iter().sum();
            let ee: usize = broad.edge_edge().fold(|| 0, count).iter().sum();
            black_box(pt + ee)
        });
    });
    let motion = SurfaceMotion {
        surface,
        x: start,
        p: displacement,
        contacts: ContactKinds::Surfaces,
        max_thickness: 0.0,
    };
    group.bench_function("step size", |b| {
        b.iter(|| black_box(step_size(&mut broad, &motion, 1.0, |_, _| Some(0.0))));
    });
    group.bench_function("exact intersection", |b| {
        b.iter(|| {
            black_box(intersection::find_all(
                &mut broad,
                &surface,
                start,
                |_, _| true,
            ))
        });
    });
}

criterion_group!(benches, detection);
criterion_main!(benches);
