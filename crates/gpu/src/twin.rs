//! The step of the GPU on the CPU: the same kernels in the same order, in plain loops. What the GPU computes is compared
//! with this, bit for bit.

use tangency_formulas::{Real, Vec3};
use tangency_kernels::bvh::{Aabb, Quantize};
use tangency_kernels::contact::{Detection, Law, Pair, Push, Pushes, Rules, Search, TwoStage};
use tangency_kernels::host::{Tree, scanned};
use tangency_kernels::vbd::step::{self, LaneSweep};
use tangency_kernels::vbd::{Bounds, Elastic, Inertia, Plane, Planes, Positions, Uses};

use crate::outcome::Outcome;
use crate::setup::{Family, Goals, MORE, REBUILD, Setup};

/// Positions, velocities, and what one step leaves.
pub struct Twin<R: Real> {
    /// The model.
    pub setup: Setup<R>,
    /// Positions before and after a sweep, in turn, m.
    pub x: [Vec<Vec3<R>>; 2],
    /// Velocities, m/s.
    pub v: Vec<Vec3<R>>,
    /// The pairs of the last detection.
    pub pairs: Vec<Pair<R>>,
    /// Contacts by vertex, and where those of each begin.
    pub pushes: (Vec<u32>, Vec<Push<R>>),
    /// Planes by vertex.
    pub planes: (Vec<u32>, Vec<Plane<R>>),
    /// What is left of the forces at the end of the step, times h², kg m.
    pub left: Vec<Vec3<R>>,
    /// Vertices stopped since the last detection.
    pub stopped: u32,
    /// Largest motion that bounds have cut off since the last detection, m.
    pub lost: f32,
    /// Detections of the step.
    pub detections: u32,
    /// Sweeps of the step.
    pub sweeps: u32,
    /// Largest motion of the last sweep, m.
    pub residual: f32,
    /// Whether a prescribed vertex has not arrived.
    pub is_astray: bool,
    steps: u64,
    trees: Vec<Tree<R, u32>>,
}

/// The boxes of primitives.
fn boxes<R: Real, const N: usize>(corners: &[[u32; N]], x: &[Vec3<R>], radius: R) -> Vec<Aabb<R>> {
    let x: Vec<[R; 3]> = x.iter().map(|x| [x.x, x.y, x.z]).collect();
    let each = corners.iter();
    each.map(|corners| Aabb::around(corners, &x, radius))
        .collect()
}

impl<R: Quantize> Twin<R> {
    /// A twin whose vertices, in the numbering, are at `x` and have velocities `v`.
    pub fn new(setup: Setup<R>, x: Vec<Vec3<R>>, v: Vec<Vec3<R>>) -> Self {
        Twin {
            setup,
            left: vec![Vec3::zeros(); x.len()],
            x: [x.clone(), x],
            v,
            pairs: Vec::new(),
            pushes: Default::default(),
            planes: Default::default(),
            stopped: 0,
            lost: 0.0,
            detections: 0,
            sweeps: 0,
            residual: 0.0,
            is_astray: false,
            steps: 0,
            trees: Vec::new(),
        }
    }

