//! How a file is written, and what its columns contain.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::profile::{Column, Contents, Kind};
use super::times::TIMES;
use super::within::Within;
use super::words::Spoken;
use crate::warehouse::mapping::Dialect;
use crate::warehouse::mapping::time::Date;
use crate::warehouse::read::{Decoder, Format, ReadError, Sample, Width, first_bytes, sample, survey, widths};

/// Rows of a file that a suggestion is made from.
pub(super) const READ: usize = 1_000;

/// Bytes of a file that its form is found out from.
const LOOKED_AT: u64 = 1 << 20;

/// A file that was looked at.
pub(super) struct Detected {
    pub(super) dialect: Dialect,
    pub(super) columns: Vec<Contents>,
    pub(super) rows: u64,
    /// A column with the values by which further lines of the header, which are no rows, are told from the rows.
    pub(super) more_headers: Conditions,
    /// Whether rows are events of messages, several of one.
    pub(super) has_events: bool,
}

/// Values by the name of the column of the file that they stand in.
pub(super) type Conditions = BTreeMap<String, BTreeSet<String>>;

impl Detected {
    /// What a file is, or each sheet of a workbook; what is wrong with a file that cannot be read.
    pub(super) fn of(path: &Path, decoder: &Decoder) -> Result<Result<Vec<Detected>, Vec<String>>, ReadError> {
        if Format::of(path) == Format::Workbook {
            return Detected::of_workbook(path, decoder);
        }
        let (dialect, read) = Detected::form(path, decoder)?;
        if read.names.is_empty() {
            return Ok(Err(read.faults));
        }
        Ok(Ok(vec![Detected::new(path, dialect, read, decoder)?]))
    }

    /// How a file that is no workbook is written, with its first rows.
    pub(super) fn form(path: &Path, decoder: &Decoder) -> Result<(Dialect, Sample), ReadError> {
        let bytes = first_bytes(path, LOOKED_AT)?;
        let mut dialect = dialect_of(&bytes);
        let mut read = sample(path, &dialect, decoder, READ)?;
        if read.names.len() > 1 && !bytes.is_empty() && !has_header(&read) {
            dialect.columns = Some((1..=read.names.len()).map(|number| format!("column {number}")).collect());
            read = sample(path, &dialect, decoder, READ)?;
        }
        Ok((dialect, read))
    }

    /// Reads the whole file.
    fn new(path: &Path, dialect: Dialect, read: Sample, decoder: &Decoder) -> Result<Detected, ReadError> {
        let mut columns: Vec<Column> = read.names.iter().map(|_| Column::new()).collect();
        let (more_headers, spoken) = more_headers(&read);
        let headers = more_headers.values().map(BTreeSet::len).max().unwrap_or_default();
        let (mut rows, mut before) = (0, headers);
        survey(path, &dialect, decoder, 0, &mut |fields| {
            if before > 0 {
                before -= 1;
                return;
            }
            rows += 1;
            columns.iter_mut().zip(fields).for_each(|(column, field)| column.take(field));
        })?;
        let mut columns: Vec<Contents> =
            read.names.iter().zip(columns).map(|(name, column)| column.end(name)).collect();
        for (contents, text) in columns.iter_mut().zip(spoken) {
            if contents.spoken.says_nothing() {
                contents.spoken = Spoken::of(&text);
            }
        }
        // A row that adds up others is left out, so its empty cells do not count.
        let totals = columns.iter().map(|contents| contents.total_rows).max().unwrap_or_default();
        columns.iter_mut().for_each(|contents| contents.rows = contents.filled.max(contents.rows - totals));
        let of_money = |contents: &&mut Contents| contents.name.ends_with("_money.amount");
        columns.iter_mut().filter(of_money).for_each(|contents| contents.is_in_cents = true);
        if is_of_an_interface(&columns) {
            columns.iter_mut().for_each(|contents| contents.is_in_cents = true);
        }
        let mut has_events = false;
        if let Some(mut within) = Within::of(&columns) {
            let mut before = headers;
            survey(path, &dialect, decoder, 0, &mut |fields| match before {
                0 => within.take(fields),
                _ => before -= 1,
            })?;
            let found = within.end();
            has_events = found.has_events;
            if let Some((order, repeated)) = found.repeated {
                let order = columns[order].name.clone();
                repeated.into_iter().for_each(|at| columns[at].once_for = Some(order.clone()));
            }
        }
        let joined = joined(&columns);
        columns.extend(joined);
        Ok(Detected { dialect, columns, rows, more_headers, has_events })
    }

