//! How a file is written, and what its columns contain.

use std::collections::BTreeSet;
use std::path::Path;

use crate::warehouse::mapping::{Dialect, reads_number, reads_time};
use crate::warehouse::read::{Decoder, Format, ReadError, Sample, Width, first_bytes, sample, widths};

/// Rows of a file that a suggestion is made from.
pub(super) const READ: usize = 1_000;

/// Bytes of a file that its form is found out from.
const LOOKED_AT: u64 = 1 << 20;

/// A file that was looked at.
pub(super) struct Detected {
    pub(super) dialect: Dialect,
    pub(super) columns: Vec<Contents>,
}

/// What a column contains.
pub(super) struct Contents {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// The different values, up to [`DISTINCT`].
    pub(super) values: BTreeSet<String>,
    /// Whether any value contains an `@`.
    pub(super) has_addresses: bool,
    pub(super) may_be_empty: bool,
}

const DISTINCT: usize = 21;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No row has a value.
    Empty,
    Text,
    /// Digits only.
    Whole,
    /// A number with these decimal and thousands separators.
    Number(char, Option<char>),
    /// A date or time in this form; whether it has a time of day.
    Time(&'static str, bool),
}

/// Forms of dates and times, the surest first. Of a form that a day and a month could share, the day stands first in
/// the world's usage unless a value says otherwise.
const TIMES: &[(&str, bool)] = &[
    ("%Y-%m-%d", false),
    ("%Y-%m-%d %H:%M:%S", true),
    ("%Y-%m-%d %H:%M", true),
    ("%Y-%m-%d %H:%M:%S%.f", true),
    ("iso8601", true),
    ("%d.%m.%Y", false),
    ("%d.%m.%Y %H:%M", true),
    ("%d.%m.%Y %H:%M:%S", true),
    ("%m/%d/%Y %I:%M %p", true),
    ("%m/%d/%Y %I:%M:%S %p", true),
    ("%d/%m/%Y", false),
    ("%m/%d/%Y", false),
    ("%d/%m/%Y %H:%M", true),
    ("%m/%d/%Y %H:%M", true),
    ("%d/%m/%Y %H:%M:%S", true),
    ("%m/%d/%Y %H:%M:%S", true),
    ("%Y/%m/%d", false),
    ("%Y/%m/%d %H:%M:%S", true),
    ("%d-%m-%Y", false),
    ("%d %b %Y", false),
    ("%d-%b-%Y", false),
    ("%b %d, %Y", false),
    ("%B %d, %Y", false),
    ("%b %d, %Y %I:%M %p", true),
    ("%Y%m%d", false),
];

const NUMBERS: &[(char, Option<char>)] = &[
    ('.', None),
    ('.', Some(',')),
    (',', None),
    (',', Some('.')),
    (',', Some(' ')),
    (',', Some('\u{a0}')),
    (',', Some('\u{202f}')),
    ('.', Some('\'')),
    ('.', Some('\u{2019}')),
];

impl Detected {
    /// What a file is, or each sheet of a workbook; what is wrong with a file that cannot be read.
    pub(super) fn of(path: &Path, decoder: &Decoder) -> Result<Result<Vec<Detected>, Vec<String>>, ReadError> {
        let bytes = first_bytes(path, LOOKED_AT)?;
        if Format::of(path) == Format::Workbook {
            return Detected::of_workbook(path, decoder);
        }
        let mut dialect = dialect_of(&bytes);
        let mut read = sample(path, &dialect, decoder, READ)?;
        if read.names.is_empty() {
            return Ok(Err(read.faults));
        }
        if read.names.len() > 1 && read.names.iter().any(|name| is_data(name)) && !bytes.is_empty() {
            dialect.columns = Some((1..=read.names.len()).map(|number| format!("column {number}")).collect());
            read = sample(path, &dialect, decoder, READ)?;
        }
        Ok(Ok(vec![Detected::new(dialect, &read)]))
    }

    pub(super) fn new(dialect: Dialect, read: &Sample) -> Detected {
        Detected { dialect, columns: (0..read.names.len()).map(|index| contents(read, index)).collect() }
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
                found.push((read.rows.is_empty(), Detected::new(dialect, &read)));
            }
        }
        // Beside sheets with rows, one without any is a note.
        let has_rows = found.iter().any(|(is_empty, _)| !is_empty);
        let found: Vec<Detected> =
            found.into_iter().filter(|(is_empty, _)| !(has_rows && *is_empty)).map(|(_, sheet)| sheet).collect();
        Ok(if found.is_empty() { Err(faults) } else { Ok(found) })
    }
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

/// Whether the name of a column is a number or a date, as a value would be.
fn is_data(name: &str) -> bool {
    !name.is_empty() && !matches!(kind_of(&[name]), Kind::Text)
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
        Err(_) => Some(encoding_rs::WINDOWS_1252),
    }
}

fn contents(sample: &Sample, index: usize) -> Contents {
    let mut values = BTreeSet::new();
    let filled: Vec<&str> = sample
        .rows
        .iter()
        .filter_map(|(_, fields)| fields.get(index))
        .map(|field| field.trim())
        .filter(|field| !field.is_empty())
        .collect();
    for value in &filled {
        if values.len() == DISTINCT {
            break;
        }
        values.insert((*value).to_owned());
    }
    Contents {
        name: sample.names[index].trim().to_owned(),
        kind: kind_of(&filled),
        values,
        has_addresses: filled.iter().any(|value| value.contains('@')),
        may_be_empty: filled.len() < sample.rows.len(),
    }
}

fn kind_of(values: &[&str]) -> Kind {
    if values.is_empty() {
        return Kind::Empty;
    }
    let all = |is: &dyn Fn(&str) -> bool| values.iter().all(|value| is(value));
    let is_whole = all(&|value| value.bytes().all(|byte| byte.is_ascii_digit()));
    let length = values[0].len();
    if is_whole && values.iter().all(|value| value.len() == length) {
        // 2001 to 2065, or the days of this calendar.
        match length {
            10 if all(&|value| ("1000000000".."3000000000").contains(&value)) => return Kind::Time("unix", true),
            13 if all(&|value| ("1000000000000".."3000000000000").contains(&value)) => {
                return Kind::Time("unix_ms", true);
            }
            8 if all(&|value| reads_time("%Y%m%d", value) && ("19900101".."20900101").contains(&value)) => {
                return Kind::Time("%Y%m%d", false);
            }
            _ => {}
        }
    }
    if is_whole {
        return Kind::Whole;
    }
    if let Some((decimal, thousands)) =
        NUMBERS.iter().find(|(decimal, thousands)| all(&|value| reads_number(*decimal, *thousands, value)))
    {
        return Kind::Number(*decimal, *thousands);
    }
    match TIMES.iter().find(|(form, _)| all(&|value| reads_time(form, value))) {
        Some((form, with_time)) => Kind::Time(form, *with_time),
        None => Kind::Text,
    }
}
