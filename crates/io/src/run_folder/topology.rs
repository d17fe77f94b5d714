//! The bodies and elements of a run, which do not change, as `topology.npz`.

use super::{EmbeddedVertices, FieldLocation};
use crate::npy::{NpyArray, NpyElements};
use crate::npz::{self, Archive};
use crate::{IoError, ParseError};
use std::path::Path;
use tangency_geometry::Vec3;

/// The bodies of a run: elements, contact surface, and what `verify` must know of each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topology {
    /// Rest positions of all vertices, m.
    pub rest: Vec<Vec3>,
    /// Tets of the solids.
    pub tets: Vec<[u32; 4]>,
    /// Whether each tet's material lets it invert, in a planar run each triangle's; empty where none does.
    pub may_invert: Vec<bool>,
    /// Triangles of shells that must not be stretched beyond a limit.
    pub sheets: Vec<LimitedSheet>,
    /// Elastic triangles, of shells, in a planar run of solids: those that fields have entries for.
    pub elastic_triangles: Vec<[u32; 3]>,
    /// Elastic segments, of rods.
    pub elastic_segments: Vec<[u32; 2]>,
    /// Mass of each vertex, kg; zero for those of obstacles.
    pub mass: Vec<f64>,
    /// Whether the run is planar: everything stays at z = 0, and contact is one of edges and points.
    pub plane: bool,
    /// Contact triangles of solids, shells and obstacles, outward oriented. In a planar run the triangles of solids and
    /// obstacles, counter-clockwise at rest.
    pub triangles: Vec<[u32; 3]>,
    /// Texture coordinates (u, v) of the corners of each contact triangle, NaN where its body has none; empty where none has.
    pub uv: Vec<[[f64; 2]; 3]>,
    /// Contact edges: the unique edges of the triangles, and the free segments. In a planar run the edges of one triangle
    /// only, and the free segments.
    pub edges: Vec<[u32; 2]>,
    /// Contact points: vertices of triangles and free segments, and the free points.
    pub points: Vec<u32>,
    /// Body of each vertex, an index into `body_names`.
    pub body: Vec<u32>,
    /// Names of the bodies.
    pub body_names: Vec<String>,
    /// Whether each vertex belongs to an obstacle.
    pub obstacle: Vec<bool>,
    /// Thickness at each vertex, m; a pair's offset is the mean of its two bodies'.
    pub thickness: Vec<f64>,
    /// Origin (m) and unit normal of each half-space; bodies stay on the normal's side.
    pub half_spaces: Vec<[f64; 6]>,
    /// Vertices of embedded surfaces, which follow tets.
    pub embedded: EmbeddedVertices,
}

/// A triangle whose strain is limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitedSheet {
    /// The vertices.
    pub vertices: [u32; 3],
    /// Inverse of the matrix of its rest shape, by rows, 1/m: the deformation gradient is
    /// `[x1 - x0, x2 - x0]` times this.
    pub inverse: [f64; 4],
    /// Largest stretch, then the largest Green strains E11, E22 and E12; infinite where there is no limit.
    pub limits: [f64; 4],
    /// Smallest stretch; zero where there is no limit.
    pub squeeze_limit: f64,
}

impl Topology {
    /// Checks that lengths and indices agree.
    pub fn check(&self) -> Result<(), ParseError> {
        let n = self.rest.len();
        let lengths = [
            ("body", self.body.len()),
            ("obstacle", self.obstacle.len()),
            ("thickness", self.thickness.len()),
        ];
        for (name, length) in lengths {
            if length != n {
                return Err(ParseError::whole(format!(
                    "{name} has {length} entries for {n} vertices"
                )));
            }
        }
        if !self.mass.is_empty() && self.mass.len() != n {
            let found = self.mass.len();
            let problem = format!("mass has {found} entries for {n} vertices");
            return Err(ParseError::whole(problem));
        }
        let (kind, elements) = if self.plane {
            ("triangles", self.triangles.len())
        } else {
            ("tets", self.tets.len())
        };
        let marked = self.may_invert.len();
        if marked != 0 && marked != elements {
            return Err(ParseError::whole(format!(
                "may_invert has {marked} entries for {elements} {kind}"
            )));
        }
        if self.plane && !self.tets.is_empty() {
            return Err(ParseError::whole("a planar run has tets".to_owned()));
        }
        let vertices = [
            ("tets", self.tets.as_flattened()),
            ("triangles", self.triangles.as_flattened()),
            ("edges", self.edges.as_flattened()),
            ("points", &self.points),
            ("elastic_triangles", self.elastic_triangles.as_flattened()),
            ("elastic_segments", self.elastic_segments.as_flattened()),
        ];
        for (name, indices) in vertices {
            within(name, indices, n)?;
        }
        let (found, triangles) = (self.uv.len(), self.triangles.len());
        if found != 0 && found != triangles {
            return Err(ParseError::whole(format!(
                "uv has {found} entries for {triangles} triangles"
            )));
        }
        within("body", &self.body, self.body_names.len())?;
        for sheet in &self.sheets {
            within("sheets", &sheet.vertices, n)?;
        }
        self.embedded.check(n)?;
        self.check_numbers()
    }

