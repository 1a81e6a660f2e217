//! CSV as RFC 4180 has it, strictly, in bounded memory.
//!
//! The `csv` crate forgives what a feed must not: a quotation mark in the middle of a field, text after a closing
//! one, a file that ends inside a field; and it takes a record of any length into memory. So the records are
//! split here.

use std::io::{self, Read};

use super::{ReadError, Rows, Sink, excerpt};

/// The longest record, in bytes without its quotation marks.
const LONGEST: usize = 65_536;
const CHUNK: usize = 256 * 1024;

/// Reads a file: the header, then every row.
pub(super) fn read(input: impl Read, rows: &mut Rows<'_>, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    let mut records = Records::new(input);
    let Some(header) = records.next()? else {
        rows.fault(None, None, "the file is empty; it needs a line with the names of the columns");
        return Ok(());
    };
    let width = match header {
        Err(broken) => {
            rows.fault(Some(broken.line), None, broken.what);
            return Ok(());
        }
        Ok(_) => match records.record.fields() {
            Err(_) => {
                rows.fault(Some(1), None, NOT_UTF8);
                return Ok(());
            }
            Ok(names) if rows.header(Some(1), &names) => names.len(),
            Ok(_) => return Ok(()),
        },
    };
    while let Some(next) = records.next()? {
        let line = match next {
            Ok(line) => line,
            Err(broken) => {
                let column = rows.column_at(broken.field);
                rows.fault(Some(broken.line), column, broken.what);
                continue;
            }
        };
        match records.record.fields() {
            Ok(fields) if fields.len() == width => rows.row(line, &fields, sink)?,
            Ok(fields) if fields == [""] => rows.fault(Some(line), None, "the line is empty"),
            Ok(fields) => {
                let (found, plural) = (fields.len(), if fields.len() == 1 { "" } else { "s" });
                let what =
                    format!("{found} field{plural} where the header has {width}: {}", excerpt(&fields.join(",")));
                rows.fault(Some(line), None, what);
            }
            Err(place) => {
                let column = rows.column_at(place);
                rows.fault(Some(line), column, NOT_UTF8);
            }
        }
    }
    Ok(())
}

const NOT_UTF8: &str = "the bytes are not UTF-8; save the file as UTF-8";

/// A record that is not CSV.
struct Broken {
    line: u64,
    /// The place of the field it broke in.
    field: usize,
    what: String,
}

