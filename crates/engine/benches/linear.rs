//! Assembly, analysis, factorisation and solve on node graphs like those of the IPC scenes: mats of
//! one layer of cells, flat and folded onto themselves, a rod and a cube; and elastic cubes of up to
//! 69K nodes by both solvers.
//! `cargo bench -p tangency-engine --bench linear`; the first lines are tables of single runs.

use criterion::{BenchmarkId, Criterion};
use nalgebra::Vector3;
use std::hint::black_box;
use std::time::Instant;
use tangency_engine::linear::{Block, BlockSink, LinearKind, LinearSystem, NodeMap};
use tangency_formulas::elastic::NeoHookean;
use tangency_formulas::elastic::tet::RestTet;
use tangency_geometry::TetMesh;
use tangency_geometry::generate::{BoxParameters, Diagonals, cuboid};

struct Case {
    name: &'static str,
    nodes: usize,
    tets: Vec<[u32; 4]>,
    contacts: Vec<[u32; 4]>,
}

/// A grid of nodes, each cell cut into 6 tets around its main diagonal.
fn grid(size: [usize; 3]) -> Vec<[u32; 4]> {
    let [nx, ny, nz] = size;
    let mut tets = Vec::new();
    for x in 0..nx - 1 {
        for y in 0..ny - 1 {
            for z in 0..nz - 1 {
                let corner = |k: usize| {
                    let (x, y, z) = (x + (k >> 2), y + (k >> 1 & 1), z + (k & 1));
                    ((x * ny + y) * nz + z) as u32
                };
                for path in [[4, 6], [4, 5], [2, 6], [2, 3], [1, 5], [1, 3]] {
                    tets.push([corner(0), corner(path[0]), corner(path[1]), corner(7)]);
                }
            }
        }
    }
    tets
}

/// Contacts of a mat of `n` x `n` x 2 nodes folded over: row `x` lies on row `2 n / 3 - x`.
fn fold(n: usize) -> Vec<[u32; 4]> {
    let id = |x: usize, y: usize| (2 * (x * n + y) + 1) as u32;
    let mut contacts = Vec::new();
    for x in 2..n / 3 {
        let other = 2 * n / 3 - x;
        for y in 0..n - 2 {
            let near = y + (7 * x + 3 * y) % 2;
            contacts.push([
                id(x, y),
                id(other, near),
                id(other, near + 1),
                id(other + 1, near),
            ]);
        }
    }
    contacts
}

fn case(name: &'static str, size: [usize; 3], contacts: Vec<[u32; 4]>) -> Case {
    Case {
        name,
        nodes: size.iter().product(),
        tets: grid(size),
        contacts,
    }
}

fn cases() -> Vec<Case> {
    vec![
        case("mat 40, flat", [40, 40, 2], Vec::new()),
        case("mat 40, folded", [40, 40, 2], fold(40)),
        case("mat 100, flat", [100, 100, 2], Vec::new()),
        case("mat 100, folded", [100, 100, 2], fold(100)),
        case("mat 150, flat", [150, 150, 2], Vec::new()),
        case("mat 150, folded", [150, 150, 2], fold(150)),
        case("rod 600", [600, 8, 8], Vec::new()),
        case("cube 20", [20, 20, 20], Vec::new()),
    ]
}

/// The Laplacian of a complete graph of four nodes, with coupled coordinates.
fn stiffness(_: usize, blocks: &mut [Block]) {
    let coupled = Block::new(1.0, 0.1, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0, 1.0);
    for (k, block) in blocks.iter_mut().enumerate() {
        let on_diagonal = matches!(k, 0 | 4 | 7 | 9);
        *block = coupled * if on_diagonal { 3.0 } else { -1.0 };
    }
}

fn fill(case: &Case, sink: &mut BlockSink) {
    sink.clear();
    sink.extend_uniform(&case.tets, stiffness);
    sink.mark_static(1);
    sink.extend_uniform(&case.contacts, stiffness);
}

fn table(cases: &[Case]) {
    println!(
        "{:<18}{:>8}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>8}{:>8}",
        "s", "nodes", "fill", "assemble", "order", "symbolic", "factor", "solve", "M nnz", "Gflop"
    );
    for case in cases {
        let map = NodeMap::all_free(case.nodes);
        let mass = vec![0.01; case.nodes];
        let rhs = vec![Vector3::new(1.0, 2.0, 3.0); case.nodes];
        let mut out = rhs.clone();
        let mut system = LinearSystem::new();
        let mut sink = BlockSink::new();
        fill(case, &mut sink);
        let fill_time = seconds(|| fill(case, &mut sink));
        system.assemble(&sink, &mass, &map).expect("assembled");
        let assemble = seconds(|| system.assemble(&sink, &mass, &map).expect("assembled"));
        let first = system.factor().expect("positive definite");
        let again = system.factor().expect("positive definite");
        let solve = seconds(|| system.solve(&rhs, &mut out).expect("factored"));
        println!(
            "{:<18}{:>8}{:>9.4}{:>9.4}{:>9.4}{:>9.4}{:>9.4}{:>9.4}{:>8.1}{:>8.2}",
            case.name,
            case.nodes,
            fill_time,
            assemble,
            first.order_seconds,
            first.symbolic_seconds,
            again.factor_seconds,
            solve,
            again.nnz as f64 * 1e-6,
            again.flops * 1e-9,
        );
    }
}

