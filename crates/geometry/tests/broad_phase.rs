//! The broad phase against brute force, against listed pairs of real frames, and for any number of threads.

use crate::common;
use proptest::prelude::*;
use tangency_formulas::distance::edge_edge;
use tangency_geometry::Vec3;
use tangency_geometry::bvh::{Aabb, BroadPhase, Slabs, Surface, SweptPositions};

/// A soup of primitives over random, possibly coincident or collinear, moving vertices.
#[derive(Clone, Debug)]
struct Soup {
    x: Vec<Vec3>,
    p: Vec<Vec3>,
    points: Vec<u32>,
    edges: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    inflation: f64,
}

impl Soup {
    fn surface(&self) -> Surface<'_> {
        Surface {
            points: &self.points,
            edges: &self.edges,
            triangles: &self.triangles,
        }
    }

    fn sweep(&self) -> SweptPositions<'_> {
        SweptPositions {
            positions: &self.x,
            motion: Some((&self.p, 0.5)),
            inflation: self.inflation,
        }
    }

    fn bounds(&self, vertices: &[u32]) -> Aabb {
        vertices.iter().fold(Aabb::EMPTY, |bounds, &v| {
            let v = v as usize;
            bounds.union(&Aabb::of_motion(
                &self.x[v],
                &(self.p[v] * 0.5),
                self.inflation,
            ))
        })
    }

    fn slabs(&self, vertices: &[u32]) -> Slabs {
        vertices.iter().fold(Slabs::EMPTY, |slabs, &v| {
            let (x, p) = (&self.x[v as usize], &(self.p[v as usize] * 0.5));
            slabs.union(&Slabs::of_motion(x, p, self.inflation))
        })
    }

    /// All pairs that overlap and share no vertex, sorted.
    fn brute<const A: usize, const B: usize>(
        &self,
        a: &[[u32; A]],
        b: &[[u32; B]],
        among: bool,
    ) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for (i, v) in a.iter().enumerate() {
            for (j, w) in b.iter().enumerate().skip(if among { i + 1 } else { 0 }) {
                let apart = v.iter().all(|v| !w.contains(v));
                if apart && self.bounds(v).overlaps(&self.bounds(w)) {
                    pairs.push((i as u32, j as u32));
                }
            }
        }
        pairs
    }
}

/// Coordinates on a coarse grid (many coincide) or anywhere, in a cube, a plane or a line.
fn soup() -> impl Strategy<Value = Soup> {
    (4usize..60, 0usize..3, any::<bool>(), 0.0f64..0.2).prop_flat_map(
        |(n, flat, snapped, inflation)| {
            let vector = move |scale: f64| {
                prop::array::uniform3(-1.0f64..1.0).prop_map(move |mut c| {
                    for (k, c) in c.iter_mut().enumerate() {
                        *c = if k < flat { 0.0 } else { *c * scale };
                        if snapped {
                            *c = (*c * 4.0).round() / 4.0;
                        }
                    }
                    Vec3::from(c)
                })
            };
            let vertex = 0..n as u32;
            (
                prop::collection::vec(vector(1.0), n),
                prop::collection::vec(vector(0.3), n),
                prop::collection::vec(vertex.clone(), 0..80),
                prop::collection::vec(prop::array::uniform2(vertex.clone()), 0..200),
                prop::collection::vec(prop::array::uniform3(vertex), 0..100),
            )
                .prop_map(move |(x, p, points, edges, triangles)| Soup {
                    x,
                    p,
                    points,
                    edges,
                    triangles,
                    inflation,
                })
        },
    )
}

fn sorted(mut pairs: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    pairs.sort_unstable();
    pairs
}

