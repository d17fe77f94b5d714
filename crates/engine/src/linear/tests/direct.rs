//! Assembly and the direct solver against dense algebra, naive sums, itself with other thread counts,
//! and its failure modes.

use nalgebra::{DMatrix, DVector, SMatrix};

use super::super::*;
use super::{Random, bits, in_pool, largest_difference, random_vectors, solve_with};

/// The upper blocks of a random positive semidefinite 12x12 element.
fn element(seed: u64) -> [Block; 10] {
    let mut random = Random(seed.wrapping_mul(77) + 5);
    let root = SMatrix::<f64, 12, 12>::from_fn(|_, _| random.real());
    let hessian = root * root.transpose();
    let mut blocks = [Block::zeros(); 10];
    let mut k = 0;
    for a in 0..4 {
        for b in a..4 {
            blocks[k] = hessian.fixed_view::<3, 3>(3 * a, 3 * b).into_owned();
            k += 1;
        }
    }
    blocks
}

fn fill(seed: u64) -> impl Fn(usize, &mut [Block]) + Sync {
    move |e, blocks| blocks.copy_from_slice(&element(seed + e as u64))
}

/// Stencils of 4 nodes near each other along a line, so that the matrix is sparse.
fn stencils(nodes: usize, count: usize, seed: u64) -> Vec<[u32; 4]> {
    let mut random = Random(seed);
    (0..count)
        .map(|_| {
            let base = random.below(nodes) as usize;
            [0, 1, 2, 3].map(|k| ((base + k * (1 + random.below(7) as usize)) % nodes) as u32)
        })
        .collect()
}

fn sink_of(stencils: &[[u32; 4]], seed: u64) -> BlockSink {
    let mut sink = BlockSink::new();
    sink.extend_uniform(stencils, fill(seed));
    sink
}

/// Dense sum over the free nodes, entry by entry.
fn dense(sink: &BlockSink, diagonal: &[f64], map: &NodeMap) -> DMatrix<f64> {
    let n = map.free_count();
    let mut matrix = DMatrix::zeros(3 * n, 3 * n);
    let mut add = |i: Option<u32>, j: Option<u32>, block: &Block| {
        if let (Some(i), Some(j)) = (i, j) {
            let mut view = matrix.fixed_view_mut::<3, 3>(3 * i as usize, 3 * j as usize);
            view += block;
        }
    };
    for e in 0..sink.len() {
        let mut blocks = sink.blocks(e).iter();
        let nodes = sink.nodes(e);
        for a in 0..nodes.len() {
            for b in a..nodes.len() {
                let block = blocks.next().unwrap();
                let (i, j) = (map.unknown(nodes[a]), map.unknown(nodes[b]));
                add(i, j, block);
                if a != b {
                    add(j, i, &block.transpose());
                }
            }
        }
    }
    for (i, &node) in map.free_nodes().iter().enumerate() {
        for k in 0..3 {
            matrix[(3 * i + k, 3 * i + k)] += diagonal[node as usize];
        }
    }
    matrix
}

fn expanded(matrix: &BlockMatrix) -> DMatrix<f64> {
    let n = matrix.pattern().len();
    let mut out = DMatrix::zeros(3 * n, 3 * n);
    for i in 0..n {
        let (columns, blocks) = matrix.row(i);
        for (&j, block) in columns.iter().zip(blocks) {
            out.fixed_view_mut::<3, 3>(3 * i, 3 * j as usize)
                .copy_from(block);
        }
    }
    out
}

fn flat(map: &NodeMap, x: &[Vec3]) -> DVector<f64> {
    let entries = map
        .free_nodes()
        .iter()
        .flat_map(|&n| x[n as usize].data.0[0]);
    DVector::from_iterator(3 * map.free_count(), entries)
}

#[test]
fn agrees_with_dense_solves() {
    for (case, nodes) in [1, 2, 3, 5, 8, 13, 30, 60, 120].into_iter().enumerate() {
        let seed = case as u64;
        let sink = sink_of(&stencils(nodes, 2 * nodes, seed), seed);
        let fixed: Vec<bool> = (0..nodes).map(|i| nodes > 4 && i % 5 == 3).collect();
        let map = NodeMap::new(&fixed);
        let diagonal: Vec<f64> = (0..nodes).map(|i| 0.5 + i as f64 * 0.01).collect();
        let mut system = LinearSystem::new();
        system.assemble(&sink, &diagonal, &map).unwrap();
        let matrix = dense(&sink, &diagonal, &map);
        assert!((expanded(system.matrix()) - &matrix).amax() <= 1e-13 * matrix.amax());

        let report = system.factor().unwrap();
        assert!(report.reordered && report.reanalysed && report.nnz >= 9 * map.free_count());
        let rhs = random_vectors(nodes, seed + 100);
        let out = solve_with(&mut system, &rhs);
        let expected = matrix.cholesky().unwrap().solve(&flat(&map, &rhs));
        assert!((flat(&map, &out) - &expected).amax() <= 1e-11 * expected.amax());
        for (x, is_fixed) in out.iter().zip(&fixed) {
            assert!(!is_fixed || *x == Vec3::zeros());
        }
    }
}

