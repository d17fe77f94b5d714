//! The chain of hashes through a run: scene, topology and every frame, in their order.
//!
//! ```text
//! h = H(H(0, "scene", scene.json), "topology", topology.npz)     before the first frame
//! h_k = H(h_(k-1), "frame k", frames/k.npy)                      after frame k
//! ```
//!
//! Where the scene is changed after step `k - 1`, `h_(k-1)` in this is `H(h_(k-1), "scene", the new scene.json)`.
//!
//! `H(h, label, bytes)` is the SHA-256 of the 32 bytes of `h`, the length of the label (8 bytes, little endian), the
//! label, the length of the bytes, and the bytes. A file that is changed, left out or moved to another place changes
//! every link from there on. The statistics of step `k` hold `h_k`, the certificate the last link.

use sha2::{Digest, Sha256};

/// The chain up to some file of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain([u8; 32]);

impl Chain {
    /// The chain of a run that has a scene and a topology, and no frame yet.
    pub fn start(scene: &[u8], topology: &[u8]) -> Self {
        let mut chain = Self([0; 32]);
        chain.absorb("scene", scene);
        chain.absorb("topology", topology);
        chain
    }

    /// Adds something to the chain; the label says what it is.
    pub fn absorb(&mut self, label: &str, bytes: &[u8]) {
        let mut hash = Sha256::new();
        hash.update(self.0);
        for part in [label.as_bytes(), bytes] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        self.0 = hash.finalize().into();
    }

    /// Adds the bytes of a frame's file.
    pub fn absorb_frame(&mut self, step: u64, bytes: &[u8]) {
        self.absorb(&format!("frame {step}"), bytes);
    }

    /// The link as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads what [`Chain::to_hex`] wrote.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits: Vec<u8> = text
            .bytes()
            .map(|byte| (byte as char).to_digit(16).map(|digit| digit as u8))
            .collect::<Option<_>>()?;
        let (pairs, []) = digits.as_chunks::<2>() else {
            return None;
        };
        let bytes: Vec<u8> = pairs.iter().map(|[high, low]| 16 * high + low).collect();
        bytes.try_into().ok().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first link computed by hand: SHA-256 of 32 zeros, 5, "scene", 2, "{}", by another program (`sha256sum`).
    #[test]
    fn a_link_is_the_hash_that_is_documented() {
        let mut chain = Chain([0; 32]);
        chain.absorb("scene", b"{}");
        assert_eq!(
            chain.to_hex(),
            "db99193a9b911fd38036308639f63ea9333d9075dc9d240c0ff3b5a33cf4f4b9"
        );
        assert_eq!(Chain::from_hex(&chain.to_hex()), Some(chain));
    }

    #[test]
    fn labels_and_bytes_do_not_run_into_each_other() {
        let link = |label: &str, bytes: &[u8]| {
            let mut chain = Chain::start(b"", b"");
            chain.absorb(label, bytes);
            chain
        };
        assert_ne!(link("ab", b"c"), link("a", b"bc"));
        assert_ne!(link("a", b""), link("", b"a"));
    }

    #[test]
    fn what_is_no_link_is_refused() {
        assert_eq!(Chain::from_hex(""), None);
        assert_eq!(Chain::from_hex(&"0".repeat(63)), None);
        assert_eq!(Chain::from_hex(&"0".repeat(66)), None);
        assert_eq!(Chain::from_hex(&"g".repeat(64)), None);
        assert!(Chain::from_hex(&"0".repeat(64)).is_some());
    }
}
