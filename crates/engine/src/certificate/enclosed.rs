//! Test for what is inside of a solid though nothing crosses its surface: one witness for each connected piece of
//! surface.
//!
//! Where no surfaces cross, a piece is inside of a solid with all of its points or with none, so that one point tells.
//! Pieces are those of the contact surface: a body may have several, and each may be inside of another body or of
//! another part of its own. Solids are connected parts of tets, in the plane of triangles. Closed obstacles and closed
//! cloth are no solids: a body may well be inside of them.
//!
//! A witness is in a solid if it is in one of its elements. Not so where elements may invert: those that are turned
//! over, and others around a vertex that has left its body, cover places where there is no body. There the surface
//! decides, which does not cross itself: it winds around what is inside, and around nothing else. So it does where the surface
//! of a body is embedded in tets that reach farther.

use rayon::prelude::*;
use tangency_geometry::{Vec3, intersection, topology::boundary_triangles};

use crate::groups::Groups;
use crate::material::Elasticity;
use crate::model::{Model, Plane, TetBatch};

/// A point inside of a solid, or on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Enclosed {
    /// The point.
    pub vertex: u32,
    /// The first vertex of the solid.
    pub solid: u32,
}

/// The witnesses of a model, and what its solids are made of.
pub struct Enclosures {
    witnesses: Vec<u32>,
    /// The first vertex of the solid of each vertex.
    solid_of: Vec<u32>,
    /// Outward surfaces of solids that may invert, and those that are embedded in tets.
    shells: Vec<[u32; 3]>,
    /// Outlines of planar ones, with their insides on the left.
    outlines: Vec<[u32; 2]>,
    /// Planar triangles of solids that may not.
    areas: Vec<[u32; 3]>,
    /// Solids whose tets reach farther than their surface, ascending.
    covered: Vec<u32>,
}

impl Enclosures {
    /// The witnesses and solids of a model.
    pub fn new(model: &Model) -> Self {
        let count = model.vertex_count();
        match &model.plane {
            Some(plane) => Self::planar(model, plane),
            None => Self::in_space(model, Groups::of_elements(count, all_tets(model)).roots()),
        }
    }

    /// Solids of tets, where `solid_of` is the first vertex of the solid of each node.
    fn in_space(model: &Model, mut solid_of: Vec<u32>) -> Self {
        let dependents = &model.dependents;
        let own = dependents.vertices.iter().zip(&dependents.nodes);
        for (&v, nodes) in own {
            solid_of[v as usize] = solid_of[nodes[0] as usize];
        }
        let is_embedded = |t: &&[u32; 3]| dependents.place(t[0]).is_some();
        let embedded: Vec<[u32; 3]> = match dependents.touch {
            true => { model.surface.triangles.iter() }
                .filter(is_embedded)
                .copied()
                .collect(),
            false => Vec::new(),
        };
        let mut covered: Vec<u32> = { embedded.iter() }
            .map(|t| solid_of[t[0] as usize])
            .collect();
        covered.sort_unstable();
        covered.dedup();
        let is_covered = |v: u32| covered.binary_search(&solid_of[v as usize]).is_ok();
        let shells = tets_of(model, Elasticity::FixedCorotated)
            .flat_map(|batch| boundary_triangles(&batch.stencils))
            .filter(|t| !is_covered(t[0]))
            .chain(embedded.iter().copied())
            .collect();
        Self {
            witnesses: witnesses(model),
            shells,
            outlines: Vec::new(),
            areas: Vec::new(),
            covered,
            solid_of,
        }
    }

    /// In the plane all boundary points are witnesses: parts of one solid may hang together at a vertex alone.
    fn planar(model: &Model, plane: &Plane) -> Self {
        let triangles = plane.triangles.iter();
        let solid_of = Groups::of_elements(model.vertex_count(), triangles).roots();
        let mut may_invert = vec![false; model.vertex_count()];
        for batch in &model.elements.plane {
            if batch.elasticity == Elasticity::FixedCorotated {
                for t in &batch.stencils {
                    may_invert[solid_of[t[0] as usize] as usize] = true;
                }
            }
        }
        let is_of_such = |v: u32| may_invert[solid_of[v as usize] as usize];
        let outlines = plane.ways.iter().filter(|way| is_of_such(way[0]));
        let areas = plane.triangles.iter().filter(|t| !is_of_such(t[0]));
        Self {
            outlines: outlines.copied().collect(),
            areas: areas.copied().collect(),
            witnesses: model.surface.points.clone(),
            shells: Vec::new(),
            covered: Vec::new(),
            solid_of,
        }
    }

