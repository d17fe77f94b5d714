//! From the derivatives by hinges and plates to those by the materials and rest positions of shells.

use tangency_engine::model::{GivenBody, HINGE_SHARE, ShellRest, ShellSides};
use tangency_engine::{BendingKind, Model, Shell, Vec3};
use tangency_formulas::Dual;
use tangency_formulas::elastic::hinge::{self, RestHinge};
use tangency_formulas::elastic::plate::ANGLES;
use tangency_formulas::elastic::{Patch, RestPlate, rigidity};

use super::bending::BendingSlopes;
use super::shells::{DualVector, RestPoints, scatter_slopes, variable, variables};
use crate::gradient::Gradient;

/// Variables of a triangle of a plate: the positions of its corners, of those across, and of those across its neighbours.
const PLATE: usize = 36;

/// What is asked for, beside derivatives by moduli and thickness.
#[derive(Clone, Copy)]
pub struct ShellWishes {
    /// By Poisson's ratio.
    pub poisson: bool,
    /// By rest positions.
    pub rest: bool,
}

/// Places of the next shell's elements among those of the model.
#[derive(Clone, Copy, Default)]
pub struct ShellPlaces {
    /// Triangles before it.
    pub triangles: usize,
    hinges: usize,
    plates: usize,
    plate_hinges: usize,
}

/// A shell that bends, and what was found of it.
pub struct BentShell<'a> {
    /// The model.
    pub model: &'a Model,
    /// The shell.
    pub origin: &'a GivenBody<Shell>,
    /// The derivatives by all elements.
    pub slopes: &'a BendingSlopes,
    /// What is asked for.
    pub wishes: ShellWishes,
}

