//! Text as HTML, and bytes as text.

/// Text that is to be read as it stands, also inside of an attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // No page may hold control characters.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A table of two columns, names and values, both escaped here.
pub fn table(rows: &[(String, String)]) -> String {
    let row = |(name, value): &(String, String)| {
        format!(
            "<tr><th>{}</th><td>{}</td></tr>",
            escape(name),
            escape(value)
        )
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<table>{rows}</table>")
}

/// Bytes in the alphabet of RFC 4648, section 4.
pub fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |k: usize| u32::from(chunk.get(k).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let digit = (group >> (18 - 6 * k)) & 63;
            let is_padding = k > chunk.len();
            out.push(if is_padding {
                '='
            } else {
                char::from(ALPHABET[digit as usize])
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_standard() {
        // RFC 4648, section 10.
        let cases = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escape("<a b='c'>&\"\u{0}"),
            "&lt;a b=&#39;c&#39;&gt;&amp;&quot;\u{fffd}"
        );
    }
}
