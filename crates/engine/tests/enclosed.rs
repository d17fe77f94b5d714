//! Test for what is inside of a solid without crossing its surface: every piece of surface is found, nothing else is.

use crate::common::{add, boxes, shifted, some_cloth};
use crate::planar_worlds as worlds;
use tangency_engine::certificate::{Certificate, Certifier};
use tangency_engine::{
    ContactKind, Elasticity, GrainMaterial, Grains, Material, Model, ModelBuilder, Obstacle,
    RestShape, Shell, Vec3,
};
use tangency_geometry::generate::{
    ClothParameters, ClothPattern, HollowBallParameters, cloth, hollow_ball,
};
use tangency_geometry::{SurfaceMesh, TetMesh};

/// Two meshes as one.
fn joined(mut first: TetMesh, second: TetMesh) -> TetMesh {
    let shift = first.points.len() as u32;
    first.points.extend(second.points);
    let tets = second.tets.iter().map(|tet| tet.map(|v| v + shift));
    first.tets.extend(tets);
    first
}

fn cube(side: f64, at: [f64; 3]) -> TetMesh {
    shifted(boxes([side; 3], [2; 3]), at)
}

/// Two cubes in one mesh, the second one around `at`.
fn cubes(at: [f64; 3]) -> TetMesh {
    joined(cube(0.2, [2.0, 0.0, 0.0]), cube(0.2, at))
}

fn softly(elasticity: Elasticity) -> Material {
    Material {
        elasticity,
        ..Material::default()
    }
}

/// A large cube and whatever `others` add.
fn around(elasticity: Elasticity, others: impl Fn(&mut ModelBuilder)) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    let large = boxes([1.0; 3], [3; 3]);
    add(
        &mut builder,
        "large",
        large,
        softly(elasticity),
        Vec3::zeros(),
    );
    others(&mut builder);
    builder
}

fn refusal(builder: ModelBuilder) -> String {
    builder.build().expect_err("a piece is inside").to_string()
}

const SAND: GrainMaterial = GrainMaterial {
    density: 1000.0,
    diameter: 1e-3,
};

/// The two energies: one decides by tets, the other by the surface.
const BOTH: [Elasticity; 2] = [Elasticity::NeoHookean, Elasticity::FixedCorotated];

#[test]
fn a_second_piece_inside_another_solid_is_refused() {
    for elasticity in BOTH {
        let two = |at| {
            around(elasticity, move |b| {
                add(b, "cubes", cubes(at), softly(elasticity), Vec3::zeros());
            })
        };
        assert!(two([-2.0, 0.0, 0.0]).build().is_ok());
        let told = refusal(two([0.1, 0.05, 0.0]));
        assert!(told.contains("in 1 place: "), "{told}");
        assert!(
            told.contains("vertex [27] of `cubes` inside the solid `large`"),
            "{told}"
        );
    }
}

#[test]
fn a_piece_inside_another_piece_of_its_own_body_is_refused() {
    for elasticity in BOTH {
        let nested = joined(boxes([1.0; 3], [3; 3]), cube(0.2, [0.1, 0.0, 0.0]));
        let mut builder = ModelBuilder::new();
        add(
            &mut builder,
            "nested",
            nested,
            softly(elasticity),
            Vec3::zeros(),
        );
        let told = refusal(builder);
        let expected = "vertex [64] of `nested` inside another piece of it, that of vertex [0]";
        assert!(told.contains(expected), "{told}");
    }
}

fn sheet(side: f64, at: Vec3) -> SurfaceMesh {
    let mut mesh = cloth(&ClothParameters {
        size: [side; 2],
        spacing: side / 2.0,
        corner_radius: 0.0,
        pattern: ClothPattern::Aligned,
    })
    .expect("a sheet");
    mesh.points.iter_mut().for_each(|x| *x += at);
    mesh
}

#[test]
fn sheets_rods_and_points_inside_a_solid_are_refused() {
    for elasticity in BOTH {
        // The second sheet of a body of two, and the second segment and the second point of an obstacle.
        let told = refusal(around(elasticity, |b| {
            let (mut mesh, inner) = (sheet(0.2, 3.0 * Vec3::x()), sheet(0.2, 0.1 * Vec3::x()));
            let shift = mesh.points.len() as u32;
            mesh.points.extend(inner.points);
            mesh.triangles
                .extend(inner.triangles.iter().map(|t| t.map(|v| v + shift)));
            b.add_shell(Shell {
                name: "sheets".to_owned(),
                velocity: vec![Vec3::zeros(); mesh.points.len()],
                mesh,
                rest: RestShape::Placed,
                warp: Vec3::x(),
                material: some_cloth(),
                offset: 0.0,
            });
        }));
        assert!(
            told.contains("vertex [9] of `sheets` inside the solid `large`"),
            "{told}"
        );
        let wires = |mesh: SurfaceMesh| {
            around(elasticity, move |b| {
                b.add_obstacle(Obstacle {
                    name: "needles".to_owned(),
                    mesh: mesh.clone(),
                    offset: 0.0,
                });
            })
        };
        let points = vec![
            2.0 * Vec3::x(),
            3.0 * Vec3::x(),
            Vec3::zeros(),
            0.1 * Vec3::z(),
        ];
        let segments = SurfaceMesh {
            points: points.clone(),
            edges: vec![[0, 1], [2, 3]],
            ..SurfaceMesh::default()
        };
        let told = refusal(wires(segments));
        assert!(
            told.contains("vertex [2] of `needles` inside the solid `large`"),
            "{told}"
        );
        let told = refusal(around(elasticity, |b| {
            b.add_grains(Grains {
                name: "sand".to_owned(),
                points: points.clone(),
                material: SAND,
                velocity: vec![Vec3::zeros(); 4],
                offset: 0.0,
            });
        }));
        assert!(
            told.contains("in 2 places, first: vertex [2] of `sand`"),
            "{told}"
        );
    }
}

