//! Layout of the shapes of a script: each is placed by x = R (S X) + t, then all are turned by `rotateModel`, scaled
//! and moved by `size`, and lifted by some of the old motions.

use std::collections::BTreeMap;
use std::path::Path;

use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;
use tangency_geometry::transform::{Rotation, Transform, TransformError};

use super::Note;
use super::content::Script;
use super::files;
use super::lexer::error;
use super::motions;
use super::shapes::ShapeLine;
use crate::budget::Budget;
use crate::document::shape::Shape;
use crate::document::values::{AxisAngle, LengthUnit, Rotate, Triple};
use crate::error::SceneError;
use crate::meshes::{self, Mesh};

/// A shape of a script, placed.
#[derive(Clone)]
pub struct Component {
    /// Description of it in the script; without a grid.
    pub line: ShapeLine,
    /// Shape in the scene language.
    pub shape: Shape,
    /// Whether it is an elastic body.
    pub is_solid: bool,
    /// Position that its origin goes to, m.
    pub translate: Triple,
    /// Rotation about its origin.
    pub rotate: Rotate,
    /// Scale along each axis.
    pub scale: Triple,
    /// Vertices in its own coordinates, m.
    pub own: Vec<Vec3>,
    /// Vertices in place, m.
    pub points: Vec<Vec3>,
    /// Centre of mass of a body in its own coordinates, m.
    pub center: Vec3,
}

/// All shapes of a script.
pub struct Layout {
    /// The shapes, grids resolved, in the order of the script.
    pub components: Vec<Component>,
    /// Ranges of components that are the copies of one line.
    pub groups: Vec<std::ops::Range<usize>>,
    /// Diagonal of the box around the bodies at rest, if it is not that of the bodies in place, m.
    pub rest_diagonal: Option<f64>,
    /// Whether numbers are no longer those of the script.
    pub is_scaled: bool,
    /// Step between copies in place, over that in the script.
    pub factor: f64,
    /// Memory that the scene may take.
    pub budget: Budget,
}

/// The box around points of several components; there is at least one.
pub fn bounds<'a>(components: impl Iterator<Item = &'a Component>) -> BoundingBox {
    let all: Vec<Vec3> = components.flat_map(|c| c.points.iter().copied()).collect();
    BoundingBox::of(&all).unwrap_or(BoundingBox {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    })
}

/// Reads the meshes and places them.
pub fn layout(
    file: &str,
    folder: &Path,
    script: &Script,
    budget: &Budget,
    notes: &mut Vec<Note>,
) -> Result<Layout, SceneError> {
    let mut vertices = 0.0;
    let mut components = Vec::new();
    let mut groups = Vec::new();
    let mut meshes: BTreeMap<&str, (files::FoundShape, Mesh)> = BTreeMap::new();
    for line in &script.shapes {
        let refuse = |message| error(file, line.line, "shapes", message);
        if !meshes.contains_key(line.path.as_str()) {
            let mut found = files::find(folder, &line.path).map_err(refuse)?;
            notes.extend(found.note.take().map(|text| Note {
                line: line.line,
                text,
            }));
            let mesh = meshes::make(&found.shape, LengthUnit::M, budget)
                .map_err(refuse)?
                .mesh;
            meshes.insert(&line.path, (found, mesh));
        }
        let Some((found, mesh)) = meshes.get(line.path.as_str()) else {
            continue;
        };
        // Before the copies are made: a line can ask for any number of them.
        vertices += copies_of(line) * mesh.points().len() as f64;
        budget.hold_vertices(vertices).map_err(refuse)?;
        let first = components.len();
        for copy in copies(line) {
            components.push(component(file, copy, found, mesh)?);
        }
        groups.push(first..components.len());
    }
    let mut layout = Layout {
        components,
        groups,
        rest_diagonal: None,
        is_scaled: false,
        factor: 1.0,
        budget: *budget,
    };
    layout.turn(file, script)?;
    layout.resize(file, script)?;
    layout.lift(file, motions::lift(script, &layout.components))?;
    Ok(layout)
}

/// The number of copies of a shape.
fn copies_of(line: &ShapeLine) -> f64 {
    let grid = line.grid.map_or([1; 3], |(counts, _)| counts);
    grid.iter().map(|&n| n as f64).product()
}

/// The shapes of a grid, z fastest.
fn copies(line: &ShapeLine) -> Vec<ShapeLine> {
    let Some(([nx, ny, nz], step)) = line.grid else {
        return vec![line.clone()];
    };
    let mut copies = Vec::new();
    for i in 0..nx {
        for j in 0..ny {
            for k in 0..nz {
                let mut copy = line.clone();
                copy.grid = None;
                for (axis, n) in [i, j, k].into_iter().enumerate() {
                    copy.translate[axis] += step[axis] * n as f64;
                }
                copies.push(copy);
            }
        }
    }
    copies
}

