//! Strain and stress of tets, planar triangles and shells.

use nalgebra::Matrix3x2;
use rayon::prelude::*;
use tangency_formulas::Mat3;
use tangency_formulas::elastic::svd2::svd2;
use tangency_formulas::elastic::svd3::svd3;
use tangency_formulas::elastic::{FixedCorotated, MembraneEnergy, NeoHookean, SolidEnergy};
use tangency_geometry::Vec3;
use tangency_geometry::field::{FieldArray, FieldLocation};

use super::{FieldKind, LoadedState};
use crate::energy::{MembraneDensity, SOFTEST};
use crate::material::Elasticity;
use crate::model::{PlaneBatch, TetBatch};

/// A deformed element: deformation gradient, first Piola-Kirchhoff stress (Pa) and energy density (J/m³).
enum DeformedElement {
    Solid(Mat3<f64>, Mat3<f64>, f64),
    Sheet(Matrix3x2<f64>, Matrix3x2<f64>, f64),
}

/// A field of tets and of triangles.
pub fn fields(loaded: &LoadedState, kind: FieldKind) -> Vec<FieldArray> {
    let (elements, x) = (&loaded.model.elements, &loaded.state.x[..]);
    let tets = (elements.tets.iter()).flat_map(|batch| {
        let all = (0..batch.stencils.len()).into_par_iter().with_min_len(256);
        all.map(|e| row(&tet(batch, e, x), kind))
            .collect::<Vec<_>>()
    });
    let plane = (elements.plane.iter()).flat_map(|batch| {
        let all = 0..batch.stencils.len();
        all.map(|e| row(&plane(batch, e, x), kind))
            .collect::<Vec<_>>()
    });
    let stiffness = loaded
        .forces
        .and_then(|forces| forces.strain_limit_stiffness);
    let sheets = (0..elements.triangles.triangles.len()).into_par_iter();
    let sheets = sheets.with_min_len(256).map(|e| {
        let f = elements.triangles.deformation_gradient(e, x);
        let density =
            MembraneDensity::of(elements.triangles.sheet(e), stiffness.unwrap_or(SOFTEST));
        row(
            &DeformedElement::Sheet(f, density.stress(&f), density.energy(&f)),
            kind,
        )
    });
    let triangles = plane.chain(sheets.collect::<Vec<_>>());
    [
        gathered(FieldLocation::Tet, kind, tets),
        gathered(FieldLocation::Triangle, kind, triangles),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Shape and numbers of one entry.
type Row = (&'static [usize], Vec<f64>);

fn gathered(
    location: FieldLocation,
    kind: FieldKind,
    rows: impl Iterator<Item = Row>,
) -> Option<FieldArray> {
    let mut field: Option<FieldArray> = None;
    for (shape, row) in rows {
        let field = field.get_or_insert_with(|| FieldArray {
            location,
            name: kind.word().to_owned(),
            shape: shape.to_vec(),
            values: Vec::new(),
        });
        field.values.extend(row);
    }
    field
}

fn tet(batch: &TetBatch, e: usize, x: &[Vec3]) -> DeformedElement {
    let corners = batch.stencils[e].each_ref().map(|&v| &x[v as usize]);
    let f = batch.rest[e].deformation_gradient(corners);
    solid(batch.elasticity, batch.mu[e], batch.lambda[e], f)
}

/// A triangle in plane strain: nothing stretches along z, but there is stress.
fn plane(batch: &PlaneBatch, e: usize, x: &[Vec3]) -> DeformedElement {
    let corners = batch.stencils[e].each_ref().map(|&v| &x[v as usize]);
    let inside = batch.rest[e].deformation_gradient(corners);
    let mut f = Mat3::identity();
    f.fixed_view_mut::<2, 2>(0, 0).copy_from(&inside);
    solid(batch.elasticity, batch.mu[e], batch.lambda[e], f)
}

fn solid(elasticity: Elasticity, mu: f64, lambda: f64, f: Mat3<f64>) -> DeformedElement {
    let (stress, energy) = match elasticity {
        Elasticity::NeoHookean => {
            let density = NeoHookean { mu, lambda };
            (density.stress(&f), density.energy(&f))
        }
        Elasticity::FixedCorotated => {
            let density = FixedCorotated { mu, lambda };
            (density.stress(&f), density.energy(&f))
        }
    };
    DeformedElement::Solid(f, stress, energy)
}

impl DeformedElement {
    /// Cauchy stress, Pa.
    fn cauchy(&self) -> Mat3<f64> {
        match self {
            DeformedElement::Solid(f, stress, _) => stress * f.transpose() / f.determinant(),
            DeformedElement::Sheet(f, stress, _) => {
                let area = f.column(0).cross(&f.column(1)).norm();
                stress * f.transpose() / area
            }
        }
    }

    fn energy(&self) -> f64 {
        match self {
            DeformedElement::Solid(.., energy) | DeformedElement::Sheet(.., energy) => *energy,
        }
    }
}

/// √(3/2 s:s) with the deviator s of a stress.
fn von_mises(stress: &Mat3<f64>) -> f64 {
    let deviator = stress - Mat3::identity() * (stress.trace() / 3.0);
    (1.5 * deviator.norm_squared()).sqrt()
}

/// The numbers of a matrix by rows.
fn by_rows<const R: usize, const C: usize>(matrix: &nalgebra::SMatrix<f64, R, C>) -> Vec<f64> {
    matrix.transpose().as_slice().to_vec()
}

fn row(element: &DeformedElement, kind: FieldKind) -> Row {
    match (kind, element) {
        (FieldKind::CauchyStress, element) => (&[3, 3], by_rows(&element.cauchy())),
        (FieldKind::VonMises, element) => (&[], vec![von_mises(&element.cauchy())]),
        (FieldKind::EnergyDensity, element) => (&[], vec![element.energy()]),
        (FieldKind::GreenStrain, DeformedElement::Solid(f, ..)) => {
            let strain = (f.transpose() * f - Mat3::identity()) * 0.5;
            (&[3, 3], by_rows(&strain))
        }
        (FieldKind::GreenStrain, DeformedElement::Sheet(f, ..)) => {
            let strain = (f.transpose() * f - nalgebra::Matrix2::identity()) * 0.5;
            (&[2, 2], by_rows(&strain))
        }
        (FieldKind::PrincipalStretches, DeformedElement::Solid(f, ..)) => {
            let mut stretches: Vec<f64> = svd3(f).sigma.iter().map(|s| s.abs()).collect();
            stretches.sort_by(|a, b| b.total_cmp(a));
            (&[3], stretches)
        }
        (FieldKind::PrincipalStretches, DeformedElement::Sheet(f, ..)) => {
            (&[2], svd2(f).sigma.as_slice().to_vec())
        }
        (_, DeformedElement::Solid(f, ..)) => (&[3, 3], by_rows(f)),
        (_, DeformedElement::Sheet(f, ..)) => (&[3, 2], by_rows(f)),
    }
}
