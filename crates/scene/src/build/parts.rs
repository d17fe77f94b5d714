//! Bodies and obstacles by name, and the vertices of them that a selection means.

use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;

use super::select;
use crate::document::boundary::Select;
use crate::error::{SceneError, suggestion};
use crate::scene::Scene;

/// A body or obstacle whose vertices may be selected.
pub struct PlacedBody {
    /// Name of the body or obstacle.
    pub name: String,
    /// First vertex in the model.
    pub first: u32,
    /// Vertices, placed, m.
    pub points: Vec<Vec3>,
    /// Named groups, in the body's own vertex numbers.
    pub groups: Vec<(String, Vec<u32>)>,
}

/// Whether `pattern` means what is called `name`: itself, all copies of it, or everything.
pub fn means(pattern: &str, name: &str) -> bool {
    pattern == "*"
        || name == pattern
        || name
            .strip_prefix(pattern)
            .is_some_and(|rest| rest.starts_with('.'))
}

/// An item of a scene that selects vertices.
pub struct Selection<'a> {
    /// The list it is in, with the table that has it: `output.probe`.
    pub list: &'a str,
    /// Number of the item in that list.
    pub index: usize,
    /// The table inside it that has the keys, if they are not its own.
    pub table: Option<&'a str>,
    /// The bodies it names.
    pub bodies: &'a [String],
    /// Selections of their vertices.
    pub selects: &'a [Select],
    /// Whether coordinates are fractions of each body's box.
    pub relative: bool,
}

impl Selection<'_> {
    /// The vertices by their number in the model, and their positions, m; at least one.
    pub fn vertices(
        &self,
        scene: &Scene,
        parts: &[PlacedBody],
    ) -> Result<(Vec<u32>, Vec<Vec3>), SceneError> {
        let mut vertices = Vec::new();
        let mut positions = Vec::new();
        for part in self.matching(scene, parts)? {
            self.check_groups(scene, part)?;
            let group = |name: &str| {
                part.groups
                    .iter()
                    .find(|(g, _)| g == name)
                    .map(|(_, vertices)| vertices.clone())
                    .unwrap_or_default()
            };
            for v in select::union(self.selects, &part.points, self.relative, group) {
                vertices.push(part.first + v);
                positions.push(part.points[v as usize]);
            }
        }
        if vertices.is_empty() {
            let message = format!(
                "selects no vertex of `{}`{}",
                self.bodies.join("`, `"),
                self.extent(parts)
            );
            return Err(self.invalid(scene, "select", message));
        }
        Ok((vertices, positions))
    }

    /// An error about a key of the item.
    pub fn invalid(&self, scene: &Scene, key: &str, message: String) -> SceneError {
        let index = self.index.to_string();
        let path = (self.list.split('.'))
            .chain([index.as_str()])
            .chain(self.table);
        scene.invalid(&path.chain([key]).collect::<Vec<_>>(), message)
    }

    /// The parts that are named, each once.
    pub fn matching<'p>(
        &self,
        scene: &Scene,
        parts: &'p [PlacedBody],
    ) -> Result<Vec<&'p PlacedBody>, SceneError> {
        for pattern in self.bodies {
            if !parts.iter().any(|part| means(pattern, &part.name)) {
                let names = parts.iter().map(|p| p.name.as_str());
                let message = nothing_called("body or obstacle", pattern, names);
                return Err(self.invalid(scene, "body", message));
            }
        }
        let solids = scene.document.body.len();
        let wanted = |(index, part): &(usize, &PlacedBody)| {
            // `*` means the bodies; obstacles are named.
            self.bodies.iter().any(|p| {
                if p == "*" {
                    *index < solids
                } else {
                    means(p, &part.name)
                }
            })
        };
        Ok(parts
            .iter()
            .enumerate()
            .filter(wanted)
            .map(|(_, part)| part)
            .collect())
    }

    fn check_groups(&self, scene: &Scene, part: &PlacedBody) -> Result<(), SceneError> {
        for select in self.selects {
            if let Select::Vertices(numbers) = select
                && let Some(v) = numbers.iter().find(|&&v| v as usize >= part.points.len())
            {
                let message = format!(
                    "`{}` has no vertex {v}: it has {}, numbered from 0",
                    part.name,
                    part.points.len()
                );
                return Err(self.invalid(scene, "select", message));
            }
            let Select::Group(name) = select else {
                continue;
            };
            if !part.groups.iter().any(|(g, _)| g == name) {
                let known: Vec<&str> = part.groups.iter().map(|(g, _)| g.as_str()).collect();
                let hint = suggestion(name, known.iter().copied());
                let list = if known.is_empty() {
                    "none".to_string()
                } else {
                    tangency_io::read::list(known.iter().copied())
                };
                let message = format!(
                    "`{}` has no group `{name}`{hint}; its groups: {list}",
                    part.name
                );
                return Err(self.invalid(scene, "select", message));
            }
        }
        Ok(())
    }

    /// Tells where the bodies lie, to help with a selection that misses them.
    fn extent(&self, parts: &[PlacedBody]) -> String {
        let part = parts
            .iter()
            .find(|part| self.bodies.iter().any(|p| means(p, &part.name)));
        let bounds = part.and_then(|p| Some((p, BoundingBox::of(&p.points)?)));
        bounds.map_or(String::new(), |(part, b)| {
            let list = |v: Vec3| format!("[{}, {}, {}]", v.x, v.y, v.z);
            format!(
                "; `{}` lies between {} and {}",
                part.name,
                list(b.min),
                list(b.max)
            )
        })
    }
}

/// `there is no ... called so`, with the nearest name and those there are.
pub fn nothing_called<'a>(
    what: &str,
    pattern: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> String {
    let without_copies: Vec<&str> = names
        .clone()
        .map(|name| name.split('.').next().unwrap_or(name))
        .collect();
    let mut known = without_copies.clone();
    known.dedup();
    let hint = suggestion(pattern, names.chain(without_copies));
    format!(
        "there is no {what} `{pattern}`{hint}; there are: {}",
        known.join(", ")
    )
}