fn check(soup: &Soup, broad: &BroadPhase) {
    let points: Vec<[u32; 1]> = soup.points.iter().map(|&v| [v]).collect();
    let mut found = Vec::new();
    broad.point_triangle().collect(|_, _| true, &mut found);
    assert_eq!(
        sorted(found.clone()),
        soup.brute(&points, &soup.triangles, false)
    );
    broad.edge_edge().collect(|_, _| true, &mut found);
    assert_eq!(
        sorted(found.clone()),
        soup.brute(&soup.edges, &soup.edges, true)
    );
    broad.edge_triangle().collect(|_, _| true, &mut found);
    assert_eq!(
        sorted(found.clone()),
        soup.brute(&soup.edges, &soup.triangles, false)
    );
    broad.point_edge().collect(|_, _| true, &mut found);
    assert_eq!(
        sorted(found.clone()),
        soup.brute(&points, &soup.edges, false)
    );
    broad.point_point().collect(|_, _| true, &mut found);
    assert_eq!(sorted(found), soup.brute(&points, &points, true));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finds_what_brute_force_finds(soup in soup()) {
        let mut broad = BroadPhase::new();
        broad.update(&soup.surface(), &soup.sweep());
        check(&soup, &broad);
    }

    #[test]
    fn diagonals_leave_out_edges_that_stay_apart(soup in soup()) {
        let mut broad = BroadPhase::with_diagonals();
        broad.update(&soup.surface(), &soup.sweep());
        let mut found = Vec::new();
        broad.edge_edge().collect(|_, _| true, &mut found);
        let mut expected = soup.brute(&soup.edges, &soup.edges, true);
        let slabs = |edge: u32| soup.slabs(&soup.edges[edge as usize]);
        expected.retain(|&(a, b)| slabs(a).overlaps(&slabs(b)));
        prop_assert_eq!(sorted(found.clone()), expected);
        // None of those that come within twice the margin on the way.
        let found = sorted(found);
        for (a, b) in soup.brute(&soup.edges, &soup.edges, true) {
            let at = |edge: u32, t: f64| {
                soup.edges[edge as usize].map(|v| soup.x[v as usize] + soup.p[v as usize] * t)
            };
            let is_near = (0..=8).any(|k| {
                let t = 0.5 * f64::from(k) / 8.0;
                let ([a0, a1], [b0, b1]) = (at(a, t), at(b, t));
                edge_edge::squared(&a0, &a1, &b0, &b1).sqrt() < 2.0 * soup.inflation
            });
            prop_assert!(!is_near || found.binary_search(&(a, b)).is_ok());
        }
    }

    #[test]
    fn refit_finds_the_same_as_a_new_build(soup in soup(), shift in -0.5f64..0.5) {
        let mut broad = BroadPhase::new();
        broad.update(&soup.surface(), &soup.sweep());
        let mut moved = soup;
        for (i, x) in moved.x.iter_mut().enumerate() {
            x[i % 3] += shift * (i as f64).sin();
        }
        broad.refit(&moved.sweep());
        check(&moved, &broad);
    }
}

/// A regular sheet, large enough for many tasks.
fn sheet(n: u32) -> Soup {
    let x: Vec<Vec3> = (0..n * n)
        .map(|i| {
            Vec3::new(
                f64::from(i % n),
                f64::from(i / n),
                (f64::from(i) * 0.7).sin(),
            )
        })
        .collect();
    let cells = (0..n - 1).flat_map(|i| (0..n - 1).map(move |j| i * n + j));
    Soup {
        p: x.iter().map(|x| Vec3::new(x.y, -x.x, 1.0) * 0.01).collect(),
        points: (0..n * n).collect(),
        edges: cells
            .clone()
            .flat_map(|v| [[v, v + 1], [v, v + n], [v, v + n + 1]])
            .collect(),
        triangles: cells
            .flat_map(|v| [[v, v + 1, v + n + 1], [v, v + n + 1, v + n]])
            .collect(),
        x,
        inflation: 0.3,
    }
}

#[test]
fn order_does_not_depend_on_the_thread_count() {
    let soup = sheet(80);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut broad = BroadPhase::new();
            broad.update(&soup.surface(), &soup.sweep());
            let mut pairs = [Vec::new(), Vec::new()];
            broad
                .point_triangle()
                .collect(|p, _| p % 3 != 0, &mut pairs[0]);
            broad.edge_edge().collect(|_, _| true, &mut pairs[1]);
            let visited = broad.edge_edge().visit(|a, b, out| out.push((a, b)));
            assert_eq!(visited, pairs[1]);
            assert!(pairs[0].iter().all(|(p, _)| p % 3 != 0));
            pairs
        })
    };
    let one = run(1);
    assert!(one[1].len() > 10_000, "the sheet must span many tasks");
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
}

