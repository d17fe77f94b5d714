//! Which vertices a selection means.

use tangency_geometry::Vec3;
use tangency_geometry::mesh::BoundingBox;

use crate::document::boundary::Select;

/// Room for rounding at the faces of a region, relative to the body's diagonal.
const ROUNDING: f64 = 1e-9;

/// Whether each point is in the selection; `group` says which points a named group has.
pub fn selected(
    select: &Select,
    points: &[Vec3],
    relative: bool,
    group: impl Fn(&str) -> Vec<u32>,
) -> Vec<bool> {
    let Some(bounds) = BoundingBox::of(points) else {
        return Vec::new();
    };
    let room = ROUNDING * bounds.diagonal();
    let absolute = |p: [f64; 3]| {
        let p = Vec3::from(p);
        if relative {
            bounds.min + bounds.size().component_mul(&p)
        } else {
            p
        }
    };
    let keep = |inside: &dyn Fn(&Vec3) -> bool| points.iter().map(inside).collect();
    match select {
        Select::All(all) => vec![*all; points.len()],
        Select::Box(region) => {
            let min = region.min.map(absolute).map(|m| m.add_scalar(-room));
            let max = region.max.map(absolute).map(|m| m.add_scalar(room));
            keep(&|x| {
                let above = min.is_none_or(|m| (0..3).all(|a| x[a] >= m[a]));
                let below = max.is_none_or(|m| (0..3).all(|a| x[a] <= m[a]));
                above && below
            })
        }
        Select::Sphere(region) => {
            let center = absolute(region.center);
            let radius = if relative {
                region.radius * bounds.size().max()
            } else {
                region.radius
            };
            keep(&|x| (x - center).norm() <= radius + room)
        }
        Select::Plane(region) => {
            let (point, normal) = (
                absolute(region.point),
                Vec3::from(region.normal).normalize(),
            );
            keep(&|x| normal.dot(&(x - point)) >= -room)
        }
        Select::End(region) => {
            let (axis, upper) = region.side.axis();
            let depth = region.fraction * bounds.size()[axis] + room;
            keep(&|x| {
                let from_end = if upper {
                    bounds.max[axis] - x[axis]
                } else {
                    x[axis] - bounds.min[axis]
                };
                from_end <= depth
            })
        }
        Select::Group(name) => {
            let mut chosen = vec![false; points.len()];
            for v in group(name) {
                chosen[v as usize] = true;
            }
            chosen
        }
        Select::Nearest(point) => {
            let to = absolute(point.to);
            let mut chosen = vec![false; points.len()];
            let distances = points.iter().map(|x| (x - to).norm());
            let nearest = distances
                .enumerate()
                .min_by(|(_, a), (_, b)| a.total_cmp(b));
            if let Some((v, _)) = nearest {
                chosen[v] = true;
            }
            chosen
        }
        Select::Vertices(numbers) => {
            let mut chosen = vec![false; points.len()];
            for &v in numbers {
                if let Some(flag) = chosen.get_mut(v as usize) {
                    *flag = true;
                }
            }
            chosen
        }
    }
}

/// The points in any of the selections, ascending.
pub fn union(
    selects: &[Select],
    points: &[Vec3],
    relative: bool,
    group: impl Fn(&str) -> Vec<u32>,
) -> Vec<u32> {
    let mut chosen = vec![false; points.len()];
    for select in selects {
        for (flag, inside) in chosen
            .iter_mut()
            .zip(selected(select, points, relative, &group))
        {
            *flag |= inside;
        }
    }
    (0..points.len() as u32)
        .filter(|&v| chosen[v as usize])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eleven points along x from 2 to 4.
    fn line() -> Vec<Vec3> {
        (0..=10)
            .map(|i| Vec3::new(2.0 + 0.2 * f64::from(i), 1.0, 0.0))
            .collect()
    }

    fn pick(toml: &str, relative: bool) -> Vec<u32> {
        let tree = crate::tree::parse("s.toml", toml).unwrap().to_json();
        let select: Select = serde_json::from_value(tree).unwrap();
        union(&[select], &line(), relative, |_| vec![3])
    }

    #[test]
    fn regions_pick_their_points() {
        assert_eq!(
            pick("box = { min = [2.0, 1, 0], max = [2.4, 1, 0] }", false),
            [0, 1, 2]
        );
        assert_eq!(
            pick("box = { min = [0.9, 0, 0], max = [1, 1, 1] }", true),
            [9, 10]
        );
        assert_eq!(pick("box = { max = [2.2, 5, 5] }", false), [0, 1]);
        assert_eq!(
            pick("sphere = { center = [3, 1, 0], radius = 0.2 }", false),
            [4, 5, 6]
        );
        assert_eq!(
            pick("sphere = { center = [0.5, 0, 0], radius = 0.1 }", true),
            [4, 5, 6]
        );
        assert_eq!(
            pick("plane = { point = [3.8, 0, 0], normal = [7, 0, 0] }", false),
            [9, 10]
        );
        assert_eq!(pick("end = { side = '-x', fraction = 0.1 }", false), [0, 1]);
        assert_eq!(pick("end = { side = '+x' }", false), [10]);
        assert_eq!(pick("group = 'g'", false), [3]);
        assert_eq!(pick("vertices = [7, 2]", false), [2, 7]);
        assert_eq!(pick("nearest = { to = [2.68, 0, 0] }", false), [3]);
        assert_eq!(pick("nearest = { to = [0.5, 9, 0] }", true), [5]);
        assert_eq!(pick("all = true", false).len(), 11);
    }
}
