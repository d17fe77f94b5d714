//! glTF 2.0, binary (GLB): one node a body, triangles with smooth normals, free
//! segments as lines and free points as points. Several frames become one
//! animation: every frame after the first is a morph target (the displacement
//! from the first frame), whose weight is 1 at its own time and 0 at all others.

use super::normals::vertex_normals;
use serde_json::{Value, json};
use tangency_geometry::{SurfaceMesh, Vec3};

/// A body: its elements, and its points in every frame.
#[derive(Clone, Debug, Default)]
pub struct AnimatedBody<'a> {
    /// The name.
    pub name: &'a str,
    /// Whether it is an obstacle, which its node says in `extras`.
    pub is_obstacle: bool,
    /// Positions of its points in each frame, m.
    pub frames: Vec<Vec<Vec3>>,
    /// Triangles over these points.
    pub triangles: Vec<[u32; 3]>,
    /// Free segments.
    pub edges: Vec<[u32; 2]>,
    /// Free points.
    pub vertices: Vec<u32>,
}

const TRIANGLES: u32 = 4;
const LINES: u32 = 1;
const POINTS: u32 = 0;
const F32: u32 = 5126;
const U32: u32 = 5125;

/// The bytes of a GLB file with a surface at rest.
pub fn of_surface(mesh: &SurfaceMesh) -> Vec<u8> {
    let body = AnimatedBody {
        name: "surface",
        is_obstacle: false,
        frames: vec![mesh.points.clone()],
        triangles: mesh.triangles.clone(),
        edges: mesh.edges.clone(),
        vertices: mesh.vertices.clone(),
    };
    to_bytes(&[body], &[0.0])
}

/// The bytes of a GLB file; `times` (s) has one entry per frame of the bodies.
pub fn to_bytes(bodies: &[AnimatedBody], times: &[f64]) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let mut nodes = Vec::new();
    let mut meshes = Vec::new();
    let mut moving = Vec::new();
    for body in bodies {
        let primitives = buffer.primitives(body);
        if primitives.is_empty() {
            continue;
        }
        let mut mesh = json!({ "name": body.name, "primitives": primitives });
        if moves(body) {
            moving.push(nodes.len());
            mesh["weights"] = json!(vec![0.0; body.frames.len() - 1]);
        }
        let mut node = json!({ "name": body.name, "mesh": meshes.len() });
        if body.is_obstacle {
            node["extras"] = json!({ "obstacle": true });
        }
        nodes.push(node);
        meshes.push(mesh);
    }
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "Tangency" },
        "scene": 0,
        "scenes": [{ "nodes": (0..nodes.len()).collect::<Vec<_>>() }],
        "materials": [{ "doubleSided": true, "pbrMetallicRoughness": { "metallicFactor": 0.0 } }],
        "nodes": nodes,
        "meshes": meshes,
    });
    if !moving.is_empty() {
        document["animations"] = json!([buffer.animation(&moving, times)]);
    }
    document["buffers"] = json!([{ "byteLength": buffer.bytes.len() }]);
    document["bufferViews"] = json!(buffer.views);
    document["accessors"] = json!(buffer.accessors);
    container(document.to_string().into_bytes(), buffer.bytes)
}

/// Header, JSON chunk (padded with spaces), binary chunk (padded with zeros).
fn container(mut text: Vec<u8>, mut data: Vec<u8>) -> Vec<u8> {
    text.resize(text.len().next_multiple_of(4), b' ');
    data.resize(data.len().next_multiple_of(4), 0);
    let mut bytes = b"glTF".to_vec();
    let number = |bytes: &mut Vec<u8>, n: usize| bytes.extend((n as u32).to_le_bytes());
    number(&mut bytes, 2);
    number(&mut bytes, 12 + 8 + text.len() + 8 + data.len());
    number(&mut bytes, text.len());
    bytes.extend(b"JSON");
    bytes.extend(text);
    number(&mut bytes, data.len());
    bytes.extend(b"BIN\0");
    bytes.extend(data);
    bytes
}

fn moves(body: &AnimatedBody) -> bool {
    body.frames.windows(2).any(|pair| pair[0] != pair[1])
}

