//! One sweep over all colours, on the CPU: groups of eight vertices of cloth side by side, all others one by one.
//!
//! All vertices of a colour read the same positions: new ones of the colours before it, old ones of the others. What they come
//! to is put beside and copied when the colour is done, so that nobody reads what another one writes.

use std::ops::Range;

use rayon::prelude::*;
use tangency_formulas::VertexQuadratic;
use tangency_geometry::Vec3;
use tangency_kernels::contact::{Pushes, SweepBounds, VertexContacts};
use tangency_kernels::lane::Lane;
use tangency_kernels::positions::Positions;
use tangency_kernels::storage::Borrowed;
use tangency_kernels::vbd::{ElasticElements, Moved, VertexInertia, step};

use super::fans::{FanGroup, Fans, QuadraticLanes};
use crate::lanes::{LANES, Vec3x8, f64x8, gather, larger};

/// Groups that one task moves.
const GROUPS: usize = 32;
/// Vertices of no group that one task moves.
const SINGLES: usize = 64;
/// Positions that one task copies.
const COPIED: usize = 16_384;

/// The contacts that a sweep feels.
#[derive(Clone, Copy, Debug)]
pub enum FeltContacts<'a> {
    /// Those of offset contact, whose closest points are held for the sweep.
    Frozen(Pushes<'a, f64>),
    /// Those whose closest points are found for each vertex.
    Exact(VertexContacts<'a, f64>),
}

impl FeltContacts<'_> {
    #[inline]
    fn are_any(&self, v: u32) -> bool {
        match self {
            FeltContacts::Frozen(pushes) => !pushes.of(v).is_empty(),
            FeltContacts::Exact(contacts) => !contacts.incidence.of(v as usize).is_empty(),
        }
    }

    fn quadratic(&self, v: u32, x: &[Vec3]) -> VertexQuadratic<f64> {
        let x = Positions { done: &[], old: x };
        match self {
            FeltContacts::Frozen(pushes) => pushes.quadratic(v, x, Lane::ALONE),
            FeltContacts::Exact(contacts) => contacts.quadratic(v, x),
        }
    }
}

/// Everything that a sweep reads but positions.
pub struct Sweep<'a> {
    /// The vertices of each colour.
    pub colours: &'a [Range<usize>],
    /// Cloth by vertex.
    pub fans: &'a Fans,
    /// Elastic elements, for vertices without a fan.
    pub elements: ElasticElements<Borrowed<'a>, f64>,
    /// Whether each vertex is held.
    pub held: &'a [bool],
    /// The inertia.
    pub inertia: VertexInertia<'a, f64>,
    /// Factor of elastic energies in the potential: h² for implicit Euler.
    pub scale: f64,
    /// Contacts.
    pub contacts: FeltContacts<'a>,
    /// Bounds on how far vertices may go.
    pub bounds: SweepBounds<'a, f64>,
    /// Length that each vertex may go from where its bounds are measured without meeting one, m; none without bounds.
    pub room: &'a [f64],
}

/// The outcome of a sweep, or a part of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweepOutcome {
    /// Vertices that their bounds have stopped.
    pub stopped: usize,
    /// Largest motion that bounds have cut off, m.
    pub lost: f64,
    /// Largest motion, m.
    pub moved: f64,
    /// Whether a vertex is nowhere.
    pub is_lost: bool,
}

impl SweepOutcome {
    fn with(self, other: Self) -> Self {
        SweepOutcome {
            stopped: self.stopped + other.stopped,
            lost: self.lost.max(other.lost),
            moved: self.moved.max(other.moved),
            is_lost: self.is_lost || other.is_lost,
        }
    }

    fn add(&mut self, moved: &Moved<f64>, way: &Vec3) {
        self.stopped += usize::from(moved.is_stopped());
        self.lost = self.lost.max(moved.lost);
        self.moved = self.moved.max(way.amax());
        self.is_lost |= !way.iter().all(|c| c.is_finite());
    }
}

/// A part of a colour with the places of its results: positions before and after.
struct Task<'a> {
    groups: &'a [FanGroup],
    singles: Range<usize>,
    before: &'a mut [Vec3],
    after: &'a mut [Vec3],
}

