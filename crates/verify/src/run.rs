//! A whole run: every frame judged, in batches, and the certificate compared.

use std::path::Path;

use rayon::prelude::*;
use tangency_io::IoError;
use tangency_io::run_folder::RunReader;

use crate::certificate::disagreements;
use crate::error::VerifyError;
use crate::exact::Point;
use crate::frame::{FrameReport, check};
use crate::hierarchy::Bounds;
use crate::report::Report;
use crate::surface::{Surface, gaps};

/// Frames judged at a time; progress is told after each batch.
const BATCH: usize = 8;

/// Failures the report describes in full.
const DESCRIBED: usize = 32;

/// How far verification has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Frames judged.
    pub done: usize,
    /// Frames there are.
    pub total: usize,
}

/// Judges every frame of the run in `folder` from its files alone and compares the result with its certificate.
///
/// `progress` is called now and then from this thread. The report does not depend on the number of threads.
pub fn verify_run(
    folder: impl AsRef<Path>,
    mut progress: impl FnMut(Progress),
) -> Result<Report, VerifyError> {
    let folder = folder.as_ref();
    let reader = RunReader::open(folder)?;
    let numbers = reader.frame_numbers();
    let Some(&last) = numbers.last() else {
        return Err(VerifyError::NoFrames(folder.display().to_string()));
    };
    let surface = Surface::new(reader.topology());
    let mut tally = Tally::new(last);
    tally.report.problems.extend(gaps(reader.topology()));
    tally.report.problems.extend(missing(&numbers, last));
    for batch in numbers.chunks(BATCH) {
        let judged: Vec<Result<FrameReport, IoError>> = batch
            .par_iter()
            .map(|&n| Ok(check(&surface, n, &positions(&reader, n)?)))
            .collect();
        for (&number, frame) in batch.iter().zip(judged) {
            tally.add(number, frame);
        }
        progress(Progress {
            done: tally.report.frames as usize,
            total: numbers.len(),
        });
    }
    let rest = reader.topology().rest.iter().map(|p| [p.x, p.y, p.z]);
    Ok(tally.finish(&reader, Bounds::around(rest).diagonal()))
}

fn positions(reader: &RunReader, number: u64) -> Result<Vec<Point>, IoError> {
    Ok(reader
        .frame(number)?
        .iter()
        .map(|p| [p.x, p.y, p.z])
        .collect())
}

/// The steps up to the last that have no frame, as ranges.
fn missing(numbers: &[u64], last: u64) -> Vec<String> {
    let expected = std::iter::once(None).chain(numbers.iter().copied().map(Some));
    expected
        .zip(numbers)
        .map(|(before, &next)| (before.map_or(0, |b| b + 1), next))
        .filter(|(first, next)| first < next)
        .map(|(first, next)| match next - first {
            1 => format!("frame {first} of {last} is missing"),
            _ => format!("frames {first} to {} of {last} are missing", next - 1),
        })
        .collect()
}

struct Tally {
    report: Report,
    /// Smallest distance in frame 0, m.
    start: Option<f64>,
}

impl Tally {
    fn new(steps: u64) -> Self {
        let report = Report {
            steps,
            intersections: 0,
            inversions: 0,
            permitted_inversions: 0,
            thickness_violations: 0,
            strain_violations: 0,
            min_distance: None,
            verified: false,
            frames: 0,
            failures: Vec::new(),
            problems: Vec::new(),
        };
        Self {
            report,
            start: None,
        }
    }

    fn add(&mut self, number: u64, frame: Result<FrameReport, IoError>) {
        let report = &mut self.report;
        report.frames += 1;
        let frame = match frame {
            Ok(frame) => frame,
            Err(error) => return report.problems.push(error.to_string()),
        };
        report.intersections += frame.intersections;
        report.inversions += frame.inversions;
        if number > 0 {
            report.permitted_inversions += frame.permitted_inversions;
        }
        report.thickness_violations += frame.thickness_violations;
        report.strain_violations += frame.strain_violations;
        let room = DESCRIBED.saturating_sub(report.failures.len());
        report
            .failures
            .extend(frame.failures.into_iter().take(room));
        if frame.min_distance.is_finite() {
            let smallest = if number == 0 {
                &mut self.start
            } else {
                &mut report.min_distance
            };
            *smallest = Some(smallest.map_or(frame.min_distance, |d| d.min(frame.min_distance)));
        }
    }

    /// A run of the start alone has only frame 0 to speak about.
    fn finish(mut self, reader: &RunReader, diagonal: f64) -> Report {
        let mut report = self.report;
        if report.steps == 0 {
            report.min_distance = self.start.take();
        }
        let violations = report.thickness_violations + report.strain_violations;
        let holds = report.intersections + report.inversions + violations == 0;
        report.verified = holds && report.problems.is_empty();
        match reader.certificate() {
            Ok(certificate) => {
                report
                    .problems
                    .extend(disagreements(&certificate, &report, diagonal, self.start))
            }
            Err(error) => report.problems.push(error.to_string()),
        }
        report.verified &= report.problems.is_empty();
        report
    }
}
