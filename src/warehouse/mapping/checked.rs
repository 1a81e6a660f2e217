//! A mapping that contradicts nothing, made from what is written.

mod program;
mod queries;
mod rules;

use std::collections::BTreeSet;
use std::ops::Range;

use encoding_rs::Encoding;
use toml::Spanned;

use super::query::Query;
use super::rule::{Row, Rule};
use super::source::source_name;
use super::text::composed;
use super::time::TimeForm;
use super::written::{Texts, Written, WrittenFile, WrittenTable};
use crate::warehouse::feed::{Column, Kind, Refers, TABLES, Table, Type};
use program::Common;
use rules::{Forms, known_zone, one_char, rule_of};

pub(in crate::warehouse) use program::Unknown;

/// How foreign files become the feed.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// For messages: where its text is from.
    pub name: String,
    /// As it is written.
    pub text: String,
    /// The system that reports the rows of its files; None where it names none.
    pub(in crate::warehouse) source: Option<String>,
    pub(in crate::warehouse) files: Vec<MappedFile>,
    /// What becomes of the rows of members that are not loaded.
    pub(in crate::warehouse) unknown: Unknown,
    /// How members that are added are made of their id and first day.
    pub(in crate::warehouse) added: Option<MappedFile>,
}

/// Something wrong with a mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingFault {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub what: String,
}

/// Files of one form, or a query over files, and the tables that they fill.
#[derive(Clone, Debug)]
pub(in crate::warehouse) struct MappedFile {
    pub(in crate::warehouse) line: usize,
    pub(in crate::warehouse) names: Vec<String>,
    /// The system that reports its rows; None for that of the mapping.
    pub(in crate::warehouse) source: Option<String>,
    pub(in crate::warehouse) dialect: Dialect,
    trim: bool,
    empty: Vec<String>,
    pub(in crate::warehouse) tables: Vec<MappedTable>,
    /// Whether the files are left out.
    pub(in crate::warehouse) ignore: bool,
    /// What makes the rows, where they are in no file. There are no names then.
    pub(in crate::warehouse) query: Option<Query>,
}

impl MappedFile {
    /// The tables that are filled before one of them: in declared order, and in the mapping's within a table.
    pub(in crate::warehouse) fn before(&self, table: &MappedTable) -> Vec<&MappedTable> {
        let declared = |of: &MappedTable| TABLES.iter().position(|table| table.name == of.table.name);
        let place = |of: &MappedTable| (declared(of), of.line);
        self.tables.iter().filter(|other| place(other) < place(table)).collect()
    }

    /// What a file is called in messages: its name, with the sheet that is read.
    pub(in crate::warehouse) fn called(&self, name: &str) -> String {
        self.dialect.sheet.as_ref().map_or(name.to_owned(), |sheet| format!("{name} ({sheet})"))
    }

    /// How its fields are read.
    pub(in crate::warehouse) fn row(&self) -> Row<'_> {
        Row { trim: self.trim, empty: &self.empty }
    }
}

/// How a text file is divided into fields.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::warehouse) struct Dialect {
    /// None for UTF-8.
    pub(in crate::warehouse) encoding: Option<&'static Encoding>,
    pub(in crate::warehouse) separator: u8,
    pub(in crate::warehouse) quote: Option<u8>,
    /// Lines before the header.
    pub(in crate::warehouse) skip_lines: u16,
    /// The names of the columns of a file without a header.
    pub(in crate::warehouse) columns: Option<Vec<String>>,
    /// A name that the header has; what stands above it is left out.
    pub(in crate::warehouse) header: Option<String>,
    /// Whether the table ends at the first empty line below its header.
    pub(in crate::warehouse) until_empty: bool,
    /// Whether a row may have fewer fields than the header: the others are empty.
    pub(in crate::warehouse) fill_short: bool,
    /// Which sheet of a workbook is read; None where it has one.
    pub(in crate::warehouse) sheet: Option<String>,
}

impl Dialect {
    /// That of the feed.
    pub(in crate::warehouse) const FEED: Dialect = Dialect {
        encoding: None,
        separator: b',',
        quote: Some(b'"'),
        skip_lines: 0,
        columns: None,
        header: None,
        until_empty: false,
        fill_short: false,
        sheet: None,
    };
}

