//! The parameters of the generators of cloth, rods and grains, and of obstacles for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tangency_geometry::generate;

use super::mirror::{shapes, words};

words! {
    /// Pattern of the triangles of cloth.
    ClothPattern {
        /// Nearly equilateral triangles that prefer no direction.
        Unstructured,
        /// Squares cut in two, their diagonals mirrored from cell to cell.
        Alternating,
        /// Squares cut in two along the same diagonal.
        Aligned,
    }
    /// Stacking of noodles.
    NoodleLay {
        /// Upright side by side.
        Upright,
        /// In layers, along x and along z by turns.
        Crossed,
        /// In such layers, each noodle laid to and fro.
        ZigZag,
    }
    /// Packing of grains.
    Packing {
        /// On a cubic grid.
        Cubic,
        /// In hexagonal layers above each other's gaps.
        Hexagonal,
    }
}

shapes! {
    /// A rectangle of cloth in the xz plane, centred, normal up.
    ClothShape = ClothParameters {
        /// Lengths along x and z, m.
        size: [f64; 2] [m],
        /// Distance between neighbouring points, m.
        spacing: f64 [m],
        /// Radius of rounded corners, m; zero for sharp ones.
        corner_radius: f64 [m],
        /// Pattern of the triangles.
        pattern: ClothPattern,
    }
    /// An open cylinder of cloth about y, centred.
    ClothTubeShape = ClothTubeParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Length along y, m.
        length: f64 [m],
        /// Distance between neighbouring points, m.
        spacing: f64 [m],
    }
    /// Two ribbons, loosely tied in a reef knot, their ends along x.
    RibbonKnotShape = RibbonKnotParameters {
        /// Width of each ribbon, m.
        width: f64 [m],
        /// Length of each ribbon along its middle, m.
        length: f64 [m],
        /// Distance between neighbouring points, m.
        spacing: f64 [m],
        /// Size of the knot, at least 1.
        looseness: f64,
        /// Distance that the ribbons keep at least, m.
        gap: f64 [m],
    }
    /// A straight strand.
    StrandShape = StrandParameters {
        /// Length, m.
        length: f64 [m],
        /// Number of segments.
        segments: u32,
    }
    /// Parallel strands, as in a lock of hair.
    StrandBundleShape = StrandBundleParameters {
        /// Number of strands.
        count: u32,
        /// Distance between neighbouring strands, middle to middle, m.
        gap: f64 [m],
        /// Length of each strand, m.
        length: f64 [m],
        /// Number of segments of each strand.
        segments: u32,
        /// Whether the strands hang down from y = 0; otherwise they lie along x, centred.
        hanging: bool,
    }
    /// A helix about y, centred.
    CoilShape = CoilParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Height that one turn climbs, m.
        pitch: f64 [m],
        /// Number of turns.
        turns: f64,
        /// Number of segments in a turn.
        segments_per_turn: u32,
    }
    /// A stack of noodles about y, its lowest point at y = 0.
    NoodlesShape = NoodleStackParameters {
        /// Number of noodles.
        count: u32,
        /// Noodles in a layer (crossed and zig-zag).
        per_layer: u32,
        /// Length of each noodle, m.
        length: f64 [m],
        /// Number of segments of each noodle.
        segments: u32,
        /// Distance between neighbouring noodles, middle to middle, m.
        spacing: f64 [m],
        /// Length of each straight part of a zig-zag noodle, m.
        run: f64 [m],
        /// Stacking of the noodles.
        lay: NoodleLay,
    }
    /// Rods woven into a net in the xz plane, centred.
    NetShape = NetParameters {
        /// Number of rods along x, and along z.
        rods: [u32; 2],
        /// Distance between neighbouring rods, m.
        spacing: f64 [m],
        /// Amplitude of the weave, m.
        amplitude: f64 [m],
        /// Number of segments from crossing to crossing; even.
        segments_per_cell: u32,
    }
    /// Knitted fabric in the xz plane, centred: every row a yarn along x.
    KnitShape = KnitParameters {
        /// Number of loops in a row.
        loops: u32,
        /// Number of rows.
        rows: u32,
        /// Distance between neighbouring loops of a row, m; yarns keep a fifth of it from one another.
        pitch: f64 [m],
        /// Number of segments of a loop; at least 12.
        segments: u32,
    }
    /// A T-shirt that lies in the xz plane, its neck towards -z.
    ShirtShape = ShirtParameters {
        /// Width of the body, m.
        width: f64 [m],
        /// Length of the body along z, m.
        length: f64 [m],
        /// Length of each sleeve along x, m.
        sleeve: f64 [m],
        /// Width of a sleeve along z, m; less than the length of the body.
        opening: f64 [m],
        /// Width of the neck, m; less than that of the body.
        neck: f64 [m],
        /// Distance between neighbouring points, m.
        spacing: f64 [m],
        /// Distance between front and back, m.
        gap: f64 [m],
    }
    /// Single segments in all directions on a grid, centred.
    SprinklesShape = SprinklesParameters {
        /// Number of segments along x, y and z.
        counts: [u32; 3],
        /// Length of each segment, m.
        length: f64 [m],
        /// Smallest distance between two segments, m.
        thickness: f64 [m],
        /// Another seed gives other directions.
        seed: u64,
    }
    /// Points in a box or a column, centred.
    GrainsShape = GrainsParameters {
        /// Number of points along x, y and z.
        counts: [u32; 3],
        /// Distance between neighbours, m.
        spacing: f64 [m],
        /// Largest shift of each point, m.
        jitter: f64 [m],
        /// Packing of the grains.
        packing: Packing,
        /// Whether only the points within the largest upright cylinder are kept.
        round: bool,
        /// Another seed gives other shifts.
        seed: u64,
    }
    /// A spherical bowl about y, its rim at y = 0.
    RoundBowlShape = RoundBowlParameters {
        /// Inner radius of the rim, m.
        radius: f64 [m],
        /// Inner depth below the rim, m.
        depth: f64 [m],
        /// Thickness of the wall, m; zero for the inner surface alone.
        wall: f64 [m],
        /// Distance between neighbouring points, m.
        spacing: f64 [m],
    }
    /// A round table top with a rounded edge about y, its top at y = 0.
    TableShape = TableParameters {
        /// Radius, m.
        radius: f64 [m],
        /// Thickness, m.
        thickness: f64 [m],
        /// Radius of the rounded edge, m.
        edge_radius: f64 [m],
        /// Distance between neighbouring points, m.
        spacing: f64 [m],
    }
}
