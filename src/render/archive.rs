//! All tables of a screen as a zip of CSV files.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{System, ZipWriter};

use super::about::About;
use super::csv::{self, Style};
use super::error::ExportError;
use super::gather::Gathered;

/// A file for each grid, after one that says what the tables are of.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn archive(gathered: Gathered, about: &About, style: Style<'_>) -> Result<Vec<u8>, ExportError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // The same bytes on every system: an archive says on which it was made.
    let options = SimpleFileOptions::default().system(System::Unix);
    let mut about_lines = about.lines();
    let mut number = 0;
    for grid in gathered.grids() {
        let grid = grid?;
        number += 1;
        let name = format!("{number:02}-{}.csv", in_file_name(&grid.title));
        zip.start_file(&name, options)?;
        zip.write_all(&csv::write(&grid, style)?)?;
        let mut said = vec![grid.title.clone()];
        said.extend(grid.notes.iter().cloned());
        if grid.hidden() > 0 {
            said.push(about.hidden(grid.hidden()));
        }
        about_lines.push((name, said.join(". ")));
    }
    zip.start_file(format!("00-{}.csv", in_file_name(about.texts().about)), options)?;
    zip.write_all(&csv::write_lines(&about_lines, style)?)?;
    Ok(zip.finish()?.into_inner())
}

/// A title in the letters of a file name.
fn in_file_name(title: &str) -> String {
    let mut letters = String::with_capacity(title.len());
    for letter in title.to_lowercase().chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => letters.push(letter),
            'ä' => letters.push_str("ae"),
            'ö' => letters.push_str("oe"),
            'ü' => letters.push_str("ue"),
            'ß' => letters.push_str("ss"),
            'á' => letters.push('a'),
            'é' => letters.push('e'),
            'í' => letters.push('i'),
            'ó' => letters.push('o'),
            'ú' => letters.push('u'),
            'ñ' => letters.push('n'),
            _ => letters.push(' '),
        }
    }
    letters.split_whitespace().collect::<Vec<&str>>().join("-")
}