#[test]
fn an_empty_surface_has_no_pairs() {
    let mut broad = BroadPhase::new();
    let mut found = vec![(1, 2)];
    broad.edge_edge().collect(|_, _| true, &mut found);
    assert!(found.is_empty());
    broad.update(
        &Surface::default(),
        &SweptPositions {
            positions: &[],
            motion: None,
            inflation: 0.0,
        },
    );
    assert!(
        broad
            .point_triangle()
            .visit(|_, _, out| out.push(()))
            .is_empty()
    );
}

/// Every pair that the data set lists (it lists a part of the true candidates) is found.
fn recalls_listed_pairs(scene: &str, first: u32) {
    let Some(frames) = common::frames(scene, first) else {
        return;
    };
    let Some(boxes) = common::reference(&format!("ccd-scalable/{scene}/boxes")) else {
        return;
    };
    let surface = Surface {
        points: &frames.points,
        edges: &frames.edges,
        triangles: &frames.triangles,
    };
    let mut broad = BroadPhase::new();
    let motion = Some((&frames.displacement[..], 1.0));
    broad.update(
        &surface,
        &SweptPositions {
            positions: &frames.start,
            motion,
            inflation: 0.0,
        },
    );
    let (vertices, edges) = (frames.start.len(), frames.edges.len());
    let mut found = Vec::new();
    broad.point_triangle().collect(|_, _| true, &mut found);
    let found_vf = sorted(found.clone());
    for (v, f) in common::read_json_pairs(&boxes.join(format!("{first}vf.json"))) {
        let pair = (v as u32, (f - vertices - edges) as u32);
        assert!(
            found_vf.binary_search(&pair).is_ok(),
            "point-triangle {pair:?}"
        );
    }
    broad.edge_edge().collect(|_, _| true, &mut found);
    let found_ee = sorted(found);
    for (a, b) in common::read_json_pairs(&boxes.join(format!("{first}ee.json"))) {
        let (a, b) = ((a - vertices) as u32, (b - vertices) as u32);
        let pair = (a.min(b), a.max(b));
        assert!(found_ee.binary_search(&pair).is_ok(), "edge-edge {pair:?}");
    }
    println!(
        "{scene}: {} point-triangle, {} edge-edge candidates",
        found_vf.len(),
        found_ee.len()
    );
}

#[test]
fn recalls_the_pairs_of_rod_twist() {
    recalls_listed_pairs("rod-twist", 3036);
}

#[test]
fn recalls_the_pairs_of_cloth_funnel() {
    recalls_listed_pairs("cloth-funnel", 227);
}

/// Boxes of points beyond the range of `f32` reach to infinity; the empty places of a node must not answer to them.
#[test]
fn lengths_beyond_the_range_of_boxes_find_pairs_and_nothing_else() {
    for size in [1e39, -1e39, 1e200, f64::MAX / 4.0] {
        // Three points: five of the eight places of the leaf are empty.
        let positions = [
            Vec3::repeat(size),
            Vec3::repeat(size * 1.5),
            Vec3::new(-size, size, 0.0),
        ];
        let surface = Surface {
            points: &[0, 1, 2],
            edges: &[[0, 1], [1, 2]],
            triangles: &[[0, 1, 2]],
        };
        let mut broad = BroadPhase::with_diagonals();
        let motion = [Vec3::repeat(-2.0 * size); 3];
        broad.update(
            &surface,
            &SweptPositions {
                positions: &positions,
                motion: Some((&motion, 1.0)),
                inflation: 1.0,
            },
        );
        let mut pairs = Vec::new();
        broad.point_point().collect(|_, _| true, &mut pairs);
        assert!(pairs.iter().all(|&(a, b)| a < b && b < 3), "{pairs:?}");
        assert!(pairs.contains(&(0, 1)), "{pairs:?}");
        broad.point_triangle().collect(|_, _| true, &mut pairs);
        assert!(pairs.is_empty(), "every point is a corner: {pairs:?}");
        broad.edge_edge().collect(|_, _| true, &mut pairs);
        assert!(pairs.is_empty(), "the edges share a vertex: {pairs:?}");
    }
}
