//! One scene in this process: run, certified, measured, and the measurement printed as JSON.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use tangency_engine::Simulation;
use tangency_engine::step::Seconds;

use crate::spec::Spec;

/// What a run took, summed over its steps.
#[derive(Serialize, Deserialize)]
pub struct Measured {
    /// Vertices, obstacles included.
    pub vertices: usize,
    /// Tetrahedra.
    pub tets: usize,
    /// Steps done.
    pub steps: u64,
    /// Newton iterations.
    pub iterations: u64,
    /// Iterations of the linear solver, where it is iterative.
    pub linear_iterations: usize,
    /// Active pairs at the ends of the steps, summed.
    pub contacts: usize,
    /// The most of them.
    pub most_contacts: usize,
    /// Smallest and largest stretch of any triangle of cloth, where there is cloth.
    pub stretches: Option<Stretches>,
    /// Wall-clock seconds by phase.
    pub seconds: Seconds,
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// Peak memory, MB.
    pub peak_rss_mb: f64,
    /// Whether the certificate holds.
    pub verified: bool,
}

/// Stretches of cloth over the steps of a run.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Stretches {
    /// The largest of all.
    pub largest: f64,
    /// The largest of each step, summed.
    pub sum_of_largest: f64,
    /// The smallest of all.
    pub smallest: f64,
    /// The smallest of each step, summed.
    pub sum_of_smallest: f64,
}

impl Stretches {
    fn and(earlier: Option<Self>, [low, high]: [f64; 2]) -> Self {
        let earlier = earlier.unwrap_or(Stretches {
            largest: 0.0,
            sum_of_largest: 0.0,
            smallest: f64::INFINITY,
            sum_of_smallest: 0.0,
        });
        Stretches {
            largest: earlier.largest.max(high),
            sum_of_largest: earlier.sum_of_largest + high,
            smallest: earlier.smallest.min(low),
            sum_of_smallest: earlier.sum_of_smallest + low,
        }
    }
}

/// Runs the scene and prints what it took.
pub fn run(spec: &Spec) -> Result<()> {
    let scene = tangency_scene::load(&spec.path_or_name(), &spec.sets)?;
    let (model, state, _) = scene.build()?;
    let steps = spec.steps().unwrap_or_else(|| scene.document.time.steps());
    let mut measured = Measured {
        vertices: model.vertex_count(),
        tets: model.tet_count(),
        steps,
        iterations: 0,
        linear_iterations: 0,
        contacts: 0,
        most_contacts: 0,
        stretches: None,
        seconds: Seconds::default(),
        cpu_seconds: 0.0,
        peak_rss_mb: 0.0,
        verified: false,
    };
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    for _ in 0..steps {
        let step = simulation.step()?;
        measured.iterations += u64::from(step.iterations);
        measured.linear_iterations += step.linear_iterations;
        measured.contacts += step.contacts;
        measured.most_contacts = measured.most_contacts.max(step.contacts);
        if let Some(stretch) = step.stretch {
            measured.stretches = Some(Stretches::and(measured.stretches, stretch));
        }
        add(&mut measured.seconds, &step.seconds);
        measured.cpu_seconds += step.cpu_seconds;
        measured.peak_rss_mb = step.peak_rss_mb;
    }
    measured.verified = simulation.certificate().verified;
    println!("{}", serde_json::to_string(&measured)?);
    Ok(())
}

fn add(sum: &mut Seconds, step: &Seconds) {
    sum.detect += step.detect;
    sum.energy += step.energy;
    sum.assemble += step.assemble;
    sum.order += step.order;
    sum.factor += step.factor;
    sum.solve += step.solve;
    sum.ccd += step.ccd;
    sum.line_search += step.line_search;
    sum.certify += step.certify;
    sum.total += step.total;
}
