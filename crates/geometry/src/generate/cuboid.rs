//! Boxes and what is made of them: a mat (one layer of cells) and a square bar.

use super::GenerateError;
use super::check::{at_least, positive};
use super::grid::{Diagonals, Grid, centred};
use crate::{SurfaceMesh, TetMesh, Vec3};

/// A box around the origin; (nx + 1)(ny + 1)(nz + 1) points, 6 nx ny nz tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxParameters {
    /// Side lengths, m.
    pub size: Vec3,
    /// Number of cells along x, y and z.
    pub cells: [u32; 3],
    /// Which way the diagonals run.
    pub diagonals: Diagonals,
}

impl Default for BoxParameters {
    /// The unit cube in one cell.
    fn default() -> Self {
        Self {
            size: Vec3::repeat(1.0),
            cells: [1; 3],
            diagonals: Diagonals::default(),
        }
    }
}

/// A mat in the xz plane, one layer of cells thick; 2 N M points, 6 (N - 1)(M - 1) tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatParameters {
    /// Lengths along x and z, m.
    pub size: [f64; 2],
    /// Thickness along y, m.
    pub thickness: f64,
    /// Number of points N along x and M along z.
    pub points: [u32; 2],
    /// Which way the diagonals run.
    pub diagonals: Diagonals,
}

impl Default for MatParameters {
    /// 40 x 40 points over one square metre, 8 mm thick.
    fn default() -> Self {
        Self {
            size: [1.0; 2],
            thickness: 0.008,
            points: [40; 2],
            diagonals: Diagonals::default(),
        }
    }
}

/// A bar of square section along x; (n + 1)(m + 1)^2 points, 6 n m^2 tets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RodParameters {
    /// Length along x, m.
    pub length: f64,
    /// Side of the square section, m.
    pub width: f64,
    /// Number n of cells along the bar.
    pub cells_along: u32,
    /// Number m of cells across, in y and in z.
    pub cells_across: u32,
}

impl Default for RodParameters {
    /// A 1 m bar, 4 cm wide, of 100 x 4 x 4 cells.
    fn default() -> Self {
        Self {
            length: 1.0,
            width: 0.04,
            cells_along: 100,
            cells_across: 4,
        }
    }
}

/// A solid box.
///
/// ```
/// use tangency_geometry::{Vec3, generate::{BoxParameters, cuboid}};
///
/// let size = Vec3::new(1.0, 2.0, 3.0);
/// let mesh = cuboid(&BoxParameters { size, cells: [2, 4, 6], ..BoxParameters::default() })?;
/// assert_eq!(mesh.points.len(), 3 * 5 * 7);
/// assert!((mesh.volume() - 6.0).abs() < 1e-12);
/// # Ok::<(), tangency_geometry::generate::GenerateError>(())
/// ```
pub fn cuboid(p: &BoxParameters) -> Result<TetMesh, GenerateError> {
    box_grid("box", p.size, p.cells, p.diagonals)
}

/// The boundary of [`cuboid`].
pub fn cuboid_surface(p: &BoxParameters) -> Result<SurfaceMesh, GenerateError> {
    Ok(cuboid(p)?.surface())
}

/// The smallest unit cube: 8 points, 6 tets.
pub fn unit_cube() -> Result<TetMesh, GenerateError> {
    cuboid(&BoxParameters {
        diagonals: Diagonals::Aligned,
        ..BoxParameters::default()
    })
}

/// A solid mat.
pub fn mat(p: &MatParameters) -> Result<TetMesh, GenerateError> {
    at_least(
        "mat",
        2,
        &[
            ("points along x", p.points[0]),
            ("points along z", p.points[1]),
        ],
    )?;
    positive(
        "mat",
        &[
            ("size along x", p.size[0]),
            ("size along z", p.size[1]),
            ("thickness", p.thickness),
        ],
    )?;
    let size = Vec3::new(p.size[0], p.thickness, p.size[1]);
    box_grid(
        "mat",
        size,
        [p.points[0] - 1, 1, p.points[1] - 1],
        p.diagonals,
    )
}

