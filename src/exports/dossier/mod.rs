//! Screens as one page that is opened from a disk, without a network: figures, charts, definitions and receipts are inside.
//!
//! `page` writes it, `svg` its charts. Its policy lets it load nothing and run only its own script, which sorts tables.

mod page;
mod svg;

use super::about::About;
use super::error::ExportError;
use super::gather::Gathered;

/// The screens of one dashboard.
pub struct Chapter {
    pub title: &'static str,
    pub gathered: Gathered,
}

/// A receipt of a figure.
pub struct Evidence {
    /// What the figure is called.
    pub label: String,
    /// The signed receipt as JSON with its SHA-256, or why there is none.
    pub receipt: Result<SignedReceipt, String>,
}

/// A receipt as it is checked.
pub struct SignedReceipt {
    pub json: String,
    pub sha256: String,
}

/// The page.
///
/// # Errors
/// If an answer does not have the declared shape.
pub fn dossier(chapters: Vec<Chapter>, evidence: &[Evidence], about: &About) -> Result<Vec<u8>, ExportError> {
    Ok(page::page(chapters, evidence, about)?.into_bytes())
}
