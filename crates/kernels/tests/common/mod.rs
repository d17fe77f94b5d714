//! Scenes of triangles.

use tangency_kernels::KernelReal;
use tangency_kernels::bvh::TreeBox;

/// Triangles and their radius in metres.
pub struct Scene<R> {
    positions: Vec<[R; 3]>,
    triangles: Vec<[u32; 3]>,
    radius: R,
}

impl<R: KernelReal> Scene<R> {
    fn new(positions: Vec<[f64; 3]>, radius: f64) -> Self {
        let triangles = (0..positions.len() as u32 / 3)
            .map(|k| [3 * k, 3 * k + 1, 3 * k + 2])
            .collect();
        let positions = positions.into_iter().map(|x| x.map(R::from_f64)).collect();
        Self {
            positions,
            triangles,
            radius: R::from_f64(radius),
        }
    }

    /// Triangles of the given size, anywhere in a cube.
    pub fn random(n: usize, side: f64, size: f64) -> Self {
        let mut state = n as u64 + 1;
        let mut number = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / (1_u64 << 31) as f64
        };
        let mut positions = Vec::new();
        for _ in 0..n {
            let centre = [number() * side, number() * side, number() * side];
            positions.extend([(); 3].map(|()| centre.map(|x| x + size * number())));
        }
        Self::new(positions, 0.1 * size)
    }

    /// The same triangle again and again.
    pub fn equal(n: usize) -> Self {
        Self::new(
            [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].repeat(n),
            0.0,
        )
    }

    /// Triangles without area along a line, each touching the next.
    pub fn line(n: usize) -> Self {
        let at = |x: usize| [x as f64, 0.0, 0.0];
        Self::new(
            (0..n).flat_map(|k| [at(k), at(k + 1), at(k)]).collect(),
            0.0,
        )
    }

    /// The same further off, where rounding is coarse.
    pub fn moved(mut self, by: f64) -> Self {
        for x in self.positions.iter_mut().flatten() {
            *x += R::from_f64(by);
        }
        self
    }

    /// The boxes of the triangles.
    pub fn boxes(&self) -> Vec<TreeBox<R>> {
        self.triangles
            .iter()
            .map(|corners| TreeBox::around(corners, &self.positions, self.radius))
            .collect()
    }
}

/// The boxes of the points of a scene.
pub fn queries<R: KernelReal>(scene: &Scene<R>) -> Vec<TreeBox<R>> {
    (0..scene.positions.len() as u32)
        .step_by(2)
        .map(|k| TreeBox::around(&[k], &scene.positions, scene.radius))
        .collect()
}