impl Sweep<'_> {
    /// Moves all vertices from `x`, and leaves where they were in `before`; `after` is for the time in between.
    pub fn run(&self, x: &mut [Vec3], before: &mut [Vec3], after: &mut [Vec3]) -> SweepOutcome {
        let mut outcome = SweepOutcome::default();
        for (colour, range) in self.colours.iter().enumerate() {
            let seen = &*x;
            let tasks = self.tasks(
                colour,
                &mut before[range.clone()],
                &mut after[range.clone()],
            );
            let parts = tasks.into_par_iter().with_max_len(1);
            let parts: Vec<SweepOutcome> = parts.map(|task| self.work(task, seen)).collect();
            outcome = parts.into_iter().fold(outcome, SweepOutcome::with);
            let moved = x[range.clone()].par_chunks_mut(COPIED);
            moved
                .zip(after[range.clone()].par_chunks(COPIED))
                .for_each(|(x, after)| x.copy_from_slice(after));
        }
        outcome
    }

    /// Divides the work on a colour.
    fn tasks<'t>(
        &'t self,
        colour: usize,
        mut before: &'t mut [Vec3],
        mut after: &'t mut [Vec3],
    ) -> Vec<Task<'t>> {
        let (range, fans) = (&self.colours[colour], &self.fans.colours[colour]);
        let mut tasks = Vec::new();
        let mut add = |groups: &'t [FanGroup], singles: Range<usize>, len: usize| {
            let (own_before, rest) = std::mem::take(&mut before).split_at_mut(len);
            before = rest;
            let (own_after, rest) = std::mem::take(&mut after).split_at_mut(len);
            after = rest;
            tasks.push(Task {
                groups,
                singles,
                before: own_before,
                after: own_after,
            });
        };
        for groups in fans.groups.chunks(GROUPS) {
            let len = groups.iter().map(|group| group.len as usize).sum();
            add(groups, 0..0, len);
        }
        for first in (fans.single..range.end).step_by(SINGLES) {
            let singles = first..range.end.min(first + SINGLES);
            add(&[], singles.clone(), singles.len());
        }
        tasks
    }

    fn work(&self, task: Task<'_>, x: &[Vec3]) -> SweepOutcome {
        let mut outcome = SweepOutcome::default();
        let mut done = 0;
        for group in task.groups {
            let own = done..done + group.len as usize;
            done = own.end;
            let (before, after) = (&mut task.before[own.clone()], &mut task.after[own]);
            self.move_group(group, x, [before, after], &mut outcome);
        }
        let places = task.before.iter_mut().zip(task.after);
        for (k, (before, after)) in task.singles.zip(places) {
            *before = x[k];
            *after = x[k];
            if !self.held[k] {
                let moved = self.vertex(k as u32, x);
                outcome.add(&moved, &(moved.x - x[k]));
                *after = moved.x;
            }
        }
        outcome
    }

    /// The end of a vertex of no group.
    fn vertex(&self, v: u32, x: &[Vec3]) -> Moved<f64> {
        let (own, at) = (x[v as usize], Positions { done: &[], old: x });
        let mut local = self.elements.quadratic(v, at, Lane::ALONE) * self.scale;
        local += self.inertia.quadratic(v, &own);
        if self.contacts.are_any(v) {
            local += self.contacts.quadratic(v, x);
        }
        let wanted = own + self.elements.shorten(v, at, local.descent());
        let mut end = self.bounds.truncate(v, &wanted);
        let is_stopped = step::differ(&end, &wanted);
        if is_stopped && !self.elements.allow(v, at, &(end - own)) {
            // Sliding along the bound is not for elements with limits: on the way itself they are kept.
            end = own + (wanted - own) * self.bounds.fraction(v, &own, &wanted);
        }
        Moved::towards(&wanted, end)
    }

    /// Moves the vertices of a group.
    #[inline]
    fn move_group(
        &self,
        group: &FanGroup,
        x: &[Vec3],
        [before, after]: [&mut [Vec3]; 2],
        outcome: &mut SweepOutcome,
    ) {
        let vertices = group.vertices();
        let own = Vec3x8::gather(x, &vertices);
        let mut local = self.fans.quadratic(group, x).scaled(self.scale);
        self.add_inertia(&vertices, own, &mut local);
        self.add_contacts(&vertices[..group.len as usize], x, &mut local);
        let wanted = own + local.descent();
        let (start, wanted_points) = (own.points(), wanted.points());
        before.copy_from_slice(&start[..before.len()]);
        after.copy_from_slice(&wanted_points[..after.len()]);
        let mut free = 0xff;
        if !self.room.is_empty() {
            let way = wanted - Vec3x8::gather(self.bounds.start, &vertices);
            let room = gather(self.room, &vertices);
            free = way.dot(way).simd_le(room * room).to_bitmask();
        }
        let is_held = vertices.map(|v| self.held[v as usize]);
        let way = wanted - own;
        let most = larger(larger(way.x.abs(), way.y.abs()), way.z.abs());
        let is_plain = free == 0xff && !is_held.contains(&true);
        if is_plain && most.simd_le(f64x8::splat(f64::MAX)).to_bitmask() == 0xff {
            outcome.moved = most.to_array().into_iter().fold(outcome.moved, f64::max);
            return;
        }
        for (lane, after) in after.iter_mut().enumerate() {
            if is_held[lane] {
                *after = start[lane];
                continue;
            }
            let wanted = wanted_points[lane];
            if free & 1 << lane == 0 {
                *after = self.bounds.truncate(vertices[lane], &wanted);
            }
            outcome.add(&Moved::towards(&wanted, *after), &(*after - start[lane]));
        }
    }

    #[inline(always)]
    fn add_inertia(&self, vertices: &[u32; LANES], own: Vec3x8, local: &mut QuadraticLanes) {
        let inertia = &self.inertia;
        let mass = gather(inertia.mass, vertices);
        let mut gradient = (own - Vec3x8::gather(inertia.predicted, vertices)) * mass;
        if !inertia.force.is_empty() {
            gradient = gradient - Vec3x8::gather(inertia.force, vertices);
        }
        local.gradient = local.gradient + gradient;
        for h in &mut local.hessian[..3] {
            *h += mass;
        }
    }

    #[inline(always)]
    fn add_contacts(&self, vertices: &[u32], x: &[Vec3], local: &mut QuadraticLanes) {
        if !vertices.iter().any(|&v| self.contacts.are_any(v)) {
            return;
        }
        let felt: [VertexQuadratic<f64>; LANES] =
            std::array::from_fn(|lane| match vertices.get(lane) {
                Some(&v) if self.contacts.are_any(v) => self.contacts.quadratic(v, x),
                _ => VertexQuadratic::zero(),
            });
        local.add(&felt);
    }
}
