//! Number of points of a shape, before its mesh is made.

use tangency_geometry::generate::{self, PointCount};

use crate::document::shape::Shape;

/// About the number of points of a shape that is made from numbers; 0 for one that is read from a file, whose size is
/// that of the file.
pub fn point_count(shape: &Shape) -> f64 {
    match shape {
        Shape::Box(p) => counted::<generate::BoxParameters>(*p),
        Shape::Mat(p) => counted::<generate::MatParameters>(*p),
        Shape::Rod(p) => counted::<generate::RodParameters>(*p),
        Shape::Ball(p) => counted::<generate::BallParameters>(*p),
        Shape::GolfBall(p) => counted::<generate::GolfBallParameters>(*p),
        Shape::SquishyBall(p) => counted::<generate::SquishyBallParameters>(*p),
        Shape::Creature(p) => counted::<generate::CreatureParameters>(*p),
        Shape::ArchStone(p) => counted::<generate::ArchStoneParameters>(*p),
        Shape::Roller(p) => counted::<generate::RollerParameters>(*p),
        Shape::Press(p) => counted::<generate::PressParameters>(*p),
        Shape::Cylinder(p) => counted::<generate::CylinderParameters>(*p),
        Shape::Tube(p) => counted::<generate::TubeParameters>(*p),
        Shape::Cone(p) => counted::<generate::ConeParameters>(*p),
        Shape::Torus(p) => counted::<generate::TorusParameters>(*p),
        Shape::Link(p) => counted::<generate::LinkParameters>(*p),
        Shape::HollowBall(p) => counted::<generate::HollowBallParameters>(*p),
        Shape::HollowTorus(p) => counted::<generate::HollowTorusParameters>(*p),
        Shape::SaddleBlock(p) => counted::<generate::SaddleBlockParameters>(*p),
        Shape::Spike(p) => counted::<generate::SpikeParameters>(*p),
        Shape::Wedge(p) => counted::<generate::WedgeParameters>(*p),
        Shape::Sphere(p) => counted::<generate::SphereParameters>(*p),
        Shape::Plane(p) => counted::<generate::PlaneParameters>(*p),
        Shape::Pipe(p) => counted::<generate::PipeParameters>(*p),
        Shape::Funnel(p) => counted::<generate::FunnelParameters>(*p),
        Shape::Bowl(p) => counted::<generate::BowlParameters>(*p),
        Shape::Cliff(p) => counted::<generate::CliffParameters>(*p),
        Shape::Crack(p) => counted::<generate::CrackParameters>(*p),
        Shape::Hole(p) => counted::<generate::HoleParameters>(*p),
        Shape::InternalEdges(p) => counted::<generate::InternalEdgesParameters>(*p),
        Shape::Blades(p) => counted::<generate::BladesParameters>(*p),
        Shape::PointGrid(p) => counted::<generate::PointGridParameters>(*p),
        Shape::SegmentGrid(p) => counted::<generate::SegmentGridParameters>(*p),
        Shape::Cloth(p) => counted::<generate::ClothParameters>(*p),
        Shape::ClothTube(p) => counted::<generate::ClothTubeParameters>(*p),
        Shape::RibbonKnot(p) => counted::<generate::RibbonKnotParameters>(*p),
        Shape::Strand(p) => counted::<generate::StrandParameters>(*p),
        Shape::StrandBundle(p) => counted::<generate::StrandBundleParameters>(*p),
        Shape::Coil(p) => counted::<generate::CoilParameters>(*p),
        Shape::Noodles(p) => counted::<generate::NoodleStackParameters>(*p),
        Shape::Knit(p) => counted::<generate::KnitParameters>(*p),
        Shape::Shirt(p) => counted::<generate::ShirtParameters>(*p),
        Shape::Net(p) => counted::<generate::NetParameters>(*p),
        Shape::Sprinkles(p) => counted::<generate::SprinklesParameters>(*p),
        Shape::Grains(p) => counted::<generate::GrainsParameters>(*p),
        Shape::RoundBowl(p) => counted::<generate::RoundBowlParameters>(*p),
        Shape::Table(p) => counted::<generate::TableParameters>(*p),
        Shape::Squircle(p) => counted::<generate::SquircleParameters>(*p),
        Shape::Disc(p) => counted::<generate::DiscParameters>(*p),
        Shape::SlitBlock(p) => counted::<generate::SlitBlockParameters>(*p),
        Shape::NotchedBlock(p) => counted::<generate::NotchedBlockParameters>(*p),
        Shape::Rectangle(p) => counted::<generate::RectangleParameters>(*p),
        Shape::Chi(p) => counted::<generate::ChiParameters>(*p),
        Shape::Polygon(p) => generate::polygon_points(&p.outline, &p.holes, p.edge),
        Shape::Extrude(e) => point_count(&e.shape) * (f64::from(e.layers) + 1.0),
        Shape::Tet(_) => 4.0,
        Shape::Triangle(_) => 3.0,
        Shape::Polyline(p) => p.points.len() as f64,
        Shape::Lathe(p) => generate::lathe_points(&p.profile, p.spacing),
        Shape::Cover(c) => point_count(&c.surface),
        Shape::Mesh(mesh) => mesh.points.len() as f64,
        Shape::File(_)
        | Shape::Piece(_)
        | Shape::EdgesOf(_)
        | Shape::PointsOf(_)
        | Shape::Tetrahedralize(_) => 0.0,
    }
}

/// The count of a generator's parameters.
fn counted<P: PointCount>(shape: impl Into<P>) -> f64 {
    shape.into().point_count()
}
