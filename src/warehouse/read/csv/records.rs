//! Splits CSV (RFC 4180) into records, strictly and in bounded memory.
//!
//! The `csv` crate accepts what a feed must not contain: a quotation mark inside a field, text after a closing one, a
//! file that ends inside a field. It also reads a record of any length into memory.

use std::io::{self, Read};

use crate::warehouse::mapping::Dialect;

/// The longest record, in bytes without its quotation marks.
pub(super) const LONGEST: usize = 65_536;
const CHUNK: usize = 256 * 1024;

/// A record that is not valid CSV.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) line: u64,
    /// The index of the field with the fault.
    pub(super) field: usize,
    pub(super) what: String,
}

/// The bytes of one record, field after field.
#[derive(Default)]
pub(super) struct Record {
    pub(super) bytes: Vec<u8>,
    pub(super) ends: Vec<usize>,
}

impl Record {
    /// The fields as text, or the index of the first that is not UTF-8.
    pub(super) fn fields(&self) -> Result<Vec<&str>, usize> {
        let text = std::str::from_utf8(&self.bytes).ok();
        let mut start = 0;
        let mut fields = Vec::with_capacity(self.ends.len());
        for (index, end) in self.ends.iter().enumerate() {
            let range = std::mem::replace(&mut start, *end)..*end;
            // Two fields that are no text may be text together.
            let field = text.and_then(|text| text.get(range.clone()));
            fields.push(match field {
                Some(field) => field,
                None => std::str::from_utf8(&self.bytes[range]).map_err(|_| index)?,
            });
        }
        Ok(fields)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the start of a field.
    Start,
    Plain,
    Quoted,
    /// After a quotation mark in a quoted field: the end of the field, or the first of a doubled one.
    Closed,
    /// After a carriage return outside quotation marks.
    Return,
    /// In the rest of a broken record.
    Skip,
}

/// Splits bytes into records.
pub(super) struct Records<R> {
    input: R,
    chunk: Vec<u8>,
    at: usize,
    filled: usize,
    /// The line of the byte at `at`, from 1.
    line: u64,
    separator: u8,
    quote: Option<u8>,
    /// Whether a byte is part of a field wherever it stands.
    plain: [bool; 256],
    pub(super) record: Record,
}

impl<R: Read> Records<R> {
    pub(super) fn new(input: R, dialect: &Dialect) -> Self {
        let Dialect { separator, quote, .. } = *dialect;
        let mut plain = [true; 256];
        for byte in [Some(separator), quote, Some(b'\n'), Some(b'\r'), Some(0)].into_iter().flatten() {
            plain[usize::from(byte)] = false;
        }
        let (chunk, record) = (vec![0; CHUNK], Record::default());
        Records { input, chunk, at: 0, filled: 0, line: 1, separator, quote, plain, record }
    }

    /// Leaves out lines before the first record.
    pub(super) fn skip_lines(&mut self, lines: u16) -> io::Result<()> {
        if self.filled == 0 && self.fill()? {
            self.skip_mark()?;
        }
        while self.line <= u64::from(lines) {
            if self.at == self.filled && !self.fill()? {
                break;
            }
            if self.chunk[self.at] == b'\n' {
                self.line += 1;
            }
            self.at += 1;
        }
        Ok(())
    }

