//! Smaller inputs that fail in the same place.

use super::campaign::{Campaign, FuzzFinding};

/// Most children that are started for one input.
const ATTEMPTS: u32 = 80;

/// Leaves out parts of a failing input, halves first, as long as it still fails in the same way.
pub fn minimise(campaign: &Campaign, finding: &FuzzFinding) -> anyhow::Result<Vec<u8>> {
    let mut input = finding.input.clone();
    let mut left = ATTEMPTS;
    let place = |what: &str| what.split(": ").next().unwrap_or_default().to_string();
    let expected = place(&finding.what);
    let mut length = input.len() / 2;
    while length > 0 && left > 0 {
        let mut start = 0;
        while start < input.len() && left > 0 {
            let mut shorter = input.clone();
            shorter.drain(start..(start + length).min(input.len()));
            left -= 1;
            let failure = campaign.try_input(finding.target, &shorter)?;
            if failure.is_some_and(|what| place(&what) == expected) {
                input = shorter;
            } else {
                start += length;
            }
        }
        length /= 2;
    }
    Ok(input)
}
