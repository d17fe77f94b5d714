//! Cloth as its vertices see it: around each a fan of triangles, spoke by spoke, with the hinges on the spokes and on the
//! outer edges. Of eight vertices of one colour whose fans have the same number of spokes, all is computed side by side.
//!
//! A spoke goes from the vertex to its neighbour `r_j`; the triangle to its left is `(v, r_j, r_j+1)` with the normal
//! `n_j = r_j × r_j+1`, both relative to the vertex. With `q_j = 1/|n_j|²` and `f± = r_j±1·r_j/|r_j|²`, the angle of the hinge on
//! the spoke has at the vertex the gradient
//!
//! ```text
//! |r_j| [(f+ - 1) q_j n_j + (f- - 1) q_j-1 n_j-1]
//! ```
//!
//! and that of the hinge on the outer edge `e = r_j+1 - r_j` has `|e| q_j n_j` (`formulas/src/elastic/hinge.rs`): one normal serves a
//! triangle and three hinges. The triangle is of the Saint Venant-Kirchhoff material
//! (`formulas/src/elastic/stvk_membrane.rs`).

use tangency_formulas::VertexQuadratic;
use tangency_geometry::Vec3;
use tangency_kernels::rows::split;
use tangency_kernels::storage::Borrowed;
use tangency_kernels::vbd::{ElasticElements, SheetEnergy};

use crate::lanes::{LANES, Vec3x8, atan2, f64x8, inverse_or_zero, larger};

/// Cloth that hangs together at a vertex has at most so many spokes; what has more is left to single vertices.
const MOST_SPOKES: usize = 32;

/// One spoke of a vertex: its neighbour, the triangle to the left, and two hinges. What is missing has no stiffness.
#[derive(Clone, Copy, Debug)]
pub struct Spoke {
    /// The neighbour.
    pub ring: u32,
    /// The vertex across the outer edge of the triangle.
    pub opposite: u32,
    /// Rest gradients of the barycentric functions of this neighbour and the next, 1/m.
    pub inverse: [f64; 4],
    /// The moduli times area and thickness, J.
    pub moduli: [f64; 2],
    /// Stiffness, J, and angle at rest of the hinge on the spoke.
    pub end: [f64; 2],
    /// The same of the hinge on the outer edge.
    pub apex: [f64; 2],
}

impl Spoke {
    fn to(ring: u32) -> Self {
        Spoke {
            ring,
            opposite: ring,
            inverse: [0.0; 4],
            moduli: [0.0; 2],
            end: [0.0; 2],
            apex: [0.0; 2],
        }
    }
}

/// The spokes of vertex `v`, counterclockwise, where all that is elastic around it is cloth of the Saint Venant-Kirchhoff
/// material without limits; the last one's next is the first.
pub fn fan_of(elements: &ElasticElements<Borrowed<'_>, f64>, v: u32) -> Option<Vec<Spoke>> {
    let k = v as usize;
    let others = [
        elements.tets.incidence,
        elements.segments.incidence,
        elements.joints.incidence,
        elements.stitches.incidence,
    ];
    if others.iter().any(|rows| !rows.of(k).is_empty()) {
        return None;
    }
    let mut left = triangles_of(elements, v)?;
    let mut spokes: Vec<Spoke> = Vec::new();
    while !left.is_empty() {
        let begins = |t: &TriangleSide| !left.iter().any(|other| other.next == t.ring);
        let first = left.iter().position(begins);
        if first.is_none() && !spokes.is_empty() {
            return None;
        }
        let mut triangle = left.remove(first.unwrap_or(0));
        let begin = triangle.ring;
        loop {
            spokes.push(triangle.spoke);
            let end = triangle.next;
            match left.iter().position(|other| other.ring == end) {
                Some(following) => triangle = left.remove(following),
                // Without a triangle to its left.
                None if first.is_some() => {
                    spokes.push(Spoke::to(end));
                    break;
                }
                None if end == begin => break,
                None => return None,
            }
        }
    }
    let mut rings: Vec<u32> = spokes.iter().map(|spoke| spoke.ring).collect();
    rings.sort_unstable();
    rings.dedup();
    if rings.len() != spokes.len() || !(2..=MOST_SPOKES).contains(&spokes.len()) {
        return None;
    }
    add_hinges(elements, v, &mut spokes).then_some(spokes)
}

/// A triangle, seen from one of its vertices.
struct TriangleSide {
    ring: u32,
    next: u32,
    spoke: Spoke,
}

