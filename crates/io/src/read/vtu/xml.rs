//! The XML of a VTU file: its pieces, and where each array is.

use super::super::scanner::{Encoding, Scalar, show};
use super::data::{Appended, ArrayReader, Compression};
use crate::{Location, ParseError};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// A file as its XML tells it.
pub(super) struct VtuDocument<'a> {
    pub(super) pieces: Vec<GridPiece>,
    pub(super) arrays: ArrayReader<'a>,
}

/// Points and cells that belong together.
pub(super) struct GridPiece {
    pub(super) points: usize,
    pub(super) cells: usize,
    pub(super) arrays: Vec<DataArray>,
    at: Location,
}

impl GridPiece {
    /// The one array that is wanted.
    pub(super) fn one(
        &self,
        wanted: impl Fn(&DataArray) -> bool,
        what: &str,
    ) -> Result<&DataArray, ParseError> {
        let found = self.arrays.iter().find(|array| wanted(array));
        found.ok_or_else(|| ParseError {
            at: self.at,
            problem: format!("the piece has no array {what}"),
        })
    }
}

/// The element of a piece that an array is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Points,
    Cells,
    CellData,
    Other,
}

/// The place of the numbers of an array.
pub(super) enum Storage {
    /// Numbers in words.
    Text(Vec<u8>),
    /// Base64.
    Inline(Vec<u8>),
    /// Behind the XML, from this byte on.
    Appended(usize),
}

/// A `DataArray`.
pub(super) struct DataArray {
    pub(super) section: Section,
    pub(super) name: String,
    pub(super) components: usize,
    pub(super) kind: Scalar,
    pub(super) storage: Storage,
    pub(super) at: Location,
}

impl DataArray {
    /// An error about it.
    pub(super) fn error(&self, problem: impl std::fmt::Display) -> ParseError {
        ParseError {
            at: self.at,
            problem: format!("the array {}: {problem}", show(self.name.as_bytes())),
        }
    }

    /// Whether it has whole numbers.
    pub(super) fn is_whole(&self) -> bool {
        !matches!(self.kind, Scalar::F32 | Scalar::F64)
    }
}

/// Reads the XML, up to the data behind it.
pub(super) fn scan(bytes: &[u8]) -> Result<VtuDocument<'_>, ParseError> {
    let mut scan = Scan {
        bytes,
        reader: Reader::from_reader(bytes),
        document: VtuDocument {
            pieces: Vec::new(),
            arrays: ArrayReader::default(),
        },
        section: Section::Other,
        is_grid: false,
        depth: 0,
    };
    scan.run()?;
    if !scan.is_grid {
        return Err(ParseError::whole(
            "expected <VTKFile type=\"UnstructuredGrid\">, which is not there",
        ));
    }
    Ok(scan.document)
}

struct Scan<'a> {
    bytes: &'a [u8],
    reader: Reader<&'a [u8]>,
    document: VtuDocument<'a>,
    section: Section,
    is_grid: bool,
    /// Depth below a `DataArray` that counts: 1 in it, 2 in what is told about it, 0 elsewhere.
    depth: usize,
}

impl<'a> Scan<'a> {
    fn run(&mut self) -> Result<(), ParseError> {
        loop {
            match self.reader.read_event() {
                Ok(Event::Start(tag)) if tag.name().as_ref() == "AppendedData" => {
                    return self.appended(&tag);
                }
                Ok(Event::Start(_)) if self.depth > 0 => self.depth += 1,
                Ok(Event::Start(tag)) => self.begin(&tag, false)?,
                Ok(Event::Empty(tag)) if self.depth == 0 => self.begin(&tag, true)?,
                Ok(Event::Text(text)) if self.depth == 1 => self.text(text.as_ref().as_bytes()),
                Ok(Event::End(_)) if self.depth > 0 => self.depth -= 1,
                Ok(Event::End(tag)) => match tag.name().as_ref() {
                    "Points" | "Cells" | "CellData" | "PointData" => {
                        self.section = Section::Other;
                    }
                    _ => {}
                },
                Ok(Event::Eof) => return Ok(()),
                Ok(_) => {}
                Err(error) => {
                    let at = self.line(self.reader.error_position());
                    let problem = format!("no XML as it should be: {error}");
                    return Err(ParseError { at, problem });
                }
            }
        }
    }

    /// The line of a byte.
    fn line(&self, byte: u64) -> Location {
        let before = usize::try_from(byte).ok().and_then(|b| self.bytes.get(..b));
        let before = before.unwrap_or(self.bytes);
        Location::Line(1 + before.iter().filter(|&&b| b == b'\n').count())
    }

    fn error(&self, problem: impl Into<String>) -> ParseError {
        ParseError {
            at: self.line(self.reader.buffer_position()),
            problem: problem.into(),
        }
    }

    /// The value of an attribute.
    fn attribute(&self, tag: &BytesStart, name: &str) -> Result<Option<String>, ParseError> {
        let found = tag.try_get_attribute(name);
        let found = found.map_err(|error| self.error(error.to_string()))?;
        let value = found.map(|a| {
            a.normalized_value(XmlVersion::Implicit1_0)
                .map(String::from)
        });
        value
            .transpose()
            .map_err(|error| self.error(error.to_string()))
    }

    /// A whole number of an attribute.
    fn number(&self, tag: &BytesStart, name: &str) -> Result<Option<usize>, ParseError> {
        let Some(value) = self.attribute(tag, name)? else {
            return Ok(None);
        };
        let number = value.trim().parse().ok();
        number.map(Some).ok_or_else(|| {
            let found = show(value.as_bytes());
            self.error(format!("expected a number for {name}, found {found}"))
        })
    }

