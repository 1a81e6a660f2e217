//! How a file is written, and what its columns contain.

use std::collections::BTreeSet;
use std::path::Path;

use super::READ;
use crate::warehouse::mapping::{Dialect, reads_number, reads_time};
use crate::warehouse::read::{Decoder, ReadError, Sample, first_bytes, sample, widths};

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
    pub(super) fn of(path: &Path, decoder: &Decoder) -> Result<Detected, ReadError> {
        let bytes = first_bytes(path, LOOKED_AT)?;
        let mut dialect = dialect_of(&bytes);
        let mut read = sample(path, &dialect, decoder, READ)?;
        let is_data =
            |name: &String| !name.is_empty() && !matches!(kind_of(std::slice::from_ref(&name.as_str())), Kind::Text);
        if read.names.len() > 1 && read.names.iter().any(is_data) && !bytes.is_empty() {
            dialect.columns = Some((1..=read.names.len()).map(|number| format!("column {number}")).collect());
            read = sample(path, &dialect, decoder, READ)?;
        }
        let columns = (0..read.names.len()).map(|index| contents(&read, index)).collect();
        Ok(Detected { dialect, columns })
    }
}

/// Encoding, separator, quote and the lines before the header.
fn dialect_of(bytes: &[u8]) -> Dialect {
    let mut best = Dialect { encoding: encoding_of(bytes), ..Dialect::FEED };
    let mut best_score = (0, 0);
    for separator in *b",;\t|" {
        let mut dialect = Dialect { separator, ..best.clone() };
        dialect.skip_lines = 0;
        let widths = widths(bytes, &dialect, READ);
        let mut counts: Vec<(usize, usize)> = Vec::new();
        for (_, width) in &widths {
            match counts.iter_mut().find(|(known, _)| known == width) {
                Some((_, count)) => *count += 1,
                None => counts.push((*width, 1)),
            }
        }
        let Some((width, rows)) =
            counts.into_iter().filter(|(width, _)| *width > 1).max_by_key(|(width, rows)| (*rows, *width))
        else {
            continue;
        };
        if (rows, width) > best_score {
            best_score = (rows, width);
            let first = widths.iter().find(|(_, found)| *found == width).map_or(1, |(line, _)| *line);
            dialect.skip_lines = u16::try_from(first - 1).unwrap_or_default();
            best = dialect;
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
