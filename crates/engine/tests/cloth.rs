//! Cloth, rods and grains in contact: Coulomb's law, limits of stretch, thickness.

use crate::common;
use crate::common::{ground, run, select};
use tangency_engine::{
    BendingKind, BoundaryProgram, GrainMaterial, Grains, Length, Membrane, ModelBuilder, Motion,
    MotionPiece, Obstacle, RestShape, RodMaterial, Rods, Shell, ShellMaterial, Simulation, State,
    Vec3, Weave,
};
use tangency_formulas::contact::log_barrier;
use tangency_geometry::SurfaceMesh;
use tangency_geometry::generate::{
    ClothParameters, ClothPattern, GrainsParameters, SphereParameters, StrandBundleParameters,
    cloth, grains, sphere_surface, strand_bundle,
};

const G: f64 = 9.80665;

const COTTON: ShellMaterial = ShellMaterial {
    density: 472.64,
    thickness: 0.318e-3,
    young: 0.821e6,
    poisson: 0.243,
    membrane: Membrane::NeoHookean,
    stretching: 0.01,
    bending: 1.0,
    bending_kind: BendingKind::Hinges,
    stretch_limit: f64::INFINITY,
    squeeze_limit: 0.0,
};

fn square(size: f64, spacing: f64, pattern: ClothPattern) -> SurfaceMesh {
    cloth(&ClothParameters {
        size: [size, size],
        spacing,
        corner_radius: 0.0,
        pattern,
    })
    .expect("a cloth")
}

fn shell(mut mesh: SurfaceMesh, height: f64, material: ShellMaterial, offset: f64) -> Shell {
    for point in &mut mesh.points {
        point.y += height;
    }
    Shell {
        name: "cloth".to_owned(),
        velocity: vec![Vec3::zeros(); mesh.points.len()],
        mesh,
        rest: RestShape::Placed,
        warp: Vec3::x(),
        material,
        offset,
    }
}

/// A cloth at rest on a slope of tangent 0.5: the ground is level, gravity is not. Its speed down the slope after each
/// of 60 steps of 0.01 s, m/s.
fn speeds_on_a_slope(mu: f64) -> Vec<f64> {
    let gap = 1e-6;
    let angle = 0.5f64.atan();
    let mut builder = ModelBuilder::new();
    builder.gravity = G * Vec3::new(angle.sin(), -angle.cos(), 0.0);
    builder.settings.dt = 0.01;
    builder.settings.epsv = Length::Absolute(1e-6);
    builder.settings.newton_tolerance = Length::Absolute(1e-9);
    builder.settings.friction_iterations = None;
    builder.settings.dhat = Length::Absolute(2.0 * gap);
    builder.friction.default = mu;
    // The stiffness with which an inner vertex of the lattice rests in the middle of the barrier.
    let spacing = 0.02;
    let mass = COTTON.density * COTTON.thickness * spacing * spacing;
    let slope = -log_barrier::first(gap * gap, 4.0 * gap * gap) * 2.0 * gap;
    builder.settings.kappa = Some(1e-4 * mass * G * angle.cos() / slope);
    let mesh = square(0.2, spacing, ClothPattern::Aligned);
    builder.add_shell(shell(mesh, gap, COTTON, 0.0));
    ground(&mut builder, 0.0);
    let (simulation, states) = run(builder, 60);
    assert!(simulation.certificate().verified);
    let place = |state: &State| common::center(&simulation, state).x;
    let ways = states.windows(2);
    ways.map(|pair| (place(&pair[1]) - place(&pair[0])) / 0.01)
        .collect()
}

#[test]
fn cloth_on_a_slope_sticks_above_the_coulomb_threshold() {
    let speeds = speeds_on_a_slope(0.505);
    assert!(speeds[58].abs() < 1e-6, "{}", speeds[58]);
}

#[test]
fn cloth_on_a_slope_slips_below_it_with_the_acceleration_of_theory() {
    let mu = 0.495;
    let speeds = speeds_on_a_slope(mu);
    let angle = 0.5f64.atan();
    let exact = G * (angle.sin() - mu * angle.cos());
    let acceleration = (speeds[58] - speeds[28]) / 0.3;
    assert!(
        (acceleration / exact - 1.0).abs() < 0.02,
        "{acceleration} for {exact}"
    );
}

