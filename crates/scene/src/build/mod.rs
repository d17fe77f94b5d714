//! From a checked scene to the engine's model: meshes made or read, placed, given
//! materials and velocities; boundary programs resolved to vertices.

mod bands;
mod bodies;
mod boundary;
mod embed;
mod friction;
mod garment;
mod loads;
mod output;
mod parts;
mod pieces;
mod planar;
mod repair;
mod seams;
mod select;
mod sequence;
mod start;
mod topology;

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

use tangency_engine::{
    FrictionTable, HalfSpace, Model, ModelBuilder, ModelError, Obstacle, OgcParameters,
    RepairReport, State, cautions,
};
use tangency_geometry::Vec3;

pub use output::{OutputPlan, Probe, ProbeField};
pub use topology::topology;

use crate::check;
use crate::document::material::{MaterialChoice, MaterialSpec};
use crate::document::shape::Shape;
use crate::document::values::LengthUnit;
use crate::document::{BodySpec, Document};
use crate::error::SceneError;
use crate::materials;
use crate::meshes::{self, GroupedMesh, placement, point_count};
use crate::scene::Scene;
use parts::PlacedBody;

/// Summary of a scene that was built, for people.
#[derive(Clone, Debug)]
pub struct BuildInfo {
    /// Bodies and obstacles.
    pub bodies: Vec<BodyInfo>,
    /// Each boundary program and how many vertices it moves.
    pub programs: Vec<(String, usize)>,
    /// Garments with stitches, then seams.
    pub seams: Vec<SeamInfo>,
    /// Diagonal of the bounding box that relative lengths refer to, m.
    pub diagonal: f64,
    /// Distance below which bodies repel each other, m.
    pub dhat: f64,
    /// Accuracy of a step, m/s.
    pub newton_tolerance: f64,
    /// The numbers of Offset Geometric Contact and where they come from, where it is the contact model.
    pub offset: Option<OgcParameters>,
    /// Account of the repair of the start, where the scene asks for one.
    pub repair: Option<RepairReport>,
    /// Output of the run beside positions.
    pub output: OutputPlan,
    /// Cautions for the user before the run.
    pub cautions: Vec<String>,
}

/// Summary of a body or obstacle that was built.
#[derive(Clone, Debug)]
pub struct BodyInfo {
    /// Name of the body or obstacle.
    pub name: String,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of tets; 0 for an obstacle.
    pub tets: usize,
    /// Number of triangles: of a solid those of its surface.
    pub triangles: usize,
    /// Number of segments.
    pub segments: usize,
    /// Material; `None` for an obstacle.
    pub material: Option<MaterialSpec>,
    /// Volume, m³; 0 for an obstacle.
    pub volume: f64,
    /// Groups of vertices, each with their number: those of the scene, then those of its mesh file.
    pub groups: Vec<(String, usize)>,
}

/// Summary of a seam that was built.
#[derive(Clone, Debug)]
pub struct SeamInfo {
    /// Name of the seam, or that of the garment.
    pub name: String,
    /// Number of stitches.
    pub stitches: usize,
    /// The longest of them at the start, m.
    pub longest: f64,
}

impl Scene {
    /// Makes the engine's model and its first state.
    ///
    /// ```
    /// let scene = tangency_scene::load("two-cubes", &[])?;
    /// let (model, state, info) = scene.build()?;
    /// assert_eq!(model.bodies.len(), info.bodies.len());
    /// assert_eq!(state.x.len(), model.rest.len());
    /// # Ok::<(), tangency_scene::SceneError>(())
    /// ```
    pub fn build(&self) -> Result<(Model, State, BuildInfo), SceneError> {
        if !self.document.repair.is_on {
            return self.build_by(ModelBuilder::build);
        }
        let (model, mut state, mut info) = self.build_by(ModelBuilder::build_untested)?;
        let mut report = repair::repaired(self, &model, &mut state)?;
        report.meshes = info.repair.take().unwrap_or_default().meshes;
        info.repair = Some(report);
        Ok((model, state, info))
    }

    /// Makes the engine's model and its first state, at which bodies may intersect, for those who look for what is wrong.
    pub fn build_untested(&self) -> Result<(Model, State, BuildInfo), SceneError> {
        self.build_by(ModelBuilder::build_untested)
    }