/// The rows of a table.
#[derive(Clone, Debug)]
pub(in crate::warehouse) struct MappedTable {
    pub(in crate::warehouse) line: usize,
    pub(in crate::warehouse) table: &'static Table,
    pub(in crate::warehouse) only: Vec<Condition>,
    pub(in crate::warehouse) distinct: Option<Distinct>,
    /// In the order of the table's columns. A column without a rule is filled by the one of its name.
    pub(in crate::warehouse) rules: Vec<Option<Rule>>,
    /// Those of columns that the file does not have either: what all rows of the program have in common.
    pub(in crate::warehouse) common: Vec<Option<Rule>>,
}

impl MappedTable {
    /// Whether rows name groups: the load then adds those that nobody has.
    pub(in crate::warehouse) fn names_groups(&self) -> bool {
        let rules = self.rules.iter().zip(&self.common).map(|(own, common)| own.as_ref().or(common.as_ref()));
        let mut columns = self.table.columns.iter().zip(rules);
        let is_group = |column: &Column| matches!(column.refers, Some(Refers::Group(_) | Refers::GroupOfType));
        columns.any(|(column, rule)| is_group(column) && rule.is_some_and(|rule| rule.ids))
    }

    /// The columns of the file that fill a column, for messages; the line of a constant.
    pub(in crate::warehouse) fn label(&self, mapping: &str, column: &str) -> String {
        let index = self.table.columns.iter().position(|known| known.name == column);
        match index.and_then(|index| self.rules[index].as_ref()) {
            None => column.to_owned(),
            Some(rule) if rule.source.columns().is_empty() => format!("{column} ({mapping}:{})", rule.line),
            Some(rule) => rule.source.columns().join(", "),
        }
    }
}

/// A row is taken only if a column has one of these values, or none of them.
#[derive(Clone, Debug)]
pub(in crate::warehouse) struct Condition {
    pub(in crate::warehouse) line: usize,
    pub(in crate::warehouse) column: String,
    pub(in crate::warehouse) values: Vec<String>,
    pub(in crate::warehouse) one_of: bool,
}

impl MappedTable {
    /// Whether a row of the file is taken, as far as its fields tell: it may have too few. `names` are the file's columns.
    pub(in crate::warehouse) fn takes(&self, row: Row<'_>, names: &[String], fields: &[&str]) -> bool {
        self.unmet(row, names, fields).is_none()
    }

    /// The first condition by which it is not.
    pub(in crate::warehouse) fn unmet(&self, row: Row<'_>, names: &[String], fields: &[&str]) -> Option<usize> {
        self.only.iter().position(|condition| {
            let index = names.iter().position(|name| *composed(name) == *composed(&condition.column));
            let field = index.and_then(|index| fields.get(index));
            !field.is_none_or(|field| condition.holds(&composed(row.clean(field))))
        })
    }
}

impl Condition {
    pub(in crate::warehouse) fn holds(&self, value: &str) -> bool {
        self.values.iter().any(|wanted| wanted == value) == self.one_of
    }
}

/// What becomes of rows with a key that the load had already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::warehouse) enum Distinct {
    /// A row that says the same is left out; one that says something else is a repeated key.
    Same,
    /// Every later row is left out.
    First,
    /// The row with the earliest day stays.
    Earliest,
    /// Their counts are added up.
    Sum,
}

/// The column by whose day one row of a reference table is earlier than another.
pub(in crate::warehouse) fn first_day(table: &Table) -> Option<usize> {
    let is_day = |column: &Column| matches!(column.kind, Type::Date | Type::Time) && !column.may_be_empty;
    table.columns.iter().position(is_day).filter(|_| table.kind == Kind::Reference)
}

/// Whether a file's name matches a pattern, in which `*` stands for any characters.
pub(in crate::warehouse) fn matches_name(pattern: &str, name: &str) -> bool {
    // An accent is part of its letter, however the file system writes it.
    let (pattern, name) = (&*composed(pattern), &*composed(name));
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(end)
}

