//! Gmsh's MSH, versions 2.x and 4.1, ASCII and binary. Sections `$MeshFormat`,
//! `$PhysicalNames`, `$Entities`, `$Nodes` and `$Elements` are read, others (such
//! as the `$Surface` of the IPC reference meshes) are skipped. Node tags may be
//! any numbers. Physical groups are groups under their names, or as `physical N`
//! where they have none; entities are groups `volume N`, `surface N`, `curve N`.

mod elements;
mod groups;
mod kinds;

use super::MeshFile;
use super::refused::Refused;
use super::scanner::{Encoding, Scalar, Scanner, parse_real};
use crate::ParseError;
use groups::TaggedGroups;
use std::collections::HashMap;

/// Reads an MSH file.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut reader = MshReader {
        scanner: Scanner::new(bytes),
        version: None,
        encoding: Encoding::Text,
        tags: Tags::default(),
        mesh: MeshFile::default(),
        groups: TaggedGroups::default(),
        refused: Refused::default(),
        first_groups: HashMap::new(),
    };
    let read = reader.sections();
    // Told first: what comes behind elements of such types may be read wrongly.
    reader.refused.check()?;
    read?;
    reader.mesh.groups = reader.groups.finish();
    Ok(reader.mesh)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    V2,
    V41,
}

struct MshReader<'a> {
    scanner: Scanner<'a>,
    version: Option<Version>,
    encoding: Encoding,
    tags: Tags,
    mesh: MeshFile,
    groups: TaggedGroups,
    refused: Refused,
    /// The physical group that each element was first seen in, by its type and corners (version 2).
    first_groups: HashMap<(i64, [u32; 4]), i64>,
}

