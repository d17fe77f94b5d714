//! The page itself: markup and script in one, as it is served and as it is written into a file.

#[cfg(not(target_family = "wasm"))]
use crate::error::ViewError;

/// The script, bundled from `viewer/src` by `viewer/build`.
const SCRIPT: &str = include_str!("../../../viewer/dist/viewer.js");
/// The style around the viewer, which fills the page; its own is in the script.
const STYLE: &str = "html, body, #tangency-viewer { height: 100%; margin: 0; }";

#[cfg(not(target_family = "wasm"))]
/// The rules for a served page: its own script and style, data from its own server, nothing else.
pub fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         img-src data: blob:; media-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
}

/// The rules for a page that is a file: what is in it, nothing else.
const FILE_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                           img-src data: blob:; media-src blob:; base-uri 'none'; form-action 'none'";

#[cfg(not(target_family = "wasm"))]
/// The page to be served, and the word that marks its script as its own.
pub fn served() -> Result<(String, String), ViewError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(ViewError::unusable)?;
    let nonce: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         <title>Tangency</title><style nonce=\"{nonce}\">{STYLE}</style></head>\n\
         <body><div id=\"tangency-viewer\"></div>\
         <noscript>The viewer needs JavaScript.</noscript>\
         <script nonce=\"{nonce}\">{SCRIPT}</script></body></html>\n"
    );
    Ok((html, nonce))
}

/// A page with nothing but a player, to be kept in a file; `data` is text of base 64.
pub fn of_player(data: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>{}\
         <title>Tangency</title><style>{STYLE}</style></head>\n<body>{}</body></html>\n",
        file_policy(),
        embedded(data)
    )
}

/// Data and script of a player inside another page; `data` is text of base 64.
pub fn embedded(data: &str) -> String {
    format!(
        "<div id=\"tangency-viewer\"></div>\
         <script type=\"application/octet-stream\" id=\"tangency-data\">{data}</script><script>{SCRIPT}</script>"
    )
}

/// The element that keeps a page from loading anything.
pub fn file_policy() -> String {
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{FILE_POLICY}\"/>")
}
