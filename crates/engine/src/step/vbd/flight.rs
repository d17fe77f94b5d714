//! Free flight: what nothing is near is carried along as a whole before block descent begins.
//!
//! Displacement bounds let a vertex go no farther than a share of the query radius between two detections, however
//! freely its body flies. So each group of pieces that lie close together is first translated by its mean intended
//! displacement u, or by a part of it. A translation keeps every distance within the group. Between groups the boxes
//! around them, moving evenly and compared in the frame of the mean motion, must not meet; obstacles, and pieces that
//! a program holds somewhere, stay where they are and are compared primitive by primitive.

use tangency_geometry::Vec3;
use tangency_geometry::bvh::{BroadPhase, Surface, SweptPositions};

use crate::groups::Groups;
use crate::model::Model;

/// Most times that the way of a group is halved before it stays where it is.
const MOST_HALVINGS: u32 = 5;

/// The pieces of a model: vertices that elements or the contact surface connect.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The piece of each vertex, numbered by their first vertices.
    pub of: Vec<u32>,
    /// Number of pieces.
    pub count: usize,
}

impl Pieces {
    /// The pieces of `model`. Stitches connect what they draw together.
    pub fn new(model: &Model) -> Self {
        let count = model.vertex_count();
        let mut joined = Groups::new(count);
        let (elements, surface) = (&model.elements, &model.surface);
        for batch in &elements.tets {
            joined.join_elements(batch.stencils.iter());
        }
        joined.join_elements(elements.springs.stencils.iter());
        joined.join_elements(elements.segments.segments.iter());
        joined.join_elements(elements.triangles.triangles.iter());
        joined.join_elements(surface.triangles.iter());
        joined.join_elements(surface.edges.iter());
        let mut of = vec![0; count];
        let mut next = 0;
        for v in 0..count as u32 {
            let first = joined.root(v);
            of[v as usize] = if first == v {
                next += 1;
                next - 1
            } else {
                of[first as usize]
            };
        }
        Pieces {
            of,
            count: next as usize,
        }
    }

    /// The displacement that carries each vertex of the model at `x` towards where it intends to go, m; nothing where no
    /// piece goes farther than `least` (m) at once. Pieces of different groups stay more than `reach` (m) apart, beyond
    /// what their thickness keeps.
    pub fn carry(&self, start: &Takeoff<'_>, reach: f64, least: f64) -> Option<Vec<Vec3>> {
        let mut groups = Flights::new(self, start, reach);
        groups.gather();
        groups.keep_off_half_spaces(start.model, reach);
        let is_far = |way: &Vec3| way.norm() > least;
        if !groups.ways.iter().any(is_far) {
            return None;
        }
        groups.keep_apart();
        let ways = &groups.ways;
        if ways.iter().all(|way| *way == Vec3::zeros()) {
            return None;
        }
        let mut carried: Vec<Vec3> = self.of.iter().map(|&p| ways[groups.of(p)]).collect();
        carried.resize(start.x.len(), Vec3::zeros());
        Some(carried)
    }
}

/// The start of a step, in the model's order.
pub struct Takeoff<'a> {
    /// The model.
    pub model: &'a Model,
    /// Positions, m.
    pub x: &'a [Vec3],
    /// Displacements that inertia and forces from outside would bring, m.
    pub intended: &'a [Vec3],
    /// Whether each vertex is held or moved by a program, or has no mass.
    pub held: &'a [bool],
}

/// Pieces that fly together.
struct Flights<'a> {
    pieces: &'a Pieces,
    start: &'a Takeoff<'a>,
    /// The group of each piece: the smallest piece in it.
    joined: Vec<u32>,
    /// Whether each piece, and later each group, stays where it is.
    stays: Vec<bool>,
    /// Lowest and highest corner of each piece, two behind each other; then the vertices of the model, m.
    corners: Vec<Vec3>,
    /// Boxes of pieces that may fly, as the edges between their corners.
    boxes: Vec<[u32; 2]>,
    /// Edges, triangles and points of what stays, in the numbers of `corners`.
    edges: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    points: Vec<u32>,
    /// Margin of each box, m.
    inflation: f64,
    /// Mass of each piece, later of each group, kg.
    mass: Vec<f64>,
    /// Displacement of each group, m; zero for what stays.
    ways: Vec<Vec3>,
}

