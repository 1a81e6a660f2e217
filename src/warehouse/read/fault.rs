//! What is wrong with feed files.

use std::collections::HashMap;
use std::fmt;

use indicatif::HumanCount;

use crate::warehouse::counted::{faults, rows};

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

/// The faults of a load. Rows with the same kind of fault are one line, with their number and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    kinds: Vec<OfKind>,
    /// Where the faults of rows are in `kinds`.
    at: HashMap<Kind, usize>,
    table: &'static str,
    /// How many there are, whether listed or not.
    pub count: u64,
}

/// What the faults of one kind have in common: the table, the column and what is wrong, without its values.
type Kind = (&'static str, Option<String>, String);

/// The faults of one kind: those of each value, up to [`VALUES`] values, and those of others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OfKind {
    values: Vec<Alike>,
    others: Option<Alike>,
    /// Whether only the values differ with which the texts begin.
    is_of_values: bool,
}

/// Faults that say the same: the first of them, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Alike {
    first: Vec<Fault>,
    rows: u64,
}

/// How many faults of a kind are listed one by one, and whose lines are named where there are more.
const LISTED: usize = 3;

/// The most values of a kind that are counted one by one; further ones are counted together.
const VALUES: usize = 20;

impl Alike {
    fn add(&mut self, faults: &[Fault], rows: u64) {
        let room = LISTED.saturating_sub(self.first.len());
        self.first.extend(faults.iter().take(room).cloned());
        self.rows += rows;
    }

    /// Each fault, or one that says how many there are. `what` is that of all.
    fn listed(self, what: impl FnOnce(&Fault) -> String) -> Vec<Fault> {
        if self.rows <= LISTED as u64 {
            return self.first;
        }
        let Some(first) = self.first.first() else { return Vec::new() };
        let line = |fault: &Fault| match fault.line {
            Some(line) if fault.file == first.file => line.to_string(),
            Some(line) => format!("{}:{line}", fault.file),
            None => fault.file.clone(),
        };
        let lines: Vec<String> = self.first.iter().map(line).collect();
        let what = format!("{}, first on lines {}: {}", rows(self.rows), lines.join(", "), what(first));
        vec![Fault { what, ..first.clone() }]
    }
}

impl OfKind {
    fn add(&mut self, faults: &[Fault], rows: u64) {
        let Some(first) = faults.first() else { return };
        self.is_of_values &= self.values.first().is_none_or(|known| tail(&known.first[0].what) == tail(&first.what));
        let full = self.values.len() == VALUES;
        match self.values.iter_mut().find(|known| known.first[0].what == first.what) {
            Some(known) => known.add(faults, rows),
            None if full => self.others.get_or_insert(Alike { first: Vec::new(), rows: 0 }).add(faults, rows),
            None => self.values.push(Alike { first: faults.iter().take(LISTED).cloned().collect(), rows }),
        }
    }

    fn listed(&self) -> Vec<Fault> {
        let (repeated, single): (Vec<&Alike>, Vec<&Alike>) =
            self.values.iter().partition(|known| known.rows > LISTED as u64);
        let mut listed: Vec<Fault> =
            repeated.into_iter().flat_map(|known| known.clone().listed(|first| first.what.clone())).collect();
        let mut rest = Alike { first: Vec::new(), rows: 0 };
        // The first rows, whatever their values.
        let mut first: Vec<&Fault> =
            single.iter().copied().chain(&self.others).flat_map(|alike| &alike.first).collect();
        let files: Vec<&str> = first.iter().map(|fault| fault.file.as_str()).collect();
        first.sort_by_key(|fault| (files.iter().position(|file| *file == fault.file), fault.line));
        let first: Vec<Fault> = first.into_iter().take(LISTED).cloned().collect();
        rest.add(&first, single.iter().copied().chain(&self.others).map(|alike| alike.rows).sum());
        let is_one = single.len() == 1 && self.others.is_none();
        listed.extend(rest.listed(|first| match &first.column {
            _ if is_one => first.what.clone(),
            Some(column) if self.is_of_values => format!("{column}{}", tail(&first.what)),
            _ => format!("such as: {}", first.what),
        }));
        listed
    }
}

/// What follows the value that a text begins with.
fn tail(what: &str) -> &str {
    let quoted = what.strip_prefix('"').and_then(|rest| {
        let mut escaped = false;
        let end = rest.find(|c: char| match (escaped, c) {
            (false, '"') => true,
            (was, c) => {
                escaped = !was && c == '\\';
                false
            }
        })?;
        Some(rest[end + 1..].trim_start_matches("..."))
    });
    match quoted {
        Some(rest) => rest,
        None if what.starts_with(|c: char| c.is_ascii_digit()) => {
            what.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | ':'))
        }
        None => what,
    }
}

