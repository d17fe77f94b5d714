//! Bodies: solids of tets, sheets of triangles, rods of segments, grains.

use tangency_engine::{
    GrainMaterial, Grains, Membrane, RestShape, RodMaterial, Rods, Shell, ShellMaterial, Solid,
};
use tangency_geometry::topology::check_closed_manifold;
use tangency_geometry::{SurfaceMesh, TetMesh, Vec3, generate};
use tangency_io::MeshGroup;
use tangency_io::read::obj::CornerUv;

use super::{Assembly, BodyInfo, Groups, select, sizes_of};
use crate::document::boundary::Select;
use crate::document::material::{MaterialModel, MaterialSpec};
use crate::document::shape::Shape;
use crate::document::{BodySpec, RestSpec};
use crate::error::{SceneError, suggestion};
use crate::meshes::{self, GroupedMesh, Mesh, centroid, placement};

impl<'a> Assembly<'a> {
    /// Adds a body.
    pub(super) fn body(&mut self, index: usize, body: &'a BodySpec) -> Result<(), SceneError> {
        let GroupedMesh {
            mesh,
            groups,
            uv,
            filled,
        } = self.mesh("body", index, &body.shape, body.unit)?;
        let is_solid = matches!(mesh, Mesh::Solid(_)) && !self.scene.document.plane;
        if !body.embed.is_off() && !is_solid {
            let message = "only solids of tets carry a surface";
            return Err(self.refuse(index, "embed", message));
        }
        if self.scene.document.plane {
            return self.plane_solid(index, body, mesh, &groups);
        }
        match mesh {
            Mesh::Solid(mesh) => self.solid(index, body, (mesh, filled), groups),
            Mesh::Surface(mesh) => self.thin(index, body, mesh, &groups, uv),
        }
    }

    fn solid(
        &mut self,
        index: usize,
        body: &BodySpec,
        (mut mesh, filled): (TetMesh, Vec<f64>),
        mut named: Vec<MeshGroup>,
    ) -> Result<(), SceneError> {
        if body.stitches.is_some() {
            let message = "only sheets have stitches, but the shape is solid: use a [[seam]]";
            return Err(self.refuse(index, "stitches", message));
        }
        let material = self.scene.material(body);
        if matches!(material.model, MaterialModel::Stvk | MaterialModel::Woven) {
            let message = "this material is for sheets, but the shape is solid: use the model \"neo-hookean\" or \
                           \"fixed-corotated\"";
            return Err(self.refuse(index, "material", message));
        }
        if body.refine > 0 && !filled.is_empty() {
            let message = "tets that cover a surface are not refined: lower their `size`";
            return Err(self.refuse(index, "refine", message));
        }
        if body.refine > 0 {
            let (points, tets) = (mesh.points.len() as f64, mesh.tets.len() as f64);
            let refined = generate::refined_points(points, tets, body.refine);
            self.scene
                .budget
                .hold_vertices(self.vertices + refined - points)
                .map_err(|message| self.refuse(index, "refine", message))?;
            for _ in 0..body.refine {
                (mesh, named) = meshes::refine(&mesh, &named);
            }
            self.vertices += mesh.points.len() as f64 - points;
        }
        let mut groups = self.groups(index, body, &mesh.points, &named)?;
        let has_cavity = groups.iter().any(|(name, _)| name == "cavity");
        groups.extend(cavity(&mesh).filter(|_| !has_cavity));
        let place = placement(body.scale, body.rotate, body.translate);
        place.apply_tet_mesh(&mut mesh).map_err(|e| {
            self.scene
                .invalid(&["body", &index.to_string()], e.to_string())
        })?;
        let embedded = self.embedded(index, body, &place, filled)?;
        let points = mesh.points.clone();
        let carried = embedded.as_ref().map_or(0, |e| e.mesh.points.len());
        self.bodies.push(BodyInfo {
            name: body.name.clone(),
            vertices: points.len() + carried,
            tets: mesh.tets.len(),
            triangles: tangency_geometry::topology::boundary_triangles(&mesh.tets).len(),
            segments: 0,
            material: Some(material),
            volume: mesh.volume(),
            groups: sizes_of(&groups),
        });
        let solid = Solid {
            name: body.name.clone(),
            material: material.solid(),
            velocity: velocities(body, &points, || centroid(&mesh)),
            offset: body.offset,
            mesh,
        };
        let vertices = match embedded {
            Some(surface) => self.builder.add_embedded_solid(solid, surface).vertices,
            None => self.builder.add_solid(solid).vertices,
        };
        self.part(&body.name, vertices, points, groups);
        Ok(())
    }

