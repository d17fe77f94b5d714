//! Seams that are open at the end of a run.

use tangency_engine::{Model, Vec3};

/// A sentence about each seam with stitches that are longer than the distance that contact keeps.
pub fn open_seams(model: &Model, x: &[Vec3]) -> Vec<String> {
    let springs = &model.elements.springs;
    let told = springs.seams().filter_map(|(name, stitches)| {
        let count = stitches.len();
        let open = stitches.filter_map(|e| {
            let [v, a, _] = springs.stencils[e];
            let (length, closed) = (springs.length(e, x), model.dhat + model.pair_offset(v, a));
            (length > closed).then_some(length)
        });
        let open: Vec<f64> = open.collect();
        let longest = open.iter().copied().max_by(f64::total_cmp)?;
        Some(format!(
            "the seam `{name}` is open: {} of {count} stitches are longer than what contact keeps, the longest {longest:.2e} m",
            open.len()
        ))
    });
    told.collect()
}
