//! Materials that every scene knows by name.
//!
//! Fabrics, cards, hair and noodles as in Codimensional IPC (Li et al. 2021): isotropic cloth from the measurements of
//! Penava et al. 2014, woven cloth from those of Clyde 2017.

use tangency_engine::Weave;

use crate::document::material::{MaterialModel, MaterialSpec, StretchLimit};
use crate::error::{SceneError, suggestion};
use crate::tree::{TreeNode, TreeValue};

/// The names, for messages.
pub const NAMES: [&str; 12] = [
    "cotton",
    "wool",
    "canvas",
    "silk",
    "woven-cotton",
    "woven-wool",
    "woven-canvas",
    "woven-silk",
    "woven-denim",
    "card",
    "hair",
    "noodle",
];

/// The material of that name.
pub fn find(name: &str) -> Option<MaterialSpec> {
    let material = match name {
        "cotton" => cloth(472.64, 0.318e-3, 0.821e6, 0.243, 1.0608),
        "wool" => cloth(413.38, 0.568e-3, 0.170e6, 0.277, 1.085),
        "canvas" => cloth(543.29, 0.328e-3, 0.076e6, 0.071, 1.134),
        "silk" => cloth(653.17, 0.252e-3, 0.478e6, 0.381, 1.0646),
        "woven-cotton" => woven(
            (0.1036, 0.18e-3),
            [15.557e6, 7.779e6, 25.004e6, 1.076e6],
            [0.14, 0.14, 0.063],
        ),
        "woven-wool" => woven(
            (0.4806, 1.28e-3),
            [2.290e6, 1.145e6, 2.219e6, 0.371e6],
            [0.50, 0.62, 0.12],
        ),
        "woven-canvas" => woven(
            (0.294, 0.53e-3),
            [5.366e6, 2.683e6, 19.804e6, 2.009e6],
            [0.11, 0.067, 0.059],
        ),
        "woven-silk" => woven(
            (0.083, 0.18e-3),
            [4.300e6, 4.971e6, 9.942e6, 0.570e6],
            [0.41, 0.34, 0.11],
        ),
        "woven-denim" => woven(
            (0.4, 0.66e-3),
            [4.793e6, 4.515e6, 9.029e6, 2.448e6],
            [0.28, 0.28, 0.05],
        ),
        "card" => MaterialSpec {
            density: 800.0,
            young: 3e9,
            poisson: 0.3,
            thickness: Some(0.3e-3),
            ..MaterialSpec::default()
        },
        "hair" => MaterialSpec {
            density: 1300.0,
            young: 0.4e9,
            bending: 0.01,
            thickness: Some(0.08e-3),
            ..MaterialSpec::default()
        },
        "noodle" => MaterialSpec {
            density: 160.0,
            young: 1e3,
            thickness: Some(1.5e-3),
            ..MaterialSpec::default()
        },
        _ => return None,
    };
    Some(material)
}

fn cloth(density: f64, thickness: f64, young: f64, poisson: f64, limit: f64) -> MaterialSpec {
    MaterialSpec {
        density,
        young,
        poisson,
        thickness: Some(thickness),
        stretch_limit: StretchLimit::Factor(limit),
        ..MaterialSpec::default()
    }
}

/// Woven cloth of a weight by area, kg/m², and a thickness, m. Bending is isotropic, with the modulus of the softer direction.
///
/// The published code of Codimensional IPC has 83 to 480.6 for the five fabrics, as kg/m³: a square metre of the silk would weigh
/// 15 g. They are read as g/m² here, which is what such fabrics weigh; divided by the thickness they come to 375 to 606 kg/m³,
/// beside 413 to 653 of the isotropic ones, whose published densities are weights by area divided by thickness.
fn woven((weight, thickness): (f64, f64), stiffness: [f64; 4], limits: [f64; 3]) -> MaterialSpec {
    MaterialSpec {
        density: weight / thickness,
        young: stiffness[0].min(stiffness[2]),
        poisson: 0.243,
        model: MaterialModel::Woven,
        thickness: Some(thickness),
        weave: Some(Weave { stiffness, limits }),
        ..MaterialSpec::default()
    }
}

/// Fills in what materials with a `base` take from it: `{ base = "cotton", stretching = 0.01 }`. A base is a material
/// of every scene, or one of the scene's own without a base.
pub fn inherit(file: &str, tree: &mut TreeNode) -> Result<(), SceneError> {
    let own = tree.get("materials").cloned();
    let own = |name: &str| own.as_ref().and_then(|own| own.get(name)).cloned();
    for path in places(tree) {
        let Some(node) = node_at(tree, &path) else {
            continue;
        };
        let Some(base) = node.take("base") else {
            continue;
        };
        match base_of(&base, &own) {
            Ok(entries) => {
                for (key, value) in entries {
                    if node.get(&key).is_none() {
                        node.set(&key, value);
                    }
                }
            }
            Err(message) => {
                node.set("base", base);
                let path: Vec<&str> = path.iter().map(String::as_str).chain(["base"]).collect();
                let place = tree.place(file, &path);
                return Err(SceneError::Invalid { place, message });
            }
        }
    }
    Ok(())
}

