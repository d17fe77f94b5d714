//! Words about seams that are open at the end of a run.

use tangency_engine::{Model, Vec3};

/// A sentence about each seam with stitches that are longer than the distance that contact keeps.
pub fn open_seams(model: &Model, x: &[Vec3]) -> Vec<String> {
    let seams = model.open_seams(x).into_iter().map(|seam| {
        format!(
            "the seam `{}` is open: {} of {} stitches are longer than what contact keeps, the longest {:.2e} m",
            seam.name, seam.open, seam.stitches, seam.longest
        )
    });
    seams.collect()
}
