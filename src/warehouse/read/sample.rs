//! The first rows of a file: to find out what they are, and to show what a mapping makes of them.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::answer::Answer;
use super::decoder::Decoder;
use super::fault::{Faults, of_sheets};
use super::mapped::{Given, MappedRows};
use super::row::{ReadError, Rows, Sink};
use super::stored::Stored;
use super::{Format, MappedReading};
use crate::warehouse::day::FactDays;
use crate::warehouse::error::WarehouseError;
use crate::warehouse::mapping::{Context, Dialect};

/// The start of a file as text.
#[derive(Clone, Debug, Default)]
pub(in crate::warehouse) struct Sample {
    pub(in crate::warehouse) names: Vec<String>,
    /// The rows with their lines.
    pub(in crate::warehouse) rows: Vec<(u64, Vec<String>)>,
    /// What cannot be read, as the text after the file's name.
    pub(in crate::warehouse) faults: Vec<String>,
    /// Those of a workbook, where it has to be said which is read.
    pub(in crate::warehouse) sheets: Vec<String>,
    /// Whether a time at midnight is written as its date alone, as in a sheet.
    is_of_a_sheet: bool,
    most: usize,
}

/// A sample of a file that is read to its end.
struct Survey<'a> {
    sample: Sample,
    each: &'a mut dyn FnMut(&[&str]),
}