    /// Adds a sheet, rods or grains, according to what the mesh is made of.
    fn thin(
        &mut self,
        index: usize,
        body: &BodySpec,
        mut mesh: SurfaceMesh,
        named: &[MeshGroup],
        uv: CornerUv,
    ) -> Result<(), SceneError> {
        let lists = [mesh.triangles.len(), mesh.edges.len(), mesh.vertices.len()];
        if lists.iter().filter(|&&count| count > 0).count() != 1 {
            let [triangles, segments, points] = lists;
            let hint = match named.is_empty() {
                true => "",
                false => ": take one part of its file, as `piece = { file, name }`",
            };
            let message = format!(
                "a body is a solid of tets, a sheet of triangles, rods of segments or grains, each by itself, but this \
                 shape has {triangles} triangles, {segments} free segments and {points} free points{hint}"
            );
            return Err(self.refuse(index, "shape", message));
        }
        if body.refine > 0 {
            return Err(self.refuse(index, "refine", "only solids can be refined"));
        }
        let material = self.scene.material(body);
        let Some(thickness) = material.thickness else {
            let message = format!(
                "a sheet needs the thickness of its material, rods and grains their diameter: add `thickness` (m){}",
                filled_instead(body, &mesh)
            );
            return Err(self.refuse(index, "material", message));
        };
        let groups = self.groups(index, body, &mesh.points, named)?;
        let transform = placement(body.scale, body.rotate, body.translate);
        transform.apply_surface_mesh(&mut mesh).map_err(|e| {
            self.scene
                .invalid(&["body", &index.to_string()], e.to_string())
        })?;
        let points = mesh.points.clone();
        let measure = Measure::of(&mesh, thickness);
        self.bodies.push(BodyInfo {
            name: body.name.clone(),
            vertices: points.len(),
            tets: 0,
            triangles: mesh.triangles.len(),
            segments: mesh.edges.len(),
            material: Some(material),
            volume: measure.volume,
            groups: sizes_of(&groups),
        });
        self.notes.extend(thicker_than_long(body, &mesh, thickness));
        let velocity = velocities(body, &points, || measure.center);
        let (name, offset) = (body.name.clone(), body.offset);
        let handle = if !mesh.triangles.is_empty() {
            let shell = Shell {
                name,
                rest: self.rest(index, body, &mesh)?,
                warp: transform.rotation.matrix() * Vec3::from(body.warp),
                material: self.sheet(index, &material, thickness)?,
                velocity,
                offset,
                mesh,
            };
            self.builder.add_shell(shell)
        } else if !mesh.edges.is_empty() {
            let rest = match body.rest {
                RestSpec::Placed => RestShape::Placed,
                RestSpec::Flat => RestShape::Flattened,
                RestSpec::Pattern => {
                    let message = "a pattern is for cloth: rods are \"placed\" or \"flat\"";
                    return Err(self.refuse(index, "rest", message));
                }
            };
            self.builder.add_rods(Rods {
                name,
                rest,
                material: RodMaterial {
                    density: material.density,
                    diameter: thickness,
                    young: material.young,
                    poisson: material.poisson,
                    stretching: material.stretching,
                    bending: material.bending,
                    twisting: material.twisting,
                },
                velocity,
                offset,
                mesh,
            })
        } else {
            self.builder.add_grains(Grains {
                name,
                material: GrainMaterial {
                    density: material.density,
                    diameter: thickness,
                },
                velocity,
                offset,
                points: mesh.points,
            })
        };
        self.builder.keep_uv(&handle, uv);
        self.stitches(index, body, &points, handle.vertices.start)?;
        self.part(&body.name, handle.vertices, points, groups);
        Ok(())
    }

