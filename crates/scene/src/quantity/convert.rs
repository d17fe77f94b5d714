//! From the quantities of a scene to its numbers: a walk along tree and schema, which has the unit of every place.

use super::{PhysicalDimension, Quantity, QuantityError, Unit};
use crate::error::SceneError;
use crate::schema::place::{PlaceNumber, SchemaPlace};
use crate::tree::{TreeNode, TreeValue};

/// Turns every quantity (`"2 cm"`) at a place that takes a number into that number; what has another dimension than
/// its place is refused. Texts at other places stay as they are.
pub fn to_numbers(file: &str, tree: &mut TreeNode) -> Result<(), SceneError> {
    if !may_have_quantities(tree) {
        return Ok(());
    }
    let planar = tree
        .get("plane")
        .is_some_and(|node| node.value == TreeValue::Bool(true));
    let mut walk = QuantityWalk {
        planar,
        relative: false,
        path: Vec::new(),
    };
    walk.node(tree, &SchemaPlace::root()).map_err(|message| {
        let place = tree.place(file, &walk.path);
        SceneError::Invalid { place, message }
    })
}

/// Whether any text of a tree begins as a number does, or any number comes from one.
fn may_have_quantities(node: &TreeNode) -> bool {
    match &node.value {
        TreeValue::Number(_) => node.of_quantity,
        TreeValue::Text(text) => Quantity::is_meant(text),
        TreeValue::List(items) => items.iter().any(may_have_quantities),
        TreeValue::Table(entries) => entries.iter().any(|(_, node)| may_have_quantities(node)),
        TreeValue::Bool(_) => false,
    }
}

struct QuantityWalk {
    planar: bool,
    /// Whether the selection that the walk is in has shares for coordinates.
    relative: bool,
    /// Way to the node; after an error that of the mistake.
    path: Vec<String>,
}

impl QuantityWalk {
    fn node(&mut self, node: &mut TreeNode, place: &SchemaPlace) -> Result<(), String> {
        match &mut node.value {
            TreeValue::Text(text) => {
                if let Some(value) = self.text(text, place)? {
                    node.value = value;
                }
            }
            TreeValue::List(items) => {
                let Some(place) = place.item() else {
                    return Ok(());
                };
                for (index, item) in items.iter_mut().enumerate() {
                    self.child(index.to_string(), item, &place)?;
                }
            }
            TreeValue::Table(entries) => {
                let is_relative = |(key, node): &(String, TreeNode)| {
                    key == "relative" && node.value == TreeValue::Bool(true)
                };
                let selects_shares = entries.iter().any(is_relative);
                for (key, child) in entries {
                    let Some(place) = place.key(key) else {
                        continue;
                    };
                    let around = self.relative;
                    self.relative |= selects_shares && key == "select";
                    self.child(key.clone(), child, &place)?;
                    self.relative = around;
                }
            }
            TreeValue::Number(_) => {
                let key = place.number().and_then(|number| number.quantity_key);
                if let Some(key) = key.filter(|_| node.of_quantity) {
                    return Err(format!(
                        "the expression uses a parameter with a unit, but a bare number is relative to the size of the \
                         scene here: write {{ {key} = \"= ...\" }}, or {{ relative = \"= ...\" }} if that is meant"
                    ));
                }
            }
            TreeValue::Bool(_) => {}
        }
        Ok(())
    }

    fn child(
        &mut self,
        segment: String,
        child: &mut TreeNode,
        place: &SchemaPlace,
    ) -> Result<(), String> {
        let is_number = matches!(child.value, TreeValue::Number(_));
        if is_number && !child.of_quantity {
            return Ok(());
        }
        self.path.push(segment);
        self.node(child, place)?;
        self.path.pop();
        Ok(())
    }

    /// Value that a text stands for, if its place takes a number and it is meant as one.
    fn text(&self, text: &str, place: &SchemaPlace) -> Result<Option<TreeValue>, String> {
        let number = place.number().filter(|_| Quantity::is_meant(text));
        let Some(number) = number else {
            return Ok(None);
        };
        let Some((dimension, why)) = self.expected(&number)? else {
            return refuse_at_pure_number(text);
        };
        let quantity = match Quantity::parse(text) {
            Ok(quantity) => quantity,
            Err(QuantityError::Malformed(message)) => {
                let example = dimension.example();
                return Err(format!(
                    "{message}; expected {dimension}{why}, for example {example:?}"
                ));
            }
            Err(QuantityError::NoUnit) => return Err(without_unit(text, dimension, &number)),
        };
        if quantity.dimension != dimension {
            let example = dimension.example();
            return Err(format!(
                "expected {dimension}{why}: {text:?} is {}; write for example {example:?}",
                quantity.dimension
            ));
        }
        let value = TreeValue::Number(quantity.value);
        Ok(Some(match number.quantity_key {
            None => value,
            Some(key) => TreeValue::Table(vec![(key.to_string(), TreeNode::new(value, None))]),
        }))
    }

    /// The dimension that a number has in this scene and selection, and words for why, where it is not as elsewhere.
    fn expected(
        &self,
        number: &PlaceNumber,
    ) -> Result<Option<(PhysicalDimension, &'static str)>, String> {
        let units = &number.units;
        let relative = units.relative.filter(|_| self.relative);
        let planar = units.planar.filter(|_| self.planar);
        let (unit, why) = match (relative, planar) {
            (Some(unit), _) => (unit, " of a body's extent, as the selection is `relative`"),
            (None, Some(unit)) => (unit, ", as a planar scene is per metre of depth"),
            (None, None) => match units.unit {
                Some(unit) => (unit, ""),
                None => return Ok(None),
            },
        };
        Ok(Some((dimension_of(unit)?, why)))
    }
}

/// The dimension of a unit of the schema; `1` is that of a share.
pub fn dimension_of(unit: &str) -> Result<PhysicalDimension, String> {
    match unit {
        "1" => Ok(PhysicalDimension::default()),
        unit => Ok(Unit::parse(unit)?.dimension),
    }
}

/// What is wrong with a quantity where a number has no unit; what is none is left to be refused by the types.
fn refuse_at_pure_number(text: &str) -> Result<Option<TreeValue>, String> {
    match Quantity::parse(text) {
        Ok(quantity) => Err(format!(
            "expected a number without a unit: {text:?} is {}",
            quantity.dimension
        )),
        Err(_) => Ok(None),
    }
}

/// Words for a number in quotes whose unit is missing.
fn without_unit(text: &str, dimension: PhysicalDimension, number: &PlaceNumber) -> String {
    let bare = match (number.quantity_key, text.contains('/')) {
        (Some(_), _) => String::new(),
        (None, true) => format!(", or \"= {}\"", text.trim()),
        (None, false) => format!(", or {} without quotes", text.trim()),
    };
    let example = dimension.example();
    format!("{text:?} has no unit: this is {dimension}; write for example {example:?}{bare}")
}