impl Mapping {
    /// Reads a mapping. `name` is for messages.
    ///
    /// # Errors
    /// Everything that is wrong with it, by line and column.
    pub fn parse(name: &str, text: &str) -> Result<Mapping, Vec<MappingFault>> {
        let line_at = |offset: usize| 1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count();
        let column_at = |offset: usize| {
            let before = &text.as_bytes()[..offset.min(text.len())];
            let line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
            1 + String::from_utf8_lossy(line).chars().count()
        };
        let written: Written = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            vec![MappingFault { line: line_at(at), column: column_at(at), what: error.message().replace('\n', "; ") }]
        })?;
        let mut wrong = Vec::new();
        let common = program::common(written.program, &mut wrong);
        let mut checker = Checker { line_at: &line_at, column_at: &column_at, faults: Vec::new(), common: &common };
        wrong.into_iter().for_each(|(at, what)| checker.fault(at, what));
        let added = checker.added();
        let source = checker.source(written.source.as_ref());
        let mut files: Vec<MappedFile> = written.file.into_iter().map(|file| checker.file(file)).collect();
        for query in written.query {
            let query = checker.query(query, text, &files);
            files.push(query);
        }
        if files.is_empty() && written.source.is_none() {
            checker.fault(0..0, "the mapping has no [[file]] and no [[query]]");
        }
        // What is wrong with a table or a query is no second fault of its file.
        if checker.faults.is_empty() {
            checker.require_use(&files);
        }
        if checker.faults.is_empty() {
            let (name, text, unknown) = (name.to_owned(), text.to_owned(), common.unknown);
            Ok(Mapping { name, text, source, files, unknown, added })
        } else {
            checker.faults.sort_by_key(|fault| (fault.line, fault.column));
            // What is wrong with a constant is wrong in every table.
            checker.faults.dedup();
            Err(checker.faults)
        }
    }

    /// Whether the mapping says anything of a file: it describes it, or a query reads it.
    pub fn names(&self, file: &str) -> bool {
        let mut patterns = self.files.iter().flat_map(|entry| &entry.names);
        patterns.any(|pattern| matches_name(pattern, file)) || self.reads(file)
    }

    /// Whether a query reads a file.
    pub(in crate::warehouse) fn reads(&self, file: &str) -> bool {
        let mut tables = self.files.iter().filter_map(|entry| entry.query.as_ref()).flat_map(|query| &query.tables);
        tables.any(|table| matches_name(&table.file, file))
    }

    /// Whether any rule of the mapping hashes ids.
    pub(in crate::warehouse) fn hashes(&self) -> bool {
        self.files.iter().flat_map(|file| &file.tables).flat_map(|table| &table.rules).flatten().any(|rule| rule.hash)
    }
}

struct Checker<'a> {
    line_at: &'a dyn Fn(usize) -> usize,
    column_at: &'a dyn Fn(usize) -> usize,
    faults: Vec<MappingFault>,
    common: &'a Common,
}

