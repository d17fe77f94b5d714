//! Triangles that know their neighbours: walks around a point, and flips of edges.

/// No triangle on the other side.
pub(super) const NONE: u32 = u32::MAX;

/// Counter-clockwise triangles over points that are kept elsewhere.
#[derive(Default)]
pub(super) struct Triangulation {
    pub triangles: Vec<[u32; 3]>,
    /// The triangle across the side from corner k to corner k + 1.
    pub neighbours: Vec<[u32; 3]>,
    /// A triangle at each point.
    pub triangle_at: Vec<u32>,
}

impl Triangulation {
    /// Finds the neighbours of all triangles, and a triangle at each point.
    pub fn connect(&mut self, points: usize) {
        self.neighbours = vec![[NONE; 3]; self.triangles.len()];
        self.triangle_at = vec![NONE; points];
        let mut sides: Vec<([u32; 2], u32, usize)> = Vec::new();
        for (&vertices, t) in self.triangles.iter().zip(0u32..) {
            for (k, &v) in vertices.iter().enumerate() {
                self.triangle_at[v as usize] = t;
                let to = vertices[(k + 1) % 3];
                sides.push(([v.min(to), v.max(to)], t, k));
            }
        }
        sides.sort_unstable();
        for pair in sides.chunk_by(|a, b| a.0 == b.0) {
            if let [(_, t, k), (_, s, l)] = *pair {
                self.neighbours[t as usize][k] = s;
                self.neighbours[s as usize][l] = t;
            }
        }
    }

    /// The sides opposite to v of all triangles around it.
    pub fn star(&self, v: u32, star: &mut Vec<[u32; 2]>) {
        star.clear();
        self.around(v, |t, k| {
            let vertices = self.triangles[t as usize];
            star.push([vertices[(k + 1) % 3], vertices[(k + 2) % 3]]);
        });
    }

    /// The triangle with the side from a to b, and which of its sides that is.
    pub fn side(&self, a: u32, b: u32) -> Option<(u32, usize)> {
        let mut found = None;
        self.around(a, |t, k| {
            if self.triangles[t as usize][(k + 1) % 3] == b {
                found = Some((t, k));
            }
        });
        found
    }

    /// Visits all triangles around v, each with the corner that v is.
    pub fn around(&self, v: u32, mut visit: impl FnMut(u32, usize)) {
        let start = self.triangle_at[v as usize];
        let corner = |t: u32| {
            self.triangles[t as usize]
                .iter()
                .position(|&c| c == v)
                .unwrap_or(0)
        };
        // Across the side that comes into v, and at a border from the start the other way round.
        for side in [2, 0] {
            let mut t = start;
            loop {
                let k = corner(t);
                if t != start || side == 2 {
                    visit(t, k);
                }
                t = self.neighbours[t as usize][(k + side) % 3];
                if t == start {
                    return;
                }
                if t == NONE {
                    break;
                }
            }
        }
    }

    /// The corners of t, from corner k on.
    pub fn corners_from(&self, t: u32, k: usize) -> [u32; 3] {
        let vertices = self.triangles[t as usize];
        std::array::from_fn(|i| vertices[(k + i) % 3])
    }

    /// The vertex of s opposite to its side at t.
    pub fn opposite(&self, s: u32, t: u32) -> u32 {
        self.corners_from(s, self.side_at(s, t))[2]
    }

    /// The side of s at which t lies.
    pub fn side_at(&self, s: u32, t: u32) -> usize {
        self.neighbours[s as usize]
            .iter()
            .position(|&n| n == t)
            .unwrap_or(0)
    }

    /// (a, b, c) and (b, a, d) become (d, b, c) and (c, a, d); returns the second triangle.
    pub fn flip(&mut self, t: u32, k: usize) -> u32 {
        let s = self.neighbours[t as usize][k];
        let l = self.side_at(s, t);
        let ([a, b, c], d) = (self.corners_from(t, k), self.opposite(s, t));
        let around = |n: &[u32; 3], k: usize| [n[(k + 1) % 3], n[(k + 2) % 3]];
        let [at_bc, at_ca] = around(&self.neighbours[t as usize], k);
        let [at_ad, at_db] = around(&self.neighbours[s as usize], l);
        self.triangles[t as usize] = [d, b, c];
        self.neighbours[t as usize] = [at_db, at_bc, s];
        self.triangles[s as usize] = [c, a, d];
        self.neighbours[s as usize] = [at_ca, at_ad, t];
        for (outer, from, to) in [(at_db, s, t), (at_ca, t, s)] {
            if outer != NONE {
                let side = self.side_at(outer, from);
                self.neighbours[outer as usize][side] = to;
            }
        }
        for (v, at) in [(a, s), (b, t), (c, t), (d, t)] {
            self.triangle_at[v as usize] = at;
        }
        s
    }

    /// (a, b, c) becomes (a, b, v), (b, c, v) and (c, a, v) for the next new point v; returns all three.
    pub fn split(&mut self, t: u32) -> [u32; 3] {
        let [a, b, c] = self.triangles[t as usize];
        let [at_ab, at_bc, at_ca] = self.neighbours[t as usize];
        let v = self.triangle_at.len() as u32;
        let next = self.triangles.len() as u32;
        let parts = [t, next, next + 1];
        for (outer, to) in [(at_bc, parts[1]), (at_ca, parts[2])] {
            if outer != NONE {
                let side = self.side_at(outer, t);
                self.neighbours[outer as usize][side] = to;
            }
        }
        self.triangles[t as usize] = [a, b, v];
        self.triangles.extend([[b, c, v], [c, a, v]]);
        self.neighbours[t as usize] = [at_ab, parts[1], parts[2]];
        self.neighbours
            .extend([[at_bc, parts[2], t], [at_ca, t, parts[1]]]);
        for (corner, part) in [(a, 0), (b, 1), (c, 2)] {
            self.triangle_at[corner as usize] = parts[part];
        }
        self.triangle_at.push(t);
        parts
    }
}
