//! Why rows of a foreign file are not loaded.

use serde::{Deserialize, Serialize};

/// Rows that a mapping leaves out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// A part of a sentence, such as `"Card" has no value`.
    pub why: String,
    pub rows: u64,
    /// The first lines.
    pub lines: Vec<u64>,
}

/// How many lines are named.
pub(in crate::warehouse) const LINES: usize = 3;

/// What is counted while a file is read: the reasons in the order in which they were met.
#[derive(Debug)]
pub(in crate::warehouse) struct Reasons<W> {
    found: Vec<(W, u64, Vec<u64>)>,
}

impl<W> Default for Reasons<W> {
    fn default() -> Reasons<W> {
        Reasons { found: Vec::new() }
    }
}

impl<W: PartialEq> Reasons<W> {
    pub(super) fn count(&mut self, why: W, line: u64) {
        // There are as many reasons as conditions of a table, and a few more.
        let at = self.found.iter().position(|(known, ..)| *known == why);
        let at = at.unwrap_or_else(|| {
            self.found.push((why, 0, Vec::new()));
            self.found.len() - 1
        });
        let (_, rows, lines) = &mut self.found[at];
        *rows += 1;
        if lines.len() < LINES {
            lines.push(line);
        }
    }

    /// The reasons in words.
    pub(super) fn told(self, why: impl Fn(&W) -> String) -> Vec<LeftOut> {
        self.found.into_iter().map(|(of, rows, lines)| LeftOut { why: why(&of), rows, lines }).collect()
    }
}

impl LeftOut {
    /// Why a row is left out whose key another row has.
    pub(in crate::warehouse) const REPEATED: &str = "another row has the same key";

    /// How many rows are left out for their keys.
    pub(in crate::warehouse) fn repeated(all: &[LeftOut]) -> u64 {
        all.iter().filter(|one| one.why == Self::REPEATED).map(|one| one.rows).sum()
    }

    /// How many rows are left out in all.
    pub(in crate::warehouse) fn sum(all: &[LeftOut]) -> u64 {
        all.iter().map(|one| one.rows).sum()
    }
}
