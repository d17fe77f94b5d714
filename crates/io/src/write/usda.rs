//! USD, as text (`.usda`): a stage with one prim for each thing that is drawn, whose attributes have a value for each time.

use std::fmt::Write as _;
use std::io::{self, Write};

/// The axis that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// y.
    #[default]
    Y,
    /// z.
    Z,
}

/// A stage: lengths are metres.
#[derive(Clone, Debug)]
pub struct UsdStage {
    /// The axis that points up.
    pub up: UpAxis,
    /// Time codes in a second.
    pub rate: f64,
    /// First and last time, s.
    pub range: [f64; 2],
    /// The prims, in the order of the file.
    pub prims: Vec<UsdPrim>,
}

/// A prim: a mesh, curves or points.
#[derive(Clone, Debug)]
pub struct UsdPrim {
    /// The schema, such as `Mesh`.
    pub schema: &'static str,
    /// Name: an identifier.
    pub name: String,
    /// The name of the body, as it is.
    pub body: String,
    /// Whether it is an obstacle.
    pub is_obstacle: bool,
    /// The attributes.
    pub attributes: Vec<UsdAttribute>,
}

/// An attribute of a prim.
#[derive(Clone, Debug)]
pub struct UsdAttribute {
    /// Type and name, such as `point3f[] points`.
    pub declaration: String,
    /// Metadata, such as `interpolation = "vertex"`.
    pub metadata: Vec<String>,
    /// The values.
    pub values: UsdValues,
}

impl UsdAttribute {
    /// An attribute with one value, which is text of the format.
    pub fn fixed(declaration: impl Into<String>, value: impl Into<String>) -> Self {
        let mut values = UsdValues::default();
        values.push(0.0, value.into());
        Self {
            declaration: declaration.into(),
            metadata: Vec::new(),
            values,
        }
    }

    /// An attribute whose values are pushed later.
    pub fn varying(declaration: impl Into<String>, metadata: Vec<String>) -> Self {
        Self {
            declaration: declaration.into(),
            metadata,
            values: UsdValues::default(),
        }
    }
}

/// Values over time, as text. Of values that stay the same the first and the last are kept: programs interpolate.
#[derive(Clone, Debug, Default)]
pub struct UsdValues {
    kept: Vec<(f64, String)>,
    last_time: f64,
}

impl UsdValues {
    /// Adds the value at a time (s), which is later than those before.
    pub fn push(&mut self, time: f64, value: String) {
        let stays = self.kept.last().is_some_and(|(_, last)| *last == value);
        if !stays {
            if let Some((kept, last)) = self.kept.last()
                && *kept < self.last_time
            {
                self.kept.push((self.last_time, last.clone()));
            }
            self.kept.push((time, value));
        }
        self.last_time = time;
    }
}

impl UsdStage {
    /// Writes the file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let up = match self.up {
            UpAxis::Y => "Y",
            UpAxis::Z => "Z",
        };
        let rate = self.rate;
        let [start, end] = self.range.map(|time| code(time, rate));
        writeln!(
            out,
            "#usda 1.0\n(\n    defaultPrim = \"run\"\n    doc = \"Tangency\"\n    \
             endTimeCode = {end}\n    framesPerSecond = {rate}\n    metersPerUnit = 1\n    \
             startTimeCode = {start}\n    timeCodesPerSecond = {rate}\n    upAxis = \"{up}\"\n)\n"
        )?;
        writeln!(out, "def Xform \"run\"\n{{")?;
        for prim in &self.prims {
            prim.write(out, rate)?;
        }
        writeln!(out, "}}")
    }
}

impl UsdPrim {
    fn write(&self, out: &mut dyn Write, rate: f64) -> io::Result<()> {
        let (schema, name, body) = (self.schema, &self.name, quoted(&self.body));
        writeln!(
            out,
            "    def {schema} \"{name}\" (\n        customData = {{\n            \
             string body = {body}\n            bool obstacle = {}\n        }}\n        \
             displayName = {body}\n    )\n    {{",
            u8::from(self.is_obstacle)
        )?;
        for attribute in &self.attributes {
            attribute.write(out, rate)?;
        }
        writeln!(out, "    }}")
    }
}

impl UsdAttribute {
    fn write(&self, out: &mut dyn Write, rate: f64) -> io::Result<()> {
        let declaration = &self.declaration;
        let metadata = match self.metadata.is_empty() {
            true => String::new(),
            false => format!(
                " (\n            {}\n        )",
                self.metadata.join("\n            ")
            ),
        };
        match self.values.kept.as_slice() {
            [] => writeln!(out, "        {declaration}{metadata}"),
            [(_, value)] => writeln!(out, "        {declaration} = {value}{metadata}"),
            values => {
                if !metadata.is_empty() {
                    writeln!(out, "        {declaration}{metadata}")?;
                }
                writeln!(out, "        {declaration}.timeSamples = {{")?;
                for (time, value) in values {
                    writeln!(out, "            {}: {value},", code(*time, rate))?;
                }
                writeln!(out, "        }}")
            }
        }
    }
}

/// The time code of a time, s; one that is whole but for rounding is whole.
fn code(time: f64, rate: f64) -> f64 {
    let code = time * rate;
    match (code - code.round()).abs() < 1e-6 {
        true => code.round(),
        false => code,
    }
}

/// A list of numbers, or with a width above one of tuples.
pub fn list(values: impl Iterator<Item = f32>, width: usize) -> String {
    let mut text = String::from("[");
    for (i, value) in values.enumerate() {
        let place = i % width;
        if i > 0 {
            text.push_str(if place == 0 && width > 1 {
                "), ("
            } else {
                ", "
            });
        } else if width > 1 {
            text.push('(');
        }
        number(&mut text, value);
    }
    if text.len() > 1 && width > 1 {
        text.push(')');
    }
    text.push(']');
    text
}

/// A list of whole numbers.
pub fn integers(values: impl Iterator<Item = u32>) -> String {
    let words: Vec<String> = values.map(|value| value.to_string()).collect();
    format!("[{}]", words.join(", "))
}

fn number(text: &mut String, value: f32) {
    // Writing to a string cannot fail.
    let _ = match value {
        v if v.is_nan() => write!(text, "nan"),
        v if v.is_infinite() => write!(text, "{}", if v > 0.0 { "inf" } else { "-inf" }),
        v if v.fract() == 0.0 && v.abs() < 1e7 => write!(text, "{v}"),
        v => write!(text, "{v:?}"),
    };
}

/// Text between quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
