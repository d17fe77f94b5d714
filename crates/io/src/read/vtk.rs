//! Legacy VTK (`# vtk DataFile`), ASCII and binary (big endian):
//! `UNSTRUCTURED_GRID` with tets, triangles, polygons, segments and points, and
//! `POLYDATA`. Both layouts of cells are read, that of version 2 to 4
//! (`n i j k ...`) and that of 5 (`OFFSETS`, `CONNECTIVITY`). Attributes that
//! follow are not read.

use super::scanner::{Encoding, Scalar, Scanner};
use super::{MeshFile, fan};
use crate::ParseError;

/// Reads a legacy VTK file.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let mut scanner = Scanner::new(bytes);
    let first = scanner.line().unwrap_or_default();
    if !first.starts_with(b"# vtk DataFile") {
        return Err(scanner.unexpected("\"# vtk DataFile Version ...\"", Some(first)));
    }
    scanner.line();
    let encoding = match scanner.word() {
        Some(b"ASCII") => Encoding::Text,
        Some(b"BINARY") => Encoding::BigEndian,
        found => return Err(scanner.unexpected("ASCII or BINARY", found)),
    };
    scanner.expect("DATASET")?;
    match scanner.word() {
        Some(b"UNSTRUCTURED_GRID" | b"POLYDATA") => {}
        found => return Err(scanner.unexpected("UNSTRUCTURED_GRID or POLYDATA", found)),
    }
    let mut reader = Reader {
        scanner,
        encoding,
        mesh: MeshFile::default(),
    };
    reader.sections()?;
    Ok(reader.mesh)
}

/// The kind of cells in a section.
#[derive(Clone, Copy)]
enum Kind {
    Vertices,
    Lines,
    Polygons,
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    encoding: Encoding,
    mesh: MeshFile,
}

/// Lists of vertices one after the other; cell i ends at `ends[i]`.
#[derive(Default)]
struct Cells {
    vertices: Vec<u32>,
    ends: Vec<usize>,
}