    fn build_by(
        &self,
        build: impl FnOnce(ModelBuilder) -> Result<(Model, State), ModelError>,
    ) -> Result<(Model, State, BuildInfo), SceneError> {
        check::methods(self)?;
        pieces::check(self)?;
        let document = &self.document;
        let mut builder = if document.plane {
            ModelBuilder::planar()
        } else {
            ModelBuilder::new()
        };
        builder.gravity = document.gravity.into();
        builder.settings = document.settings();
        builder.memory = self.budget.memory as f64;
        builder.rest_shapes.clone_from(&self.rest_shapes);
        let mut assembly = Assembly {
            scene: self,
            builder,
            parts: Vec::new(),
            bodies: Vec::new(),
            seams: Vec::new(),
            made: HashMap::new(),
            notes: self.unended_step().into_iter().collect(),
            mended: Vec::new(),
            vertices: 0.0,
        };
        for (index, body) in document.body.iter().enumerate() {
            assembly.body(index, body)?;
        }
        for (index, obstacle) in document.obstacle.iter().enumerate() {
            assembly.obstacle(index, obstacle)?;
        }
        let Assembly {
            mut builder,
            parts,
            bodies,
            mut seams,
            notes,
            mended,
            ..
        } = assembly;
        add_walls(document, &mut builder);
        builder.friction = friction::table(self)?;
        for (springs, info) in seams::seams(self, &parts, &builder)? {
            builder.add_springs(springs);
            seams.push(info);
        }
        for band in bands::bands(self, &parts, &builder)? {
            builder.add_band(band);
        }
        let programs = boundary::programs(self, &parts)?;
        let counts = programs
            .iter()
            .map(|p| (p.name.clone(), p.vertices.len()))
            .collect();
        programs
            .into_iter()
            .for_each(|program| builder.add_boundary(program));
        for load in loads::loads(self, &parts, &builder)? {
            builder.add_load(load);
        }
        let (model, state) = build(builder).map_err(|source| SceneError::Model {
            file: self.file.clone(),
            source,
        })?;
        let state = self.started(&model, state)?;
        let shared = Arc::new(model);
        let cautions = notes
            .into_iter()
            .chain(cautions(&shared, &state.x))
            .collect();
        let model = Arc::unwrap_or_clone(shared);
        let output = output::plan(self, &parts, &model)?;
        let info = BuildInfo {
            repair: (!mended.is_empty()).then(|| RepairReport {
                meshes: mended,
                ..RepairReport::default()
            }),
            output,
            cautions,
            bodies,
            programs: counts,
            seams,
            diagonal: model.diagonal,
            dhat: model.dhat,
            newton_tolerance: model.newton_tolerance,
            offset: model.ogc.clone(),
        };
        Ok((model, state, info))
    }

    /// The coefficients of friction that the model is built with.
    pub fn friction_table(&self) -> Result<FrictionTable, SceneError> {
        friction::table(self)
    }

    /// A caution about a step that is longer than the run.
    fn unended_step(&self) -> Option<String> {
        let time = &self.document.time;
        (time.step.most > time.duration).then(|| {
            format!(
                "the time step of {} s is longer than the duration of {} s: the run is one step, and ends at {} s",
                time.step.most, time.duration, time.step.most
            )
        })
    }

    /// The material that a body chose.
    pub fn material(&self, body: &BodySpec) -> MaterialSpec {
        match &body.material {
            MaterialChoice::Inline(material) => *material,
            MaterialChoice::Named(name) => {
                let own = self.document.materials.get(name).copied();
                own.or_else(|| materials::find(name)).unwrap_or_default()
            }
        }
    }
}

fn add_walls(document: &Document, builder: &mut ModelBuilder) {
    if let Some(ground) = document.ground {
        let origin = Vec3::new(0.0, ground.height, 0.0);
        builder.add_half_space(HalfSpace {
            name: "ground".into(),
            origin,
            normal: Vec3::y(),
        });
    }
    for wall in &document.half_space {
        let normal = Vec3::from(wall.normal).normalize();
        builder.add_half_space(HalfSpace {
            name: wall.name.clone(),
            origin: wall.point.into(),
            normal,
        });
    }
}

/// The model in the making.
struct Assembly<'a> {
    scene: &'a Scene,
    builder: ModelBuilder,
    parts: Vec<PlacedBody>,
    bodies: Vec<BodyInfo>,
    seams: Vec<SeamInfo>,
    /// Shapes made so far, by a hash: copies share the work.
    made: HashMap<u64, Vec<MadeShape<'a>>>,
    /// The faults of mesh files that were mended, in words.
    mended: Vec<String>,
    /// Remarks for the user.
    notes: Vec<String>,
    /// Vertices so far.
    vertices: f64,
}