fn triangles_of(
    elements: &ElasticElements<Borrowed<'_>, f64>,
    v: u32,
) -> Option<Vec<TriangleSide>> {
    let triangles = &elements.triangles;
    let entries = triangles.incidence.of(v as usize).iter();
    let seen = entries.map(|&item| {
        let (e, i) = split(item);
        let sheet = &elements.sheets[elements.sheet[e] as usize];
        let SheetEnergy::Stvk(membrane) = &sheet.kind else {
            return None;
        };
        let (corners, rest) = (triangles.vertices[e], &triangles.rest[e]);
        let (next, last) = ((i + 1) % 3, (i + 2) % 3);
        let (a, b) = (rest.slope(next), rest.slope(last));
        let volume = rest.area * sheet.thickness;
        Some(TriangleSide {
            ring: corners[next],
            next: corners[last],
            spoke: Spoke {
                inverse: [a.x, a.y, b.x, b.y],
                moduli: [membrane.mu * volume, membrane.lambda * volume],
                ..Spoke::to(corners[next])
            },
        })
    });
    seen.collect()
}

/// Adds the hinges of vertex `v` to its spokes; whether each found its place.
fn add_hinges(elements: &ElasticElements<Borrowed<'_>, f64>, v: u32, spokes: &mut [Spoke]) -> bool {
    let hinges = &elements.hinges;
    let count = spokes.len();
    hinges.incidence.of(v as usize).iter().all(|&item| {
        let (e, i) = split(item);
        let ([e0, e1, a, b], rest) = (hinges.vertices[e], &hinges.rest[e]);
        let stiffness = [rest.stiffness, rest.angle];
        let (ring, next, across) = match i {
            // On a spoke: the apex to its left, the one to its right.
            0 => (e1, a, b),
            1 => (e0, b, a),
            // On an outer edge: its end, the vertex across.
            2 => (e0, e1, b),
            _ => (e1, e0, a),
        };
        let Some(j) = spokes.iter().position(|spoke| spoke.ring == ring) else {
            return false;
        };
        let is_triangle = |spoke: &Spoke| spoke.moduli[0] > 0.0;
        if spokes[(j + 1) % count].ring != next || !is_triangle(&spokes[j]) {
            return false;
        }
        if i < 2 {
            let before = &spokes[(j + count - 1) % count];
            let fits = before.ring == across && is_triangle(before) && spokes[j].end[0] == 0.0;
            spokes[j].end = stiffness;
            return fits;
        }
        let is_free = spokes[j].apex[0] == 0.0;
        (spokes[j].opposite, spokes[j].apex) = (across, stiffness);
        is_free
    })
}

/// A spoke of each of eight vertices.
#[derive(Clone, Copy, Debug)]
struct SpokeLanes {
    ring: [u32; LANES],
    opposite: [u32; LANES],
    inverse: [f64x8; 4],
    moduli: [f64x8; 2],
    end: [f64x8; 2],
    apex: [f64x8; 2],
}

impl SpokeLanes {
    fn new(spokes: [Spoke; LANES]) -> Self {
        let numbers = |of: &dyn Fn(&Spoke) -> f64| f64x8::new(spokes.each_ref().map(of));
        SpokeLanes {
            ring: spokes.each_ref().map(|spoke| spoke.ring),
            opposite: spokes.each_ref().map(|spoke| spoke.opposite),
            inverse: [0, 1, 2, 3].map(|k| numbers(&|spoke| spoke.inverse[k])),
            moduli: [0, 1].map(|k| numbers(&|spoke| spoke.moduli[k])),
            end: [0, 1].map(|k| numbers(&|spoke| spoke.end[k])),
            apex: [0, 1].map(|k| numbers(&|spoke| spoke.apex[k])),
        }
    }
}

/// Up to eight vertices, one behind the other, whose fans have the same number of spokes.
#[derive(Clone, Copy, Debug)]
pub struct FanGroup {
    /// The first.
    pub first: u32,
    /// Their number.
    pub len: u32,
    /// Its spokes among all.
    begin: u32,
    end: u32,
}

impl FanGroup {
    /// The vertices; in place of those beyond the last, the last.
    #[inline(always)]
    pub fn vertices(&self) -> [u32; LANES] {
        let mut vertices = [self.first; LANES];
        for (lane, v) in vertices.iter_mut().enumerate() {
            *v += (lane as u32).min(self.len - 1);
        }
        vertices
    }
}

/// The vertices of a colour: groups of eight, and the others.
#[derive(Clone, Debug, Default)]
pub struct ColourFans {
    /// The groups.
    pub groups: Vec<FanGroup>,
    /// The first of the vertices that are in no group; the colour ends with them.
    pub single: usize,
}

