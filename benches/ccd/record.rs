//! Runs a scene and keeps the questions that its Newton iterations ask: every pair that the engine's broad phase finds
//! on the way of a search direction, before any of them has shortened it.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use tangency_engine::contact::{
    Candidates, Closest, ContactModel, ForcePrediction, FrictionContacts, IpcContact,
    PairGradientVisitor, StiffnessPolicy,
};
use tangency_engine::energy::Energy;
use tangency_engine::linear::BlockSink;
use tangency_engine::step::Stepper;
use tangency_engine::{Model, Vec3};

use crate::query::{Kind, Query};
use crate::spec::Spec;

/// Search directions that are kept; when there are more, every other is dropped.
const MOST_MOVES: usize = 64;
/// Queries that are kept, evenly over all directions.
const MOST_QUERIES: usize = 40_000;

/// A search direction and how far it was to be followed at most.
struct Move {
    x: Vec<Vec3>,
    p: Vec<Vec3>,
    at_most: f64,
}

/// Every `stride`-th search direction with pairs in contact.
struct Moves {
    kept: Vec<Move>,
    stride: usize,
    seen: usize,
}

impl Moves {
    fn offer(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) {
        if self.seen.is_multiple_of(self.stride) {
            if self.kept.len() == MOST_MOVES {
                let mut place = 0;
                self.kept.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.stride *= 2;
            }
            if self.seen.is_multiple_of(self.stride) {
                self.kept.push(Move {
                    x: x.to_vec(),
                    p: p.to_vec(),
                    at_most,
                });
            }
        }
        self.seen += 1;
    }
}

/// Runs a scene; its queries, and what went wrong, if something did.
pub fn record(spec: &Spec) -> Result<(Vec<Query>, Option<String>)> {
    let scene = tangency_scene::load(&spec.path_or_name(), &spec.sets)?;
    let (model, mut state, _) = scene.build()?;
    let model = Arc::new(model);
    let moves = Arc::new(Mutex::new(Moves {
        kept: Vec::new(),
        stride: 1,
        seen: 0,
    }));
    let recorder = Recorder {
        inner: IpcContact::new(Arc::clone(&model)),
        moves: Arc::clone(&moves),
    };
    let mut stepper = Stepper::with_contact(&model, Box::new(recorder));
    let mut trouble = None;
    for _ in 0..spec.steps.unwrap_or_else(|| scene.document.time.steps()) {
        if let Err(error) = stepper.step(&mut state) {
            trouble = Some(error.to_string());
            break;
        }
    }
    let moves = moves.lock().unwrap_or_else(PoisonError::into_inner);
    let queries = moves.kept.iter().flat_map(|kept| queries(&model, kept));
    let queries: Vec<Query> = queries.collect();
    let stride = queries.len().div_ceil(MOST_QUERIES).max(1);
    Ok((queries.into_iter().step_by(stride).collect(), trouble))
}

/// The questions of one search direction.
fn queries(model: &Model, kept: &Move) -> Vec<Query> {
    let Move { x, p, at_most } = kept;
    let pairs = Candidates::on_the_way(model, x, (p, *at_most));
    let mut queries = Vec::new();
    let mut ask = |kind: Kind, vertices: &[u32]| {
        let (first, _) = kind.counts();
        let mut query = Query {
            kind,
            xi: model.pair_offset(vertices[0], vertices[first]),
            x: [Vec3::zeros(); 4],
            end: [Vec3::zeros(); 4],
        };
        for (place, &v) in vertices.iter().enumerate() {
            let v = v as usize;
            query.x[place] = x[v];
            query.end[place] = x[v] + p[v] * *at_most;
        }
        queries.push(query);
    };
    pairs
        .point_point
        .iter()
        .for_each(|v| ask(Kind::PointPoint, v));
    pairs
        .point_edge
        .iter()
        .for_each(|v| ask(Kind::PointEdge, v));
    pairs
        .point_triangle
        .iter()
        .for_each(|v| ask(Kind::PointTriangle, v));
    pairs.edge_edge.iter().for_each(|v| ask(Kind::EdgeEdge, v));
    queries
}

/// The contact model of the engine, which also notes the search directions.
struct Recorder {
    inner: IpcContact,
    moves: Arc<Mutex<Moves>>,
}

impl Energy for Recorder {
    fn value(&self, x: &[Vec3]) -> f64 {
        self.inner.value(x)
    }

    fn gradient(&self, x: &[Vec3], out: &mut [Vec3]) {
        self.inner.gradient(x, out);
    }

    fn hessian(&self, x: &[Vec3], out: &mut BlockSink) {
        self.inner.hessian(x, out);
    }
}

impl ContactModel for Recorder {
    fn begin_step(&mut self, stiffness: Option<f64>, scale: f64) {
        self.inner.begin_step(stiffness, scale);
    }

    fn detect(&mut self, x: &[Vec3]) {
        self.inner.detect(x);
    }

    fn limit(&mut self, x: &[Vec3], p: &[Vec3], at_most: f64) -> f64 {
        if self.inner.pair_count() > 0 {
            let mut moves = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
            moves.offer(x, p, at_most);
        }
        self.inner.limit(x, p, at_most)
    }

    fn stiffness(&self) -> f64 {
        self.inner.stiffness()
    }

    fn pair_count(&self) -> usize {
        self.inner.pair_count()
    }

    fn friction_contacts(&self, x: &[Vec3], kappa: f64) -> FrictionContacts {
        self.inner.friction_contacts(x, kappa)
    }

    fn visit_gradients(&self, x: &[Vec3], visit: &mut PairGradientVisitor) {
        self.inner.visit_gradients(x, visit);
    }

    fn complementarity(&self, x: &[Vec3]) -> f64 {
        self.inner.complementarity(x)
    }

    fn closest(&self, x: &[Vec3]) -> Option<Closest> {
        self.inner.closest(x)
    }

    fn stiffness_policy(&mut self) -> Option<&mut dyn StiffnessPolicy> {
        self.inner.stiffness_policy()
    }

    fn force_prediction(&mut self) -> Option<&mut dyn ForcePrediction> {
        self.inner.force_prediction()
    }
}
