use super::super::*;
use super::{PointCount, lathe_points, polygon_points, refined_points};
use crate::{SurfaceMesh, TetMesh};

/// A mesh by its number of points.
trait Counted {
    fn points(&self) -> usize;
}

impl Counted for TetMesh {
    fn points(&self) -> usize {
        self.points.len()
    }
}

impl Counted for SurfaceMesh {
    fn points(&self) -> usize {
        self.points.len()
    }
}

/// A count may be high, but never much too low: what is made must fit where it was said to fit.
fn hold(name: &str, count: f64, mesh: &impl Counted) {
    let made = mesh.points() as f64;
    assert!(
        count >= 0.8 * made,
        "{name}: {made} points, counted {count}"
    );
    assert!(
        count <= 4.0 * made + 100.0,
        "{name}: {made} points, counted {count}"
    );
}

macro_rules! check {
    ($($generator:ident($($parameters:expr),+);)*) => {$(
        for p in [$($parameters),+] {
            hold(stringify!($generator), p.point_count(), &$generator(&p).expect(stringify!($generator)));
        }
    )*};
}

#[test]
fn counts_are_those_of_the_meshes() {
    check! {
        cuboid(BoxParameters::default(), BoxParameters { cells: [1, 7, 12], ..Default::default() });
        mat(MatParameters::default());
        rod(RodParameters::default());
        ball(BallParameters { cells_across: 3, ..Default::default() }, BallParameters::default());
        golf_ball(GolfBallParameters { cells_across: 6, ..Default::default() });
        squishy_ball(SquishyBallParameters::default(), SquishyBallParameters { cells_along: 20, ..Default::default() });
        arch_stone(ArchStoneParameters { cells: [4, 5, 6], ..Default::default() });
        cylinder(CylinderParameters::default());
        tube(TubeParameters::default());
        cone(ConeParameters::default());
        torus(TorusParameters::default());
        link(LinkParameters::default());
        hollow_ball(HollowBallParameters::default());
        hollow_torus(HollowTorusParameters::default());
        saddle_block(SaddleBlockParameters::default());
        spike(SpikeParameters { refinements: 4, ..Default::default() });
        wedge(WedgeParameters { refinements: 3, ..Default::default() });
        sphere_surface(SphereParameters::default());
        roller(RollerParameters::default());
        press(PressParameters::default(), PressParameters { cells_box: 9, cells_cone: 7, ..Default::default() });
        plane(PlaneParameters::default());
        pipe(PipeParameters::default());
        funnel(FunnelParameters::default(), FunnelParameters { spout_length: 0.0, ..Default::default() });
        bowl(BowlParameters::default());
        cliff(CliffParameters::default());
        crack(CrackParameters::default());
        hole(HoleParameters::default());
        internal_edges(InternalEdgesParameters { cells: [9, 14], ..Default::default() });
        blades(BladesParameters::default());
        point_grid(PointGridParameters::default());
        segment_grid(SegmentGridParameters::default());
    }
}

#[test]
fn counts_are_those_of_thin_and_flat_meshes() {
    check! {
        cloth(
            ClothParameters::default(),
            ClothParameters { pattern: ClothPattern::Aligned, ..Default::default() },
            ClothParameters { size: [2.0, 0.1], spacing: 0.02, ..Default::default() }
        );
        cloth_tube(ClothTubeParameters::default());
        ribbon_knot(RibbonKnotParameters::default());
        strand(StrandParameters::default());
        strand_bundle(StrandBundleParameters::default());
        coil(CoilParameters::default());
        noodle_stack(NoodleStackParameters::default());
        net(NetParameters::default());
        knit(KnitParameters::default());
        shirt(ShirtParameters::default(), ShirtParameters { spacing: 0.005, ..Default::default() });
        sprinkles(SprinklesParameters { counts: [3, 4, 5], ..Default::default() });
        grains(GrainsParameters { counts: [10, 11, 12], ..Default::default() });
        round_bowl(
            RoundBowlParameters::default(),
            RoundBowlParameters { spacing: 0.01, wall: 0.0, ..Default::default() }
        );
        table(TableParameters::default(), TableParameters { spacing: 0.01, ..Default::default() });
        squircle(SquircleParameters::default(), SquircleParameters { corner_edge: 0.002, ..Default::default() });
        disc(DiscParameters::default(), DiscParameters { hole_radius: 0.2, edge: 0.02, ..Default::default() });
        slit_block(
            SlitBlockParameters::default(),
            SlitBlockParameters { slit_width: 1e-4, round: true, ..Default::default() }
        );
        notched_block(
            NotchedBlockParameters::default(),
            NotchedBlockParameters { tip_edge: 1e-4, growth: 0.1, ..Default::default() }
        );
        rectangle(RectangleParameters::default(), RectangleParameters { levels: 12, ..Default::default() });
        chi(ChiParameters::default(), ChiParameters { edge: 0.02, cusp_edge: 0.001, ..Default::default() });
    }
    let profile = [[0.0, 0.0], [0.4, 0.1], [0.3, 0.9]];
    for spacing in [0.3, 0.02] {
        hold(
            "lathe",
            lathe_points(&profile, spacing),
            &lathe(&profile, spacing).unwrap(),
        );
    }
    let (outline, holes) = (
        [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
        [vec![[0.2, 0.2], [0.3, 0.2], [0.2, 0.3]]],
    );
    let made = polygon(&outline, &holes, 0.03).unwrap();
    hold("polygon", polygon_points(&outline, &holes, 0.03), &made);
}

#[test]
fn refinement_is_counted_and_never_overflows() {
    let mut mesh = unit_cube().unwrap();
    let (points, tets) = (mesh.points.len() as f64, mesh.tets.len() as f64);
    for refinements in 1..=4 {
        mesh = refine(&mesh);
        hold("refine", refined_points(points, tets, refinements), &mesh);
    }
    assert!(refined_points(points, tets, u32::MAX) > 1e300);
    let many = StrandBundleParameters {
        count: u32::MAX,
        segments: u32::MAX,
        ..Default::default()
    };
    assert!(many.point_count() > 1e19);
    let cloth = ClothParameters {
        size: [1e300; 2],
        spacing: 1e-300,
        ..Default::default()
    };
    assert_eq!(cloth.point_count(), f64::INFINITY);
    // Nonsense counts as little: the generator says what is wrong with it.
    let cloth = ClothParameters {
        spacing: 0.0,
        ..Default::default()
    };
    assert!(cloth.point_count() < 10.0);
}