/// A shape, the unit of its file, and its mesh.
struct MadeShape<'a> {
    shape: &'a Shape,
    unit: LengthUnit,
    mesh: GroupedMesh,
}

impl<'a> Assembly<'a> {
    fn mesh(
        &mut self,
        list: &str,
        index: usize,
        shape: &'a Shape,
        unit: LengthUnit,
    ) -> Result<GroupedMesh, SceneError> {
        let number = index.to_string();
        let refuse = |message| self.scene.invalid(&[list, &number, "shape"], message);
        let alike = self.made.entry(hash(shape)).or_default();
        let known = alike
            .iter()
            .find(|known| known.shape == shape && known.unit == unit);
        let budget = &self.scene.budget;
        let count = known.map_or_else(|| point_count(shape), |known| vertices_of(&known.mesh));
        budget
            .hold_vertices(self.vertices + count)
            .map_err(refuse)?;
        let mesh = match known {
            Some(known) => known.mesh.clone(),
            None => {
                let mut mesh = meshes::make(shape, unit, budget).map_err(refuse)?;
                // Stitches name vertices by their numbers in the file.
                let body = self.scene.document.body.get(index);
                let has_stitches = list == "body" && body.is_some_and(|b| b.stitches.is_some());
                if self.scene.document.repair.is_on && !has_stitches {
                    self.mended.extend(repair::mend(&mut mesh, shape));
                }
                alike.push(MadeShape {
                    shape,
                    unit,
                    mesh: mesh.clone(),
                });
                mesh
            }
        };
        self.vertices += vertices_of(&mesh);
        Ok(mesh)
    }

    fn obstacle(
        &mut self,
        index: usize,
        obstacle: &'a crate::document::ObstacleSpec,
    ) -> Result<(), SceneError> {
        let mut mesh = self.mesh("obstacle", index, &obstacle.shape, obstacle.unit)?;
        let uv = std::mem::take(&mut mesh.uv);
        let (mut mesh, groups) = mesh.into_surface();
        let groups: Groups = groups
            .iter()
            .map(|g| (g.name.clone(), g.points()))
            .collect();
        let path = ["obstacle", &index.to_string()];
        placement(obstacle.scale, obstacle.rotate, obstacle.translate)
            .apply_surface_mesh(&mut mesh)
            .map_err(|e| self.scene.invalid(&path, e.to_string()))?;
        let points = mesh.points.clone();
        self.bodies.push(BodyInfo {
            name: obstacle.name.clone(),
            vertices: points.len(),
            tets: 0,
            triangles: mesh.triangles.len(),
            segments: mesh.edges.len(),
            material: None,
            volume: 0.0,
            groups: sizes_of(&groups),
        });
        let handle = self.builder.add_obstacle(Obstacle {
            name: obstacle.name.clone(),
            mesh,
            offset: obstacle.offset,
        });
        self.builder.keep_uv(&handle, uv);
        self.part(&obstacle.name, handle.vertices, points, groups);
        Ok(())
    }

    fn part(&mut self, name: &str, vertices: Range<u32>, points: Vec<Vec3>, groups: Groups) {
        self.parts.push(PlacedBody {
            name: name.to_string(),
            first: vertices.start,
            points,
            groups,
        });
    }
}

/// The number of points of a mesh.
fn vertices_of(mesh: &GroupedMesh) -> f64 {
    mesh.mesh.points().len() as f64
}

/// Groups by name, in the body's own vertex numbers.
type Groups = Vec<(String, Vec<u32>)>;

/// The number of vertices of each group.
fn sizes_of(groups: &Groups) -> Vec<(String, usize)> {
    let size = |(name, vertices): &(String, Vec<u32>)| (name.clone(), vertices.len());
    groups.iter().map(size).collect()
}

/// A hash of a shape, by what it looks like when it is written.
fn hash(shape: &Shape) -> u64 {
    struct Hasher(DefaultHasher);
    impl fmt::Write for Hasher {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hasher = Hasher(DefaultHasher::new());
    // Writing to a hasher cannot fail.
    let _ = write!(hasher, "{shape:?}");
    hasher.0.finish()
}
