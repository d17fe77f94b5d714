//! A run as USD's prims: a `Mesh`, `BasisCurves` or `Points` for each body, whose points move.

use super::bodies::BodySurface;
use super::names::{Names, identifier};
use super::primvars::{ElementPlaces, Primvars};
use super::{ExportFrame, fields_of};
use crate::run_folder::{FieldLocation, Topology};
use crate::write::usda::{UpAxis, UsdAttribute, UsdPrim, UsdStage, integers, list};
use tangency_geometry::Vec3;

/// Width of rods and grains without thickness, as a share of the size of the scene.
const THIN: f64 = 0.002;

/// The prims as far as frames have been added.
pub(super) struct StageBuilder {
    prims: Vec<PrimBuilder>,
}

struct PrimBuilder {
    prim: UsdPrim,
    members: Vec<u32>,
    points: UsdAttribute,
    extent: UsdAttribute,
    primvars: Primvars,
}

/// Schema, points and elements of a prim.
struct Shape {
    schema: &'static str,
    suffix: &'static str,
    members: Vec<u32>,
    attributes: Vec<UsdAttribute>,
    primvars: Primvars,
}

impl StageBuilder {
    /// The prims of bodies; the first frame says which fields they will have.
    pub(super) fn new(topology: &Topology, bodies: &[BodySurface], first: &ExportFrame) -> Self {
        let places = ElementPlaces::of(topology, first);
        let by_segment = fields_of(first, FieldLocation::Segment).next().is_some();
        let thin = THIN * size(&topology.rest);
        let mut names = Names::default();
        let mut prims = Vec::new();
        for body in bodies {
            let mut shapes = Vec::new();
            shapes.extend(mesh(body, &places));
            shapes.extend(curves(body, &places, by_segment, topology, thin));
            shapes.extend(points(body, topology, thin));
            let is_one = shapes.len() == 1;
            for shape in shapes {
                let suffix = if is_one { "" } else { shape.suffix };
                let name = names.unique(&identifier(&format!("{}{suffix}", body.name)));
                prims.push(PrimBuilder::new(body, name, shape));
            }
        }
        Self { prims }
    }

    pub(super) fn push(&mut self, frame: &ExportFrame) {
        for prim in &mut self.prims {
            prim.push(frame);
        }
    }

    /// The stage; `times` (s) are those of the frames.
    pub(super) fn into_stage(self, times: &[f64], up: UpAxis) -> UsdStage {
        UsdStage {
            up,
            rate: rate(times),
            range: [times.first(), times.last()].map(|time| time.copied().unwrap_or(0.0)),
            prims: self.prims.into_iter().map(PrimBuilder::into_prim).collect(),
        }
    }
}

impl PrimBuilder {
    fn new(body: &BodySurface, name: String, shape: Shape) -> Self {
        Self {
            prim: UsdPrim {
                schema: shape.schema,
                name,
                body: body.name.to_owned(),
                is_obstacle: body.is_obstacle,
                attributes: shape.attributes,
            },
            members: shape.members,
            points: UsdAttribute::varying("point3f[] points", Vec::new()),
            extent: UsdAttribute::varying("float3[] extent", Vec::new()),
            primvars: shape.primvars,
        }
    }

    fn push(&mut self, frame: &ExportFrame) {
        let at = |&v: &u32| frame.positions[v as usize].map(|c| c as f32);
        let points: Vec<_> = self.members.iter().map(at).collect();
        let (mut low, mut high) = (points[0], points[0]);
        for point in &points {
            (low, high) = (low.inf(point), high.sup(point));
        }
        let coordinates = points.iter().flat_map(|p| [p.x, p.y, p.z]);
        self.points.values.push(frame.time, list(coordinates, 3));
        let corners = [low, high].into_iter().flat_map(|p| [p.x, p.y, p.z]);
        self.extent.values.push(frame.time, list(corners, 3));
        self.primvars.push(frame);
    }

    fn into_prim(self) -> UsdPrim {
        let mut prim = self.prim;
        prim.attributes.extend([self.extent, self.points]);
        prim.attributes.extend(self.primvars.into_attributes());
        prim
    }
}

fn mesh(body: &BodySurface, places: &ElementPlaces) -> Option<Shape> {
    if body.triangles.is_empty() {
        return None;
    }
    let (members, renumbered) = used(body, body.triangles.as_flattened());
    let faces: Vec<[u32; 3]> = body.triangles.iter().map(|&t| body.global(t)).collect();
    let attributes = vec![
        UsdAttribute::fixed("uniform bool doubleSided", "1"),
        UsdAttribute::fixed("int[] faceVertexCounts", integers(faces.iter().map(|_| 3))),
        UsdAttribute::fixed("int[] faceVertexIndices", integers(renumbered.into_iter())),
        UsdAttribute::fixed("uniform token subdivisionScheme", "\"none\""),
    ];
    Some(Shape {
        schema: "Mesh",
        suffix: "",
        primvars: Primvars::new(members.clone(), places.of_faces(&faces)),
        members,
        attributes,
    })
}

