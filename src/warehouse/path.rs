//! Paths in SQL.

use std::path::Path;

/// A path for a text literal of SQL: parameters are not allowed where DuckDB expects a file.
pub fn quoted(path: &Path) -> String {
    path.to_string_lossy().replace('\'', "''")
}
