//! The rows of a foreign file, by its mapping. The checks are those of the feed; faults name the columns of the file.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::cell::Cell;
use super::fault::{Fault, Faults, excerpt, of_foreign};
use super::left_out::{LeftOut, Reasons};
use super::row::{Checks, Rows, Sink};
use super::stored::Stored;
use crate::warehouse::day::FactDays;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::feed::{Column, Type};
use crate::warehouse::mapping::{
    Condition, Context, Distinct, MappedTable, Memory, Rule, Seen, Worked, composed, first_day, kind_column, space,
};

/// A value that is not shown.
const HIDDEN: &str = "the value (not shown, because it may be personal)";

/// Columns of the file that a message lists.
const LISTED: usize = 30;

/// A foreign file and how it is read.
pub(super) struct Given<'a> {
    pub(super) file: String,
    /// The mapping's name, for faults.
    pub(super) mapping: &'a str,
    pub(super) mapped: &'a MappedTable,
    pub(super) context: Context<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) faults: &'a mut Faults,
    /// Tables that read the same file before, and record the faults of its form: those of rows, if they take them.
    pub(super) before: Vec<&'a MappedTable>,
}

/// The rows of a foreign file.
pub(super) struct MappedRows<'a> {
    given: Given<'a>,
    checks: Checks,
    names: Vec<String>,
    /// The indices of the conditions' columns.
    conditions: Vec<usize>,
    /// How each column of the table is filled.
    fills: Vec<Fill<'a>>,
    left_out: Reasons<Why>,
}

/// Why the mapping leaves a row out.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Why {
    /// By which condition.
    Condition(usize),
    /// By the value of which column of the table.
    Value(usize),
    /// By its key.
    Repeated,
}

/// How a column is filled.
enum Fill<'a> {
    Rule(&'a Rule, Vec<usize>),
    /// By the column of the same name.
    Own(usize),
    Nothing,
}

