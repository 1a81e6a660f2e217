//! CSV files.

mod records;

use std::io::Read;

use super::row::{ReadError, Rows, Sink};
use super::shape::Shape;
use crate::warehouse::mapping::{Decoded, Dialect};
use records::Records;

/// Reads a file: the header, then every row.
pub(super) fn read(
    input: impl Read,
    dialect: &Dialect,
    rows: &mut impl Rows,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    match dialect.encoding {
        None => records(Records::new(input, dialect), dialect, rows, sink),
        Some(encoding) => records(Records::new(Decoded::new(input, encoding), dialect), dialect, rows, sink),
    }
}

fn records<R: Read>(
    mut records: Records<R>,
    dialect: &Dialect,
    rows: &mut impl Rows,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let is_mapped = rows.is_mapped();
    let not_text = || match dialect.encoding {
        None if is_mapped => {
            format!("the bytes are not UTF-8; {ENCODING}")
        }
        None => NOT_UTF8.to_owned(),
        Some(encoding) => format!("the bytes are not {}; {ENCODING}", encoding.name()),
    };
    records.skip_lines(dialect.skip_lines)?;
    let mut shape = Shape::new(dialect, false, rows);
    if !shape.begin()? {
        return Ok(());
    }
    while let Some(next) = records.next()? {
        let goes_on = match next.map(|line| (line, records.record.fields())) {
            Ok((line, Ok(fields))) => shape.record(line, &fields, sink)?,
            Err(_) | Ok((_, Err(_))) if shape.is_looking() => true,
            Err(broken) => {
                let field = (!shape.is_before_header()).then_some(broken.field);
                shape.rows.fault(Some(broken.line), field, broken.what);
                !shape.is_before_header()
            }
            Ok((line, Err(index))) => {
                let field = (!shape.is_before_header()).then_some(index);
                shape.rows.fault(Some(line), field, not_text());
                !shape.is_before_header()
            }
        };
        if !goes_on {
            return Ok(());
        }
    }
    shape.end();
    Ok(())
}

/// How wide a record is.
pub(in crate::warehouse) struct Width {
    /// The line that it begins on.
    pub(in crate::warehouse) line: u64,
    /// Its fields.
    pub(in crate::warehouse) all: usize,
    /// Those of them that are not empty.
    pub(in crate::warehouse) filled: usize,
}

/// The widths of the first records.
pub(in crate::warehouse) fn widths(bytes: &[u8], dialect: &Dialect, most: usize) -> Vec<Width> {
    fn count<R: Read>(mut records: Records<R>, most: usize) -> Vec<Width> {
        let mut widths = Vec::new();
        while widths.len() < most
            && let Ok(Some(next)) = records.next()
        {
            let Ok(line) = next else { continue };
            let (mut start, mut filled) = (0, 0);
            for end in &records.record.ends {
                filled += usize::from(!records.record.bytes[start..*end].trim_ascii().is_empty());
                start = *end;
            }
            widths.push(Width { line, all: records.record.ends.len(), filled });
        }
        widths
    }
    match dialect.encoding {
        None => count(Records::new(bytes, dialect), most),
        Some(encoding) => count(Records::new(Decoded::new(bytes, encoding), dialect), most),
    }
}

