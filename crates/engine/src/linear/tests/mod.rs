//! Tests of the whole system, and what they share: random numbers and elastic bodies.

mod direct;
mod iterative;

use tangency_formulas::elastic::NeoHookean;
use tangency_formulas::elastic::tet::RestTet;
use tangency_geometry::generate::{BoxParameters, Diagonals, cuboid};

use super::*;

/// A small linear congruential generator: uniform in (-1, 1).
pub(in crate::linear) struct Random(u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        self.0 >> 33
    }
    pub fn real(&mut self) -> f64 {
        self.bits() as f64 / (1u64 << 30) as f64 - 1.0
    }
    pub fn below(&mut self, n: usize) -> u32 {
        (self.bits() % n as u64) as u32
    }
}

pub(in crate::linear) fn random_vectors(n: usize, seed: u64) -> Vec<Vec3> {
    let mut random = Random(seed);
    (0..n)
        .map(|_| Vec3::from_fn(|_, _| random.real()))
        .collect()
}

pub(in crate::linear) fn solve_with(system: &mut LinearSystem, rhs: &[Vec3]) -> Vec<Vec3> {
    let mut out = vec![Vec3::repeat(f64::NAN); rhs.len()];
    system.solve(rhs, &mut out).unwrap();
    out
}

pub(in crate::linear) fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

pub(in crate::linear) fn bits(x: &[Vec3]) -> Vec<u64> {
    x.iter()
        .flat_map(|v| v.data.0[0])
        .map(f64::to_bits)
        .collect()
}

pub(in crate::linear) fn largest_difference(a: &[Vec3], b: &[Vec3]) -> f64 {
    let scale = a.iter().map(|v| v.amax()).fold(0.0, f64::max);
    a.iter()
        .zip(b)
        .map(|(p, q)| (p - q).amax() / scale)
        .fold(0.0, f64::max)
}

/// An elastic box at rest, with Lamé parameters 1 and 1.5, and contacts.
#[derive(Clone)]
pub(in crate::linear) struct Elastic {
    pub points: Vec<Vec3>,
    pub tets: Vec<[u32; 4]>,
    pub fixed: Vec<bool>,
    /// Mass per volume.
    pub density: f64,
    pub contacts: Vec<Contact>,
}

/// A spring of the given stiffness along a direction: `k (n . sum_a w_a u_a)^2 / 2`.
#[derive(Clone, Copy)]
pub(in crate::linear) struct Contact {
    pub nodes: [u32; 4],
    pub weights: [f64; 4],
    pub normal: Vec3,
    pub stiffness: f64,
}

impl Elastic {
    /// A unit cube around the origin of `n`^3 nodes.
    pub fn cube(n: u32, density: f64, fixed: impl Fn(&Vec3) -> bool) -> Self {
        Self::cuboid([n; 3], density, fixed)
    }

    /// A box around the origin with cells of the same size and so many nodes along each side; the
    /// first side has length one.
    pub fn cuboid(nodes: [u32; 3], density: f64, fixed: impl Fn(&Vec3) -> bool) -> Self {
        let cells = nodes.map(|n| n - 1);
        let mesh = cuboid(&BoxParameters {
            size: Vec3::from(cells.map(|c| f64::from(c) / f64::from(cells[0]))),
            cells,
            diagonals: Diagonals::default(),
        })
        .unwrap();
        Self {
            fixed: mesh.points.iter().map(fixed).collect(),
            points: mesh.points,
            tets: mesh.tets,
            density,
            contacts: Vec::new(),
        }
    }

    /// Two cubes of `n`^3 nodes, one on the other, shifted a little sideways, the lower one clamped at
    /// its foot. The lower nodes of the upper cube lie on triangles of the lower one with stiffnesses
    /// spread evenly, in their logarithms, between the two given multiples of an element's.
    pub fn stack(n: u32, stiffness: [f64; 2]) -> Self {
        let mut both = Self::cube(n, 1e-3, |x| x.y < -0.49);
        let count = both.points.len() as u32;
        let cell = 1.0 / f64::from(n - 1);
        let offset = Vec3::new(0.3 * cell, 1.0, 0.2 * cell);
        let upper: Vec<Vec3> = both.points.iter().map(|x| x + offset).collect();
        both.points.extend(upper);
        let upper: Vec<[u32; 4]> = both.tets.iter().map(|t| t.map(|v| v + count)).collect();
        both.tets.extend(upper);
        both.fixed.resize(both.points.len(), false);
        let find = |x: Vec3| both.points.iter().position(|y| (x - y).norm() < 1e-9);
        let mut random = Random(7);
        let [low, high] = stiffness.map(f64::ln);
        let mut contacts = Vec::new();
        for i in count..2 * count {
            let foot = both.points[i as usize] - offset;
            let sides = [
                Vec3::y(),
                Vec3::y() + Vec3::x() * cell,
                Vec3::y() + Vec3::z() * cell,
            ];
            let below = sides.map(|side| find(foot + side));
            let [Some(a), Some(b), Some(c)] = below else {
                continue;
            };
            let share = 0.5 + 0.5 * random.real();
            contacts.push(Contact {
                nodes: [i, a as u32, b as u32, c as u32],
                weights: [1.0, -0.5, -0.3, -0.2],
                normal: Vec3::new(0.1 * random.real(), 1.0, 0.1 * random.real()).normalize(),
                stiffness: cell * (low + (high - low) * share).exp(),
            });
        }
        both.contacts = contacts;
        both
    }

    pub fn map(&self) -> NodeMap {
        NodeMap::new(&self.fixed)
    }

    /// Positions of the free nodes.
    pub fn free_points(&self) -> Vec<Vec3> {
        let map = self.map();
        let free = map.free_nodes().iter();
        free.map(|&i| self.points[i as usize]).collect()
    }

    /// A system with the assembled matrix and all positions.
    pub fn system(&self) -> LinearSystem {
        let mut system = LinearSystem::new();
        self.assemble(&mut system);
        system
    }

    pub fn assemble(&self, system: &mut LinearSystem) {
        let corners = |e: usize| self.tets[e].each_ref().map(|&v| &self.points[v as usize]);
        let rest: Vec<RestTet<f64>> = (0..self.tets.len())
            .map(|e| RestTet::new(corners(e)).unwrap())
            .collect();
        let material = NeoHookean {
            mu: 1.0,
            lambda: 1.5,
        };
        let mut sink = BlockSink::new();
        sink.extend_uniform(&self.tets, |e, blocks| {
            blocks.copy_from_slice(&rest[e].projected_hessian(&material, corners(e)));
        });
        sink.mark_static(0);
        let stencils: Vec<_> = self.contacts.iter().map(|c| c.nodes).collect();
        sink.extend_uniform(&stencils, |e, blocks| {
            let Contact {
                weights: w,
                normal,
                stiffness,
                ..
            } = self.contacts[e];
            let pairs = (0..4).flat_map(|a| (a..4).map(move |b| (a, b)));
            for (block, (a, b)) in blocks.iter_mut().zip(pairs) {
                *block = normal * normal.transpose() * (stiffness * w[a] * w[b]);
            }
        });
        let mut mass = vec![0.0; self.points.len()];
        for (tet, rest) in self.tets.iter().zip(&rest) {
            for &v in tet {
                mass[v as usize] += self.density * rest.volume / 4.0;
            }
        }
        system.set_positions(&self.points);
        system.assemble(&sink, &mass, &self.map()).unwrap();
    }
}