    fn sheet(
        &self,
        index: usize,
        material: &MaterialSpec,
        thickness: f64,
    ) -> Result<ShellMaterial, SceneError> {
        let membrane = match (material.model, material.weave) {
            (MaterialModel::NeoHookean, _) => Membrane::NeoHookean,
            (MaterialModel::Stvk, _) => Membrane::StVenantKirchhoff,
            (MaterialModel::Woven, Some(weave)) => Membrane::Woven(weave),
            (MaterialModel::Woven, None) => {
                let message =
                    "woven cloth needs its `weave = { stiffness = [a11, a12, a22, G12] }`";
                return Err(self.refuse(index, "material", message));
            }
            (MaterialModel::FixedCorotated, _) => {
                let message = "fixed corotated is for solids: use the model \"neo-hookean\", \"stvk\" or \"woven\"";
                return Err(self.refuse(index, "material", message));
            }
        };
        Ok(ShellMaterial {
            density: material.density,
            thickness,
            young: material.young,
            poisson: material.poisson,
            membrane,
            stretching: material.stretching,
            bending: material.bending,
            bending_kind: material.bends,
            stretch_limit: material.stretch_limit.factor(),
            squeeze_limit: material.squeeze_limit,
        })
    }

    /// The groups of a body: those of the scene, then those of its mesh file whose names are not taken.
    pub(super) fn groups(
        &mut self,
        index: usize,
        body: &BodySpec,
        points: &[Vec3],
        named: &[MeshGroup],
    ) -> Result<Groups, SceneError> {
        let mut groups = Vec::new();
        for (name, selects) in &body.groups {
            let path = ["body", &index.to_string(), "groups", name];
            for select in &selects.0 {
                known_group(select, named).map_err(|e| self.scene.invalid(&path, e))?;
            }
            let of_file = |wanted: &str| {
                let group = named.iter().find(|group| group.name == wanted);
                group.map(MeshGroup::points).unwrap_or_default()
            };
            let vertices = select::union(&selects.0, points, false, of_file);
            if vertices.is_empty() {
                let message = "selects no vertex of the shape (in its own coordinates)";
                return Err(self.scene.invalid(&path, message));
            }
            groups.push((name.clone(), vertices));
        }
        for group in named {
            if body.groups.contains_key(&group.name) {
                // Told once for all copies.
                let name = body.name.split('.').next().unwrap_or_default();
                let note = format!(
                    "the group `{}` of `{name}` is that of the scene, not that of its mesh file",
                    group.name
                );
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
            } else {
                groups.push((group.name.clone(), group.points()));
            }
        }
        Ok(groups)
    }

    pub(super) fn refuse(&self, index: usize, key: &str, message: impl Into<String>) -> SceneError {
        let path = ["body", &index.to_string(), key];
        self.scene.invalid(&path, message)
    }
}

/// v + ω × (x - c) at each vertex, with c the centre of mass and ω in degrees/s.
pub(super) fn velocities(body: &BodySpec, points: &[Vec3], center: impl Fn() -> Vec3) -> Vec<Vec3> {
    let velocity = Vec3::from(body.velocity);
    let omega = Vec3::from(body.angular_velocity).map(f64::to_radians);
    if omega == Vec3::zeros() {
        return vec![velocity; points.len()];
    }
    let center = center();
    let turning = points.iter().map(|x| velocity + omega.cross(&(x - center)));
    turning.collect()
}

