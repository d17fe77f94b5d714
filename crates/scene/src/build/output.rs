//! From the output that a scene asks for to vertices, elements and fields.

use tangency_engine::Model;
use tangency_engine::fields::FieldKind;
use tangency_geometry::Vec3;
use tangency_geometry::field::FieldLocation;

use super::parts::{PlacedBody, Selection};
use crate::document::output::{OutputPrecision, ProbeSpec};
use crate::error::{SceneError, suggestion};
use crate::scene::Scene;

/// A point counts as inside of an element up to this share of its size.
const INSIDE: f64 = 1e-6;

/// The output of a run beside positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutputPlan {
    /// Fields to write.
    pub fields: Vec<FieldKind>,
    /// Steps from one set of fields to the next.
    pub every: u64,
    /// Numbers in the files of fields.
    pub precision: OutputPrecision,
    /// Whether the files of fields are compressed.
    pub is_compressed: bool,
    /// Whether forces are recorded, where the scene says so.
    pub forces: Option<bool>,
    /// The probes.
    pub probes: Vec<Probe>,
}

/// A place whose fields are written after each step.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Name of the probe.
    pub name: String,
    /// The vertices, and their weights in its value.
    pub vertices: Vec<(u32, f64)>,
    /// Whether it is a point, not a group: then forces are no sums.
    pub is_point: bool,
    /// The element that a point is in.
    pub element: Option<(FieldLocation, usize)>,
    /// Fields to write.
    pub fields: Vec<ProbeField>,
}

/// A field of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeField {
    /// The position, m.
    Position,
    /// The way from the start, m.
    Displacement,
    /// A field of the state.
    Field(FieldKind),
}

impl ProbeField {
    /// The word for it in scenes and files.
    pub fn word(self) -> &'static str {
        match self {
            ProbeField::Position => "position",
            ProbeField::Displacement => "displacement",
            ProbeField::Field(kind) => kind.word(),
        }
    }
}

/// The fields by their names, for a scene whose key at `path` has them.
pub fn field_kinds(scene: &Scene, names: &[String]) -> Result<Vec<FieldKind>, SceneError> {
    if names.iter().any(|name| name == "all") {
        return Ok(FieldKind::ALL.to_vec());
    }
    let known = || FieldKind::ALL.iter().map(|kind| kind.word());
    let kind = |name: &String| {
        let found = FieldKind::ALL.into_iter().find(|kind| kind.word() == name);
        found.ok_or_else(|| {
            let hint = suggestion(name, known().chain(["all"]));
            let list: Vec<&str> = known().collect();
            let message = format!(
                "there is no field `{name}`{hint}; fields: all, {}",
                list.join(", ")
            );
            scene.invalid(&["output", "fields"], message)
        })
    };
    names.iter().map(kind).collect()
}

/// The output that a scene asks for, of a model that was built from its parts.
pub fn plan(scene: &Scene, parts: &[PlacedBody], model: &Model) -> Result<OutputPlan, SceneError> {
    let output = &scene.document.output;
    let probes = output.probe.iter().enumerate();
    Ok(OutputPlan {
        fields: field_kinds(scene, &output.fields.0)?,
        every: output.every,
        precision: output.precision,
        is_compressed: output.compression,
        forces: output.forces,
        probes: probes
            .map(|(index, spec)| probe(scene, parts, model, index, spec))
            .collect::<Result<_, _>>()?,
    })
}

fn probe(
    scene: &Scene,
    parts: &[PlacedBody],
    model: &Model,
    index: usize,
    spec: &ProbeSpec,
) -> Result<Probe, SceneError> {
    let selection = Selection {
        list: "output.probe",
        index,
        table: None,
        bodies: &spec.body.0,
        selects: &spec.select.0,
        relative: spec.relative,
    };
    let fields = probe_fields(scene, &selection, spec)?;
    let (vertices, element) = match spec.point {
        None => {
            let (vertices, _) = selection.vertices(scene, parts)?;
            let share = 1.0 / vertices.len() as f64;
            (vertices.into_iter().map(|v| (v, share)).collect(), None)
        }
        Some(point) => {
            let bodies = selection.matching(scene, parts)?;
            let ranges: Vec<_> = bodies
                .iter()
                .map(|part| part.first..part.first + part.points.len() as u32)
                .collect();
            let is_wanted = |v: u32| ranges.iter().any(|range| range.contains(&v));
            locate(model, point.into(), is_wanted)
                .map_err(|message| selection.invalid(scene, "point", message))?
        }
    };
    Ok(Probe {
        name: spec.name.clone(),
        vertices,
        is_point: spec.point.is_some(),
        element,
        fields,
    })
}

