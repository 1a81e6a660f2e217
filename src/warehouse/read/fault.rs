//! What is wrong with feed files.

use std::fmt;

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file's name, without its folder.
    pub file: String,
    /// From 1; in a Parquet file the number of the row. None for a fault of the whole file.
    pub line: Option<u64>,
    pub column: Option<String>,
    /// What is wrong, with an excerpt of the value, and what to do.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        if let Some(column) = &self.column {
            write!(f, "{column}:")?;
        }
        write!(f, " {}", self.what)
    }
}

/// The faults of a load: the first [`Faults::SHOWN`] and their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    pub first: Vec<Fault>,
    pub count: u64,
}

impl Faults {
    /// How many are stored in full.
    pub const SHOWN: usize = 1_000;

    /// A single one.
    pub fn one(fault: Fault) -> Faults {
        Faults { first: vec![fault], count: 1 }
    }

    /// Counts one more, and stores it if there is room.
    pub fn push(&mut self, fault: Fault) {
        self.count += 1;
        if self.first.len() < Self::SHOWN {
            self.first.push(fault);
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.first {
            writeln!(f, "{fault}")?;
        }
        match self.count - self.first.len() as u64 {
            0 => write!(f, "{} {}; nothing was loaded", self.count, if self.count == 1 { "fault" } else { "faults" }),
            more => write!(f, "and {more} more, {} faults in all; nothing was loaded", self.count),
        }
    }
}

/// The start of a value for an error message, in quotation marks and with escapes.
pub(in crate::warehouse) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("{start:?}...") } else { format!("{start:?}") }
}
