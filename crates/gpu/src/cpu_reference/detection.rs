//! Detections of the reference: a search each time, where the GPU tests the candidates of an earlier one.

use tangency_formulas::Vec3;
use tangency_kernels::KernelReal;
use tangency_kernels::bvh::TreeBox;
use tangency_kernels::contact::{ContactPair, Detection, Search};
use tangency_kernels::host::{Tree, scanned};
use tangency_kernels::vbd::step;

use super::{CpuReference, Limits};

/// The boxes of primitives.
fn boxes<R: KernelReal, const N: usize>(
    corners: &[[u32; N]],
    x: &[Vec3<R>],
    radius: R,
) -> Vec<TreeBox<R>> {
    let each = corners.iter();
    each.map(|corners| TreeBox::around(corners, x, radius))
        .collect()
}

impl<R: KernelReal> CpuReference<R> {
    /// Fits the trees to the positions, or builds them there.
    pub(super) fn fit_trees(&mut self, build: bool) {
        let surface = self.setup.layout.surface.view();
        let (x, radius) = (&self.x[0], self.setup.constants.radius);
        let isolated: Vec<[u32; 1]> = surface.isolated.iter().map(|&v| [v]).collect();
        let boxes = [
            boxes(surface.triangles, x, radius),
            boxes(surface.edges, x, radius),
            boxes(&self.setup.wires, x, radius),
            boxes(&isolated, x, radius),
        ];
        if build {
            self.trees = boxes.iter().map(|boxes| Tree::build(boxes)).collect();
        } else {
            for (tree, boxes) in self.trees.iter_mut().zip(&boxes) {
                tree.refit(boxes);
            }
        }
    }

    /// All pairs that are close, in the order of the searches, and for each vertex the smallest gap of what is near but
    /// not close, m.
    fn find(&self, intended: &[Vec3<R>]) -> (Vec<ContactPair<R>>, Vec<f32>) {
        let constants = &self.setup.constants;
        let search = Search {
            detection: Detection {
                surface: self.setup.layout.surface.view(),
                x: &self.x[0],
                reach: constants.reach,
                margin: constants.margin,
            },
            triangles: &self.trees[0].nodes,
            edges: &self.trees[1].nodes,
            wires: &self.trees[2].nodes,
            grains: &self.trees[3].nodes,
            radius: constants.radius,
            has_obstacles: constants.has_obstacles != 0,
        };
        let mut pairs = Vec::new();
        let mut far = vec![constants.reach.to_f32(); self.v.len()];
        let limits = [constants.close, constants.contact_radius];
        let by = |v: u32| intended[v as usize];
        for t in 0..search.len() {
            search.meet(t, |found| match search.gap(t, found) {
                Some(gap) if search.is_close(t, found, gap, limits, by) => {
                    let pair = search.pair(t, found);
                    pairs.extend(pair.map(|pair| pair.divided(by)));
                }
                Some(gap) => search.each_vertex(t, found, |v| {
                    let far = &mut far[v as usize];
                    *far = far.min(gap.to_f32());
                }),
                None => {}
            });
        }
        (pairs, far)
    }

    /// Lists the pairs by vertex: what pushes the vertices that sweeps move, and the planes of all that move.
    fn list(&mut self, intended: &[Vec3<R>]) {
        let count = self.v.len();
        let is_swept = |v: u32| !self.inputs.held[v as usize];
        let is_bounded = |v: u32| is_swept(v) || intended[v as usize] != Vec3::zeros();
        let mut counts = vec![0; 2 * count + 1];
        for pair in &self.pairs {
            pair.each_vertex(|_, v| counts[count + v as usize] += u32::from(is_bounded(v)));
            if pair.kind.pushes() {
                pair.push()
                    .each_vertex(|v| counts[v as usize] += u32::from(is_swept(v)));
            }
        }
        let begins = scanned(&counts);
        let first = begins[count];
        let mut next = begins.clone();
        let mut pushes = vec![0; first as usize];
        let mut planes = vec![None; (begins[2 * count] - first) as usize];
        for (p, pair) in (0_u32..).zip(&self.pairs) {
            if pair.kind.pushes() {
                let push = pair.push();
                push.each_vertex(|v| {
                    if !is_swept(v) {
                        return;
                    }
                    let place = push.place_of(v).unwrap_or(0);
                    pushes[next[v as usize] as usize] = p << 2 | place as u32;
                    next[v as usize] += 1;
                });
            }
            pair.each_vertex(|k, v| {
                if !is_bounded(v) {
                    return;
                }
                let v = v as usize;
                let mut plane = pair.plane(k);
                if self.setup.constants.has_planes == 0 {
                    plane.clearance = pair.gap;
                }
                planes[(next[count + v] - first) as usize] = Some(plane);
                next[count + v] += 1;
            });
        }
        self.planes = (
            begins[count..].to_vec(),
            planes.into_iter().flatten().collect(),
        );
        self.pushes = (begins, pushes);
    }

    /// Finds what is near, and how far vertices may go.
    pub(super) fn detect_for(&mut self, mut intended: Vec<Vec3<R>>) {
        for (&k, target) in self.inputs.prescribed.iter().zip(&self.inputs.targets) {
            intended[k as usize] = target - self.x[0][k as usize];
        }
        self.fit_trees(false);
        let (pairs, far) = self.find(&intended);
        self.pairs = pairs;
        self.list(&intended);
        self.detections += 1;
        self.stopped = 0;
        self.lost = 0.0;
        let constants = &self.setup.constants;
        let has_planes = constants.has_planes != 0;
        let planes = self.planes();
        let bounds = (0..self.v.len()).map(|k| {
            let far = R::from_f64(f64::from(far[k]));
            let clearances = planes.of(k).iter().map(|plane| plane.clearance);
            let least = clearances.fold(constants.reach, |least, clearance| least.min(clearance));
            (
                least,
                step::ball_of(least, far, constants.reach, has_planes),
            )
        });
        let (least, ball) = bounds.unzip();
        self.limits = Limits {
            anchor: self.x[0].clone(),
            least,
            ball,
        };
    }
}
