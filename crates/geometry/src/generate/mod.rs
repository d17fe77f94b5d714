//! Shapes made from numbers: solids as tets, thin bodies and obstacles as triangles, segments and points.
//!
//! Every generator is a pure function of a small parameter struct. Shapes are centred at the origin unless
//! their description says otherwise; y is up, round shapes turn about y, rings lie in the xy plane. Solids are
//! positively oriented and conforming, with a closed manifold boundary; closed obstacles are outward oriented. Bodies of
//! planar scenes lie in the plane z = 0, counter-clockwise.

mod arch;
mod ball;
mod blocks;
mod check;
mod clearance;
mod cloth;
mod cloth_tube;
mod codimensional;
mod creature;
mod cuboid;
mod cylinder;
mod disc;
mod golf;
mod graded;
mod grains;
mod grid;
mod hollow;
mod knit;
#[cfg(test)]
mod measure;
mod noodles;
mod patch;
mod planar;
mod pointed;
mod press;
mod prisms;
mod random;
mod refine;
mod ribbon;
mod ring;
mod roller;
mod saddle;
mod sheet;
mod shirt;
mod size;
mod sphere;
mod squishy;
mod strands;
mod triangulation;
mod turned;

pub use arch::{ArchStoneParameters, arch_stone};
pub use ball::{BallParameters, ball};
pub use blocks::{
    CliffParameters, CrackParameters, HoleParameters, InternalEdgesParameters, cliff, crack, hole,
    internal_edges,
};
pub use check::GenerateError;
pub use cloth::{ClothParameters, ClothPattern, card, cloth, cloth_spacing};
pub use cloth_tube::{ClothTubeParameters, cloth_tube};
pub use codimensional::{
    BladesParameters, PointGridParameters, SegmentGridParameters, TriangleParameters, blades,
    point_grid, polyline, segment_grid, triangle,
};
pub use creature::{CreatureKind, CreatureParameters, creature};
pub use cuboid::{
    BoxParameters, MatParameters, RodParameters, cuboid, cuboid_surface, mat, rod, unit_cube,
};
pub use cylinder::{
    ConeParameters, CylinderParameters, TubeParameters, cone, cone_surface, cylinder,
    cylinder_surface, tube, tube_surface,
};
pub use golf::{GolfBallParameters, golf_ball};
pub use grains::{GrainsParameters, Packing, SprinklesParameters, grains, sprinkles};
pub use grid::Diagonals;
pub use hollow::{HollowBallParameters, HollowTorusParameters, hollow_ball, hollow_torus};
pub use knit::{KnitParameters, knit};
pub use noodles::{NetParameters, NoodleLay, NoodleStackParameters, net, noodle_stack};
pub use planar::{
    ChiParameters, DiscParameters, NotchedBlockParameters, RectangleParameters,
    SlitBlockParameters, SquircleParameters, chi, disc, notched_block, polygon, rectangle,
    slit_block, squircle,
};
pub use pointed::{
    SpikeParameters, TetParameters, WedgeParameters, regular_tet, spike, spike_surface, tet, wedge,
    wedge_surface,
};
pub use press::{PressParameters, press};
pub use prisms::extrude;
pub use refine::refine;
pub use ribbon::{RibbonKnotParameters, ribbon_knot, ribbon_knot_flat};
pub use ring::{LinkParameters, TorusParameters, link, link_surface, torus, torus_surface};
pub use roller::{Keep, RollerParameters, keep, roller};
pub use saddle::{SaddleBlockParameters, saddle_block};
pub use sheet::{
    BowlParameters, FunnelParameters, PipeParameters, PlaneParameters, bowl, funnel, pipe, plane,
};
pub use shirt::{ShirtParameters, shirt};
pub use size::{PointCount, lathe_points, polygon_points, refined_points};
pub use sphere::{SphereParameters, sphere_surface};
pub use squishy::{SquishyBallParameters, squishy_ball};
pub use strands::{
    CoilParameters, StrandBundleParameters, StrandParameters, coil, strand, strand_bundle,
};
pub use turned::{RoundBowlParameters, TableParameters, lathe, round_bowl, table};