impl<'a> MappedRows<'a> {
    pub(super) fn new(given: Given<'a>, days: FactDays) -> MappedRows<'a> {
        let checks = Checks::new(given.mapped.table, days);
        let (names, conditions, fills) = (Vec::new(), Vec::new(), Vec::new());
        MappedRows { given, checks, names, conditions, fills, left_out: Reasons::default() }
    }

    /// Why rows were left out.
    pub(super) fn left_out(self) -> Vec<LeftOut> {
        let (mapped, mapping) = (self.given.mapped, self.given.mapping);
        self.left_out.told(|why| match *why {
            Why::Condition(at) => unmet(&mapped.only[at]),
            Why::Value(index) => {
                let label = mapped.label(mapping, mapped.table.columns[index].name);
                format!("{} has a value that otherwise leaves out", excerpt(&label))
            }
            Why::Repeated => LeftOut::REPEATED.to_owned(),
        })
    }

    fn add(&mut self, line: u64, column: &Column, what: String) {
        let column = Some(self.given.mapped.label(self.given.mapping, column.name));
        self.given.faults.of_row(Fault { file: self.given.file.clone(), line: Some(line), column, what });
    }

    /// A fault of the mapping: it does not fit the file.
    fn misfit(&mut self, line: usize, what: String) {
        let what = format!("{} {what}", self.given.file);
        self.given.faults.push(Fault {
            file: self.given.mapping.to_owned(),
            line: Some(line as u64),
            column: None,
            what,
        });
    }

    fn listed(&self) -> String {
        let mut listed: Vec<String> = self.names.iter().take(LISTED).map(|name| excerpt(name)).collect();
        if self.names.len() > LISTED {
            listed.push("...".to_owned());
        }
        listed.join(", ")
    }

    /// The index of a column of the file; a fault if it is missing or there are two.
    fn find(&mut self, line: usize, name: &str) -> Option<usize> {
        let mut found = self
            .names
            .iter()
            .enumerate()
            .filter(|(_, known)| *composed(known) == *composed(name))
            .map(|(index, _)| index);
        match (found.next(), found.next()) {
            (Some(index), None) => return Some(index),
            (Some(_), Some(_)) => self.misfit(line, format!("has two columns {}; rename one of them", excerpt(name))),
            (None, _) => {
                let what = format!("has no column {}; its columns are {}", excerpt(name), self.listed());
                self.misfit(line, what);
            }
        }
        None
    }

    /// The text of a column.
    fn worked<'t>(&mut self, index: usize, fields: &[&'t str], kind: &str) -> Worked<'t> {
        let column = &self.given.mapped.table.columns[index];
        match &self.fills[index] {
            Fill::Nothing => Worked::Value(Cow::Borrowed("")),
            Fill::Own(own) => Worked::Value(composed(self.given.context.row.clean(fields[*own]))),
            Fill::Rule(rule, indices) => {
                if self.given.mapped.table.name == "members"
                    && let Some(id) = rule.hashed_as_written(fields, indices, self.given.context.row)
                {
                    self.given.memory.hashes(&id);
                }
                let space = if rule.ids { space(self.given.mapped.table, column, kind) } else { None };
                rule.work(fields, indices, space.as_deref(), &self.given.context, &mut self.given.memory.names)
            }
        }
    }

    /// The texts of a row in the order of the table's columns; None if the row is left out or at fault.
    fn texts<'t>(&mut self, line: u64, fields: &[&'t str]) -> Option<Vec<Cow<'t, str>>> {
        let table = self.given.mapped.table;
        let mut kind = String::new();
        if let Some(index) = kind_column(table)
            && let Worked::Value(text) = self.worked(index, fields, "")
        {
            kind = text.into_owned();
        }
        let (mut texts, mut drops) = (Vec::with_capacity(table.columns.len()), None);
        let mut wrong = Vec::new();
        for (index, column) in table.columns.iter().enumerate() {
            match self.worked(index, fields, &kind) {
                Worked::Value(text) => texts.push(text),
                Worked::Drop => drops = drops.or(Some(index)),
                Worked::Wrong(text, what) => wrong.push((column, format!("{} {what}", shown(column, &text)))),
            }
        }
        if let Some(index) = drops {
            self.left_out.count(Why::Value(index), line);
            return None;
        }
        for (column, what) in wrong {
            self.add(line, column, what);
        }
        (texts.len() == table.columns.len()).then_some(texts)
    }

    /// The texts of a row, if the mapping takes it and nothing is wrong with it.
    fn taken<'t>(&mut self, line: u64, fields: &[&'t str]) -> Option<Vec<Cow<'t, str>>> {
        let row = self.given.context.row;
        let holds = |(condition, index): (&Condition, &usize)| condition.holds(&composed(row.clean(fields[*index])));
        let mut conditions = self.given.mapped.only.iter().zip(&self.conditions);
        if let Some(unmet) = conditions.position(|of| !holds(of)) {
            self.left_out.count(Why::Condition(unmet), line);
            return None;
        }
        self.texts(line, fields)
    }

    /// The values of a row, if all are good.
    fn cells<'t>(&mut self, line: u64, fields: &[&str], texts: &'t [Cow<'_, str>]) -> Option<Vec<Cell<'t>>> {
        let mut cells = Vec::with_capacity(texts.len());
        for (index, (column, text)) in self.given.mapped.table.columns.iter().zip(texts).enumerate() {
            match self.checks.value(column, text) {
                Ok(cell) => cells.push(cell),
                Err(what) => {
                    // What was read in a form is quoted as the file has it.
                    let written = match &self.fills[index] {
                        Fill::Rule(rule, indices) => rule.as_written(fields, indices, self.given.context.row),
                        Fill::Own(_) | Fill::Nothing => None,
                    };
                    let what = what.replacen(&excerpt(text), &shown(column, written.as_deref().unwrap_or(text)), 1);
                    let is_constant =
                        matches!(&self.fills[index], Fill::Rule(rule, _) if rule.source.constant().is_some());
                    let what = if is_constant { what } else { of_foreign(what, column.name) };
                    self.add(line, column, what);
                }
            }
        }
        (cells.len() == texts.len()).then_some(cells)
    }

    /// The texts of a row for a preview, with faults or without; None if it is left out.
    pub(super) fn shown_row<'t>(
        &mut self,
        line: u64,
        fields: &[&'t str],
    ) -> Result<Option<Vec<Cow<'t, str>>>, WarehouseError> {
        let Some(texts) = self.taken(line, fields) else { return Ok(None) };
        // A column that nothing fills is one fault, and not one in each row.
        let columns = self.given.mapped.table.columns.iter();
        let filled =
            columns.zip(&self.fills).all(|(column, fill)| column.may_be_empty || !matches!(fill, Fill::Nothing));
        if filled {
            self.cells(line, fields, &texts);
        }
        Ok(self.is_new(line, &texts).then_some(texts))
    }

    /// How many rows took the place of others.
    pub(super) fn replaced(&self) -> u64 {
        self.given.memory.replaced
    }

    /// Whether two rows have the same key.
    pub(super) fn is_same_key(&self, one: &[String], other: &[String]) -> bool {
        let table = self.given.mapped.table;
        let mut values = table.columns.iter().zip(one.iter().zip(other));
        values.all(|(column, (one, other))| one == other || !table.key.contains(&column.name))
    }

    /// Whether the row is one to load, with a key that was not there before.
    fn is_new(&mut self, line: u64, texts: &[Cow<'_, str>]) -> bool {
        let Some(distinct) = self.given.mapped.distinct else { return true };
        let table = self.given.mapped.table;
        let mut key = String::new();
        for (column, text) in table.columns.iter().zip(texts).filter(|(column, _)| table.key.contains(&column.name)) {
            key += column.name;
            key.push('\0');
            key += text;
            key.push('\0');
        }
        let day = match distinct {
            // They are added up once all are read.
            Distinct::Sum => return true,
            Distinct::Earliest => first_day(table).map(|day| texts[day].as_ref()),
            Distinct::Same | Distinct::First => None,
        };
        let mut hasher = DefaultHasher::new();
        texts.hash(&mut hasher);
        match self.given.memory.see(table.name, key, hasher.finish(), day) {
            Seen::First | Seen::Earlier => true,
            Seen::Different if distinct == Distinct::Same => true,
            Seen::Same | Seen::Different => {
                self.left_out.count(Why::Repeated, line);
                false
            }
            Seen::TooMany => {
                let what = format!("more different rows of {} than distinct can compare in one load", table.name);
                self.given.faults.of_row(Fault { file: self.given.file.clone(), line: Some(line), column: None, what });
                false
            }
        }
    }
}