#[test]
fn a_cavity_and_a_closed_obstacle_may_hold_a_body() {
    for elasticity in BOTH {
        let mut builder = ModelBuilder::new();
        let shell = hollow_ball(&HollowBallParameters {
            radius: 1.0,
            thickness: 0.2,
            ..HollowBallParameters::default()
        });
        add(
            &mut builder,
            "balloon",
            shell.unwrap(),
            softly(elasticity),
            Vec3::zeros(),
        );
        add(
            &mut builder,
            "ball",
            cube(0.2, [0.1, 0.0, 0.0]),
            softly(elasticity),
            Vec3::zeros(),
        );
        let room = boxes([9.0; 3], [1; 3]);
        builder.add_obstacle(Obstacle {
            name: "room".to_owned(),
            mesh: SurfaceMesh::from_triangles(
                room.points,
                tangency_geometry::topology::boundary_triangles(&room.tets),
            ),
            offset: 0.0,
        });
        assert!(builder.build().is_ok());
    }
}

/// Intersections that the certificate counts at `x`.
fn count(model: &Model, x: &[Vec3]) -> u64 {
    let mut certifier = Certifier::resume(model, Certificate::default());
    certifier.certify(model, x, None, None);
    certifier.certificate.intersections
}

#[test]
fn a_piece_that_has_got_inside_is_counted_once() {
    for elasticity in BOTH {
        let builder = around(elasticity, |b| {
            add(
                b,
                "cubes",
                cubes([-2.0, 0.0, 0.0]),
                softly(elasticity),
                Vec3::zeros(),
            );
        });
        let (model, state) = builder.build().unwrap();
        assert_eq!(count(&model, &state.x), 0);
        let mut inside = state.x.clone();
        let last = inside.len() - 27;
        // Its corners come to lie on planes between the tets of the large cube, and straight below corners of it.
        inside[last..].iter_mut().for_each(|x| x.x += 2.0);
        assert_eq!(count(&model, &inside), 1);
    }
}

/// A vertex inside of the large cube, moved out of it: tets around it now cover places outside, and are turned over.
#[test]
fn tets_that_leave_their_body_hold_nothing() {
    let grain = |at: Vec3| {
        let builder = around(Elasticity::FixedCorotated, |b| {
            b.add_grains(Grains {
                name: "grain".to_owned(),
                points: vec![3.0 * Vec3::x()],
                material: SAND,
                velocity: vec![Vec3::zeros()],
                offset: 0.0,
            });
        });
        let (model, mut state) = builder.build().unwrap();
        let inner = (0..64)
            .find(|&v| !model.surface.points.contains(&v))
            .unwrap();
        state.x[inner as usize] = Vec3::new(2.0, 0.01, 0.02);
        *state.x.last_mut().unwrap() = at;
        count(&model, &state.x)
    };
    // In a tet that sticks out of the surface: a false alarm until the surface was asked.
    let sticking_out = Vec3::new(0.9, 0.005, 0.01);
    let (model, mut state) = around(Elasticity::FixedCorotated, |_| {}).build().unwrap();
    let inner = (0..64)
        .find(|&v| !model.surface.points.contains(&v))
        .unwrap();
    state.x[inner as usize] = Vec3::new(2.0, 0.01, 0.02);
    let covers = |tet: &[u32; 4]| {
        let corners = tet.map(|v| state.x[v as usize]);
        tangency_geometry::intersection::point_tet(&sticking_out, &corners)
    };
    assert!(
        model
            .elements
            .tets
            .iter()
            .flat_map(|b| &b.stencils)
            .any(covers)
    );
    assert_eq!(grain(sticking_out), 0);
    for inside in [
        [0.0; 3],
        [0.4, 0.3, 0.2],
        [0.49, 0.0, 0.0],
        [-0.4, 0.1, 0.3],
    ] {
        assert_eq!(grain(Vec3::from(inside)), 1, "{inside:?}");
    }
    // On the surface, and beside it by one step of the numbers.
    assert_eq!(grain(Vec3::new(0.5, 0.1, 0.2)), 1);
    assert_eq!(grain(Vec3::new(0.5f64.next_up(), 0.1, 0.2)), 0);
    assert_eq!(grain(Vec3::new(0.5, 0.5, 0.5f64.next_up())), 0);
}

