//! Two ribbons loosely intertwined as a reef knot (Codimensional IPC 2021, section 6.8), ready to be pulled tight.
//!
//! Each ribbon is a flat strip swept along a smooth curve X(s): x(s, t) = X(s) + t d(s) with d the unit vector across.
//! Its two legs are mirror images about z = 0; the second ribbon is the first turned by 180 degrees about z. The
//! bight of the first lies over the legs of the second, its legs run under them and then over the bight of the second.

mod leg;

use super::GenerateError;
use super::check::positive;
use super::clearance::closest;
use super::cloth::{ClothParameters, cloth};
use crate::{SurfaceMesh, Vec3};
use leg::Leg;

/// Two ribbons around the origin; the ends of the first reach out to +x, those of the second to -x, at y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RibbonKnotParameters {
    /// Width of each ribbon, m.
    pub width: f64,
    /// Length of each ribbon along its middle, m; the knot alone takes about 29.3 widths times the looseness.
    pub length: f64,
    /// Distance between neighbouring points, m, at most a third of the width.
    pub spacing: f64,
    /// Size of the knot, at least 1; the strip is strained by at most 0.18 over this factor.
    pub looseness: f64,
    /// The ribbons must stay at least this far from each other and from themselves, m; at a looseness of 1 they keep
    /// about 0.35 widths.
    pub gap: f64,
}

impl Default for RibbonKnotParameters {
    /// Ribbons of 10 cm x 4 m, about 2 x 5 200 points.
    fn default() -> Self {
        Self {
            width: 0.1,
            length: 4.0,
            spacing: 0.01,
            looseness: 1.0,
            gap: 0.01,
        }
    }
}

/// The two ribbons, the first one's points and triangles first.
pub fn ribbon_knot(p: &RibbonKnotParameters) -> Result<SurfaceMesh, GenerateError> {
    let strip = strip(p)?;
    let leg = Leg::new(p)?;
    let first: Vec<Vec3> = strip.points.iter().map(|q| leg.place(q.x, q.z)).collect();
    let second = first.iter().map(|x| Vec3::new(-x.x, -x.y, x.z));
    let points = first.iter().copied().chain(second).collect();
    let mesh = SurfaceMesh::from_triangles(points, twice(&strip));
    check_gap(p, &mesh, &strip)?;
    Ok(mesh)
}

/// The same two ribbons laid flat in the xz plane, 2 widths apart along z: their shape at rest.
pub fn ribbon_knot_flat(p: &RibbonKnotParameters) -> Result<SurfaceMesh, GenerateError> {
    let strip = strip(p)?;
    let beside = |side: f64| {
        strip
            .points
            .iter()
            .map(move |q| q + Vec3::z() * (side * p.width))
    };
    let points = beside(-1.0).chain(beside(1.0)).collect();
    Ok(SurfaceMesh::from_triangles(points, twice(&strip)))
}

/// The flat strip: s along x, t along z.
fn strip(p: &RibbonKnotParameters) -> Result<SurfaceMesh, GenerateError> {
    const SHAPE: &str = "ribbon knot";
    let lengths = [
        ("width", p.width),
        ("length", p.length),
        ("spacing", p.spacing),
        ("looseness", p.looseness),
        ("gap", p.gap),
    ];
    positive(SHAPE, &lengths)?;
    if p.looseness < 1.0 {
        let reason = format!("looseness is {}, it must be at least 1", p.looseness);
        return Err(GenerateError::Conflict {
            shape: SHAPE,
            reason,
        });
    }
    cloth(&ClothParameters {
        size: [p.length, p.width],
        spacing: p.spacing,
        ..ClothParameters::default()
    })
}

/// The triangles of two ribbons.
fn twice(strip: &SurfaceMesh) -> Vec<[u32; 3]> {
    let n = strip.points.len() as u32;
    let second = strip.triangles.iter().map(|t| t.map(|v| v + n));
    strip.triangles.iter().copied().chain(second).collect()
}