const NOT_UTF8: &str = "the bytes are not UTF-8; save the file as UTF-8, or name its encoding in a mapping";
const ENCODING: &str = "set encoding under [[file]] in the mapping to that of the file, such as \"windows-1252\"";

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::warehouse::day::FactDays;
    use crate::warehouse::feed::registry::table;
    use crate::warehouse::read::row::RowReader;
    use crate::warehouse::read::{Cell, Faults};

    /// Returns two bytes at a time, so that every state occurs at the end of a chunk.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let some = self.0.len().min(into.len()).min(2);
            into[..some].copy_from_slice(&self.0[..some]);
            self.0 = &self.0[some..];
            Ok(some)
        }
    }

    fn read_both_ways(name: &str, bytes: &[u8]) -> (Vec<String>, Vec<String>) {
        let table = table(name).expect("a table");
        let one = |input: &mut dyn Read| {
            let mut faults = Faults::default();
            let mut rows = RowReader::new(format!("{name}.csv"), table, FactDays::default(), &mut faults);
            let mut taken = Vec::new();
            let mut sink = |line: u64, cells: &[Cell<'_>]| {
                taken.push(format!("{line} {cells:?}"));
                Ok(())
            };
            read(input, &Dialect::FEED, &mut rows, &mut sink).expect("no error of the input");
            (taken, faults.listed().iter().map(ToString::to_string).collect())
        };
        let (mut whole, mut trickle) = (bytes, Trickle(bytes));
        let answer: (Vec<String>, Vec<String>) = one(&mut whole);
        assert_eq!(answer, one(&mut trickle));
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
            (&b""[..], "partners.csv: the file is empty; its first line must contain the names of the columns"),
            (b"\xef\xbb\xbf", "partners.csv: the file is empty; its first line must contain the names of the columns"),
            (b"\xff\xfei\0d\0", "partners.csv:1: the line contains a NUL byte; save the file as UTF-8 text"),
            (
                b"\xffid,name\n",
                "partners.csv:1: the bytes are not UTF-8; save the file as UTF-8, or name its encoding in a mapping",
            ),
            (b"id,name,id\n1,a,2\n", "partners.csv:1:\"id\": the column appears twice; remove one of the two"),
            (b"id\n1\n", "partners.csv:1:name: the column is missing; add it to the header and every row"),
            (
                b"id,name,Colour\n1,a,b\n",
                "partners.csv:1:\"Colour\": partners has no such column; its columns are id, name",
            ),
            (b"id,name\n1,a,b\n", "partners.csv:2: 3 fields, but the header has 2: \"1,a,b\""),
            (b"id,name\n1\n", "partners.csv:2: 1 field, but the header has 2: \"1\""),
            (b"id,name\n\n", "partners.csv:2: the line is empty; remove it"),
            (b"id,name\n1,\n", "partners.csv:2:name: the value is missing; this column may not be empty"),
            (
                b"id,name\n1,\xe4\n",
                "partners.csv:2:name: the bytes are not UTF-8; save the file as UTF-8, or name its encoding in a mapping",
            ),
            (b"id,name\n1,a\0b\n", "partners.csv:2:name: the line contains a NUL byte; save the file as UTF-8 text"),
            (
                b"id,name\n1,\"a\nb\0\"\n",
                "partners.csv:3:name: the line contains a NUL byte; save the file as UTF-8 text",
            ),
            (
                b"id,name\n1,a\"b\n",
                "partners.csv:2:name: there is a quotation mark in a field that does not begin with one; enclose the field in quotation marks and double it",
            ),
            (
                b"id,name\n1,\"a\"b\n",
                "partners.csv:2:name: there is text after the closing quotation mark of a field; double a quotation mark inside a field",
            ),
            (
                b"id,name\n1,\"a\n2,b\n",
                "partners.csv:2:name: the quotation mark that opens this field is never closed; close it at the end of the field",
            ),
            (
                b"id,name\n1,a\rb\n",
                "partners.csv:2:name: there is a carriage return inside the line; end lines with LF or CRLF",
            ),
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
    fn endless_lines_and_fields_take_bounded_memory() {
        for (start, byte, wanted) in [
            (
                &b"id,name\n1,"[..],
                b'a',
                "partners.csv:2:name: the line is longer than 65536 bytes; is a line end missing?",
            ),
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
            (b"id,name\n1", b',', "partners.csv:2: the line is longer than 65536 bytes; is a line end missing?"),
        ] {
            let mut faults = Faults::default();
            let partners = table("partners").expect("a table");
            let mut rows = RowReader::new("partners.csv".into(), partners, FactDays::default(), &mut faults);
            let mut has_header = false;
            let mut records = Records::new(start.chain(io::repeat(byte).take(3_000_000)), &Dialect::FEED);
            while let Some(next) = records.next().expect("no error") {
                if let Err(broken) = next {
                    rows.fault(Some(broken.line), Some(broken.field), broken.what);
                } else if !has_header {
                    let names = records.record.fields().expect("UTF-8");
                    has_header = rows.header(Some(1), &names).expect("no error");
                    assert!(has_header);
                }
                assert!(records.record.bytes.capacity() < 1_000_000 && records.record.ends.capacity() < 200_000);
            }
            assert_eq!(faults.listed()[0].to_string(), wanted);
        }
    }
}