fn probe_fields(
    scene: &Scene,
    selection: &Selection,
    spec: &ProbeSpec,
) -> Result<Vec<ProbeField>, SceneError> {
    let own = [ProbeField::Position, ProbeField::Displacement];
    let of_state = FieldKind::ALL.into_iter();
    let of_state = of_state.filter(|kind| *kind != FieldKind::Contacts);
    let known: Vec<ProbeField> = (own.into_iter())
        .chain(of_state.map(ProbeField::Field))
        .collect();
    let field = |name: &String| {
        let found = known.iter().find(|field| field.word() == name).copied();
        found.ok_or_else(|| {
            let words = known.iter().map(|field| field.word());
            let hint = suggestion(name, words.clone());
            let list: Vec<&str> = words.collect();
            let message = format!(
                "there is no field `{name}`{hint}; fields: {}",
                list.join(", ")
            );
            selection.invalid(scene, "fields", message)
        })
    };
    spec.fields.0.iter().map(field).collect()
}

/// Vertices with their weights, and the element of a point.
type Located = (Vec<(u32, f64)>, Option<(FieldLocation, usize)>);

/// The element of the wanted vertices that a point is in at the start, with the weights of its vertices there.
fn locate(model: &Model, point: Vec3, is_wanted: impl Fn(u32) -> bool) -> Result<Located, String> {
    let tets = model.elements.tets.iter().flat_map(|batch| &batch.stencils);
    let plane = (model.elements.plane.iter()).flat_map(|batch| &batch.stencils);
    let triangles = plane.chain(&model.elements.triangles.triangles);
    let tets = tets
        .enumerate()
        .map(|(e, v)| (FieldLocation::Tet, e, &v[..]));
    let triangles = triangles.enumerate();
    let triangles = triangles.map(|(e, v)| (FieldLocation::Triangle, e, &v[..]));
    let segments = model.elements.segments.segments.iter().enumerate();
    let segments = segments.map(|(e, v)| (FieldLocation::Segment, e, &v[..]));
    for (location, e, vertices) in tets.chain(triangles).chain(segments) {
        if !vertices.iter().all(|&v| is_wanted(v)) {
            continue;
        }
        let corners: Vec<Vec3> = vertices.iter().map(|&v| model.rest[v as usize]).collect();
        if let Some(weights) = weights_in(&corners, point) {
            let weighted = vertices.iter().copied().zip(weights).collect();
            return Ok((weighted, Some((location, e))));
        }
    }
    let wanted = (0..model.vertex_count() as u32).filter(|&v| is_wanted(v));
    let distance = |v: &u32| (model.rest[*v as usize] - point).norm();
    let closest = wanted.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let Some(closest) = closest else {
        return Err("there is no vertex to be near to".to_owned());
    };
    if distance(&closest) <= INSIDE * model.diagonal {
        return Ok((vec![(closest, 1.0)], None));
    }
    let at = model.rest[closest as usize];
    Err(format!(
        "[{}, {}, {}] is in no element: the closest vertex, {closest} of `{}`, is at [{:.6}, {:.6}, {:.6}], {:.3e} m away",
        point.x,
        point.y,
        point.z,
        model.body_name(closest),
        at.x,
        at.y,
        at.z,
        distance(&closest)
    ))
}

/// Barycentric weights of a point in a tet, triangle or segment, where it is inside.
fn weights_in(corners: &[Vec3], point: Vec3) -> Option<Vec<f64>> {
    let origin = corners[0];
    let edges: Vec<Vec3> = corners[1..].iter().map(|c| c - origin).collect();
    let size = edges.iter().map(|e| e.norm()).fold(0.0, f64::max);
    let count = edges.len();
    // Least squares: exact for a tet, the closest point of the plane or line for the others.
    let mut normal = nalgebra::DMatrix::<f64>::zeros(count, count);
    let mut right = nalgebra::DVector::<f64>::zeros(count);
    for i in 0..count {
        for j in 0..count {
            normal[(i, j)] = edges[i].dot(&edges[j]);
        }
        right[i] = edges[i].dot(&(point - origin));
    }
    let inner = normal.lu().solve(&right)?;
    let mut weights = vec![1.0 - inner.sum()];
    weights.extend(inner.iter());
    let found: Vec3 = corners.iter().zip(&weights).map(|(c, w)| c * *w).sum();
    let is_inside = weights.iter().all(|w| *w >= -INSIDE);
    (is_inside && (found - point).norm() <= INSIDE * size).then_some(weights)
}
