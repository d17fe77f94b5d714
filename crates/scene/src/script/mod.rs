//! Scene scripts of the 2020 IPC reference code (`.txt`, one keyword a line) as scenes of this program.
//!
//! A script becomes the tree of a scene file, with the lines of the script, so that all that is checked and
//! built later is told in its terms; the same tree, written as TOML, is what `tangency convert` makes.

mod content;
mod files;
mod items;
mod keywords;
mod layout;
mod lexer;
mod motions;
mod nodes;
mod regions;
mod shapes;

use std::path::Path;

use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;
use tangency_geometry::transform::Rotation;

use tangency_engine::Integrator;

use crate::budget::Budget;
use crate::error::{SceneError, suggestion};
use crate::tree::{TreeNode, TreeValue};
use content::{Script, ScriptDamping, Wall};
use items::Source;
use layout::Layout;
use nodes::Table;

/// Something to tell about an imported script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Line number, from 1.
    pub line: usize,
    /// Text of the note.
    pub text: String,
}

/// A script as a scene.
#[derive(Debug)]
pub struct Imported {
    /// The scene, not yet expanded.
    pub root: TreeNode,
    /// Notes on what was ignored or is done in another way, by line.
    pub notes: Vec<Note>,
}

/// Imports a script within a budget; `file` names it in messages, `folder` is where it is.
pub fn import(
    file: &str,
    text: &str,
    folder: &Path,
    budget: &Budget,
) -> Result<Imported, SceneError> {
    let (script, mut notes) = keywords::parse(file, text)?;
    let layout = layout::layout(file, folder, &script, budget, &mut notes)?;
    let refuse = |message| lexer::error(file, script.motion.line, "script", message);
    let effect = motions::effect(&script, &layout.components)
        .ok_or_else(|| {
            let name = &script.motion.name;
            let hint = suggestion(name, motions::NAMES);
            refuse(format!(
                "the motion `{name}` is not known here{hint}; known: {}",
                motions::NAMES.join(", ")
            ))
        })?
        .map_err(refuse)?;
    notes.extend(effect.note.map(|text| Note {
        line: script.motion.line,
        text: text.into(),
    }));
    let source = Source {
        file,
        folder,
        script: &script,
        layout: &layout,
        effect: &effect,
    };
    replaced_motions(&source, &mut notes);
    wandering_centers(&source, &mut notes);
    let items = source.items()?;
    let mut root = Table::new(None);
    root.set("title", title(file));
    if !script.gravity {
        root.set("gravity", [0.0; 3]);
    }
    let walls = walls(&script, &mut root);
    settings(&script, &layout, &mut root);
    let lists = [
        ("body", items.bodies),
        ("obstacle", items.obstacles),
        ("half_space", walls),
        ("boundary", items.boundaries),
        ("load", items.loads),
    ];
    for (key, list) in lists {
        if !list.is_empty() {
            root.set(key, list);
        }
    }
    notes.sort_by_key(|note| note.line);
    Ok(Imported {
        root: root.node(),
        notes,
    })
}

fn title(file: &str) -> String {
    let name = Path::new(file).file_stem().unwrap_or_default();
    name.to_string_lossy().replace('_', " ").replace('$', "$$")
}

/// An old motion replaces what the shapes say of their own.
fn replaced_motions(source: &Source, notes: &mut Vec<Note>) {
    if source.is_free_form() {
        return;
    }
    for line in &source.script.shapes {
        let moves = line.linear.is_some() || line.angular.is_some() || line.sequence.is_some();
        if moves || !line.dbc.is_empty() || line.start.is_some() {
            let name = &source.script.motion.name;
            notes.push(Note {
                line: line.line,
                text: format!("the shape's own motion is replaced by `script {name}`"),
            });
        }
    }
}

/// The reference turns a shape about the middle of its box as it is at each step, which may wander.
fn wandering_centers(source: &Source, notes: &mut Vec<Note>) {
    if !source.is_free_form() {
        return;
    }
    for component in &source.layout.components {
        let Some(angular) = component.line.angular else {
            continue;
        };
        let turn = Rotation::Degrees(Vec3::from(angular) * source.script.time[1]).matrix();
        let turned: Vec<Vec3> = component.points.iter().map(|p| turn * p).collect();
        let boxes = (BoundingBox::of(&component.points), BoundingBox::of(&turned));
        let (Some(before), Some(after)) = boxes else {
            continue;
        };
        if (after.center() - turn * before.center()).norm() > 1e-9 * before.diagonal() {
            let text = "the shape turns about the middle of its box at the start, which the reference finds anew at each step";
            notes.push(Note {
                line: component.line.line,
                text: text.into(),
            });
        }
    }
}