    /// Checks that numbers are such that one can calculate with them.
    fn check_numbers(&self) -> Result<(), ParseError> {
        let is_thickness = |t: f64| t >= 0.0 && t.is_finite();
        each("thickness", self.thickness.iter(), is_thickness)?;
        each("mass", self.mass.iter(), is_thickness)?;
        let finite = f64::is_finite;
        each(
            "half_spaces",
            self.half_spaces.as_flattened().iter(),
            finite,
        )?;
        let (inverses, limits) = (
            self.sheets.iter().flat_map(|sheet| &sheet.inverse),
            self.sheets.iter().flat_map(|sheet| &sheet.limits),
        );
        each("sheet_inverse", inverses, finite)?;
        each("sheet_limits", limits, |limit| limit >= 0.0)?;
        let least = self.sheets.iter().map(|sheet| &sheet.squeeze_limit);
        each("sheet_squeeze_limits", least, |limit| {
            (0.0..f64::INFINITY).contains(&limit)
        })
    }

    /// Number of entries of a field of a location; none for pairs, whose number changes.
    pub fn count_of(&self, location: FieldLocation) -> Option<usize> {
        match location {
            FieldLocation::Vertex => Some(self.rest.len()),
            FieldLocation::Tet => Some(self.tets.len()),
            FieldLocation::Triangle => Some(self.elastic_triangles.len()),
            FieldLocation::Segment => Some(self.elastic_segments.len()),
            FieldLocation::Pair => None,
        }
    }