impl Checker<'_> {
    fn fault(&mut self, at: Range<usize>, what: impl Into<String>) {
        let (line, column) = ((self.line_at)(at.start), (self.column_at)(at.start));
        self.faults.push(MappingFault { line, column, what: what.into() });
    }

    /// A value, or a fault and nothing.
    fn ok<T>(&mut self, at: Range<usize>, checked: Result<T, String>) -> Option<T> {
        checked.map_err(|what| self.fault(at, what)).ok()
    }

    fn source(&mut self, written: Option<&Spanned<String>>) -> Option<String> {
        written.and_then(|name| self.ok(name.span(), source_name(name.get_ref())))
    }

    fn file(&mut self, written: Spanned<WrittenFile>) -> MappedFile {
        let (at, file) = (written.span(), written.into_inner());
        if file.name.0.is_empty() || file.name.0.iter().any(|name| name.is_empty() || name.contains('/')) {
            self.fault(at.clone(), "name must be a file name, such as export.csv or export-*.csv, without a folder");
        }
        let source = self.source(file.source.as_ref());
        let dialect = self.dialect(&file);
        let zone = file.zone.as_ref().and_then(|name| self.ok(name.span(), known_zone(name.get_ref())));
        let mut form = |written: &Option<Spanned<String>>| {
            let written = written.as_ref()?;
            self.ok(written.span(), TimeForm::new(written.get_ref(), zone.clone()))
        };
        let (date, time) = (form(&file.date), form(&file.time));
        let decimal = file.decimal.as_ref().and_then(|text| self.ok(text.span(), one_char("decimal", text.get_ref())));
        let thousands =
            file.thousands.as_ref().and_then(|text| self.ok(text.span(), one_char("thousands", text.get_ref())));
        let forms = Forms { date, time, zone, decimal, thousands, remove: file.remove };
        let tables = self.tables(file.table, &forms);
        let (line, trim) = ((self.line_at)(at.start), file.trim.unwrap_or(true));
        let (names, empty, ignore) = (file.name.0, file.empty, file.ignore);
        MappedFile { line, names, source, dialect, trim, empty, tables, ignore, query: None }
    }

    /// The tables that one file fills, or one query.
    fn tables(&mut self, written: Vec<Spanned<WrittenTable>>, forms: &Forms) -> Vec<MappedTable> {
        let mut tables: Vec<MappedTable> = Vec::new();
        for table in written {
            let span = table.span();
            let Some(table) = self.table(table, forms) else { continue };
            let everything = |table: &MappedTable| table.only.is_empty() && table.distinct.is_none();
            if tables
                .iter()
                .any(|other| other.table.name == table.table.name && (everything(other) || everything(&table)))
            {
                let what = format!("{} is filled twice from the same rows; give both a where", table.table.name);
                self.fault(span, what);
            }
            tables.push(table);
        }
        tables
    }

    /// How members that are added are made.
    fn added(&mut self) -> Option<MappedFile> {
        let table = TABLES.iter().find(|table| table.name == "members")?;
        let common = self.common;
        let rules = match common.added(table, self.line_at)? {
            Ok(rules) => rules,
            Err((at, what)) => {
                self.fault(at, what);
                return None;
            }
        };
        let (names, only, common) = (Vec::new(), Vec::new(), vec![None; rules.len()]);
        let line = self.common.members.as_ref().map_or(1, |(at, _)| (self.line_at)(at.start));
        let tables = vec![MappedTable { line, table, only, distinct: None, rules, common }];
        let (dialect, empty, source) = (Dialect::FEED, Vec::new(), None);
        Some(MappedFile { line, names, source, dialect, trim: false, empty, tables, ignore: false, query: None })
    }

    fn dialect(&mut self, file: &WrittenFile) -> Dialect {
        let encoding = file.encoding.as_ref().and_then(|name| {
            let encoding = match name.get_ref().to_lowercase().as_str() {
                "utf-8" => Ok(None),
                "utf-16" | "utf-16le" => Ok(Some(encoding_rs::UTF_16LE)),
                "utf-16be" => Ok(Some(encoding_rs::UTF_16BE)),
                "windows-1252" | "iso-8859-1" => Ok(Some(encoding_rs::WINDOWS_1252)),
                other => Encoding::for_label(other.as_bytes()).map(Some).ok_or_else(|| {
                    format!("{other:?} is no known encoding; such are utf-8, utf-16, windows-1252, iso-8859-1")
                }),
            };
            self.ok(name.span(), encoding).flatten()
        });
        let mut byte = |written: &Option<Spanned<String>>, key: &str| {
            let written = written.as_ref()?;
            let one = match written.get_ref().as_bytes() {
                [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'\n' | b'\r' | 0) => {
                    Ok(*byte)
                }
                _ => Err(format!(
                    "{key} must be one ASCII character that is no letter or digit, such as \";\" or \"\\t\""
                )),
            };
            self.ok(written.span(), one)
        };
        let separator = byte(&file.separator, "separator").unwrap_or(b',');
        let none = file.quote.as_ref().is_some_and(|quote| quote.get_ref().is_empty());
        let quote = if none { None } else { Some(byte(&file.quote, "quote").unwrap_or(b'"')) };
        if let Some(written) = file.quote.as_ref().or(file.separator.as_ref())
            && quote == Some(separator)
        {
            self.fault(written.span(), "quote and separator are the same character");
        }
        if let Some(columns) = &file.columns {
            let distinct: BTreeSet<&String> = columns.get_ref().iter().collect();
            if columns.get_ref().is_empty() || distinct.len() < columns.get_ref().len() {
                self.fault(columns.span(), "columns must name each column of a file without a header once");
            }
        }
        let columns = file.columns.as_ref().map(|columns| columns.get_ref().clone());
        let header = file.header.as_ref().map(|header| header.get_ref().trim().to_owned());
        if let Some(written) = &file.header
            && (header.as_deref() == Some("") || columns.is_some() || file.skip_lines > 0)
        {
            let what = "header must be the name of a column, and stands instead of columns and skip_lines";
            self.fault(written.span(), what);
        }
        let mut word = |written: &Option<Spanned<String>>, key: &str, only: &str| {
            let Some(written) = written else { return false };
            let is = written.get_ref() == only;
            if !is {
                self.fault(written.span(), format!("{key} must be {only:?}"));
            }
            is
        };
        let until_empty = word(&file.until, "until", "empty line");
        let fill_short = word(&file.short_rows, "short_rows", "fill");
        let (skip_lines, sheet) = (file.skip_lines, file.sheet.clone());
        Dialect { encoding, separator, quote, skip_lines, columns, header, until_empty, fill_short, sheet }
    }

    fn table(&mut self, written: Spanned<WrittenTable>, forms: &Forms) -> Option<MappedTable> {
        let (at, written) = (written.span(), written.into_inner());
        let name = written.name.get_ref();
        let Some(table) = TABLES.iter().find(|table| table.name == name) else {
            let known: Vec<_> = TABLES.iter().map(|table| table.name).collect();
            self.fault(written.name.span(), format!("there is no table {name:?}; the tables are {}", known.join(", ")));
            return None;
        };
        let mut only: Vec<Condition> = Vec::new();
        for (conditions, one_of) in [(written.only, true), (written.where_not, false)] {
            for (column, Texts(values)) in conditions {
                let line = (self.line_at)(column.span().start);
                if only.iter().any(|other| other.column == *column.get_ref()) {
                    self.fault(column.span(), format!("{:?} is in where and in where_not", column.get_ref()));
                }
                let values = values.iter().map(|value| composed(value).into_owned()).collect();
                only.push(Condition { line, column: column.into_inner(), values, one_of });
            }
        }
        let distinct = written.distinct.and_then(|word| {
            let checked = match word.get_ref().as_str() {
                _ if table.key.is_empty() => Err(format!("{name} has no key that distinct could compare")),
                "same" => Ok(Distinct::Same),
                "first" => Ok(Distinct::First),
                "earliest" if first_day(table).is_none() => {
                    Err(format!("{name} has no day by which a row could be the earliest"))
                }
                "earliest" => Ok(Distinct::Earliest),
                "sum" if !table.adds_up() => Err(format!("{name} has no counts that could be added up")),
                "sum" => Ok(Distinct::Sum),
                _ => Err("distinct must be \"same\", \"first\", \"earliest\" or \"sum\"".to_owned()),
            };
            self.ok(word.span(), checked)
        });
        let mut rules: Vec<Option<Rule>> = vec![None; table.columns.len()];
        for (target, rule) in written.columns {
            let Some(index) = table.columns.iter().position(|column| column.name == target.get_ref()) else {
                let known: Vec<_> = table.columns.iter().map(|column| column.name).collect();
                let what = format!("{name} has no column {:?}; its columns are {}", target.get_ref(), known.join(", "));
                self.fault(target.span(), what);
                continue;
            };
            let span = target.span();
            let line = (self.line_at)(span.start);
            let column = &table.columns[index];
            match rule_of(table, column, rule.into_inner().0, forms, line) {
                Ok(rule) => rules[index] = Some(rule),
                Err(what) => self.fault(span, format!("{}: {what}", column.name)),
            }
        }
        let common = self.common.rules(table, self.line_at);
        let common = common.map_err(|(at, what)| self.fault(at, what)).unwrap_or_else(|()| vec![None; rules.len()]);
        Some(MappedTable { line: (self.line_at)(at.start), table, only, distinct, rules, common })
    }
}

#[cfg(test)]
mod tests;
