//! The model in which a start is deformed: bodies of the same vertices that are at rest where they are now, of one soft
//! material, without gravity, loads, stitches and friction.
//!
//! A step of it with implicit Euler and no velocity minimises ½ Σ mᵢ |xᵢ - xᵢ⁰|² + h² Ψ(x) and whatever is added: the nearest
//! positions, smooth over a few edges. Solids and sheets are neo-Hookean, so that no element turns over.

use std::sync::Arc;

use tangency_geometry::{SurfaceMesh, TetMesh, Vec3};

use crate::boundary::{BoundaryProgram, Motion, MotionPiece};
use crate::material::{
    BendingKind, Elasticity, GrainMaterial, Material, Membrane, RodMaterial, ShellMaterial,
};
use crate::model::{
    Body, Grains, HalfSpace, Model, ModelError, Obstacle, RestShape, Rods, Shell, Solid,
};
use crate::prepare::ModelBuilder;
use crate::settings::{Length, Settings};
use crate::state::State;

/// Edges over which a push spreads, by the speed of sound times the step.
const SPREAD: f64 = 4.0;
/// Density of everything, kg/m³: only ratios matter.
const DENSITY: f64 = 1.0;
/// Accuracy of a step, in mean edges.
const ACCURACY: f64 = 1e-3;
/// Iterations of a step at most.
const ITERATIONS: u32 = 150;

/// Contact of the stand-in.
#[derive(Clone, Copy, Debug)]
pub struct StandInContact {
    /// Distance below which pairs repel each other, m.
    pub dhat: f64,
    /// Share of the offsets that it keeps.
    pub offsets: f64,
}

/// The stand-in of `model` at rest at `x`, in which only vertices that `may_move` do, and its state.
pub fn stand_in(
    model: &Model,
    x: &[Vec3],
    may_move: &[bool],
    contact: StandInContact,
) -> Result<(Arc<Model>, State), ModelError> {
    let length = mean_edge(model, x);
    let mut builder = ModelBuilder::new();
    builder.gravity = Vec3::zeros();
    builder.settings = Settings {
        dt: 1.0,
        dhat: Length::Absolute(contact.dhat),
        newton_tolerance: Length::Absolute(ACCURACY * length),
        max_iterations: ITERATIONS,
        memory: model.settings.memory,
        ..Settings::default()
    };
    for body in &model.bodies {
        add(&mut builder, model, body, x, length, contact.offsets);
    }
    for half_space in &model.half_spaces {
        builder.add_half_space(HalfSpace::clone(half_space));
    }
    let held = (0..model.vertex_count()).filter(|&v| !may_move[v] && !model.is_obstacle[v]);
    let held: Vec<u32> = held.map(|v| v as u32).collect();
    if !held.is_empty() {
        builder.add_boundary(BoundaryProgram {
            name: "held".to_owned(),
            vertices: held,
            motion: Motion::pieces(vec![MotionPiece::hold()]),
        });
    }
    let (model, state) = builder.build_untested()?;
    Ok((Arc::new(model), state))
}

/// Mean length of the edges of what may move, m; that of all edges where nothing does.
pub fn mean_edge(model: &Model, x: &[Vec3]) -> f64 {
    let lengths = model.surface.edges.iter().filter(|edge| {
        let [a, _] = **edge;
        !model.is_obstacle[a as usize]
    });
    let lengths = lengths.map(|&[a, b]| (x[a as usize] - x[b as usize]).norm());
    let (sum, count) = lengths.fold((0.0, 0.0), |(sum, count), l| (sum + l, count + 1.0));
    if count > 0.0 && sum > 0.0 {
        sum / count
    } else {
        // Grains alone.
        0.1 * model.diagonal
    }
}

fn add(
    builder: &mut ModelBuilder,
    model: &Model,
    body: &Body,
    x: &[Vec3],
    length: f64,
    offsets: f64,
) {
    let range = body.vertices.clone();
    let first = range.start;
    let points = x[range.start as usize..range.end as usize].to_vec();
    let velocity = vec![Vec3::zeros(); points.len()];
    let name = body.name.clone();
    let offset = offsets * model.thickness.get(first as usize).copied().unwrap_or(0.0);
    let young = DENSITY * (SPREAD * length).powi(2);
    let surface = &model.surface;
    let triangles = || own(&surface.triangles, &range);
    let loose_edges = || own(&surface.loose.edges, &range);
    if body.is_obstacle {
        let loose = surface.loose.points.iter().filter(|v| range.contains(v));
        let mesh = SurfaceMesh {
            triangles: triangles(),
            edges: loose_edges(),
            vertices: loose.map(|v| v - first).collect(),
            ..SurfaceMesh::from_triangles(points, Vec::new())
        };
        builder.add_obstacle(Obstacle { name, mesh, offset });
        return;
    }
    let batches = model.elements.tets.iter();
    let tets: Vec<[u32; 4]> = batches.flat_map(|b| own(&b.stencils, &range)).collect();
    if !tets.is_empty() {
        builder.add_solid(Solid {
            name,
            mesh: TetMesh { points, tets },
            material: Material {
                density: DENSITY,
                young,
                poisson: 0.3,
                elasticity: Elasticity::NeoHookean,
            },
            velocity,
            offset,
        });
    } else if surface.triangles.iter().any(|t| range.contains(&t[0])) {
        builder.add_shell(Shell {
            name,
            mesh: SurfaceMesh::from_triangles(points, triangles()),
            rest: RestShape::Placed,
            warp: Vec3::x(),
            material: sheet(young, length),
            velocity,
            offset,
        });
    } else if surface.edges.iter().any(|e| range.contains(&e[0])) {
        builder.add_rods(Rods {
            name,
            mesh: SurfaceMesh {
                edges: loose_edges(),
                ..SurfaceMesh::from_triangles(points, Vec::new())
            },
            rest: RestShape::Placed,
            material: RodMaterial {
                density: DENSITY,
                diameter: length,
                young,
                poisson: 0.3,
                stretching: 1.0,
                bending: 1.0,
                twisting: 0.0,
            },
            velocity,
            offset,
        });
    } else {
        let (density, diameter) = (DENSITY, length);
        builder.add_grains(Grains {
            name,
            points,
            material: GrainMaterial { density, diameter },
            velocity,
            offset,
        });
    }
}

/// As thick as its edges are long, so that it weighs what a layer of tets does.
fn sheet(young: f64, length: f64) -> ShellMaterial {
    ShellMaterial {
        density: DENSITY,
        thickness: length,
        young,
        poisson: 0.3,
        membrane: Membrane::NeoHookean,
        stretching: 1.0,
        bending: 1.0,
        bending_kind: BendingKind::Hinges,
        stretch_limit: f64::INFINITY,
        squeeze_limit: 0.0,
    }
}

/// The elements of a body, in its own numbers.
fn own<const K: usize>(elements: &[[u32; K]], range: &std::ops::Range<u32>) -> Vec<[u32; K]> {
    let own = elements.iter().filter(|e| range.contains(&e[0]));
    own.map(|e| e.map(|v| v - range.start)).collect()
}