    fn of_workbook(path: &Path, decoder: &Decoder) -> Result<Result<Vec<Detected>, Vec<String>>, ReadError> {
        /// Columns of a sheet that is looked at for its header.
        const WIDEST: usize = 500;
        let grid = Dialect { columns: Some(vec![String::new(); WIDEST]), ..Dialect::FEED };
        let first = sample(path, &grid, decoder, READ)?;
        let sheets: Vec<Option<String>> = match first.sheets.is_empty() {
            true => vec![None],
            false => first.sheets.into_iter().map(Some).collect(),
        };
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        for sheet in sheets {
            let look = sample(path, &Dialect { sheet: sheet.clone(), ..grid.clone() }, decoder, READ)?;
            let filled = |fields: &[String]| fields.iter().filter(|field| !field.trim().is_empty()).count();
            let widths: Vec<Width> = look
                .rows
                .iter()
                .map(|(line, fields)| {
                    let all = fields.iter().rposition(|field| !field.trim().is_empty()).map_or(0, |last| last + 1);
                    Width { line: *line, all, filled: filled(fields) }
                })
                .collect();
            let header = Header::of(&widths).map_or(1, |header| header.line);
            let until_empty = ends_early(&widths, header);
            let mut dialect = Dialect { sheet, until_empty, ..Dialect::FEED };
            if let Some((line, fields)) = look.rows.iter().find(|(line, _)| *line >= header)
                && look.rows.first().is_some_and(|(first, _)| first < line)
            {
                dialect.header =
                    fields.iter().find(|field| !field.trim().is_empty()).map(|name| name.trim().to_owned());
            }
            let read = sample(path, &dialect, decoder, READ)?;
            if read.names.is_empty() {
                faults.extend(read.faults);
            } else {
                found.push((read.rows.is_empty(), Detected::new(path, dialect, read, decoder)?));
            }
        }
        // Beside sheets with rows, one without any is a note.
        let has_rows = found.iter().any(|(is_empty, _)| !is_empty);
        let found: Vec<Detected> =
            found.into_iter().filter(|(is_empty, _)| !(has_rows && *is_empty)).map(|(_, sheet)| sheet).collect();
        Ok(if found.is_empty() { Err(faults) } else { Ok(found) })
    }
}

/// Rows that tell whether the first of them is a second line of the header.
const TELLING: usize = 5;

/// Whether a row has the ids by which the answers of a survey are imported.
fn is_import((_, fields): &(u64, Vec<String>)) -> bool {
    let is_id = |field: &&String| field.trim_start().starts_with("{\"ImportId\"");
    !fields.is_empty() && fields.iter().filter(is_id).count() * 2 > fields.len()
}

/// The columns and values of further lines of a header, and what they say of each column. Surveys have a line of questions
/// and one of the ids by which they are imported.
fn more_headers(read: &Sample) -> (Conditions, Vec<String>) {
    if let [(_, questions), ids, ..] = &read.rows[..]
        && is_import(ids)
    {
        let pairs = read.names.iter().zip(questions.iter().zip(&ids.1));
        let filled = |(_, (question, id)): &(&String, (&String, &String))| !question.is_empty() && !id.is_empty();
        let told = pairs.filter(filled).map(|(name, (question, id))| {
            let values = [question, id].map(|value| value.trim().to_owned());
            (name.trim().to_owned(), BTreeSet::from(values))
        });
        return (told.take(1).collect(), questions.clone());
    }
    let second = second_header(read).map(|(name, value)| (name, BTreeSet::from([value])));
    (second.into_iter().collect(), Vec::new())
}