impl<'a> Flights<'a> {
    fn new(pieces: &'a Pieces, start: &'a Takeoff<'a>, reach: f64) -> Self {
        let (model, count) = (start.model, pieces.count);
        let mut corners = vec![Vec3::zeros(); 2 * count];
        for p in 0..count {
            corners[2 * p] = Vec3::repeat(f64::INFINITY);
            corners[2 * p + 1] = Vec3::repeat(f64::NEG_INFINITY);
        }
        let (mut stays, mut mass) = (vec![false; count], vec![0.0; count]);
        let mut ways = vec![Vec3::zeros(); count];
        for (v, &p) in pieces.of.iter().enumerate() {
            let (p, x) = (p as usize, &start.x[v]);
            stays[p] |= start.held[v];
            corners[2 * p] = corners[2 * p].inf(x);
            corners[2 * p + 1] = corners[2 * p + 1].sup(x);
            mass[p] += model.mass[v];
            ways[p] += model.mass[v] * start.intended[v];
        }
        let thickest = model.thickness.iter().copied().fold(0.0, f64::max);
        let mut groups = Flights {
            joined: (0..count as u32).collect(),
            boxes: Vec::new(),
            edges: Vec::new(),
            triangles: Vec::new(),
            points: Vec::new(),
            inflation: 0.5 * (reach + thickest),
            pieces,
            start,
            stays,
            corners,
            mass,
            ways,
        };
        groups.list_primitives();
        groups
    }

    /// Lists the boxes of what may fly and the primitives of what stays.
    fn list_primitives(&mut self) {
        let (model, count) = (self.start.model, self.pieces.count as u32);
        self.corners
            .extend_from_slice(&self.start.x[..model.vertex_count()]);
        let stays = |v: u32| self.stays[self.pieces.of[v as usize] as usize];
        let shifted = |v: u32| 2 * count + v;
        let surface = &model.surface;
        let triangles = surface.triangles.iter().filter(|t| stays(t[0]));
        self.triangles = triangles.map(|t| t.map(shifted)).collect();
        let edges = surface.loose.edges.iter().filter(|e| stays(e[0]));
        self.edges = edges.map(|e| e.map(shifted)).collect();
        let points = surface.loose.points.iter().filter(|&&v| stays(v));
        self.points = points.map(|&v| shifted(v)).collect();
        let flying = (0..count).filter(|&p| !self.stays[p as usize]);
        self.boxes = flying.map(|p| [2 * p, 2 * p + 1]).collect();
    }

    fn of(&self, piece: u32) -> usize {
        self.joined[piece as usize] as usize
    }

    /// Pairs of pieces whose boxes meet while their groups move by `ways` in the same time, and pieces whose boxes then
    /// meet what stays.
    fn meetings(&self, ways: &[Vec3]) -> (Vec<[u32; 2]>, Vec<u32>) {
        let (mut weight, mut mean) = (0.0, Vec3::zeros());
        for &[corner, _] in &self.boxes {
            let p = corner / 2;
            let mass = self.mass[p as usize];
            mean += mass * ways[self.of(p)];
            weight += mass;
        }
        let mean = if weight > 0.0 { mean / weight } else { mean };
        let count = 2 * self.pieces.count;
        let mut motion = vec![-mean; self.corners.len()];
        for (corner, motion) in motion[..count].iter_mut().enumerate() {
            *motion += ways[self.of(corner as u32 / 2)];
        }
        let boxes = self.boxes.len() as u32;
        let edges = [&self.boxes[..], &self.edges].concat();
        let mut trees = BroadPhase::new();
        trees.update(
            &Surface {
                points: &self.points,
                edges: &edges,
                triangles: &self.triangles,
            },
            &SweptPositions {
                positions: &self.corners,
                motion: Some((&motion, 1.0)),
                inflation: self.inflation,
            },
        );
        let piece = |edge: u32| edges[edge as usize][0] / 2;
        let (mut pairs, mut met) = (Vec::new(), Vec::new());
        for [a, b] in trees.edge_edge().visit(|a, b, out| out.push([a, b])) {
            if b < boxes {
                pairs.push([piece(a), piece(b)]);
            } else if a < boxes {
                met.push(piece(a));
            }
        }
        let with_triangles = trees.edge_triangle().visit(|e, _, out| out.push(e));
        let with_points = trees.point_edge().visit(|_, e, out| out.push(e));
        let both = with_triangles.into_iter().chain(with_points);
        met.extend(both.filter(|&e| e < boxes).map(piece));
        (pairs, met)
    }

