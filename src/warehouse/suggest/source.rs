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
    /// Every table, the likeliest first.
    pub(super) guesses: Vec<Guess>,
}

impl Source {
    pub(super) fn new(file: String, detected: Detected) -> Source {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        let spoken = Spoken::of(&format!("{stem} {}", detected.dialect.sheet.as_deref().unwrap_or_default()));
        let guesses = Guess::all(&spoken, &detected);
        Source { file, spoken, detected, guesses }
    }

    pub(super) fn sheet(&self) -> Option<&str> {
        self.detected.dialect.sheet.as_deref()
    }

    /// The file, and the sheet behind a slash.
    pub(super) fn name(&self) -> String {
        self.sheet().map_or_else(|| self.file.clone(), |sheet| format!("{}/{sheet}", self.file))
    }
}
