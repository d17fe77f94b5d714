//! From a shape to a mesh, and to its place in the world.

mod files;
mod groups;
mod sizes;

use std::path::Path;

use tangency_geometry::generate::{self, TetParameters, TriangleParameters};
use tangency_geometry::mesh::tet_volume;
use tangency_geometry::transform::{Rotation, Transform};
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

pub use files::read;
pub use groups::{GroupedMesh, refine};
pub use sizes::point_count;

use crate::budget::Budget;
use crate::document::shape::{ExtrudeShape, MeshShape, Shape};
use crate::document::values::{LengthUnit, Rotate, Scale, Triple};

/// A mesh in the shape's own coordinates.
#[derive(Clone, Debug)]
pub enum Mesh {
    /// Tets.
    Solid(TetMesh),
    /// Triangles, segments, points.
    Surface(SurfaceMesh),
}

impl Mesh {
    /// Points of the mesh, m.
    pub fn points(&self) -> &[Vec3] {
        match self {
            Mesh::Solid(mesh) => &mesh.points,
            Mesh::Surface(mesh) => &mesh.points,
        }
    }

    /// The mesh as an obstacle: of a solid, its surface.
    pub fn into_surface(self) -> SurfaceMesh {
        match self {
            Mesh::Solid(mesh) => mesh.surface(),
            Mesh::Surface(mesh) => mesh,
        }
    }
}

/// Makes or reads the mesh of a shape within a budget; lengths of files are in `unit`, the error is a message for the
/// user.
pub fn make(shape: &Shape, unit: LengthUnit, budget: &Budget) -> Result<GroupedMesh, String> {
    budget.hold_vertices(point_count(shape))?;
    let made = match shape {
        Shape::Box(p) => generate::cuboid(&(*p).into()).map(Mesh::Solid),
        Shape::Mat(p) => generate::mat(&(*p).into()).map(Mesh::Solid),
        Shape::Rod(p) => generate::rod(&(*p).into()).map(Mesh::Solid),
        Shape::Ball(p) => generate::ball(&(*p).into()).map(Mesh::Solid),
        Shape::GolfBall(p) => generate::golf_ball(&(*p).into()).map(Mesh::Solid),
        Shape::SquishyBall(p) => generate::squishy_ball(&(*p).into()).map(Mesh::Solid),
        Shape::Creature(p) => generate::creature(&(*p).into()).map(Mesh::Solid),
        Shape::ArchStone(p) => generate::arch_stone(&(*p).into()).map(Mesh::Solid),
        Shape::Roller(p) => generate::roller(&(*p).into()).map(Mesh::Surface),
        Shape::Press(p) => generate::press(&(*p).into()).map(Mesh::Surface),
        Shape::Cylinder(p) => generate::cylinder(&(*p).into()).map(Mesh::Solid),
        Shape::Tube(p) => generate::tube(&(*p).into()).map(Mesh::Solid),
        Shape::Cone(p) => generate::cone(&(*p).into()).map(Mesh::Solid),
        Shape::Torus(p) => generate::torus(&(*p).into()).map(Mesh::Solid),
        Shape::Link(p) => generate::link(&(*p).into()).map(Mesh::Solid),
        Shape::HollowBall(p) => generate::hollow_ball(&(*p).into()).map(Mesh::Solid),
        Shape::HollowTorus(p) => generate::hollow_torus(&(*p).into()).map(Mesh::Solid),
        Shape::SaddleBlock(p) => generate::saddle_block(&(*p).into()).map(Mesh::Solid),
        Shape::Spike(p) => generate::spike(&(*p).into()).map(Mesh::Solid),
        Shape::Wedge(p) => generate::wedge(&(*p).into()).map(Mesh::Solid),
        Shape::Sphere(p) => generate::sphere_surface(&(*p).into()).map(Mesh::Surface),
        Shape::Plane(p) => generate::plane(&(*p).into()).map(Mesh::Surface),
        Shape::Pipe(p) => generate::pipe(&(*p).into()).map(Mesh::Surface),
        Shape::Funnel(p) => generate::funnel(&(*p).into()).map(Mesh::Surface),
        Shape::Bowl(p) => generate::bowl(&(*p).into()).map(Mesh::Surface),
        Shape::Cliff(p) => generate::cliff(&(*p).into()).map(Mesh::Surface),
        Shape::Crack(p) => generate::crack(&(*p).into()).map(Mesh::Surface),
        Shape::Hole(p) => generate::hole(&(*p).into()).map(Mesh::Surface),
        Shape::InternalEdges(p) => generate::internal_edges(&(*p).into()).map(Mesh::Surface),
        Shape::Blades(p) => generate::blades(&(*p).into()).map(Mesh::Surface),
        Shape::PointGrid(p) => generate::point_grid(&(*p).into()).map(Mesh::Surface),
        Shape::SegmentGrid(p) => generate::segment_grid(&(*p).into()).map(Mesh::Surface),
        Shape::Cloth(p) => generate::cloth(&(*p).into()).map(Mesh::Surface),
        Shape::ClothTube(p) => generate::cloth_tube(&(*p).into()).map(Mesh::Surface),
        Shape::RibbonKnot(p) => generate::ribbon_knot(&(*p).into()).map(Mesh::Surface),
        Shape::Strand(p) => generate::strand(&(*p).into()).map(Mesh::Surface),
        Shape::StrandBundle(p) => generate::strand_bundle(&(*p).into()).map(Mesh::Surface),
        Shape::Coil(p) => generate::coil(&(*p).into()).map(Mesh::Surface),
        Shape::Noodles(p) => generate::noodle_stack(&(*p).into()).map(Mesh::Surface),
        Shape::Knit(p) => generate::knit(&(*p).into()).map(Mesh::Surface),
        Shape::Shirt(p) => generate::shirt(&(*p).into()).map(Mesh::Surface),
        Shape::Net(p) => generate::net(&(*p).into()).map(Mesh::Surface),
        Shape::Sprinkles(p) => generate::sprinkles(&(*p).into()).map(Mesh::Surface),
        Shape::Grains(p) => generate::grains(&(*p).into()).map(Mesh::Surface),
        Shape::RoundBowl(p) => generate::round_bowl(&(*p).into()).map(Mesh::Surface),
        Shape::Table(p) => generate::table(&(*p).into()).map(Mesh::Surface),
        Shape::Squircle(p) => generate::squircle(&(*p).into()).map(Mesh::Surface),
        Shape::Disc(p) => generate::disc(&(*p).into()).map(Mesh::Surface),
        Shape::SlitBlock(p) => generate::slit_block(&(*p).into()).map(Mesh::Surface),
        Shape::NotchedBlock(p) => generate::notched_block(&(*p).into()).map(Mesh::Surface),
        Shape::Rectangle(p) => generate::rectangle(&(*p).into()).map(Mesh::Surface),
        Shape::Chi(p) => generate::chi(&(*p).into()).map(Mesh::Surface),
        Shape::Polygon(p) => generate::polygon(&p.outline, &p.holes, p.edge).map(Mesh::Surface),
        Shape::Extrude(e) => return extruded(e, unit, budget).map(GroupedMesh::from),
        Shape::Tet(p) => generate::tet(&TetParameters {
            points: p.points.map(Vec3::from),
        })
        .map(Mesh::Solid),
        Shape::Triangle(p) => generate::triangle(&TriangleParameters {
            points: p.points.map(Vec3::from),
        })
        .map(Mesh::Surface),
        Shape::Polyline(p) => {
            let points: Vec<Vec3> = p.points.iter().map(|x| Vec3::from(*x)).collect();
            generate::polyline(&points, p.closed).map(Mesh::Surface)
        }
        Shape::Lathe(p) => generate::lathe(&p.profile, p.spacing).map(Mesh::Surface),
        Shape::File(file) => return read(Path::new(file), unit),
        Shape::Piece(p) => return files::piece_of(p, unit),
        Shape::EdgesOf(file) => return read(Path::new(file), unit).map(files::edges_of),
        Shape::PointsOf(file) => return read(Path::new(file), unit).map(files::points_of),
        Shape::Tetrahedralize(t) => return files::fill(t, unit, budget).map(GroupedMesh::from),
        Shape::Cover(c) => return files::covered(c, unit, budget),
        Shape::Mesh(mesh) => return written(mesh).map(GroupedMesh::from),
    };
    made.map(GroupedMesh::from).map_err(|e| e.to_string())
}

