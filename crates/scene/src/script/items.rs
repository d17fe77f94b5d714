//! Bodies and obstacles of an imported scene, each with what is prescribed for it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;
use tangency_geometry::transform::Rotation;

use super::content::{MeshObstacle, Script};
use super::files;
use super::layout::{Component, Layout, tidy};
use super::lexer::error;
use super::motions::{Effect, MotionTarget, Piece};
use super::nodes::{self, Table};
use super::regions;
use crate::document::material::MaterialModel;
use crate::document::values::{LengthUnit, Rotate, Triple};
use crate::error::SceneError;
use crate::meshes;
use crate::tree::{TreeNode, TreeValue};

/// The lists of a scene that shapes fill.
#[derive(Default)]
pub struct Items {
    /// `[[body]]`.
    pub bodies: Vec<TreeNode>,
    /// `[[obstacle]]`.
    pub obstacles: Vec<TreeNode>,
    /// `[[boundary]]`.
    pub boundaries: Vec<TreeNode>,
    /// `[[load]]`.
    pub loads: Vec<TreeNode>,
}

/// Source of the items.
pub struct Source<'a> {
    /// The script's name.
    pub file: &'a str,
    /// Folder of the script.
    pub folder: &'a Path,
    /// Content of the script.
    pub script: &'a Script,
    /// Layout of its shapes.
    pub layout: &'a Layout,
    /// Effect of its old motion.
    pub effect: &'a Effect,
}