/// Volume and centre of mass of a thin body.
pub(super) struct Measure {
    /// m³.
    pub volume: f64,
    /// m.
    pub center: Vec3,
}

impl Measure {
    pub(super) fn of(mesh: &SurfaceMesh, thickness: f64) -> Self {
        let mut measure = Measure {
            volume: 0.0,
            center: Vec3::zeros(),
        };
        let at = |v: u32| mesh.points[v as usize];
        for &triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(at);
            let area = 0.5 * (b - a).cross(&(c - a)).norm();
            measure.add(area * thickness, (a + b + c) / 3.0);
        }
        let section = 0.25 * std::f64::consts::PI * thickness * thickness;
        for &segment in &mesh.edges {
            let [a, b] = segment.map(at);
            measure.add(section * (b - a).norm(), 0.5 * (a + b));
        }
        let ball = std::f64::consts::PI / 6.0 * thickness.powi(3);
        for &v in &mesh.vertices {
            measure.add(ball, at(v));
        }
        if measure.volume > 0.0 {
            measure.center /= measure.volume;
        }
        measure
    }

    fn add(&mut self, volume: f64, at: Vec3) {
        self.volume += volume;
        self.center += at * volume;
    }
}

/// A group that a selection names must be one of the mesh file.
fn known_group(select: &Select, named: &[MeshGroup]) -> Result<(), String> {
    let Select::Group(wanted) = select else {
        return Ok(());
    };
    let known = || named.iter().map(|group| group.name.as_str());
    if known().any(|name| name == wanted) {
        return Ok(());
    }
    let hint = suggestion(wanted, known());
    let list = match named.is_empty() {
        true => "none".to_string(),
        false => tangency_io::read::list(known()),
    };
    Err(format!(
        "the mesh file has no group `{wanted}`{hint}; its groups: {list}"
    ))
}

/// The group `cavity` of a hollow solid: the walls of what it encloses.
fn cavity(mesh: &TetMesh) -> Option<(String, Vec<u32>)> {
    let triangles = tangency_geometry::topology::boundary_triangles(&mesh.tets);
    let surface = SurfaceMesh::from_triangles(mesh.points.clone(), triangles);
    let walls = tangency_geometry::pieces::cavity(&surface);
    (!walls.is_empty()).then(|| ("cavity".to_owned(), walls))
}

/// Words for how a closed surface becomes a solid, which may be what was meant.
fn filled_instead(body: &BodySpec, mesh: &SurfaceMesh) -> String {
    if mesh.triangles.is_empty() || check_closed_manifold(&mesh.triangles).is_err() {
        return String::new();
    }
    let solid = match (&body.shape, body.shape.file()) {
        (Shape::Sphere(_), _) => "the shape `ball`".to_owned(),
        (_, Some(file)) => format!(
            "`shape = {{ tetrahedralize = {{ file = \"{file}\", size = ... }} }}`, or a mesh made by `tangency tetrahedralize {file}`"
        ),
        _ => "a shape of tets".to_owned(),
    };
    format!("; this shape is a closed surface, hollow inside: for a solid body, take {solid}")
}

/// A caution about a sheet whose triangles are smaller than it is thick.
fn thicker_than_long(body: &BodySpec, mesh: &SurfaceMesh, thickness: f64) -> Option<String> {
    let edges = mesh
        .triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let lengths = edges.map(|(a, b)| (mesh.points[a as usize] - mesh.points[b as usize]).norm());
    let (sum, count) = lengths.fold((0.0, 0.0), |(sum, count), l| (sum + l, count + 1.0));
    let mean = sum / count;
    (thickness > mean).then(|| {
        format!(
            "the sheet `{}` is thicker, {thickness:.1e} m, than its edges are long, {mean:.1e} m on average: it bends like a plate of that thickness; check the unit of `thickness`, or take a solid",
            body.name
        )
    })
}