/// The column and value of a second line of the header: one that has no number or date where all rows below it do.
fn second_header(read: &Sample) -> Option<(String, String)> {
    let ((_, first), below) = read.rows.split_first()?;
    if below.len() < TELLING {
        return None;
    }
    let contents = |values: &mut dyn Iterator<Item = &str>, name: &str| {
        let mut column = Column::new();
        values.for_each(|value| column.take(value));
        column.end(name)
    };
    let mut told: Option<(String, String)> = None;
    let mut fits = 0;
    for (index, name) in read.names.iter().enumerate() {
        let value = first.get(index).map_or("", |value| value.trim());
        let mut values = below.iter().filter_map(|(_, fields)| fields.get(index)).map(String::as_str);
        let rows = contents(&mut values, name);
        let is_plain = matches!(rows.kind, Kind::Text | Kind::Empty) || rows.filled < rows.rows || rows.misfits > 0;
        if is_plain {
            continue;
        }
        let of_first = contents(&mut std::iter::once(value), name).kind;
        if !matches!(of_first, Kind::Text | Kind::Empty) {
            return None;
        }
        fits += 1;
        told.get_or_insert((name.clone(), value.to_owned()));
    }
    told.filter(|_| fits > 1)
}

/// Whether a table ends at its first empty line: what follows has less than half of its columns, as a total has.
fn ends_early(widths: &[Width], first: u64) -> bool {
    let mut rows = widths.iter().skip_while(|width| width.line < first);
    let Some(header) = rows.next() else { return false };
    let mut line = header.line;
    for row in rows {
        if row.line > line + 1 {
            return 2 * row.filled <= header.filled;
        }
        line = row.line;
    }
    false
}

/// Whether the first line names the columns: none of its fields is a number or a date, and no two are values of the rows
/// below them, too. Files that were put together repeat the whole line.
fn has_header(read: &Sample) -> bool {
    // Where a question has no name of its own, the line of questions repeats its column.
    let questions = if read.rows.get(1).is_some_and(is_import) { 2 } else { 0 };
    let others = || read.rows.iter().skip(questions).filter(|(_, fields)| *fields != read.names);
    let repeats = |(index, name): &(usize, &String)| {
        let mut values = others().filter_map(|(_, fields)| fields.get(*index));
        !name.trim().is_empty() && values.any(|value| value.trim() == name.trim())
    };
    let named = || read.names.iter().enumerate();
    !named().any(|(_, name)| is_data(name)) && named().filter(repeats).count() < 2
}

/// Whether the name of a column is a number or a date, as a value would be.
fn is_data(name: &str) -> bool {
    let mut column = Column::new();
    column.take(name);
    !matches!(column.end(name).kind, Kind::Text | Kind::Empty)
}

/// The header of a file, by how many fields its records have.
struct Header {
    line: u64,
    width: usize,
    /// The records that are as wide.
    rows: usize,
}

impl Header {
    /// The first record as wide as most, or a wider one above it whose fields are all filled, where others are as wide: the
    /// rows below it lack fields. None if no record has two fields.
    fn of(widths: &[Width]) -> Option<Header> {
        let rows = |wide: usize| widths.iter().filter(|width| width.all == wide).count();
        // What has one value is a note, whatever follows it.
        let wide = || widths.iter().filter(|width| width.all > 1 && width.filled > 1);
        let most = wide().max_by_key(|width| (rows(width.all), width.all))?;
        let first = wide().next()?;
        let is_header = first.all > most.all && first.filled == first.all && rows(first.all) > 1;
        let width = if is_header { first.all } else { most.all };
        let line = wide().find(|found| found.all == width)?.line;
        Some(Header { line, width, rows: rows(width) })
    }
}

/// Encoding, separator, quote and the lines before the header.
fn dialect_of(bytes: &[u8]) -> Dialect {
    let mut best = Dialect { encoding: encoding_of(bytes), ..Dialect::FEED };
    let mut best_score = (0, 0);
    for separator in *b",;\t|" {
        let dialect = Dialect { separator, skip_lines: 0, ..best.clone() };
        if let Some(Header { line, width, rows }) = Header::of(&widths(bytes, &dialect, READ))
            && (rows, width) > best_score
        {
            best_score = (rows, width);
            best = Dialect { skip_lines: u16::try_from(line - 1).unwrap_or_default(), ..dialect };
        }
    }
    best
}