    /// Fits the trees to the positions, or builds them there.
    fn fit_trees(&mut self, build: bool) {
        let surface = self.setup.program.features.view();
        let (x, radius) = (&self.x[0], self.setup.numbers.radius);
        let isolated: Vec<[u32; 1]> = self.setup.isolated.iter().map(|&v| [v]).collect();
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
    fn find(&self, intended: &[Vec3<R>]) -> (Vec<Pair<R>>, Vec<f32>) {
        let numbers = &self.setup.numbers;
        let search = Search {
            detection: Detection {
                surface: self.setup.program.features.view(),
                x: &self.x[0],
                reach: numbers.reach,
                margin: numbers.margin,
            },
            triangles: &self.trees[0].nodes,
            edges: &self.trees[1].nodes,
            wires: &self.trees[2].nodes,
            grains: &self.trees[3].nodes,
            isolated: &self.setup.isolated,
            radius: numbers.radius,
            has_obstacles: numbers.has_obstacles != 0,
        };
        let mut pairs = Vec::new();
        let mut far = vec![numbers.reach.to_f32(); self.v.len()];
        let limits = [numbers.close, numbers.contact_radius];
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
    fn list(&mut self, goals: &Goals<R>, intended: &[Vec3<R>]) {
        let count = self.v.len();
        let is_swept = |v: u32| !goals.held[v as usize];
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
        let mut pushes = vec![None; first as usize];
        let mut planes = vec![None; (begins[2 * count] - first) as usize];
        for pair in &self.pairs {
            if pair.kind.pushes() {
                pair.push().each_vertex(|v| {
                    if !is_swept(v) {
                        return;
                    }
                    pushes[next[v as usize] as usize] = Some(pair.push());
                    next[v as usize] += 1;
                });
            }
            pair.each_vertex(|k, v| {
                if !is_bounded(v) {
                    return;
                }
                let v = v as usize;
                let mut plane = pair.plane(k);
                if self.setup.numbers.has_planes == 0 {
                    plane.room = pair.gap;
                }
                planes[(next[count + v] - first) as usize] = Some(plane);
                next[count + v] += 1;
            });
        }
        self.planes = (
            begins[count..].to_vec(),
            planes.into_iter().flatten().collect(),
        );
        self.pushes = (begins, pushes.into_iter().flatten().collect());
    }

    /// One step towards the goals.
    pub fn step(&mut self, goals: &Goals<R>) {
        let (h, count) = (self.setup.numbers.h, self.v.len());
        let start = self.x[0].clone();
        if self.steps.is_multiple_of(REBUILD) {
            self.fit_trees(true);
        }
        for (x, carried) in self.x[0].iter_mut().zip(&goals.carried) {
            *x += carried;
        }
        let carried = self.x[0].clone();
        self.x[1].clone_from(&carried);
        let predicted: Vec<Vec3<R>> = (0..count)
            .map(|k| step::predicted(&start[k], &self.v[k], &goals.outside[k], h))
            .collect();
        let intend = |k: usize| match goals.held[k] {
            true => Vec3::zeros(),
            false => predicted[k] - carried[k],
        };
        let intended = (0..count).map(intend).collect();
        self.detections = 0;
        let mut bounds = self.detect(goals, intended);
        self.guess(goals, &bounds, [&start, &predicted]);
        self.arrive(goals, &bounds);
        let mut done = 0;
        let rounds = self.setup.rounds();
        for (k, &sweeps) in rounds.iter().enumerate() {
            let is_last = k + 1 == rounds.len();
            if k > 0 && self.setup.wants_detection(&self.outcome(), is_last) {
                let mut lost = self.lost;
                bounds = self.detect_again(goals);
                // Vertices that programs move arrive before the last round, and what bounds hold back goes on.
                let mut repeats = 0;
                let wants_repeat = |twin: &Self, lost: f32, repeats: u32| {
                    let outcome = Outcome {
                        lost,
                        ..twin.outcome()
                    };
                    is_last && twin.setup.wants_repeat(&outcome, repeats)
                };
                while wants_repeat(self, lost, repeats) {
                    for _ in 0..MORE {
                        self.sweep_family(goals, &bounds, &start, &predicted, done);
                        done += 1;
                    }
                    lost = self.lost;
                    bounds = self.detect_again(goals);
                    repeats += 1;
                }
            }
            for _ in 0..sweeps {
                self.sweep_family(goals, &bounds, &start, &predicted, done);
                done += 1;
            }
        }
        self.sweeps = done as u32;
        let last = done % 2;
        self.residual = 0.0;
        for (k, start) in start.iter().enumerate() {
            let x = self.x[last][k];
            let moved = step::largest(&(x - self.x[1 - last][k]));
            self.residual = self.residual.max(moved.to_f32());
            self.v[k] = step::speed(start, &x, h);
        }
        let end = self.x[last].clone();
        self.x[0] = end;
        self.left = self.measure_family(&bounds, &start, &predicted);
        self.steps += 1;
    }

    /// The step so far in numbers.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            stopped: self.stopped,
            residual: self.residual,
            lost: self.lost,
            is_astray: self.is_astray,
            detections: self.detections,
            sweeps: self.sweeps,
            pairs: self.pairs.len() as u32,
            pushes: self.pushes.1.len() as u32,
            planes: self.planes.1.len() as u32,
        }
    }

