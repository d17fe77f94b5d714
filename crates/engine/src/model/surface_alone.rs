//! A model that is a surface and nothing else.

use tangency_geometry::Vec3;

use super::{Body, ContactSurface, Dependents, Elements, Friction, FrictionTable, Model};
use crate::settings::Settings;

impl Model {
    /// The model of a surface alone, at rest at `rest` (m): one body without elements, whose vertices weigh 1 kg each and rub
    /// with a coefficient of 1. For those who bring their own dynamics: nothing is checked, and reaches are as
    /// `settings` say of the diagonal of all vertices (see `with_own_reach` of the contact models).
    pub fn of_surface(rest: Vec<Vec3>, surface: ContactSurface, settings: Settings) -> Self {
        let count = rest.len();
        let start = rest.first().copied().unwrap_or_default();
        let (low, high) = rest
            .iter()
            .fold((start, start), |(low, high), x| (low.inf(x), high.sup(x)));
        let diagonal = (high - low).norm();
        let rubbing = FrictionTable {
            default: 1.0,
            ..FrictionTable::default()
        };
        Model {
            mass: vec![1.0; count],
            bodies: vec![Body {
                name: "mesh".to_owned(),
                vertices: 0..count as u32,
                is_obstacle: false,
                density: 0.0,
                uv: Vec::new(),
            }],
            body_of: vec![0; count],
            is_obstacle: vec![false; count],
            thickness: vec![0.0; count],
            rest,
            dependents: Dependents::default(),
            elements: Elements::default(),
            plane: None,
            surface,
            half_spaces: Vec::new(),
            boundary: Vec::new(),
            schedule: Default::default(),
            loads: Vec::new(),
            friction: Friction::new(&rubbing, 1, 0),
            gravity: Vec3::zeros(),
            dhat: settings.dhat.resolve(diagonal),
            newton_tolerance: settings.newton_tolerance.resolve(diagonal),
            epsv: settings.epsv.resolve(diagonal),
            diagonal,
            settings,
            mean_mass: 1.0,
            ogc: None,
        }
    }
}