/// Sets the ground and gives the other walls.
fn walls(script: &Script, root: &mut Table) -> Vec<TreeNode> {
    let is_rough = |wall: &Wall| wall.friction != script.friction;
    if let Some(ground) = script.grounds.first() {
        if is_rough(ground) {
            let mut table = Table::new(ground.line);
            table
                .set("height", ground.point[1])
                .set("friction", ground.friction);
            root.set("ground", table);
        } else {
            root.set("ground", ground.point[1]);
        }
    }
    let others = script.grounds.iter().skip(1).chain(&script.walls);
    let wall = |(k, wall): (usize, &Wall)| {
        let mut table = Table::new(wall.line);
        table.set("name", format!("wall-{}", k + 1));
        table.set_unless([0.0; 3], "point", wall.point);
        table.set_unless([0.0, 1.0, 0.0], "normal", wall.normal);
        if is_rough(wall) {
            table.set("friction", wall.friction);
        }
        table.node()
    };
    others.enumerate().map(wall).collect()
}

/// Time, solver, friction and damping.
fn settings(script: &Script, layout: &Layout, root: &mut Table) {
    let [duration, step] = script.time;
    let mut time = Table::new(None);
    time.set("step", step).set("duration", duration);
    if let Integrator::Newmark { beta, gamma } = script.integrator {
        let mut table = Table::new(None);
        table.set("beta", beta).set("gamma", gamma);
        time.set("integrator", nodes::single("newmark", table));
    }
    root.set("time", time);
    let length = |relative: f64| -> TreeValue {
        match layout.rest_diagonal {
            _ if script.absolute => nodes::single("absolute", relative),
            Some(diagonal) => nodes::single("absolute", relative * diagonal),
            None => relative.into(),
        }
    };
    let is_relative = !script.absolute && layout.rest_diagonal.is_none();
    let mut solver = Table::new(None);
    let last = script.tolerances.last().copied().unwrap_or(1e-2);
    for (key, value, default) in [
        ("dhat", script.dhat, 1e-3),
        ("newton_tolerance", last, 1e-2),
        ("epsv", script.epsv, 1e-3),
    ] {
        if value != default || !is_relative {
            solver.set(key, length(value));
        }
    }
    let first = script
        .tolerances
        .split_last()
        .map_or(&[][..], |(_, first)| first);
    if first.iter().any(|&tolerance| tolerance != last) {
        solver.set(
            "first_tolerances",
            nodes::list(first.iter().map(|&t| length(t))),
        );
    }
    match script.friction_rounds {
        1 => {}
        rounds if rounds > 1 => {
            solver.set("friction_iterations", rounds as f64);
        }
        _ => {
            solver.set("friction_iterations", "converged");
        }
    }
    solver.set_unless(1e11, "kappa_min_multiplier", script.kappa_min_multiplier);
    if !solver.is_empty() {
        root.set("solver", solver);
    }
    if script.friction != 0.0 {
        root.set("friction", nodes::single("mu", script.friction));
    }
    let damping = damping(script);
    if damping != 0.0 {
        root.set("damping", nodes::single("stiffness", damping));
    }
}

/// The multiple of the stiffness, s. The reference adds ½ (c / h) dᵀ K d to the incremental potential, d the
/// way of the step; ours is the work of the force -β K d / h, scaled as the elastic energy is: ½ h β dᵀ K d,
/// or with Newmark h² replaced by h² beta. So β = c / h², or c / (h² beta); a ratio r means c = ¾ r h³.
fn damping(script: &Script) -> f64 {
    let h = script.time[1];
    let c = match script.damping {
        None => return 0.0,
        Some(ScriptDamping::Stiffness(c)) => c,
        Some(ScriptDamping::Ratio(r)) => 0.75 * r * h * h * h,
    };
    let factor = match script.integrator {
        Integrator::Newmark { beta, .. } => beta,
        _ => 1.0,
    };
    layout::tidy(c / (h * h * factor) / h, 1.0) * h
}