impl Reader<'_> {
    fn sections(&mut self) -> Result<(), ParseError> {
        let mut cells = Cells::default();
        while let Some(word) = self.scanner.word() {
            match word {
                b"POINTS" => self.points()?,
                b"CELLS" => cells = self.cells()?,
                b"CELL_TYPES" => self.cell_types(&cells)?,
                b"VERTICES" => self.poly(Kind::Vertices)?,
                b"LINES" => self.poly(Kind::Lines)?,
                b"POLYGONS" => self.poly(Kind::Polygons)?,
                b"METADATA" => self.metadata(),
                b"CELL_DATA" | b"POINT_DATA" | b"FIELD" => return Ok(()),
                _ => {
                    let expected = "POINTS, CELLS, CELL_TYPES, VERTICES, LINES or POLYGONS";
                    return Err(self.scanner.unexpected(expected, Some(word)));
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self) {
        if self.encoding != Encoding::Text {
            self.scanner.line();
            self.scanner.encoding = self.encoding;
        }
    }

    fn end(&mut self) {
        self.scanner.encoding = Encoding::Text;
    }

    /// Information about arrays, ended by an empty line.
    fn metadata(&mut self) {
        self.scanner.line();
        while self
            .scanner
            .line()
            .is_some_and(|l| !l.trim_ascii().is_empty())
        {}
    }

    fn points(&mut self) -> Result<(), ParseError> {
        let count = self.scanner.count(Scalar::I32, "the number of points")?;
        let kind = self.data_type()?;
        self.begin();
        for _ in 0..count {
            self.mesh.points.push(self.scanner.point(kind)?);
        }
        self.end();
        Ok(())
    }

    fn data_type(&mut self) -> Result<Scalar, ParseError> {
        Ok(match self.scanner.word() {
            Some(b"float") => Scalar::F32,
            Some(b"double") => Scalar::F64,
            Some(b"int" | b"vtktypeint32") => Scalar::I32,
            Some(b"long" | b"vtktypeint64" | b"vtkIdType") => Scalar::I64,
            found => {
                return Err(self
                    .scanner
                    .unexpected("a type such as float, double", found));
            }
        })
    }

    /// `CELLS n size` in either layout.
    fn cells(&mut self) -> Result<Cells, ParseError> {
        let first = self.scanner.count(Scalar::I32, "the number of cells")?;
        let size = self
            .scanner
            .count(Scalar::I32, "the size of the cell list")?;
        let before = self.scanner.clone();
        if self.scanner.word() == Some(b"OFFSETS") {
            return self.cells_by_offset(first, size);
        }
        self.scanner = before;
        self.begin();
        let mut cells = Cells::default();
        for _ in 0..first {
            let corners = self
                .scanner
                .count(Scalar::I32, "the number of vertices of a cell")?;
            for _ in 0..corners {
                cells
                    .vertices
                    .push(self.scanner.index(Scalar::I32, "a vertex index")?);
            }
            cells.ends.push(cells.vertices.len());
        }
        self.end();
        Ok(cells)
    }

    fn cells_by_offset(&mut self, offsets: usize, size: usize) -> Result<Cells, ParseError> {
        let mut cells = Cells::default();
        let kind = self.data_type()?;
        self.begin();
        for i in 0..offsets {
            let end = self.scanner.index(kind, "an offset")? as usize;
            let start = cells.ends.last().copied().unwrap_or(0);
            if end < start || end > size || (i == 0 && end != 0) {
                return Err(self.scanner.error(format!("offset {end} is out of order")));
            }
            if i > 0 {
                cells.ends.push(end);
            }
        }
        self.end();
        self.scanner.expect("CONNECTIVITY")?;
        let kind = self.data_type()?;
        self.begin();
        for _ in 0..size {
            cells
                .vertices
                .push(self.scanner.index(kind, "a vertex index")?);
        }
        self.end();
        Ok(cells)
    }

    fn cell_types(&mut self, cells: &Cells) -> Result<(), ParseError> {
        let count = self
            .scanner
            .count(Scalar::I32, "the number of cell types")?;
        if count != cells.ends.len() {
            let there = cells.ends.len();
            return Err(self
                .scanner
                .error(format!("{count} cell types for {there} cells")));
        }
        self.begin();
        let mut start = 0;
        for (i, &end) in cells.ends.iter().enumerate() {
            let kind = self.scanner.integer(Scalar::I32, "a cell type")?;
            let cell = &cells.vertices[start..end];
            start = end;
            match (kind, cell) {
                (1, &[a]) => self.mesh.vertices.push(a),
                (3, &[a, b]) => self.mesh.edges.push([a, b]),
                (4, line) => self.polyline(line),
                (5, &[a, b, c]) => self.mesh.triangles.push([a, b, c]),
                (7, polygon) => fan(polygon, &mut self.mesh.triangles),
                (9, &[_, _, _, _]) => fan(cell, &mut self.mesh.triangles),
                (10, &[a, b, c, d]) => self.mesh.tets.push([a, b, c, d]),
                _ => {
                    return Err(self.scanner.error(format!(
                        "cell {i} (from 0) of type {kind} with {} vertices is not supported: \
                         only vertex (1), line (3), polyline (4), triangle (5), polygon (7), \
                         quad (9) and tetra (10)",
                        cell.len()
                    )));
                }
            }
        }
        self.end();
        Ok(())
    }

    fn polyline(&mut self, line: &[u32]) {
        self.mesh
            .edges
            .extend(line.windows(2).map(|s| [s[0], s[1]]));
    }

    fn poly(&mut self, kind: Kind) -> Result<(), ParseError> {
        let cells = self.cells()?;
        let mut start = 0;
        for &end in &cells.ends {
            let cell = &cells.vertices[start..end];
            start = end;
            match kind {
                Kind::Vertices => self.mesh.vertices.extend(cell),
                Kind::Lines => self.polyline(cell),
                Kind::Polygons => fan(cell, &mut self.mesh.triangles),
            }
        }
        Ok(())
    }
}
