//! Surfaces that may touch: what is near, what would be met on a way, what intersects.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use rayon::prelude::*;
use tangency_engine::certificate::find_intersections;
use tangency_engine::contact::{self, CollisionFilter};
use tangency_engine::model::ContactSurface;
use tangency_engine::{Elasticity, Length, Material, Model, Settings, Vec3};
use tangency_geometry::bvh::BroadPhase;
use tangency_geometry::topology::{boundary_triangles, unique_edges};
use tangency_geometry::{TetMesh, ccd};

use super::arguments::{ArrayArgument, not_negative, refused};
use super::candidates::CandidateArrays;
use super::tets::upright;
use crate::arrays::elements;

/// Pairs whose times of impact are found by one task.
const RUN: usize = 32;

/// The points, edges and faces of a mesh that may touch.
#[pyclass(frozen, module = "tangency._tangency")]
pub struct CollisionMesh {
    pub model: Arc<Model>,
}

/// Vertices of a surface that may touch, from what is given of it.
fn surface(
    rest: &[Vec3],
    edges: Option<&Bound<'_, PyAny>>,
    faces: Option<&Bound<'_, PyAny>>,
    points: Option<&Bound<'_, PyAny>>,
    tets: &[[u32; 4]],
) -> PyResult<ContactSurface> {
    let count = rest.len();
    let mut triangles = match faces {
        Some(faces) => ArrayArgument::new("faces", faces).elements::<3>(count)?,
        None => Vec::new(),
    };
    triangles.extend(boundary_triangles(tets));
    let mut all_edges = unique_edges(&triangles);
    if let Some(edges) = edges {
        let edges = ArrayArgument::new("edges", edges).elements::<2>(count)?;
        all_edges.extend(edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]));
    }
    let is_cloud = edges.is_none() && triangles.is_empty() && points.is_none();
    let mut all_points = match points {
        Some(points) => ArrayArgument::new("points", points).points(count)?,
        None => Vec::new(),
    };
    all_points.extend(all_edges.as_flattened());
    if is_cloud {
        all_points.extend(0..count as u32);
    }
    Ok(ContactSurface::new(all_points, all_edges, triangles))
}

#[pymethods]
impl CollisionMesh {
    /// The mesh with its positions at rest, m. `points` are vertices that may touch although no edge or face has them.
    #[new]
    #[pyo3(signature = (rest, edges=None, faces=None, tets=None, points=None, min_distance=None, obstacle=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        rest: &Bound<'_, PyAny>,
        edges: Option<&Bound<'_, PyAny>>,
        faces: Option<&Bound<'_, PyAny>>,
        tets: Option<&Bound<'_, PyAny>>,
        points: Option<&Bound<'_, PyAny>>,
        min_distance: Option<&Bound<'_, PyAny>>,
        obstacle: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rest = ArrayArgument::new("rest", rest).vectors(None)?;
        let count = rest.len();
        let tets = match tets {
            Some(tets) => upright(&ArrayArgument::new("tets", tets), &rest)?,
            None => Vec::new(),
        };
        let surface = surface(&rest, edges, faces, points, &tets)?;
        let offsets =
            min_distance.map(|d| ArrayArgument::new("min_distance", d).numbers(count, 0.0));
        let obstacle = obstacle.map(|mask| ArrayArgument::new("obstacle", mask).mask(count));
        let settings = Settings {
            dhat: Length::Absolute(0.0),
            ..Settings::default()
        };
        let (offsets, obstacle) = (offsets.transpose()?, obstacle.transpose()?);
        let model = py.detach(|| {
            let mut model = Model::of_surface(rest, surface, settings);
            // What the tets are made of does not matter: they say which side of a surface is inside.
            let mesh = TetMesh {
                points: model.rest.clone(),
                tets,
            };
            let material = Material {
                elasticity: Elasticity::FixedCorotated,
                ..Material::default()
            };
            model.elements.add_solid(&mesh, &material, 0, &[]);
            if let Some(offsets) = offsets {
                model.thickness = offsets;
            }
            if let Some(obstacle) = obstacle {
                model.is_obstacle = obstacle;
            }
            model
        });
        Ok(CollisionMesh {
            model: Arc::new(model),
        })
    }

    /// Number of vertices.
    #[getter]
    fn vertex_count(&self) -> usize {
        self.model.vertex_count()
    }

    /// Vertices that may touch.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.model.surface.points.to_pyarray(py)
    }

    /// Edges that may touch, smaller end first.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        elements(py, &self.model.surface.edges)
    }

    /// Faces that may touch.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        elements(py, &self.model.surface.triangles)
    }

    /// Pairs that are within `distance` (m) of touching at `x`; with `end`, those that may be somewhere on the way there. With
    /// `boxes`, all pairs whose boxes overlap.
    #[pyo3(signature = (x, distance, end=None, boxes=false))]
    fn candidates(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        distance: f64,
        end: Option<&Bound<'_, PyAny>>,
        boxes: bool,
    ) -> PyResult<CandidateArrays> {
        let distance = not_negative(py, "distance", distance)?;
        let x = self.positions("x", x)?;
        let way = end.map(|end| self.way(&x, end)).transpose()?;
        Ok(py.detach(|| {
            let path = way.as_deref().map(|p| (p, 1.0));
            let find = if boxes {
                contact::Candidates::of_boxes
            } else {
                contact::Candidates::on_the_way_within
            };
            CandidateArrays::of(find(&self.model, &x, path, distance))
        }))
    }

    /// The largest share of the way from `x` to `end` during which nothing touches, at most 1.
    #[pyo3(signature = (x, end, candidates=None))]
    fn step_size(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        candidates: Option<&CandidateArrays>,
    ) -> PyResult<f64> {
        let x = self.positions("x", x)?;
        let p = self.way(&x, end)?;
        if let Some(candidates) = candidates {
            candidates.check(py, self.model.vertex_count())?;
        }
        Ok(py.detach(|| self.free_step(&x, &p, candidates.map(|c| &c.inner))))
    }

    /// For each pair of `candidates` the share of the way from `x` to `end`, at most 1, during which it does not touch: those of a point and
    /// a triangle, two edges, a point and an edge, two points.
    fn times_of_impact<'py>(
        &self,
        py: Python<'py>,
        candidates: &CandidateArrays,
        x: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
    ) -> PyResult<[Bound<'py, PyArray1<f64>>; 4]> {
        candidates.check(py, self.model.vertex_count())?;
        let x = self.positions("x", x)?;
        let p = self.way(&x, end)?;
        let ways = Ways {
            mesh: self,
            x: &x,
            p: &p,
        };
        let all = &candidates.inner;
        let times = py.detach(|| {
            [
                ways.times(&all.point_triangle, 1, ccd::point_triangle),
                ways.times(&all.edge_edge, 2, ccd::edge_edge),
                ways.times(&all.point_edge, 1, ccd::point_edge),
                ways.times(&all.point_point, 1, ccd::point_point),
            ]
        });
        Ok(times.map(|times| times.into_pyarray(py)))
    }

    /// Pairs of an edge and a face that intersect or touch at `x`, exactly: ends of the edges, corners of the faces.
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn intersections<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray2<u32>>, Bound<'py, PyArray2<u32>>)> {
        let x = self.positions("x", x)?;
        let model = &self.model;
        let found = py.detach(|| find_intersections(model, &x, &mut BroadPhase::new()));
        let surface = &model.surface;
        let edges: Vec<[u32; 2]> = found.iter().map(|f| surface.edges[f.0 as usize]).collect();
        let faces = found.iter().map(|f| surface.triangles[f.1 as usize]);
        let faces: Vec<[u32; 3]> = faces.collect();
        Ok((elements(py, &edges), elements(py, &faces)))
    }
}

