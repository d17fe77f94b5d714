//! The parameters of the generators of flat bodies for planar scenes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tangency_geometry::generate;

use super::mirror::shapes;

shapes! {
    /// A square with rounded corners in the plane z = 0, long edges along its sides and short ones around its corners.
    SquircleShape = SquircleParameters {
        /// Width and height, m.
        side: f64 [m],
        /// Radius of the corners, m, below half the side.
        corner_radius: f64 [m],
        /// Longest edge, in the straight parts and inside, m.
        edge: f64 [m],
        /// Edge around the corners, m.
        corner_edge: f64 [m],
        /// By how much edges get longer per metre from the corners.
        growth: f64,
    }
    /// A disc in the plane z = 0, or a ring where it has a hole.
    DiscShape = DiscParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Radius of the hole in its middle, m; zero for none.
        hole_radius: f64 [m],
        /// Edge length, m.
        edge: f64 [m],
    }
    /// A rectangle in the plane z = 0 with a slit from the middle of its upper side downward.
    SlitBlockShape = SlitBlockParameters {
        /// Width and height, m.
        size: [f64; 2] [m],
        /// Width of the slit, m; as thin as one likes.
        slit_width: f64 [m],
        /// Depth of the slit, m.
        slit_depth: f64 [m],
        /// Whether the slit ends in a half circle; otherwise in one edge across.
        round: bool,
        /// Longest edge, m.
        edge: f64 [m],
        /// By how much edges get longer per metre from the end of the slit.
        growth: f64,
    }
    /// A rectangle in the plane z = 0 with a notch in the middle of its upper side.
    NotchedBlockShape = NotchedBlockParameters {
        /// Width and height, m.
        size: [f64; 2] [m],
        /// Width of the notch at the upper side, m.
        notch_width: f64 [m],
        /// Depth of the notch, m, down to its tip.
        notch_depth: f64 [m],
        /// Radius of the tip, m; zero for a sharp one.
        tip_radius: f64 [m],
        /// Longest edge, m.
        edge: f64 [m],
        /// Edge at the tip, m.
        tip_edge: f64 [m],
        /// By how much edges get longer per metre from the tip.
        growth: f64,
    }
    /// A rectangle in the plane z = 0, refined around one point.
    RectangleShape = RectangleParameters {
        /// Width and height, m.
        size: [f64; 2] [m],
        /// Numbers of cells along x and y.
        cells: [u32; 2],
        /// The point it is refined around, from -1 (left, below) to 1 (right, above).
        refine_at: [f64; 2],
        /// Number of times that edges at that point are halved.
        levels: u32,
    }
    /// Two curved strips in the plane z = 0, back to back, that meet in two cusps, between plates.
    ChiShape = ChiParameters {
        /// Width, m.
        width: f64 [m],
        /// Height over all, m.
        height: f64 [m],
        /// Thickness of the strips, m.
        thickness: f64 [m],
        /// Thickness of the plates above and below, m; zero for none.
        plate: f64 [m],
        /// Distance between the tips of the two cusps, m: the lower, the narrower they are.
        neck: f64 [m],
        /// Edge length, m.
        edge: f64 [m],
        /// Edge at the tips of the cusps, m.
        cusp_edge: f64 [m],
    }
}
