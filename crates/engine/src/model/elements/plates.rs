//! Triangles of shells that bend as plates: their hinges, and the nine that each triangle feels.

use tangency_formulas::elastic::plate::{ANGLES, RestPlate};
use tangency_formulas::elastic::{Patch, hinge};
use tangency_geometry::Vec3;
use tangency_geometry::hinges::{MeshHinge, hinges};
use tangency_geometry::topology::TopologyError;

use super::rest::ShellRest;
use crate::model::bodies::Shell;

/// In place of a hinge that is missing.
const NONE: u32 = u32::MAX;

/// Bending by curvature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plates {
    /// Edge, left vertex, right vertex of every hinge.
    pub hinges: Vec<[u32; 4]>,
    /// Angle of every hinge at rest, radians.
    pub angles: Vec<f64>,
    /// Places of every hinge among the angles of triangles: triangle and number.
    pub uses: Vec<Vec<(u32, usize)>>,
    /// Stiffness of every triangle that bends.
    pub rest: Vec<RestPlate<f64>>,
    /// Number of each of them among the triangles of shells.
    pub triangles: Vec<u32>,
    /// Hinges of every triangle that bends, as [`RestPlate`] has them.
    felt: Vec<[u32; ANGLES]>,
    /// Index in `nodes` where the vertices of each such triangle's hinges begin, and the end of the last.
    pub offsets: Vec<usize>,
    /// Vertices, each once in a triangle.
    pub nodes: Vec<u32>,
    /// Places of the vertices of its hinges among those of the triangle.
    places: Vec<[[u8; 4]; ANGLES]>,
}

impl Plates {
    /// The hinges that triangle `t` feels: number among its angles, the hinge, places of its vertices among those of
    /// the triangle.
    pub fn felt(&self, t: usize) -> impl Iterator<Item = (usize, usize, &[u8; 4])> {
        let hinges = self.felt[t].iter().zip(&self.places[t]).enumerate();
        hinges.filter_map(|(i, (&hinge, places))| {
            (hinge != NONE).then_some((i, hinge as usize, places))
        })
    }

    /// Adds the triangles of a shell whose first vertex and triangle have these numbers.
    pub fn add(
        &mut self,
        shell: &Shell,
        rest: &ShellRest,
        (first, first_triangle): (u32, u32),
    ) -> Result<(), TopologyError> {
        let triangles = &shell.mesh.triangles;
        let sides = ShellSides::of(triangles)?;
        let earlier = self.hinges.len() as u32;
        for hinge in &sides.hinges {
            let [a, b] = hinge.edge;
            let [c, d] = hinge.opposite;
            self.hinges.push([a, b, c, d].map(|v| first + v));
            self.angles.push(rest_angle(rest, hinge, &sides));
            self.uses.push(Vec::new());
        }
        let patches: Vec<Option<Patch<f64>>> = (0..triangles.len())
            .map(|t| patch(rest, t, &sides, shell.material.poisson))
            .collect();
        for t in 0..triangles.len() {
            if let Some(plate) = plate(shell, &patches, &sides, t) {
                self.triangles.push(first_triangle + t as u32);
                self.push(
                    plate,
                    sides.felt(t).map(|hinge| match hinge {
                        Some(hinge) => earlier + hinge,
                        None => NONE,
                    }),
                );
            }
        }
        Ok(())
    }

    fn push(&mut self, plate: RestPlate<f64>, felt: [u32; ANGLES]) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        let begin = self.nodes.len();
        let mut places = [[0; 4]; ANGLES];
        for (i, &hinge) in felt.iter().enumerate() {
            if hinge == NONE {
                continue;
            }
            self.uses[hinge as usize].push((self.rest.len() as u32, i));
            for (k, &v) in self.hinges[hinge as usize].iter().enumerate() {
                let known = self.nodes[begin..].iter().position(|&node| node == v);
                // Twelve at most.
                places[i][k] = known.unwrap_or(self.nodes.len() - begin) as u8;
                if known.is_none() {
                    self.nodes.push(v);
                }
            }
        }
        self.offsets.push(self.nodes.len());
        self.places.push(places);
        self.felt.push(felt);
        self.rest.push(plate);
    }
}

