//! Boxes around primitives and a tree of boxes: which primitives come within a radius of a box?
//!
//! Built top down by halving the primitives at the median centre along the longest axis; nodes lie in depth-first
//! order, so the left child of node `i` is `i + 1`. Boxes are closed: touching boxes are at distance 0.

use crate::exact::Point;

const LEAF: usize = 4;

/// An axis-aligned box.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    /// The smallest box around some points.
    pub(crate) fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let empty = Self {
            low: [f64::INFINITY; 3],
            high: [f64::NEG_INFINITY; 3],
        };
        points
            .into_iter()
            .fold(empty, |b, p| b.joined(&Self { low: p, high: p }))
    }

    fn joined(&self, other: &Self) -> Self {
        Self {
            low: std::array::from_fn(|k| self.low[k].min(other.low[k])),
            high: std::array::from_fn(|k| self.high[k].max(other.high[k])),
        }
    }

    /// Grown on all sides by `margin`, m, or a little more: rounding never makes it less.
    pub(crate) fn grown(&self, margin: f64) -> Self {
        Self {
            low: self.low.map(|c| (c - margin).next_down()),
            high: self.high.map(|c| (c + margin).next_up()),
        }
    }

    /// Squared distance of two boxes; 0 where they touch or overlap.
    fn squared_distance(&self, other: &Self) -> f64 {
        let gap = |k: usize| {
            (self.low[k] - other.high[k])
                .max(other.low[k] - self.high[k])
                .max(0.0)
        };
        let gaps = [gap(0), gap(1), gap(2)];
        gaps[0] * gaps[0] + gaps[1] * gaps[1] + gaps[2] * gaps[2]
    }

    /// Length of the box's diagonal.
    pub(crate) fn diagonal(&self) -> f64 {
        let side = |k: usize| (self.high[k] - self.low[k]).max(0.0);
        (side(0) * side(0) + side(1) * side(1) + side(2) * side(2)).sqrt()
    }

    fn longest_axis(&self) -> usize {
        let side = |k: usize| self.high[k] - self.low[k];
        (1..3).fold(0, |best, k| if side(k) > side(best) { k } else { best })
    }
}

struct Node {
    bounds: Bounds,
    /// A leaf's first place in `order`, an inner node's right child.
    start: u32,
    /// Number of primitives of a leaf; 0 for an inner node.
    count: u32,
}

/// The tree over boxes of primitives, each with its number.
pub(crate) struct Hierarchy {
    nodes: Vec<Node>,
    /// The primitives in leaf order, each with its box.
    leaves: Vec<(u32, Bounds)>,
}

impl Hierarchy {
    pub(crate) fn new(boxes: impl Iterator<Item = (u32, Bounds)>) -> Self {
        let mut leaves: Vec<(u32, Bounds)> = boxes.collect();
        let mut nodes = Vec::with_capacity(leaves.len());
        if !leaves.is_empty() {
            build(&mut leaves, 0, &mut nodes);
        }
        Self { nodes, leaves }
    }

    /// Calls `visit` for every primitive whose box is within the radius of `query`, near ones early. `visit` gets the
    /// primitive and answers with the radius from there on; the last one is returned.
    pub(crate) fn search(
        &self,
        query: &Bounds,
        mut radius: f64,
        mut visit: impl FnMut(u32) -> f64,
    ) -> f64 {
        let mut stack = Vec::with_capacity(64);
        if let Some(root) = self.nodes.first() {
            stack.push((root.bounds.squared_distance(query), 0));
        }
        while let Some((squared, at)) = stack.pop() {
            if squared > radius * radius {
                continue;
            }
            let node = &self.nodes[at as usize];
            if node.count == 0 {
                let [left, right] = [at + 1, node.start]
                    .map(|i| (self.nodes[i as usize].bounds.squared_distance(query), i));
                let (near, far) = if right.0 < left.0 {
                    (right, left)
                } else {
                    (left, right)
                };
                stack.extend([far, near]);
                continue;
            }
            for (primitive, bounds) in
                &self.leaves[node.start as usize..(node.start + node.count) as usize]
            {
                if bounds.squared_distance(query) <= radius * radius {
                    radius = visit(*primitive);
                }
            }
        }
        radius
    }
}

fn build(leaves: &mut [(u32, Bounds)], first: u32, nodes: &mut Vec<Node>) {
    let bounds = leaves
        .iter()
        .skip(1)
        .fold(leaves[0].1, |b, l| b.joined(&l.1));
    let at = nodes.len();
    if leaves.len() <= LEAF {
        nodes.push(Node {
            bounds,
            start: first,
            count: leaves.len() as u32,
        });
        return;
    }
    let axis = bounds.longest_axis();
    let centre = |l: &(u32, Bounds)| l.1.low[axis] + l.1.high[axis];
    let half = leaves.len() / 2;
    leaves.select_nth_unstable_by(half, |a, b| {
        centre(a).total_cmp(&centre(b)).then(a.0.cmp(&b.0))
    });
    nodes.push(Node {
        bounds,
        start: 0,
        count: 0,
    });
    let (left, right) = leaves.split_at_mut(half);
    build(left, first, nodes);
    nodes[at].start = nodes.len() as u32;
    build(right, first + half as u32, nodes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_brute_force_finds() {
        let mut state = 3u64;
        let mut coordinate = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut some_box = || {
            let p: Point = [coordinate(), coordinate(), coordinate()];
            Bounds::around([
                p,
                [p[0] + 0.1 * coordinate(), p[1] + 0.1 * coordinate(), p[2]],
            ])
        };
        let boxes: Vec<Bounds> = (0..500).map(|_| some_box()).collect();
        let tree = Hierarchy::new((0..).zip(boxes.iter().copied()));
        for radius in [0.0, 0.05, 0.5] {
            let query = some_box();
            let mut found = Vec::new();
            tree.search(&query, radius, |i| {
                found.push(i);
                radius
            });
            found.sort_unstable();
            let expected: Vec<u32> = (0..500u32)
                .filter(|&i| boxes[i as usize].squared_distance(&query) <= radius * radius)
                .collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn touching_boxes_are_found_and_an_empty_tree_is_silent() {
        let one = Bounds::around([[0.0; 3], [1.0; 3]]);
        let next = Bounds::around([[1.0, 0.0, 0.0], [2.0, 1.0, 1.0]]);
        let mut seen = 0;
        Hierarchy::new([(0, one)].into_iter()).search(&next, 0.0, |_| {
            seen += 1;
            0.0
        });
        Hierarchy::new(std::iter::empty()).search(&next, 9.0, |_| 9.0);
        assert_eq!(seen, 1);
    }

    #[test]
    fn grown_boxes_touch_though_their_sides_are_rounded() {
        // 0.1 is lost beside 1e17; 1e17 + 16 is the next number.
        let (one, next) = ([1e17, 0.0, 0.0], [1e17 + 16.0, 0.0, 0.0]);
        let [one, next] = [one, next].map(|p| Bounds::around([p]));
        assert!(one.squared_distance(&next) > 0.0);
        assert_eq!(one.grown(8.0).squared_distance(&next.grown(8.0)), 0.0);
        assert!(one.grown(0.1).low[1] < -0.1 && one.grown(0.1).high[2] > 0.1);
        assert!(one.grown(0.1).high[0] > 1e17);
    }
}