    /// Joins pieces that are close to each other; those close to what stays do so, too.
    fn gather(&mut self) {
        let still = vec![Vec3::zeros(); self.pieces.count];
        let (pairs, met) = self.meetings(&still);
        for p in met {
            self.stays[p as usize] = true;
        }
        let mut joined = Groups::new(self.pieces.count);
        for [a, b] in pairs {
            joined.join(a, b);
        }
        for p in (0..self.pieces.count as u32).rev() {
            let first = joined.root(p) as usize;
            if first != p as usize {
                let p = p as usize;
                self.stays[first] |= self.stays[p];
                self.mass[first] += self.mass[p];
                let way = self.ways[p];
                self.ways[first] += way;
            }
        }
        self.joined = joined.roots();
        for (p, way) in self.ways.iter_mut().enumerate() {
            let flies = self.joined[p] as usize == p && !self.stays[p] && self.mass[p] > 0.0;
            *way = if flies {
                *way / self.mass[p]
            } else {
                Vec3::zeros()
            };
        }
    }

    /// Takes from the ways what would lead closer to half-spaces than `reach`; along them groups fly on.
    fn keep_off_half_spaces(&mut self, model: &Model, reach: f64) {
        for plane in &model.half_spaces {
            let mut room = vec![f64::INFINITY; self.pieces.count];
            for (v, &p) in self.pieces.of.iter().enumerate() {
                let kept = reach + 0.5 * model.thickness[v];
                let room = &mut room[self.of(p)];
                *room = room.min(plane.distance(self.start.x[v]) - kept);
            }
            for (way, room) in self.ways.iter_mut().zip(room) {
                let down = -plane.normal.dot(way);
                if down > room.max(0.0) {
                    *way += plane.normal * (down - room.max(0.0));
                }
            }
        }
    }

