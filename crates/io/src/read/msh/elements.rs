//! The section `$Elements`, in both versions.

use super::super::groups::Counts;
use super::super::polygon::cut;
use super::super::scanner::Scalar;
use super::groups::Tag;
use super::kinds::{ElementKind, LINE, POINT, QUAD, TET, TRIANGLE, kind};
use super::{MshReader, dimension_of};
use crate::{Location, ParseError};

/// An element before its nodes are read.
struct Head<'a> {
    number: i64,
    /// The number of its type, and the meaning of that.
    kind: i64,
    of: &'a ElementKind,
    physical: &'a [i64],
    entity: i64,
    at: Location,
}

impl MshReader<'_> {
    pub(super) fn elements_41(&mut self) -> Result<(), ParseError> {
        self.begin();
        let blocks = self.counts("element blocks")?;
        for _ in 0..blocks {
            let dimension = self.scanner.integer(Scalar::I32, "an entity dimension")?;
            let entity = self.scanner.integer(Scalar::I32, "an entity tag")?;
            let (kind, of) = self.kind()?;
            let count = self
                .scanner
                .count(Scalar::U64, "the number of elements in the block")?;
            let dimension = dimension_of(dimension, &self.scanner)?;
            let physical = self.groups.of_entity((dimension, entity));
            for _ in 0..count {
                let number = self.scanner.integer(Scalar::U64, "an element tag")?;
                let head = Head {
                    number,
                    kind,
                    of: &of,
                    physical: &physical,
                    entity,
                    at: self.scanner.place(),
                };
                self.element(&head, Scalar::U64)?;
            }
        }
        Ok(())
    }

    pub(super) fn elements_2_text(&mut self) -> Result<(), ParseError> {
        let count = self.scanner.count(Scalar::I32, "the number of elements")?;
        for _ in 0..count {
            let number = self.scanner.integer(Scalar::I32, "an element number")?;
            let at = self.scanner.place();
            let (kind, of) = self.kind()?;
            let tags = self.scanner.count(Scalar::I32, "the number of tags")?;
            let (physical, entity) = self.tags_2(tags)?;
            let head = Head {
                number,
                kind,
                of: &of,
                physical: &[physical],
                entity,
                at,
            };
            self.element(&head, Scalar::I32)?;
        }
        Ok(())
    }

    pub(super) fn elements_2_binary(&mut self) -> Result<(), ParseError> {
        let count = self.scanner.count(Scalar::I32, "the number of elements")?;
        self.begin();
        let mut done = 0;
        while done < count {
            let (kind, of) = self.kind()?;
            let block = self
                .scanner
                .count(Scalar::I32, "the number of elements that follow")?;
            let tags = self.scanner.count(Scalar::I32, "the number of tags")?;
            if block == 0 {
                return Err(self.scanner.error("a block of no elements"));
            }
            for _ in 0..block {
                let number = self.scanner.integer(Scalar::I32, "an element number")?;
                let at = self.scanner.place();
                let (physical, entity) = self.tags_2(tags)?;
                let head = Head {
                    number,
                    kind,
                    of: &of,
                    physical: &[physical],
                    entity,
                    at,
                };
                self.element(&head, Scalar::I32)?;
            }
            done += block;
        }
        Ok(())
    }

    /// The tags of an element of version 2: physical group and entity, then partitions; 0 where there is none.
    fn tags_2(&mut self, tags: usize) -> Result<(i64, i64), ParseError> {
        let mut first = [0; 2];
        for place in 0..tags {
            let tag = self.scanner.integer(Scalar::I32, "a tag")?;
            if let Some(wanted) = first.get_mut(place) {
                *wanted = tag;
            }
        }
        Ok((first[0], first[1]))
    }

    /// The type of the elements that follow.
    fn kind(&mut self) -> Result<(i64, ElementKind), ParseError> {
        let number = self.scanner.integer(Scalar::I32, "an element type")?;
        let of = kind(number).ok_or_else(|| {
            self.scanner.error(format!(
                "element type {number} is not known: only points (15), lines (1), triangles (2), quads (3) and tets (4) \
                 of first order can be used"
            ))
        })?;
        Ok((number, of))
    }

    /// Reads the nodes of an element and puts it where it belongs.
    fn element(&mut self, head: &Head, scalar: Scalar) -> Result<(), ParseError> {
        if ![POINT, LINE, TRIANGLE, QUAD, TET].contains(&head.kind) {
            let name = format!("{} (element type {})", head.of.name, head.kind);
            let element = || format!("element {}", head.number);
            self.refused.add(&name, head.at, element);
            for _ in 0..head.of.nodes {
                self.scanner.integer(scalar, "a node tag")?;
            }
            return Ok(());
        }
        let mut corners = [u32::MAX; 4];
        for corner in &mut corners[..head.of.nodes] {
            let tag = self.scanner.integer(scalar, "a node tag")?;
            let found = self.tags.index(tag);
            *corner = found.ok_or_else(|| {
                self.scanner
                    .error(format!("an element names node {tag}, which does not exist"))
            })?;
        }
        let before = Counts::of(&self.mesh);
        let [a, b, c, _] = corners;
        match head.kind {
            POINT => self.mesh.vertices.push(a),
            LINE => self.mesh.edges.push([a, b]),
            TRIANGLE => self.mesh.triangles.push([a, b, c]),
            QUAD => cut(&corners, &mut self.mesh),
            _ => self.mesh.tets.push(corners),
        }
        let dimension = head.of.dimension;
        self.groups
            .add_physical(head.physical, dimension, &self.mesh, before);
        if self.is_again(head, corners) {
            before.restore(&mut self.mesh);
        } else {
            let entity: Tag = (dimension, head.entity);
            self.groups.add_entity(entity, &self.mesh, before);
        }
        Ok(())
    }

    /// Whether an element was there before, in another physical group: version 2 writes one once for each of its
    /// groups.
    fn is_again(&mut self, head: &Head, mut corners: [u32; 4]) -> bool {
        let &[group] = head.physical else {
            return false;
        };
        if !self.is_version_2() || group == 0 {
            return false;
        }
        corners.sort_unstable();
        let first = *self
            .first_groups
            .entry((head.kind, corners))
            .or_insert(group);
        first != group
    }
}