/// Parts of a ribbon that are near in the flat strip are near in the knot; all others must keep the gap.
fn check_gap(
    p: &RibbonKnotParameters,
    mesh: &SurfaceMesh,
    strip: &SurfaceMesh,
) -> Result<(), GenerateError> {
    let n = strip.points.len() as u32;
    let near = 4.0 * p.gap + 4.0 * p.spacing;
    let apart = |a: u32, b: u32| {
        let [from, to] = [a, b].map(|v| strip.points[(v % n) as usize]);
        (a < n) != (b < n) || (from - to).norm() > near
    };
    let Some(distance) = closest(mesh, p.gap, apart) else {
        return Ok(());
    };
    let reason = format!(
        "the ribbons come as close as {distance} m, a gap of {} m was asked for: raise the looseness or the width, or lower the gap",
        p.gap
    );
    Err(GenerateError::Conflict {
        shape: "ribbon knot",
        reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::check_cloth;
    use crate::generate::measure::quality;
    use crate::topology::unique_edges;

    fn coarse(looseness: f64) -> RibbonKnotParameters {
        RibbonKnotParameters {
            length: 3.5 * looseness,
            spacing: 0.033,
            looseness,
            gap: 0.03 * looseness,
            ..RibbonKnotParameters::default()
        }
    }

    #[test]
    fn ribbons_are_little_strained() {
        for looseness in [1.0, 1.5] {
            let p = coarse(looseness);
            let (mesh, flat) = (ribbon_knot(&p).unwrap(), ribbon_knot_flat(&p).unwrap());
            check_cloth(&mesh).unwrap();
            check_cloth(&flat).unwrap();
            assert_eq!(mesh.triangles, flat.triangles);
            assert!((flat.area() / (2.0 * p.length * p.width) - 1.0).abs() < 1e-12);
            assert!((mesh.area() / flat.area() - 1.0).abs() < 0.02);
            let length = |m: &SurfaceMesh, [a, b]: [u32; 2]| {
                (m.points[a as usize] - m.points[b as usize]).norm()
            };
            for edge in unique_edges(&mesh.triangles) {
                let stretch = length(&mesh, edge) / length(&flat, edge);
                assert!(
                    (stretch - 1.0).abs() < 0.18 / looseness,
                    "{edge:?}: {stretch}"
                );
            }
            let (angles, edges) = quality(&mesh);
            assert!(angles[0] > 20.0 && angles[1] < 125.0, "{angles:?}");
            assert!(edges[0] > 0.4 * p.spacing && edges[1] < 1.9 * p.spacing);
        }
    }

    #[test]
    fn ribbons_keep_their_gap() {
        let p = coarse(1.0);
        let mesh = ribbon_knot(&p).unwrap();
        assert_eq!(mesh, ribbon_knot(&p).unwrap());
        let n = mesh.points.len() as u32 / 2;
        let nearest = closest(&mesh, 0.1, |a, b| (a < n) != (b < n)).unwrap();
        assert!(nearest > p.gap && nearest < 0.06, "{nearest}");
        // Too much to ask for: the error says how close they come.
        let wide = RibbonKnotParameters { gap: 0.06, ..p };
        let message = ribbon_knot(&wide).unwrap_err().to_string();
        assert!(message.contains(&format!("{nearest}")), "{message}");
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = coarse(1.0);
        let refused = |p: RibbonKnotParameters, why: &str| {
            let message = ribbon_knot(&p).unwrap_err().to_string();
            assert!(message.contains(why), "{message}");
        };
        refused(RibbonKnotParameters { length: 2.0, ..p }, "too short");
        refused(
            RibbonKnotParameters {
                looseness: 0.5,
                ..p
            },
            "looseness",
        );
        refused(RibbonKnotParameters { spacing: 0.05, ..p }, "spacings");
        refused(RibbonKnotParameters { gap: 0.0, ..p }, "gap");
    }
}
