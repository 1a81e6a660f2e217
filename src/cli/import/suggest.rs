//! `bond import --suggest`

use std::path::{Path, PathBuf};

use super::super::failure::Failure;
use super::super::loads::has_packed;
use super::super::output::{note, say};
use super::super::table::table;
use crate::child;
use crate::clock::Clock;
use crate::config::Config;
use crate::loads::Incoming;
use crate::platform::files;
use crate::random::random_bytes;
use crate::screens::lacking;
use crate::warehouse::day::FactDays;
use crate::warehouse::load::{Decoder, ImportOptions};
use crate::warehouse::suggest::{Asked, Preview, SHOWN, Suggestion, suggest};

/// Faults of a preview that are printed.
const FAULTS: usize = 20;
/// The longest value of a preview, in characters.
const WIDEST: usize = 32;

/// Prints a proposed mapping to standard output, and to standard error what it makes of the first rows.
pub(super) fn run(inputs: &[PathBuf], tables: &[String], config: &Config) -> Result<(), Failure> {
    let mut asked = Asked::default();
    for said in tables {
        asked.say(said).map_err(|what| Failure::usage(format!("--as {said}: {what}")))?;
    }
    let clock = Clock::system(config.time_zone.as_deref())?;
    // What is packed is looked at unpacked.
    let (incoming, folder, unpacked);
    let inputs = if inputs.iter().any(|input| has_packed(input)) {
        folder = Scratch::create().map_err(|error| Failure::new(format!("no folder to unpack into: {error}")))?;
        incoming = Incoming::create(&folder.0).map_err(Failure::new)?;
        incoming.copy(inputs).map_err(Failure::usage)?;
        unpacked = [incoming.path().to_owned()];
        &unpacked[..]
    } else {
        inputs
    };
    let mut files = Vec::new();
    for input in inputs {
        files.extend(files_of(input).map_err(|error| Failure::new(format!("{}: {error}", input.display())))?);
    }
    if files.is_empty() {
        return Err(Failure::usage("there is no file to propose a mapping for"));
    }
    let options = ImportOptions {
        zone: clock.zone(),
        fact_days: FactDays { first: config.first_day, today: Some(clock.today()), ahead: config.days_ahead },
        decoder: Decoder::Executable(child::executable()),
        ..ImportOptions::default()
    };
    let suggestion = suggest(&files, &asked, &options)?;
    say(suggestion.mapping.trim_end());
    for preview in &suggestion.previews {
        note(format!("\n{}", shown(preview)));
    }
    note(format!("\n{}", summary(&suggestion)));
    note("\nSave the mapping as mapping.toml beside the files, correct it, and load them with `bond import FOLDER`.");
    if suggestion.refused.is_empty() {
        return Ok(());
    }
    let refused: Vec<String> = suggestion.refused.iter().map(ToString::to_string).collect();
    Err(Failure::usage(refused.join("\n")))
}

/// A folder that nobody else may read, for as long as it is used.
struct Scratch(PathBuf);

impl Scratch {
    fn create() -> std::io::Result<Scratch> {
        let name: String = random_bytes::<8>().iter().map(|byte| format!("{byte:02x}")).collect();
        let path = std::env::temp_dir().join(format!("bond-{name}"));
        files::make_folder(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The file itself, or the files of a folder that are not hidden.
fn files_of(input: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !input.is_dir() {
        return Ok(vec![input.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(input)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_file() && !hidden && path.extension().is_none_or(|extension| extension != "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// What is missing, and what that costs.
fn summary(suggestion: &Suggestion) -> String {
    let mut text = String::new();
    for ignored in &suggestion.ignored {
        let sheet = ignored.sheet.as_ref().map_or(String::new(), |sheet| format!("/{sheet}"));
        text += &format!("{}{sheet} is left out: {}.\n", ignored.file, ignored.reason);
    }
    for (table, figures) in lacking(&suggestion.filled()) {
        text += &match figures.as_slice() {
            [] => format!("No {table}.\n"),
            figures => format!("No {table}: these figures stay empty: {}.\n", figures.join(", ")),
        };
    }
    text.truncate(text.trim_end().len());
    text
}

/// The rows of a preview as a table, and what is wrong with them.
fn shown(preview: &Preview) -> String {
    let mut text = format!("{} as rows of {}, the first {SHOWN}:\n", preview.file, preview.table);
    let mut rows = vec![preview.columns.iter().map(|column| (*column).to_owned()).collect::<Vec<_>>()];
    rows.extend(preview.rows.iter().map(|row| row.iter().map(|value| cell(value)).collect()));
    text += &table(&rows);
    if preview.rows.is_empty() {
        text += "\n(no rows)";
    }
    for fault in preview.faults.iter().take(FAULTS) {
        text += &format!("\n{fault}");
    }
    match preview.faults.len() {
        all if all > FAULTS => text += &format!("\nand {} more", all - FAULTS),
        _ => {}
    }
    text
}

/// A value in one line, without control characters.
fn cell(value: &str) -> String {
    let plain: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).take(WIDEST).collect();
    if plain.len() < value.len() { format!("{plain}...") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_is_a_table_with_what_is_missing() {
        let preview = Preview {
            file: "a.csv".to_owned(),
            table: "logins",
            columns: vec!["member_id", "logged_in_at"],
            rows: vec![vec!["M1\u{1b}[0m".to_owned(), "2026-03-01 10:00:00".to_owned()]],
            faults: Vec::new(),
        };
        assert_eq!(
            shown(&preview),
            "a.csv as rows of logins, the first 20:\nmember_id  logged_in_at\nM1 [0m     2026-03-01 10:00:00"
        );
    }
}
