//! Bodies and obstacles as a program writes them: the words of the scene language, typed.

use std::path::Path;

use tangency_engine::BendingKind;
use tangency_scene::named_material;

use crate::motion::MotionPieces;
use crate::shapes::{
    BallShape, BoxShape, ClothShape, CoilShape, CylinderShape, GrainsShape, MeshShape, PieceShape,
    PlaneShape, PolylineShape, Shape, SphereShape, StrandShape, TetrahedralizeShape, ThinSpec,
    TorusShape,
};
use crate::spec::{
    AxisAngle, BodySpec, EmbedSpec, LengthUnit, MaterialChoice, MaterialModel, MaterialSpec,
    MotionPieceSpec, ObstacleSpec, OneOrMany, RestSpec, Rotate, Scale, Select, Triple,
};

/// Something that can be added to a scene.
pub enum SceneItem {
    /// An elastic body.
    Body(BodySpec),
    /// Something that only moves as prescribed.
    Obstacle(ObstacleSpec),
}

/// Words that bodies and obstacles have in common.
macro_rules! placed {
    ($($kind:ident)*) => {$(
        impl $kind {
            /// The name, in messages and in the files of a run; numbered by default.
            pub fn named(mut self, name: impl Into<String>) -> Self {
                self.0.name = name.into();
                self
            }

            /// Puts its origin at `position`, m.
            pub fn at(mut self, position: Triple) -> Self {
                self.0.translate = position;
                self
            }

            /// Turns it about its origin by `degrees` about x, y and z, before it is put in its place.
            pub fn rotated(mut self, degrees: Triple) -> Self {
                self.0.rotate = Rotate::Angles(degrees);
                self
            }

            /// Turns it about its origin by `degrees` about `axis`.
            pub fn rotated_about(mut self, axis: Triple, degrees: f64) -> Self {
                let angle = degrees;
                self.0.rotate = Rotate::Axis(AxisAngle { axis, angle });
                self
            }

            /// Makes it so many times larger than its shape.
            pub fn scaled(mut self, factor: f64) -> Self {
                self.0.scale = Scale::Uniform(factor);
                self
            }

            /// The unit of lengths in its mesh file, metres where nothing is said.
            pub fn unit(mut self, unit: LengthUnit) -> Self {
                self.0.unit = unit;
                self
            }

            /// Coefficient of friction, instead of that of the scene.
            pub fn friction(mut self, mu: f64) -> Self {
                self.0.friction = Some(mu);
                self
            }

            /// Distance that it keeps from what has the same, m; two keep the mean of theirs.
            pub fn offset(mut self, distance: f64) -> Self {
                self.0.offset = distance;
                self
            }
        }
    )*};
}

/// Words that all bodies have in common.
macro_rules! bodies {
    ($($kind:ident)*) => {$(
        impl From<$kind> for SceneItem {
            fn from(body: $kind) -> Self {
                SceneItem::Body(body.0)
            }
        }

        impl $kind {
            /// Velocity at the start, m/s.
            pub fn velocity(mut self, velocity: Triple) -> Self {
                self.0.velocity = velocity;
                self
            }

            /// Rotation at the start about the centre of mass, degrees/s.
            pub fn angular_velocity(mut self, degrees: Triple) -> Self {
                self.0.angular_velocity = degrees;
                self
            }

            /// Mass per volume, kg/m³.
            pub fn density(self, density: f64) -> Self {
                self.with_material(|material| material.density = density)
            }

            /// Young's modulus, Pa.
            pub fn young(self, young: f64) -> Self {
                self.with_material(|material| material.young = young)
            }

            /// Poisson's ratio, above -1 and below 0.5.
            pub fn poisson(self, poisson: f64) -> Self {
                self.with_material(|material| material.poisson = poisson)
            }

            /// A material of the scene language by its name, as `cotton`, in place of what was said before.
            pub fn material(mut self, name: &str) -> Self {
                self.0.material = match named_material(name) {
                    Some(material) => MaterialChoice::Inline(material),
                    // Told, with the nearest right spelling, when the scene is checked.
                    None => MaterialChoice::Named(name.to_owned()),
                };
                self
            }

            /// Gives a name to a set of vertices, selected in the shape's own coordinates, for boundary conditions.
            pub fn group(mut self, name: impl Into<String>, select: Select) -> Self {
                self.0.groups.insert(name.into(), OneOrMany(vec![select]));
                self
            }

            /// All that the scene language can say of it, to be changed.
            pub fn spec_mut(&mut self) -> &mut BodySpec {
                &mut self.0
            }

            /// Changes anything of its material.
            pub fn with_material(mut self, change: impl FnOnce(&mut MaterialSpec)) -> Self {
                if let MaterialChoice::Inline(material) = &mut self.0.material {
                    change(material);
                }
                self
            }
        }
    )*};
}

