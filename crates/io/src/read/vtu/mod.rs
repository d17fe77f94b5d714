//! VTK's XML unstructured grids (`.vtu`): arrays as text, in base64, or appended raw or in base64, of either byte
//! order, as they are or compressed by zlib. Cells are those of the legacy format; arrays of whole numbers in
//! `CellData` become groups `ARRAY N`. Data of points is not read.

mod data;
mod xml;

use super::MeshFile;
use super::groups::GroupTable;
use super::vtk_cells::VtkCells;
use crate::ParseError;
use data::ArrayReader;
use tangency_geometry::Vec3;
use xml::{DataArray, GridPiece, Section};

/// Reads a VTU file.
pub fn parse(bytes: &[u8]) -> Result<MeshFile, ParseError> {
    let document = xml::scan(bytes)?;
    let mut grid = Grid::default();
    for piece in &document.pieces {
        grid.piece(piece, &document.arrays)?;
    }
    grid.cells.check()?;
    grid.finish(&document.pieces, &document.arrays)
}

/// The mesh as far as it is read.
#[derive(Default)]
struct Grid {
    mesh: MeshFile,
    cells: VtkCells,
}

impl Grid {
    /// Adds the points and cells of a piece.
    fn piece(&mut self, piece: &GridPiece, reader: &ArrayReader) -> Result<(), ParseError> {
        if piece.points == 0 && piece.cells == 0 {
            return Ok(());
        }
        let first = self.mesh.points.len();
        let points = piece.one(|array| array.section == Section::Points, "of points")?;
        let coordinates = reader.reals(points)?;
        expect(points, coordinates.len(), piece.points, 3)?;
        for &[x, y, z] in coordinates.as_chunks::<3>().0 {
            let point = Vec3::new(x, y, z);
            if !point.iter().all(|c| c.is_finite()) {
                let number = self.mesh.points.len() - first;
                let problem =
                    format!("point {number} (from 0) has a coordinate that is not a finite number");
                return Err(points.error(problem));
            }
            self.mesh.points.push(point);
        }
        let named = |name: &'static str| {
            piece.one(
                move |array| array.section == Section::Cells && array.name == name,
                name,
            )
        };
        if piece.cells == 0 {
            return Ok(());
        }
        let (offsets, types) = (named("offsets")?, named("types")?);
        let vertices = indices(named("connectivity")?, reader, first)?;
        let ends = reader.integers(offsets)?;
        expect(offsets, ends.len(), piece.cells, 1)?;
        let kinds = reader.integers(types)?;
        expect(types, kinds.len(), piece.cells, 1)?;
        let mut start = 0;
        for (&end, &kind) in ends.iter().zip(&kinds) {
            let range = usize::try_from(end).ok().map(|end| start..end);
            let cell = range.clone().and_then(|range| vertices.get(range));
            let (Some(range), Some(cell)) = (range, cell) else {
                return Err(offsets.error(format!("offset {end} is out of order")));
            };
            self.cells.add(&mut self.mesh, kind, cell, types.at);
            start = range.end;
        }
        Ok(())
    }

    /// The mesh with the groups that the arrays of its cells make.
    fn finish(
        mut self,
        pieces: &[GridPiece],
        reader: &ArrayReader,
    ) -> Result<MeshFile, ParseError> {
        let mut names: Vec<&str> = Vec::new();
        for array in pieces.iter().flat_map(|piece| &piece.arrays) {
            if is_grouping(array) && !names.contains(&array.name.as_str()) {
                names.push(&array.name);
            }
        }
        let mut table = GroupTable::default();
        for name in names {
            let mut values = Vec::new();
            for piece in pieces.iter().filter(|piece| piece.cells > 0) {
                let wanted = |array: &DataArray| is_grouping(array) && array.name == name;
                let array = piece.one(wanted, name)?;
                let numbers = reader.integers(array)?;
                expect(array, numbers.len(), piece.cells, 1)?;
                values.extend(numbers);
            }
            for group in self.cells.groups(name, &values, &self.mesh) {
                let name = group.name.clone();
                table.take("array", &name, group);
            }
        }
        self.mesh.groups = table.finish();
        Ok(self.mesh)
    }
}

/// Whether an array says which part each cell belongs to.
fn is_grouping(array: &DataArray) -> bool {
    array.section == Section::CellData && array.components == 1 && array.is_whole()
}

/// Indices of vertices, counted from `first` on.
fn indices(array: &DataArray, reader: &ArrayReader, first: usize) -> Result<Vec<u32>, ParseError> {
    let index = |&value: &i64| {
        let index = usize::try_from(value)
            .ok()
            .and_then(|v| v.checked_add(first));
        index
            .and_then(|v| u32::try_from(v).ok())
            .ok_or_else(|| array.error(format!("expected a vertex from 0, found {value}")))
    };
    reader.integers(array)?.iter().map(index).collect()
}

/// An array must have as many numbers as the piece says.
fn expect(
    array: &DataArray,
    found: usize,
    tuples: usize,
    components: usize,
) -> Result<(), ParseError> {
    match tuples.checked_mul(components) {
        Some(wanted) if wanted == found => Ok(()),
        _ => Err(array.error(format!(
            "{found} numbers, but {tuples} times {components} are needed"
        ))),
    }
}
