//! A mapping that contradicts nothing, made from what is written.

use std::collections::BTreeSet;
use std::ops::Range;

use encoding_rs::Encoding;
use toml::Spanned;

use super::duration::DurationForm;
use super::number::NumberForm;
use super::rule::{Case, Form, Row, Rule, Source, Unlisted, template};
use super::text::composed;
use super::time::{TimeForm, TimeZone, zone};
use super::written::{Keys, Otherwise, Texts, Written, WrittenFile, WrittenTable};
use crate::warehouse::feed::{Column, TABLES, Table, Type};

/// How foreign files become the feed.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// For messages: where its text is from.
    pub name: String,
    /// As it is written.
    pub text: String,
    pub(in crate::warehouse) files: Vec<MappedFile>,
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

/// Files of one form, and the tables that they fill.
#[derive(Clone, Debug)]
pub(in crate::warehouse) struct MappedFile {
    pub(in crate::warehouse) line: usize,
    pub(in crate::warehouse) names: Vec<String>,
    pub(in crate::warehouse) dialect: Dialect,
    trim: bool,
    empty: Vec<String>,
    pub(in crate::warehouse) tables: Vec<MappedTable>,
}

impl MappedFile {
    /// The tables that are filled before one of them: in declared order, and in the mapping's within a table.
    pub(in crate::warehouse) fn before(&self, table: &MappedTable) -> Vec<&MappedTable> {
        let declared = |of: &MappedTable| TABLES.iter().position(|table| table.name == of.table.name);
        let place = |of: &MappedTable| (declared(of), of.line);
        self.tables.iter().filter(|other| place(other) < place(table)).collect()
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
}

impl MappedTable {
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
    values: Vec<String>,
    one_of: bool,
}

impl MappedTable {
    /// Whether a row of the file is taken, as far as its fields tell: it may have too few. `names` are the file's columns.
    pub(in crate::warehouse) fn takes(&self, row: Row<'_>, names: &[String], fields: &[&str]) -> bool {
        self.only.iter().all(|condition| {
            let index = names.iter().position(|name| *composed(name) == *composed(&condition.column));
            let field = index.and_then(|index| fields.get(index));
            field.is_none_or(|field| condition.holds(&composed(row.clean(field))))
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
        let mut checker = Checker { line_at: &line_at, column_at: &column_at, faults: Vec::new() };
        let files: Vec<MappedFile> = written.file.into_iter().map(|file| checker.file(file)).collect();
        if files.is_empty() {
            checker.fault(0..0, "the mapping has no [[file]]");
        }
        if checker.faults.is_empty() {
            Ok(Mapping { name: name.to_owned(), text: text.to_owned(), files })
        } else {
            checker.faults.sort_by_key(|fault| (fault.line, fault.column));
            Err(checker.faults)
        }
    }

    /// Whether it describes a file of this name.
    pub fn describes(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.names.iter().any(|pattern| matches_name(pattern, name)))
    }

    /// Whether any rule of the mapping hashes ids.
    pub(in crate::warehouse) fn hashes(&self) -> bool {
        self.files.iter().flat_map(|file| &file.tables).flat_map(|table| &table.rules).flatten().any(|rule| rule.hash)
    }
}

/// The forms of a file, which its rules inherit.
struct Forms {
    date: Option<TimeForm>,
    time: Option<TimeForm>,
    zone: Option<TimeZone>,
    decimal: Option<char>,
    thousands: Option<char>,
    remove: Vec<String>,
}

struct Checker<'a> {
    line_at: &'a dyn Fn(usize) -> usize,
    column_at: &'a dyn Fn(usize) -> usize,
    faults: Vec<MappingFault>,
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