    /// Names of the arrays in which two topologies differ. Masses and elastic elements, which runs of version 0.1.0 do not
    /// have, count where both have them; texture coordinates never count.
    pub fn differing_arrays(&self, other: &Self) -> Vec<&'static str> {
        let is_old = self.mass.is_empty() || other.mass.is_empty();
        let arrays = [
            ("mass", is_old || self.mass == other.mass),
            (
                "elastic_triangles",
                is_old || self.elastic_triangles == other.elastic_triangles,
            ),
            (
                "elastic_segments",
                is_old || self.elastic_segments == other.elastic_segments,
            ),
            ("rest", self.rest == other.rest),
            ("tets", self.tets == other.tets),
            ("may_invert", self.may_invert == other.may_invert),
            ("sheets", self.sheets == other.sheets),
            ("plane", self.plane == other.plane),
            ("triangles", self.triangles == other.triangles),
            ("edges", self.edges == other.edges),
            ("points", self.points == other.points),
            ("body", self.body == other.body),
            ("body_names", self.body_names == other.body_names),
            ("obstacle", self.obstacle == other.obstacle),
            ("thickness", self.thickness == other.thickness),
            ("half_spaces", self.half_spaces == other.half_spaces),
            ("embedded_vertices", self.embedded == other.embedded),
        ];
        let differ = arrays.into_iter().filter(|(_, same)| !same);
        differ.map(|(name, _)| name).collect()
    }

    /// The bytes of the file, which is meant for `path`.
    pub(super) fn encode(&self, path: &Path) -> Result<Vec<u8>, IoError> {
        let unwritable = |problem: String| IoError::Unwritable {
            path: path.to_path_buf(),
            problem,
        };
        self.check().map_err(|e| unwritable(e.problem))?;
        let names = serde_json::to_vec(&self.body_names).map_err(|e| unwritable(e.to_string()))?;
        let half_spaces = NpyArray {
            shape: vec![self.half_spaces.len(), 6],
            elements: NpyElements::F64(self.half_spaces.as_flattened().to_vec()),
        };
        let sheets: Vec<[u32; 3]> = self.sheets.iter().map(|s| s.vertices).collect();
        let rows = |of: fn(&LimitedSheet) -> [f64; 4]| NpyArray {
            shape: vec![self.sheets.len(), 4],
            elements: NpyElements::F64(self.sheets.iter().flat_map(of).collect()),
        };
        let squeeze_limits = self.sheets.iter().map(|sheet| sheet.squeeze_limit);
        let mut arrays = vec![
            ("rest", NpyArray::from_points(&self.rest)),
            ("tets", NpyArray::from_indices(&self.tets)),
            (
                "may_invert",
                NpyArray::line(NpyElements::Bool(self.may_invert.clone())),
            ),
            ("plane", NpyArray::line(NpyElements::Bool(vec![self.plane]))),
            ("sheets", NpyArray::from_indices(&sheets)),
            ("sheet_inverse", rows(|sheet| sheet.inverse)),
            ("sheet_limits", rows(|sheet| sheet.limits)),
            (
                "sheet_squeeze_limits",
                NpyArray::line(NpyElements::F64(squeeze_limits.collect())),
            ),
            ("triangles", NpyArray::from_indices(&self.triangles)),
            ("edges", NpyArray::from_indices(&self.edges)),
            (
                "points",
                NpyArray::line(NpyElements::U32(self.points.clone())),
            ),
            ("body", NpyArray::line(NpyElements::U32(self.body.clone()))),
            (
                "obstacle",
                NpyArray::line(NpyElements::Bool(self.obstacle.clone())),
            ),
            (
                "thickness",
                NpyArray::line(NpyElements::F64(self.thickness.clone())),
            ),
            ("half_spaces", half_spaces),
            ("body_names", NpyArray::line(NpyElements::U8(names))),
            (
                "elastic_triangles",
                NpyArray::from_indices(&self.elastic_triangles),
            ),
            (
                "elastic_segments",
                NpyArray::from_indices(&self.elastic_segments),
            ),
            ("mass", NpyArray::line(NpyElements::F64(self.mass.clone()))),
        ];
        // Absent where there is none, so that such files are what they always were.
        if !self.uv.is_empty() {
            let numbers = self.uv.as_flattened().as_flattened().to_vec();
            let uv = NpyArray {
                shape: vec![self.uv.len(), 3, 2],
                elements: NpyElements::F64(numbers),
            };
            arrays.push(("uv", uv));
        }
        arrays.extend(self.embedded.arrays());
        npz::encode(path, &arrays)
    }

    pub(super) fn read(path: &Path) -> Result<Self, IoError> {
        let mut archive = npz::read(path)?;
        Self::from_archive(&mut archive).map_err(|e| e.in_file(path))
    }

    fn from_archive(archive: &mut Archive) -> Result<Self, ParseError> {
        let wrong = |name: &str| ParseError::whole(format!("the array {name:?} has another type"));
        let mut u32s = |name: &str| match archive.take(name)?.elements {
            NpyElements::U32(values) => Ok(values),
            _ => Err(wrong(name)),
        };
        let points = u32s("points")?;
        let body = u32s("body")?;
        let NpyElements::Bool(obstacle) = archive.take("obstacle")?.elements else {
            return Err(wrong("obstacle"));
        };
        let NpyElements::F64(thickness) = archive.take("thickness")?.elements else {
            return Err(wrong("thickness"));
        };
        let NpyElements::U8(names) = archive.take("body_names")?.elements else {
            return Err(wrong("body_names"));
        };
        let body_names = serde_json::from_slice(&names)
            .map_err(|e| ParseError::whole(format!("body_names is not a JSON list: {e}")))?;
        // Runs of version 0.1.0 do not have it.
        let may_invert = match archive.take("may_invert").map(|array| array.elements) {
            Ok(NpyElements::Bool(marks)) => marks,
            Ok(_) => return Err(wrong("may_invert")),
            Err(_) => Vec::new(),
        };
        // Nor do runs from before there were planar ones have this.
        let plane = match archive.take("plane").map(|array| array.elements) {
            Ok(NpyElements::Bool(marks)) => marks.contains(&true),
            Ok(_) => return Err(wrong("plane")),
            Err(_) => false,
        };
        // Nor do runs of version 0.1.0 have these.
        let mass = match archive.take("mass").map(|array| array.elements) {
            Ok(NpyElements::F64(mass)) => mass,
            Ok(_) => return Err(wrong("mass")),
            Err(_) => Vec::new(),
        };
        let uv = match archive.take("uv") {
            Ok(array) => corners(array).ok_or_else(|| wrong("uv"))?,
            Err(_) => Vec::new(),
        };
        let elastic_triangles = match archive.take("elastic_triangles") {
            Ok(array) => array.into_indices()?,
            Err(_) => Vec::new(),
        };
        let elastic_segments = match archive.take("elastic_segments") {
            Ok(array) => array.into_indices()?,
            Err(_) => Vec::new(),
        };
        let topology = Self {
            mass,
            uv,
            elastic_triangles,
            elastic_segments,
            plane,
            sheets: sheets(archive)?,
            may_invert,
            rest: archive.take("rest")?.into_points()?,
            tets: archive.take("tets")?.into_indices()?,
            triangles: archive.take("triangles")?.into_indices()?,
            edges: archive.take("edges")?.into_indices()?,
            points,
            body,
            body_names,
            obstacle,
            thickness,
            half_spaces: archive.take("half_spaces")?.into_rows()?,
            embedded: EmbeddedVertices::take(archive)?,
        };
        topology.check()?;
        Ok(topology)
    }
}

