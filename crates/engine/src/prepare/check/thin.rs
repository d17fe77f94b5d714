//! Checks of shells, rods, grains, bands and stitches.

use tangency_geometry::cloth::check_cloth;

use super::{finite, indices, velocities};
use crate::material::{MaterialError, Membrane};
use crate::model::{Band, Grains, ModelError, RestShape, Rods, Shell, Springs};

/// Checks one shell.
pub fn shell(shell: &Shell) -> Result<(), ModelError> {
    let name = &shell.name;
    let mesh = &shell.mesh;
    let count = mesh.points.len();
    material(name, shell.material.check())?;
    finite(name, &mesh.points)?;
    velocities(name, &shell.velocity, count)?;
    offset(name, shell.offset)?;
    check_cloth(mesh).map_err(|error| ModelError::NotManifold {
        body: name.clone(),
        what: error.to_string(),
    })?;
    let limits = shell.material.stretch_limit.is_finite() || shell.material.squeeze_limit > 0.0;
    if limits && matches!(shell.material.membrane, Membrane::Woven(_)) {
        return Err(malformed(
            name,
            "woven cloth has the limits of its weave; leave out those of stretch and squeeze"
                .into(),
        ));
    }
    match &shell.rest {
        RestShape::Positions(points) if points.len() != count => Err(malformed(
            name,
            format!("{} rest positions for {count} vertices", points.len()),
        )),
        RestShape::Positions(points) => finite(name, points),
        RestShape::Pattern(corners) if corners.len() != mesh.triangles.len() => Err(malformed(
            name,
            format!(
                "a pattern of {} triangles for {}",
                corners.len(),
                mesh.triangles.len()
            ),
        )),
        _ => Ok(()),
    }
}

/// Checks rods.
pub fn rods(rods: &Rods) -> Result<(), ModelError> {
    let name = &rods.name;
    let mesh = &rods.mesh;
    let count = mesh.points.len();
    if mesh.edges.is_empty() {
        return Err(ModelError::EmptyMesh { body: name.clone() });
    }
    material(name, rods.material.check())?;
    finite(name, &mesh.points)?;
    velocities(name, &rods.velocity, count)?;
    offset(name, rods.offset)?;
    if !matches!(rods.rest, RestShape::Placed | RestShape::Flattened) {
        return Err(malformed(
            name,
            "rods are at rest as they are placed, or straight; patterns are for cloth".into(),
        ));
    }
    indices(name, "segment", &mesh.edges, count)?;
    let mut used = vec![false; count];
    for &[a, b] in &mesh.edges {
        used[a as usize] = true;
        used[b as usize] = true;
    }
    if let Some(v) = used.iter().position(|used| !used) {
        return Err(malformed(
            name,
            format!("vertex {v} belongs to no segment; remove it, or make it a grain"),
        ));
    }
    let no_length = |&&[a, b]: &&[u32; 2]| mesh.points[a as usize] == mesh.points[b as usize];
    match mesh.edges.iter().position(|edge| no_length(&edge)) {
        Some(segment) => Err(malformed(
            name,
            format!(
                "segment {segment} {:?} has no length; merge its ends",
                mesh.edges[segment]
            ),
        )),
        None => Ok(()),
    }
}

/// Checks grains.
pub fn grains(grains: &Grains) -> Result<(), ModelError> {
    let name = &grains.name;
    if grains.points.is_empty() {
        return Err(ModelError::EmptyMesh { body: name.clone() });
    }
    material(name, grains.material.check())?;
    finite(name, &grains.points)?;
    velocities(name, &grains.velocity, grains.points.len())?;
    offset(name, grains.offset)
}

/// Checks an elastic band in a model of `count` vertices.
pub fn band(band: &Band, count: usize) -> Result<(), ModelError> {
    let refuse = |message: String| Err(malformed(&band.name, message));
    let is_positive = |value: f64| value.is_finite() && value > 0.0;
    if !is_positive(band.stiffness) {
        let stiffness = band.stiffness;
        return refuse(format!(
            "the stiffness of the band is {stiffness} N; it must be a positive number"
        ));
    }
    if band.edges.len() != band.lengths.len() {
        let (edges, lengths) = (band.edges.len(), band.lengths.len());
        return refuse(format!("the band has {edges} edges and {lengths} lengths"));
    }
    for (k, ([a, b], length)) in band.edges.iter().zip(&band.lengths).enumerate() {
        if a == b || a.max(b) >= &(count as u32) {
            return refuse(format!(
                "edge {k} of the band joins vertices {a} and {b}; they must be two of {count}"
            ));
        }
        if !is_positive(*length) {
            return refuse(format!(
                "edge {k} of the band is {length} m long without force; it must be a positive number"
            ));
        }
    }
    Ok(())
}

/// Checks stitches in a model of `count` vertices.
pub fn springs(springs: &Springs, count: usize) -> Result<(), ModelError> {
    let name = &springs.name;
    if !(springs.stiffness.is_finite() && springs.stiffness > 0.0) {
        return Err(malformed(
            name,
            format!(
                "the stiffness is {} N/m; it must be a positive number",
                springs.stiffness
            ),
        ));
    }
    let (most, ramp) = (springs.pull.most, springs.pull.ramp);
    if !(most > 0.0 && ramp.is_finite() && ramp >= 0.0) {
        return Err(malformed(
            name,
            format!(
                "stitches pull with at most {most} N after {ramp} s; the force must be above 0, the time not below"
            ),
        ));
    }
    for (k, end) in springs.ends.iter().enumerate() {
        let [a, b] = end.edge;
        let missing = [end.vertex, a, b]
            .into_iter()
            .find(|&v| v as usize >= count);
        if let Some(v) = missing {
            return Err(malformed(
                name,
                format!("stitch {k} names vertex {v}; there are {count}"),
            ));
        }
        if end.vertex == a || end.vertex == b {
            return Err(malformed(
                name,
                format!("stitch {k} joins vertex {} with itself", end.vertex),
            ));
        }
        if !(0.0..=1.0).contains(&end.share) {
            return Err(malformed(
                name,
                format!(
                    "stitch {k} lies at {} of its edge; it must be between 0 and 1",
                    end.share
                ),
            ));
        }
    }
    Ok(())
}

/// Checks the distance that a body keeps.
pub fn offset(name: &str, offset: f64) -> Result<(), ModelError> {
    if offset.is_finite() && offset >= 0.0 {
        return Ok(());
    }
    Err(malformed(
        name,
        format!("the offset is {offset} m; it must be zero or a positive number"),
    ))
}

fn material(name: &str, checked: Result<(), MaterialError>) -> Result<(), ModelError> {
    checked.map_err(|source| ModelError::Material {
        body: name.to_owned(),
        source,
    })
}

fn malformed(name: &str, what: String) -> ModelError {
    ModelError::Malformed {
        body: name.to_owned(),
        what,
    }
}
