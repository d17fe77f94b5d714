//! Shapes: a generator with its parameters, a mesh file, a surface to fill with
//! tets, or a mesh written in place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::generators::*;
use super::planar_generators::*;
use super::thin_generators::*;
use super::values::Triple;

/// Shape of a body or obstacle: exactly one of these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A box around the origin.
    Box(BoxShape),
    /// A mat in the xz plane, one layer of cells thick.
    Mat(MatShape),
    /// A bar of square section along x.
    Rod(RodShape),
    /// A ball around the origin.
    Ball(BallShape),
    /// A golf ball around the origin.
    GolfBall(GolfBallShape),
    /// A ball with tendrils all over it, around the origin.
    SquishyBall(SquishyBallShape),
    /// A smooth creature with limbs, around the origin.
    Creature(CreatureShape),
    /// One stone of a masonry arch in the xy plane, in its place.
    ArchStone(ArchStoneShape),
    /// A closed cylinder about y, centred, smooth or ridged.
    Roller(RollerShape),
    /// A cylinder that narrows to a nozzle into a box with a hole in each other side.
    Press(PressShape),
    /// A cylinder about y, centred.
    Cylinder(CylinderShape),
    /// A hollow cylinder about y, centred.
    Tube(TubeShape),
    /// A cone or frustum about y, centred.
    Cone(ConeShape),
    /// A torus about z.
    Torus(TorusShape),
    /// A chain link: two half rings joined by straight bars along y.
    Link(LinkShape),
    /// A hollow ball around the origin.
    HollowBall(HollowBallShape),
    /// A hollow torus about z.
    HollowTorus(HollowTorusShape),
    /// A round block about y, below or above a saddle surface, in its place.
    SaddleBlock(SaddleBlockShape),
    /// A square pyramid on y = 0, tip up.
    Spike(SpikeShape),
    /// A roof on y = 0 with its ridge along z.
    Wedge(WedgeShape),
    /// A sphere around the origin.
    Sphere(SphereShape),
    /// A rectangle in the xz plane, normal up.
    Plane(PlaneShape),
    /// An open cylinder about y, centred, normals away from the axis.
    Pipe(PipeShape),
    /// An open cone about y, its wide end on top, that may run on into a spout.
    Funnel(FunnelShape),
    /// The lower half of an ellipsoid about y, its rim at y = 0, normals away from the inside.
    Bowl(BowlShape),
    /// A truncated pyramid: a square top with slopes falling off on all sides.
    Cliff(CliffShape),
    /// A block with a V-shaped crack along z in its top.
    Crack(CrackShape),
    /// A block with a square pit in its top.
    Hole(HoleShape),
    /// A block whose flat top is cut by edges that run in many directions.
    InternalEdges(InternalEdgesShape),
    /// Upright rectangles (two triangles each) side by side along x.
    Blades(BladesShape),
    /// A regular grid of free points, centred.
    PointGrid(PointGridShape),
    /// A regular grid of upright needles, centred.
    SegmentGrid(SegmentGridShape),
    /// A rectangle of cloth in the xz plane, centred, normal up.
    Cloth(ClothShape),
    /// An open cylinder of cloth about y, centred.
    ClothTube(ClothTubeShape),
    /// Two ribbons, loosely tied in a reef knot.
    RibbonKnot(RibbonKnotShape),
    /// A straight strand.
    Strand(StrandShape),
    /// Parallel strands, as in a lock of hair.
    StrandBundle(StrandBundleShape),
    /// A helix about y, centred.
    Coil(CoilShape),
    /// A stack of noodles about y.
    Noodles(NoodlesShape),
    /// Rods woven into a net in the xz plane.
    Net(NetShape),
    /// Knitted fabric in the xz plane.
    Knit(KnitShape),
    /// A T-shirt that lies in the xz plane.
    Shirt(ShirtShape),
    /// Single segments in all directions on a grid.
    Sprinkles(SprinklesShape),
    /// Points in a box or a column.
    Grains(GrainsShape),
    /// A spherical bowl about y, its rim at y = 0.
    RoundBowl(RoundBowlShape),
    /// A round table top with a rounded edge about y, its top at y = 0.
    Table(TableShape),
    /// A square with rounded corners in the plane z = 0, finer at its corners.
    Squircle(SquircleShape),
    /// A disc or ring in the plane z = 0.
    Disc(DiscShape),
    /// A rectangle in the plane z = 0 with a slit from above.
    SlitBlock(SlitBlockShape),
    /// A rectangle in the plane z = 0 with a notch from above.
    NotchedBlock(NotchedBlockShape),
    /// A rectangle in the plane z = 0, refined around one point.
    Rectangle(RectangleShape),
    /// Two curved strips in the plane z = 0 that meet in two cusps, between plates.
    Chi(ChiShape),
    /// A polygon in the plane z = 0, with or without holes.
    Polygon(PolygonShape),
    /// A flat shape, stretched along z to a solid.
    Extrude(ExtrudeShape),
    /// One tet from its corners, in any orientation.
    Tet(TetShape),
    /// One triangle from its corners.
    Triangle(TriangleShape),
    /// Segments from point to point.
    Polyline(PolylineShape),
    /// A profile turned about y: cones of cloth, vases, torsos.
    Lathe(LatheShape),
    /// A mesh file: tets (.msh, .vtk, .vtu), triangles, segments or points (.obj, .stl, .ply, .seg, .pt and these).
    File(String),
    /// One part of a mesh file: a group by its name, or a connected piece of triangles by its number.
    Piece(PieceShape),
    /// The edges of a mesh file, as free segments.
    EdgesOf(String),
    /// The vertices of a mesh file, as free points.
    PointsOf(String),
    /// A closed surface file (.obj, .stl, .ply), filled with tets.
    Tetrahedralize(TetrahedralizeShape),
    /// Tets around a closed surface, whole ones that reach beyond it, however coarse they are: for a body that carries the surface
    /// (`embed`).
    Cover(CoverShape),
    /// A mesh written here.
    Mesh(MeshShape),
}