#[test]
fn variable_stencils_equal_uniform_ones_and_repeated_nodes_are_summed() {
    let list = vec![[0, 1, 2, 3], [3, 3, 1, 4], [2, 4, 5, 0]];
    let uniform = sink_of(&list, 9);
    let mut variable = BlockSink::new();
    variable.extend_variable(&[0, 4, 8, 12], list.as_flattened(), fill(9));
    let map = NodeMap::all_free(6);
    let mut system = LinearSystem::new();
    for sink in [uniform, variable] {
        system.assemble(&sink, &[1.0; 6], &map).unwrap();
        let difference = expanded(system.matrix()) - dense(&sink, &[1.0; 6], &map);
        assert!(difference.amax() < 1e-13);
    }
}

#[test]
fn static_prefix_gives_the_same_matrix_as_none() {
    let nodes = 80;
    let map = NodeMap::all_free(nodes);
    let diagonal = vec![1.0; nodes];
    let tets = stencils(nodes, 150, 1);
    let mut kept = LinearSystem::new();
    let mut fresh = LinearSystem::new();
    let mut sink = BlockSink::new();
    for iteration in 0..5 {
        let contacts = stencils(nodes, 10 * iteration, 50 + iteration as u64);
        for marked in [true, false] {
            sink.clear();
            sink.extend_uniform(&tets, fill(iteration as u64));
            if marked {
                sink.mark_static(7);
            }
            sink.extend_uniform(&contacts, fill(900));
            let system = if marked { &mut kept } else { &mut fresh };
            system.assemble(&sink, &diagonal, &map).unwrap();
        }
        assert_eq!(kept.matrix().pattern(), fresh.matrix().pattern());
        assert_eq!(kept.matrix().values, fresh.matrix().values);
    }
    // A new generation replaces the kept part.
    sink.clear();
    sink.extend_uniform(&stencils(nodes, 150, 2), fill(3));
    sink.mark_static(8);
    kept.assemble(&sink, &diagonal, &map).unwrap();
    let difference = expanded(kept.matrix()) - dense(&sink, &diagonal, &map);
    assert!(difference.amax() < 1e-12);
}

/// A block of `n`^3 nodes, 6 tets per cell: large enough for wide fronts and parallel subtrees.
fn cube(n: usize) -> Vec<[u32; 4]> {
    let id = |x, y, z| ((x * n + y) * n + z) as u32;
    let mut tets = Vec::new();
    for x in 0..n - 1 {
        for y in 0..n - 1 {
            for z in 0..n - 1 {
                let corner = |k: usize| id(x + (k >> 2), y + (k >> 1 & 1), z + (k & 1));
                for path in [[4, 6], [4, 5], [2, 6], [2, 3], [1, 5], [1, 3]] {
                    tets.push([corner(0), corner(path[0]), corner(path[1]), corner(7)]);
                }
            }
        }
    }
    tets
}

#[test]
fn same_bits_for_any_thread_count_and_small_residual() {
    let n = 13;
    let nodes = n * n * n;
    let tets = cube(n);
    let rhs = random_vectors(nodes, 3);
    let run = || {
        let mut system = LinearSystem::new();
        let map = NodeMap::all_free(nodes);
        let sink = sink_of(&tets, 4);
        system.assemble(&sink, &vec![0.1; nodes], &map).unwrap();
        system.factor().unwrap();
        let out = solve_with(&mut system, &rhs);
        let mut back = vec![Vec3::zeros(); nodes];
        system.matrix().multiply(&out, &mut back);
        assert!(largest_difference(&rhs, &back) < 1e-10);
        (
            bits(&out),
            system
                .direct
                .factor_values()
                .iter()
                .map(|v| v.to_bits())
                .collect::<Vec<_>>(),
        )
    };
    let one = in_pool(1, run);
    for threads in [2, 5, 2] {
        assert!(one == in_pool(threads, run), "{threads} threads differ");
    }
}