fn encoding_of(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).take(500).filter(|byte| **byte == 0).count();
    let half = bytes.len().min(1_000) / 4;
    if bytes.starts_with(&[0xff, 0xfe]) || half > 2 && zeros(1) > half {
        return Some(encoding_rs::UTF_16LE);
    }
    if bytes.starts_with(&[0xfe, 0xff]) || half > 2 && zeros(0) > half {
        return Some(encoding_rs::UTF_16BE);
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => None,
        // A character that the end of the look cuts is no fault.
        Err(error) if error.error_len().is_none() && bytes.len() as u64 == LOOKED_AT => None,
        // Where a few lines are not UTF-8, they are at fault and not the others.
        Err(_) => {
            let (utf8, others) = of_lines(bytes);
            (utf8 <= others).then_some(encoding_rs::WINDOWS_1252)
        }
    }
}

/// How many lines have letters beyond ASCII in UTF-8, and how many are not UTF-8.
fn of_lines(bytes: &[u8]) -> (usize, usize) {
    let lines = || bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_ascii());
    let utf8 = lines().filter(|line| std::str::from_utf8(line).is_ok()).count();
    (utf8, lines().count() - utf8)
}

/// Whether a file has what the interface of a payment service answers, in which amounts are hundredths: times are seconds
/// since 1970, and currencies have small letters. Some currencies have no hundredths.
fn is_of_an_interface(columns: &[Contents]) -> bool {
    const WHOLE: [&str; 16] = [
        "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "ugx", "vnd", "vuv", "xaf", "xof", "xpf",
    ];
    let is_small = |value: &String| {
        value.len() == 3 && value.bytes().all(|byte| byte.is_ascii_lowercase()) && !WHOLE.contains(&value.as_str())
    };
    let is_currency = |contents: &Contents| {
        contents.name.to_lowercase().ends_with("currency")
            && contents.filled > 0
            && contents.values.iter().all(is_small)
    };
    columns.iter().any(is_currency) && columns.iter().any(|contents| matches!(contents.kind, Kind::Time("unix", _)))
}

/// Dates and times that are in two columns: a year and a month, or a day and a time of day.
fn joined(columns: &[Contents]) -> Vec<Contents> {
    let mut joined = Vec::new();
    let within = |contents: &Contents, low: f64, high: f64| {
        contents.kind == Kind::Whole && contents.range.is_some_and(|(least, most)| least >= low && most <= high)
    };
    for year in columns.iter().filter(|contents| contents.spoken.has("YEAR") && within(contents, 1970.0, 2100.0)) {
        let months = columns.iter().filter(|contents| contents.spoken.has("MONTH") && within(contents, 1.0, 12.0));
        let is_same = |month: &&Contents| month.spoken.without("MONTH") == year.spoken.without("YEAR");
        for month in months.filter(is_same) {
            let template = format!("{{{}}}-{{{}}}-01", year.name, month.name);
            let first = year
                .range
                .zip(month.range)
                .and_then(|((year, _), (month, _))| Date::new(year as i16, month as i8, 1).ok());
            let name = format!("{} {} date", year.name, month.name);
            joined.push(Contents::joined(&name, template, Kind::Time("%Y-%m-%d", false), first, year));
        }
    }
    let with_day =
        columns.iter().filter(|contents| matches!(contents.kind, Kind::Time(form, false) if form != "%Y%m%d"));
    for day in with_day {
        let Kind::Time(form, _) = day.kind else { continue };
        let clocks = columns.iter().filter(|contents| contents.spoken.has("TIME") && !contents.spoken.has("DURATION"));
        for clock in clocks {
            let Some(joined_form) = TIMES.iter().find(|(known, with_time)| {
                let of_day = if clock.has_seconds() { "%H:%M:%S" } else { "%H:%M" };
                *with_time && matches!(clock.kind, Kind::Duration(_)) && *known == format!("{form} {of_day}")
            }) else {
                continue;
            };
            let template = format!("{{{}}} {{{}}}", day.name, clock.name);
            let first = day.days.map(|(first, _)| first);
            let name = format!("{} {}", day.name, clock.name);
            joined.push(Contents::joined(&name, template, Kind::Time(joined_form.0, true), first, day));
        }
    }
    joined
}
