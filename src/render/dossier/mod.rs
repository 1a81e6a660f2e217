//! Screens as one page that is opened from a disk, without a network: figures, charts, definitions and receipts are inside.
//!
//! `page` writes it, `svg` its charts. Its policy lets it load nothing and run only its own script, which sorts tables.

mod contents;
mod page;
mod svg;

use super::about::About;
use super::error::ExportError;
use super::evidence::Evidence;

pub use contents::Chapter;

/// The page.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn dossier(chapters: Vec<Chapter>, evidence: &[Evidence], about: &About) -> Result<Vec<u8>, ExportError> {
    Ok(page::page(chapters, evidence, about)?.into_bytes())
}