impl Source<'_> {
    /// Makes the items.
    pub fn items(&self) -> Result<Items, SceneError> {
        let mut items = Items::default();
        let mut names = Names::default();
        for group in &self.layout.groups {
            for range in self.alike(group.clone()) {
                self.group(range, &mut names, &mut items)?;
            }
        }
        let mut rightmost = f64::NEG_INFINITY;
        for obstacle in &self.script.obstacles {
            let (node, right) = self.old_obstacle(obstacle, &mut names)?;
            items.obstacles.push(node);
            rightmost = right.max(rightmost);
        }
        for program in &self.effect.programs {
            let select = match &program.target {
                MotionTarget::Component(_) => continue,
                MotionTarget::Boxes(boxes) if boxes.len() == 1 => region(boxes[0]),
                MotionTarget::Boxes(boxes) => nodes::list(boxes.iter().map(|b| region(*b))),
                MotionTarget::Near(center, radius) => {
                    let mut table = Table::new(None);
                    table.set("center", *center).set("radius", *radius);
                    nodes::single("sphere", table)
                }
            };
            let mut table = Table::new(self.script.motion.line);
            table
                .set("name", program.name)
                .set("body", "*")
                .set("select", select);
            if let Some(motion) = self.motion(&program.pieces) {
                table.set("motion", motion);
            }
            if self.effect.until_past {
                let mut past = Table::new(None);
                past.set("side", "+x").set("at", rightmost);
                table.set("release_past", past);
            }
            items.boundaries.push(table.node());
        }
        if let Some((bounds, acceleration)) = self.effect.load {
            let mut table = Table::new(self.script.motion.line);
            table
                .set("name", "pull")
                .set("body", "*")
                .set("select", region(bounds));
            table.set("acceleration", acceleration);
            items.loads.push(table.node());
        }
        Ok(items)
    }

    /// The pieces of a motion in the words of the language; `None` for none.
    pub fn motion(&self, pieces: &[Piece]) -> Option<TreeValue> {
        let h = self.script.time[1];
        let piece = |piece: &Piece| {
            let mut table = Table::new(None);
            if let Some(steps) = piece.steps {
                table.set("duration", tidy(steps as f64 * h, 10.0));
            }
            table.set_unless([0.0; 3], "velocity", piece.velocity);
            table.set_unless([0.0; 3], "angular_velocity", piece.angular);
            if let Some(center) = piece.center {
                table.set("center", center.map(|x| tidy(x, 1.0)));
            }
            TreeValue::from(table)
        };
        let made = pieces.iter().filter(|piece| piece.steps != Some(0));
        let mut made: Vec<TreeValue> = made.map(piece).collect();
        match made.len() {
            0 => None,
            1 => made.pop(),
            _ => Some(nodes::list(made)),
        }
    }

    /// The pieces that the old motion or the shape's own words prescribe for a whole shape.
    fn pieces(&self, k: usize) -> Option<Vec<Piece>> {
        let of_effect = self
            .effect
            .programs
            .iter()
            .find(|p| p.target == MotionTarget::Component(k));
        if let Some(program) = of_effect {
            return Some(program.pieces.clone());
        }
        let line = &self.layout.components[k].line;
        if line.linear.is_none() && line.angular.is_none() || !self.is_free_form() {
            return None;
        }
        let angular = line.angular.map_or([0.0; 3], |w| self.rotation(w));
        Some(vec![Piece {
            velocity: line.linear.unwrap_or_default(),
            angular,
            ..Piece::default()
        }])
    }

    /// Whether the shapes' own motions count: the old ones replace them.
    pub fn is_free_form(&self) -> bool {
        ["", "null"].contains(&self.script.motion.name.as_str())
    }

    /// The rotation, degrees/s, that turns as Rx(ωx h) Ry(ωy h) Rz(ωz h) does in a step.
    pub fn rotation(&self, angular: Triple) -> Triple {
        let h = self.script.time[1];
        if angular.iter().filter(|w| **w != 0.0).count() <= 1 {
            return angular;
        }
        let step = Rotation::Degrees(Vec3::from(angular) * h)
            .matrix()
            .scaled_axis();
        step.map(|x| tidy(x.to_degrees() / h, 100.0)).into()
    }

    /// Splits the copies of a line where their motions differ.
    fn alike(&self, group: Range<usize>) -> Vec<Range<usize>> {
        if group.is_empty() {
            // A grid of no copies.
            return Vec::new();
        }
        let first = self.pieces(group.start);
        if group.clone().all(|k| self.pieces(k) == first) {
            return vec![group];
        }
        group.map(|k| k..k + 1).collect()
    }

    fn group(
        &self,
        range: Range<usize>,
        names: &mut Names,
        items: &mut Items,
    ) -> Result<(), SceneError> {
        if range.is_empty() {
            return Ok(());
        }
        let first = &self.layout.components[range.start];
        let refuse = |message| error(self.file, first.line.line, "shapes", message);
        let name = names.unique(&first.line.path);
        let mut table = Table::new(first.line.line);
        table.set("name", name.as_str());
        self.place(&range, first, &mut table);
        let pieces = self.pieces(range.start);
        if let Some(folder) = &first.line.sequence.as_ref().filter(|_| self.is_free_form()) {
            table.set("sequence", self.sequence(folder, first, 0).map_err(refuse)?);
            items.obstacles.push(table.node());
            return Ok(());
        }
        if first.is_solid {
            self.body(first, &mut table);
            if let Some(pieces) = &pieces {
                let mut program = Table::new(first.line.line);
                program
                    .set("name", format!("{name} moves"))
                    .set("body", name.as_str());
                if let Some(motion) = self.motion(pieces) {
                    program.set("motion", motion);
                }
                items.boundaries.push(program.node());
            }
            if self.is_free_form() {
                self.regions(&name, first, items).map_err(refuse)?;
            }
            items.bodies.push(table.node());
            return Ok(());
        }
        let is_first_obstacle = items.obstacles.is_empty();
        if let Some(folder) = self
            .script
            .motion
            .folder
            .as_ref()
            .filter(|_| is_first_obstacle)
        {
            table.set("sequence", self.sequence(folder, first, 1).map_err(refuse)?);
        } else if let Some(motion) = pieces.and_then(|pieces| self.motion(&pieces)) {
            table.set("motion", motion);
        }
        if self.is_free_form() {
            self.regions(&name, first, items).map_err(refuse)?;
        }
        items.obstacles.push(table.node());
        Ok(())
    }

    /// Shape and placement; of a grid, the copies.
    fn place(&self, range: &Range<usize>, first: &Component, table: &mut Table) {
        let original = self
            .script
            .shapes
            .iter()
            .find(|shape| shape.line == first.line.line);
        let grid = original
            .and_then(|shape| shape.grid)
            .filter(|_| range.len() > 1);
        if let Some((counts, _)) = grid {
            table.set(
                "repeat",
                nodes::list(counts.map(|n| TreeValue::from(n as f64))),
            );
        }
        table.set("shape", nodes::shape(&first.shape));
        let [x, y, z] = first.scale;
        if x == y && y == z {
            table.set_unless(1.0, "scale", x);
        } else {
            table.set("scale", first.scale);
        }
        if first.rotate != Rotate::default() {
            table.set("rotate", nodes::rotate(first.rotate));
        }
        match grid {
            Some((counts, _)) => {
                let steps = self.steps(range.start, counts);
                table.set("translate", expressions(first.translate, steps));
            }
            None => {
                table.set_unless([0.0; 3], "translate", first.translate);
            }
        }
    }

    /// The ways from copy to copy of a grid in place along its three indices, m.
    fn steps(&self, start: usize, [nx, ny, nz]: [usize; 3]) -> [Triple; 3] {
        let at = |k: usize| Vec3::from(self.layout.components[k].translate);
        let way = |count: usize, stride: usize| -> Triple {
            if count < 2 {
                return [0.0; 3];
            }
            (at(start + stride) - at(start))
                .map(|x| tidy(x, 1.0))
                .into()
        };
        [way(nx, ny * nz), way(ny, nz), way(nz, 1)]
    }

    fn body(&self, first: &Component, table: &mut Table) {
        let script = self.script;
        let [density, young, poisson] = first.line.material.unwrap_or([
            script.density,
            script.stiffness[0],
            script.stiffness[1],
        ]);
        let mut material = Table::new(first.line.line);
        material
            .set("density", density)
            .set("young", young)
            .set("poisson", poisson);
        if script.model == MaterialModel::FixedCorotated {
            material.set("model", "fixed-corotated");
        }
        table.set("material", material);
        let free = |start: &&[Triple; 2]| self.is_free_form() && **start != [[0.0; 3]; 2];
        if let Some([velocity, angular]) = first.line.start.as_ref().filter(free) {
            // The script turns it about the middle of its box, the language about its centre of mass.
            let mut center = [first.center];
            first.transform().apply_points(&mut center);
            let middle = BoundingBox::of(&first.points).map_or(center[0], |b| b.center());
            let arm = Vec3::from(*angular)
                .map(f64::to_radians)
                .cross(&(center[0] - middle));
            let arm = arm.map(|x| if x.abs() < 1e-12 { 0.0 } else { x });
            table.set_unless([0.0; 3], "velocity", (Vec3::from(*velocity) + arm).into());
            table.set_unless([0.0; 3], "angular_velocity", *angular);
        } else if let Some(velocity) = self.effect.velocity {
            table.set("velocity", velocity);
        }
        if self.is_free_form()
            && let Some(groups) = regions::groups(first)
        {
            table.set("groups", groups);
        }
    }

    fn sequence(&self, folder: &str, first: &Component, number: u64) -> Result<TreeValue, String> {
        let ending = Path::new(&first.line.path).extension().unwrap_or_default();
        let ending = ending.to_string_lossy();
        let folder = files::find_folder(self.folder, folder)?;
        let has = |ending: &str| {
            Path::new(&folder)
                .join(format!("{number}.{ending}"))
                .is_file()
        };
        let ending = if has(&ending) { ending.as_ref() } else { "obj" };
        let mut table = Table::new(first.line.line);
        table
            .set("folder", folder.as_str())
            .set("files", format!("*.{ending}"));
        table
            .set_unless(0.0, "first", number as f64)
            .set("placed", false);
        Ok(table.into())
    }

    /// `meshCO`: the mean of the vertices goes to the origin, the largest extent becomes the scale.
    /// An obstacle in the old form, and its largest x, m.
    fn old_obstacle(
        &self,
        obstacle: &MeshObstacle,
        names: &mut Names,
    ) -> Result<(TreeNode, f64), SceneError> {
        let refuse = |message| error(self.file, obstacle.line, "meshCO", message);
        let found = files::find(self.folder, &obstacle.path).map_err(refuse)?;
        let mesh = meshes::make(&found.shape, LengthUnit::M, &self.layout.budget)
            .map_err(refuse)?
            .mesh
            .into_surface();
        let bounds = BoundingBox::of(&mesh.points);
        let bounds = bounds.ok_or_else(|| refuse("the mesh is empty".into()))?;
        let mean = mesh.points.iter().sum::<Vec3>() / mesh.points.len() as f64;
        let scale = obstacle.extent / bounds.size().max();
        let turn = Rotation::Degrees(obstacle.rotate.into()).matrix();
        let translate = Vec3::from(obstacle.origin) - scale * (turn * mean);
        let mut table = Table::new(obstacle.line);
        table.set("name", names.unique(&obstacle.path));
        table.set("shape", nodes::shape(&found.shape));
        table.set_unless(1.0, "scale", scale);
        table.set_unless([0.0; 3], "rotate", obstacle.rotate);
        let translate = translate.map(|x| tidy(x, obstacle.extent));
        table.set_unless([0.0; 3], "translate", translate.into());
        if self.script.friction != 0.0 {
            table.set("friction", 0.0);
        }
        let right = mesh.points.iter().map(|p| (turn * p).x);
        let right = scale * right.fold(f64::NEG_INFINITY, f64::max) + translate.x;
        Ok((table.node(), right))
    }
}

