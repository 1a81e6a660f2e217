//! Why there is no file.

use std::io;

use rust_xlsxwriter::XlsxError;

use crate::screens::AnswerError;

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Answer(#[from] AnswerError),
    #[error("a receipt could not be written: {0}")]
    Receipt(#[from] serde_json::Error),
    #[error("the answer has no such table")]
    NoTable,
    #[error("the workbook could not be written: {0}")]
    Workbook(#[from] XlsxError),
    #[error("the PDF could not be written")]
    Pdf,
    #[error("the table could not be written: {0}")]
    Csv(#[from] ::csv::Error),
    #[error("the archive could not be written: {0}")]
    Zip(#[from] zip::result::ZipError),
    #[error("nobody waits for the file any more")]
    ClientGone,
    #[error("the file could not be written: {0}")]
    Io(#[from] io::Error),
}
