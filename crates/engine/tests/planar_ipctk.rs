//! The barriers of planar bodies against PyPI's `ipctk`: the same pairs, energy, gradient and projected Hessian.
//! `golden/make_planar.py` made the scene and the answers.

use crate::planar_worlds as worlds;
use std::sync::Arc;

use tangency_engine::contact::{ContactModel as _, IpcContact};
use tangency_engine::energy::Energy as _;
use tangency_engine::linear::{BlockSink, LinearSystem, NodeMap};
use tangency_engine::{ContactKind, Vec3};
use tangency_geometry::SurfaceMesh;

const SCENE: &[u8] = include_bytes!("golden/planar.bin");

/// The numbers of the file, one after another.
struct Reader(usize);

impl Reader {
    fn number(&mut self) -> f64 {
        let bytes = &SCENE[8 * self.0..8 * self.0 + 8];
        self.0 += 1;
        f64::from_le_bytes(bytes.try_into().unwrap())
    }

    /// Vectors in the plane for the boundary of each disc, with nothing at its centre.
    fn fields(&mut self, discs: usize, points: usize) -> Vec<Vec3> {
        let mut all = Vec::new();
        for _ in 0..discs {
            all.extend((0..points).map(|_| Vec3::new(self.number(), self.number(), 0.0)));
            all.push(Vec3::zeros());
        }
        all
    }
}

/// The largest difference of two fields, over the largest of the second.
fn error(actual: &[Vec3], expected: &[Vec3]) -> f64 {
    let largest = expected.iter().map(|v| v.amax()).fold(0.0, f64::max);
    let differences = actual.iter().zip(expected).map(|(a, e)| (a - e).amax());
    differences.fold(0.0, f64::max) / largest
}

#[test]
fn planar_bodies_repel_each_other_as_ipctk_says() {
    let mut file = Reader(0);
    let (discs, points) = (file.number() as usize, file.number() as usize);
    let mut builder = worlds::planar(ContactKind::Ipc, file.number());
    builder.settings.kappa = Some(1.0);
    let mut places = file.fields(discs, points);
    for (d, disc) in places.chunks_mut(points + 1).enumerate() {
        disc[points] = disc[..points].iter().sum::<Vec3>() / points as f64;
        let n = points as u32;
        let fan = (0..n).map(|k| [n, k, (k + 1) % n]).collect();
        let mesh = SurfaceMesh::from_triangles(disc.to_vec(), fan);
        worlds::add(&mut builder, &format!("disc {d}"), mesh, [0.0; 2]);
    }
    let (model, state) = builder.build().expect("discs");
    let x = state.x;
    let w = file.fields(discs, points);
    let model = Arc::new(model);
    let mut contact = IpcContact::new(Arc::clone(&model));
    contact.begin_step(None, 1.0);
    contact.detect(&x);
    let (points_alone, with_edges) = (file.number() as usize, file.number() as usize);
    let pairs = contact.pairs();
    assert_eq!(pairs.point_point.len(), points_alone);
    assert_eq!(pairs.point_edge.len(), with_edges);
    assert!(points_alone > 3 && with_edges > 10);

    let by_energy = contact.value(&x) / file.number() - 1.0;
    let mut gradient = vec![Vec3::zeros(); x.len()];
    contact.gradient(&x, &mut gradient);
    let by_gradient = error(&gradient, &file.fields(discs, points));
    let (mut blocks, mut system) = (BlockSink::new(), LinearSystem::new());
    contact.hessian(&x, &mut blocks);
    let (map, diagonal) = (NodeMap::all_free(x.len()), vec![0.0; x.len()]);
    system
        .assemble(&blocks, &diagonal, &map)
        .expect("one diagonal entry for each vertex");
    let mut product = vec![Vec3::zeros(); x.len()];
    system.matrix().multiply(&w, &mut product);
    let by_hessian = error(&product, &file.fields(discs, points));
    println!(
        "{points_alone} + {with_edges} pairs, off by {by_energy:e}, {by_gradient:e}, {by_hessian:e}"
    );
    assert!(by_energy.abs() < 1e-12);
    assert!(by_gradient < 1e-12 && by_hessian < 1e-10);
    assert_eq!(8 * file.0, SCENE.len());
}