/// Linear curves: chains of segments, or where fields of segments come along, one a segment.
fn curves(
    body: &BodySurface,
    places: &ElementPlaces,
    by_segment: bool,
    topology: &Topology,
    thin: f64,
) -> Option<Shape> {
    if body.edges.is_empty() {
        return None;
    }
    let curves = match by_segment {
        true => body.edges.iter().map(|edge| edge.to_vec()).collect(),
        false => chains(&body.edges, body.members.len()),
    };
    let segments: Vec<[u32; 2]> = body.edges.iter().map(|&e| body.global(e)).collect();
    let sources = match by_segment {
        true => places.of_segments(&segments),
        false => Vec::new(),
    };
    let members = curves.iter().flatten().map(|&v| body.members[v as usize]);
    let members: Vec<u32> = members.collect();
    let attributes = vec![
        UsdAttribute::fixed(
            "int[] curveVertexCounts",
            integers(curves.iter().map(|curve| curve.len() as u32)),
        ),
        UsdAttribute::fixed("uniform token type", "\"linear\""),
        widths(&members, topology, thin),
    ];
    Some(Shape {
        schema: "BasisCurves",
        suffix: "_segments",
        primvars: Primvars::new(members.clone(), sources),
        members,
        attributes,
    })
}

fn points(body: &BodySurface, topology: &Topology, thin: f64) -> Option<Shape> {
    if body.vertices.is_empty() {
        return None;
    }
    let members = body.vertices.iter().map(|&v| body.members[v as usize]);
    let members: Vec<u32> = members.collect();
    Some(Shape {
        schema: "Points",
        suffix: "_points",
        attributes: vec![widths(&members, topology, thin)],
        primvars: Primvars::new(members.clone(), Vec::new()),
        members,
    })
}

/// The members of a body that elements name, and the elements over them.
fn used(body: &BodySurface, elements: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut is_used = vec![false; body.members.len()];
    elements.iter().for_each(|&v| is_used[v as usize] = true);
    let mut place = vec![0; body.members.len()];
    let mut members = Vec::new();
    for (v, &member) in body.members.iter().enumerate().filter(|(v, _)| is_used[*v]) {
        place[v] = members.len() as u32;
        members.push(member);
    }
    (
        members,
        elements.iter().map(|&v| place[v as usize]).collect(),
    )
}

/// Diameters of rods and grains: their thickness, or where there is none, something thin.
fn widths(members: &[u32], topology: &Topology, thin: f64) -> UsdAttribute {
    let width = |&v: &u32| match topology.thickness[v as usize] {
        thickness if thickness > 0.0 => thickness as f32,
        _ => thin as f32,
    };
    let mut attribute = UsdAttribute::fixed("float[] widths", list(members.iter().map(width), 1));
    attribute
        .metadata
        .push("interpolation = \"vertex\"".to_owned());
    attribute
}

/// Diagonal of the box around points.
fn size(points: &[Vec3]) -> f64 {
    let Some(first) = points.first() else {
        return 1.0;
    };
    let (mut low, mut high) = (*first, *first);
    for point in points {
        (low, high) = (low.inf(point), high.sup(point));
    }
    (high - low).norm().max(1e-9)
}

/// Segments put together to chains, which end where another number than two meet; closed ones end where they begin.
fn chains(edges: &[[u32; 2]], points: usize) -> Vec<Vec<u32>> {
    let mut incident: Vec<Vec<usize>> = vec![Vec::new(); points];
    for (i, edge) in edges.iter().enumerate() {
        edge.iter().for_each(|&v| incident[v as usize].push(i));
    }
    let mut is_used = vec![false; edges.len()];
    let mut chains = Vec::new();
    let ends = (0..points).filter(|&v| incident[v].len() != 2);
    let starts = ends.flat_map(|v| incident[v].iter().map(move |&edge| (edge, v as u32)));
    let others = edges.iter().enumerate().map(|(i, edge)| (i, edge[0]));
    for (edge, start) in starts.chain(others) {
        if is_used[edge] {
            continue;
        }
        let mut chain = vec![start];
        let mut next = Some(edge);
        while let Some(edge) = next {
            is_used[edge] = true;
            let [a, b] = edges[edge];
            let end = if chain.last() == Some(&a) { b } else { a };
            chain.push(end);
            let around = &incident[end as usize];
            let is_free = |edge: &&usize| !is_used[**edge];
            next = around
                .iter()
                .find(is_free)
                .copied()
                .filter(|_| around.len() == 2);
        }
        chains.push(chain);
    }
    chains
}

/// Time codes in a second, so that frames are at whole codes where they follow each other evenly: one over the median of
/// the times between them.
fn rate(times: &[f64]) -> f64 {
    let mut between: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    between.sort_by(f64::total_cmp);
    let rate = between
        .get(between.len() / 2)
        .map_or(24.0, |time| 1.0 / time);
    match (rate - rate.round()).abs() < 1e-6 * rate {
        true => rate.round(),
        false => rate,
    }
}