/// A text without its values: what is in quotation marks, and numbers.
fn without_values(what: &str) -> String {
    let (mut plain, mut quoted, mut escaped) = (String::with_capacity(what.len()), false, false);
    for c in what.chars() {
        match c {
            '"' if !escaped => quoted = !quoted,
            _ if quoted => {}
            '0'..='9' => {}
            c => plain.push(c),
        }
        escaped = quoted && c == '\\' && !escaped;
    }
    plain
}

/// That a workbook has several sheets, and nothing says which is read.
pub(super) fn of_sheets(names: &[String]) -> String {
    let listed: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    format!("the workbook has the sheets {}; name one with sheet in a mapping", listed.join(", "))
}

/// What is wrong with a value of a foreign file, which nobody writes again by hand: the mapping says how its dates are
/// written.
pub(super) fn of_foreign(what: String, column: &str) -> String {
    match what.rsplit_once("; write YYYY-MM-DD") {
        None => what,
        Some((start, time)) => {
            let pattern = if time.is_empty() { "%d.%m.%Y" } else { "%d.%m.%Y %H:%M:%S" };
            format!("{start} as YYYY-MM-DD{time}; set format for {column} in the mapping, such as {pattern:?}")
        }
    }
}

impl Faults {
    /// How many lines are listed.
    pub const SHOWN: usize = 1_000;

    /// A single one.
    pub fn one(fault: Fault) -> Faults {
        let mut faults = Faults::default();
        faults.push(fault);
        faults
    }

    /// The table that the next faults are of.
    pub(in crate::warehouse) fn are_of(&mut self, table: &'static str) {
        self.table = table;
    }

    /// Adds one that is listed by itself.
    pub fn push(&mut self, fault: Fault) {
        self.count += 1;
        if self.kinds.len() < Self::SHOWN {
            let values = vec![Alike { first: vec![fault], rows: 1 }];
            self.kinds.push(OfKind { values, others: None, is_of_values: false });
        }
    }

    /// Adds one of a row.
    pub fn of_row(&mut self, fault: Fault) {
        self.of_rows(&[fault], 1);
    }

    /// Adds those of so many rows that say the same; `first` are some of them.
    pub(in crate::warehouse) fn of_rows(&mut self, first: &[Fault], rows: u64) {
        self.count += rows;
        let Some(fault) = first.first() else { return };
        let kind = (self.table, fault.column.clone(), without_values(&fault.what));
        let next = self.kinds.len();
        let at = match self.at.get(&kind) {
            Some(at) => *at,
            None if next == Self::SHOWN => return,
            None => {
                self.at.insert(kind, next);
                self.kinds.push(OfKind { values: Vec::new(), others: None, is_of_values: true });
                next
            }
        };
        self.kinds[at].add(first, rows);
    }

    /// Adds those of so many rows with other values than these faults of their kind.
    pub(in crate::warehouse) fn of_others(&mut self, first: &[Fault], rows: u64) {
        self.count += rows;
        let kind = first.first().map(|fault| (self.table, fault.column.clone(), without_values(&fault.what)));
        if rows > 0
            && let Some(at) = kind.and_then(|kind| self.at.get(&kind))
        {
            self.kinds[*at].others.get_or_insert(Alike { first: Vec::new(), rows: 0 }).add(first, rows);
        }
    }

    /// Calls a function with each fault that may be listed.
    pub(in crate::warehouse) fn each(&mut self, mut change: impl FnMut(&mut Fault)) {
        let alike = self.kinds.iter_mut().flat_map(|kind| kind.values.iter_mut().chain(&mut kind.others));
        alike.flat_map(|alike| &mut alike.first).for_each(&mut change);
    }

    /// The faults as they are listed.
    pub fn listed(&self) -> Vec<Fault> {
        self.kinds.iter().flat_map(OfKind::listed).take(Self::SHOWN).collect()
    }

    /// Gives files other names; None for those that keep theirs.
    pub fn rename(&mut self, name: impl Fn(&str) -> Option<String>) {
        let alike = self.kinds.iter_mut().flat_map(|kind| kind.values.iter_mut().chain(&mut kind.others));
        for fault in alike.flat_map(|alike| &mut alike.first) {
            if let Some(name) = name(&fault.file) {
                fault.file = name;
            }
        }
    }

