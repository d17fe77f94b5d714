//! The contact surface as kernels read it: in any numbering of the vertices and any precision.

use tangency_formulas::{Real, Vec3 as Vector};
use tangency_geometry::Vec3;
use tangency_kernels::KernelReal;
use tangency_kernels::contact::{GroundPlane, NONE, SurfaceFeatures};
use tangency_kernels::rows::Incidence;
use tangency_kernels::storage::Owned;

use crate::model::{HalfSpace, Model};

/// A point in another precision.
pub fn cast<R: Real>(x: &Vec3) -> Vector<R> {
    x.map(R::from_f64)
}

/// The contact surface of a model whose vertex `v` has the number `place[v]`.
pub fn surface_features<R: KernelReal>(model: &Model, place: &[u32]) -> SurfaceFeatures<Owned, R> {
    let surface = &model.surface;
    let count = model.vertex_count();
    let number = |v: u32| place[v as usize];
    let edges: Vec<[u32; 2]> = surface.edges.iter().map(|edge| edge.map(number)).collect();
    let triangles: Vec<[u32; 3]> = surface.triangles.iter().map(|t| t.map(number)).collect();
    let edge_of = |a: u32, b: u32| {
        let found = surface.edges.binary_search(&[a.min(b), a.max(b)]);
        found.map_or(NONE, |k| k as u32)
    };
    let sides = |&[a, b, c]: &[u32; 3]| [edge_of(a, b), edge_of(b, c), edge_of(c, a)];
    let triangle_edges: Vec<[u32; 3]> = surface.triangles.iter().map(sides).collect();
    let edge_faces = Incidence::<Owned>::new(edges.len(), || {
        let sides = triangle_edges.iter().zip(0_u32..);
        sides.flat_map(|(sides, t)| [0, 1, 2].map(|k| (sides[k], t << 2 | k as u32)))
    });
    let neighbours = Incidence::<Owned>::new(place.len(), || {
        edges.iter().flat_map(|&[a, b]| [(a, b), (b, a)])
    });
    let is_wire = |k: &u32| edge_faces.view().of(*k as usize).is_empty();
    let wires: Vec<u32> = (0..edges.len() as u32).filter(is_wire).collect();
    let mut first_face = vec![NONE; place.len()];
    for (t, corners) in triangles.iter().enumerate().rev() {
        corners
            .iter()
            .for_each(|&v| first_face[v as usize] = t as u32);
    }
    let mut first_wire = vec![NONE; place.len()];
    for &wire in wires.iter().rev() {
        edges[wire as usize]
            .iter()
            .for_each(|&v| first_wire[v as usize] = wire);
    }
    let points: Vec<u32> = surface.points.iter().map(|&v| number(v)).collect();
    let is_isolated = |&v: &u32| first_face[v as usize] == NONE && first_wire[v as usize] == NONE;
    let mut thickness = vec![R::zero(); place.len()];
    let mut body = vec![0; place.len()];
    let mut is_obstacle = vec![false; place.len()];
    for v in 0..count {
        is_obstacle[place[v] as usize] = model.is_obstacle[v];
        thickness[place[v] as usize] = R::from_f64(model.thickness[v]);
        body[place[v] as usize] = model.body_of[v];
    }
    let bodies = model.bodies.len() as u32;
    let pairs = (0..bodies).flat_map(|a| (0..bodies).map(move |b| (a, b)));
    let friction = pairs.map(|(a, b)| R::from_f64(model.friction.between(a, b)));
    let planes = 0..model.half_spaces.len() as u32;
    let on_planes = planes.flat_map(|plane| (0..bodies).map(move |body| (body, plane)));
    let on_planes = on_planes.map(|(b, p)| R::from_f64(model.friction.on_half_space(b, p)));
    let square = |&[a, b]: &[u32; 2]| {
        let way = model.rest[a as usize] - model.rest[b as usize];
        R::from_f64(way.norm_squared())
    };
    SurfaceFeatures {
        half_spaces: model.half_spaces.iter().map(ground_plane).collect(),
        isolated: points.iter().copied().filter(is_isolated).collect(),
        points,
        wires,
        triangle_edges,
        edge_faces,
        neighbours,
        first_face,
        first_wire,
        thickness,
        body,
        friction: friction.collect(),
        ground_friction: on_planes.collect(),
        bodies,
        is_obstacle,
        edge_squares: surface.edges.iter().map(square).collect(),
        edges,
        triangles,
    }
}

fn ground_plane<R: Real>(half_space: &HalfSpace) -> GroundPlane<R> {
    GroundPlane {
        normal: cast(&half_space.normal),
        distance: R::from_f64(half_space.normal.dot(&half_space.origin)),
    }
}