/// The bytes of one record, field after field.
#[derive(Default)]
struct Record {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Record {
    /// The fields as text, or the place of the first that is not UTF-8.
    fn fields(&self) -> Result<Vec<&str>, usize> {
        let mut start = 0;
        let mut fields = Vec::with_capacity(self.ends.len());
        for (place, end) in self.ends.iter().enumerate() {
            fields.push(std::str::from_utf8(&self.bytes[start..*end]).map_err(|_| place)?);
            start = *end;
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
    /// Behind a quotation mark inside quotes: the field's end, or the first half of a doubled one.
    Closed,
    /// Behind a carriage return outside quotes.
    Return,
    /// In the rest of a broken line.
    Skip,
}

/// Splits bytes into records.
struct Records<R> {
    input: R,
    chunk: Vec<u8>,
    at: usize,
    filled: usize,
    /// Of the byte at `at`, from 1.
    line: u64,
    record: Record,
}

impl<R: Read> Records<R> {
    fn new(input: R) -> Self {
        Records { input, chunk: vec![0; CHUNK], at: 0, filled: 0, line: 1, record: Record::default() }
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

    /// Reads the next record into `self.record` and answers the line it begins on; None at the end.
    fn next(&mut self) -> io::Result<Option<Result<u64, Broken>>> {
        self.record.bytes.clear();
        self.record.ends.clear();
        let (first_line, mut quote_line) = (self.line, self.line);
        let (mut state, mut empty, mut broken) = (State::Start, true, None);
        let at_start_of_file = self.filled == 0;
        loop {
            if self.at == self.filled && !self.fill()? {
                if empty {
                    return Ok(None);
                }
                if state == State::Quoted {
                    broken = Some(self.broken(quote_line, "the quotation mark that opens this field is never closed"));
                } else if state == State::Return {
                    broken = Some(self.broken(self.line, RETURN));
                }
                self.record.ends.push(self.record.bytes.len());
                return Ok(Some(broken.map_or(Ok(first_line), Err)));
            }
            if empty {
                empty = false;
                if at_start_of_file {
                    self.skip_mark()?;
                    continue;
                }
            }
            // Most bytes are plain: take a run of them at once.
            if matches!(state, State::Start | State::Plain) {
                let run = self.chunk[self.at..self.filled].iter().take_while(|byte| is_plain(**byte)).count();
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
            let fault = match (state, byte) {
                (State::Skip, b'\n') => return Ok(broken.map(Err)),
                (State::Skip, _) => continue,
                (_, 0) => "the line holds a NUL byte",
                (State::Quoted, b'"') => {
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
                (State::Closed, b'"') => {
                    self.record.bytes.push(b'"');
                    state = State::Quoted;
                    continue;
                }
                (State::Return | State::Start | State::Plain | State::Closed, b'\n') => {
                    self.record.ends.push(self.record.bytes.len());
                    return Ok(Some(Ok(first_line)));
                }
                (State::Return, _) => RETURN,
                (State::Start | State::Plain | State::Closed, b',') => {
                    self.record.ends.push(self.record.bytes.len());
                    state = State::Start;
                    // A record of nothing but commas must not grow without end either.
                    if self.record.ends.len() <= LONGEST {
                        continue;
                    }
                    LONG
                }
                (State::Start | State::Plain | State::Closed, b'\r') => {
                    state = State::Return;
                    continue;
                }
                (State::Start, b'"') => {
                    quote_line = line;
                    state = State::Quoted;
                    continue;
                }
                (State::Closed, _) => {
                    "text follows the closing quotation mark of a field; write a quotation mark inside a field twice"
                }
                (State::Start | State::Plain, _) => {
                    "a quotation mark stands inside a field that does not begin with one; put the field in quotation marks and double it"
                }
            };
            broken = Some(self.broken(line, fault));
            if byte == b'\n' {
                return Ok(broken.map(Err));
            }
            state = State::Skip;
        }
    }

    /// Passes over a byte order mark at the start of the file.
    fn skip_mark(&mut self) -> io::Result<()> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        // A first read may be short; the mark is three bytes.
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

const RETURN: &str = "a carriage return stands within the line";
const LONG: &str = "the line is longer than 65536 bytes";
const LONG_QUOTE: &str = "the field in quotation marks does not end within 65536 bytes; is its closing mark missing?";

fn is_plain(byte: u8) -> bool {
    !matches!(byte, b',' | b'"' | b'\n' | b'\r' | 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::feed::Table;
    use crate::warehouse::read::Faults;

    /// Gives a few bytes at a time, so that every state meets the end of a chunk.
    struct Dripping<'a>(&'a [u8]);

    impl Read for Dripping<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let some = self.0.len().min(into.len()).min(2);
            into[..some].copy_from_slice(&self.0[..some]);
            self.0 = &self.0[some..];
            Ok(some)
        }
    }

    fn read_both_ways(table: &str, bytes: &[u8]) -> (Vec<String>, Vec<String>) {
        let table = Table::named(table).expect("a table");
        let one = |input: &mut dyn Read| {
            let mut faults = Faults::default();
            let mut rows = Rows { file: format!("{}.csv", table.name), table, order: vec![], faults: &mut faults };
            let mut taken = Vec::new();
            let mut sink = |line: u64, cells: &[crate::warehouse::read::Cell<'_>]| {
                taken.push(format!("{line} {cells:?}"));
                Ok(())
            };
            read(input, &mut rows, &mut sink).expect("no error of the input");
            (taken, faults.first.iter().map(ToString::to_string).collect())
        };
        let (mut whole, mut dripping) = (bytes, Dripping(bytes));
        let answer: (Vec<String>, Vec<String>) = one(&mut whole);
        assert_eq!(answer, one(&mut dripping));
        answer
    }

    #[test]
    fn quotes_line_ends_and_a_byte_order_mark_are_read() {
        let (rows, faults) =
            read_both_ways("partners", b"\xef\xbb\xbfname,id\r\n\"a, \"\"b\"\"\r\nc\",7\r\n\"d\",8\nplain,9");
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(
            rows,
            [r#"2 [Int(7), Text("a, \"b\"\r\nc")]"#, r#"4 [Int(8), Text("d")]"#, r#"5 [Int(9), Text("plain")]"#]
        );
    }

    #[test]
    fn a_file_that_is_not_csv_says_where() {
        for (bytes, wanted) in [
            (&b""[..], "partners.csv: the file is empty; it needs a line with the names of the columns"),
            (b"\xff\xfei\0d\0", "partners.csv:1: the line holds a NUL byte"),
            (b"\xffid,name\n", "partners.csv:1: the bytes are not UTF-8; save the file as UTF-8"),
            (b"id,name,id\n1,a,2\n", "partners.csv:1:\"id\": the column is there twice"),
            (b"id\n1\n", "partners.csv:1:name: the column is missing"),
            (b"id,name,Colour\n1,a,b\n", "partners.csv:1:\"Colour\": partners has no such column; it has id, name"),
            (b"id,name\n1,a,b\n", "partners.csv:2: 3 fields where the header has 2: \"1,a,b\""),
            (b"id,name\n1\n", "partners.csv:2: 1 field where the header has 2: \"1\""),
            (b"id,name\n\n", "partners.csv:2: the line is empty"),
            (b"id,name\n1,\n", "partners.csv:2:name: the value is missing"),
            (b"id,name\n1,\xe4\n", "partners.csv:2:name: the bytes are not UTF-8; save the file as UTF-8"),
            (b"id,name\n1,a\0b\n", "partners.csv:2:name: the line holds a NUL byte"),
            (b"id,name\n1,\"a\nb\0\"\n", "partners.csv:3:name: the line holds a NUL byte"),
            (
                b"id,name\n1,a\"b\n",
                "partners.csv:2:name: a quotation mark stands inside a field that does not begin with one; put the field in quotation marks and double it",
            ),
            (
                b"id,name\n1,\"a\"b\n",
                "partners.csv:2:name: text follows the closing quotation mark of a field; write a quotation mark inside a field twice",
            ),
            (b"id,name\n1,\"a\n2,b\n", "partners.csv:2:name: the quotation mark that opens this field is never closed"),
            (b"id,name\n1,a\rb\n", "partners.csv:2:name: a carriage return stands within the line"),
        ] {
            let (rows, faults) = read_both_ways("partners", bytes);
            assert_eq!(faults, [wanted], "{:?}", String::from_utf8_lossy(bytes));
            assert_eq!(rows, Vec::<String>::new());
        }
    }

    #[test]
    fn one_broken_line_does_not_hide_the_others() {
        let (rows, faults) = read_both_ways("partners", b"id,name\nx,a\n2,\"b\"c\"\n3,d\n0,\n");
        assert_eq!(rows, [r#"4 [Int(3), Text("d")]"#]);
        assert_eq!(faults.len(), 4, "{faults:?}");
        assert!(faults[3].starts_with("partners.csv:5:name:"));
    }

    #[test]
    fn what_never_ends_takes_bounded_memory() {
        for (start, byte, wanted) in [
            (&b"id,name\n1,"[..], b'a', "partners.csv:2:name: the line is longer than 65536 bytes"),
            (
                b"id,name\n1,\"",
                b'a',
                "partners.csv:2:name: the field in quotation marks does not end within 65536 bytes; is its closing mark missing?",
            ),
            (
                b"id,name\n1,\"",
                b'\n',
                "partners.csv:2:name: the field in quotation marks does not end within 65536 bytes; is its closing mark missing?",
            ),
            (b"id,name\n1", b',', "partners.csv:2: the line is longer than 65536 bytes"),
        ] {
            let mut faults = Faults::default();
            let table = Table::named("partners").expect("a table");
            let mut rows = Rows { file: "partners.csv".into(), table, order: vec![], faults: &mut faults };
            let mut records = Records::new(start.chain(io::repeat(byte).take(3_000_000)));
            while let Some(next) = records.next().expect("no error") {
                if let Err(broken) = next {
                    let column = rows.column_at(broken.field);
                    rows.fault(Some(broken.line), column, broken.what);
                } else if rows.order.is_empty() {
                    assert!(rows.header(Some(1), &records.record.fields().expect("UTF-8")));
                }
                assert!(records.record.bytes.capacity() < 1_000_000 && records.record.ends.capacity() < 200_000);
            }
            assert_eq!(faults.first[0].to_string(), wanted);
        }
    }
}
