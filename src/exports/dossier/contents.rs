//! What a page is of.

use crate::exports::gather::Gathered;

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
