//! Bending of sheets: exact Hessians, and the derivatives of y · ∇Ψ by the stiffness and rest angle of each hinge, and by the
//! rows and rest angles of plates.
//!
//! With the angles less those at rest δ and their change η = ∇θ · y, the work of a hinge is 2 k δ η, and that of a triangle of a
//! plate (R δ) · (R η).

use tangency_engine::Model;
use tangency_engine::Vec3;
use tangency_engine::linear::BlockSink;
use tangency_engine::model::Plates;
use tangency_formulas::elastic::Hinge;
use tangency_formulas::elastic::plate::ANGLES;

/// Most vertices of the hinges that a triangle feels.
const NODES: usize = 12;

/// The derivatives of a run by what bends.
pub struct BendingSlopes {
    /// By the stiffness and the rest angle of each hinge.
    pub hinges: Vec<[f64; 2]>,
    /// By the rows of each triangle of plates.
    pub rows: Vec<[[f64; ANGLES]; 3]>,
    /// By the rest angle of each hinge of plates.
    pub angles: Vec<f64>,
}

impl BendingSlopes {
    /// Zeros for a model.
    pub fn zeros(model: &Model) -> Self {
        let elements = &model.elements;
        BendingSlopes {
            hinges: vec![[0.0; 2]; elements.hinges.stencils.len()],
            rows: vec![[[0.0; ANGLES]; 3]; elements.plates.rest.len()],
            angles: vec![0.0; elements.plates.hinges.len()],
        }
    }

    /// Adds those of `scale` y · ∇Ψ at `x`.
    pub fn add(&mut self, model: &Model, scale: f64, (x, y): (&[Vec3], &[Vec3])) {
        let hinges = &model.elements.hinges;
        for (slopes, (stencil, rest)) in
            (self.hinges.iter_mut()).zip(hinges.stencils.iter().zip(&hinges.rest))
        {
            let (angle, change) = turn(stencil, x, y);
            let bent = angle - rest.angle;
            slopes[0] += 2.0 * scale * bent * change;
            slopes[1] -= 2.0 * scale * rest.stiffness * change;
        }
        self.add_plates(&model.elements.plates, scale, (x, y));
    }

    fn add_plates(&mut self, plates: &Plates, scale: f64, (x, y): (&[Vec3], &[Vec3])) {
        let (mut bent, mut change) = (Vec::new(), Vec::new());
        for (stencil, rest) in plates.hinges.iter().zip(&plates.angles) {
            let (angle, by_y) = turn(stencil, x, y);
            bent.push(angle - rest);
            change.push(by_y);
        }
        for (t, slopes) in self.rows.iter_mut().enumerate() {
            let rest = &plates.rest[t];
            let (bent, change) = (felt(plates, t, &bent), felt(plates, t, &change));
            let (bends, turns) = (rest.bends(&bent), rest.bends(&change));
            for (row, (bend, turn)) in slopes.iter_mut().zip(bends.iter().zip(&turns)) {
                for (slope, (delta, eta)) in row.iter_mut().zip(bent.iter().zip(&change)) {
                    *slope += scale * (bend * eta + turn * delta);
                }
            }
            for (i, hinge, _) in plates.felt(t) {
                self.angles[hinge] -= scale * rest.moment(&turns, i);
            }
        }
    }
}

/// The angle of a hinge, and its change along `y`.
fn turn(stencil: &[u32; 4], x: &[Vec3], y: &[Vec3]) -> (f64, f64) {
    let hinge = shape(stencil, x);
    let parts = hinge.gradient().into_iter().zip(stencil);
    let change = parts.map(|(g, &v)| g.dot(&y[v as usize])).sum();
    (hinge.angle, change)
}

fn shape(stencil: &[u32; 4], x: &[Vec3]) -> Hinge<f64> {
    Hinge::new(stencil.each_ref().map(|&v| &x[v as usize]))
}

/// Those of the values of all hinges that triangle `t` feels.
fn felt(plates: &Plates, t: usize, values: &[f64]) -> [f64; ANGLES] {
    let mut own = [0.0; ANGLES];
    for (i, hinge, _) in plates.felt(t) {
        own[i] = values[hinge];
    }
    own
}

/// Appends the exact Hessian of `scale` Ψ at `x` to `out`.
pub fn hessian(model: &Model, scale: f64, x: &[Vec3], out: &mut BlockSink) {
    let hinges = &model.elements.hinges;
    out.extend_uniform(&hinges.stencils, |e, blocks| {
        let nodes = hinges.stencils[e].each_ref().map(|&v| &x[v as usize]);
        for (block, hessian) in blocks.iter_mut().zip(hinges.rest[e].hessian(nodes)) {
            *block = scale * hessian;
        }
    });
    plate_hessian(&model.elements.plates, scale, x, out);
}

/// Of ½ |R δ|²: the moments times the Hessians of angles, hinge by hinge, and the squares of the bends' gradients, triangle by
/// triangle.
fn plate_hessian(plates: &Plates, scale: f64, x: &[Vec3], out: &mut BlockSink) {
    let shapes: Vec<Hinge<f64>> = plates.hinges.iter().map(|e| shape(e, x)).collect();
    let bent: Vec<f64> = (shapes.iter().zip(&plates.angles))
        .map(|(shape, rest)| shape.angle - rest)
        .collect();
    let mut moments = vec![0.0; shapes.len()];
    for (t, rest) in plates.rest.iter().enumerate() {
        let bends = rest.bends(&felt(plates, t, &bent));
        for (i, hinge, _) in plates.felt(t) {
            moments[hinge] += rest.moment(&bends, i);
        }
    }
    out.extend_uniform(&plates.hinges, |e, blocks| {
        for (block, hessian) in blocks.iter_mut().zip(shapes[e].hessian()) {
            *block = scale * moments[e] * hessian;
        }
    });
    out.extend_variable(&plates.offsets, &plates.nodes, |t, blocks| {
        let mut slopes = [[Vec3::zeros(); NODES]; 3];
        for (i, e, places) in plates.felt(t) {
            let gradient = shapes[e].gradient();
            for (slope, row) in slopes.iter_mut().zip(&plates.rest[t].rows) {
                for (&place, g) in places.iter().zip(&gradient) {
                    slope[place as usize] += row[i] * g;
                }
            }
        }
        let nodes = plates.offsets[t + 1] - plates.offsets[t];
        let pairs = (0..nodes).flat_map(|i| (i..nodes).map(move |j| (i, j)));
        for (block, (i, j)) in blocks.iter_mut().zip(pairs) {
            for slope in &slopes {
                *block += slope[i] * (scale * slope[j]).transpose();
            }
        }
    });
}
