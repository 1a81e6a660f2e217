//! Decodes Parquet, workbooks and JSON in a process of its own, so that a crafted file harms nothing else.

mod json;
mod parquet;
mod relation;
mod workbook;

use std::io::{self, Write};
use std::path::Path;

use super::format::Format;
use super::frames::{END, FAULT, LONGEST_NAME, Stop, text};

pub(in crate::warehouse) use relation::relation;

/// Writes the rows of a file as text. `sheet` is the one to read of a workbook that has several.
///
/// # Errors
/// Errors of the output. What is wrong with the file is part of the output.
pub fn decode(path: &Path, sheet: Option<&str>, output: impl Write) -> io::Result<()> {
    let mut output = io::BufWriter::with_capacity(64 * 1024, output);
    let decoded = match Format::of(path) {
        Format::Parquet => parquet::decode(path, &mut output),
        Format::Workbook => workbook::decode(path, sheet, &mut output),
        Format::Json => json::decode(path, &mut output),
        Format::Csv => Err(Stop::Fault("the file is text, which needs no decoding".to_owned())),
    };
    match decoded {
        Ok(()) => output.write_all(&[END])?,
        Err(Stop::Fault(what)) => {
            output.write_all(&[FAULT])?;
            // Whoever sent the file need not know where it lies.
            let folder = path.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
            let what = if folder == "/" { what } else { what.replace(&folder, "") };
            text(&mut output, &what.chars().take(LONGEST_NAME).collect::<String>())?;
        }
        Err(Stop::Gone(error)) => return Err(error),
    }
    output.flush()
}