/// All fans of a model.
#[derive(Clone, Debug, Default)]
pub struct Fans {
    /// By colour.
    pub colours: Vec<ColourFans>,
    spokes: Vec<SpokeLanes>,
}

impl Fans {
    /// The fans of vertices that are numbered colour by colour, and in each by the number of their spokes; those without come
    /// last.
    pub fn new(
        elements: &ElasticElements<Borrowed<'_>, f64>,
        colours: &[std::ops::Range<usize>],
    ) -> Self {
        let mut fans = Fans::default();
        for range in colours {
            let all = range.clone().map(|v| fan_of(elements, v as u32));
            let found: Vec<Vec<Spoke>> = all.map_while(|fan| fan).collect();
            let mut colour = ColourFans {
                groups: Vec::new(),
                single: range.start + found.len(),
            };
            let mut first = range.start;
            for alike in found.chunk_by(|a, b| a.len() == b.len()) {
                for group in alike.chunks(LANES) {
                    colour.groups.push(fans.add(first as u32, group));
                    first += group.len();
                }
            }
            fans.colours.push(colour);
        }
        fans
    }

    fn add(&mut self, first: u32, group: &[Vec<Spoke>]) -> FanGroup {
        let begin = self.spokes.len() as u32;
        let fan = |lane: usize| &group[lane.min(group.len() - 1)];
        let spokes =
            (0..group[0].len()).map(|j| SpokeLanes::new(std::array::from_fn(|lane| fan(lane)[j])));
        self.spokes.extend(spokes);
        FanGroup {
            first,
            len: group.len() as u32,
            begin,
            end: self.spokes.len() as u32,
        }
    }

    /// All that is elastic, as the vertices of a group feel it.
    #[inline]
    pub fn quadratic(&self, group: &FanGroup, x: &[Vec3]) -> QuadraticLanes {
        let spokes = &self.spokes[group.begin as usize..group.end as usize];
        let own = Vec3x8::gather(x, &group.vertices());
        let at = |numbers: &[u32; LANES]| Vec3x8::gather(x, numbers) - own;
        let mut local = QuadraticLanes::ZERO;
        let (Some(first), Some(last)) = (spokes.first(), spokes.last()) else {
            return local;
        };
        let begin = RingPoint::new(at(&first.ring));
        let mut here = RingPoint::new(at(&last.ring));
        let mut before = Face::new(&here, &begin);
        here = begin;
        for (j, spoke) in spokes.iter().enumerate() {
            let next = match spokes.get(j + 1) {
                Some(next) => RingPoint::new(at(&next.ring)),
                None => begin,
            };
            let face = Face::new(&here, &next);
            local.add_triangle(spoke, here.r, next.r);
            local.add_end(spoke, [&before, &face], &here, next.r);
            local.add_apex(spoke, &face, [here.r, next.r], at(&spoke.opposite));
            (before, here) = (face, next);
        }
        local
    }
}

/// A neighbour, relative to the vertex.
#[derive(Clone, Copy)]
struct RingPoint {
    r: Vec3x8,
    squared: f64x8,
}

impl RingPoint {
    #[inline(always)]
    fn new(r: Vec3x8) -> Self {
        RingPoint {
            squared: r.dot(r),
            r,
        }
    }
}

/// The triangle to the left of a spoke.
#[derive(Clone, Copy)]
struct Face {
    /// Normal, twice the area long.
    n: Vec3x8,
    /// Inverse of its square; zero without area.
    q: f64x8,
    /// Inner product of the two spokes.
    along: f64x8,
}

impl Face {
    #[inline(always)]
    fn new(here: &RingPoint, next: &RingPoint) -> Self {
        let n = here.r.cross(next.r);
        Face {
            q: inverse_or_zero(n.dot(n)),
            along: here.r.dot(next.r),
            n,
        }
    }
}

/// The quadratic models of eight vertices.
#[derive(Clone, Copy, Debug)]
pub struct QuadraticLanes {
    /// Gradients, N.
    pub gradient: Vec3x8,
    /// Hessian blocks, N/m: xx, yy, zz, xy, xz, yz.
    pub hessian: [f64x8; 6],
}

impl QuadraticLanes {
    /// No energy.
    pub const ZERO: Self = QuadraticLanes {
        gradient: Vec3x8::ZERO,
        hessian: [f64x8::ZERO; 6],
    };

    /// Adds `factor` times the outer product of a vector with itself to the Hessian.
    #[inline(always)]
    fn add_outer(&mut self, v: Vec3x8, factor: f64x8) {
        let w = v * factor;
        let [xx, yy, zz, xy, xz, yz] = &mut self.hessian;
        *xx += w.x * v.x;
        *yy += w.y * v.y;
        *zz += w.z * v.z;
        *xy += w.x * v.y;
        *xz += w.x * v.z;
        *yz += w.y * v.z;
    }