#[test]
fn reused_analysis_gives_the_same_solution_as_a_fresh_one() {
    let nodes = 400;
    let map = NodeMap::all_free(nodes);
    let diagonal = vec![1.0; nodes];
    let rhs = random_vectors(nodes, 5);
    let base = stencils(nodes, 900, 6);
    let mut kept = LinearSystem::new();
    let mut seen = Vec::new();
    for (drop, extra, reach) in [(0, 0, 0), (60, 0, 0), (0, 3, 9), (0, 0, 0), (0, 300, 101)] {
        let mut list = base[drop..].to_vec();
        list.extend((0..extra).map(|k| [0, 1, 2, 3].map(|c| (k * 37 + c * reach) % nodes as u32)));
        let sink = sink_of(&list, 8);
        kept.assemble(&sink, &diagonal, &map).unwrap();
        let report = kept.factor().unwrap();
        seen.push((report.reordered, report.reanalysed));
        let mut fresh = LinearSystem::new();
        fresh.assemble(&sink, &diagonal, &map).unwrap();
        fresh.factor().unwrap();
        let difference =
            largest_difference(&solve_with(&mut fresh, &rhs), &solve_with(&mut kept, &rhs));
        assert!(difference < 1e-12, "{difference}");
    }
    assert_eq!(seen[..2], [(true, true), (false, false)]);
    assert_eq!(seen[2], (false, true), "few new entries keep the ordering");
    assert_eq!(seen[4], (true, true), "many new entries order anew");
}

#[test]
fn after_forget_the_bits_do_not_depend_on_history() {
    let nodes = 300;
    let map = NodeMap::all_free(nodes);
    let diagonal = vec![1.0; nodes];
    let rhs = random_vectors(nodes, 5);
    let mut veteran = LinearSystem::new();
    veteran
        .assemble(&sink_of(&stencils(nodes, 800, 1), 1), &diagonal, &map)
        .unwrap();
    veteran.factor().unwrap();
    veteran.forget();
    let mut fresh = LinearSystem::new();
    let sink = sink_of(&stencils(nodes, 500, 2), 2);
    let solutions = [&mut veteran, &mut fresh].map(|system| {
        system.assemble(&sink, &diagonal, &map).unwrap();
        system.factor().unwrap();
        bits(&solve_with(system, &rhs))
    });
    assert_eq!(solutions[0], solutions[1]);
}

#[test]
fn indefinite_and_nan_matrices_are_errors_and_a_shift_repairs() {
    let nodes = 50;
    let map = NodeMap::all_free(nodes);
    let sink = sink_of(&stencils(nodes, 200, 1), 1);
    let mut diagonal = vec![0.5; nodes];
    diagonal[17] = -1000.0;
    let mut system = LinearSystem::new();
    system.assemble(&sink, &diagonal, &map).unwrap();
    assert!(matches!(
        system.factor(),
        Err(LinearError::NotPositiveDefinite { .. })
    ));
    let rhs = random_vectors(nodes, 2);
    let mut out = rhs.clone();
    assert_eq!(system.solve(&rhs, &mut out), Err(LinearError::NotFactored));
    system.shift_diagonal(1000.0);
    system.factor().unwrap();
    let mut back = vec![Vec3::zeros(); nodes];
    let solution = solve_with(&mut system, &rhs);
    system.matrix().multiply(&solution, &mut back);
    assert!(largest_difference(&rhs, &back) < 1e-10);

    diagonal[17] = f64::NAN;
    system.assemble(&sink, &diagonal, &map).unwrap();
    assert!(system.factor().is_err());
}

#[test]
fn the_failing_node_is_named() {
    let mut system = LinearSystem::new();
    let map = NodeMap::new(&[true, false, false, false]);
    let sink = BlockSink::new();
    system
        .assemble(&sink, &[1.0, 1.0, -1.0, 1.0], &map)
        .unwrap();
    assert_eq!(
        system.factor(),
        Err(LinearError::NotPositiveDefinite { node: 2 })
    );
}

#[test]
fn trivial_systems() {
    let sink = sink_of(&[[0, 1, 2, 3]], 1);
    let mut system = LinearSystem::new();
    // Nothing at all.
    system
        .assemble(&BlockSink::new(), &[], &NodeMap::default())
        .unwrap();
    system.factor().unwrap();
    system.solve(&[], &mut []).unwrap();
    // All nodes fixed.
    let rhs = random_vectors(4, 1);
    system
        .assemble(&sink, &[1.0; 4], &NodeMap::new(&[true; 4]))
        .unwrap();
    system.factor().unwrap();
    assert_eq!(solve_with(&mut system, &rhs), vec![Vec3::zeros(); 4]);
    // One free node.
    let map = NodeMap::new(&[true, true, false, true]);
    system.assemble(&sink, &[1.0; 4], &map).unwrap();
    system.factor().unwrap();
    let out = solve_with(&mut system, &rhs);
    let (_, blocks) = system.matrix().row(0);
    assert!((blocks[0] * out[2] - rhs[2]).amax() < 1e-12);
    // Wrong lengths.
    assert!(matches!(
        system.assemble(&sink, &[1.0; 3], &map),
        Err(LinearError::WrongLength { .. })
    ));
}