/// Why a row does not meet a condition, as part of a sentence.
fn unmet(condition: &Condition) -> String {
    /// Values that it lists.
    const LISTED: usize = 5;
    let column = excerpt(&condition.column);
    if !condition.one_of && condition.values == [""] {
        return format!("{column} has no value");
    }
    let mut values: Vec<String> = condition.values.iter().take(LISTED).map(|value| excerpt(value)).collect();
    if condition.values.len() > LISTED {
        values.push("...".to_owned());
    }
    let of = if condition.one_of { "none" } else { "one" };
    format!("{column} has {of} of the values {}", values.join(", "))
}

/// A value for a message, unless it may be the id or the address of a person.
fn shown(column: &Column, text: &str) -> String {
    if column.kind == Type::MemberId || text.contains('@') { HIDDEN.to_owned() } else { excerpt(text) }
}

impl Rows for MappedRows<'_> {
    fn header(&mut self, _line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError> {
        let before = self.given.faults.count;
        self.names = names.iter().map(|name| self.given.context.row.clean(name).to_owned()).collect();
        let mapped = self.given.mapped;
        for condition in &mapped.only {
            if let Some(index) = self.find(condition.line, &condition.column) {
                self.conditions.push(index);
            }
        }
        for ((column, rule), common) in mapped.table.columns.iter().zip(&mapped.rules).zip(&mapped.common) {
            let fill = match rule {
                Some(rule) => {
                    let columns = rule.source.columns();
                    Fill::Rule(rule, columns.iter().filter_map(|name| self.find(rule.line, name)).collect())
                }
                None if self.names.iter().any(|name| name == column.name) => {
                    self.find(mapped.line, column.name).map_or(Fill::Nothing, Fill::Own)
                }
                None if common.is_some() => common.as_ref().map_or(Fill::Nothing, |rule| Fill::Rule(rule, Vec::new())),
                None if column.may_be_empty => Fill::Nothing,
                None => {
                    let what = format!(
                        "has nothing for {} of {}; name its column in columns; the file's are {}",
                        column.name,
                        mapped.table.name,
                        self.listed()
                    );
                    self.misfit(mapped.line, what);
                    Fill::Nothing
                }
            };
            self.fills.push(fill);
        }
        Ok(self.given.faults.count == before)
    }

    fn row(&mut self, line: u64, fields: &[&str], sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        let Some(texts) = self.taken(line, fields) else { return Ok(()) };
        let Some(cells) = self.cells(line, fields, &texts) else { return Ok(()) };
        if self.is_new(line, &texts) { sink(line, &cells) } else { Ok(()) }
    }

    fn stored(&self, index: usize, stored: Stored<'_>) -> Result<(), &'static str> {
        let used = self.conditions.contains(&index)
            || self.fills.iter().any(|fill| match fill {
                Fill::Rule(_, indices) => indices.contains(&index),
                Fill::Own(own) => *own == index,
                Fill::Nothing => false,
            });
        if used && stored.as_text("").is_none() { Err("text, a number, a date or a timestamp") } else { Ok(()) }
    }

    fn fault(&mut self, line: Option<u64>, index: Option<usize>, what: String) {
        if self.given.before.is_empty() {
            let column = index.and_then(|index| self.names.get(index)).cloned();
            self.given.faults.of_row(Fault { file: self.given.file.clone(), line, column, what });
        }
    }

    fn misshapen(&mut self, line: u64, fields: &[&str], what: String) {
        let Given { mapped, context, before, .. } = &self.given;
        if let Some(unmet) = mapped.unmet(context.row, &self.names, fields) {
            self.left_out.count(Why::Condition(unmet), line);
        } else if !before.iter().any(|other| other.takes(context.row, &self.names, fields)) {
            self.given.faults.of_row(Fault { file: self.given.file.clone(), line: Some(line), column: None, what });
        }
    }

    fn is_of_a_sheet(&mut self) {
        self.checks.takes_dates_as_times = true;
    }

    fn is_mapped(&self) -> bool {
        true
    }

    fn shown(&self, _fields: &[&str]) -> Option<String> {
        None
    }
}
