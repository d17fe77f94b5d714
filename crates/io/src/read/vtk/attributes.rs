//! The attributes of cells: arrays of whole numbers are groups, everything else is skipped.

use super::super::groups::GroupTable;
use super::super::scanner::{Encoding, Scalar, parse_integer, words};
use super::VtkReader;
use crate::ParseError;

/// The numbers of an array.
pub(super) enum Component {
    Number(Scalar),
    /// Eight to a byte in a binary file.
    Bit,
}

/// An array of whole numbers.
pub(super) struct WholeNumbers {
    name: String,
    components: usize,
    values: Vec<i64>,
}

impl VtkReader<'_> {
    /// The arrays behind `CELL_DATA`, which make groups.
    pub(super) fn cell_data(&mut self) -> Result<(), ParseError> {
        self.all_cells()?;
        let given = self.scanner.integer(Scalar::I32, "the number of cells")?;
        let count = self.cells.len();
        if usize::try_from(given) != Ok(count) {
            return Err(self
                .scanner
                .error(format!("data of {given} cells, but there are {count}")));
        }
        let mut table = GroupTable::default();
        while let Some(word) = self.scanner.word() {
            let arrays = match word.to_ascii_uppercase().as_slice() {
                b"POINT_DATA" => break,
                b"METADATA" => {
                    self.metadata();
                    continue;
                }
                b"FIELD" => self.field()?,
                other => self.attribute(other, count)?.into_iter().collect(),
            };
            for array in arrays {
                if array.components == 1 && array.values.len() == count {
                    let groups = self.cells.groups(&array.name, &array.values, &self.mesh);
                    groups.into_iter().for_each(|group| {
                        let name = group.name.clone();
                        table.take("array", &name, group);
                    });
                }
            }
        }
        self.mesh.groups = table.finish();
        Ok(())
    }

    /// One attribute of `count` cells; `Some` where it has whole numbers.
    fn attribute(
        &mut self,
        keyword: &[u8],
        count: usize,
    ) -> Result<Option<WholeNumbers>, ParseError> {
        let name = self.name()?;
        let (kind, components) = match keyword {
            b"SCALARS" => {
                let kind = self.component()?;
                let rest = self.scanner.line().unwrap_or_default();
                let components = words(rest).next().map_or(Some(1), parse_integer);
                let components = components.and_then(|n| usize::try_from(n).ok());
                let components = components
                    .ok_or_else(|| self.scanner.error("expected: SCALARS NAME TYPE COMPONENTS"))?;
                let before = self.scanner.clone();
                match self.scanner.word() {
                    Some(word) if word.eq_ignore_ascii_case(b"LOOKUP_TABLE") => {
                        self.name()?;
                    }
                    _ if self.encoding == Encoding::Text => self.scanner = before,
                    found => return Err(self.scanner.unexpected("LOOKUP_TABLE", found)),
                }
                (kind, components)
            }
            b"VECTORS" | b"NORMALS" => (self.component()?, 3),
            b"TENSORS" => (self.component()?, 9),
            b"TENSORS6" => (self.component()?, 6),
            b"GLOBAL_IDS" | b"PEDIGREE_IDS" | b"EDGE_FLAGS" => {
                let kind = self.component()?;
                self.numbers(&kind, count)?;
                // These number the cells.
                return Ok(None);
            }
            b"TEXTURE_COORDINATES" => {
                let components = self.scanner.count(Scalar::I32, "a number of coordinates")?;
                (self.component()?, components)
            }
            b"COLOR_SCALARS" => {
                let components = self.scanner.count(Scalar::I32, "a number of colours")?;
                return self.colours(count, components);
            }
            b"LOOKUP_TABLE" => {
                let size = self.scanner.count(Scalar::I32, "the size of the table")?;
                return self.colours(size, 4);
            }
            _ => {
                let expected = "data of cells such as SCALARS, VECTORS or FIELD";
                return Err(self.scanner.unexpected(expected, Some(keyword)));
            }
        };
        let values = self.numbers(&kind, self.product(count, components)?)?;
        Ok(values.map(|values| WholeNumbers {
            name,
            components,
            values,
        }))
    }

    /// `FIELD name n`: arrays with their own numbers of components and tuples; those of whole numbers are returned.
    pub(super) fn field(&mut self) -> Result<Vec<WholeNumbers>, ParseError> {
        self.name()?;
        let count = self.scanner.count(Scalar::I32, "the number of arrays")?;
        let mut arrays = Vec::new();
        for _ in 0..count {
            let mut name = self.name()?;
            while name.eq_ignore_ascii_case("METADATA") {
                self.metadata();
                name = self.name()?;
            }
            let components = self.scanner.count(Scalar::I32, "a number of components")?;
            let tuples = self.scanner.count(Scalar::I32, "a number of tuples")?;
            let kind = self.component()?;
            let values = self.numbers(&kind, self.product(tuples, components)?)?;
            arrays.extend(values.map(|values| WholeNumbers {
                name,
                components,
                values,
            }));
        }
        Ok(arrays)
    }

    /// Skips colours: real numbers in a text, bytes in a binary file.
    fn colours(
        &mut self,
        count: usize,
        components: usize,
    ) -> Result<Option<WholeNumbers>, ParseError> {
        let kind = match self.encoding {
            Encoding::Text => Scalar::F32,
            _ => Scalar::U8,
        };
        self.numbers(&Component::Number(kind), self.product(count, components)?)?;
        Ok(None)
    }

    /// Reads numbers and returns them where they are whole.
    fn numbers(&mut self, kind: &Component, count: usize) -> Result<Option<Vec<i64>>, ParseError> {
        self.begin();
        let mut values = Vec::new();
        let is_text = self.encoding == Encoding::Text;
        let scalar = match *kind {
            Component::Bit if !is_text => {
                for _ in 0..count.div_ceil(8) {
                    self.scanner.take::<1>("bits")?;
                }
                self.end();
                return Ok(None);
            }
            Component::Bit => Scalar::U8,
            Component::Number(scalar) => scalar,
        };
        let is_real = matches!(scalar, Scalar::F32 | Scalar::F64);
        for _ in 0..count {
            if is_real {
                self.scanner.real(scalar, "a number of an array")?;
            } else {
                values.push(self.scanner.integer(scalar, "a number of an array")?);
            }
        }
        self.end();
        Ok((!is_real).then_some(values))
    }

    /// A type by its name.
    pub(super) fn component(&mut self) -> Result<Component, ParseError> {
        let word = self.scanner.word();
        let name = word.unwrap_or_default().to_ascii_lowercase();
        Ok(Component::Number(match name.as_slice() {
            b"bit" => return Ok(Component::Bit),
            b"float" => Scalar::F32,
            b"double" => Scalar::F64,
            b"char" | b"signed_char" | b"vtktypeint8" => Scalar::I8,
            b"unsigned_char" | b"vtktypeuint8" => Scalar::U8,
            b"short" | b"vtktypeint16" => Scalar::I16,
            b"unsigned_short" | b"vtktypeuint16" => Scalar::U16,
            // VTK writes its indices with 32 bits.
            b"int" | b"vtkidtype" | b"vtktypeint32" => Scalar::I32,
            b"unsigned_int" | b"vtktypeuint32" => Scalar::U32,
            b"long" | b"vtktypeint64" => Scalar::I64,
            b"unsigned_long" | b"vtktypeuint64" => Scalar::U64,
            _ => {
                let expected = "a type of numbers such as int, float or double";
                return Err(self.scanner.unexpected(expected, word));
            }
        }))
    }

    /// The name of an array, in which `%20` is a space.
    fn name(&mut self) -> Result<String, ParseError> {
        let Some(word) = self.scanner.word() else {
            return Err(self.scanner.unexpected("the name of an array", None));
        };
        Ok(unescaped(word))
    }

    /// A number of values, which no file can hold where it overflows.
    fn product(&self, tuples: usize, components: usize) -> Result<usize, ParseError> {
        tuples.checked_mul(components).ok_or_else(|| {
            self.scanner
                .error(format!("no file holds {tuples} times {components} numbers"))
        })
    }
}

/// Bytes written as `%20` in a name.
fn unescaped(word: &[u8]) -> String {
    let mut bytes = Vec::new();
    let mut rest = word;
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let code = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