/// One tet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TetShape {
    /// The corners, m.
    #[schemars(extend("unit" = "m"))]
    pub points: [Triple; 4],
}

/// One triangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TriangleShape {
    /// The corners, m.
    #[schemars(extend("unit" = "m"))]
    pub points: [Triple; 3],
}

/// Segments from point to point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolylineShape {
    /// The points, m.
    #[schemars(extend("unit" = "m"))]
    pub points: Vec<Triple>,
    /// Whether the last is joined to the first.
    #[serde(default)]
    pub closed: bool,
}

/// A polygon in the plane z = 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolygonShape {
    /// The corners, m, in either direction.
    #[schemars(extend("unit" = "m"))]
    pub outline: Vec<[f64; 2]>,
    /// The corners of its holes, m.
    #[serde(default)]
    #[schemars(extend("unit" = "m"))]
    pub holes: Vec<Vec<[f64; 2]>>,
    /// Edge length, m.
    #[schemars(extend("unit" = "m"))]
    pub edge: f64,
}

/// A flat shape of triangles, stretched along z.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtrudeShape {
    /// The flat shape.
    pub shape: Box<Shape>,
    /// Length along z, m.
    #[schemars(extend("unit" = "m"))]
    pub depth: f64,
    /// Number of cells along z.
    #[serde(default = "one")]
    pub layers: u32,
}

fn one() -> u32 {
    1
}

/// A profile of straight lines, turned about y.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LatheShape {
    /// Radius and y of each point, m; closed where the first or last has the radius 0. Normals point outward where it
    /// runs upward.
    #[schemars(extend("unit" = "m"))]
    pub profile: Vec<[f64; 2]>,
    /// Distance between neighbouring points, m.
    #[schemars(extend("unit" = "m"))]
    pub spacing: f64,
}

/// One part of a mesh file: a volume, a solid, an object by name; a panel of a garment by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PieceShape {
    /// The mesh file.
    pub file: String,
    /// The name of a group of the file: its elements are the piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of a connected piece of triangles, by the order of their first vertices, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// With `number`: leaves out triangles whose border is closer than this to that of another piece, m: panels that were sewn until
    /// they touch come apart.
    #[serde(default)]
    #[schemars(extend("unit" = "m"))]
    pub cut: f64,
}

/// A closed surface to be filled with tets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TetrahedralizeShape {
    /// The surface file (.obj, .stl, .ply).
    pub file: String,
    /// Edge length of the tets, m, before `scale`.
    #[schemars(extend("unit" = "m"))]
    pub size: f64,
    /// Parts and gaps of the surface that are too thin for tets of this size.
    #[serde(default)]
    pub thin: ThinSpec,
}

/// A closed surface to be covered by tets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverShape {
    /// The surface: a file (.obj, .stl, .ply), or any other shape; of a solid shape its surface.
    pub surface: Box<Shape>,
    /// Edge length of the tets, m, before `scale`.
    #[schemars(extend("unit" = "m"))]
    pub size: f64,
}

/// Parts and gaps of a surface that are too thin for its tets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThinSpec {
    /// Nothing is filled, and each of them is named.
    #[default]
    Refuse,
    /// The size is lowered until all of them are there.
    Keep,
    /// They are left out.
    Cut,
}

/// A mesh written in place: points and the elements over them, numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MeshShape {
    /// Positions, m.
    #[schemars(extend("unit" = "m"))]
    pub points: Vec<Triple>,
    /// Tets; the mesh is a solid if there are any.
    pub tets: Vec<[u32; 4]>,
    /// Triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Free segments.
    pub segments: Vec<[u32; 2]>,
    /// Whether the points that no element names are there for themselves.
    pub free_points: bool,
}

impl Shape {
    /// The mesh file, if it comes from one.
    pub fn file(&self) -> Option<&str> {
        match self {
            Shape::File(file) | Shape::EdgesOf(file) | Shape::PointsOf(file) => Some(file),
            Shape::Tetrahedralize(t) => Some(&t.file),
            Shape::Piece(p) => Some(&p.file),
            Shape::Extrude(e) => e.shape.file(),
            Shape::Cover(c) => c.surface.file(),
            _ => None,
        }
    }

    /// The mesh file, to be changed.
    pub fn file_mut(&mut self) -> Option<&mut String> {
        match self {
            Shape::File(file) | Shape::EdgesOf(file) | Shape::PointsOf(file) => Some(file),
            Shape::Tetrahedralize(t) => Some(&mut t.file),
            Shape::Piece(p) => Some(&mut p.file),
            Shape::Extrude(e) => e.shape.file_mut(),
            Shape::Cover(c) => c.surface.file_mut(),
            _ => None,
        }
    }
}