/// Words of sheets, rods and grains.
macro_rules! thin {
    ($($kind:ident)*) => {$(
        impl $kind {
            fn thin(shape: Shape) -> Self {
                Self(body(shape)).thickness(1e-3)
            }

            /// Thickness of a sheet, diameter of rods and grains, m: a millimetre where nothing is said.
            pub fn thickness(self, thickness: f64) -> Self {
                self.with_material(|material| material.thickness = Some(thickness))
            }
        }
    )*};
}

fn body(shape: Shape) -> BodySpec {
    BodySpec {
        name: String::new(),
        shape,
        unit: LengthUnit::M,
        refine: 0,
        embed: EmbedSpec::default(),
        translate: [0.0; 3],
        rotate: Rotate::default(),
        scale: Scale::default(),
        material: MaterialChoice::default(),
        offset: 0.0,
        rest: RestSpec::default(),
        stitches: None,
        warp: [1.0, 0.0, 0.0],
        friction: None,
        velocity: [0.0; 3],
        angular_velocity: [0.0; 3],
        groups: Default::default(),
    }
}

fn file(path: impl AsRef<Path>) -> String {
    path.as_ref().to_string_lossy().into_owned()
}

/// An elastic body of tets.
///
/// ```
/// use tangency::prelude::*;
/// use tangency::shapes::{LinkShape, Shape};
///
/// let mut scene = Scene::new();
/// scene.add(Solid::cube(0.1).young(1e6).density(500.0));
/// scene.add(Solid::cuboid([0.4, 0.1, 0.1], [8, 2, 2]).at([0.0, 1.0, 0.0]).rotated([0.0, 0.0, 30.0]));
/// // Any other shape of the scene language:
/// scene.add(Solid::shape(Shape::Link(LinkShape::default())).at([0.0, 3.0, 0.0]));
/// // A mesh of one's own: one tet.
/// let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let tet = scene.add(Solid::mesh(points, vec![[0, 1, 2, 3]]).at([5.0, 0.0, 0.0]));
/// assert_eq!(scene.simulate()?.positions(tet).len(), 4);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solid(pub(crate) BodySpec);

impl Solid {
    /// A cube around the origin with sides of this length, m, in six tets.
    pub fn cube(side: f64) -> Self {
        Self::cuboid([side; 3], [1; 3])
    }

    /// A box around the origin with sides of these lengths, m, cut into so many cells of six tets along each.
    pub fn cuboid(size: Triple, cells: [u32; 3]) -> Self {
        Self::shape(Shape::Box(BoxShape {
            size,
            cells,
            ..BoxShape::default()
        }))
    }

    /// A ball around the origin, radius in m.
    pub fn ball(radius: f64) -> Self {
        Self::shape(Shape::Ball(BallShape {
            radius,
            ..BallShape::default()
        }))
    }

    /// A cylinder about y, centred, m.
    pub fn cylinder(radius: f64, height: f64) -> Self {
        Self::shape(Shape::Cylinder(CylinderShape {
            radius,
            height,
            ..CylinderShape::default()
        }))
    }

    /// A torus about z, m.
    pub fn torus(major_radius: f64, minor_radius: f64) -> Self {
        Self::shape(Shape::Torus(TorusShape {
            major_radius,
            minor_radius,
            ..TorusShape::default()
        }))
    }

    /// A mesh of tets over points, m.
    pub fn mesh(points: Vec<Triple>, tets: Vec<[u32; 4]>) -> Self {
        Self::shape(Shape::Mesh(MeshShape {
            points,
            tets,
            ..MeshShape::default()
        }))
    }