/// A solid bar of square section.
pub fn rod(p: &RodParameters) -> Result<TetMesh, GenerateError> {
    positive("rod", &[("length", p.length), ("width", p.width)])?;
    at_least(
        "rod",
        1,
        &[
            ("cells along", p.cells_along),
            ("cells across", p.cells_across),
        ],
    )?;
    let cells = [p.cells_along, p.cells_across, p.cells_across];
    box_grid(
        "rod",
        Vec3::new(p.length, p.width, p.width),
        cells,
        Diagonals::Alternating,
    )
}

fn box_grid(
    shape: &'static str,
    size: Vec3,
    cells: [u32; 3],
    diagonals: Diagonals,
) -> Result<TetMesh, GenerateError> {
    positive(
        shape,
        &[
            ("size along x", size.x),
            ("size along y", size.y),
            ("size along z", size.z),
        ],
    )?;
    at_least(
        shape,
        1,
        &[
            ("cells along x", cells[0]),
            ("cells along y", cells[1]),
            ("cells along z", cells[2]),
        ],
    )?;
    Grid::open(cells, diagonals).mesh(shape, |node| {
        Vec3::from_fn(|a, _| centred(node[a], cells[a], size[a]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::assert_sound;
    use super::*;

    #[test]
    fn counts_and_volumes() {
        let cube = unit_cube().unwrap();
        assert_sound(&cube, 0);
        assert_eq!((cube.points.len(), cube.tets.len()), (8, 6));
        assert!((cube.volume() - 1.0).abs() < 1e-15);

        let mat = mat(&MatParameters::default()).unwrap();
        assert_sound(&mat, 0);
        assert_eq!((mat.points.len(), mat.tets.len()), (3200, 9126));
        assert!((mat.volume() - 0.008).abs() < 1e-14);
        let size = mat.bounding_box().unwrap().size();
        assert!((size - Vec3::new(1.0, 0.008, 1.0)).norm() < 1e-15);

        let rod = rod(&RodParameters {
            cells_along: 30,
            cells_across: 3,
            ..RodParameters::default()
        })
        .unwrap();
        assert_sound(&rod, 0);
        assert_eq!((rod.points.len(), rod.tets.len()), (31 * 16, 6 * 270));
        assert!((rod.volume() - 0.0016).abs() < 1e-15);
        assert!(rod.bounding_box().unwrap().center().norm() < 1e-15);
    }

    #[test]
    fn surface_of_a_box() {
        let p = BoxParameters {
            size: Vec3::new(1.0, 2.0, 3.0),
            cells: [2, 3, 4],
            ..BoxParameters::default()
        };
        let surface = cuboid_surface(&p).unwrap();
        assert_eq!(surface.triangles.len(), 4 * (6 + 12 + 8));
        assert!((surface.volume() - 6.0).abs() < 1e-14);
        assert!((surface.area() - 22.0).abs() < 1e-13);
    }

    #[test]
    fn impossible_parameters_are_named() {
        let p = BoxParameters {
            cells: [1, 0, 1],
            ..BoxParameters::default()
        };
        let error = cuboid(&p).unwrap_err().to_string();
        assert_eq!(error, "box: cells along y is 0, it must be at least 1");
        let p = MatParameters {
            thickness: -0.1,
            ..MatParameters::default()
        };
        assert!(matches!(
            mat(&p),
            Err(GenerateError::NotPositive {
                parameter: "thickness",
                ..
            })
        ));
        let p = MatParameters {
            points: [1, 5],
            ..MatParameters::default()
        };
        assert!(matches!(
            mat(&p),
            Err(GenerateError::TooFew { least: 2, .. })
        ));
        let p = RodParameters {
            length: f64::NAN,
            ..RodParameters::default()
        };
        assert!(rod(&p).is_err());
    }
}