/// Points on a grid that meets vertices, edges and faces of the mesh: the surface says the same as the tets.
#[test]
fn winding_agrees_with_tets() {
    let at = |elasticity: Elasticity, points: &[Vec3]| {
        let builder = around(elasticity, |b| {
            b.add_grains(Grains {
                name: "grains".to_owned(),
                points: (0..points.len())
                    .map(|k| Vec3::new(5.0, k as f64, 0.0))
                    .collect(),
                material: SAND,
                velocity: vec![Vec3::zeros(); points.len()],
                offset: 0.0,
            });
        });
        let (model, mut state) = builder.build().unwrap();
        let first = model.vertex_count() - points.len();
        state.x[first..].copy_from_slice(points);
        count(&model, &state.x)
    };
    let steps = [-0.6, -0.5, -1.0 / 6.0, 0.0, 0.1, 0.3, 0.5, 0.5f64.next_up()];
    let across = |z: f64| {
        steps
            .iter()
            .flat_map(move |&x| steps.map(|y| Vec3::new(x, y, z)))
    };
    let points: Vec<Vec3> = steps.iter().flat_map(|&z| across(z)).collect();
    let (tets, surface) = (at(BOTH[0], &points), at(BOTH[1], &points));
    assert_eq!(tets, 6 * 6 * 6);
    assert_eq!(surface, tets);
}

#[test]
fn planar_triangles_that_leave_their_body_hold_nothing() {
    use worlds::{add_of, placed, planar, square};
    for (elasticity, expected) in [(BOTH[0], true), (BOTH[1], false)] {
        let mut builder = planar(ContactKind::Ipc, 0.01);
        let material = softly(elasticity);
        add_of(&mut builder, "large", square(1.0, 4), [0.0; 2], material);
        let small = placed(square(0.1, 1), [3.0, 0.0], 0.0);
        add_of(&mut builder, "small", small, [0.0; 2], material);
        let (model, mut state) = builder.build().unwrap();
        let is_inner = |v: &u32| !model.surface.points.contains(v);
        let inner = (0..25)
            .filter(is_inner)
            .find(|&v| state.x[v as usize].x > 0.2);
        state.x[inner.unwrap() as usize] = Vec3::new(2.0, 0.01, 0.0);
        let place = |x: &[Vec3], at: Vec3| {
            let mut x = x.to_vec();
            let centre: Vec3 = x[25..].iter().sum::<Vec3>() / (x.len() - 25) as f64;
            x[25..]
                .iter_mut()
                .for_each(|p| *p = at + 0.1 * (*p - centre));
            x
        };
        let sticking_out = place(&state.x, Vec3::new(0.9, 0.005, 0.0));
        assert_eq!(count(&model, &sticking_out) > 0, expected, "{elasticity:?}");
        let inside = place(&state.x, Vec3::new(-0.3, 0.05, 0.0));
        assert!(count(&model, &inside) > 0);
        // The large one has points of its own in its own triangles, which only counts where these must not invert.
        let outside = place(&state.x, Vec3::new(0.9, 2.0, 0.0));
        assert_eq!(count(&model, &outside) > 0, expected, "{elasticity:?}");
    }
}

/// Such a body had no surface: it fell through the ground, and was certified.
#[test]
fn tets_that_are_there_twice_are_refused() {
    let mut mesh = boxes([1.0; 3], [1; 3]);
    let count = mesh.tets.len();
    mesh.tets.extend(mesh.tets.clone());
    let mut builder = ModelBuilder::new();
    add(
        &mut builder,
        "twice",
        mesh.clone(),
        Material::default(),
        Vec3::zeros(),
    );
    let told = refusal(builder);
    assert!(told.starts_with("`twice`: tets "), "{told}");
    assert!(told.contains("overlap at their common face"), "{told}");
    // Another tet on the side of a face where there is one.
    mesh.tets.truncate(count);
    let [a, b, c, _] = mesh.tets[0];
    mesh.points.push(Vec3::new(0.01, 0.02, 0.03));
    let new = mesh.points.len() as u32 - 1;
    let turned = |tet: [u32; 4]| {
        let [a, b, c, d] = tet.map(|v| mesh.points[v as usize]);
        (b - a).cross(&(c - a)).dot(&(d - a)) < 0.0
    };
    let tet = [a, b, c, new];
    mesh.tets
        .push(if turned(tet) { [b, a, c, new] } else { tet });
    let mut builder = ModelBuilder::new();
    add(
        &mut builder,
        "pushed in",
        mesh,
        Material::default(),
        Vec3::zeros(),
    );
    let told = refusal(builder);
    assert!(told.contains("overlap at their common face"), "{told}");
}
