//! Nothing pushes at rest with the Geometric Contact Potential, in any scene of the catalogue that chooses it, even with a
//! contact distance of ten of its shortest edges.

use std::sync::Arc;

use tangency_engine::contact::{ContactModel, GcpContact};
use tangency_engine::energy::Energy;
use tangency_engine::{Model, Vec3};
use tangency_scene::{catalogue, load};

fn model(name: &str, settings: &[String]) -> Model {
    load(name, settings).unwrap().build().unwrap().0
}

/// The shortest edge of what can move.
fn shortest_edge(model: &Model) -> f64 {
    let moves = |[a, _]: &&[u32; 2]| !model.is_obstacle[*a as usize];
    let edges = model.surface.edges.iter().filter(moves);
    edges
        .map(|&[a, b]| (model.rest[a as usize] - model.rest[b as usize]).norm())
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn nothing_pushes_at_rest() {
    let chooses = |text: &str| text.contains("contact = \"gcp\"");
    let scenes: Vec<_> = (catalogue::ALL.iter())
        .filter(|entry| chooses(entry.text))
        .collect();
    assert!(scenes.len() >= 17);
    for entry in scenes {
        let edge = shortest_edge(&model(entry.name, &[]));
        let model = model(entry.name, &[format!("solver.dhat={} m", 10.0 * edge)]);
        assert!((model.dhat / edge - 10.0).abs() < 1e-9, "{}", entry.name);
        let rest = model.rest.clone();
        let mut contact = GcpContact::new(Arc::new(model));
        contact.begin_step(None, 1.0);
        contact.detect(&rest);
        let mut gradient = vec![Vec3::zeros(); rest.len()];
        contact.gradient(&rest, &mut gradient);
        println!("{}: epsilon {:.3e} m", entry.name, 10.0 * edge);
        assert_eq!(contact.value(&rest), 0.0, "{}", entry.name);
        assert!(gradient.iter().all(|g| g.norm() == 0.0), "{}", entry.name);
    }
}