    /// A further detection in the same step.
    fn detect_again(&mut self, goals: &Goals<R>) -> Limits<R> {
        let [new, old] = &self.x;
        let intended = new.iter().zip(old).map(|(a, b)| a - b).collect();
        let bounds = self.detect(goals, intended);
        self.arrive(goals, &bounds);
        bounds
    }

    /// Finds what is near, and how far vertices may go.
    fn detect(&mut self, goals: &Goals<R>, mut intended: Vec<Vec3<R>>) -> Limits<R> {
        for (&k, target) in goals.prescribed.iter().zip(&goals.targets) {
            intended[k as usize] = target - self.x[0][k as usize];
        }
        self.fit_trees(false);
        let (pairs, far) = self.find(&intended);
        self.pairs = pairs;
        self.list(goals, &intended);
        self.detections += 1;
        self.stopped = 0;
        self.lost = 0.0;
        let numbers = &self.setup.numbers;
        let has_planes = numbers.has_planes != 0;
        let planes = self.planes();
        let rooms = 0..self.v.len();
        let rooms = rooms.map(|k| {
            let far = R::from_f64(f64::from(far[k]));
            let rooms = planes.of(k).iter().map(|plane| plane.room);
            let least = rooms.fold(numbers.reach, |least, room| least.min(room));
            (least, step::ball_of(least, far, numbers.reach, has_planes))
        });
        let (least, ball) = rooms.unzip();
        Limits {
            anchor: self.x[0].clone(),
            least,
            ball,
        }
    }

