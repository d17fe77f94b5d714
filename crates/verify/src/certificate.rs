//! The run's own `certificate.json` against what the frames say.

use serde_json::Value;

use crate::report::Report;

/// Distances may differ by this relative amount, or by this fraction of the scene's diagonal, and still agree: the two
/// programs evaluate the same distance by different formulas.
const RELATIVE: f64 = 1e-6;
const OF_DIAGONAL: f64 = 1e-13;

/// Every field in which the certificate disagrees with the report; `diagonal` is the scene's size, m, and `start` the
/// smallest distance in frame 0, which a certificate may or may not include.
pub(crate) fn disagreements(
    certificate: &Value,
    found: &Report,
    diagonal: f64,
    start: Option<f64>,
) -> Vec<String> {
    let has_untested = untested(certificate) > 0;
    let counts = [
        ("steps", found.steps),
        ("intersections", found.intersections),
        ("inversions", found.inversions),
        ("permitted_inversions", found.permitted_inversions),
        ("thickness_violations", found.thickness_violations),
        ("strain_violations", found.strain_violations),
    ];
    let mut all: Vec<String> = counts
        .into_iter()
        .filter(|(field, count)| {
            let claimed = certificate.get(field).and_then(Value::as_u64);
            // Certificates of version 0.1.0 know of no inversions that are permitted.
            let is_older = *field == "permitted_inversions" && claimed.is_none();
            // Who has not tested every step may have found less, but not more.
            let is_part = has_untested && *field != "steps" && claimed.is_some_and(|c| c <= *count);
            claimed != Some(*count) && !is_part && !(is_older && *count == 0)
        })
        .map(|(field, count)| disagreement(certificate, field, &count.to_string()))
        .collect();

    let claimed = certificate.get("min_distance").and_then(Value::as_f64);
    let with_start = match (found.min_distance, start) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    if !(same_distance(claimed, found.min_distance, diagonal)
        || same_distance(claimed, with_start, diagonal))
    {
        let frames = found
            .min_distance
            .map_or("no pair".to_owned(), |d| format!("{d:e}"));
        all.push(disagreement(certificate, "min_distance", &frames));
    }
    let claimed = certificate.get("verified").and_then(Value::as_bool);
    if claimed != Some(found.verified) && !(has_untested && claimed == Some(true)) {
        all.push(disagreement(
            certificate,
            "verified",
            &found.verified.to_string(),
        ));
    }
    all
}

/// Number of steps that a certificate says it has not tested.
pub(crate) fn untested(certificate: &Value) -> u64 {
    let count = certificate.get("untested");
    count.and_then(Value::as_u64).unwrap_or(0)
}

/// A certificate without a distance says that no pair came so close that its barrier acted.
fn same_distance(claimed: Option<f64>, found: Option<f64>, diagonal: f64) -> bool {
    match (claimed, found) {
        (Some(a), Some(b)) => (a - b).abs() <= RELATIVE * b.abs() + OF_DIAGONAL * diagonal,
        (None, found) => found.is_none_or(|d| d > 0.0),
        (Some(_), None) => false,
    }
}

fn disagreement(certificate: &Value, field: &str, found: &str) -> String {
    let claimed = certificate
        .get(field)
        .map_or("nothing".to_owned(), Value::to_string);
    format!("certificate.json says `{field}` is {claimed}, the frames say {found}")
}