    /// A hinge whose angle has a `slope` at the vertex.
    #[inline(always)]
    fn add_hinge(&mut self, [stiffness, rest]: [f64x8; 2], angle: f64x8, slope: Vec3x8) {
        let second = stiffness + stiffness;
        self.gradient = self.gradient + slope * (second * (angle - rest));
        self.add_outer(slope, second);
    }

    #[inline(always)]
    fn add_end(
        &mut self,
        spoke: &SpokeLanes,
        [before, face]: [&Face; 2],
        here: &RingPoint,
        next: Vec3x8,
    ) {
        let length = here.squared.sqrt();
        let inverse = inverse_or_zero(here.squared);
        let sine = length * next.dot(before.n);
        let cosine = face.n.dot(before.n);
        let left = (face.along * inverse - f64x8::ONE) * (length * face.q);
        let right = (before.along * inverse - f64x8::ONE) * (length * before.q);
        let slope = face.n * left + before.n * right;
        self.add_hinge(spoke.end, atan2(sine, cosine), slope);
    }

    #[inline(always)]
    fn add_apex(
        &mut self,
        spoke: &SpokeLanes,
        face: &Face,
        [here, next]: [Vec3x8; 2],
        opposite: Vec3x8,
    ) {
        let (edge, across) = (next - here, opposite - here);
        let length = edge.dot(edge).sqrt();
        let sine = length * across.dot(face.n);
        let cosine = face.n.dot(across.cross(edge));
        let slope = face.n * (length * face.q);
        self.add_hinge(spoke.apex, atan2(sine, cosine), slope);
    }

    #[inline(always)]
    fn add_triangle(&mut self, spoke: &SpokeLanes, a: Vec3x8, b: Vec3x8) {
        let [a0, a1, b0, b1] = spoke.inverse;
        let [mu, lambda] = spoke.moduli;
        let (f0, f1) = (a * a0 + b * b0, a * a1 + b * b1);
        let half = f64x8::HALF;
        let e00 = (f0.dot(f0) - f64x8::ONE) * half;
        let e11 = (f1.dot(f1) - f64x8::ONE) * half;
        let e01 = f0.dot(f1) * half;
        // The rest gradient of the vertex itself.
        let (w0, w1) = (-(a0 + b0), -(a1 + b1));
        let (two_mu, pressure) = (mu + mu, lambda * (e00 + e11));
        let pull0 = (e00 * w0 + e01 * w1) * two_mu + w0 * pressure;
        let pull1 = (e01 * w0 + e11 * w1) * two_mu + w1 * pressure;
        self.gradient = self.gradient + (f0 * pull0 + f1 * pull1);
        let tension = larger(w0 * pull0 + w1 * pull1, f64x8::ZERO);
        for h in &mut self.hessian[..3] {
            *h += tension;
        }
        let spread = mu * (w0 * w0 + w1 * w1);
        self.add_outer(f0, spread);
        self.add_outer(f1, spread);
        self.add_outer(f0 * w0 + f1 * w1, mu + lambda);
    }

    /// The models times a factor.
    #[inline(always)]
    pub fn scaled(self, factor: f64) -> Self {
        let factor = f64x8::splat(factor);
        QuadraticLanes {
            gradient: self.gradient * factor,
            hessian: self.hessian.map(|h| h * factor),
        }
    }

    /// Adds a model to each.
    pub fn add(&mut self, models: &[VertexQuadratic<f64>; LANES]) {
        let gradient = models.each_ref().map(|model| model.gradient);
        self.gradient = self.gradient + Vec3x8::from_points(&gradient);
        let places = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        for (h, place) in self.hessian.iter_mut().zip(places) {
            *h += f64x8::new(models.each_ref().map(|model| model.hessian[place]));
        }
    }