fn difference(a: &[Vec3], b: &[Vec3]) -> Vec<Vec3> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The binary chunk and the JSON that describes it.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    fn primitives(&mut self, body: &AnimatedBody) -> Vec<Value> {
        let Some(first) = body.frames.first() else {
            return Vec::new();
        };
        let later = if moves(body) { &body.frames[1..] } else { &[] };
        let positions = self.vectors(first);
        let displaced: Vec<usize> = later
            .iter()
            .map(|frame| self.vectors(&difference(frame, first)))
            .collect();
        let mut primitives = Vec::new();
        if !body.triangles.is_empty() {
            let rest = vertex_normals(first, &body.triangles);
            let normal = self.vectors(&rest);
            let mut targets = Vec::new();
            for (frame, position) in later.iter().zip(&displaced) {
                let turned = difference(&vertex_normals(frame, &body.triangles), &rest);
                targets.push(json!({ "POSITION": position, "NORMAL": self.vectors(&turned) }));
            }
            let attributes = json!({ "POSITION": positions, "NORMAL": normal });
            let indices = self.indices(body.triangles.as_flattened());
            primitives.push(primitive(TRIANGLES, attributes, indices, targets));
        }
        for (mode, vertices) in [
            (LINES, body.edges.as_flattened()),
            (POINTS, body.vertices.as_slice()),
        ] {
            if !vertices.is_empty() {
                let targets = displaced.iter().map(|p| json!({ "POSITION": p })).collect();
                let attributes = json!({ "POSITION": positions });
                let indices = self.indices(vertices);
                primitives.push(primitive(mode, attributes, indices, targets));
            }
        }
        primitives
    }

    /// The weights over time; the nodes share one sampler per number of targets.
    fn animation(&mut self, moving: &[usize], times: &[f64]) -> Value {
        let frames = times.len();
        let input = self.scalars(times.iter().map(|&t| t as f32));
        let one = |frame: usize, target: usize| f32::from(frame == target + 1);
        let weights = (0..frames).flat_map(|f| (0..frames - 1).map(move |t| one(f, t)));
        let output = self.scalars(weights);
        let channel = |node: &usize| {
            let target = json!({ "node": node, "path": "weights" });
            json!({ "sampler": 0, "target": target })
        };
        json!({
            "name": "run",
            "samplers": [{ "input": input, "output": output, "interpolation": "LINEAR" }],
            "channels": moving.iter().map(channel).collect::<Vec<_>>(),
        })
    }

    /// Appends a list and returns the number of its accessor.
    fn accessor(&mut self, data: &[u8], mut accessor: Value, target: Option<u32>) -> usize {
        let mut view = json!({
            "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": data.len()
        });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        accessor["bufferView"] = json!(self.views.len());
        self.bytes.extend(data);
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn vectors(&mut self, vectors: &[Vec3]) -> usize {
        let list: Vec<[f32; 3]> = vectors
            .iter()
            .map(|v| [v.x as f32, v.y as f32, v.z as f32])
            .collect();
        let fold = |start: f32, pick: fn(f32, f32) -> f32| {
            let each = |axis: usize| list.iter().map(|v| v[axis]).fold(start, pick);
            [each(0), each(1), each(2)]
        };
        let (min, max) = (
            fold(f32::INFINITY, f32::min),
            fold(f32::NEG_INFINITY, f32::max),
        );
        let data: Vec<u8> = list
            .as_flattened()
            .iter()
            .flat_map(|c| c.to_le_bytes())
            .collect();
        let accessor = json!({
            "componentType": F32, "type": "VEC3", "count": list.len(), "min": min, "max": max
        });
        self.accessor(&data, accessor, Some(34962))
    }

    fn scalars(&mut self, values: impl Iterator<Item = f32>) -> usize {
        let values: Vec<f32> = values.collect();
        let min = values.iter().copied().fold(f32::INFINITY, f32::min);
        let max = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let data: Vec<u8> = values.iter().flat_map(|c| c.to_le_bytes()).collect();
        let accessor = json!({
            "componentType": F32, "type": "SCALAR", "count": values.len(),
            "min": [min], "max": [max]
        });
        self.accessor(&data, accessor, None)
    }

    fn indices(&mut self, vertices: &[u32]) -> usize {
        let data: Vec<u8> = vertices.iter().flat_map(|v| v.to_le_bytes()).collect();
        let accessor = json!({
            "componentType": U32, "type": "SCALAR", "count": vertices.len()
        });
        self.accessor(&data, accessor, Some(34963))
    }
}

fn primitive(mode: u32, attributes: Value, indices: usize, targets: Vec<Value>) -> Value {
    let mut primitive = json!({
        "mode": mode, "attributes": attributes, "indices": indices, "material": 0
    });
    if !targets.is_empty() {
        primitive["targets"] = json!(targets);
    }
    primitive
}
