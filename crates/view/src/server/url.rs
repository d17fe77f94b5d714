//! The address of a request: parts of its path and values of its query.

/// Longest address that is read, bytes.
const LONGEST: usize = 4096;

/// The parts of a request's address, decoded.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// Parts of the path, without empty ones.
    pub path: Vec<String>,
    values: Vec<(String, String)>,
}

impl Address {
    /// Reads an address; none where it is too long or no text.
    pub fn parse(url: &str) -> Option<Self> {
        if url.len() > LONGEST {
            return None;
        }
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let path = path.split('/').filter(|part| !part.is_empty());
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let value = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((decoded(name)?, decoded(value)?))
        };
        Some(Self {
            path: path.map(decoded).collect::<Option<_>>()?,
            values: pairs.map(value).collect::<Option<_>>()?,
        })
    }

    /// The value of a name in the query.
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut all = self.values.iter();
        all.find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Text with its `%41` decoded.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_values_are_decoded() {
        let address = Address::parse("/api/0/colour?field=tet.von_mises&step=%31%32&t").unwrap();
        assert_eq!(address.path, ["api", "0", "colour"]);
        assert_eq!(address.value("field"), Some("tet.von_mises"));
        assert_eq!(address.value("step"), Some("12"));
        assert_eq!((address.value("t"), address.value("x")), (Some(""), None));
        assert_eq!(Address::parse("/a%2"), None);
        assert_eq!(Address::parse("/a%ff"), None);
        assert_eq!(Address::parse(&"a".repeat(5000)), None);
    }
}
