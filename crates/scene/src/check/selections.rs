//! Selections of vertices: shares lie between 0 and 1.

use super::Check;
use crate::document::boundary::Select;
use crate::scene::Scene;

/// Checks every selection of a scene.
pub fn selections(scene: &Scene) -> Check {
    let document = &scene.document;
    for (index, body) in document.body.iter().enumerate() {
        let index = index.to_string();
        for (name, selects) in &body.groups {
            shares(scene, &["body", &index, "groups", name], &selects.0)?;
        }
    }
    let boundaries = document.boundary.iter().map(|b| &b.select).enumerate();
    let loads = document.load.iter().map(|l| &l.select).enumerate();
    let seams = document.seam.iter().map(|s| &s.select).enumerate();
    let bands = document.band.iter().map(|b| &b.select).enumerate();
    let lists = boundaries
        .map(|e| ("boundary", e))
        .chain(loads.map(|e| ("load", e)))
        .chain(seams.map(|e| ("seam", e)))
        .chain(bands.map(|e| ("band", e)));
    for (list, (index, selects)) in lists {
        shares(scene, &[list, &index.to_string(), "select"], &selects.0)?;
    }
    for (index, seam) in document.seam.iter().enumerate() {
        let path = ["seam", &index.to_string(), "to", "select"];
        shares(scene, &path, &seam.to.select.0)?;
    }
    for (index, probe) in document.output.probe.iter().enumerate() {
        let path = ["output", "probe", &index.to_string(), "select"];
        shares(scene, &path, &probe.select.0)?;
    }
    Ok(())
}

fn shares(scene: &Scene, path: &[&str], selects: &[Select]) -> Check {
    for select in selects {
        let Select::End(region) = select else {
            continue;
        };
        if !(0.0..=1.0).contains(&region.fraction) {
            let message = format!(
                "`fraction` is the share of the body's extent, between 0 and 1 (0.1 is a tenth of it), is {}",
                region.fraction
            );
            return Err(scene.invalid(path, message));
        }
    }
    Ok(())
}