/// A unit cube of `cells`^3 cells, E = 10 MPa, h = 0.01 s, 1000 kg/m^3, clamped at its foot.
fn elastic_cube(cells: u32) -> (TetMesh, BlockSink, Vec<f64>, NodeMap) {
    let mesh = cuboid(&BoxParameters {
        cells: [cells; 3],
        diagonals: Diagonals::default(),
        ..BoxParameters::default()
    })
    .expect("a cube");
    let corners = |e: usize| mesh.tets[e].each_ref().map(|&v| &mesh.points[v as usize]);
    let rest = |e: usize| RestTet::new(corners(e)).expect("a tet with volume");
    let mut mass = vec![0.0; mesh.points.len()];
    for (e, tet) in mesh.tets.iter().enumerate() {
        let share = 1000.0 * rest(e).volume / 4.0;
        tet.iter().for_each(|&v| mass[v as usize] += share);
    }
    let material = NeoHookean {
        mu: 3.57e6 * 1e-4,
        lambda: 14.3e6 * 1e-4,
    };
    let mut sink = BlockSink::new();
    sink.extend_uniform(&mesh.tets, |e, blocks| {
        blocks.copy_from_slice(&rest(e).projected_hessian(&material, corners(e)));
    });
    sink.mark_static(1);
    let fixed: Vec<bool> = mesh.points.iter().map(|x| x.y < -0.4999).collect();
    (mesh, sink, mass, NodeMap::new(&fixed))
}

/// Direct solver and multigrid at the default tolerance on elastic cubes.
fn solids() {
    println!(
        "{:<18}{:>8}{:>8}{:>9}{:>9}{:>9}{:>6}{:>9}",
        "s", "nodes", "solver", "assemble", "set-up", "solve", "its", "MB"
    );
    for cells in [20, 30, 40] {
        let (mesh, sink, mass, map) = elastic_cube(cells);
        let rhs: Vec<_> = mass
            .iter()
            .map(|m| Vector3::new(0.0, -1e-3 * m, 0.0))
            .collect();
        let mut out = rhs.clone();
        for kind in [LinearKind::Amg, LinearKind::Direct] {
            let mut system = LinearSystem::new();
            system.configure(kind, None);
            system.set_positions(&mesh.points);
            system.assemble(&sink, &mass, &map).expect("assembled");
            let assemble = seconds(|| system.assemble(&sink, &mass, &map).expect("assembled"));
            let mut entries = 0;
            let set_up = seconds(|| entries = system.factor().expect("positive definite").nnz);
            let solve = seconds(|| system.solve(&rhs, &mut out).expect("factored"));
            println!(
                "{:<18}{:>8}{:>8}{:>9.4}{:>9.4}{:>9.4}{:>6}{:>9.0}",
                "elastic cube",
                mesh.points.len(),
                format!("{kind:?}"),
                assemble,
                set_up,
                solve,
                system.last_solve().iterations,
                entries as f64 * 8e-6,
            );
        }
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64()
}

fn linear(criterion: &mut Criterion) {
    let cases = cases();
    table(&cases);
    solids();
    let mut group = criterion.benchmark_group("linear");
    group.sample_size(10);
    for case in cases.iter().filter(|c| c.nodes <= 20_000) {
        let map = NodeMap::all_free(case.nodes);
        let mass = vec![0.01; case.nodes];
        let rhs = vec![Vector3::new(1.0, 2.0, 3.0); case.nodes];
        let mut out = rhs.clone();
        let mut system = LinearSystem::new();
        let mut sink = BlockSink::new();
        fill(case, &mut sink);
        group.bench_function(BenchmarkId::new("assemble", case.name), |b| {
            b.iter(|| system.assemble(black_box(&sink), &mass, &map));
        });
        group.bench_function(BenchmarkId::new("factor", case.name), |b| {
            b.iter(|| system.factor().expect("positive definite"));
        });
        group.bench_function(BenchmarkId::new("solve", case.name), |b| {
            b.iter(|| system.solve(black_box(&rhs), &mut out));
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    linear(&mut criterion);
    criterion.final_summary();
}