/// A cloth hung by two corners for `steps` steps of 0.04 s: smallest and largest stretch of any step.
fn hang(material: ShellMaterial, steps: usize) -> [f64; 2] {
    let mut builder = ModelBuilder::new();
    let mesh = square(1.0, 0.08, ClothPattern::Unstructured);
    let cloth = builder.add_shell(shell(mesh, 0.0, material, 0.0));
    let vertices = select(&builder, &cloth, |x| x.x.abs() > 0.499 && x.z < -0.499);
    assert_eq!(vertices.len(), 2);
    builder.add_boundary(BoundaryProgram {
        name: "pins".to_owned(),
        vertices,
        motion: Motion::pieces(Vec::new()),
    });
    extreme_stretches(builder, steps)
}

/// The smallest and largest stretch of any of `steps` steps of 0.04 s.
fn extreme_stretches(mut builder: ModelBuilder, steps: usize) -> [f64; 2] {
    builder.gravity = -G * Vec3::y();
    builder.settings.dt = 0.04;
    let (model, state) = builder.build().expect("a valid scene");
    let mut simulation = Simulation::new(model, state).expect("a stepper of the engine");
    let mut extremes = [f64::INFINITY, 0.0f64];
    for _ in 0..steps {
        let report = simulation.step().expect("a solved step");
        let [low, high] = report.stretch.expect("cloth");
        extremes = [extremes[0].min(low), extremes[1].max(high)];
    }
    assert!(simulation.certificate().verified);
    assert_eq!(simulation.certificate().strain_violations, 0);
    extremes
}

#[test]
fn a_limit_of_stretch_is_never_reached() {
    let free = hang(COTTON, 40)[1];
    assert!(free > 1.5, "without a limit it stretches by {free}");
    for limit in [1.1, 1.0608, 1.01, 1.001] {
        let stretch_limit = limit;
        let reached = hang(
            ShellMaterial {
                stretch_limit,
                ..COTTON
            },
            40,
        )[1];
        assert!(reached > 1.0 && reached < limit, "{reached} for {limit}");
    }
}

#[test]
fn a_limit_of_squeezing_is_never_reached() {
    let limited = ShellMaterial {
        stretch_limit: 1.1,
        ..COTTON
    };
    let free = hang(limited, 40)[0];
    assert!(free < 0.98, "without a limit it is squeezed to {free}");
    for squeeze_limit in [0.98, 0.999] {
        let [low, high] = hang(
            ShellMaterial {
                squeeze_limit,
                ..limited
            },
            40,
        );
        assert!(
            low > squeeze_limit && low < 1.0,
            "{low} for {squeeze_limit}"
        );
        assert!(high > 1.0 && high < 1.1, "{high}");
    }
    let squeezed_only = ShellMaterial {
        squeeze_limit: 0.98,
        ..COTTON
    };
    let [low, high] = hang(squeezed_only, 40);
    assert!(low > 0.98 && high > 1.5, "{low} {high}");
}

/// A cloth held by a patch in its middle that turns by half a radian a step: as far as it strains what is around it to its
/// limits. Vertices move along chords, so that on half of the way the patch, as it is at both ends, is squeezed to 0.97.
#[test]
fn a_patch_that_turns_fast_takes_cloth_with_limits_along() {
    let limited = ShellMaterial {
        stretch_limit: 1.1,
        ..COTTON
    };
    let squeezed = ShellMaterial {
        squeeze_limit: 0.98,
        ..limited
    };
    let weave = Weave {
        stiffness: [15.557e6, 7.779e6, 25.004e6, 1.076e6],
        limits: [0.14, 0.14, 0.063],
    };
    let woven = ShellMaterial {
        membrane: Membrane::Woven(weave),
        ..COTTON
    };
    // Strains of ±0.14 with a shear of 0.063 are stretches of sqrt(1 ± 2 · 0.203).
    let expected = [[0.0, 1.1], [0.98, 1.1], [0.77, 1.19]];
    for (material, [least, most]) in [limited, squeezed, woven].into_iter().zip(expected) {
        let mut builder = ModelBuilder::new();
        let mesh = square(1.0, 0.08, ClothPattern::Unstructured);
        let cloth = builder.add_shell(shell(mesh, 0.0, material, 0.0));
        let vertices = select(&builder, &cloth, |x| x.x.abs().max(x.z.abs()) < 0.12);
        assert!(vertices.len() > 6, "{} vertices", vertices.len());
        builder.add_boundary(BoundaryProgram {
            name: "patch".to_owned(),
            vertices,
            motion: Motion::pieces(vec![MotionPiece {
                duration: 1.0,
                angular_velocity: Vec3::y() * 12.5,
                ..MotionPiece::hold()
            }]),
        });
        let [low, high] = extreme_stretches(builder, 4);
        assert!(low > least && high < most, "{low} {high}");
    }
}