    /// A file with a mesh of tets (.msh, .vtk, .vtu).
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self::shape(Shape::File(file(path)))
    }

    /// A part of a mesh file by its name: a physical group or volume of Gmsh, a solid, an object.
    pub fn part(path: impl AsRef<Path>, name: impl Into<String>) -> Self {
        Self::shape(Shape::Piece(PieceShape {
            file: file(path),
            name: Some(name.into()),
            number: None,
            cut: 0.0,
        }))
    }

    /// The inside of a closed surface in a file (.obj, .stl, .ply), filled with tets of edges about `size` long, m. Parts that
    /// are too thin for them are refused; [`filled_with`](Self::filled_with) keeps or cuts them.
    pub fn filled(path: impl AsRef<Path>, size: f64) -> Self {
        Self::filled_with(path, size, ThinSpec::Refuse)
    }

    /// The inside of a closed surface, as [`filled`](Self::filled), with parts that are too thin for its tets refused, kept or cut.
    pub fn filled_with(path: impl AsRef<Path>, size: f64, thin: ThinSpec) -> Self {
        let file = file(path);
        Self::shape(Shape::Tetrahedralize(TetrahedralizeShape {
            file,
            size,
            thin,
        }))
    }

    /// Any solid shape of the scene language.
    pub fn shape(shape: Shape) -> Self {
        Self(body(shape))
    }

    /// Cuts every tet into eight, so many times.
    pub fn refined(mut self, times: u32) -> Self {
        self.0.refine = times;
        self
    }

    /// Takes the fixed-corotated energy, which is finite where tets invert, in place of the neo-Hookean one.
    pub fn fixed_corotated(self) -> Self {
        self.with_material(|material| material.model = MaterialModel::FixedCorotated)
    }
}

/// A sheet of triangles: cloth, paper, a shell.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new();
/// let cloth = scene.add(Cloth::rectangle([0.4, 0.4], 0.1).material("cotton").at([0.0, 0.5, 0.0]));
/// let mut sim = scene.simulate()?;
/// sim.step()?;
/// assert!(sim.positions(cloth).iter().all(|x| x.y < 0.5));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cloth(pub(crate) BodySpec);

impl Cloth {
    /// A rectangle in the xz plane, centred, with lengths along x and z and neighbouring points `spacing` apart, m.
    pub fn rectangle(size: [f64; 2], spacing: f64) -> Self {
        Self::shape(Shape::Cloth(ClothShape {
            size,
            spacing,
            ..ClothShape::default()
        }))
    }

    /// A mesh of triangles over points, m.
    pub fn mesh(points: Vec<Triple>, triangles: Vec<[u32; 3]>) -> Self {
        Self::shape(Shape::Mesh(MeshShape {
            points,
            triangles,
            ..MeshShape::default()
        }))
    }

    /// A file with a mesh of triangles (.obj, .stl, .ply).
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self::shape(Shape::File(file(path)))
    }

    /// Any shape of the scene language made of triangles.
    pub fn shape(shape: Shape) -> Self {
        Self::thin(shape)
    }

    /// Factor of the stiffness against bending.
    pub fn bending(self, factor: f64) -> Self {
        self.with_material(|material| material.bending = factor)
    }

    /// Bends hinge by hinge, as the steppers `vbd` and `gpu` need it, and not as a plate.
    pub fn hinges(self) -> Self {
        self.with_material(|material| material.bends = BendingKind::Hinges)
    }

    /// Has it want to be flat, however it is placed.
    pub fn flat(mut self) -> Self {
        self.0.rest = RestSpec::Flat;
        self
    }
}

/// Rods: strands, coils, hair, noodles.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new().ground(0.0);
/// let hair = scene.add(Rod::strand(0.2, 10).thickness(2e-3).at([0.0, 0.05, 0.0]));
/// scene.prescribe(BoundaryCondition::hold(hair).end(BoxSide::MinusX));
/// let mut sim = scene.simulate()?;
/// sim.run_until(0.1)?;
/// assert!(sim.center_of_mass(hair).y < 0.05);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rod(pub(crate) BodySpec);

impl Rod {
    /// A straight strand along x, centred, of this length, m, and so many segments.
    pub fn strand(length: f64, segments: u32) -> Self {
        Self::shape(Shape::Strand(StrandShape { length, segments }))
    }

    /// A helix about y, centred: its radius and the height of a turn, m.
    pub fn coil(radius: f64, pitch: f64, turns: f64) -> Self {
        Self::shape(Shape::Coil(CoilShape {
            radius,
            pitch,
            turns,
            ..CoilShape::default()
        }))
    }

    /// Segments from point to point, m.
    pub fn polyline(points: Vec<Triple>) -> Self {
        let closed = false;
        Self::shape(Shape::Polyline(PolylineShape { points, closed }))
    }

    /// A mesh of segments over points, m.
    pub fn mesh(points: Vec<Triple>, segments: Vec<[u32; 2]>) -> Self {
        Self::shape(Shape::Mesh(MeshShape {
            points,
            segments,
            ..MeshShape::default()
        }))
    }