/// The hinges of a mesh, and which of them are at the sides of each triangle.
pub struct ShellSides {
    /// The hinges.
    pub hinges: Vec<MeshHinge>,
    /// Hinge at each side.
    at: Vec<[Option<u32>; 3]>,
}

impl ShellSides {
    /// The sides of the triangles of a mesh.
    pub fn of(triangles: &[[u32; 3]]) -> Result<Self, TopologyError> {
        Ok(Self::between(
            triangles.len(),
            hinges(triangles)?,
            triangles,
        ))
    }

    /// Those of a mesh, given its hinges.
    fn between(count: usize, hinges: Vec<MeshHinge>, triangles: &[[u32; 3]]) -> Self {
        let mut at = vec![[None; 3]; count];
        for (hinge, number) in hinges.iter().zip(0..) {
            for (&t, start) in hinge.triangles.iter().zip(hinge.edge) {
                let corners = triangles[t as usize];
                if let Some(side) = corners.iter().position(|&v| v == start) {
                    at[t as usize][side] = Some(number);
                }
            }
        }
        ShellSides { hinges, at }
    }

    /// The triangle across a side, and its number of that side.
    pub fn across(&self, t: usize, side: usize) -> Option<(usize, usize)> {
        let number = self.at[t][side]?;
        let [a, b] = self.hinges[number as usize].triangles.map(|t| t as usize);
        let other = if a == t { b } else { a };
        let theirs = self.at[other].iter().position(|&at| at == Some(number))?;
        Some((other, theirs))
    }

    /// The vertex across a side.
    pub fn beyond(&self, t: usize, side: usize) -> Option<u32> {
        let hinge = &self.hinges[self.at[t][side]? as usize];
        Some(hinge.opposite[usize::from(hinge.triangles[0] as usize == t)])
    }

    /// The hinges that a triangle feels.
    pub fn felt(&self, t: usize) -> [Option<u32>; ANGLES] {
        let mut felt = [None; ANGLES];
        for side in 0..3 {
            felt[side] = self.at[t][side];
            if let Some((other, theirs)) = self.across(t, side) {
                for k in 1..3 {
                    felt[3 + 2 * side + k - 1] = self.at[other][(theirs + k) % 3];
                }
            }
        }
        felt
    }
}

fn patch(rest: &ShellRest, t: usize, sides: &ShellSides, poisson: f64) -> Option<Patch<f64>> {
    let [a, b, c] = rest.corners(t);
    let beyond: [Option<Vec3>; 3] =
        [0, 1, 2].map(|side| Some(rest.across(t, side, sides.beyond(t, side)?)));
    Patch::new([&a, &b, &c], beyond.each_ref().map(Option::as_ref), poisson)
}

fn plate(
    shell: &Shell,
    patches: &[Option<Patch<f64>>],
    sides: &ShellSides,
    t: usize,
) -> Option<RestPlate<f64>> {
    let material = &shell.material;
    let neighbours = [0, 1, 2].map(|side| {
        let (other, theirs) = sides.across(t, side)?;
        Some((patches[other].as_ref()?, theirs))
    });
    if neighbours.iter().all(Option::is_none) {
        return None;
    }
    let young = material.young * material.bending;
    let patch = patches[t].as_ref()?;
    let plate = RestPlate::new(
        patch,
        neighbours,
        young,
        material.poisson,
        material.thickness,
    );
    Some(plate)
}

fn rest_angle(rest: &ShellRest, of: &MeshHinge, sides: &ShellSides) -> f64 {
    let t = of.triangles[0] as usize;
    let number = |at: &Option<u32>| at.is_some_and(|at| sides.hinges[at as usize] == *of);
    let Some(side) = sides.at[t].iter().position(number) else {
        return 0.0;
    };
    if rest.is_flat {
        return 0.0;
    }
    let corners = rest.corners(t);
    let [e0, e1, left] = [0, 1, 2].map(|k| corners[(side + k) % 3]);
    hinge::angle([&e0, &e1, &left, &rest.across(t, side, of.opposite[1])])
}