#[test]
fn woven_cloth_keeps_its_own_limits() {
    let weave = Weave {
        stiffness: [15.557e6, 7.779e6, 25.004e6, 1.076e6],
        limits: [0.14, 0.14, 0.063],
    };
    let woven = |limits| ShellMaterial {
        membrane: Membrane::Woven(Weave { limits, ..weave }),
        ..COTTON
    };
    let free = ShellMaterial {
        stretching: 1e-3,
        ..woven([f64::INFINITY; 3])
    };
    let limited = ShellMaterial {
        stretching: 1e-3,
        ..woven(weave.limits)
    };
    // The certificate in `hang` tests the three Green strains exactly; along warp and weft 0.14 is a stretch of 1.13.
    let (free, limited) = (hang(free, 40)[1], hang(limited, 40)[1]);
    assert!(free > 1.3 && limited < free, "{free} {limited}");
}

fn distance_to_segment(p: Vec3, [a, b]: [Vec3; 2]) -> f64 {
    let t = ((p - a).dot(&(b - a)) / (b - a).norm_squared()).clamp(0.0, 1.0);
    (p - a - (b - a) * t).norm()
}

/// Smallest distance of two segments, by sampling one of them: never too small.
fn distance_of_segments(first: [Vec3; 2], second: [Vec3; 2]) -> f64 {
    let along = (0..=200).map(|k| first[0] + (first[1] - first[0]) * (f64::from(k) / 200.0));
    along
        .map(|p| distance_to_segment(p, second))
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn rods_and_grains_on_cloth_keep_their_thickness() {
    let offset = 2e-3;
    let mut builder = ModelBuilder::new();
    builder.gravity = -G * Vec3::y();
    builder.settings.dt = 0.01;
    builder.settings.dhat = Length::Absolute(1e-3);
    builder.friction.default = 0.2;
    let ball = builder.add_obstacle(Obstacle {
        name: "ball".to_owned(),
        mesh: sphere_surface(&SphereParameters {
            radius: 0.03,
            frequency: 6,
        })
        .expect("a sphere"),
        offset: 0.0,
    });
    let cloth = builder.add_shell(shell(
        square(0.1, 0.01, ClothPattern::Unstructured),
        0.0335,
        COTTON,
        offset,
    ));
    let mut strands = strand_bundle(&StrandBundleParameters {
        count: 4,
        gap: 4e-3,
        length: 0.08,
        segments: 16,
        hanging: false,
    })
    .expect("strands");
    let mut points = grains(&GrainsParameters {
        counts: [4, 2, 4],
        spacing: 5e-3,
        jitter: 1e-4,
        ..GrainsParameters::default()
    })
    .expect("grains")
    .points;
    for point in &mut strands.points {
        point.y += 0.045;
    }
    for point in &mut points {
        point.y += 0.06;
    }
    let rods = builder.add_rods(Rods {
        name: "rods".to_owned(),
        velocity: vec![Vec3::zeros(); strands.points.len()],
        material: RodMaterial {
            density: 1000.0,
            diameter: 2e-3,
            young: 1e5,
            poisson: 0.3,
            stretching: 1.0,
            bending: 1.0,
            twisting: 0.0,
        },
        rest: RestShape::Flattened,
        mesh: strands.clone(),
        offset,
    });
    let sand = builder.add_grains(Grains {
        name: "sand".to_owned(),
        velocity: vec![Vec3::zeros(); points.len()],
        points,
        material: GrainMaterial {
            density: 1600.0,
            diameter: 2e-3,
        },
        offset,
    });
    assert!(ball.vertices.end > 0);
    let (simulation, states) = run(builder, 30);
    let certificate = simulation.certificate();
    assert!(certificate.verified, "{certificate:?}");
    // They have come into contact, and an independent measure agrees with the certificate.
    assert!(certificate.min_distance.is_some());
    let mut smallest = f64::INFINITY;
    for state in &states {
        let at = |v: u32| state.x[v as usize];
        let segments: Vec<[u32; 2]> = strands
            .edges
            .iter()
            .map(|e| e.map(|v| rods.vertices.start + v))
            .collect();
        for (i, a) in segments.iter().enumerate() {
            for b in &segments[..i] {
                if a.iter().all(|v| !b.contains(v)) {
                    let distance = distance_of_segments(a.map(at), b.map(at));
                    smallest = smallest.min(distance);
                }
            }
            for v in sand.vertices.clone().chain(cloth.vertices.clone()) {
                smallest = smallest.min(distance_to_segment(at(v), a.map(at)));
            }
        }
        for v in sand.vertices.clone() {
            for w in (sand.vertices.start..v).chain(cloth.vertices.clone()) {
                smallest = smallest.min((at(v) - at(w)).norm());
            }
        }
    }
    assert!(smallest > offset && smallest < 1.6 * offset, "{smallest}");
}
