//! VTK's XML unstructured grid, which ParaView reads, and its collections of files (`.pvd`).

use super::vtk_data::{Appended, VtkArray, VtkValues, escaped};
use std::fmt::Write;
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

/// Points and cells of several kinds: a grid as VTK has it.
#[derive(Clone, Debug, Default)]
pub struct UnstructuredGrid<'a> {
    /// Positions, m.
    pub points: &'a [Vec3],
    /// Tets.
    pub tets: &'a [[u32; 4]],
    /// Triangles.
    pub triangles: &'a [[u32; 3]],
    /// Segments.
    pub edges: &'a [[u32; 2]],
    /// Points that are cells.
    pub vertices: &'a [u32],
    /// Arrays over the points.
    pub point_data: Vec<VtkArray>,
    /// Arrays over the cells: tets, triangles, segments, points, in this order.
    pub cell_data: Vec<VtkArray>,
    /// Arrays of the file as a whole.
    pub field_data: Vec<VtkArray>,
}

/// The bytes of a VTU file with the tets of a mesh.
pub fn of_tets(mesh: &TetMesh) -> Vec<u8> {
    to_bytes(&UnstructuredGrid {
        points: &mesh.points,
        tets: &mesh.tets,
        ..UnstructuredGrid::default()
    })
}

/// The bytes of a VTU file with the triangles, segments and points of a mesh.
pub fn of_surface(mesh: &SurfaceMesh) -> Vec<u8> {
    to_bytes(&UnstructuredGrid {
        points: &mesh.points,
        triangles: &mesh.triangles,
        edges: &mesh.edges,
        vertices: &mesh.vertices,
        ..UnstructuredGrid::default()
    })
}

/// The bytes of a VTU file.
pub fn to_bytes(grid: &UnstructuredGrid) -> Vec<u8> {
    let cells = Cells::of(grid);
    let cell_count = cells.types.len();
    let points = grid.points.iter().flat_map(|p| [p.x, p.y, p.z]).collect();
    let points = VtkArray::new("Points", 3, VtkValues::F64(points));
    let mut data = Appended::default();
    let field_data = data.arrays(&grid.field_data, true);
    let point_data = data.arrays(&grid.point_data, false);
    let cell_data = data.arrays(&grid.cell_data, false);
    let points = data.array(&points, false);
    let cells = data.arrays(&cells.into_arrays(), false);

    let mut bytes = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" \
         byte_order=\"LittleEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n\
         <UnstructuredGrid>\n<FieldData>\n{field_data}</FieldData>\n\
         <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{cell_count}\">\n\
         <PointData>\n{point_data}</PointData>\n<CellData>\n{cell_data}</CellData>\n\
         <Points>\n{points}</Points>\n<Cells>\n{cells}</Cells>\n\
         </Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_",
        grid.points.len(),
    )
    .into_bytes();
    bytes.extend(data.bytes);
    bytes.extend(b"\n</AppendedData>\n</VTKFile>\n");
    bytes
}

/// A ParaView collection (`.pvd`) of the frames of a run: time (s) and file of each.
pub fn collection(frames: &[(f64, String)]) -> Vec<u8> {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" \
         byte_order=\"LittleEndian\">\n<Collection>\n",
    );
    for (time, file) in frames {
        let file = escaped(file);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<DataSet timestep=\"{time:?}\" file=\"{file}\"/>");
    }
    text.push_str("</Collection>\n</VTKFile>\n");
    text.into_bytes()
}

#[derive(Default)]
struct Cells {
    connectivity: Vec<u32>,
    offsets: Vec<i64>,
    types: Vec<u8>,
}

impl Cells {
    fn of(grid: &UnstructuredGrid) -> Self {
        let mut cells = Self::default();
        cells.add(10, grid.tets);
        cells.add(5, grid.triangles);
        cells.add(3, grid.edges);
        cells.add(1, grid.vertices.as_chunks::<1>().0);
        cells
    }

    fn add<const N: usize>(&mut self, kind: u8, elements: &[[u32; N]]) {
        for element in elements {
            self.connectivity.extend(element);
            self.offsets.push(self.connectivity.len() as i64);
            self.types.push(kind);
        }
    }

    fn into_arrays(self) -> [VtkArray; 3] {
        [
            VtkArray::new("connectivity", 1, VtkValues::U32(self.connectivity)),
            VtkArray::new("offsets", 1, VtkValues::I64(self.offsets)),
            VtkArray::new("types", 1, VtkValues::U8(self.types)),
        ]
    }
}
