//! The errors of the warehouse.

use std::sync::Arc;
use std::time::Duration;

use duckdb::arrow::error::ArrowError;

/// Why the warehouse did not answer. Clones share the cause, so that every request that waits for one query gets its
/// error unchanged.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WarehouseError {
    #[error("the warehouse failed: {0}")]
    Duckdb(#[source] Arc<duckdb::Error>),
    /// A load was committed between choosing the data version and running the query. Retry with the new version.
    #[error("new data was loaded while the query was waiting; try again")]
    VersionMoved,
    #[error(
        "the warehouse was written by a newer version of Bond (schema {found}; this one knows up to {known}); \
         start that version"
    )]
    NewerSchema { found: i32, known: i32 },
    /// The query did not complete: its thread panicked, or its future was dropped.
    #[error("the query was not finished: {0}")]
    Worker(String),
    /// The file is not attached at the moment.
    #[error("the warehouse cannot be used at the moment: {0}")]
    Unavailable(String),
    /// A server of the cluster does not answer, or refuses something. The text says what to do.
    #[error("{0}")]
    Cluster(String),
    /// Another file could not be put in place of the warehouse, which is as it was.
    #[error("the warehouse could not be compacted: {0}")]
    NotExchanged(String),
    /// Too many queries wait, or this one has waited too long.
    #[error("too many queries are waiting; try again")]
    Busy,
    /// It was stopped after this time.
    #[error("a query was stopped after {} s", .0.as_secs_f64())]
    TooLong(Duration),
    /// Whoever waited wanted the work to stop.
    #[error("cancelled")]
    Cancelled,
    /// The request does not fit the data. The text is for the operator.
    #[error("{0}")]
    Invalid(String),
}

impl From<duckdb::Error> for WarehouseError {
    fn from(error: duckdb::Error) -> Self {
        WarehouseError::Duckdb(Arc::new(error))
    }
}

impl From<ArrowError> for WarehouseError {
    fn from(error: ArrowError) -> Self {
        WarehouseError::Worker(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;

    #[test]
    fn a_clone_has_the_same_text_and_cause() {
        let connection = duckdb::Connection::open_in_memory().expect("DuckDB opens");
        let failed = connection.execute_batch("select * from nowhere").expect_err("there is no such table");
        let error = WarehouseError::from(failed);
        let clone = error.clone();
        assert!(clone.to_string().contains("nowhere"), "{clone}");
        assert_eq!(clone.to_string(), error.to_string());
        assert!(clone.source().is_some());
    }
}
