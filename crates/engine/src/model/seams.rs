//! Seams: which stitches are closed, and which seams are open.

use tangency_geometry::Vec3;

use super::Model;

/// A seam of which stitches are open.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenSeam {
    /// Name given by the user.
    pub name: String,
    /// Number of its stitches.
    pub stitches: usize,
    /// Number of those that are open.
    pub open: usize,
    /// Length of the longest, m.
    pub longest: f64,
}

impl Model {
    /// Length up to which stitch `e` is closed, m: the distance at which contact begins to keep apart what it draws together.
    pub fn closed_length(&self, e: usize) -> f64 {
        let [v, a, _] = self.elements.springs.stencils[e];
        self.dhat + self.pair_offset(v, a)
    }

    /// The seams that are open at `x`.
    pub fn open_seams(&self, x: &[Vec3]) -> Vec<OpenSeam> {
        let springs = &self.elements.springs;
        let seams = springs.seams().filter_map(|(name, stitches)| {
            let count = stitches.len();
            let lengths = stitches.map(|e| (springs.length(e, x), self.closed_length(e)));
            let open = lengths.filter(|(length, closed)| length > closed);
            let open: Vec<f64> = open.map(|(length, _)| length).collect();
            let longest = open.iter().copied().max_by(f64::total_cmp)?;
            Some(OpenSeam {
                name: name.to_owned(),
                stitches: count,
                open: open.len(),
                longest,
            })
        });
        seams.collect()
    }
}