impl BentShell<'_> {
    fn body(&self) -> usize {
        self.model.body_of[self.origin.first as usize] as usize
    }

    /// Adds the derivatives by material and rest shape, and goes on to the places of the next shell.
    pub fn finish(&self, places: &mut ShellPlaces, out: &mut Gradient) {
        let shell = &*self.origin.body;
        let triangles = &shell.mesh.triangles;
        // The builder has refused what has none.
        if shell.material.bending > 0.0
            && let (Ok(sides), Ok(rest)) = (ShellSides::of(triangles), ShellRest::of(shell))
        {
            match shell.material.bending_kind {
                BendingKind::Hinges => {
                    self.finish_hinges(places.hinges, &sides, out);
                    places.hinges += sides.hinges.len();
                }
                BendingKind::Plate => {
                    let all = &self.model.elements.plates.triangles[places.plates..];
                    let end = (places.triangles + triangles.len()) as u32;
                    let count = all.partition_point(|&t| t < end);
                    self.finish_plates(*places, count, (&sides, &rest), out);
                    self.finish_angles(places.plate_hinges, (&sides, &rest), out);
                    places.plates += count;
                    places.plate_hinges += sides.hinges.len();
                }
            }
        }
        places.triangles += triangles.len();
    }

    /// The energy is as large as E b t³; `work` is the derivative by its logarithm: shares that triangles have of it, and the rest
    /// by the factor and thickness.
    fn by_rigidity(&self, work: f64, triangles: &[usize], out: &mut Gradient) {
        let (body, material) = (self.body(), &self.origin.body.material);
        out.bending[body] += work / material.bending;
        out.thickness[body] += 3.0 * work / material.thickness;
        let by_young = work / material.young;
        out.young[body] += by_young;
        for &t in triangles {
            out.young_by_element[body][t] += by_young / triangles.len() as f64;
        }
    }

    fn finish_hinges(&self, first: usize, sides: &ShellSides, out: &mut Gradient) {
        let (body, shell) = (self.body(), &*self.origin.body);
        let material = &shell.material;
        let points = RestPoints::of(shell).filter(|_| self.wishes.rest);
        let is_flat = ShellRest::of(shell).is_ok_and(|rest| rest.is_flat);
        let young = material.young * material.bending * HINGE_SHARE;
        let stiff = rigidity(young, material.poisson, material.thickness);
        for (k, mesh_hinge) in sides.hinges.iter().enumerate() {
            let [by_stiffness, by_angle] = self.slopes.hinges[first + k];
            let work = by_stiffness * self.model.elements.hinges.rest[first + k].stiffness;
            let nu = material.poisson;
            out.poisson[body] += work * 2.0 * nu / (1.0 - nu * nu);
            self.by_rigidity(work, &mesh_hinge.triangles.map(|t| t as usize), out);
            if let Some(points) = &points {
                let [a, b] = mesh_hinge.edge;
                let [c, d] = mesh_hinge.opposite;
                let x = variables::<4, 12>(points, [a, b, c, d]);
                let at_rest = RestHinge::new(x.each_ref(), Dual::constant(stiff));
                let mut sum = at_rest.stiffness * Dual::constant(by_stiffness);
                if !is_flat {
                    sum += at_rest.angle * Dual::constant(by_angle);
                }
                scatter_slopes(&sum, self.origin.first, [a, b, c, d], &mut out.rest_shape);
            }
        }
    }

    fn finish_plates(
        &self,
        places: ShellPlaces,
        count: usize,
        (sides, rest): (&ShellSides, &ShellRest),
        out: &mut Gradient,
    ) {
        let (body, plates) = (self.body(), &self.model.elements.plates);
        let points = RestPoints::of(&self.origin.body).filter(|_| self.wishes.rest);
        for p in places.plates..places.plates + count {
            let t = plates.triangles[p] as usize - places.triangles;
            let by_rows = &self.slopes.rows[p];
            let parts = by_rows.iter().zip(&plates.rest[p].rows);
            let squares = parts.flat_map(|(by, row)| by.iter().zip(row).map(|(by, r)| by * r));
            // The rows are as large as √(E b t³).
            self.by_rigidity(0.5 * squares.sum::<f64>(), &[t], out);
            if self.wishes.poisson {
                let [poisson] = Dual::variables([self.origin.body.material.poisson]);
                let plate = self.plate((sides, rest), t, poisson, |_, x| x.map(Dual::constant));
                out.poisson[body] += along(plate, by_rows).slopes[0];
            }
            if let Some(points) = &points {
                let nodes = nodes(&self.origin.body.mesh.triangles, sides, t);
                let place = |v: u32, x: Vec3| match nodes.iter().position(|&node| node == v) {
                    Some(i) => variable::<PLATE>(points, v, i),
                    None => x.map(Dual::constant),
                };
                let poisson = Dual::constant(self.origin.body.material.poisson);
                let plate = self.plate((sides, rest), t, poisson, place);
                let sum = along(plate, by_rows);
                let nodes = nodes.iter().copied();
                scatter_slopes(&sum, self.origin.first, nodes, &mut out.rest_shape);
            }
        }
    }

    /// The triangle `t` of a plate in dual numbers, where `place` makes them of a vertex at rest.
    fn plate<const N: usize>(
        &self,
        (sides, rest): (&ShellSides, &ShellRest),
        t: usize,
        poisson: Dual<N>,
        place: impl Fn(u32, Vec3) -> DualVector<N>,
    ) -> Option<RestPlate<Dual<N>>> {
        let material = &self.origin.body.material;
        let triangles = &self.origin.body.mesh.triangles;
        let patch = |t: usize| {
            let corners = rest.corners(t);
            let corners = [0, 1, 2].map(|k| place(triangles[t][k], corners[k]));
            let beyond = [0, 1, 2].map(|side| {
                let v = sides.beyond(t, side)?;
                Some(place(v, rest.across(t, side, v)))
            });
            let beyond = beyond.each_ref().map(Option::as_ref);
            Patch::differentiated(corners.each_ref(), beyond, poisson)
        };
        let others = [0, 1, 2].map(|side| {
            let (other, theirs) = sides.across(t, side)?;
            Some((patch(other)?, theirs))
        });
        let neighbours = others
            .each_ref()
            .map(|other| other.as_ref().map(|(patch, theirs)| (patch, *theirs)));
        let young = Dual::constant(material.young * material.bending);
        let thickness = Dual::constant(material.thickness);
        Some(RestPlate::new(
            &patch(t)?,
            neighbours,
            young,
            poisson,
            thickness,
        ))
    }

    /// Through the angles of a curved rest shape.
    fn finish_angles(
        &self,
        first: usize,
        (sides, rest): (&ShellSides, &ShellRest),
        out: &mut Gradient,
    ) {
        let points = RestPoints::of(&self.origin.body).filter(|_| self.wishes.rest);
        let Some(points) = points.filter(|_| !rest.is_flat) else {
            return;
        };
        for (k, mesh_hinge) in sides.hinges.iter().enumerate() {
            let [a, b] = mesh_hinge.edge;
            let [c, d] = mesh_hinge.opposite;
            let x = variables::<4, 12>(&points, [a, b, c, d]);
            let by_angle = Dual::constant(self.slopes.angles[first + k]);
            let sum = hinge::angle(x.each_ref()) * by_angle;
            scatter_slopes(&sum, self.origin.first, [a, b, c, d], &mut out.rest_shape);
        }
    }
}

/// The sum of rows times the derivatives by them.
fn along<const N: usize>(
    plate: Option<RestPlate<Dual<N>>>,
    by_rows: &[[f64; ANGLES]; 3],
) -> Dual<N> {
    let mut sum = Dual::constant(0.0);
    if let Some(plate) = plate {
        for (row, by) in plate.rows.iter().flatten().zip(by_rows.iter().flatten()) {
            sum += *row * Dual::constant(*by);
        }
    }
    sum
}

/// The vertices that the bending of triangle `t` depends on at rest, each once.
fn nodes(triangles: &[[u32; 3]], sides: &ShellSides, t: usize) -> Vec<u32> {
    let mut nodes = triangles[t].to_vec();
    for side in 0..3 {
        nodes.extend(sides.beyond(t, side));
        if let Some((other, _)) = sides.across(t, side) {
            nodes.extend((0..3).filter_map(|theirs| sides.beyond(other, theirs)));
        }
    }
    let mut known = Vec::new();
    nodes.retain(|v| {
        let is_new = !known.contains(v);
        known.push(*v);
        is_new
    });
    nodes
}
