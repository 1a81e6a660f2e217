//! The forms that files come in, by the ends of their names.

use std::io::{self, Read};
use std::path::Path;

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::warehouse) enum Format {
    /// Text with separators, whatever its name ends in.
    Csv,
    Parquet,
    /// Excel or OpenDocument.
    Workbook,
    /// A list of objects, or an object in each line.
    Json,
}

impl Format {
    /// By the end of the name. Text may have any.
    pub(in crate::warehouse) fn of(path: &Path) -> Format {
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        Format::known(end.as_deref().unwrap_or_default()).unwrap_or(Format::Csv)
    }

    /// The form of files whose names end so.
    fn known(end: &str) -> Option<Format> {
        match end {
            "csv" => Some(Format::Csv),
            "parquet" => Some(Format::Parquet),
            "xlsx" | "xlsm" | "xlsb" | "xls" | "ods" => Some(Format::Workbook),
            "json" | "jsonl" | "ndjson" => Some(Format::Json),
            _ => None,
        }
    }

    /// Why a file of this form cannot be read, and what to do.
    pub(super) fn unreadable(self) -> &'static str {
        match self {
            Format::Csv => "the file is not readable as text; save it as UTF-8",
            Format::Parquet => "the file is not readable as Parquet; write it again",
            Format::Workbook => "the file is not readable as a workbook; open it and save it as .xlsx",
            Format::Json => "the file is not readable as JSON; write a list of objects, or an object in each line",
        }
    }

    /// The name without its end, if that says that the file may belong to the feed.
    pub(in crate::warehouse) fn stem(name: &str) -> Option<&str> {
        let (stem, end) = name.rsplit_once('.')?;
        Format::known(&end.to_ascii_lowercase()).map(|_| stem)
    }
}

/// The ends that [`Format::stem`] takes, for messages.
pub(in crate::warehouse) const ENDS: &str = ".csv, .parquet, .xlsx, .xlsm, .xlsb, .xls, .ods, .json, .jsonl or .ndjson";

/// Bytes that files of other kinds begin with, and what to do with them.
const OTHERS: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "the file is a workbook or a zip archive; give its name the right end, such as .xlsx or .zip"),
    (b"\xd0\xcf\x11\xe0", "the file is an old Office document; if it is a workbook, give its name the end .xls"),
    (b"PAR1", "the file is Parquet; give its name the end .parquet"),
    (b"\x1f\x8b", "the file is compressed by gzip; give its name the end .gz"),
    (b"\x28\xb5\x2f\xfd", "the file is compressed by zstd; give its name the end .zst"),
    (b"BZh", "the file is compressed by bzip2; send it as text, or compressed by gzip or zstd"),
    (b"\xfd7zXZ\0", "the file is compressed by xz; send it as text, or compressed by gzip or zstd"),
    (b"7z\xbc\xaf\x27\x1c", "the file is a 7z archive; send its files, or a zip archive of them"),
    (b"Rar!\x1a\x07", "the file is a RAR archive; send its files, or a zip archive of them"),
    (b"%PDF-", "the file is a PDF document; export the data as CSV or as a workbook"),
    (b"SQLite format 3\0", "the file is an SQLite database; export each table as CSV"),
    (b"\x89PNG", "the file is a picture; export the data as CSV or as a workbook"),
    (b"\xff\xd8\xff", "the file is a picture; export the data as CSV or as a workbook"),
];

/// Why the start of a file is not text; None if it may be.
///
/// # Errors
/// Errors of the input.
pub(super) fn not_text(input: &mut (impl Read + ?Sized)) -> io::Result<Option<&'static str>> {
    let mut start = Vec::with_capacity(16);
    input.take(16).read_to_end(&mut start)?;
    Ok(OTHERS.iter().find(|(bytes, _)| start.starts_with(bytes)).map(|(_, what)| *what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_name_says_the_form() {
        for (name, wanted) in [
            ("a.csv", Format::Csv),
            ("a.txt", Format::Csv),
            ("a", Format::Csv),
            ("a.PARQUET", Format::Parquet),
            ("a.Xlsx", Format::Workbook),
            ("a.ods", Format::Workbook),
            ("a.json", Format::Json),
            ("a.b.ndjson", Format::Json),
        ] {
            assert_eq!(Format::of(Path::new(name)), wanted, "{name}");
        }
        assert_eq!((Format::stem("logins-2.JSON"), Format::stem("logins.txt")), (Some("logins-2"), None));
        for end in ENDS.replace(" or ", ", ").split(", ") {
            assert_eq!(Format::stem(&format!("logins{end}")), Some("logins"), "{end}");
        }
    }

    #[test]
    fn files_of_other_kinds_are_not_taken_for_text() {
        for (start, _) in OTHERS {
            let bytes = [start, &b" and more than sixteen bytes"[..]].concat();
            assert!(not_text(&mut &bytes[..]).expect("read").is_some(), "{start:?}");
        }
        for text in ["", "PK", "id,name\n", "7z,x\n", "\u{feff}id"] {
            assert_eq!(not_text(&mut text.as_bytes()).expect("read"), None, "{text}");
        }
    }
}
