//! The parameters of the generators as a scene writes them; their defaults are the
//! generators' own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tangency_geometry::generate;

/// Which way the diagonals of neighbouring cells run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Diagonals {
    /// The same way in every cell.
    Aligned,
    /// Mirrored from cell to cell.
    Alternating,
    /// Away from the centre.
    Radial,
}

impl From<generate::Diagonals> for Diagonals {
    fn from(diagonals: generate::Diagonals) -> Self {
        match diagonals {
            generate::Diagonals::Aligned => Diagonals::Aligned,
            generate::Diagonals::Alternating => Diagonals::Alternating,
            generate::Diagonals::Radial => Diagonals::Radial,
        }
    }
}

impl From<Diagonals> for generate::Diagonals {
    fn from(diagonals: Diagonals) -> Self {
        match diagonals {
            Diagonals::Aligned => generate::Diagonals::Aligned,
            Diagonals::Alternating => generate::Diagonals::Alternating,
            Diagonals::Radial => generate::Diagonals::Radial,
        }
    }
}

/// A shape of the language for each parameter struct of a generator: the same fields, readable
/// from a scene, with the generator's defaults.
macro_rules! shapes {
    ($($(#[$about:meta])* $shape:ident = $parameters:ident { $($(#[$doc:meta])* $field:ident: $kind:ty,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $shape { $($(#[$doc])* pub $field: $kind,)* }

        impl Default for $shape {
            fn default() -> Self {
                let defaults = generate::$parameters::default();
                Self { $($field: defaults.$field.into(),)* }
            }
        }

        impl From<$shape> for generate::$parameters {
            fn from(shape: $shape) -> Self {
                Self { $($field: shape.$field.into(),)* }
            }
        }
    )*};
}

shapes! {
    /// A box around the origin.
    BoxShape = BoxParameters {
        /// Side lengths, m.
        size: [f64; 3],
        /// Number of cells along x, y and z.
        cells: [u32; 3],
        /// Which way the diagonals run.
        diagonals: Diagonals,
    }
    /// A mat in the xz plane, one layer of cells thick.
    MatShape = MatParameters {
        /// Lengths along x and z, m.
        size: [f64; 2],
        /// Thickness along y, m.
        thickness: f64,
        /// Number of points N along x and M along z.
        points: [u32; 2],
        /// Which way the diagonals run.
        diagonals: Diagonals,
    }
    /// A bar of square section along x.
    RodShape = RodParameters {
        /// Length along x, m.
        length: f64,
        /// Side of the square section, m.
        width: f64,
        /// Number n of cells along the bar.
        cells_along: u32,
        /// Number m of cells across, in y and in z.
        cells_across: u32,
    }
    /// A ball around the origin.
    BallShape = BallParameters {
        /// Radius, m.
        radius: f64,
        /// Number n of cells across the diameter.
        cells_across: u32,
    }
    /// A cylinder about y, centred.
    CylinderShape = CylinderParameters {
        /// Radius, m.
        radius: f64,
        /// Height along y, m.
        height: f64,
        /// Number n of cells across the diameter.
        cells_across: u32,
        /// Number m of cells along y.
        cells_along: u32,
    }
    /// A hollow cylinder about y, centred.
    TubeShape = TubeParameters {
        /// Radius of the hole, m.
        inner_radius: f64,
        /// Outer radius, m.
        outer_radius: f64,
        /// Height along y, m.
        height: f64,
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
        bottom_radius: f64,
        /// Radius at the top, m; zero for a tip.
        top_radius: f64,
        /// Height along y, m.
        height: f64,
        /// Number n of cells across the diameter.
        cells_across: u32,
        /// Number m of layers along y; at least 2 for a tip.
        cells_along: u32,
    }
    /// A torus about z.
    TorusShape = TorusParameters {
        /// Radius of the centre line, m.
        major_radius: f64,
        /// Radius of the section, m.
        minor_radius: f64,
        /// Number s of cells around the ring.
        segments: u32,
        /// Number n of cells across the section.
        cells_across: u32,
    }
    /// A chain link: two half rings joined by straight bars along y.
    LinkShape = LinkParameters {
        /// Radius of the centre line of the half rings, m.
        major_radius: f64,
        /// Radius of the section, m.
        minor_radius: f64,
        /// Length of each straight bar along y, m.
        straight_length: f64,
        /// Number of cells along each half ring.
        arc_segments: u32,
        /// Number of cells along each bar.
        straight_segments: u32,
        /// Number n of cells across the section.
        cells_across: u32,
    }
    /// A square pyramid on y = 0, tip up.
    SpikeShape = SpikeParameters {
        /// Side of the base, along x and z, m.
        width: f64,
        /// Height of the tip above the base, m.
        height: f64,
        /// How often every tet is cut into eight.
        refinements: u32,
    }
    /// A roof on y = 0 with its ridge along z.
    WedgeShape = WedgeParameters {
        /// Width of the base along x, m.
        width: f64,
        /// Height of the ridge, m.
        height: f64,
        /// Length along z, m.
        length: f64,
        /// How often every tet is cut into eight.
        refinements: u32,
    }
    /// A sphere around the origin.
    SphereShape = SphereParameters {
        /// Radius, m.
        radius: f64,
        /// Number f of triangles along each edge of the icosahedron.
        frequency: u32,
    }
    /// A rectangle in the xz plane, normal up.
    PlaneShape = PlaneParameters {
        /// Lengths along x and z, m.
        size: [f64; 2],
        /// Numbers n and m of cells along x and z.
        cells: [u32; 2],
    }
    /// An open cylinder about y, centred, normals away from the axis.
    PipeShape = PipeParameters {
        /// Radius, m.
        radius: f64,
        /// Height along y, m.
        height: f64,
        /// Number of cells around.
        segments: u32,
        /// Number of cells along y.
        cells_along: u32,
    }
    /// An open cone about y, its wide end on top, that may run on into a spout.
    FunnelShape = FunnelParameters {
        /// Radius at the top, m.
        top_radius: f64,
        /// Radius at the bottom and of the spout, m.
        bottom_radius: f64,
        /// Height of the cone along y, m.
        height: f64,
        /// Length of the spout, m; zero for none.
        spout_length: f64,
        /// Number of cells around.
        segments: u32,
        /// Number of cells along the cone, and along the spout.
        cells_along: u32,
    }
    /// The lower half of an ellipsoid about y, its rim at y = 0, normals away from the inside.
    BowlShape = BowlParameters {
        /// Radius of the rim, m.
        radius: f64,
        /// Depth of the lowest point below the rim, m.
        depth: f64,
        /// Number of cells around.
        segments: u32,
        /// Number of rings from the lowest point to the rim.
        rings: u32,
    }
    /// A truncated pyramid: a square top with slopes falling off on all sides.
    CliffShape = CliffParameters {
        /// Side of the top square, m.
        top_width: f64,
        /// Side of the bottom square, m.
        bottom_width: f64,
        /// Height along y, m.
        height: f64,
    }
    /// A block with a V-shaped crack along z in its top.
    CrackShape = CrackParameters {
        /// Side lengths of the block, m.
        size: [f64; 3],
        /// Width of the crack at the top, m.
        crack_width: f64,
        /// Depth of the crack, m.
        crack_depth: f64,
    }
    /// A block with a square pit in its top.
    HoleShape = HoleParameters {
        /// Side lengths of the block, m.
        size: [f64; 3],
        /// Side of the pit, m.
        hole_width: f64,
        /// Depth of the pit, m.
        hole_depth: f64,
    }
    /// A block whose flat top is cut by edges that run in many directions.
    InternalEdgesShape = InternalEdgesParameters {
        /// Side lengths of the block, m.
        size: [f64; 3],
        /// Number of cells along x and z.
        cells: [u32; 2],
        /// How far the points inside the top are moved in its plane, in cells, from 0 to below 0.25.
        skew: f64,
    }
    /// Upright rectangles (two triangles each) side by side along x.
    BladesShape = BladesParameters {
        /// Number of blades.
        count: u32,
        /// Distance from blade to blade along x, m.
        spacing: f64,
        /// Length of each blade along z, m.
        length: f64,
        /// Height of each blade along y, m.
        height: f64,
    }
    /// A regular grid of free points, centred.
    PointGridShape = PointGridParameters {
        /// Number of points along x, y and z.
        counts: [u32; 3],
        /// Distances along x, y and z, m.
        spacing: [f64; 3],
    }
    /// A regular grid of upright needles, centred.
    SegmentGridShape = SegmentGridParameters {
        /// Number of needles along x and z.
        counts: [u32; 2],
        /// Distances along x and z, m.
        spacing: [f64; 2],
        /// Height of each needle along y, m.
        height: f64,
    }
}
