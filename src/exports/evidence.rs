//! Receipts of the figures in a file.

/// A receipt of a figure.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What the figure is called.
    pub label: String,
    /// The signed receipt as JSON with its SHA-256, or why there is none.
    pub receipt: Result<SignedReceipt, String>,
}

/// A receipt as it is checked.
#[derive(Clone, Debug)]
pub struct SignedReceipt {
    pub json: String,
    pub sha256: String,
}
