//! Shapes of a study: each `[[shape]]` makes variables of a body's shape.

use std::path::Path;

use tangency::Scene;
use tangency_design::{
    ControlPoints, DesignVariable, HarmonicExtension, Mirror, Scaling, ShapeVariable, first_shape,
    outer_vertices, spread_points,
};
use tangency_engine::{Model, Vec3};
use tangency_scene::SceneError;

use super::reader::StudyTable;
use super::study::{StudyFile, scale_and_range};
use crate::failure::Failure;

const KEYS: [&str; 12] = [
    "body",
    "name",
    "control_points",
    "radius",
    "directions",
    "mirror",
    "modes",
    "hold",
    "start",
    "range",
    "scale",
    "smooth",
];

/// A shape with its variables and where they begin.
pub struct StudyShape {
    /// The shape.
    pub shape: ShapeVariable,
    /// A variable for each of its numbers.
    pub variables: Vec<DesignVariable>,
    /// Their values at the first start.
    pub first: Vec<f64>,
}

/// The shapes of a study.
pub fn shapes(study: &StudyFile, scene: &Scene, model: &Model) -> Result<Vec<StudyShape>, Failure> {
    let tables = study.root().and_then(|root| root.tables("shape"));
    let mut found: Vec<StudyShape> = Vec::new();
    for table in tables.map_err(Failure::input)? {
        let made = made(study, &table, scene, model)?;
        if found
            .iter()
            .any(|other| other.shape.body == made.shape.body)
        {
            return Err(Failure::input(
                table.wrong("body", "this body has a shape already"),
            ));
        }
        found.push(made);
    }
    Ok(found)
}

fn made(
    study: &StudyFile,
    table: &StudyTable,
    scene: &Scene,
    model: &Model,
) -> Result<StudyShape, Failure> {
    let refuse = Failure::input;
    table.only(&KEYS).map_err(refuse)?;
    let body = table.needed_text("body").map_err(refuse)?;
    let (first, tets) =
        first_shape(scene, body).map_err(|error| refuse(table.wrong("body", error.to_string())))?;
    let held = held(table, model, body).map_err(refuse)?;
    let mut fields = match table.has("modes") {
        true => modes(study, table, first.len()).map_err(refuse)?,
        false => control(table, &first, &tets, &held).map_err(refuse)?,
    };
    if table.flag("smooth").map_err(refuse)?.unwrap_or(true) {
        let extension = HarmonicExtension::new(&first, &tets);
        fields.iter_mut().for_each(|field| extension.extend(field));
    }
    let count = fields.len();
    let shape = ShapeVariable::new(body, first, tets, fields)
        .map_err(|error| refuse(table.wrong("modes", error.to_string())))?;
    let unit = |[low, high]: [f64; 2]| {
        if (high - low).is_finite() {
            high - low
        } else {
            0.1
        }
    };
    let (scaling, range) = scale_and_range(table, unit).map_err(refuse)?;
    if scaling == Scaling::Log {
        return Err(refuse(
            table.wrong("scale", "displacements have both signs: give a number"),
        ));
    }
    let start = table.number("start").map_err(refuse)?.unwrap_or(0.0);
    if start < range[0] || start > range[1] {
        return Err(refuse(
            table.wrong("start", format!("{start} is outside of the range")),
        ));
    }
    let name = table.text("name").map_err(refuse)?.unwrap_or(body);
    let variable = |k: usize| DesignVariable {
        name: format!("{name}.{k}"),
        of: None,
        scaling,
        range,
    };
    Ok(StudyShape {
        shape,
        variables: (0..count).map(variable).collect(),
        first: vec![start; count],
    })
}

/// Vertices of the body, by their numbers in it, that boundaries named in `hold` have.
fn held(table: &StudyTable, model: &Model, body: &str) -> Result<Vec<u32>, SceneError> {
    let range = model.bodies.iter().find(|known| known.name == body);
    let range = range.map(|body| body.vertices.clone()).unwrap_or_default();
    let mut held = Vec::new();
    for name in table.texts("hold")? {
        let programs = model.boundary.iter().filter(|program| program.name == name);
        let before = held.len();
        let all = programs.flat_map(|program| &program.vertices);
        held.extend(all.filter(|v| range.contains(v)).map(|v| v - range.start));
        if held.len() == before {
            return Err(table.wrong("hold", format!("there is no boundary `{name}` on `{body}`")));
        }
    }
    Ok(held)
}

fn control(
    table: &StudyTable,
    first: &[Vec3],
    tets: &[[u32; 4]],
    held: &[u32],
) -> Result<Vec<Vec<Vec3>>, SceneError> {
    let missing = || {
        table.wrong(
            "",
            "`control_points` is missing: their number, or a list of points; or give `modes`",
        )
    };
    let points = match table.number("control_points") {
        Ok(None) => return Err(missing()),
        Ok(Some(_)) => {
            let count = table.whole("control_points", 1)?.ok_or_else(missing)?;
            let mut is_free = vec![true; first.len()];
            held.iter().for_each(|&v| is_free[v as usize] = false);
            let surface = outer_vertices(tets)
                .into_iter()
                .filter(|&v| is_free[v as usize]);
            let surface: Vec<Vec3> = surface.map(|v| first[v as usize]).collect();
            spread_points(&surface, count as usize)
        }
        Err(_) => table.vectors("control_points")?.ok_or_else(missing)?,
    };
    let missing = || {
        table.wrong(
            "",
            "`radius` is missing: the distance within which a control point moves the body, m",
        )
    };
    let radius = table.positive("radius")?.ok_or_else(missing)?;
    let all = || vec![Vec3::x(), Vec3::y(), Vec3::z()];
    let mirror = match table.table("mirror")? {
        None => None,
        Some(plane) => {
            plane.only(&["point", "normal"])?;
            let missing = |key: &str| plane.wrong("", format!("`{key}` is missing"));
            Some(Mirror {
                point: plane.vector("point")?.ok_or_else(|| missing("point"))?,
                normal: plane
                    .direction("normal")?
                    .ok_or_else(|| missing("normal"))?,
            })
        }
    };
    let control = ControlPoints {
        points,
        radius,
        directions: table.directions("directions")?.unwrap_or_else(all),
        mirror,
    };
    Ok(control.fields(first, held))
}

/// Displacements from a JSON file: a list of modes, each a list of vectors.
fn modes(
    study: &StudyFile,
    table: &StudyTable,
    count: usize,
) -> Result<Vec<Vec<Vec3>>, SceneError> {
    let name = table.needed_text("modes")?;
    let path = study.beside(name);
    let read = |path: &Path| -> Result<Vec<Vec<[f64; 3]>>, String> {
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    };
    let all = read(&path).map_err(|error| {
        table.wrong("modes", format!("cannot read {}: {error}", path.display()))
    })?;
    if let Some(k) = all.iter().position(|mode| mode.len() != count) {
        let words = format!(
            "mode {k} has {} vectors; the body has {count} vertices",
            all[k].len()
        );
        return Err(table.wrong("modes", words));
    }
    let vectors = |mode: Vec<[f64; 3]>| mode.into_iter().map(Vec3::from).collect();
    Ok(all.into_iter().map(vectors).collect())
}
