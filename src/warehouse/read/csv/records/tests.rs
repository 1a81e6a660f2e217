//! The splitter against a simpler one that has the whole input in memory, on random input.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Returns at most this many bytes at a time.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let some = self.0.len().min(into.len()).min(self.1);
        into[..some].copy_from_slice(&self.0[..some]);
        self.0 = &self.0[some..];
        Ok(some)
    }
}

/// A record's line and fields, or the line and the index of the field of its fault.
type Split = Result<(u64, Vec<Vec<u8>>), (u64, usize)>;

fn split(bytes: &[u8], piece: usize) -> Vec<Split> {
    let mut records = Records::new(Pieces(bytes, piece), &Dialect::FEED);
    let mut found = Vec::new();
    while let Some(next) = records.next().expect("no error of the input") {
        found.push(match next {
            Err(broken) => Err((broken.line, broken.field)),
            Ok(line) => {
                let Record { bytes, ends } = &records.record;
                let starts = std::iter::once(&0).chain(ends);
                Ok((line, starts.zip(ends).map(|(start, end)| bytes[*start..*end].to_vec()).collect()))
            }
        });
    }
    found
}

/// Cuts fields from the front of the rest of the input, and after a fault continues with the next line.
fn split_simply(bytes: &[u8]) -> Vec<Split> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let line_of =
        |rest: &[u8]| 1 + bytes[..bytes.len() - rest.len()].iter().filter(|byte| **byte == b'\n').count() as u64;
    let (mut rest, mut found) = (bytes, Vec::new());
    while !rest.is_empty() {
        let (first_line, mut fields) = (line_of(rest), Vec::new());
        let fault = loop {
            match cut_field(rest) {
                Err((at, blamed)) => break Some((at, line_of(blamed))),
                Ok((field, after)) => {
                    fields.push(field);
                    match after {
                        [b',', after @ ..] => rest = after,
                        [b'\n', after @ ..] | [b'\r', b'\n', after @ ..] | after @ [] => {
                            rest = after;
                            break None;
                        }
                        other => unreachable!("{other:?} does not end a field"),
                    }
                }
            }
        };
        match fault {
            None => found.push(Ok((first_line, fields))),
            Some((at, line)) => {
                found.push(Err((line, fields.len())));
                rest = at.iter().position(|byte| *byte == b'\n').map_or(&[], |end| &at[end + 1..]);
            }
        }
    }
    found
}

/// A field and the rest from its separator on; or the rest where the fault is, and the rest whose line is to blame.
type Cut<'a> = Result<(Vec<u8>, &'a [u8]), (&'a [u8], &'a [u8])>;

fn cut_field(rest: &[u8]) -> Cut<'_> {
    let (field, after) = match rest {
        [b'"', quoted @ ..] => {
            let (mut field, mut at) = (Vec::new(), quoted);
            loop {
                at = match at {
                    [b'"', b'"', more @ ..] => {
                        field.push(b'"');
                        more
                    }
                    [b'"', after @ ..] => break (field, after),
                    [0, ..] => return Err((at, at)),
                    [byte, more @ ..] => {
                        field.push(*byte);
                        more
                    }
                    [] => return Err((at, rest)),
                }
            }
        }
        _ => {
            let end = rest.iter().position(|byte| b",\"\n\r\0".contains(byte)).unwrap_or(rest.len());
            (rest[..end].to_vec(), &rest[end..])
        }
    };
    match after {
        [] | [b',' | b'\n', ..] | [b'\r', b'\n', ..] => Ok((field, after)),
        [b'\r', at @ ..] => Err((at, after)),
        at => Err((at, at)),
    }
}

/// Bytes that matter to CSV, a byte order mark, and others.
fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"a".to_vec()),
        Just(b",".to_vec()),
        Just(b"\"".to_vec()),
        Just(b"\"\"".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\xef\xbb\xbf".to_vec()),
        Just("ä".as_bytes().to_vec()),
        any::<u8>().prop_map(|byte| vec![byte]),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A field and whether it is written in quotation marks although it need not be.
fn field() -> impl Strategy<Value = (Vec<u8>, bool)> {
    let byte = prop_oneof![Just(b'"'), Just(b','), Just(b'\n'), Just(b'\r'), 1..=255_u8];
    (vec(byte, 0..8), any::<bool>())
}

/// The fields of a record, each with whether it is quoted, and whether its line ends with CR LF.
type WrittenRecord = (Vec<(Vec<u8>, bool)>, bool);

fn write(records: &[WrittenRecord]) -> Vec<u8> {
    let mut text = Vec::new();
    for (fields, crlf) in records {
        for (index, (field, quote)) in fields.iter().enumerate() {
            if index > 0 {
                text.push(b',');
            }
            // The first field is in quotation marks so that it cannot be taken for a byte order mark.
            if *quote || index == 0 || field.iter().any(|byte| b",\"\n\r".contains(byte)) {
                text.push(b'"');
                text.extend(field.iter().flat_map(|byte| vec![*byte; if *byte == b'"' { 2 } else { 1 }]));
                text.push(b'"');
            } else {
                text.extend(field);
            }
        }
        text.extend(if *crlf { &b"\r\n"[..] } else { b"\n" });
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_split_as_by_a_simpler_splitter(bytes in any_bytes(), piece in 1..9_usize) {
        prop_assert_eq!(split(&bytes, piece), split_simply(&bytes));
        prop_assert_eq!(split(&bytes, usize::MAX), split_simply(&bytes));
    }

    #[test]
    fn fields_come_back_as_they_were_written(
        records in vec((vec(field(), 1..5), any::<bool>()), 1..6),
        piece in 1..9_usize,
        damage in proptest::option::of((any::<prop::sample::Index>(), any::<u8>())),
    ) {
        let mut bytes = write(&records);
        if let Some((index, byte)) = damage {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        } else {
            let found: Vec<_> = split(&bytes, piece).into_iter().map(|record| record.ok().map(|(_, fields)| fields)).collect();
            let written: Vec<Option<Vec<Vec<u8>>>> = records
                .iter()
                .map(|(fields, _)| Some(fields.iter().map(|(field, _)| field.clone()).collect()))
                .collect();
            prop_assert_eq!(found, written);
        }
        prop_assert_eq!(split(&bytes, piece), split_simply(&bytes));
    }
}