    /// Witnesses inside of a solid or on it, sorted, each once for each solid. Exact; not those of obstacles alone.
    pub fn find(&self, model: &Model, x: &[Vec3]) -> Vec<Enclosed> {
        let sorted = Sorted::new(&self.witnesses, x);
        let mut found = Vec::new();
        for batch in tets_of(model, Elasticity::NeoHookean) {
            let inside = |tet: &[u32; 4], x: &[Vec3; 4], v: u32, p: &Vec3| {
                let solid = self.solid_of[tet[0] as usize];
                let counts = !tet.contains(&v) && self.covered.binary_search(&solid).is_err();
                (counts && intersection::point_tet(p, x)).then_some(())
            };
            self.meet(&sorted, &batch.stencils, Reach::Inside, inside, &mut found);
        }
        let inside = |t: &[u32; 3], x: &[Vec3; 3], v: u32, p: &Vec3| {
            let counts = !t.contains(&v) && model.is_admissible([v, t[0], t[1], t[2]]);
            (counts && intersection::point_in_triangle(p, x)).then_some(())
        };
        self.meet(&sorted, &self.areas, Reach::Inside, inside, &mut found);
        let mut found: Vec<Enclosed> = found.into_iter().map(|(enclosed, ())| enclosed).collect();
        found.extend(self.find_wound(&sorted));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Witnesses that the surfaces of solids that may invert, or that are embedded, wind around.
    fn find_wound(&self, sorted: &Sorted) -> Vec<Enclosed> {
        let is_own = |v: u32, of: u32| self.solid_of[v as usize] == self.solid_of[of as usize];
        let mut crossings = Vec::new();
        let through = |t: &[u32; 3], [a, b, c]: &[Vec3; 3], v: u32, p: &Vec3| {
            (!is_own(v, t[0])).then(|| intersection::winding_triangle(p, [a, b, c]))
        };
        self.meet(
            sorted,
            &self.shells,
            Reach::Along(2),
            through,
            &mut crossings,
        );
        let through = |way: &[u32; 2], [a, b]: &[Vec3; 2], v: u32, p: &Vec3| {
            (!is_own(v, way[0])).then(|| intersection::winding_edge(p, a, b))
        };
        self.meet(
            sorted,
            &self.outlines,
            Reach::Along(0),
            through,
            &mut crossings,
        );
        crossings.sort_unstable_by_key(|crossing| crossing.0);
        let is_inside = |crossings: &[(Enclosed, Option<i32>)]| {
            // On the surface, or around it.
            let turns: Option<i32> = crossings.iter().map(|crossing| crossing.1).sum();
            turns != Some(0)
        };
        let groups = crossings.chunk_by(|a, b| a.0 == b.0);
        groups
            .filter(|group| is_inside(group))
            .map(|group| group[0].0)
            .collect()
    }

    /// Asks `meets` of every element and every witness within its reach.
    fn meet<const N: usize, T: Send>(
        &self,
        sorted: &Sorted,
        elements: &[[u32; N]],
        reach: Reach,
        meets: impl Fn(&[u32; N], &[Vec3; N], u32, &Vec3) -> Option<T> + Sync,
        found: &mut Vec<(Enclosed, T)>,
    ) {
        let of_element = |element: &[u32; N]| {
            let corners = element.map(|v| sorted.x[v as usize]);
            let solid = self.solid_of[element[0] as usize];
            let met = sorted.near(&corners, reach).filter_map(|vertex| {
                let met = meets(element, &corners, vertex, &sorted.x[vertex as usize])?;
                Some((Enclosed { vertex, solid }, met))
            });
            met.collect::<Vec<_>>()
        };
        let elements = elements.par_iter().with_min_len(1024);
        found.par_extend(elements.flat_map_iter(of_element));
    }
}

/// One contact point of each connected piece of the contact surface, the first.
fn witnesses(model: &Model) -> Vec<u32> {
    let surface = &model.surface;
    let mut pieces = Groups::of_elements(model.vertex_count(), surface.edges.iter());
    pieces.join_elements(surface.triangles.iter());
    let points = surface.points.iter().copied();
    points.filter(|&v| pieces.root(v) == v).collect()
}

fn all_tets(model: &Model) -> impl Iterator<Item = &[u32; 4]> {
    model.elements.tets.iter().flat_map(|batch| &batch.stencils)
}

fn tets_of(model: &Model, elasticity: Elasticity) -> impl Iterator<Item = &TetBatch> {
    let batches = model.elements.tets.iter();
    batches.filter(move |batch| batch.elasticity == elasticity)
}

/// Places where an element can meet a point.
#[derive(Clone, Copy)]
enum Reach {
    /// In the element's box.
    Inside,
    /// Also where the ray from the point along a coordinate axis leads into the box.
    Along(usize),
}

/// Vertices sorted along the axis in which they spread most.
struct Sorted<'a> {
    x: &'a [Vec3],
    axis: usize,
    vertices: Vec<u32>,
}

impl<'a> Sorted<'a> {
    fn new(vertices: &[u32], x: &'a [Vec3]) -> Self {
        let points = || vertices.iter().map(|&v| x[v as usize]);
        let low = points().fold(Vec3::repeat(f64::INFINITY), |low, p| low.inf(&p));
        let high = points().fold(Vec3::repeat(f64::NEG_INFINITY), |high, p| high.sup(&p));
        let axis = (high - low).imax();
        let mut vertices = vertices.to_vec();
        vertices.sort_by(|&a, &b| x[a as usize][axis].total_cmp(&x[b as usize][axis]));
        Self { x, axis, vertices }
    }

    /// Vertices that an element with these corners can meet.
    fn near(&self, corners: &[Vec3], reach: Reach) -> impl Iterator<Item = u32> {
        let mut low = corners.iter().fold(corners[0], |low, c| low.inf(c));
        let high = corners.iter().fold(corners[0], |high, c| high.sup(c));
        if let Reach::Along(axis) = reach {
            low[axis] = f64::NEG_INFINITY;
        }
        let along = |v: u32| self.x[v as usize][self.axis];
        let (from, to) = (low[self.axis], high[self.axis]);
        let begin = self.vertices.partition_point(|&v| along(v) < from);
        let ahead = self.vertices[begin..].iter().copied();
        let near = ahead.take_while(move |&v| along(v) <= to);
        near.filter(move |&v| {
            let p = &self.x[v as usize];
            (0..3).all(|k| p[k] >= low[k] && p[k] <= high[k])
        })
    }
}