/// Texture coordinates of the corners of triangles.
fn corners(array: NpyArray) -> Option<Vec<[[f64; 2]; 3]>> {
    let (NpyElements::F64(numbers), [count, 3, 2]) = (array.elements, &array.shape[..]) else {
        return None;
    };
    let (pairs, _) = numbers.as_chunks::<2>();
    let (corners, _) = pairs.as_chunks::<3>();
    (corners.len() == *count).then(|| corners.to_vec())
}

/// The limited triangles; runs of version 0.1.0 have none of the three arrays.
fn sheets(archive: &mut Archive) -> Result<Vec<LimitedSheet>, ParseError> {
    let names = ["sheets", "sheet_inverse", "sheet_limits"];
    if !archive
        .arrays
        .iter()
        .any(|(name, _)| names.contains(&name.as_str()))
    {
        return Ok(Vec::new());
    }
    let named = |name: &'static str| {
        move |e: ParseError| ParseError::whole(format!("array {name:?}: {}", e.problem))
    };
    let vertices = archive
        .take("sheets")?
        .into_indices()
        .map_err(named("sheets"))?;
    let mut rows = |name| archive.take(name)?.into_rows().map_err(named(name));
    let (inverse, limits) = (rows("sheet_inverse")?, rows("sheet_limits")?);
    let name = "sheet_squeeze_limits";
    let squeeze_limits = match archive.take(name).map(|array| array.elements) {
        Ok(NpyElements::F64(limits)) => limits,
        Ok(_) => {
            let problem = format!("the array {name:?} has another type");
            return Err(ParseError::whole(problem));
        }
        // Runs from before there were such limits.
        Err(_) => vec![0.0; vertices.len()],
    };
    if squeeze_limits.len() != vertices.len() {
        let (sheets, limits) = (vertices.len(), squeeze_limits.len());
        let problem = format!("{sheets} sheets have {limits} squeeze limits");
        return Err(ParseError::whole(problem));
    }
    if inverse.len() != vertices.len() || limits.len() != vertices.len() {
        return Err(ParseError::whole(format!(
            "{} sheets have {} rest shapes and {} limits",
            vertices.len(),
            inverse.len(),
            limits.len()
        )));
    }
    let limits = limits.into_iter().zip(squeeze_limits);
    let parts = vertices.into_iter().zip(inverse).zip(limits);
    let sheets = parts.map(
        |((vertices, inverse), (limits, squeeze_limit))| LimitedSheet {
            vertices,
            inverse,
            limits,
            squeeze_limit,
        },
    );
    Ok(sheets.collect())
}

fn each<'a>(
    name: &str,
    mut values: impl Iterator<Item = &'a f64>,
    is_possible: impl Fn(f64) -> bool,
) -> Result<(), ParseError> {
    match values.find(|value| !is_possible(**value)) {
        None => Ok(()),
        Some(value) => Err(ParseError::whole(format!(
            "{name} holds the number {value}"
        ))),
    }
}

fn within(name: &str, indices: &[u32], length: usize) -> Result<(), ParseError> {
    match indices.iter().find(|&&i| i as usize >= length) {
        None => Ok(()),
        Some(i) => Err(ParseError::whole(format!(
            "{name} holds the index {i}, but there are only {length}"
        ))),
    }
}
