//! Who may ask: pages that this server sent, on this machine.
//!
//! A page of another origin can send requests to any port of the machine, and a name of its own may lead there. So a
//! request must name the loopback interface as its host, and carry the token that only the page's address has.

use tiny_http::Request;

use super::url::Address;

/// Bytes of a token.
const TOKEN_BYTES: usize = 16;

/// Name of the header with the token.
const TOKEN_HEADER: &str = "x-tangency-token";

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The Host header names another machine, or is missing.
    Host,
    /// The Origin header names another page.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl Refusal {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Refusal::Host => {
                "refused: the Host header does not name this server on the loopback interface"
            }
            Refusal::Origin => "refused: the request comes from another page",
            Refusal::Token => {
                "refused: the token is missing or wrong; open the address that `tangency view` printed"
            }
        }
    }
}

/// The hosts and the token that are let in.
pub struct Guard {
    hosts: [String; 3],
    token: String,
}

impl Guard {
    /// A guard for a port of the loopback interface, with a new token.
    pub fn new(port: u16) -> std::io::Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| {
            std::io::Error::other(format!("no random numbers for a token: {error}"))
        })?;
        Ok(Self {
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}")),
            token: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Lets a request in, or says why not.
    pub fn check(&self, request: &Request, address: &Address) -> Result<(), Refusal> {
        let header = |name: &'static str| {
            let mut all = request.headers().iter();
            let found = all.find(|header| header.field.equiv(name));
            found.map(|header| header.value.as_str())
        };
        let is_own = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        if !header("host").is_some_and(is_own) {
            return Err(Refusal::Host);
        }
        let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
        if !header("origin").is_none_or(is_own_page) {
            return Err(Refusal::Origin);
        }
        let given = header(TOKEN_HEADER).or_else(|| address.value("t"));
        match given.is_some_and(|given| is_same(given.as_bytes(), self.token.as_bytes())) {
            true => Ok(()),
            false => Err(Refusal::Token),
        }
    }
}

/// Whether two texts are equal, in a time that does not tell where they differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let differing = a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y));
    a.len() == b.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_new_each_time() {
        let [a, b] = [1, 2].map(|port| Guard::new(port).unwrap().token);
        assert_eq!((a.len(), b.len()), (2 * TOKEN_BYTES, 2 * TOKEN_BYTES));
        assert_ne!(a, b);
        assert!(is_same(b"abc", b"abc"));
        assert!(!is_same(b"abc", b"abd") && !is_same(b"abc", b"ab") && !is_same(b"", b"a"));
    }
}