    fn file(&mut self, written: Spanned<WrittenFile>) -> MappedFile {
        let (at, file) = (written.span(), written.into_inner());
        if file.name.0.is_empty() || file.name.0.iter().any(|name| name.is_empty() || name.contains('/')) {
            self.fault(at.clone(), "name must be a file name, such as export.csv or export-*.csv, without a folder");
        }
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
        let mut tables: Vec<MappedTable> = Vec::new();
        for table in file.table {
            let span = table.span();
            let Some(table) = self.table(table, &forms) else { continue };
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
        if tables.is_empty() && self.faults.is_empty() {
            self.fault(at.clone(), "the file fills no table; add [[file.table]]");
        }
        let line = (self.line_at)(at.start);
        MappedFile { line, names: file.name.0, dialect, trim: file.trim.unwrap_or(true), empty: file.empty, tables }
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
                _ => Err("distinct must be \"same\" or \"first\"".to_owned()),
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
        Some(MappedTable { line: (self.line_at)(at.start), table, only, distinct, rules })
    }
}

/// A rule for a column.
///
/// # Errors
/// What is wrong with its keys.
fn rule_of(table: &Table, column: &Column, keys: Keys, forms: &Forms, line: usize) -> Result<Rule, String> {
    let source = match (keys.column, keys.value, keys.template) {
        (Some(column), None, None) => Source::Column(column),
        (None, Some(value), None) => Source::Constant(value),
        (None, None, Some(text)) => Source::Template(template(&text)?),
        _ => return Err("say where its values come from by one of column, value and template".to_owned()),
    };
    let kind = column.kind;
    let (is_number, is_time) = (
        matches!(kind, Type::Count | Type::Money | Type::Level),
        matches!(kind, Type::Date | Type::Month | Type::Time),
    );
    let of_numbers =
        keys.decimal.is_some() || keys.thousands.is_some() || keys.round.is_some() || keys.remove.is_some();
    // A duration is a number of seconds.
    let duration = keys.format.as_deref().filter(|_| kind == Type::Count).and_then(DurationForm::new);
    let of_times = keys.zone.is_some() || (keys.format.is_some() && duration.is_none()) || keys.hours_after.is_some();
    let hash = keys.hash.unwrap_or(false);
    let ids = keys.ids.unwrap_or(false);
    let is_constant = matches!(source, Source::Constant(_));
    let changes = of_numbers
        || of_times
        || hash
        || duration.is_some()
        || keys.cut.is_some()
        || keys.split.is_some()
        || keys.values.is_some()
        || keys.case.is_some();
    let contradiction = if is_constant && (changes || keys.default.is_some()) {
        Some("a constant is taken as it is; only ids and list may be said of it")
    } else if of_numbers && !is_number {
        Some("decimal, thousands, remove and round are for numbers, which this column does not have")
    } else if of_times && !is_time {
        Some("format, zone and hours_after are for dates and times, which this column does not have")
    } else if duration.is_some() && of_numbers {
        Some("a duration has no decimal, thousands, remove or round")
    } else if keys.hours_after.is_some() && (kind != Type::Time || keys.format.is_some() || keys.zone.is_some()) {
        Some("hours_after makes a time from a number of hours, and stands alone")
    } else if keys.cut.is_some() && !matches!(kind, Type::Text(_)) {
        Some("cut shortens text, and this column has none")
    } else if keys.cut == Some(0) {
        Some("cut is the most characters that are kept, from 1")
    } else if hash && kind != Type::MemberId {
        Some("only a member_id may be hashed")
    } else if ids && super::names::space(table, column, "").is_none() {
        Some("ids can only be given to names of what has a reference table or a user group")
    } else if keys.list.is_some() && kind != Type::Groups {
        Some("list is for a column of several ids, such as audience_ids")
    } else if keys.list.as_deref() == Some("") || keys.split.as_deref() == Some("") {
        Some("list and split need the text between the parts")
    } else if keys.split.is_some() != keys.part.is_some() {
        Some("split and part belong together: the text between the parts, and which part, from 1")
    } else if keys.part == Some(0) {
        Some("parts are counted from 1")
    } else if keys.otherwise.is_some() && keys.values.is_none() {
        Some("otherwise says what becomes of values that values does not list, and there is no values")
    } else {
        None
    };
    if let Some(contradiction) = contradiction {
        return Err(contradiction.to_owned());
    }
    let unlisted = match keys.otherwise {
        None => Unlisted::Error,
        Some(Otherwise::Value(value)) => Unlisted::Value(value),
        Some(Otherwise::Word(word)) => match word.as_str() {
            "error" => Unlisted::Error,
            "drop" => Unlisted::Drop,
            "keep" => Unlisted::Keep,
            _ => return Err("otherwise must be \"error\", \"drop\", \"keep\" or { value = \"...\" }".to_owned()),
        },
    };
    let case = match keys.case.as_deref() {
        None => None,
        Some("lower") => Some(Case::Lower),
        Some("upper") => Some(Case::Upper),
        Some(_) => return Err("case must be \"lower\" or \"upper\"".to_owned()),
    };
    let form = if is_constant {
        Form::Same
    } else if let Some(duration) = duration {
        Form::Duration(duration)
    } else if let Some(day) = keys.hours_after {
        let wrong = || format!("hours_after must be a day such as 2018-07-26, and is {day:?}");
        Form::HoursAfter(day.parse().ok().filter(|_| day.len() == 10).ok_or_else(wrong)?)
    } else if is_time {
        let zone = keys.zone.as_deref().map(known_zone).transpose()?.or_else(|| forms.zone.clone());
        let own = keys.format.as_deref().map(|format| TimeForm::new(format, zone)).transpose()?;
        match kind {
            Type::Time => own.or_else(|| forms.time.clone()).map_or(Form::Same, Form::Time),
            _ => own.or_else(|| forms.date.clone()).map_or(Form::Same, Form::Date),
        }
    } else if is_number {
        let own = |key: &str, text: Option<String>| text.map(|text| one_char(key, &text)).transpose();
        let decimal = own("decimal", keys.decimal)?.or(forms.decimal);
        let thousands = own("thousands", keys.thousands)?.or(forms.thousands);
        let remove = keys.remove.unwrap_or_else(|| forms.remove.clone());
        let decimals = if kind == Type::Count { 0 } else { 2 };
        let round = keys.round.unwrap_or(false).then_some(decimals);
        if decimal.unwrap_or('.') == thousands.unwrap_or('\0') {
            return Err("decimal and thousands are the same character".to_owned());
        }
        if decimal.is_none() && thousands.is_none() && round.is_none() && remove.is_empty() {
            Form::Same
        } else {
            Form::Number(NumberForm { decimal: decimal.unwrap_or('.'), thousands, round }, remove)
        }
    } else {
        Form::Same
    };
    let split = keys.split.zip(keys.part.map(usize::from));
    let values = keys.values.map(|values| {
        let composed = values.into_iter().map(|(key, value)| (composed(&key).into_owned(), value));
        (composed.collect(), unlisted)
    });
    let rule = Rule {
        line,
        source,
        split,
        default: keys.default,
        case,
        values,
        form,
        cut: keys.cut,
        hash,
        ids,
        list: keys.list,
    };
    rule.checked_default()?;
    Ok(rule)
}

fn known_zone(name: &str) -> Result<TimeZone, String> {
    zone(name).ok_or_else(|| format!("{name:?} is not a known time zone (expected an IANA name such as Europe/Paris)"))
}

fn one_char(key: &str, text: &str) -> Result<char, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) if !one.is_alphanumeric() && one != '-' && one != '+' => Ok(one),
        _ => Err(format!("{key} must be one character that is no letter or digit, such as \",\"")),
    }
}

#[cfg(test)]
mod tests;