    /// The displacements that minimise the models, m, as [`VertexQuadratic::descent`](tangency_formulas::VertexQuadratic::descent)
    /// finds them.
    #[inline(always)]
    pub fn descent(&self) -> Vec3x8 {
        let [xx, yy, zz, xy, xz, yz] = self.hessian;
        let g = self.gradient;
        let tiny = f64x8::splat(f64::EPSILON) * (xx + yy + zz);
        let invert = |pivot: f64x8| {
            let resists = pivot.simd_gt(tiny);
            let inverse = f64x8::ONE / resists.select(pivot, f64x8::ONE);
            resists.select(inverse, f64x8::ZERO)
        };
        let i0 = invert(xx);
        let (l10, l20) = (xy * i0, xz * i0);
        let i1 = invert(yy - l10 * xy);
        let mixed = yz - l10 * xz;
        let l21 = mixed * i1;
        let i2 = invert(zz - l20 * xz - l21 * mixed);
        let y0 = -g.x;
        let y1 = -g.y - l10 * y0;
        let y2 = -g.z - l20 * y0 - l21 * y1;
        let z = y2 * i2;
        let y = y1 * i1 - l21 * z;
        let x = y0 * i0 - l10 * y - l20 * z;
        Vec3x8 { x, y, z }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tangency_geometry::generate::{ClothParameters, ClothPattern, cloth};
    use tangency_kernels::lane::Lane;
    use tangency_kernels::positions::Positions;

    use super::*;
    use crate::step::vbd::BlockDescent;
    use crate::{BendingKind, Membrane, ModelBuilder, RestShape, Shell, ShellMaterial};

    /// A bent sheet, and beside it another of which two triangles are missing, so that fans are open and in two parts.
    fn descent(membrane: Membrane) -> (BlockDescent, Vec<Vec3>) {
        let mut mesh = cloth(&ClothParameters {
            size: [1.0, 0.8],
            spacing: 0.11,
            pattern: ClothPattern::Unstructured,
            ..ClothParameters::default()
        })
        .expect("a cloth");
        for x in &mut mesh.points {
            x.y = 0.2 * (3.0 * x.x).sin() * x.z;
        }
        let material = ShellMaterial {
            density: 470.0,
            thickness: 3e-4,
            young: 8e5,
            poisson: 0.24,
            membrane,
            stretching: 0.7,
            bending: 2.0,
            bending_kind: BendingKind::Hinges,
            stretch_limit: f64::INFINITY,
            squeeze_limit: 0.0,
        };
        let mut builder = ModelBuilder::new();
        for (k, missing) in [Vec::new(), vec![20, 30, 31, 44]].into_iter().enumerate() {
            let mut mesh = mesh.clone();
            for t in missing.into_iter().rev() {
                mesh.triangles.remove(t);
            }
            mesh.points.iter_mut().for_each(|x| x.y += k as f64);
            builder.add_shell(Shell {
                name: format!("cloth {k}"),
                velocity: vec![Vec3::zeros(); mesh.points.len()],
                mesh,
                rest: RestShape::Placed,
                warp: Vec3::x(),
                material,
                offset: 0.0,
            });
        }
        let (model, state) = builder.build().expect("a model");
        let descent = BlockDescent::new(&Arc::new(model));
        let mut seed = 5_u64;
        let mut shake = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            0.08 * ((seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5)
        };
        let x = descent.layout.numbering.sorted(&state.x);
        let x = x.iter().map(|x| x + Vec3::new(shake(), shake(), shake()));
        (descent, x.collect())
    }

    #[test]
    fn a_group_feels_what_its_vertices_feel_one_by_one() {
        let (descent, x) = descent(Membrane::StVenantKirchhoff);
        let elements = descent.layout.elements.view();
        let mut seen = 0;
        for colour in &descent.fans.colours {
            for group in &colour.groups {
                let found = descent.fans.quadratic(group, &x);
                let (gradients, steps) = (found.gradient.points(), found.descent().points());
                for lane in 0..group.len as usize {
                    let v = group.first + lane as u32;
                    let at = Positions {
                        done: &[],
                        old: &x[..],
                    };
                    let exact = elements.quadratic(v, at, Lane::ALONE);
                    let size = exact.hessian.norm() * 0.1;
                    assert!((gradients[lane] - exact.gradient).norm() <= 1e-13 * size);
                    let h = found.hessian.map(|h| h.to_array()[lane]);
                    for (h, (i, j)) in
                        h.into_iter()
                            .zip([(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)])
                    {
                        assert!((h - exact.hessian[(i, j)]).abs() <= 1e-12 * exact.hessian.norm());
                    }
                    let step = exact.descent();
                    assert!((steps[lane] - step).norm() <= 1e-9 * step.norm());
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, x.len(), "all vertices of the sheets have fans");
    }

    #[test]
    fn other_materials_have_no_fans() {
        let (descent, _) = descent(Membrane::NeoHookean);
        assert!(
            descent
                .fans
                .colours
                .iter()
                .all(|colour| colour.groups.is_empty())
        );
        let singles = descent
            .fans
            .colours
            .iter()
            .zip(&descent.layout.numbering.colours);
        assert!(
            singles
                .clone()
                .all(|(fans, range)| fans.single == range.start)
        );
    }
}
