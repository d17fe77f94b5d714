//! From seams in the user's words to the engine's springs: each vertex of one side is drawn to the nearest point of
//! the other side's edges, or to the vertex that it is paired with.

use std::collections::BTreeSet;

use tangency_engine::{ModelBuilder, SpringEnd, Springs};
use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;
use tangency_geometry::pieces::nearest_on_edge;
use tangency_geometry::topology::border_edges;

use super::SeamInfo;
use super::parts::{PlacedBody, Selection};
use crate::document::seam::{SeamSpec, stitch_pull};
use crate::error::SceneError;
use crate::scene::Scene;

/// The seams of a scene; `builder` knows the surface.
pub fn seams(
    scene: &Scene,
    parts: &[PlacedBody],
    builder: &ModelBuilder,
) -> Result<Vec<(Springs, SeamInfo)>, SceneError> {
    let seams = scene.document.seam.iter().enumerate();
    let border = border_edges(&builder.triangles(|_| !scene.document.seam.is_empty()));
    let of = |(index, seam)| {
        let sewing = Sewing {
            scene,
            parts,
            builder,
            border: &border,
            seam,
            from: side(index, None, seam),
            to: side(index, Some("to"), seam),
        };
        sewing.springs()
    };
    seams.map(of).collect()
}

fn side<'a>(index: usize, table: Option<&'a str>, seam: &'a SeamSpec) -> Selection<'a> {
    let (bodies, selects, relative) = match table {
        None => (&seam.body, &seam.select, seam.relative),
        Some(_) => (&seam.to.body, &seam.to.select, seam.to.relative),
    };
    Selection {
        list: "seam",
        index,
        table,
        bodies: &bodies.0,
        selects: &selects.0,
        relative,
    }
}

/// One seam in the making.
struct Sewing<'a> {
    scene: &'a Scene,
    parts: &'a [PlacedBody],
    builder: &'a ModelBuilder,
    /// The border of all sheets.
    border: &'a [[u32; 2]],
    seam: &'a SeamSpec,
    from: Selection<'a>,
    to: Selection<'a>,
}

