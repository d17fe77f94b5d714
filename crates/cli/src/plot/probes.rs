//! The columns of `probes.csv`: time first, then `NAME.FIELD`.

use std::path::Path;

use crate::failure::Failure;

/// The content of the file; nothing where there is none.
#[derive(Default)]
pub struct Probes {
    names: Vec<String>,
    /// Time and numbers of each row.
    rows: Vec<Vec<f64>>,
}

impl Probes {
    /// Reads the file; one that is not there has no columns.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            read => read.map_err(|error| {
                Failure::refuse(format!("cannot read {}: {error}", path.display()))
            })?,
        };
        Self::parse(&text)
            .map_err(|problem| Failure::refuse(format!("{}: {problem}", path.display())))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        let header = lines.next().map_or("", |(_, line)| line);
        let names: Vec<String> = header
            .split(',')
            .map(|name| name.trim().trim_matches('"').to_owned())
            .collect();
        if !header.is_empty() && names[0] != "time" {
            return Err(format!("the first column is {:?}, not time", names[0]));
        }
        let row = |(number, line): (usize, &str)| {
            // A cell without a number is a probe that had none.
            let cells: Vec<f64> = line
                .split(',')
                .map(|c| c.trim().parse().unwrap_or(f64::NAN))
                .collect();
            match cells.len() == names.len() {
                true => Ok(cells),
                false => Err(format!(
                    "line {} has {} cells for {} columns",
                    number + 1,
                    cells.len(),
                    names.len()
                )),
            }
        };
        let rows = lines.map(row).collect::<Result<_, _>>()?;
        Ok(Self { names, rows })
    }

    /// Names of the columns after the time.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.names.iter().skip(1)
    }

    /// Time and number of a column.
    pub fn column(&self, name: &str) -> Option<Vec<[f64; 2]>> {
        let place = self.names.iter().skip(1).position(|n| n == name)? + 1;
        Some(self.rows.iter().map(|row| [row[0], row[place]]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_by_name() {
        let probes = Probes::parse("time,tip.velocity.y,tip.gap\n0.1,2,\n0.2,3,4\n").unwrap();
        assert_eq!(
            probes.column("tip.velocity.y").unwrap(),
            [[0.1, 2.0], [0.2, 3.0]]
        );
        assert!(probes.column("tip.gap").unwrap()[0][1].is_nan());
        assert!(probes.column("time").is_none());
        assert!(Probes::parse("time,a\n1,2,3\n").is_err());
        assert!(Probes::parse("a,b\n").is_err());
    }
}