/// Entries of the material that `base` names.
fn base_of(
    base: &TreeNode,
    own: &impl Fn(&str) -> Option<TreeNode>,
) -> Result<Vec<(String, TreeNode)>, String> {
    let TreeValue::Text(name) = &base.value else {
        let kind = base.value.kind();
        return Err(format!("must be the name of a material, is {kind}"));
    };
    let own = own(name).filter(|own| own.get("base").is_none());
    let known = || find(name).map(|material| to_node(&material, base.line));
    match own.or_else(known).map(|node| node.value) {
        Some(TreeValue::Table(entries)) => Ok(entries),
        _ => {
            let hint = suggestion(name, NAMES.iter().copied());
            let list = NAMES.join(", ");
            Err(format!(
                "there is no material `{name}`{hint}; materials: {list}"
            ))
        }
    }
}

/// Places where a scene has materials: by name, and in its bodies.
fn places(tree: &TreeNode) -> Vec<Vec<String>> {
    let path = |segments: &[&str]| segments.iter().map(|s| s.to_string()).collect();
    let mut places = Vec::new();
    if let Some(TreeValue::Table(named)) = tree.get("materials").map(|node| &node.value) {
        places.extend(named.iter().map(|(name, _)| path(&["materials", name])));
    }
    if let Some(TreeValue::List(bodies)) = tree.get("body").map(|node| &node.value) {
        let indices = (0..bodies.len()).map(|index| index.to_string());
        places.extend(indices.map(|index| path(&["body", &index, "material"])));
    }
    places
}

fn node_at<'a>(node: &'a mut TreeNode, path: &[String]) -> Option<&'a mut TreeNode> {
    let [first, rest @ ..] = path else {
        return Some(node);
    };
    let child = if matches!(node.value, TreeValue::List(_)) {
        let TreeValue::List(items) = &mut node.value else {
            return None;
        };
        items.get_mut(first.parse::<usize>().ok()?)
    } else {
        node.get_mut(first)
    };
    node_at(child?, rest)
}

/// A material as a scene would write it, on one line.
fn to_node(material: &MaterialSpec, line: Option<usize>) -> TreeNode {
    let json = serde_json::to_value(material).unwrap_or_default();
    from_json(&json, line)
}

fn from_json(json: &serde_json::Value, line: Option<usize>) -> TreeNode {
    use serde_json::Value as Json;
    let value = match json {
        Json::Null => TreeValue::Table(Vec::new()),
        Json::Bool(b) => TreeValue::Bool(*b),
        Json::Number(x) => TreeValue::Number(x.as_f64().unwrap_or_default()),
        Json::String(text) => TreeValue::Text(text.clone()),
        Json::Array(items) => TreeValue::List(items.iter().map(|v| from_json(v, line)).collect()),
        Json::Object(entries) => {
            let entries = entries.iter();
            TreeValue::Table(
                entries
                    .map(|(k, v)| (k.clone(), from_json(v, line)))
                    .collect(),
            )
        }
    };
    TreeNode::new(value, line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_material() {
        for name in NAMES {
            assert!(find(name).is_some(), "{name}");
        }
        assert_eq!(find("steel"), None);
    }

    fn material(text: &str) -> Result<MaterialSpec, SceneError> {
        let text = format!(
            "[materials.mine]\nyoung = 7\n[[body]]\nname = \"b\"\nshape = {{ cloth = {{}} }}\nmaterial = {text}\n"
        );
        let mut tree = crate::tree::parse("s.toml", &text)?;
        inherit("s.toml", &mut tree)?;
        let document = crate::typed::document("s.toml", &tree)?;
        match &document.body[0].material {
            crate::document::material::MaterialChoice::Inline(material) => Ok(*material),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_material_takes_what_it_does_not_say_from_its_base() {
        let cotton = find("cotton").unwrap();
        let soft = material("{ base = \"cotton\", stretching = 0.01 }").unwrap();
        assert_eq!(
            soft,
            MaterialSpec {
                stretching: 0.01,
                ..cotton
            }
        );
        assert_eq!(
            material("{ base = \"mine\", poisson = 0.1 }")
                .unwrap()
                .young,
            7.0
        );
        let free = material("{ base = \"cotton\", stretch_limit = \"none\" }").unwrap();
        assert_eq!(free.stretch_limit, StretchLimit::None);
        let error = material("{ stretch_limit = \"nil\" }").unwrap_err();
        assert!(error.to_string().contains("above 1"), "{error}");
        let woven = material("{ base = \"woven-silk\" }").unwrap();
        assert_eq!(Some(woven), find("woven-silk"));
        let error = material("{ base = \"coton\" }").unwrap_err().to_string();
        assert!(
            error.contains("s.toml:6") && error.contains("cotton"),
            "{error}"
        );
    }
}