impl Sewing<'_> {
    fn springs(&self) -> Result<(Springs, SeamInfo), SceneError> {
        let ends = match self.seam.pairs.is_empty() {
            true => self.nearest()?,
            false => self.pairs()?,
        };
        let reach = self.seam.reach.unwrap_or_else(|| self.half_diagonal());
        let far: Vec<&SpringEnd> = ends.iter().filter(|end| self.length(end) > reach).collect();
        if let Some(end) = far.first() {
            let message = format!(
                "{} is sewn to {}, {:.3} m away, farther than {reach:.3} m ({} stitches are): place the panels nearer to \
                 each other, select other vertices, or raise `reach`",
                self.vertex(end.vertex),
                self.edge(end.edge),
                self.length(end),
                far.len()
            );
            return Err(self.from.invalid(self.scene, "select", message));
        }
        let info = SeamInfo {
            name: self.seam.name.clone(),
            stitches: ends.len(),
            longest: ends.iter().map(|end| self.length(end)).fold(0.0, f64::max),
        };
        let springs = Springs {
            name: self.seam.name.clone(),
            ends,
            stiffness: self.seam.stiffness,
            pull: stitch_pull(self.seam.force, self.seam.ramp),
        };
        Ok((springs, info))
    }

    /// Each selected vertex with the nearest point of the other side.
    fn nearest(&self) -> Result<Vec<SpringEnd>, SceneError> {
        let (vertices, _) = self.from.vertices(self.scene, self.parts)?;
        let (targets, _) = self.to.vertices(self.scene, self.parts)?;
        let vertices = self.on_border(&self.from, vertices)?;
        let targets = self.on_border(&self.to, targets)?;
        if let Some(&v) = vertices.intersection(&targets).next() {
            let message = format!(
                "{} is on both sides of the seam: select other vertices on one of them",
                self.vertex(v)
            );
            return Err(self.to.invalid(self.scene, "select", message));
        }
        let inside = |edge: &[u32; 2]| edge.iter().all(|v| targets.contains(v));
        let mut edges: Vec<[u32; 2]> = match self.seam.border {
            true => self.border.iter().copied().filter(inside).collect(),
            false => self.builder.edges(|v| targets.contains(&v)),
        };
        if edges.is_empty() {
            edges = targets.iter().map(|&v| [v, v]).collect();
        }
        let ends = vertices.iter().map(|&v| self.nearest_of(v, &edges));
        let ends: Vec<SpringEnd> = ends.collect();
        let Some(within) = self.seam.within else {
            return Ok(ends);
        };
        let near: Vec<SpringEnd> = ends
            .iter()
            .copied()
            .filter(|end| self.length(end) <= within)
            .collect();
        if near.is_empty() {
            let least = ends.iter().map(|end| self.length(end));
            let message = format!(
                "no selected vertex is within {within} m of the other side, the nearest one is {:.3e} m away: raise \
                 `within`, or place the panels nearer to each other",
                least.fold(f64::INFINITY, f64::min)
            );
            return Err(self.from.invalid(self.scene, "within", message));
        }
        Ok(near)
    }

    fn nearest_of(&self, vertex: u32, edges: &[[u32; 2]]) -> SpringEnd {
        let x = self.at(vertex);
        let mut best = (f64::INFINITY, [vertex; 2], 0.0);
        for &edge in edges {
            let [a, b] = edge.map(|v| self.at(v));
            let (share, nearest) = nearest_on_edge(x, a, b);
            let distance = (nearest - x).norm();
            if distance < best.0 {
                best = (distance, edge, share);
            }
        }
        let (_, edge, share) = best;
        SpringEnd {
            vertex,
            edge,
            share,
        }
    }

    /// The pairs of vertices that the seam names.
    fn pairs(&self) -> Result<Vec<SpringEnd>, SceneError> {
        let one = |side: &Selection| {
            let parts = side.matching(self.scene, self.parts)?;
            match parts[..] {
                [part] => Ok((part.first, part.points.len(), part.name.clone())),
                _ => {
                    let message = format!(
                        "`pairs` number the vertices of one body on each side, but {} are named",
                        parts.len()
                    );
                    Err(side.invalid(self.scene, "body", message))
                }
            }
        };
        let sides = [one(&self.from)?, one(&self.to)?];
        let pair = |pair: &[u32; 2]| {
            for (&v, (_, count, name)) in pair.iter().zip(&sides) {
                if v as usize >= *count {
                    let message = format!(
                        "the pair {pair:?} names vertex {v} of `{name}`, which has {count}, counted from 0"
                    );
                    return Err(self.from.invalid(self.scene, "pairs", message));
                }
            }
            let [v, w] = [sides[0].0 + pair[0], sides[1].0 + pair[1]];
            if v == w {
                let message = format!("the pair {pair:?} sews a vertex to itself: remove it");
                return Err(self.from.invalid(self.scene, "pairs", message));
            }
            Ok(SpringEnd {
                vertex: v,
                edge: [w, w],
                share: 0.0,
            })
        };
        self.seam.pairs.iter().map(pair).collect()
    }

    /// The vertices that count: those on the border of sheets, unless the seam says otherwise.
    fn on_border(&self, side: &Selection, vertices: Vec<u32>) -> Result<BTreeSet<u32>, SceneError> {
        let mut vertices: BTreeSet<u32> = vertices.into_iter().collect();
        if self.seam.border {
            let border: BTreeSet<u32> = self.border.as_flattened().iter().copied().collect();
            vertices.retain(|v| border.contains(v));
        }
        if vertices.is_empty() {
            let message = "selects no vertex on the border of a sheet; `border = false` sews the other ones too";
            return Err(side.invalid(self.scene, "select", message.into()));
        }
        Ok(vertices)
    }

    fn at(&self, v: u32) -> Vec3 {
        self.builder.points(&(v..v + 1))[0]
    }

    fn length(&self, end: &SpringEnd) -> f64 {
        let [a, b] = end.edge.map(|v| self.at(v));
        (self.at(end.vertex) - a * (1.0 - end.share) - b * end.share).norm()
    }

    /// Half the diagonal of the box around the bodies of both sides, m.
    fn half_diagonal(&self) -> f64 {
        let sides = [&self.from, &self.to].map(|side| side.matching(self.scene, self.parts));
        let parts = sides.into_iter().flatten().flatten();
        let points: Vec<Vec3> = parts.flat_map(|part| part.points.iter().copied()).collect();
        0.5 * BoundingBox::of(&points).map_or(0.0, |bounds| bounds.diagonal())
    }

    /// A vertex in words.
    fn vertex(&self, v: u32) -> String {
        let x = self.at(v);
        let (body, local) = self.local(v);
        format!(
            "vertex {local} of `{body}` at [{:.4}, {:.4}, {:.4}]",
            x.x, x.y, x.z
        )
    }

    /// An edge in words, or the vertex that it is.
    fn edge(&self, [a, b]: [u32; 2]) -> String {
        if a == b {
            return self.vertex(a);
        }
        let ((body, a), (_, b)) = (self.local(a), self.local(b));
        format!("the edge ({a}, {b}) of `{body}`")
    }

    /// The body of a vertex, and its number there.
    fn local(&self, v: u32) -> (&str, u32) {
        let part = self.parts.iter().rev().find(|part| part.first <= v);
        part.map_or(("", v), |part| (part.name.as_str(), v - part.first))
    }
}