impl Rows for Survey<'_> {
    fn header(&mut self, line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError> {
        self.sample.header(line, names)
    }

    fn row(&mut self, line: u64, fields: &[&str], _sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        if self.sample.rows.len() < self.sample.most {
            self.sample.rows.push((line, fields.iter().map(|field| (*field).to_owned()).collect()));
        }
        (self.each)(fields);
        Ok(())
    }

    fn stored(&self, _index: usize, _stored: Stored<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn fault(&mut self, line: Option<u64>, index: Option<usize>, what: String) {
        if self.sample.faults.len() < MOST_FAULTS {
            self.sample.fault(line, index, what);
        }
    }

    fn is_mapped(&self) -> bool {
        true
    }

    fn shown(&self, _fields: &[&str]) -> Option<String> {
        None
    }
}

/// Faults that are kept of a file that is read to its end.
const MOST_FAULTS: usize = 100;

impl Rows for Sample {
    fn header(&mut self, _line: Option<u64>, names: &[&str]) -> Result<bool, WarehouseError> {
        self.names = names.iter().map(|name| (*name).to_owned()).collect();
        Ok(true)
    }

    fn row(&mut self, line: u64, fields: &[&str], _sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        self.rows.push((line, fields.iter().map(|field| (*field).to_owned()).collect()));
        // Ends the reading; `sample` knows that nothing is wrong.
        if self.rows.len() == self.most { Err(WarehouseError::Worker("enough rows".into())) } else { Ok(()) }
    }

    fn stored(&self, _index: usize, _stored: Stored<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn fault(&mut self, line: Option<u64>, _index: Option<usize>, what: String) {
        self.faults.push(line.map_or(what.clone(), |line| format!("line {line}: {what}")));
    }

    fn sheets(&mut self, names: &[String]) {
        self.sheets = names.to_vec();
        self.faults.push(of_sheets(names));
    }

    fn is_of_a_sheet(&mut self) {
        self.is_of_a_sheet = true;
    }

    fn is_mapped(&self) -> bool {
        true
    }

    fn shown(&self, _fields: &[&str]) -> Option<String> {
        None
    }
}

/// Reads the names and at most so many rows.
pub(in crate::warehouse) fn sample(
    path: &Path,
    dialect: &Dialect,
    decoder: &Decoder,
    most: usize,
) -> Result<Sample, ReadError> {
    first(most, |sample| super::read_rows(path, dialect, decoder, sample, &mut |_, _| Ok(())))
}

/// The names and at most so many rows of what a query made.
pub(in crate::warehouse) fn sample_of(answer: &Answer, most: usize) -> Result<Sample, ReadError> {
    first(most, |sample| {
        sample.is_of_a_sheet();
        answer.read(sample, &mut |_, _| Ok(()))
    })
}

/// The names and at most so many of the rows that a function reads.
fn first(most: usize, read: impl FnOnce(&mut Sample) -> Result<(), ReadError>) -> Result<Sample, ReadError> {
    let mut sample = Sample { most, ..Sample::default() };
    match read(&mut sample) {
        Err(ReadError::Warehouse(_)) if sample.rows.len() == most => {}
        read => read?,
    }
    Ok(sample)
}

/// Reads the whole file: names, at most so many rows, and each row for `each`.
pub(in crate::warehouse) fn survey(
    path: &Path,
    dialect: &Dialect,
    decoder: &Decoder,
    most: usize,
    each: &mut dyn FnMut(&[&str]),
) -> Result<Sample, ReadError> {
    let mut survey = Survey { sample: Sample { most, ..Sample::default() }, each };
    super::read_rows(path, dialect, decoder, &mut survey, &mut |_, _| Ok(()))?;
    Ok(survey.sample)
}

/// The first bytes of a text file; none of any other.
pub(in crate::warehouse) fn first_bytes(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if Format::of(path) == Format::Csv {
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Counts rows.
struct Counted {
    rows: u64,
    most: u64,
}

impl Rows for Counted {
    fn header(&mut self, _line: Option<u64>, _names: &[&str]) -> Result<bool, WarehouseError> {
        Ok(true)
    }

    fn row(&mut self, _line: u64, _fields: &[&str], _sink: &mut Sink<'_>) -> Result<(), WarehouseError> {
        if self.rows == self.most {
            return Err(WarehouseError::Worker("enough rows".into()));
        }
        self.rows += 1;
        Ok(())
    }

    fn stored(&self, _index: usize, _stored: Stored<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn fault(&mut self, _line: Option<u64>, _index: Option<usize>, _what: String) {}

    fn misshapen(&mut self, _line: u64, _fields: &[&str], _what: String) {
        self.rows += 1;
    }

    fn is_mapped(&self) -> bool {
        true
    }

    fn shown(&self, _fields: &[&str]) -> Option<String> {
        None
    }
}

/// The rows of a file, at most so many, and whether these are all.
pub(in crate::warehouse) fn count_rows(
    path: &Path,
    dialect: &Dialect,
    decoder: &Decoder,
    most: u64,
) -> Result<(u64, bool), ReadError> {
    let mut counted = Counted { rows: 0, most };
    match super::read_rows(path, dialect, decoder, &mut counted, &mut |_, _| Ok(())) {
        Err(ReadError::Warehouse(_)) if counted.rows == most => Ok((most, false)),
        read => read.map(|()| (counted.rows, true)),
    }
}

/// What a mapping makes of the first rows of a sample: their lines, and texts in the order of the table's columns, empty where
/// nothing fills a column. Every fault of these rows is recorded. A sample without names has none: its own faults say why.
pub(in crate::warehouse) fn mapped_sample(
    file: &str,
    sample: &Sample,
    reading: MappedReading<'_>,
    days: FactDays,
    most: usize,
    faults: &mut Faults,
) -> Result<Vec<(u64, Vec<String>)>, WarehouseError> {
    if sample.names.is_empty() {
        return Ok(Vec::new());
    }
    let MappedReading { mapping, file: entry, table: mapped, zone, key, memory } = reading;
    let context = Context { zone, key, row: entry.row() };
    let given = Given { file: file.to_owned(), mapping, mapped, context, memory, faults, before: Vec::new() };
    let mut rows = MappedRows::new(given, days);
    if sample.is_of_a_sheet {
        rows.is_of_a_sheet();
    }
    let names: Vec<&str> = sample.names.iter().map(String::as_str).collect();
    rows.header(None, &names)?;
    let mut shown: Vec<(u64, Vec<String>)> = Vec::new();
    for (line, fields) in &sample.rows {
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let replaced = rows.replaced();
        if let Some(texts) = rows.shown_row(*line, &fields)? {
            let texts: Vec<String> = texts.into_iter().map(Cow::into_owned).collect();
            if rows.replaced() > replaced {
                shown.retain(|(_, known)| !rows.is_same_key(known, &texts));
            }
            shown.push((*line, texts));
        }
        if shown.len() == most {
            break;
        }
    }
    Ok(shown)
}
