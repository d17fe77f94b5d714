//! The parameters of the generators as a scene writes them; their defaults are the
//! generators' own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tangency_geometry::generate;

use super::mirror::{shapes, words};

words! {
    /// Which way the diagonals of neighbouring cells run.
    Diagonals {
        /// The same way in every cell.
        Aligned,
        /// Mirrored from cell to cell.
        Alternating,
        /// Away from the centre.
        Radial,
    }
    /// Which elements of a surface are left.
    Keep {
        /// All of it.
        Triangles,
        /// Only the edges of its triangles.
        Edges,
        /// Only the corners of its triangles.
        Points,
    }
    /// Form of a creature.
    CreatureKind {
        /// Upright, facing +z, arms raised to both sides, legs apart, with a tail.
        Biped,
        /// Long along x, nose at +x, with fins and a fluke.
        Swimmer,
        /// A large head with ears over eight arms.
        Octopod,
    }
}

shapes! {
    /// A box around the origin.
    BoxShape = BoxParameters {
        /// Side lengths, m.
        size: [f64; 3] [m],
        /// Number of cells along x, y and z.
        cells: [u32; 3],
        /// Which way the diagonals run.
        diagonals: Diagonals,
    }
    /// A mat in the xz plane, one layer of cells thick.
    MatShape = MatParameters {
        /// Lengths along x and z, m.
        size: [f64; 2] [m],
        /// Thickness along y, m.
        thickness: f64 [m],
        /// Number of points N along x and M along z.
        points: [u32; 2],
        /// Which way the diagonals run.
        diagonals: Diagonals,
    }
    /// A bar of square section along x.
    RodShape = RodParameters {
        /// Length along x, m.
        length: f64 [m],
        /// Side of the square section, m.
        width: f64 [m],
        /// Number n of cells along the bar.
        cells_along: u32,
        /// Number m of cells across, in y and in z.
        cells_across: u32,
    }
    /// A ball around the origin.
    BallShape = BallParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Number n of cells across the diameter.
        cells_across: u32,
    }
    /// A golf ball around the origin.
    GolfBallShape = GolfBallParameters {
        /// Radius without dimples, m.
        radius: f64 [m],
        /// Number of dimples.
        dimples: u32,
        /// Radius of a dimple along the surface, m; dimples do not overlap.
        dimple_radius: f64 [m],
        /// Depth of a dimple at its middle, m.
        dimple_depth: f64 [m],
        /// Number n of cells across the core; the surface has twice as many.
        cells_across: u32,
    }
    /// A ball with tendrils all over it, around the origin.
    SquishyBallShape = SquishyBallParameters {
        /// Radius of the core, m.
        core_radius: f64 [m],
        /// Length of a tendril, m.
        tendril_length: f64 [m],
        /// Diameter of a tendril where it grows out of the core, m.
        tendril_width: f64 [m],
        /// Diameter of a tendril at its tip, m.
        tip_width: f64 [m],
        /// Bend of the tendrils, from 0 (straight) to below 1 (neighbours could touch).
        sway: f64,
        /// Number m of tendrils along each side of the cube that is bent to the core; 6 m^2 in all.
        tendrils_across: u32,
        /// Number c of cells across a tendril.
        cells_across: u32,
        /// Number l of cells along a tendril.
        cells_along: u32,
    }
    /// A smooth creature with limbs, around the origin.
    CreatureShape = CreatureParameters {
        /// Form of the creature.
        kind: CreatureKind,
        /// Height, of a swimmer its length, m.
        size: f64 [m],
        /// Number of lattice cells along its size, at least 24.
        cells: u32,
    }
    /// One stone of a masonry arch in the xy plane, in its place.
    ArchStoneShape = ArchStoneParameters {
        /// Height of the centre line, m.
        height: f64 [m],
        /// Distance between the ends of the centre line, m.
        span: f64 [m],
        /// Thickness at the crown, in the plane of the arch, m.
        thickness: f64 [m],
        /// Depth at the crown, along z, m.
        depth: f64 [m],
        /// Area of the section at the base over that at the crown, from 1 to 10.
        taper: f64,
        /// Number of stones.
        stones: u32,
        /// Which stone this is, from 0 at the left base.
        stone: u32,
        /// Distance between the faces of neighbouring stones, and of the base above y = 0, m.
        gap: f64 [m],
        /// Whether the base is cut level, to stand on a floor, and not square to the centre line.
        level_base: bool,
        /// Number of cells along the arch, through its thickness and along z.
        cells: [u32; 3],
    }
    /// A closed cylinder about y, centred, smooth or ridged.
    RollerShape = RollerParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Length along y, m.
        length: f64 [m],
        /// Height by which every other line of points along the roller stands out, m; zero for a smooth roller.
        ridge_height: f64 [m],
        /// Number s of cells around; even where there are ridges.
        segments: u32,
        /// Number m of cells along y.
        cells_along: u32,
        /// Which elements are left.
        keep: Keep,
    }
    /// A cylinder that narrows to a nozzle into a box with a hole in each other side; the box is centred.
    PressShape = PressParameters {
        /// Radius of the cylinder, m.
        cylinder_radius: f64 [m],
        /// Length of the cylinder along y, m.
        cylinder_length: f64 [m],
        /// Length of the cone from the cylinder to the nozzle, m.
        cone_length: f64 [m],
        /// Radius of the nozzle, m.
        nozzle_radius: f64 [m],
        /// Side of the box, m.
        box_size: f64 [m],
        /// Radius of the five holes of the box, m.
        hole_radius: f64 [m],
        /// Number of cells around; a multiple of eight.
        segments: u32,
        /// Number of cells along the cylinder.
        cells_cylinder: u32,
        /// Number of cells along the cone.
        cells_cone: u32,
        /// Number of cells from each hole to the edges of the box.
        cells_box: u32,
    }
    /// A cylinder about y, centred.
    CylinderShape = CylinderParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Height along y, m.
        height: f64 [m],
        /// Number n of cells across the diameter.
        cells_across: u32,
        /// Number m of cells along y.
        cells_along: u32,
    }
    /// A hollow cylinder about y, centred.
    TubeShape = TubeParameters {
        /// Radius of the hole, m.
        inner_radius: f64 [m],
        /// Outer radius, m.
        outer_radius: f64 [m],
        /// Height along y, m.
        height: f64 [m],
        /// Number c of cells through the wall.
        cells_through: u32,
        /// Number s of cells around.
        segments: u32,
        /// Number m of cells along y.
        cells_along: u32,
    }
    /// A cone or frustum about y, centred.
    ConeShape = ConeParameters {
        /// Radius at the bottom, m.
        bottom_radius: f64 [m],
        /// Radius at the top, m; zero for a tip.
        top_radius: f64 [m],
        /// Height along y, m.
        height: f64 [m],
        /// Number n of cells across the diameter.
        cells_across: u32,
        /// Number m of layers along y; at least 2 for a tip.
        cells_along: u32,
    }
    /// A torus about z.
    TorusShape = TorusParameters {
        /// Radius of the centre line, m.
        major_radius: f64 [m],
        /// Radius of the section, m.
        minor_radius: f64 [m],
        /// Number s of cells around the ring.
        segments: u32,
        /// Number n of cells across the section.
        cells_across: u32,
    }
    /// A chain link: two half rings joined by straight bars along y.
    LinkShape = LinkParameters {
        /// Radius of the centre line of the half rings, m.
        major_radius: f64 [m],
        /// Radius of the section, m.
        minor_radius: f64 [m],
        /// Length of each straight bar along y, m.
        straight_length: f64 [m],
        /// Number of cells along each half ring.
        arc_segments: u32,
        /// Number of cells along each bar.
        straight_segments: u32,
        /// Number n of cells across the section.
        cells_across: u32,
    }
    /// A hollow ball around the origin.
    HollowBallShape = HollowBallParameters {
        /// Outer radius, m.
        radius: f64 [m],
        /// Thickness of the wall, m.
        thickness: f64 [m],
        /// Number f of triangles along each edge of the icosahedron.
        frequency: u32,
        /// Number of cells through the wall.
        layers: u32,
    }
    /// A hollow torus about z.
    HollowTorusShape = HollowTorusParameters {
        /// Radius of the centre line, m.
        major_radius: f64 [m],
        /// Outer radius of the section, m.
        minor_radius: f64 [m],
        /// Thickness of the wall, m.
        thickness: f64 [m],
        /// Number of cells around the ring.
        segments: u32,
        /// Number of cells around the section.
        cells_around: u32,
        /// Number of cells through the wall.
        layers: u32,
    }
    /// A round block about y, below or above a saddle surface, in its place.
    SaddleBlockShape = SaddleBlockParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Height from the flat end to the mean of the saddle, m.
        height: f64 [m],
        /// Amplitude of the saddle at the rim, m, below the height.
        amplitude: f64 [m],
        /// Number of rises: 2 is a horse's saddle, 3 a monkey's.
        legs: u32,
        /// Whether the block lies above the surface.
        upper: bool,
        /// Distance by which the upper block is lifted off the surface, m.
        gap: f64 [m],
        /// Number of cells across the diameter.
        cells_across: u32,
        /// Number of cells along y.
        cells_along: u32,
        /// Narrowing g of the cells around the axis and at the saddle, to 1 - g of their width, from 0 to below 1.
        grading: f64,
    }
    /// A square pyramid on y = 0, tip up.
    SpikeShape = SpikeParameters {
        /// Side of the base, along x and z, m.
        width: f64 [m],
        /// Height of the tip above the base, m.
        height: f64 [m],
        /// Number of times that every tet is cut into eight.
        refinements: u32,
    }
    /// A roof on y = 0 with its ridge along z.
    WedgeShape = WedgeParameters {
        /// Width of the base along x, m.
        width: f64 [m],
        /// Height of the ridge, m.
        height: f64 [m],
        /// Length along z, m.
        length: f64 [m],
        /// Number of times that every tet is cut into eight.
        refinements: u32,
    }
    /// A sphere around the origin.
    SphereShape = SphereParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Number f of triangles along each edge of the icosahedron.
        frequency: u32,
    }
    /// A rectangle in the xz plane, normal up.
    PlaneShape = PlaneParameters {
        /// Lengths along x and z, m.
        size: [f64; 2] [m],
        /// Numbers n and m of cells along x and z.
        cells: [u32; 2],
    }
    /// An open cylinder about y, centred, normals away from the axis.
    PipeShape = PipeParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Height along y, m.
        height: f64 [m],
        /// Number of cells around.
        segments: u32,
        /// Number of cells along y.
        cells_along: u32,
    }
    /// An open cone about y, its wide end on top, that may run on into a spout.
    FunnelShape = FunnelParameters {
        /// Radius at the top, m.
        top_radius: f64 [m],
        /// Radius at the bottom and of the spout, m.
        bottom_radius: f64 [m],
        /// Height of the cone along y, m.
        height: f64 [m],
        /// Length of the spout, m; zero for none.
        spout_length: f64 [m],
        /// Number of cells around.
        segments: u32,
        /// Number of cells along the cone, and along the spout.
        cells_along: u32,
    }
    /// The lower half of an ellipsoid about y, its rim at y = 0, normals away from the inside.
    BowlShape = BowlParameters {
        /// Radius of the rim, m.
        radius: f64 [m],
        /// Depth of the lowest point below the rim, m.
        depth: f64 [m],
        /// Number of cells around.
        segments: u32,
        /// Number of rings from the lowest point to the rim.
        rings: u32,
    }
    /// A truncated pyramid: a square top with slopes falling off on all sides.
    CliffShape = CliffParameters {
        /// Side of the top square, m.
        top_width: f64 [m],
        /// Side of the bottom square, m.
        bottom_width: f64 [m],
        /// Height along y, m.
        height: f64 [m],
    }
    /// A block with a V-shaped crack along z in its top.
    CrackShape = CrackParameters {
        /// Side lengths of the block, m.
        size: [f64; 3] [m],
        /// Width of the crack at the top, m.
        crack_width: f64 [m],
        /// Depth of the crack, m.
        crack_depth: f64 [m],
    }
    /// A block with a square pit in its top.
    HoleShape = HoleParameters {
        /// Side lengths of the block, m.
        size: [f64; 3] [m],
        /// Side of the pit, m.
        hole_width: f64 [m],
        /// Depth of the pit, m.
        hole_depth: f64 [m],
    }
    /// A block whose flat top is cut by edges that run in many directions.
    InternalEdgesShape = InternalEdgesParameters {
        /// Side lengths of the block, m.
        size: [f64; 3] [m],
        /// Number of cells along x and z.
        cells: [u32; 2],
        /// Distance by which the points inside the top are moved in its plane, in cells, from 0 to below 0.25.
        skew: f64,
    }
    /// Upright rectangles (two triangles each) side by side along x.
    BladesShape = BladesParameters {
        /// Number of blades.
        count: u32,
        /// Distance from blade to blade along x, m.
        spacing: f64 [m],
        /// Length of each blade along z, m.
        length: f64 [m],
        /// Height of each blade along y, m.
        height: f64 [m],
    }
    /// A regular grid of free points, centred.
    PointGridShape = PointGridParameters {
        /// Number of points along x, y and z.
        counts: [u32; 3],
        /// Distances along x, y and z, m.
        spacing: [f64; 3] [m],
    }
    /// A regular grid of upright needles, centred.
    SegmentGridShape = SegmentGridParameters {
        /// Number of needles along x and z.
        counts: [u32; 2],
        /// Distances along x and z, m.
        spacing: [f64; 2] [m],
        /// Height of each needle along y, m.
        height: f64 [m],
    }
}