/// A flat shape, stretched along z.
fn extruded(e: &ExtrudeShape, unit: LengthUnit, budget: &Budget) -> Result<Mesh, String> {
    match make(&e.shape, unit, budget)?.mesh {
        Mesh::Surface(flat) => {
            budget.hold_vertices(flat.points.len() as f64 * (f64::from(e.layers) + 1.0))?;
            let solid = generate::extrude(&flat, e.depth, e.layers);
            solid.map(Mesh::Solid).map_err(|e| e.to_string())
        }
        Mesh::Solid(_) => Err("extrude: the shape is a solid already; give a flat one".into()),
    }
}

fn written(mesh: &MeshShape) -> Result<Mesh, String> {
    let points: Vec<Vec3> = mesh.points.iter().map(|p| Vec3::from(*p)).collect();
    if !mesh.tets.is_empty() {
        let tets = mesh.tets.clone();
        let solid = TetMesh { points, tets };
        return solid
            .check()
            .map(|()| Mesh::Solid(solid))
            .map_err(|e| e.to_string());
    }
    let mut used = vec![false; points.len()];
    let named = mesh.triangles.as_flattened().iter();
    for &v in named.chain(mesh.segments.as_flattened()) {
        if let Some(flag) = used.get_mut(v as usize) {
            *flag = true;
        }
    }
    let is_free = |v: &u32| mesh.free_points && !used[*v as usize];
    let surface = SurfaceMesh {
        vertices: (0..points.len() as u32).filter(is_free).collect(),
        points,
        triangles: mesh.triangles.clone(),
        edges: mesh.segments.clone(),
    };
    surface
        .check()
        .map(|()| Mesh::Surface(surface))
        .map_err(|e| e.to_string())
}

/// Centre of mass of a body of uniform density, m.
pub fn centroid(mesh: &TetMesh) -> Vec3 {
    let mut weighted = Vec3::zeros();
    let mut total = 0.0;
    for &tet in &mesh.tets {
        let corners = mesh.corners(tet);
        let volume = tet_volume(&corners);
        weighted += corners.iter().sum::<Vec3>() * (0.25 * volume);
        total += volume;
    }
    if total == 0.0 {
        Vec3::zeros()
    } else {
        weighted / total
    }
}

/// The transform that puts a shape in its place.
pub fn placement(scale: Scale, rotate: Rotate, translate: Triple) -> Transform {
    let rotation = match rotate {
        Rotate::Angles(angles) => Rotation::Degrees(angles.into()),
        Rotate::Axis(turn) => Rotation::AxisAngle {
            axis: turn.axis.into(),
            degrees: turn.angle,
        },
    };
    Transform {
        scale: scale.factors().into(),
        rotation,
        translation: translate.into(),
    }
}
