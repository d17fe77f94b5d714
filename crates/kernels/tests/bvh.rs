//! Trees and queries against brute force.

use crate::common::{Scene, queries};
use tangency_kernels::KernelReal;
use tangency_kernels::bvh::{END, TreeBox, morton, query, refit};
use tangency_kernels::host::{Tree, groups};

fn check<R: KernelReal, C: morton::Code>(scene: &Scene<R>, name: &str) {
    let boxes = scene.boxes();
    let tree = Tree::<R, C>::build(&boxes);
    let queries = queries(scene);
    let (places, hits) = tree.hits(&queries);
    for (k, item) in queries.iter().enumerate() {
        let mut found = hits[places[k] as usize..places[k + 1] as usize].to_vec();
        found.sort_unstable();
        let met = (0..boxes.len()).filter(|&j| item.meets(&boxes[j]));
        assert!(
            found.into_iter().eq(met.map(|j| j as u32)),
            "{name}: query {k}"
        );
    }
    let mut pairs: Vec<_> = tree
        .pairs()
        .1
        .iter()
        .map(|pair| (pair[0], pair[1]))
        .collect();
    pairs.sort_unstable();
    let n = boxes.len() as u32;
    let all = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let expected: Vec<_> = all
        .filter(|&(a, b)| boxes[a as usize].meets(&boxes[b as usize]))
        .collect();
    assert_eq!(pairs, expected, "{name}: pairs");
    check_shape(&tree);
}

/// Every inner box is exactly the union of its children's, and a query of everything visits every leaf.
fn check_shape<R: KernelReal, C>(tree: &Tree<R, C>) {
    let leaves = tree.order.len();
    for (k, branch) in tree.branches.iter().enumerate() {
        let left = &tree.nodes[branch.left(leaves) as usize];
        let right = &tree.nodes[branch.right(leaves) as usize];
        assert_eq!(tree.nodes[k].bounds, left.bounds.united(&right.bounds));
        assert_eq!(left.next, branch.right(leaves));
    }
    let everything = TreeBox {
        lower: [-R::infinity(); 3],
        upper: [R::infinity(); 3],
    };
    let mut seen = Vec::new();
    query::visit(&everything, &tree.nodes, |primitive| seen.push(primitive));
    assert_eq!(seen, tree.order);
    assert!(tree.nodes.is_empty() || tree.nodes[0].next == END);
}

fn check_all<R: KernelReal>() {
    for n in [0, 1, 2, 3, 4, 5, 17, 64, 257, 900] {
        for (name, scene) in [
            ("random", Scene::random(n, 1.0, 0.05)),
            ("equal", Scene::equal(n.min(100))),
            ("on a line", Scene::line(n)),
            ("far away", Scene::random(n, 1e-3, 1e-4).moved(1e3)),
        ] {
            check::<R, u32>(&scene, name);
            check::<R, u64>(&scene, name);
        }
    }
}

#[test]
fn queries_find_what_brute_force_finds_in_single_precision() {
    check_all::<f32>();
}

#[test]
fn queries_find_what_brute_force_finds_in_double_precision() {
    check_all::<f64>();
}

#[test]
fn groups_give_the_union_of_any_range() {
    for leaves in [1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 70] {
        let scene = Scene::<f64>::random(leaves, 1.0, 0.1);
        let boxes = scene.boxes();
        let groups = groups(&boxes);
        for first in 0..leaves {
            for last in first..leaves {
                let expected = boxes[first..=last]
                    .iter()
                    .fold(TreeBox::empty(), |all, b| all.united(b));
                let result = refit::range(first as u32, last as u32, leaves, &groups);
                assert_eq!(result, expected, "{first} to {last} of {leaves}");
            }
        }
    }
}

#[test]
fn codes_interleave_bits() {
    use morton::Code;
    let unit = TreeBox {
        lower: [0.0; 3],
        upper: [1.0; 3],
    };
    let corner = TreeBox {
        lower: [1.0; 3],
        upper: [1.0; 3],
    };
    assert_eq!(morton::code::<f64, u32>(&corner, &unit), (1 << 30) - 1);
    assert_eq!(morton::code::<f64, u64>(&corner, &unit), (1 << 63) - 1);
    assert_eq!(<u32 as Code>::interleaved([0b11, 0, 0b01]), 0b100_101);
    for bit in 0..21 {
        assert_eq!(
            <u64 as Code>::interleaved([0, 1 << bit, 0]),
            1 << (3 * bit + 1)
        );
    }
}

#[test]
fn boxes_hold_the_radius_in_spite_of_rounding() {
    for k in 1..2000_u32 {
        let x = k as f32 * 0.37;
        let radius = 0.002_f32 + k as f32 * 1e-6;
        let item = TreeBox::around(&[0], &[[x, -x, 0.0]], radius);
        assert!(f64::from(item.lower[0]) <= f64::from(x) - f64::from(radius));
        assert!(f64::from(item.upper[0]) >= f64::from(x) + f64::from(radius));
        assert!(f64::from(item.lower[1]) <= f64::from(-x) - f64::from(radius));
    }
}
