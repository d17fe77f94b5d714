//! The series of a run: from its statistics, its frames and its probes.

use std::collections::BTreeSet;
use std::path::Path as FilePath;

use tangency_geometry::Vec3;
use tangency_io::run_folder::{Leaves, RunReader};
use tangency_render::unit_of;

use super::motion;
use super::probes::Probes;
use super::series::{COMPONENTS, SeriesName};
use crate::failure::Failure;
use crate::pictures::World;

/// Quantities that come from the frames.
const MOTIONS: [&str; 3] = ["displacement", "position", "velocity"];

/// Numbers over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// Time, s, and number, ascending in time.
    pub points: Vec<[f64; 2]>,
    /// Unit.
    pub unit: String,
}

/// A run and what it tells.
pub struct RunSeries {
    run: RunReader,
    /// Name in legends and tables.
    pub name: String,
    leaves: Leaves,
    world: World,
    probes: Probes,
}

/// Points of a curve, and their unit.
type Curve = (Vec<[f64; 2]>, String);

impl RunSeries {
    /// Opens a run folder.
    pub fn open(folder: &FilePath) -> Result<Self, Failure> {
        let run = RunReader::open(folder).map_err(Failure::input)?;
        // A run without a step has no statistics yet.
        let stats = match folder.join("stats.jsonl").exists() {
            true => run.stats().map_err(Failure::input)?,
            false => Vec::new(),
        };
        Ok(Self {
            name: folder.display().to_string(),
            leaves: Leaves::of(&stats),
            world: World::of(&run),
            probes: Probes::read(&folder.join("probes.csv"))?,
            run,
        })
    }

    /// The numbers of a series.
    pub fn numbers(&self, series: &SeriesName) -> Result<Numbers, Failure> {
        let found = match series.word.as_str() {
            "probe" => self
                .probes
                .column(&series.subject)
                .map(|points| (points, series.subject.clone())),
            "stat" => self.stat(&series.subject),
            word => match self.told(series) {
                None if MOTIONS.contains(&word) => self.moved(series)?,
                // The first frame is no step: places since it are those of the frames.
                Some(_) if ["displacement", "position"].contains(&word) => self.moved(series)?,
                told => told,
            },
        };
        let (points, name) = found.ok_or_else(|| self.unknown(series))?;
        Ok(Numbers {
            points,
            unit: unit_of(&name).to_owned(),
        })
    }

    /// A number of the statistics by its path, with dots between the names.
    fn stat(&self, path: &str) -> Option<(Vec<[f64; 2]>, String)> {
        let path = self.leaves.paths().find(|names| names.join(".") == path)?;
        let points = self.timed(self.leaves.get(path)?);
        Some((points, path.join(".")))
    }

    /// Numbers of the statistics, by what they are and of what.
    fn told(&self, series: &SeriesName) -> Option<(Vec<[f64; 2]>, String)> {
        let (word, subject) = (series.word.as_str(), series.subject.as_str());
        if word == "energy" {
            let whole = self.leaves.ending(&["energy", subject], "");
            let of_body = || {
                let (body, name) = subject.rsplit_once('.')?;
                self.leaves.ending(&[body, name], "bodies")
            };
            let path = whole.or_else(of_body)?;
            return Some((self.timed(self.leaves.get(path)?), "energy".to_owned()));
        }
        let (name, group) = match word {
            "contact" => ("force", "contacts"),
            "force" | "torque" => (word, "reactions"),
            _ => (word, "bodies"),
        };
        if let Some(points) = self.vector(subject, name, group, series.component) {
            return Some((points, name.to_owned()));
        }
        // The force between two bodies is opposite for the other one.
        let (a, b) = subject.split_once('|').filter(|_| word == "contact")?;
        let turned = self.vector(&format!("{b}|{a}"), name, group, series.component)?;
        let sign = if series.component.is_some() {
            -1.0
        } else {
            1.0
        };
        let points = turned.into_iter().map(|[time, value]| [time, sign * value]);
        Some((points.collect(), name.to_owned()))
    }

