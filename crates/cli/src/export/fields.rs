//! Fields of a run by the words of the command line.

use tangency_io::export::{FieldCatalogue, FieldSelection};
use tangency_io::run_folder::{FieldLayout, FieldLocation, RunReader};

use crate::arguments::Format;
use crate::failure::Failure;
use crate::output::{note, say, table};

/// The field that pairs are points by.
const PLACE: &str = "pair.position";

/// Prints name and shape of each field.
pub fn list(run: &RunReader) -> Result<(), Failure> {
    let catalogue = FieldCatalogue::of(run).map_err(Failure::input)?;
    if catalogue.fields().is_empty() {
        say(&none(run));
        return Ok(());
    }
    let row = |field: &FieldLayout| {
        let axes = field.shape.iter().map(|n| format!(", {n}"));
        let axes: String = axes.collect();
        vec![field.key(), format!("(n{axes})")]
    };
    let rows: Vec<Vec<String>> = catalogue.fields().iter().map(row).collect();
    say(&table(&rows));
    Ok(())
}

/// The fields that are meant by `all` or names with commas, as far as the format has a place for them.
pub fn select(words: &str, format: Format, run: &RunReader) -> Result<FieldSelection, Failure> {
    let catalogue = FieldCatalogue::of(run).map_err(Failure::input)?;
    let places = places(format);
    let extension = format.extension();
    if places.is_empty() {
        return Err(Failure::refuse(format!(
            "a .{extension} export has no place for fields; those to vtu, ply and usda have"
        )));
    }
    if catalogue.fields().is_empty() {
        return Err(Failure::refuse(none(run)));
    }
    let names: Vec<&str> = (words.split(',').map(str::trim))
        .filter(|name| !name.is_empty())
        .collect();
    if names.is_empty() {
        return Err(Failure::refuse(format!(
            "--fields names no field: say all, or some of {}",
            keys(catalogue.fields())
        )));
    }
    let mut taken = FieldSelection::default();
    let mut left_out = Vec::new();
    for name in names {
        let named = named(&catalogue, name, run)?;
        let is_here = |field: &&FieldLayout| places.contains(&field.location);
        if !named.fields().iter().any(|field| is_here(&field)) {
            return Err(Failure::refuse(format!(
                "a .{extension} export has no place for {}, only for fields of {}",
                keys(named.fields()),
                words_of(places)
            )));
        }
        left_out.extend(named.fields().iter().filter(|f| !is_here(f)).cloned());
        taken.add(named);
    }
    if !left_out.is_empty() {
        let (left_out, places) = (keys(&left_out), words_of(places));
        note(&format!(
            "a .{extension} export has fields of {places} only; left out: {left_out}"
        ));
    }
    taken.retain(|field| places.contains(&field.location));
    with_places(taken, &catalogue, run)
}

/// The fields of a name, or all.
fn named(
    catalogue: &FieldCatalogue,
    name: &str,
    run: &RunReader,
) -> Result<FieldSelection, Failure> {
    let found = match name {
        "all" => Some(catalogue.all()),
        _ => catalogue.named(name),
    };
    found.ok_or_else(|| {
        let (folder, known) = (run.folder().display(), keys(catalogue.fields()));
        Failure::refuse(format!("{folder} has no field {name}; it has {known}"))
    })
}

/// The selection with the places of pairs, where fields of pairs are asked for.
fn with_places(
    mut taken: FieldSelection,
    catalogue: &FieldCatalogue,
    run: &RunReader,
) -> Result<FieldSelection, Failure> {
    if !taken.has(FieldLocation::Pair) {
        return Ok(taken);
    }
    match catalogue.named(PLACE) {
        Some(place) => {
            taken.add(place);
            Ok(taken)
        }
        None => Err(Failure::refuse(format!(
            "{} has fields of pairs, but not {PLACE}, by which they are points; name the fields of vertices and elements",
            run.folder().display()
        ))),
    }
}

/// Says in how many of the frames the fields are unknown; refuses where it is all of them.
pub fn tell_of_unknown(
    selection: &FieldSelection,
    run: &RunReader,
    numbers: &[u64],
) -> Result<(), Failure> {
    if selection.fields().is_empty() {
        return Ok(());
    }
    let (mut without, mut partly) = (0, 0);
    for &number in numbers {
        let there = run.field_layouts(number).map_err(Failure::input)?;
        let is_missing =
            |field: &FieldLayout| field.location != FieldLocation::Pair && !there.contains(field);
        if there.is_empty() {
            without += 1;
        } else if selection.fields().iter().any(is_missing) {
            partly += 1;
        }
    }
    let frames = numbers.len();
    if without == frames {
        let with = run.field_numbers().map_err(Failure::input)?;
        let with: Vec<String> = with.iter().take(5).map(u64::to_string).collect();
        return Err(Failure::refuse(format!(
            "none of the frames asked for has fields; the first that have are {}",
            with.join(", ")
        )));
    }
    if without + partly > 0 {
        note(&format!(
            "{without} of {frames} frames have no fields, {partly} not all of these: NaN stands there"
        ));
    }
    Ok(())
}

/// The things that files of a format have fields of.
fn places(format: Format) -> &'static [FieldLocation] {
    use FieldLocation::{Pair, Segment, Tet, Triangle, Vertex};
    match format {
        Format::Vtu => &[Vertex, Tet, Triangle, Segment, Pair],
        Format::Usda => &[Vertex, Tet, Triangle, Segment],
        Format::Ply => &[Vertex],
        Format::Obj | Format::Glb | Format::Pc2 => &[],
    }
}

fn none(run: &RunReader) -> String {
    format!(
        "{} has no fields; `fields` under [output] of a scene makes its runs write them",
        run.folder().display()
    )
}

fn keys(fields: &[FieldLayout]) -> String {
    let keys: Vec<String> = fields.iter().map(FieldLayout::key).collect();
    keys.join(", ")
}

fn words_of(locations: &[FieldLocation]) -> String {
    let words: Vec<&str> = locations.iter().map(|location| location.word()).collect();
    words.join(", ")
}