fn component(
    file: &str,
    line: ShapeLine,
    found: &files::FoundShape,
    mesh: &Mesh,
) -> Result<Component, SceneError> {
    let (own, center) = match mesh {
        Mesh::Solid(mesh) => (mesh.points.clone(), meshes::centroid(mesh)),
        Mesh::Surface(mesh) => (mesh.points.clone(), Vec3::zeros()),
    };
    let mut component = Component {
        shape: found.shape.clone(),
        is_solid: found.is_solid,
        translate: line.translate,
        rotate: Rotate::Angles(line.rotate),
        scale: line.scale,
        points: Vec::new(),
        own,
        center,
        line,
    };
    component.place(file)?;
    Ok(component)
}

impl Component {
    /// Transform of points from the shape's own coordinates to their places, m.
    pub fn transform(&self) -> Transform {
        meshes::placement(
            crate::document::values::Scale::Axes(self.scale),
            self.rotate,
            self.translate,
        )
    }

    /// Puts the vertices where the placement says.
    fn place(&mut self, file: &str) -> Result<(), SceneError> {
        let transform = self.transform();
        self.points = self.own.clone();
        let refuse = |e: TransformError| error(file, self.line.line, "shapes", e.to_string());
        transform.check().map_err(refuse)?;
        transform.apply_points(&mut self.points);
        Ok(())
    }
}

impl Layout {
    /// `rotateModel`: all positions are turned about half of their extents; the rest positions are not.
    fn turn(&mut self, file: &str, script: &Script) -> Result<(), SceneError> {
        let Some((axis, degrees)) = script.rotate.filter(|&(_, degrees)| degrees != 0.0) else {
            return Ok(());
        };
        let solids = self.components.iter().filter(|c| c.is_solid);
        self.rest_diagonal = Some(bounds(solids).diagonal());
        let pivot = 0.5 * bounds(self.components.iter()).size();
        let axis = axis.into();
        let turn = Rotation::AxisAngle { axis, degrees }.matrix();
        for component in &mut self.components {
            let moved = pivot + turn * (Vec3::from(component.translate) - pivot);
            let turned = turn * component.transform().rotation.matrix();
            component.rotate = as_rotate(turned.scaled_axis());
            component.translate = moved.into();
            component.place(file)?;
        }
        self.is_scaled = true;
        Ok(())
    }

    /// `size`: the largest extent of everything becomes the size, the smallest corner the origin.
    fn resize(&mut self, file: &str, script: &Script) -> Result<(), SceneError> {
        let Some(size) = script.size else {
            return Ok(());
        };
        let bounds = bounds(self.components.iter());
        let factor = size / bounds.size().max();
        let changes = |x: f64| x.abs() > 1e-15 * size;
        if !changes((factor - 1.0) * size) && !bounds.min.iter().any(|&x| changes(x)) {
            return Ok(());
        }
        for component in &mut self.components {
            let moved = factor * (Vec3::from(component.translate) - bounds.min);
            component.translate = moved.map(|x| tidy(x, size)).into();
            component.scale = component.scale.map(|s| factor * s);
            component.place(file)?;
        }
        self.rest_diagonal = self.rest_diagonal.map(|diagonal| factor * diagonal);
        self.factor = factor;
        self.is_scaled = true;
        Ok(())
    }

    /// Moves everything up.
    fn lift(&mut self, file: &str, height: f64) -> Result<(), SceneError> {
        if height == 0.0 {
            return Ok(());
        }
        for component in &mut self.components {
            component.translate[1] = tidy(component.translate[1] + height, height);
            component.place(file)?;
        }
        self.is_scaled = true;
        Ok(())
    }
}

/// `x` without the digits that rounding has made up, in a scene of this size.
pub fn tidy(x: f64, size: f64) -> f64 {
    let decimals = (15.0 - size.abs().log10().ceil()).clamp(0.0, 30.0);
    let rounded = format!("{x:.*}", decimals as usize).parse().unwrap_or(x);
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// A rotation by the length of a vector about its direction, in the words of the language.
fn as_rotate(turn: Vec3) -> Rotate {
    let angle = turn.norm();
    if angle == 0.0 {
        return Rotate::default();
    }
    Rotate::Axis(AxisAngle {
        axis: (turn / angle).map(|x| tidy(x, 1.0)).into(),
        angle: tidy(angle.to_degrees(), 100.0),
    })
}