    fn begin(&mut self, tag: &BytesStart, is_empty: bool) -> Result<(), ParseError> {
        match tag.name().as_ref() {
            "VTKFile" => return self.file(tag),
            "Piece" => {
                let piece = GridPiece {
                    points: self.number(tag, "NumberOfPoints")?.unwrap_or(0),
                    cells: self.number(tag, "NumberOfCells")?.unwrap_or(0),
                    arrays: Vec::new(),
                    at: self.line(self.reader.buffer_position()),
                };
                self.document.pieces.push(piece);
            }
            "DataArray" => {
                let array = self.array(tag)?;
                if let (Some(array), Some(piece)) = (array, self.document.pieces.last_mut()) {
                    piece.arrays.push(array);
                    self.depth = usize::from(!is_empty);
                }
            }
            name if !is_empty => {
                self.section = match name {
                    "Points" => Section::Points,
                    "Cells" => Section::Cells,
                    "CellData" => Section::CellData,
                    _ => Section::Other,
                };
            }
            _ => {}
        }
        Ok(())
    }

    /// The first element: what is in the file, and how numbers are written.
    fn file(&mut self, tag: &BytesStart) -> Result<(), ParseError> {
        let kind = self.attribute(tag, "type")?.unwrap_or_default();
        if kind != "UnstructuredGrid" {
            let found = show(kind.as_bytes());
            return Err(self.error(format!(
                "expected an UnstructuredGrid, found {found}: save it as an unstructured grid (.vtu)"
            )));
        }
        self.is_grid = true;
        let arrays = &mut ArrayReader::default();
        arrays.encoding = match self.attribute(tag, "byte_order")?.as_deref() {
            None | Some("LittleEndian") => Encoding::LittleEndian,
            Some("BigEndian") => Encoding::BigEndian,
            Some(other) => return Err(self.error(format!("the byte order {other} is not known"))),
        };
        arrays.header = match self.attribute(tag, "header_type")?.as_deref() {
            None | Some("UInt32") => Scalar::U32,
            Some("UInt64") => Scalar::U64,
            Some(other) => return Err(self.error(format!("the header type {other} is not known"))),
        };
        arrays.compression = match self.attribute(tag, "compressor")?.as_deref() {
            None | Some("") => Compression::None,
            Some("vtkZLibDataCompressor") => Compression::Zlib,
            Some(other) => {
                return Err(self.error(format!(
                    "the compressor {other} is not supported: save the file uncompressed, or with zlib"
                )));
            }
        };
        self.document.arrays = std::mem::take(arrays);
        Ok(())
    }

    /// A `DataArray` of a section that counts.
    fn array(&self, tag: &BytesStart) -> Result<Option<DataArray>, ParseError> {
        if self.section == Section::Other {
            return Ok(None);
        }
        let name = self.attribute(tag, "Name")?.unwrap_or_default();
        let kind = self.attribute(tag, "type")?.unwrap_or_default();
        let kind = match (scalar(&kind), self.section) {
            (Some(kind), _) => kind,
            // Words, for example.
            (None, Section::CellData) => return Ok(None),
            (None, _) => {
                return Err(self.error(format!("the type {} is no number", show(kind.as_bytes()))));
            }
        };
        let format = self.attribute(tag, "format")?;
        let storage = match format.as_deref() {
            Some("ascii") => Storage::Text(Vec::new()),
            Some("binary") => Storage::Inline(Vec::new()),
            Some("appended") => match self.number(tag, "offset")? {
                Some(offset) => Storage::Appended(offset),
                None => return Err(self.error("an appended array needs its offset")),
            },
            other => {
                let found = show(other.unwrap_or_default().as_bytes());
                return Err(self.error(format!(
                    "expected the format ascii, binary or appended, found {found}"
                )));
            }
        };
        Ok(Some(DataArray {
            section: self.section,
            name,
            components: self.number(tag, "NumberOfComponents")?.unwrap_or(1).max(1),
            kind,
            storage,
            at: self.line(self.reader.buffer_position()),
        }))
    }

    /// Text of the last array.
    fn text(&mut self, text: &[u8]) {
        let array = self.document.pieces.last_mut();
        let array = array.and_then(|piece| piece.arrays.last_mut());
        if let Some(DataArray {
            storage: Storage::Text(words) | Storage::Inline(words),
            ..
        }) = array
        {
            words.extend(text);
        }
    }

    /// The data behind the XML begins at an underscore.
    fn appended(&mut self, tag: &BytesStart) -> Result<(), ParseError> {
        let start = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
        let rest = self.bytes.get(start..).unwrap_or_default();
        let Some(data) = rest.trim_ascii_start().strip_prefix(b"_") else {
            return Err(self.error("the appended data does not begin with an underscore"));
        };
        self.document.arrays.appended = match self.attribute(tag, "encoding")?.as_deref() {
            Some("raw") => Appended::Raw(data),
            None | Some("base64") => Appended::Base64(data),
            Some(other) => return Err(self.error(format!("the encoding {other} is not known"))),
        };
        Ok(())
    }
}

/// The numbers of a type.
fn scalar(name: &str) -> Option<Scalar> {
    Some(match name {
        "Int8" => Scalar::I8,
        "UInt8" => Scalar::U8,
        "Int16" => Scalar::I16,
        "UInt16" => Scalar::U16,
        "Int32" => Scalar::I32,
        "UInt32" => Scalar::U32,
        "Int64" => Scalar::I64,
        "UInt64" => Scalar::U64,
        "Float32" => Scalar::F32,
        "Float64" => Scalar::F64,
        _ => return None,
    })
}
