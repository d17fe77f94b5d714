//! Sharp features of a surface at rest: edges where it bends, corners where such edges end, meet or turn.
//!
//! Where a mesh is refined, the lengths in the weights shrink with its edges, but not those of sharp features: a corner
//! stays one corner (Huang et al. 2025, section 5.3.6).

use tangency_geometry::Vec3;

use super::rings::Rings;
use crate::model::Model;

/// A surface is sharp where its normal, or a sharp edge its direction, turns by more: cos 40°.
const STRAIGHT: f64 = 0.766;

/// Sharpness of a surface at a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sharpness {
    /// Between faces, in the plane between edges, that hardly bend.
    Smooth,
    /// On a sharp edge, with the mean length of its two parts, m.
    OnEdge(f64),
    /// A corner.
    Corner,
}

/// Sharp features of a model.
pub struct Sharp<'a> {
    model: &'a Model,
    rings: &'a Rings,
}

impl<'a> Sharp<'a> {
    /// The sharp features of a model's rest state.
    pub fn new(model: &'a Model, rings: &'a Rings) -> Self {
        Sharp { model, rings }
    }

    /// Sharpness of the surface at vertex `v`.
    pub fn sharpness(&self, v: u32) -> Sharpness {
        let around = self.rings.around(v).iter();
        let planar = self.model.plane.is_some();
        let mut ends = around
            .filter(|&&w| planar || self.is_sharp(self.rings.edge([v, w])))
            .map(|&w| self.rest(w) - self.rest(v));
        match (ends.next(), ends.next(), ends.next()) {
            (None, ..) if !planar => Sharpness::Smooth,
            (Some(a), Some(b), None) if is_straight(&-a, &b) => {
                if planar {
                    Sharpness::Smooth
                } else {
                    Sharpness::OnEdge(0.5 * (a.norm() + b.norm()))
                }
            }
            _ => Sharpness::Corner,
        }
    }

    /// Whether the surface bends at an edge in space, or is not two faces there.
    pub fn is_sharp(&self, edge: u32) -> bool {
        let [a, b] = self.model.surface.edges[edge as usize];
        let &[c, d] = self.rings.beside(edge) else {
            return true;
        };
        let along = self.rest(b) - self.rest(a);
        let normal = |o: u32| along.cross(&(self.rest(o) - self.rest(a)));
        !is_straight(&normal(c), &-normal(d))
    }

    fn rest(&self, v: u32) -> Vec3 {
        self.model.rest[v as usize]
    }
}

fn is_straight(a: &Vec3, b: &Vec3) -> bool {
    a.dot(b) > STRAIGHT * a.norm() * b.norm()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::Material;
    use crate::{ModelBuilder, Solid};
    use tangency_geometry::generate::{BoxParameters, cuboid};

    /// A box of 2 x 2 x 2 cells: 8 corners, 12 points between them on its edges, 6 in its faces, one within.
    #[test]
    fn a_box_has_corners_edges_and_faces() {
        let size = Vec3::new(0.2, 0.4, 0.6);
        let mesh = cuboid(&BoxParameters {
            size,
            cells: [2, 2, 2],
            ..BoxParameters::default()
        })
        .expect("a box");
        let mut builder = ModelBuilder::new();
        builder.add_solid(Solid {
            name: "box".to_owned(),
            velocity: vec![Vec3::zeros(); mesh.points.len()],
            mesh,
            material: Material::default(),
            offset: 0.0,
        });
        let (model, _) = builder.build().expect("a valid scene");
        let rings = Rings::new(&model);
        let sharp = Sharp::new(&model, &rings);
        let mut counts = [0; 4];
        for (v, x) in model.rest.iter().enumerate() {
            let is_at_end: [bool; 3] =
                std::array::from_fn(|k| (x[k].abs() - 0.5 * size[k]).abs() < 1e-9);
            let ends = is_at_end.iter().filter(|&&is_at_end| is_at_end).count();
            counts[ends] += 1;
            match (ends, sharp.sharpness(v as u32)) {
                (0 | 1, kind) => assert_eq!(kind, Sharpness::Smooth, "{x}"),
                (2, Sharpness::OnEdge(length)) => {
                    let along = is_at_end.iter().position(|is_at_end| !is_at_end);
                    assert!((length - 0.5 * size[along.unwrap()]).abs() < 1e-9, "{x}");
                }
                (_, kind) => assert_eq!((ends, kind), (3, Sharpness::Corner), "{x}"),
            }
        }
        assert_eq!(counts, [1, 6, 12, 8]);
    }
}