impl CollisionMesh {
    /// Positions of all vertices.
    pub fn positions(&self, name: &str, x: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
        ArrayArgument::new(name, x).vectors(Some(self.model.vertex_count()))
    }

    /// Displacements from `x` to `end`.
    pub fn way(&self, x: &[Vec3], end: &Bound<'_, PyAny>) -> PyResult<Vec<Vec3>> {
        let end = self.positions("end", end)?;
        Ok(end.iter().zip(x).map(|(y, x)| y - x).collect())
    }

    fn free_step(&self, x: &[Vec3], p: &[Vec3], given: Option<&contact::Candidates>) -> f64 {
        let model = &self.model;
        let filter = CollisionFilter { model, x, p };
        match given {
            Some(candidates) => filter.limit_candidates(candidates, 1.0),
            None => {
                let path = Some((p, 1.0));
                let found = contact::Candidates::on_the_way_within(model, x, path, 0.0);
                filter.limit_candidates(&found, 1.0)
            }
        }
    }

    /// Refuses what is no mesh for `what`.
    pub fn needs_faces(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        let loose = self.model.surface.loose.points.first();
        match loose {
            Some(vertex) => Err(refused(
                py,
                format!("`{what}` is for surfaces: vertex {vertex} belongs to no face"),
            )),
            None => Ok(()),
        }
    }
}

/// Ways of all vertices of a mesh.
struct Ways<'a> {
    mesh: &'a CollisionMesh,
    x: &'a [Vec3],
    p: &'a [Vec3],
}

impl Ways<'_> {
    /// The times of pairs whose second primitive begins with vertex number `second`.
    fn times<const K: usize>(
        &self,
        pairs: &[[u32; K]],
        second: usize,
        time: impl Fn([Vec3; K], [Vec3; K], f64, f64) -> f64 + Sync,
    ) -> Vec<f64> {
        let of = |pair: &[u32; K]| {
            let offset = self.mesh.model.pair_offset(pair[0], pair[second]);
            let [x, p] = [self.x, self.p].map(|all| pair.map(|v| all[v as usize]));
            time(x, p, offset, 1.0)
        };
        pairs.par_iter().with_min_len(RUN).map(of).collect()
    }
}