    fn fill(&mut self) -> io::Result<bool> {
        loop {
            match self.input.read(&mut self.chunk) {
                Ok(filled) => {
                    (self.at, self.filled) = (0, filled);
                    return Ok(filled > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads the next record into `self.record` and returns the line it begins on; None at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Result<u64, Broken>>> {
        self.record.bytes.clear();
        self.record.ends.clear();
        let (first_line, mut quote_line) = (self.line, self.line);
        let (mut state, mut empty, mut broken) = (State::Start, true, None);
        if self.filled == 0 && self.fill()? {
            self.skip_mark()?;
        }
        loop {
            if self.at == self.filled && !self.fill()? {
                if empty {
                    return Ok(None);
                }
                if state == State::Quoted {
                    broken = Some(self.broken(quote_line, UNCLOSED));
                } else if state == State::Return {
                    broken = Some(self.broken(self.line, RETURN));
                }
                self.record.ends.push(self.record.bytes.len());
                return Ok(Some(broken.map_or(Ok(first_line), Err)));
            }
            empty = false;
            // Most bytes are plain, so runs of them are copied at once.
            if matches!(state, State::Start | State::Plain) {
                let plain = |byte: &&u8| self.plain[usize::from(**byte)];
                let run = self.chunk[self.at..self.filled].iter().take_while(plain).count();
                if run > 0 {
                    state = State::Plain;
                    self.record.bytes.extend_from_slice(&self.chunk[self.at..self.at + run]);
                    self.at += run;
                    if self.record.bytes.len() > LONGEST {
                        broken = Some(self.broken(self.line, LONG));
                        state = State::Skip;
                    }
                    continue;
                }
            }
            let byte = self.chunk[self.at];
            self.at += 1;
            let line = self.line;
            if byte == b'\n' {
                self.line += 1;
            }
            let (is_quote, is_separator) = (Some(byte) == self.quote, byte == self.separator);
            let fault = match (state, byte) {
                (State::Skip, b'\n') => return Ok(broken.map(Err)),
                (State::Skip, _) => continue,
                (_, 0) => NUL,
                (State::Quoted, _) if is_quote => {
                    state = State::Closed;
                    continue;
                }
                (State::Quoted, byte) => {
                    self.record.bytes.push(byte);
                    if self.record.bytes.len() <= LONGEST {
                        continue;
                    }
                    if byte == b'\n' {
                        return Ok(Some(Err(self.broken(quote_line, LONG_QUOTE))));
                    }
                    broken = Some(self.broken(quote_line, LONG_QUOTE));
                    state = State::Skip;
                    continue;
                }
                (State::Closed, quote) if is_quote => {
                    self.record.bytes.push(quote);
                    state = State::Quoted;
                    continue;
                }
                (State::Return | State::Start | State::Plain | State::Closed, b'\n') => {
                    self.record.ends.push(self.record.bytes.len());
                    return Ok(Some(Ok(first_line)));
                }
                (State::Return, _) => RETURN,
                (State::Start | State::Plain | State::Closed, _) if is_separator => {
                    self.record.ends.push(self.record.bytes.len());
                    state = State::Start;
                    // A record that consists of commas is bounded too.
                    if self.record.ends.len() <= LONGEST {
                        continue;
                    }
                    LONG
                }
                (State::Start | State::Plain | State::Closed, b'\r') => {
                    state = State::Return;
                    continue;
                }
                (State::Start, _) if is_quote => {
                    quote_line = line;
                    state = State::Quoted;
                    continue;
                }
                (State::Closed, _) => {
                    "there is text after the closing quotation mark of a field; double a quotation mark inside a field"
                }
                (State::Start | State::Plain, _) => {
                    "there is a quotation mark in a field that does not begin with one; enclose the field in quotation marks and double it"
                }
            };
            broken = Some(self.broken(line, fault));
            if byte == b'\n' {
                return Ok(broken.map(Err));
            }
            state = State::Skip;
        }
    }

    /// Skips a byte order mark at the start of the file.
    fn skip_mark(&mut self) -> io::Result<()> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        // The mark has three bytes, and the first read may return fewer.
        while self.filled < MARK.len() {
            match self.input.read(&mut self.chunk[self.filled..]) {
                Ok(0) => break,
                Ok(more) => self.filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if self.chunk[..self.filled].starts_with(MARK) {
            self.at = MARK.len();
        }
        Ok(())
    }

    fn broken(&self, line: u64, what: impl Into<String>) -> Broken {
        Broken { line, field: self.record.ends.len(), what: what.into() }
    }
}

const RETURN: &str = "there is a carriage return inside the line; end lines with LF or CRLF";
const UNCLOSED: &str = "the quotation mark that opens this field is never closed; close it at the end of the field";
const NUL: &str = "the line contains a NUL byte; save the file as UTF-8 text";
const LONG: &str = "the line is longer than 65536 bytes; is a line end missing?";
const LONG_QUOTE: &str = "the field in quotation marks does not end within 65536 bytes; is its closing mark missing?";

#[cfg(test)]
mod tests;
