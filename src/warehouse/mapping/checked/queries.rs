//! Checks each `[[query]]`.

use toml::Spanned;

use super::rules::Forms;
use super::{Checker, Dialect, MappedFile, MappingFault, matches_name};
use crate::warehouse::mapping::query::{MOST_TABLES, Query, named, unstable};
use crate::warehouse::mapping::written::WrittenQuery;

/// The longest name of a query, in characters.
const LONGEST_NAME: usize = 100;

impl Checker<'_> {
    /// Checks a query. `text` is the whole mapping, `known` what is described before it.
    pub(super) fn query(&mut self, written: Spanned<WrittenQuery>, text: &str, known: &[MappedFile]) -> MappedFile {
        let (at, written) = (written.span(), written.into_inner());
        let (name, sql) = (written.name.get_ref(), written.sql.get_ref());
        let is_plain = !name.trim().is_empty()
            && name.chars().count() <= LONGEST_NAME
            && !name.contains(|c: char| c == '/' || c.is_control());
        if !is_plain {
            let what = format!("name must have at most {LONGEST_NAME} characters and no /, such as \"messages\"");
            self.fault(written.name.span(), what);
        }
        if known.iter().filter_map(|file| file.query.as_ref()).any(|other| other.name == *name) {
            self.fault(written.name.span(), format!("another query is called {name:?}; rename one of them"));
        }
        let span = written.sql.span();
        // A line end just after the quotation marks is not part of the text.
        let begins_below = |marks: &str| {
            let inner = text.get(span.clone()).and_then(|written| written.strip_prefix(marks));
            inner.is_some_and(|inner| inner.starts_with(['\n', '\r']))
        };
        let is_below = begins_below("\"\"\"") || begins_below("'''");
        let first = (self.line_at)(span.start) + usize::from(is_below);
        let lines = (first, (self.line_at)(span.end.saturating_sub(1)).max(first));
        let is_described = |name: &str| known.iter().flat_map(|file| &file.names).any(|known| known == name);
        let query = Query { name: name.clone(), sql: sql.clone(), lines, tables: named(sql, &is_described) };
        if sql.contains('\0') {
            self.fault(span.clone(), "sql contains a NUL character; remove it");
        }
        if query.tables.is_empty() {
            let what = "sql names no file; name one in quotation marks, such as select * from \"export.csv\"";
            self.fault(span, what);
        }
        if query.tables.len() > MOST_TABLES {
            let what = format!("sql names more than {MOST_TABLES} files; name files of one form once, with *");
            self.fault(written.sql.span(), what);
        }
        for (line, what) in unstable(sql) {
            let what =
                format!("{what} gives another answer each time; write the value, so that the load can be repeated");
            self.faults.push(MappingFault { line: query.line(line), column: 1, what });
        }
        let tables = self.tables(written.table, &Forms::default());
        if tables.is_empty() && self.faults.is_empty() {
            self.fault(at.clone(), "the query fills no table; add [[query.table]]");
        }
        let source = self.source(written.source.as_ref());
        let line = (self.line_at)(at.start);
        let (names, empty, dialect) = (Vec::new(), Vec::new(), Dialect::FEED);
        MappedFile { line, names, source, dialect, trim: true, empty, tables, ignore: false, query: Some(query) }
    }

    /// Refuses files that are described and fill nothing.
    pub(super) fn require_use(&mut self, files: &[MappedFile]) {
        let queries = || files.iter().filter_map(|file| file.query.as_ref());
        for file in files.iter().filter(|file| file.query.is_none()) {
            let is_named = queries().flat_map(|query| &query.tables).any(|table| {
                file.names.iter().any(|name| matches_name(name, &table.file) || matches_name(&table.file, name))
            });
            let what = match (file.ignore, file.tables.is_empty()) {
                (true, true) if is_named => "a query names the file; remove ignore",
                (true, false) => "the file fills a table; remove ignore, or its [[file.table]]",
                (false, true) if !is_named => {
                    "the file fills no table; add [[file.table]], name it in a query, or write ignore = true"
                }
                _ => continue,
            };
            self.faults.push(MappingFault { line: file.line, column: 1, what: what.to_owned() });
        }
    }
}
