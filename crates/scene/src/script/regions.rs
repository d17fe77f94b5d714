//! `DBC` and `NBC`: boxes of a shape, 0 to 1 along each axis of its own bounding box, that are moved or pulled.

use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;

use super::items::{Items, Source};
use super::layout::{Component, tidy};
use super::motions::Piece;
use super::nodes::{self, Table};
use super::shapes::Region;
use crate::document::values::{Rotate, Triple};
use crate::tree::TreeValue;

/// The boxes of a body as named groups, if there are any.
pub fn groups(body: &Component) -> Option<Table> {
    let boxes = distinct(body);
    let bounds = BoundingBox::of(&body.own).filter(|_| !boxes.is_empty())?;
    let mut groups = Table::new(body.line.line);
    for (k, region) in boxes.into_iter().enumerate() {
        let corner = |at: Triple| -> Triple {
            let x = bounds.min + bounds.size().component_mul(&Vec3::from(at));
            x.map(|x| tidy(x, bounds.diagonal())).into()
        };
        groups.set(
            &group_name(k),
            limits(corner(region.min), corner(region.max)),
        );
    }
    Some(groups)
}

impl Source<'_> {
    /// Programs and loads of the boxes of a shape.
    pub fn regions(&self, name: &str, shape: &Component, items: &mut Items) -> Result<(), String> {
        for (k, region) in shape.line.dbc.iter().enumerate() {
            let mut table = start(name, shape, region, &format!("DBC {}", k + 1))?;
            let piece = Piece {
                velocity: region.linear,
                angular: self.rotation(region.angular),
                ..Piece::default()
            };
            if piece != Piece::default()
                && let Some(motion) = self.motion(&[piece])
            {
                table.set("motion", motion);
            }
            set_times(&mut table, region, self.script.dbc_time, "release");
            items.boundaries.push(table.node());
        }
        if !shape.is_solid {
            return Ok(());
        }
        for (k, region) in shape.line.nbc.iter().enumerate() {
            let mut table = start(name, shape, region, &format!("NBC {}", k + 1))?;
            table.set("acceleration", region.linear);
            set_times(&mut table, region, self.script.nbc_time, "end");
            items.loads.push(table.node());
        }
        Ok(())
    }
}

/// An item that selects a box of a shape: of a body by its group, of an obstacle, which has none, by fractions
/// of its box in place.
fn start(name: &str, shape: &Component, region: &Region, what: &str) -> Result<Table, String> {
    let mut table = Table::new(shape.line.line);
    table
        .set("name", format!("{name} {what}"))
        .set("body", name);
    if shape.is_solid {
        let boxes = distinct(shape);
        let place = boxes.iter().position(|known| same_box(known, region));
        table.set(
            "select",
            nodes::single("group", group_name(place.unwrap_or(0))),
        );
        return Ok(table);
    }
    let is_whole = region.min.iter().all(|&x| x <= 0.0) && region.max.iter().all(|&x| x >= 1.0);
    if is_whole {
        return Ok(table);
    }
    if shape.rotate != Rotate::default() || shape.scale.iter().any(|&s| s < 0.0) {
        return Err(
            "a DBC box of an obstacle that is turned cannot be read; turn the mesh file instead"
                .into(),
        );
    }
    table
        .set("select", limits(region.min, region.max))
        .set("relative", true);
    Ok(table)
}

fn limits(min: Triple, max: Triple) -> TreeValue {
    let mut table = Table::new(None);
    table.set("min", min).set("max", max);
    nodes::single("box", table)
}

fn same_box(a: &Region, b: &Region) -> bool {
    a.min == b.min && a.max == b.max
}

/// The boxes of a shape that differ.
fn distinct(shape: &Component) -> Vec<&Region> {
    let mut found: Vec<&Region> = Vec::new();
    for region in shape.line.dbc.iter().chain(&shape.line.nbc) {
        if !found.iter().any(|known| same_box(known, region)) {
            found.push(region);
        }
    }
    found
}

fn group_name(k: usize) -> String {
    format!("part{}", k + 1)
}

/// The region's own times, or else those of the script.
fn set_times(table: &mut Table, region: &Region, global: [Option<f64>; 2], end: &str) {
    let [begin, until] = if region.time[0].is_some() {
        region.time
    } else {
        global
    };
    table.set_unless(0.0, "begin", begin.unwrap_or(0.0));
    if let Some(until) = until {
        table.set(end, until);
    }
}