    /// A component of a vector of the statistics, or its length; or a number.
    fn vector(
        &self,
        subject: &str,
        name: &str,
        group: &str,
        component: Option<usize>,
    ) -> Option<Vec<[f64; 2]>> {
        let column = |last: &[&str]| {
            let names = [&[subject, name], last].concat();
            self.leaves.get(self.leaves.ending(&names, group)?)
        };
        if let Some(component) = component {
            return Some(self.timed(column(&[COMPONENTS[component]])?));
        }
        if let Some(numbers) = column(&[]) {
            return Some(self.timed(numbers));
        }
        let [x, y, z] = COMPONENTS.map(|c| column(&[c]));
        let all = x?.iter().zip(y?).zip(z?);
        let lengths =
            all.map(|(((step, x), (_, y)), (_, z))| (*step, Vec3::new(*x, *y, *z).norm()));
        Some(self.timed(&lengths.collect::<Vec<_>>()))
    }

    /// The way of a body, from the frames.
    fn moved(&self, series: &SeriesName) -> Result<Option<Curve>, Failure> {
        let names = &self.run.topology().body_names;
        let Some(body) = names.iter().position(|name| *name == series.subject) else {
            return Ok(None);
        };
        let mut centers = motion::centers(&self.run, body)?;
        let numbers: Vec<u64> = centers.iter().map(|(n, _)| *n).collect();
        let times = self.world.times(&numbers);
        match series.word.as_str() {
            "displacement" => {
                let first = centers.first().map_or(Vec3::zeros(), |(_, p)| *p);
                centers.iter_mut().for_each(|(_, p)| *p -= first);
            }
            "velocity" => {
                let time = |n: u64| numbers.binary_search(&n).map_or(f64::NAN, |k| times[k]);
                centers = motion::velocities(&centers, time);
            }
            _ => {}
        }
        let value = |p: &Vec3| series.component.map_or(p.norm(), |k| p[k]);
        let time = |n: &u64| numbers.binary_search(n).map_or(f64::NAN, |k| times[k]);
        let points = centers.iter().map(|(n, p)| [time(n), value(p)]).collect();
        Ok(Some((points, series.word.clone())))
    }

    /// Numbers of steps with their times.
    fn timed(&self, numbers: &[(u64, f64)]) -> Vec<[f64; 2]> {
        let steps: Vec<u64> = numbers.iter().map(|(step, _)| *step).collect();
        let times = self.world.times(&steps);
        times
            .into_iter()
            .zip(numbers)
            .map(|(time, (_, value))| [time, *value])
            .collect()
    }

    fn unknown(&self, series: &SeriesName) -> Failure {
        let all = self.available();
        let of_word = format!("{}:", series.word);
        let near: Vec<&str> = all
            .iter()
            .map(String::as_str)
            .filter(|s| s.starts_with(&of_word))
            .collect();
        let words: BTreeSet<&str> = all.iter().filter_map(|s| s.split(':').next()).collect();
        let there = match near.is_empty() {
            true => format!(
                "it has no series of that kind, but {}",
                words.into_iter().collect::<Vec<_>>().join(", ")
            ),
            false => format!("there are {}", near.join(", ")),
        };
        let name = &self.name;
        Failure::refuse(format!(
            "{name} has no series {series}; {there} (tangency plot {name} lists all)"
        ))
    }

    /// Names of all series, of vectors without their components.
    pub fn available(&self) -> Vec<String> {
        let mut all = BTreeSet::new();
        for path in self.leaves.paths() {
            let names: Vec<&str> = path.iter().map(String::as_str).collect();
            all.insert(match names[..] {
                ["energy", name] => format!("energy:{name}"),
                [.., "bodies", body, name @ ("kinetic" | "elastic")] => {
                    format!("energy:{body}.{name}")
                }
                [.., "contacts", pair, "force", _] => format!("contact:{pair}"),
                [.., subject, word, "x" | "y" | "z"] => format!("{word}:{subject}"),
                _ => format!("stat:{}", names.join(".")),
            });
        }
        if !self.run.frame_numbers().is_empty() {
            let bodies = &self.run.topology().body_names;
            all.extend(
                MOTIONS
                    .iter()
                    .flat_map(|word| bodies.iter().map(move |b| format!("{word}:{b}"))),
            );
        }
        all.extend(self.probes.names().map(|name| format!("probe:{name}")));
        all.into_iter().collect()
    }
}
