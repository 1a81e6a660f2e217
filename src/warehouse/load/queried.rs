//! The files that the queries of a load read, and which of the queries run.

use std::path::PathBuf;
use std::time::SystemTime;

use crate::warehouse::mapping::{Mapping, Named, Query, matches_name};
use crate::warehouse::read::Answer;

/// A file that queries read.
pub(super) struct Queried {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) len: u64,
    pub(super) modified: Option<SystemTime>,
    /// In hexadecimal; known once the digest is.
    pub(super) sha256: String,
}

/// The rows that a query made.
pub(super) struct Made {
    pub(super) answer: Answer,
    /// Its only file, where it has one.
    pub(super) only: Option<String>,
}

/// The queries of a mapping with their places in it.
pub(super) fn of(mapping: &Mapping) -> impl Iterator<Item = (usize, &Query)> {
    mapping.files.iter().enumerate().filter_map(|(entry, file)| Some((entry, file.query.as_ref()?)))
}

/// The files of a table.
pub(super) fn files_of<'f>(named: &Named, queried: &'f [Queried]) -> Vec<&'f Queried> {
    queried.iter().filter(|file| matches_name(&named.file, &file.name)).collect()
}

/// Which files of a query the load lacks: some, all or none. With none of its files a query is left out.
pub(super) fn missing<'q>(query: &'q Query, queried: &[Queried]) -> Vec<&'q Named> {
    query.tables.iter().filter(|named| files_of(named, queried).is_empty()).collect()
}
