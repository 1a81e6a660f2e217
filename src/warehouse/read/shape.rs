//! Finds the header of a file among its records, and passes on the rows below it.

use super::row::{ReadError, Rows, Sink};
use crate::warehouse::mapping::Dialect;

/// Takes the records of a file, one after another.
pub(super) struct Shape<'a, R: Rows> {
    dialect: &'a Dialect,
    pub(super) rows: &'a mut R,
    /// How many columns the header has, once it is known.
    width: Option<usize>,
    /// Whether the records are the rows of a sheet: empty cells at their end are not written down.
    is_sheet: bool,
}

impl<'a, R: Rows> Shape<'a, R> {
    pub(super) fn new(dialect: &'a Dialect, is_sheet: bool, rows: &'a mut R) -> Shape<'a, R> {
        Shape { dialect, rows, width: None, is_sheet }
    }

    /// Takes the names of the columns where they are not in the file. False if nothing is to be read.
    pub(super) fn begin(&mut self) -> Result<bool, ReadError> {
        let Some(columns) = &self.dialect.columns else { return Ok(true) };
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        self.width = Some(names.len());
        Ok(self.rows.header(None, &names)?)
    }

    /// Whether the header is still to come.
    pub(super) fn is_before_header(&self) -> bool {
        self.width.is_none()
    }

    /// Whether what stands before the header may be anything: its line is found by one of its names.
    pub(super) fn is_looking(&self) -> bool {
        self.is_before_header() && self.dialect.header.is_some()
    }

    /// Takes a record. False if nothing more is to be read.
    pub(super) fn record(&mut self, line: u64, fields: &[&str], sink: &mut Sink<'_>) -> Result<bool, ReadError> {
        let is_blank = fields.iter().all(|field| field.trim().is_empty());
        let Some(width) = self.width else {
            let found = match &self.dialect.header {
                Some(name) => fields.iter().any(|field| field.trim() == name),
                None => !(self.is_sheet && is_blank),
            };
            if !found {
                return Ok(true);
            }
            let names = if self.is_sheet { filled(fields) } else { fields };
            self.width = Some(names.len());
            return Ok(self.rows.header(Some(line), names)?);
        };
        if is_blank && self.dialect.until_empty {
            return Ok(false);
        }
        if fields == [""] || (is_blank && self.is_sheet) {
            if !self.is_sheet && !self.rows.is_mapped() {
                self.rows.fault(Some(line), None, "the line is empty; remove it".to_owned());
            }
            return Ok(true);
        }
        let fields = if self.is_sheet { filled(fields) } else { fields };
        if fields.len() == width {
            self.rows.row(line, fields, sink)?;
        } else if fields.len() < width && (self.is_sheet || self.dialect.fill_short) {
            let mut padded = fields.to_vec();
            padded.resize(width, "");
            self.rows.row(line, &padded, sink)?;
        } else {
            let (found, plural) = (fields.len(), if fields.len() == 1 { "" } else { "s" });
            let shown = self.rows.shown(fields).map_or(String::new(), |shown| format!(": {shown}"));
            self.rows.misshapen(line, fields, format!("{found} field{plural}, but the header has {width}{shown}"));
        }
        Ok(true)
    }

    /// Says at the end of the file what is missing if there was no header.
    pub(super) fn end(&mut self) {
        let what = match (&self.dialect.header, self.dialect.skip_lines) {
            _ if self.width.is_some() => return,
            (Some(name), _) => format!("the file has no line with {name:?}, which header says is a column"),
            (None, 0) => "the file is empty; its first line must contain the names of the columns".to_owned(),
            (None, skipped) => {
                let first = u32::from(skipped) + 1;
                format!("the file ends before line {first}, which must contain the names of the columns")
            }
        };
        self.rows.fault(None, None, what);
    }
}

/// The fields without the empty ones at the end.
fn filled<'f, 't>(fields: &'f [&'t str]) -> &'f [&'t str] {
    let end = fields.iter().rposition(|field| !field.trim().is_empty()).map_or(0, |last| last + 1);
    &fields[..end]
}
