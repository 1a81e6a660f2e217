//! Grids as a PDF, made without a browser.
//!
//! `layout` places the first page (`front`), charts, tables and the `appendix` on pages of shapes (`flow` breaks the pages,
//! `table` draws tables), `write` makes a PDF of the pages.

mod appendix;
mod flow;
mod front;
mod layout;
mod table;
mod write;

use super::about::About;
use super::error::ExportError;
use super::gather::Gathered;

/// The content type.
pub const PDF: &str = "application/pdf";

/// A PDF: a page with the cards and what changed, then a chart and a table for each block, then what the file is of, its
/// receipts and the definitions.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn pdf(gathered: Gathered, about: &About) -> Result<Vec<u8>, ExportError> {
    write::document(layout::pages(gathered, about)?)
}