    /// Shortens the ways until no two groups meet, and none meets what stays.
    fn keep_apart(&mut self) {
        let mut halvings = vec![0; self.pieces.count];
        loop {
            let (pairs, met) = self.meetings(&self.ways);
            let mut meets = vec![false; self.pieces.count];
            for p in met {
                meets[self.of(p)] = true;
            }
            for pair in pairs {
                let [a, b] = pair.map(|p| self.of(p));
                if a != b {
                    (meets[a], meets[b]) = (true, true);
                }
            }
            let mut is_done = true;
            for (g, way) in self.ways.iter_mut().enumerate() {
                if !meets[g] || *way == Vec3::zeros() {
                    continue;
                }
                is_done = false;
                halvings[g] += 1;
                *way *= if halvings[g] > MOST_HALVINGS {
                    0.0
                } else {
                    0.5
                };
            }
            if is_done {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use crate::{HalfSpace, ModelBuilder, Obstacle, Solid};
    use tangency_geometry::SurfaceMesh;
    use tangency_geometry::generate::{BoxParameters, cuboid};

    const REACH: f64 = 0.01;

    /// Unit cubes with their centres at `places`, above a floor far below, beside obstacles.
    fn cubes(places: &[Vec3], obstacles: &[SurfaceMesh]) -> Model {
        let mut builder = ModelBuilder::new();
        for place in places {
            let mut mesh = cuboid(&BoxParameters::default()).expect("a box");
            let centre = mesh.points.iter().sum::<Vec3>() / mesh.points.len() as f64;
            mesh.points.iter_mut().for_each(|x| *x += place - centre);
            builder.add_solid(Solid {
                name: "cube".to_owned(),
                velocity: vec![Vec3::zeros(); mesh.points.len()],
                mesh,
                material: Material::default(),
                offset: 0.0,
            });
        }
        for mesh in obstacles {
            builder.add_obstacle(Obstacle {
                name: "wall".to_owned(),
                mesh: mesh.clone(),
                offset: 0.0,
            });
        }
        builder.add_half_space(HalfSpace {
            name: "floor".to_owned(),
            origin: Vec3::new(0.0, -3.0, 0.0),
            normal: Vec3::y(),
        });
        builder.build().expect("a valid scene").0
    }

    /// Displacement of each cube that intends to go by `ways`.
    fn carried(model: &Model, ways: &[Vec3]) -> Vec<Vec3> {
        let intended: Vec<Vec3> = (0..model.vertex_count())
            .map(|v| match ways.get(model.body_of[v] as usize) {
                Some(way) => *way,
                None => Vec3::zeros(),
            })
            .collect();
        let held: Vec<bool> = model.mass.iter().map(|&mass| mass == 0.0).collect();
        let start = Takeoff {
            model,
            x: &model.rest,
            intended: &intended,
            held: &held,
        };
        let carried = Pieces::new(model).carry(&start, REACH, 0.0);
        let first = |body: usize| model.bodies[body].vertices.start as usize;
        (0..ways.len())
            .map(|body| carried.as_ref().map_or(Vec3::zeros(), |c| c[first(body)]))
            .collect()
    }

    fn at(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3::new(x, y, z)
    }

    /// A plate at the height `y`, from (-1, -1) to (1, 1), in two triangles.
    fn plate(y: f64) -> SurfaceMesh {
        let points = vec![
            at(-1.0, y, -1.0),
            at(-1.0, y, 1.0),
            at(1.0, y, 1.0),
            at(1.0, y, -1.0),
        ];
        SurfaceMesh::from_triangles(points, vec![[0, 1, 2], [0, 2, 3]])
    }

    #[test]
    fn what_nothing_is_near_goes_all_the_way() {
        let (down, aside) = (at(0.0, -1.0, 0.0), at(-2.0, 0.5, 0.0));
        let model = cubes(&[at(0.0, 0.0, 0.0), at(-5.0, 0.0, 0.0)], &[]);
        assert_eq!(carried(&model, &[down, aside]), [down, aside]);
    }

    #[test]
    fn nothing_is_carried_through_a_plate_the_floor_or_another_body() {
        let (high, low) = (at(0.0, 0.7, 0.0), at(0.0, -0.7, 0.0));
        let model = cubes(&[high], &[plate(0.0)]);
        let [way] = carried(&model, &[at(0.0, -5.0, 0.0)])[..] else {
            panic!()
        };
        assert!(way.y <= 0.0 && way.y > -0.2, "{way}");
        let [way] = carried(&cubes(&[low], &[plate(0.0)]), &[at(0.0, 5.0, 0.0)])[..] else {
            panic!()
        };
        assert!(way.y >= 0.0 && way.y < 0.2, "{way}");
        // Down to the floor and along it.
        let [way] = carried(&cubes(&[at(0.0, 0.0, 0.0)], &[]), &[at(4.0, -5.0, 0.0)])[..] else {
            panic!()
        };
        assert!((way - at(4.0, -2.5 + REACH, 0.0)).norm() < 1e-9, "{way}");
        // Two that would pass through each other at speed, and end apart.
        let model = cubes(&[at(-2.0, 0.0, 0.0), at(2.0, 0.0, 0.0)], &[]);
        let [a, b] = carried(&model, &[at(8.0, 0.0, 0.0), at(-8.0, 0.0, 0.0)])[..] else {
            panic!()
        };
        assert!(a.x - b.x < 3.0 && a.x - b.x > 1.0, "{a} {b}");
    }

    #[test]
    fn what_is_close_is_carried_together_or_stays_together() {
        let places = [at(0.0, 0.0, 0.0), at(0.0, 1.005, 0.0)];
        let ways = carried(
            &cubes(&places, &[]),
            &[at(0.0, -1.0, 0.0), at(0.0, -1.5, 0.0)],
        );
        assert!(
            (ways[0] - at(0.0, -1.25, 0.0)).norm() < 1e-12 && ways[0] == ways[1],
            "{ways:?}"
        );
        let ways = carried(
            &cubes(&places, &[plate(-0.505)]),
            &[at(1.0, 0.0, 0.0), at(1.0, 0.0, 0.0)],
        );
        assert_eq!(ways, [Vec3::zeros(); 2], "one lies on a plate");
    }

    #[test]
    fn many_that_fly_alike_do_not_hinder_each_other() {
        let places: Vec<Vec3> = (0..5).map(|k| at(0.0, 1.5 * f64::from(k), 0.0)).collect();
        let way = at(0.3, -2.0, 0.0);
        for carried in carried(&cubes(&places, &[]), &[way; 5]) {
            assert!((carried - way).norm() < 1e-12, "{carried}");
        }
    }
}