impl MshReader<'_> {
    fn sections(&mut self) -> Result<(), ParseError> {
        while let Some(word) = self.scanner.word() {
            match word {
                b"$MeshFormat" => self.format()?,
                b"$PhysicalNames" => self.groups.read_names(&mut self.scanner)?,
                b"$Entities" if self.version == Some(Version::V41) => self.entities()?,
                b"$PartitionedEntities" if self.groups.has_physical_entities() => {
                    return Err(self.scanner.error(
                        "the mesh is partitioned, which hides its physical groups: save it unpartitioned",
                    ));
                }
                b"$Nodes" => self.nodes()?,
                b"$Elements" => self.elements()?,
                [b'$', name @ ..] => self.scanner.skip_past(&[b"$End", name].concat())?,
                _ => {
                    let expected = "a section such as $MeshFormat, $Nodes or $Elements";
                    return Err(self.scanner.unexpected(expected, Some(word)));
                }
            }
        }
        Ok(())
    }

    fn is_version_2(&self) -> bool {
        self.version == Some(Version::V2)
    }

    fn entities(&mut self) -> Result<(), ParseError> {
        self.begin();
        self.groups.read_entities(&mut self.scanner)?;
        self.end("$EndEntities")
    }

    /// `version is-binary data-size`, then in binary the integer 1.
    fn format(&mut self) -> Result<(), ParseError> {
        let version = self.scanner.word();
        self.version = match version.and_then(parse_real) {
            Some(v) if (2.0..3.0).contains(&v) => Some(Version::V2),
            Some(4.1) => Some(Version::V41),
            _ => {
                let expected = "MSH version 2.2 or 4.1 (export it again in one of these)";
                return Err(self.scanner.unexpected(expected, version));
            }
        };
        let binary = self
            .scanner
            .integer(Scalar::I32, "0 (ASCII) or 1 (binary)")?;
        let size = self.scanner.integer(Scalar::I32, "the data size 8")?;
        if size != 8 {
            return Err(self
                .scanner
                .error(format!("data size {size} is not supported, only 8")));
        }
        if binary != 0 {
            self.scanner.line();
            self.encoding = match self.scanner.take::<4>("the integer 1")? {
                [1, 0, 0, 0] => Encoding::LittleEndian,
                [0, 0, 0, 1] => Encoding::BigEndian,
                _ => {
                    return Err(self
                        .scanner
                        .error("the integer 1 does not follow the format"));
                }
            };
        }
        self.scanner.expect("$EndMeshFormat")
    }

    fn nodes(&mut self) -> Result<(), ParseError> {
        match self.version {
            Some(Version::V2) => self.nodes_2()?,
            Some(Version::V41) => self.nodes_41()?,
            None => return Err(self.scanner.error("$Nodes before $MeshFormat")),
        }
        self.end("$EndNodes")
    }

    fn elements(&mut self) -> Result<(), ParseError> {
        match (self.version, self.encoding) {
            (None, _) => return Err(self.scanner.error("$Elements before $MeshFormat")),
            (Some(Version::V2), Encoding::Text) => self.elements_2_text()?,
            (Some(Version::V2), _) => self.elements_2_binary()?,
            (Some(Version::V41), _) => self.elements_41()?,
        }
        self.end("$EndElements")
    }

    /// From here on numbers are in the file's encoding.
    fn begin(&mut self) {
        if self.encoding != Encoding::Text {
            self.scanner.line();
            self.scanner.encoding = self.encoding;
        }
    }

    fn end(&mut self, word: &str) -> Result<(), ParseError> {
        self.scanner.encoding = Encoding::Text;
        self.scanner.expect(word)
    }

    fn nodes_2(&mut self) -> Result<(), ParseError> {
        let count = self.scanner.count(Scalar::I32, "the number of nodes")?;
        self.begin();
        for _ in 0..count {
            let tag = self.scanner.integer(Scalar::I32, "a node number")?;
            self.tags.push(tag, &self.scanner)?;
            self.mesh.points.push(self.scanner.point(Scalar::F64)?);
        }
        Ok(())
    }

    fn nodes_41(&mut self) -> Result<(), ParseError> {
        self.begin();
        let blocks = self.counts("node blocks")?;
        for _ in 0..blocks {
            let dimension = self.scanner.integer(Scalar::I32, "an entity dimension")?;
            self.scanner.integer(Scalar::I32, "an entity tag")?;
            let parametric = self.scanner.integer(Scalar::I32, "0 or 1 (parametric)")?;
            let count = self
                .scanner
                .count(Scalar::U64, "the number of nodes in the block")?;
            for _ in 0..count {
                let tag = self.scanner.integer(Scalar::U64, "a node tag")?;
                self.tags.push(tag, &self.scanner)?;
            }
            let parameters = if parametric == 1 {
                dimension.clamp(0, 3)
            } else {
                0
            };
            for _ in 0..count {
                self.mesh.points.push(self.scanner.point(Scalar::F64)?);
                for _ in 0..parameters {
                    self.scanner.real(Scalar::F64, "a parametric coordinate")?;
                }
            }
        }
        Ok(())
    }

    /// The head of a 4.1 section: number of blocks, of entries, smallest and largest tag.
    fn counts(&mut self, what: &str) -> Result<usize, ParseError> {
        let blocks = self
            .scanner
            .count(Scalar::U64, &format!("the number of {what}"))?;
        for _ in 0..3 {
            self.scanner
                .integer(Scalar::U64, "the number of entries, first and last tag")?;
        }
        Ok(blocks)
    }
}

/// A dimension from 0 to 3.
fn dimension_of(number: i64, scanner: &Scanner) -> Result<usize, ParseError> {
    let dimension = usize::try_from(number).ok().filter(|d| *d < 4);
    dimension.ok_or_else(|| scanner.error(format!("{number} is no dimension from 0 to 3")))
}

/// From node tags to indices: almost always tag = index + 1.
#[derive(Default)]
struct Tags {
    count: u32,
    /// Tags of nodes that are not index + 1.
    others: HashMap<i64, u32>,
}

impl Tags {
    fn push(&mut self, tag: i64, scanner: &Scanner) -> Result<(), ParseError> {
        let index = self.count;
        self.count += 1;
        if tag == i64::from(index) + 1 && self.others.is_empty() {
            return Ok(());
        }
        if self.others.is_empty() {
            self.others = (0..index).map(|i| (i64::from(i) + 1, i)).collect();
        }
        match self.others.insert(tag, index) {
            None => Ok(()),
            Some(_) => Err(scanner.error(format!("node {tag} is there twice"))),
        }
    }

    fn index(&self, tag: i64) -> Option<u32> {
        if !self.others.is_empty() {
            return self.others.get(&tag).copied();
        }
        let index = u32::try_from(tag.checked_sub(1)?);
        index.ok().filter(|&i| i < self.count)
    }
}
