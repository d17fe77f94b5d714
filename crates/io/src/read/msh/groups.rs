//! Physical groups and entities: what the elements of a file belong to, by dimension and number.

use super::super::MeshFile;
use super::super::groups::{Counts, GroupTable, MOST_GROUPS, MeshGroup};
use super::super::scanner::{Scalar, Scanner};
use crate::ParseError;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Names of what has 0 to 3 dimensions.
const KINDS: [&str; 4] = ["point", "curve", "surface", "volume"];

/// A dimension, 0 to 3, and a number.
pub(super) type Tag = (usize, i64);

/// The groups of a file, as far as they are read.
#[derive(Default)]
pub(super) struct TaggedGroups {
    /// Names of physical groups.
    names: HashMap<Tag, String>,
    /// The physical groups of each entity (version 4.1).
    entities: HashMap<Tag, Vec<i64>>,
    physical: Members,
    elementary: Members,
}

/// Elements by tag, in the order of the file.
#[derive(Default)]
struct Members {
    places: HashMap<Tag, usize>,
    groups: Vec<(Tag, MeshGroup)>,
}

impl Members {
    fn add(&mut self, tag: Tag, mesh: &MeshFile, from: Counts) {
        let place = *self.places.entry(tag).or_insert_with(|| {
            self.groups.push((tag, MeshGroup::default()));
            self.groups.len() - 1
        });
        self.groups[place].1.add(mesh, from, Counts::of(mesh));
    }
}

impl TaggedGroups {
    /// `$PhysicalNames`, always text: dimension, number and name of each group.
    pub(super) fn read_names(&mut self, scanner: &mut Scanner) -> Result<(), ParseError> {
        let count = scanner.count(Scalar::I32, "the number of physical names")?;
        for _ in 0..count {
            let dimension = scanner.integer(Scalar::I32, "a dimension from 0 to 3")?;
            let tag = scanner.integer(Scalar::I32, "the number of a physical group")?;
            let name = scanner.line().unwrap_or_default().trim_ascii();
            let quoted = name.strip_prefix(b"\"").and_then(|n| n.strip_suffix(b"\""));
            let name = String::from_utf8_lossy(quoted.unwrap_or(name)).into_owned();
            match usize::try_from(dimension).ok().filter(|d| *d < KINDS.len()) {
                Some(dimension) if !name.is_empty() => {
                    self.names.insert((dimension, tag), name);
                }
                _ => return Err(scanner.error("expected: DIMENSION NUMBER \"NAME\"")),
            }
        }
        scanner.expect("$EndPhysicalNames")
    }

    /// The numbers of `$Entities` in the file's encoding: of each entity its physical groups are kept.
    pub(super) fn read_entities(&mut self, scanner: &mut Scanner) -> Result<(), ParseError> {
        let mut counts = [0; 4];
        for count in &mut counts {
            *count = scanner.count(Scalar::U64, "the number of entities")?;
        }
        for (dimension, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                let tag = scanner.integer(Scalar::I32, "an entity tag")?;
                // A point has a place, everything else a box.
                for _ in 0..if dimension == 0 { 3 } else { 6 } {
                    scanner.real(Scalar::F64, "a bound of an entity")?;
                }
                let groups = integers(scanner, "a physical group")?;
                if groups.len() > MOST_GROUPS {
                    let (kind, count) = (KINDS[dimension], groups.len());
                    return Err(scanner.error(format!(
                        "{kind} {tag} is in {count} physical groups, but may be in {MOST_GROUPS} only"
                    )));
                }
                if !groups.is_empty() {
                    self.entities.insert((dimension, tag), groups);
                }
                if dimension > 0 {
                    integers(scanner, "a bounding entity")?;
                }
            }
        }
        Ok(())
    }

    /// Whether any entity is in a physical group.
    pub(super) fn has_physical_entities(&self) -> bool {
        !self.entities.is_empty()
    }

    /// The physical groups of an entity.
    pub(super) fn of_entity(&self, entity: Tag) -> Vec<i64> {
        self.entities.get(&entity).cloned().unwrap_or_default()
    }

    /// Puts the elements that the mesh got since `from` into physical groups of this dimension.
    pub(super) fn add_physical(
        &mut self,
        physical: &[i64],
        dimension: usize,
        mesh: &MeshFile,
        from: Counts,
    ) {
        // A negative number tells of a side that is turned over; 0 is none.
        for group in physical.iter().filter(|group| **group != 0) {
            self.physical
                .add((dimension, group.wrapping_abs()), mesh, from);
        }
    }

    /// Puts them into an entity.
    pub(super) fn add_entity(&mut self, entity: Tag, mesh: &MeshFile, from: Counts) {
        let (dimension, tag) = entity;
        // A point of the geometry need not be one of the mesh, such as the centre of a circle.
        if tag != 0 && dimension > 0 {
            self.elementary.add(entity, mesh, from);
        }
    }

    /// All groups under their names: physical ones before entities, volumes before surfaces, and by number.
    pub(super) fn finish(mut self) -> Vec<MeshGroup> {
        let order = |(tag, _): &(Tag, MeshGroup)| (Reverse(tag.0), tag.1);
        self.physical.groups.sort_by_key(order);
        self.elementary.groups.sort_by_key(order);
        let mut table = GroupTable::default();
        for (tag, group) in self.physical.groups {
            let name = self.names.get(&tag).cloned();
            let name = name.unwrap_or_else(|| format!("physical {}", tag.1));
            table.take(KINDS[tag.0], &name, group);
        }
        for ((dimension, tag), group) in self.elementary.groups {
            let name = format!("{} {tag}", KINDS[dimension]);
            table.take("entity", &name, group);
        }
        table.finish()
    }
}

/// A list of whole numbers with its length before it.
fn integers(scanner: &mut Scanner, what: &str) -> Result<Vec<i64>, ParseError> {
    let count = scanner.count(Scalar::U64, "the length of a list")?;
    let numbers = (0..count).map(|_| scanner.integer(Scalar::I32, what));
    numbers.collect()
}
