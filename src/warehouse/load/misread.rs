//! Files whose letters are read in another encoding than they are written in.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::collect::FeedFile;
use crate::warehouse::counted::counted;
use crate::warehouse::read::Format;

/// How many lines are named.
const NAMED: usize = 3;

/// The lines of a file with letters beyond ASCII: those that are UTF-8, the first of them, and those that are not.
#[derive(Default)]
struct Lines {
    utf8: u64,
    first: Vec<String>,
    others: u64,
}

/// The files that their mapping reads in an encoding of one byte for each character, and that are UTF-8, or are in part.
pub(super) fn warnings(files: &[FeedFile]) -> Vec<String> {
    let mut warnings: Vec<String> = Vec::new();
    for file in files {
        let encoding = file.mapped.as_ref().and_then(|mapped| mapped.file().dialect.encoding);
        let Some(encoding) = encoding.filter(|encoding| encoding.is_single_byte()) else { continue };
        let lines = if Format::of(&file.path) == Format::Csv { lines(&file.path) } else { Lines::default() };
        if lines.utf8 == 0 {
            continue;
        }
        let (name, encoding) = (&file.name, encoding.name());
        let warning = match lines.others {
            0 => format!(
                "{name} is read as {encoding} and is UTF-8: letters such as \u{fc} become two others; set encoding to utf-8 in the mapping"
            ),
            _ => format!(
                "{name} is written in two encodings: it is read as {encoding}, and {} {}: letters such as \u{fc} become two others there; save the file in one encoding",
                counted(lines.utf8, ["line is UTF-8, on line", "lines are UTF-8, first on lines"]),
                lines.first.join(", ")
            ),
        };
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    warnings
}

/// What cannot be read has no lines: the load itself says why.
fn lines(path: &Path) -> Lines {
    let mut found = Lines::default();
    let Ok(file) = File::open(path) else { return found };
    let (mut input, mut line, mut number) = (BufReader::with_capacity(1 << 16, file), Vec::new(), 0_u64);
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return found,
            Ok(_) => number += 1,
        }
        if line.is_ascii() {
            continue;
        }
        if std::str::from_utf8(&line).is_err() {
            found.others += 1;
            continue;
        }
        found.utf8 += 1;
        if found.first.len() < NAMED {
            found.first.push(number.to_string());
        }
    }
}
