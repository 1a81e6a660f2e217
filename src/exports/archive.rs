//! All tables of a screen as a zip of CSV files.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::about::About;
use super::csv::{self, Style};
use super::error::ExportError;
use super::gather::Gathered;

/// A file for each sheet, after one that says what the tables are of.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn archive(gathered: Gathered, about: &About, style: Style<'_>) -> Result<Vec<u8>, ExportError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut about_lines = about.lines();
    let mut number = 0;
    for sheet in gathered.sheets() {
        let sheet = sheet?;
        number += 1;
        let name = format!("{number:02}-{}.csv", in_file_name(&sheet.title));
        zip.start_file(&name, SimpleFileOptions::default())?;
        zip.write_all(&csv::write(&sheet, style)?)?;
        let mut said = vec![sheet.title.clone()];
        said.extend(sheet.notes.iter().cloned());
        if sheet.hidden() > 0 {
            said.push(about.hidden(sheet.hidden()));
        }
        about_lines.push((name, said.join(". ")));
    }
    zip.start_file("00-about.csv", SimpleFileOptions::default())?;
    zip.write_all(&csv::write_lines(&about_lines, style)?)?;
    Ok(zip.finish()?.into_inner())
}

/// A title in the letters of a file name.
fn in_file_name(title: &str) -> String {
    let letters: String = title
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' })
        .collect();
    letters.split_whitespace().collect::<Vec<&str>>().join("-")
}
