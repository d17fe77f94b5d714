//! The table of a study: one row a run, in the order of their numbers, as CSV and as Parquet.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use tangency_io::write_whole;

use super::manifest::{Manifest, RunEntry};
use super::parquet;
use crate::failure::Failure;
use crate::output::quoted;

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Name in the first line.
    pub name: String,
    /// Cells, one a run.
    pub cells: Cells,
}

/// Cells of one type; nothing where there is no value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", content = "values", rename_all = "lowercase")]
pub enum Cells {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Numbers.
    Number(Vec<Option<f64>>),
    /// True or false.
    Truth(Vec<Option<bool>>),
    /// Words.
    Text(Vec<Option<String>>),
}

/// The columns of a study.
pub fn columns(manifest: &Manifest) -> Vec<Column> {
    let runs = &manifest.runs;
    let mut columns = vec![column("run", Cells::Whole, runs, |run| {
        Some(run.number as i64)
    })];
    let parameters = runs.first().map_or(0, |run| run.parameters.len());
    for k in 0..parameters {
        let name = &runs[0].parameters[k].0;
        let values: Vec<&Value> = runs.iter().map(|run| &run.parameters[k].1).collect();
        columns.push(Column {
            name: name.clone(),
            cells: of_values(&values),
        });
    }
    let state = |run: &RunEntry| Some(run.outcome.state.word().to_owned());
    let certificate = |run: &RunEntry| run.outcome.certificate.clone();
    columns.extend([
        column("state", Cells::Text, runs, state),
        column("steps", Cells::Whole, runs, |run| {
            Some(certificate(run)?.steps as i64)
        }),
        column("verified", Cells::Truth, runs, |run| {
            Some(certificate(run)?.verified)
        }),
        column("min_distance", Cells::Number, runs, |run| {
            certificate(run)?.min_distance
        }),
    ]);
    for measure in &manifest.measures {
        let value = |run: &RunEntry| {
            let mut measured = run.outcome.measured.iter();
            measured.find(|(of, _)| *of == measure.of)?.1
        };
        columns.push(column(&measure.name, Cells::Number, runs, value));
    }
    let failure = |run: &RunEntry| run.outcome.failure.clone();
    columns.push(column("failure", Cells::Text, runs, failure));
    columns
}

/// Writes `table.csv` and `table.parquet`, each whole or not at all.
pub fn write(folder: &Path, columns: &[Column]) -> Result<(), Failure> {
    let csv = csv(columns);
    write_whole(&folder.join("table.csv"), csv.as_bytes()).map_err(Failure::step)?;
    let bytes = parquet::bytes(columns)?;
    write_whole(&folder.join("table.parquet"), &bytes).map_err(Failure::step)
}

fn column<T>(
    name: &str,
    kind: fn(Vec<Option<T>>) -> Cells,
    runs: &[RunEntry],
    cell: impl Fn(&RunEntry) -> Option<T>,
) -> Column {
    Column {
        name: name.to_owned(),
        cells: kind(runs.iter().map(cell).collect()),
    }
}

/// Values of a parameter: numbers, truths, or texts (lists as JSON).
fn of_values(values: &[&Value]) -> Cells {
    if values.iter().all(|value| value.is_number()) {
        return Cells::Number(values.iter().map(|value| value.as_f64()).collect());
    }
    if values.iter().all(|value| value.is_boolean()) {
        return Cells::Truth(values.iter().map(|value| value.as_bool()).collect());
    }
    let text = |value: &&Value| match value {
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    Cells::Text(values.iter().map(text).collect())
}

fn csv(columns: &[Column]) -> String {
    let names: Vec<String> = columns.iter().map(|column| quoted(&column.name)).collect();
    let mut text = names.join(",") + "\n";
    let rows = columns.first().map_or(0, |column| column.cells.len());
    for row in 0..rows {
        let cells: Vec<String> = columns.iter().map(|c| c.cells.text(row)).collect();
        text += &(cells.join(",") + "\n");
    }
    text
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Self::Whole(cells) => cells.len(),
            Self::Number(cells) => cells.len(),
            Self::Truth(cells) => cells.len(),
            Self::Text(cells) => cells.len(),
        }
    }

    fn text(&self, row: usize) -> String {
        let text = match self {
            Self::Whole(cells) => cells[row].map(|x| x.to_string()),
            Self::Number(cells) => cells[row].map(|x| format!("{x:?}")),
            Self::Truth(cells) => cells[row].map(|x| x.to_string()),
            Self::Text(cells) => cells[row].as_deref().map(quoted),
        };
        text.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_without_a_value_are_empty_and_words_are_quoted() {
        let columns = [
            Column {
                name: "a,b".into(),
                cells: Cells::Number(vec![Some(0.1), None]),
            },
            Column {
                name: "c".into(),
                cells: Cells::Text(vec![None, Some("x \"y\"\nz".into())]),
            },
        ];
        assert_eq!(csv(&columns), "\"a,b\",c\n0.1,\n,\"x \"\"y\"\"\nz\"\n");
    }
}
