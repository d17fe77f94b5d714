//! Arrays for the page in one piece: the length of a JSON header (4 bytes, little endian), the header with name, type,
//! place and length of each array, then the arrays, each at a multiple of 8 bytes.

use serde_json::{Map, Value, json};

/// Arrays under way.
#[derive(Default)]
pub struct Pack {
    arrays: Vec<Value>,
    told: Map<String, Value>,
    data: Vec<u8>,
}

impl Pack {
    /// Tells something beside the arrays.
    pub fn tell(&mut self, name: &str, value: impl Into<Value>) {
        self.told.insert(name.to_owned(), value.into());
    }

    /// Adds numbers of single precision.
    pub fn floats(&mut self, name: &str, values: impl IntoIterator<Item = f32>) {
        self.add(name, "f32", 4, |data| {
            values
                .into_iter()
                .for_each(|value| data.extend(value.to_le_bytes()));
        });
    }

    /// Adds whole numbers.
    pub fn indices(&mut self, name: &str, values: impl IntoIterator<Item = u32>) {
        self.add(name, "u32", 4, |data| {
            values
                .into_iter()
                .for_each(|value| data.extend(value.to_le_bytes()));
        });
    }

    /// Adds bytes.
    pub fn bytes(&mut self, name: &str, values: impl IntoIterator<Item = u8>) {
        self.add(name, "u8", 1, |data| data.extend(values));
    }

    fn add(&mut self, name: &str, kind: &str, width: usize, write: impl FnOnce(&mut Vec<u8>)) {
        self.data.resize(self.data.len().next_multiple_of(8), 0);
        let at = self.data.len();
        write(&mut self.data);
        let count = (self.data.len() - at) / width;
        self.arrays
            .push(json!({"name": name, "type": kind, "at": at, "count": count}));
    }

    /// All of it.
    pub fn finish(mut self) -> Vec<u8> {
        self.told
            .insert("arrays".to_owned(), Value::Array(self.arrays));
        let mut header = Value::Object(self.told).to_string().into_bytes();
        let end = (4 + header.len()).next_multiple_of(8);
        header.resize(end - 4, b' ');
        let mut all = self.data;
        let length = (header.len() as u32).to_le_bytes();
        all.splice(0..0, length.into_iter().chain(header));
        all
    }
}

/// The numbers of single precision by a name in the bytes of a pack; none where there are none.
pub fn floats_in(pack: &[u8], name: &str) -> Vec<f32> {
    let found = || {
        let length = u32::from_le_bytes(pack.get(..4)?.try_into().ok()?) as usize;
        let header: Value = serde_json::from_slice(pack.get(4..4 + length)?).ok()?;
        let mut arrays = header["arrays"].as_array()?.iter();
        let entry = arrays.find(|entry| entry["name"] == name && entry["type"] == "f32")?;
        let at = 4 + length + entry["at"].as_u64()? as usize;
        let bytes = pack.get(at..at + 4 * entry["count"].as_u64()? as usize)?;
        let number = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        Some(bytes.chunks_exact(4).map(number).collect())
    };
    found().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_lie_where_the_header_says() {
        let mut pack = Pack::default();
        pack.tell("step", 3);
        pack.bytes("flags", [1, 0, 1]);
        pack.floats("x", [1.5, -2.0]);
        let bytes = pack.finish();
        let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        let header: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
        assert_eq!((header["step"].as_u64(), (4 + length) % 8), (Some(3), 0));
        let x = &header["arrays"][1];
        assert_eq!((x["name"].as_str(), x["at"].as_u64()), (Some("x"), Some(8)));
        let at = 4 + length + 8;
        assert_eq!(bytes[at..at + 4], 1.5f32.to_le_bytes());
        assert_eq!(bytes.len(), at + 8);
        assert_eq!(floats_in(&bytes, "x"), [1.5, -2.0]);
        assert!(floats_in(&bytes, "flags").is_empty() && floats_in(&bytes[..9], "x").is_empty());
    }
}
