//! VTK's XML unstructured grid, arrays appended raw in little endian, each with
//! its length in bytes (UInt64) before it. ParaView reads it.

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
    /// Body of each point; may be empty.
    pub body: &'a [u32],
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
    let mut data = Appended::default();
    let points: Vec<u8> = grid
        .points
        .iter()
        .flat_map(|p| [p.x, p.y, p.z])
        .flat_map(f64::to_le_bytes)
        .collect();
    let mut point_data = String::new();
    if !grid.body.is_empty() {
        point_data = data.array("UInt32", "body", 1, &u32_bytes(grid.body));
    }
    let points = data.array("Float64", "Points", 3, &points);
    let connectivity = data.array("UInt32", "connectivity", 1, &u32_bytes(&cells.connectivity));
    let offsets: Vec<u8> = cells.offsets.iter().flat_map(|o| o.to_le_bytes()).collect();
    let offsets = data.array("Int64", "offsets", 1, &offsets);
    let types = data.array("UInt8", "types", 1, &cells.types);

    let mut bytes = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" \
         byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n\
         <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n\
         <PointData>\n{point_data}</PointData>\n<CellData>\n</CellData>\n\
         <Points>\n{points}</Points>\n<Cells>\n{connectivity}{offsets}{types}</Cells>\n\
         </Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_",
        grid.points.len(),
        cells.types.len()
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
}

/// The data behind the XML.
#[derive(Default)]
struct Appended {
    bytes: Vec<u8>,
}

impl Appended {
    /// Appends an array and returns the XML that points to it.
    fn array(&mut self, kind: &str, name: &str, components: usize, data: &[u8]) -> String {
        let offset = self.bytes.len();
        self.bytes.extend((data.len() as u64).to_le_bytes());
        self.bytes.extend(data);
        format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" \
             format=\"appended\" offset=\"{offset}\"/>\n"
        )
    }
}

fn u32_bytes(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}