    /// Sorts the kinds by their first fault.
    pub(in crate::warehouse) fn sort_by_key<K: Ord>(&mut self, key: impl Fn(&Fault) -> K) {
        let first = |kind: &OfKind| kind.values.iter().flat_map(|known| &known.first).map(&key).min();
        self.kinds.sort_by_cached_key(first);
        self.at.clear();
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in self.listed() {
            writeln!(f, "{fault}")?;
        }
        let known = self.kinds.iter().flat_map(|kind| kind.values.iter().chain(&kind.others));
        match self.count - known.map(|known| known.rows).sum::<u64>() {
            0 => write!(f, "{}; nothing was loaded", faults(self.count)),
            more => write!(f, "and {} more, {} in all; nothing was loaded", HumanCount(more), faults(self.count)),
        }
    }
}

/// The start of a value for an error message, in quotation marks and with escapes.
pub(in crate::warehouse) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("{start:?}...") } else { format!("{start:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: u64, what: &str) -> Fault {
        Fault { file: "logins.csv".into(), line: Some(line), column: Some("Who".into()), what: what.into() }
    }

    fn listed(faults: &Faults) -> Vec<String> {
        faults.listed().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn up_to_three_rows_are_listed_one_by_one() {
        let mut faults = Faults::default();
        for line in 2..5 {
            faults.of_row(fault(line, &format!("\"a\\\"{line}\" is not a date")));
        }
        assert_eq!(
            listed(&faults),
            [2, 3, 4].map(|line| format!("logins.csv:{line}:Who: \"a\\\"{line}\" is not a date"))
        );
        assert!(faults.to_string().ends_with("\n3 faults; nothing was loaded"));
    }

    #[test]
    fn a_kind_is_one_line_and_a_value_that_repeats_another() {
        let mut faults = Faults::default();
        for line in 2..2_002 {
            faults.of_row(fault(line, &format!("\"x{line}\" is not in members")));
            if line % 2 == 0 {
                faults.of_row(fault(line, "\"none\" is not in members"));
            }
        }
        faults.of_row(fault(7, "3 of poll 2 is not in poll_options"));
        assert_eq!(
            listed(&faults),
            [
                "logins.csv:2:Who: 1,000 rows, first on lines 2, 4, 6: \"none\" is not in members",
                "logins.csv:2:Who: 2,000 rows, first on lines 2, 3, 4: Who is not in members",
                "logins.csv:7:Who: 3 of poll 2 is not in poll_options",
            ]
        );
        assert!(faults.to_string().ends_with("\n3,001 faults; nothing was loaded"));
    }

    #[test]
    fn what_differs_in_more_than_a_value_is_shown_by_an_example() {
        let mut faults = Faults::default();
        for line in 2..6 {
            let what = format!("\"{line}\" is already in logins.csv on line {}; keep one", line - 1);
            faults.of_row(Fault { file: format!("logins-{}.csv", line / 4), ..fault(line, &what) });
        }
        assert_eq!(
            listed(&faults),
            [
                "logins-0.csv:2:Who: 4 rows, first on lines 2, 3, logins-1.csv:4: such as: \"2\" is already in logins.csv on line 1; keep one"
            ]
        );
    }

    #[test]
    fn tables_and_columns_are_kinds_of_their_own() {
        let mut faults = Faults::default();
        for table in ["logins", "members"] {
            faults.are_of(table);
            faults.of_rows(&[fault(2, "\"x\" is wrong")], 5);
        }
        faults.of_rows(&[Fault { column: None, ..fault(2, "\"x\" is wrong") }], 7);
        assert_eq!(faults.listed().len(), 3);
        faults.of_others(&[fault(2, "\"x\" is wrong")], 0);
        assert_eq!(faults.listed().len(), 3);
        faults.of_others(&[fault(2, "\"x\" is wrong")], 8);
        assert_eq!(
            listed(&faults)[1..3],
            [
                "logins.csv:2:Who: 5 rows, first on lines 2: \"x\" is wrong",
                "logins.csv:2:Who: 8 rows, first on lines 2: Who is wrong"
            ]
        );
        for line in 0..2_000 {
            faults.push(fault(line, "is one of many"));
        }
        assert_eq!((faults.listed().len(), faults.count), (Faults::SHOWN, 2_025));
        assert!(faults.to_string().ends_with("\nand 1,003 more, 2,025 faults in all; nothing was loaded"));
    }
}
