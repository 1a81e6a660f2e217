//! Paths in SQL and in messages.

use std::path::Path;

/// A path for a text literal of SQL: parameters are not allowed where DuckDB expects a file.
pub fn quoted(path: &Path) -> String {
    path.to_string_lossy().replace('\'', "''")
}

/// The last part of a path: whoever sends files is not told where the server keeps them. Empty for a path that ends in `..`.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
