//! A whole run: every frame judged, in batches, and the certificate compared.

use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;
use tangency_io::IoError;
use tangency_io::run_folder::RunReader;

use crate::certificate::{disagreements, untested};
use crate::error::VerifyError;
use crate::exact::Point;
use crate::frame::{FrameReport, check};
use crate::gaps::gaps;
use crate::hierarchy::Bounds;
use crate::motion::{MotionReport, check_motion};
use crate::records::{Links, Records};
use crate::report::{BetweenFramesReport, Report};
use crate::surface::Surface;

/// Frames judged at a time; progress is told after each batch.
const BATCH: usize = 8;

/// Failures the report describes in full.
const DESCRIBED: usize = 32;

/// The progress of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifyProgress {
    /// Frames judged.
    pub done: usize,
    /// Frames there are.
    pub total: usize,
}

/// Checks beyond the frames themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether anything touches where every vertex goes straight from each frame to the next.
    pub continuous: bool,
}

/// Judges every frame of the run in `folder` from its files alone and compares the result with its certificate.
///
/// `progress` is called now and then from this thread. The report does not depend on the number of threads.
pub fn verify_run(
    folder: impl AsRef<Path>,
    progress: impl FnMut(VerifyProgress),
) -> Result<Report, VerifyError> {
    verify_run_with(folder, Options::default(), progress)
}

/// As [`verify_run`], with a choice of checks.
pub fn verify_run_with(
    folder: impl AsRef<Path>,
    options: Options,
    mut progress: impl FnMut(VerifyProgress),
) -> Result<Report, VerifyError> {
    let folder = folder.as_ref();
    let mut reader = RunReader::open(folder)?;
    // A run that is under way writes frames, then statistics, at last the certificate: read the other way round, all that
    // is told of is there.
    let certificate = reader.has_certificate().then(|| reader.certificate());
    let known = certificate.as_ref().and_then(|read| read.as_ref().ok());
    let records = Records::read(&reader, known)?;
    reader.refresh()?;
    let numbers = reader.frame_numbers();
    let Some(&last) = numbers.last() else {
        return Err(VerifyError::NoFrames(folder.display().to_string()));
    };
    let mut links = Links::begin(&records, &reader)?;
    let surface = Surface::new(reader.topology());
    let mut tally = Tally::new(last, options);
    tally.report.is_chained = records.is_chained();
    tally.report.problems.extend(gaps(reader.topology()));
    tally.report.problems.extend(missing(&numbers, last));
    tally.report.problems.extend(records.miscounts(last));
    let mut before: Option<(u64, Vec<Point>)> = None;
    for batch in numbers.chunks(BATCH) {
        let judged: Vec<Judged> = batch
            .par_iter()
            .map(|&n| Judged::new(&reader, &surface, n))
            .collect();
        for judged in judged {
            let number = judged.number;
            links.add(number, judged.bytes.as_deref());
            tally.add(number, judged.frame);
            if options.continuous {
                if let (Some((earlier, from)), Some(to)) = (&before, &judged.x)
                    && earlier.checked_add(1) == Some(number)
                {
                    tally.add_motion(check_motion(&surface, number, from, to));
                }
                before = judged.x.map(|x| (number, x));
            }
            progress(VerifyProgress {
                done: tally.report.frames as usize,
                total: numbers.len(),
            });
        }
    }
    tally.report.problems.extend(links.end());
    let rest = reader.topology().rest.iter().map(|p| [p.x, p.y, p.z]);
    Ok(tally.finish(certificate, Bounds::around(rest).diagonal()))
}

/// A frame as read and what was found in it.
struct Judged {
    number: u64,
    bytes: Option<Vec<u8>>,
    x: Option<Vec<Point>>,
    frame: Result<FrameReport, IoError>,
}

impl Judged {
    fn new(reader: &RunReader, surface: &Surface, number: u64) -> Self {
        let failed = |bytes, error| Self {
            number,
            bytes,
            x: None,
            frame: Err(error),
        };
        let bytes = match reader.frame_bytes(number) {
            Ok(bytes) => bytes,
            Err(error) => return failed(None, error),
        };
        match reader.parse_frame(number, &bytes) {
            Err(error) => failed(Some(bytes), error),
            Ok(positions) => {
                let x: Vec<Point> = positions.iter().map(|p| [p.x, p.y, p.z]).collect();
                Self {
                    frame: Ok(check(surface, number, &x)),
                    x: Some(x),
                    bytes: Some(bytes),
                    number,
                }
            }
        }
    }
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
    fn new(steps: u64, options: Options) -> Self {
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
            is_finished: false,
            untested: 0,
            is_chained: false,
            continuous: options.continuous.then(BetweenFramesReport::default),
            failures: Vec::new(),
            problems: Vec::new(),
            on_trust: Vec::new(),
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

    /// Adds what was found between two frames.
    fn add_motion(&mut self, motion: MotionReport) {
        let room = DESCRIBED.saturating_sub(self.report.failures.len());
        let failures = motion.failures.into_iter().take(room);
        self.report.failures.extend(failures);
        if let Some(report) = &mut self.report.continuous {
            report.moves += 1;
            report.pairs += motion.pairs;
            report.findings += motion.findings;
        }
    }

    /// A run of the start alone has only frame 0 to speak about. One that has not ended has no certificate yet: then
    /// the frames that are there decide.
    fn finish(mut self, certificate: Option<Result<Value, IoError>>, diagonal: f64) -> Report {
        let mut report = self.report;
        if report.steps == 0 {
            report.min_distance = self.start.take();
        }
        let violations = report.thickness_violations + report.strain_violations;
        report.verified = report.intersections + report.inversions + violations == 0;
        report.is_finished = certificate.is_some();
        match certificate {
            Some(Ok(certificate)) => {
                report.untested = untested(&certificate);
                let disagreements = disagreements(&certificate, &report, diagonal, self.start);
                report.problems.extend(disagreements);
            }
            Some(Err(error)) => report.problems.push(error.to_string()),
            None => {}
        }
        let passes = report.continuous.is_some_and(|found| found.findings > 0);
        report.verified &= report.problems.is_empty() && !passes;
        if !report.is_chained {
            let told = "the files: they are not chained, the run is from before there was a chain";
            report.on_trust.push(told.to_owned());
        }
        report
    }
}