    fn planes(&self) -> Planes<'_, R> {
        Planes {
            begin: &self.planes.0,
            items: &self.planes.1,
            least: &[],
        }
    }

    fn bounds<'a>(&'a self, limits: &'a Limits<R>) -> Bounds<'a, R> {
        let planes = Planes {
            least: &limits.least,
            ..self.planes()
        };
        Bounds {
            start: &limits.anchor,
            ball: &limits.ball,
            pairs: &[],
            uses: Uses::default(),
            planes: if self.setup.numbers.has_planes != 0 {
                planes
            } else {
                Planes::default()
            },
        }
    }

    fn guess(&mut self, goals: &Goals<R>, limits: &Limits<R>, [start, predicted]: [&[Vec3<R>]; 2]) {
        let numbers = self.setup.numbers;
        if numbers.has_limits != 0 {
            return;
        }
        for k in (0..self.v.len()).filter(|&k| !goals.held[k]) {
            let coasting = start[k] + self.v[k] * numbers.h;
            let is_near = !self.planes().of(k).is_empty();
            let bounds = self.bounds(limits);
            self.x[0][k] = step::guess(k as u32, &coasting, &predicted[k], is_near, &bounds);
        }
    }

    /// Moves prescribed vertices as far as their bounds allow.
    fn arrive(&mut self, goals: &Goals<R>, limits: &Limits<R>) {
        self.is_astray = false;
        for (&k, target) in goals.prescribed.iter().zip(&goals.targets) {
            let end = self.bounds(limits).truncate(k, target);
            self.is_astray |= end != *target;
            self.x.iter_mut().for_each(|x| x[k as usize] = end);
        }
    }

    /// A sweep by the elements of the model's family.
    fn sweep_family(
        &mut self,
        goals: &Goals<R>,
        limits: &Limits<R>,
        start: &[Vec3<R>],
        predicted: &[Vec3<R>],
        done: usize,
    ) {
        let mut new = std::mem::take(&mut self.x[1 - done % 2]);
        let elements = self.setup.program.elements();
        let records = &self.setup.records;
        let at = [start, predicted];
        let stopped = match self.setup.family {
            Family::Cloth => {
                self.sweep(goals, limits, at, done, records.cloth(&elements), &mut new)
            }
            Family::Rods => self.sweep(goals, limits, at, done, records.rods(&elements), &mut new),
            Family::All => self.sweep(goals, limits, at, done, elements, &mut new),
        };
        self.stopped += stopped.0;
        self.lost = self.lost.max(stopped.1);
        self.x[1 - done % 2] = new;
    }

    /// The forces that are left, by the elements of the model's family.
    fn measure_family(
        &self,
        limits: &Limits<R>,
        start: &[Vec3<R>],
        predicted: &[Vec3<R>],
    ) -> Vec<Vec3<R>> {
        let elements = self.setup.program.elements();
        let (records, at) = (&self.setup.records, [start, predicted]);
        match self.setup.family {
            Family::Cloth => self.measure(&self.sweep_of(limits, at, records.cloth(&elements))),
            Family::Rods => self.measure(&self.sweep_of(limits, at, records.rods(&elements))),
            Family::All => self.measure(&self.sweep_of(limits, at, elements)),
        }
    }

    fn measure<E: Elastic<R>>(&self, sweep: &LaneSweep<'_, R, E>) -> Vec<Vec3<R>> {
        let x = Positions {
            done: &[],
            old: &self.x[0],
        };
        let moving = self.setup.program.numbering.moving() as u32;
        let felt = (0..moving).map(|k| sweep.felt(k, x, self.setup.lanes).gradient);
        let mut left: Vec<Vec3<R>> = felt.collect();
        left.resize(self.v.len(), Vec3::zeros());
        left
    }

    /// What a sweep over `elements` reads in a step that starts at `start`.
    fn sweep_of<'a, E: Elastic<R>>(
        &'a self,
        limits: &'a Limits<R>,
        [start, predicted]: [&'a [Vec3<R>]; 2],
        elements: E,
    ) -> LaneSweep<'a, R, E> {
        let numbers = self.setup.numbers;
        LaneSweep {
            inertia: Inertia {
                mass: &self.setup.mass,
                predicted,
                force: &[],
            },
            scale: numbers.h * numbers.h,
            elements,
            pushes: Pushes {
                begin: &self.pushes.0,
                items: &self.pushes.1,
                rules: Rules {
                    half_spaces: &self.setup.program.features.half_spaces,
                    law: Law::TwoStage(TwoStage {
                        radius: numbers.contact_radius,
                        stiffness: numbers.stiffness,
                    }),
                    start,
                    eps: numbers.eps,
                },
            },
            bounds: self.bounds(limits),
        }
    }

    /// A sweep; how many vertices their bounds stopped, and the largest motion that was cut off, m.
    fn sweep<E: Elastic<R>>(
        &self,
        goals: &Goals<R>,
        limits: &Limits<R>,
        at: [&[Vec3<R>]; 2],
        done: usize,
        elements: E,
        new: &mut [Vec3<R>],
    ) -> (u32, f32) {
        let old = &self.x[done % 2];
        let sweep = self.sweep_of(limits, at, elements);
        let (mut stopped, mut lost) = (0, 0.0_f32);
        for range in &self.setup.program.numbering.colours {
            let (done, rest) = new.split_at_mut(range.start);
            let x = Positions { done: &*done, old };
            for k in range.clone().filter(|&k| !goals.held[k]) {
                let moved = sweep.vertex(k as u32, x, self.setup.lanes);
                rest[k - range.start] = moved.x;
                stopped += u32::from(moved.is_stopped());
                lost = lost.max(moved.lost.to_f32());
            }
        }
        (stopped, lost)
    }
}

/// The bounds of one detection.
struct Limits<R: Real> {
    anchor: Vec<Vec3<R>>,
    least: Vec<R>,
    ball: Vec<R>,
}
