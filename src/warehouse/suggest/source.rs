//! A file, or a sheet of a workbook, with what it may be.

use super::detect::Detected;
use super::guess::Guess;
use super::words::Spoken;

/// What one `[[file]]` of the mapping is for.
pub(super) struct Source {
    pub(super) file: String,
    /// What the names of the file and of the sheet speak of.
    pub(super) spoken: Spoken,
    pub(super) detected: Detected,
    /// Every table, the likeliest first; known once the files are related.
    pub(super) guesses: Vec<Guess>,
}

impl Source {
    pub(super) fn new(file: String, detected: Detected) -> Source {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        // The name of a workbook is about all of its sheets, unless a sheet has the name that it was born with.
        let spoken = Spoken::of(detected.dialect.sheet.as_deref().filter(|sheet| !is_unnamed(sheet)).unwrap_or(stem));
        Source { file, spoken, detected, guesses: Vec::new() }
    }

    pub(super) fn sheet(&self) -> Option<&str> {
        self.detected.dialect.sheet.as_deref()
    }

    /// The file, and the sheet behind a slash.
    pub(super) fn name(&self) -> String {
        self.sheet().map_or_else(|| self.file.clone(), |sheet| format!("{}/{sheet}", self.file))
    }
}

/// Whether a sheet has the name that a new one gets, such as `Sheet1`.
fn is_unnamed(sheet: &str) -> bool {
    let word = sheet.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end().to_lowercase();
    word.len() < sheet.len()
        && ["sheet", "tabelle", "hoja", "feuil", "blad", "planilha", "foglio", "folha"].contains(&&*word)
}
