//! Legacy VTK (`# vtk DataFile`), ASCII and binary (big endian):
//! `UNSTRUCTURED_GRID` with tets, triangles, polygons, segments and points, and
//! `POLYDATA`. Both layouts of cells are read, that of version 2 to 4
//! (`n i j k ...`) and that of 5 (`OFFSETS`, `CONNECTIVITY`). Arrays of whole
//! numbers in `CELL_DATA` become groups `ARRAY N`; other attributes are skipped.

mod attributes;

use super::MeshFile;
use super::scanner::{Encoding, Scalar, Scanner};
use super::vtk_cells::VtkCells;
use crate::ParseError;
use attributes::Component;

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
    let mut reader = VtkReader {
        scanner,
        encoding,
        mesh: MeshFile::default(),
        cells: VtkCells::default(),
        poly: Default::default(),
    };
    reader.sections()?;
    Ok(reader.mesh)
}

struct VtkReader<'a> {
    scanner: Scanner<'a>,
    encoding: Encoding,
    mesh: MeshFile,
    /// The cells, in the order of their data.
    cells: VtkCells,
    /// Cells of `POLYDATA`: points, lines, polygons, strips.
    poly: [VtkCells; 4],
}

/// Lists of vertices one after the other; cell i ends at `ends[i]`.
#[derive(Default)]
struct Cells {
    vertices: Vec<u32>,
    ends: Vec<usize>,
}

impl VtkReader<'_> {
    fn sections(&mut self) -> Result<(), ParseError> {
        let mut cells = Cells::default();
        while let Some(word) = self.scanner.word() {
            match word.to_ascii_uppercase().as_slice() {
                b"POINTS" => self.points()?,
                b"CELLS" => cells = self.cells()?,
                b"CELL_TYPES" => self.cell_types(&cells)?,
                b"VERTICES" => self.poly(0, 2)?,
                b"LINES" => self.poly(1, 4)?,
                b"POLYGONS" => self.poly(2, 7)?,
                b"TRIANGLE_STRIPS" => self.poly(3, 6)?,
                b"METADATA" => self.metadata(),
                b"FIELD" => drop(self.field()?),
                b"CELL_DATA" => return self.cell_data(),
                // Of no use: what follows may be data of cells.
                b"POINT_DATA" => match self.scanner.skip_past(b"\nCELL_DATA") {
                    Ok(()) => return self.cell_data(),
                    Err(_) => break,
                },
                _ => {
                    let expected =
                        "POINTS, CELLS, CELL_TYPES, VERTICES, LINES, POLYGONS or TRIANGLE_STRIPS";
                    return Err(self.scanner.unexpected(expected, Some(word)));
                }
            }
        }
        self.all_cells()
    }

    /// Puts the cells of `POLYDATA` into the order of their data.
    fn all_cells(&mut self) -> Result<(), ParseError> {
        for poly in std::mem::take(&mut self.poly) {
            poly.check()?;
            self.cells.append(poly);
        }
        self.cells.check()
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

    /// A type of numbers.
    fn data_type(&mut self) -> Result<Scalar, ParseError> {
        match self.component()? {
            Component::Number(kind) => Ok(kind),
            Component::Bit => Err(self.scanner.error("bits are of no use here")),
        }
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
        for &end in &cells.ends {
            let kind = self.scanner.integer(Scalar::I32, "a cell type")?;
            let cell = cells.vertices.get(start..end).unwrap_or_default();
            start = end;
            self.cells
                .add(&mut self.mesh, kind, cell, self.scanner.place());
        }
        self.end();
        self.cells.check()
    }

    /// Cells of one type in `POLYDATA`.
    fn poly(&mut self, place: usize, kind: i64) -> Result<(), ParseError> {
        let cells = self.cells()?;
        let mut start = 0;
        for &end in &cells.ends {
            let cell = cells.vertices.get(start..end).unwrap_or_default();
            start = end;
            self.poly[place].add(&mut self.mesh, kind, cell, self.scanner.place());
        }
        Ok(())
    }
}