/// Names after the mesh files, each once.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    fn unique(&mut self, path: &str) -> String {
        let stem = Path::new(path)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let stem: String = stem
            .chars()
            .map(|c| {
                if c.is_alphanumeric() || c == '_' {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        let seen = self.0.entry(stem.clone()).or_default();
        *seen += 1;
        match *seen {
            1 => stem,
            n => format!("{stem}-{n}"),
        }
    }
}

fn region([min, max]: [Option<Triple>; 2]) -> TreeValue {
    let mut table = Table::new(None);
    for (key, corner) in [("min", min), ("max", max)] {
        if let Some(corner) = corner {
            table.set(key, corner);
        }
    }
    nodes::single("box", table)
}

/// The positions of a grid's copies as expressions of i, j and k.
fn expressions(first: Triple, steps: [Triple; 3]) -> TreeValue {
    let along = |axis: usize| {
        let mut text = String::new();
        for (index, step) in ["i", "j", "k"].into_iter().zip(steps) {
            match step[axis] {
                0.0 => {}
                step if step < 0.0 => text.push_str(&format!(" - {}*{index}", -step)),
                step => text.push_str(&format!(" + {step}*{index}")),
            }
        }
        match first[axis] {
            start if text.is_empty() => start.into(),
            0.0 => format!("= {}", text.trim_start_matches(" + ").trim_start()).into(),
            start => format!("= {start}{text}").into(),
        }
    };
    nodes::list([0, 1, 2].map(along))
}