    /// Any shape of the scene language made of segments.
    pub fn shape(shape: Shape) -> Self {
        Self::thin(shape)
    }

    /// Factor of the stiffness against bending.
    pub fn bending(self, factor: f64) -> Self {
        self.with_material(|material| material.bending = factor)
    }

    /// Factor of the stiffness against twisting; rods turn freely about their own axis without.
    pub fn twisting(self, factor: f64) -> Self {
        self.with_material(|material| material.twisting = factor)
    }
}

/// Grains: free points with mass, such as sand.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new().ground(0.0);
/// let sand = scene.add(Grains::block([3, 3, 3], 0.01).thickness(8e-3).offset(8e-3).at([0.0, 0.1, 0.0]));
/// let mut sim = scene.simulate()?;
/// assert_eq!(sim.positions(sand).len(), 27);
/// sim.run_until(0.1)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grains(pub(crate) BodySpec);

impl Grains {
    /// A centred block of so many points along x, y and z, `spacing` apart, m.
    pub fn block(counts: [u32; 3], spacing: f64) -> Self {
        Self::shape(Shape::Grains(GrainsShape {
            counts,
            spacing,
            ..GrainsShape::default()
        }))
    }

    /// Points, m.
    pub fn points(points: Vec<Triple>) -> Self {
        Self::shape(Shape::Mesh(MeshShape {
            points,
            free_points: true,
            ..MeshShape::default()
        }))
    }

    /// Any shape of the scene language made of points.
    pub fn shape(shape: Shape) -> Self {
        Self::thin(shape)
    }
}

/// Something that bodies touch but that only moves as prescribed, or not at all.
///
/// ```
/// use tangency::prelude::*;
///
/// let mut scene = Scene::new().time_step(0.01);
/// scene.add(Solid::cube(0.1).at([0.0, 0.5, 0.0]));
/// let plate = scene.add(Obstacle::plane([1.0, 1.0]).moving([0.0, 0.2, 0.0], 0.5));
/// let mut sim = scene.simulate()?;
/// sim.run_until(0.1)?;
/// assert!((sim.positions(plate)[0].y - 0.02).abs() < 1e-12);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Obstacle(pub(crate) ObstacleSpec);

impl Obstacle {
    /// The surface of a box around the origin with sides of these lengths, m.
    pub fn cuboid(size: Triple) -> Self {
        let cells = [1; 3];
        Self::shape(Shape::Box(BoxShape {
            size,
            cells,
            ..BoxShape::default()
        }))
    }

    /// A sphere around the origin, radius in m.
    pub fn sphere(radius: f64) -> Self {
        Self::shape(Shape::Sphere(SphereShape {
            radius,
            ..SphereShape::default()
        }))
    }

    /// A rectangle in the xz plane, centred, with lengths along x and z, m.
    pub fn plane(size: [f64; 2]) -> Self {
        Self::shape(Shape::Plane(PlaneShape {
            size,
            ..PlaneShape::default()
        }))
    }

    /// A mesh of triangles over points, m.
    pub fn mesh(points: Vec<Triple>, triangles: Vec<[u32; 3]>) -> Self {
        Self::shape(Shape::Mesh(MeshShape {
            points,
            triangles,
            ..MeshShape::default()
        }))
    }

    /// A mesh file.
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self::shape(Shape::File(file(path)))
    }

    /// Any shape of the scene language; of a solid one the surface counts.
    pub fn shape(shape: Shape) -> Self {
        Self(ObstacleSpec {
            name: String::new(),
            shape,
            unit: LengthUnit::M,
            translate: [0.0; 3],
            rotate: Rotate::default(),
            scale: Scale::default(),
            offset: 0.0,
            friction: None,
            motion: OneOrMany::default(),
            sequence: None,
            begin: 0.0,
            release: None,
        })
    }

    /// All that the scene language can say of it, to be changed.
    pub fn spec_mut(&mut self) -> &mut ObstacleSpec {
        &mut self.0
    }
}

impl From<Obstacle> for SceneItem {
    fn from(obstacle: Obstacle) -> Self {
        SceneItem::Obstacle(obstacle.0)
    }
}

impl MotionPieces for Obstacle {
    fn pieces(&mut self) -> &mut Vec<MotionPieceSpec> {
        &mut self.0.motion.0
    }
}

placed!(Solid Cloth Rod Grains Obstacle);
bodies!(Solid Cloth Rod Grains);
thin!(Cloth Rod Grains);
