//! Receipts of the figures in a file.

use crate::i18n::labels;
use crate::i18n::language::Language;
use crate::screens::receipts::{NoReceipt, Receipt, Subject, hexadecimal};

/// A receipt of a figure.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What the figure is called.
    pub label: String,
    /// The signed receipt as JSON with its SHA-256, or why there is none.
    pub receipt: Result<SignedReceipt, String>,
}

impl Evidence {
    /// A receipt with the bytes that are signed, or why there is none.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn of(
        subject: Subject,
        receipt: Result<(Receipt, Vec<u8>), NoReceipt>,
        language: Language,
    ) -> Result<Evidence, serde_json::Error> {
        let label = labels::label(language, &subject.described().label).to_owned();
        let texts = &language.texts().files;
        let receipt = match receipt {
            Ok((receipt, signed)) => {
                Ok(SignedReceipt { json: serde_json::to_string_pretty(&receipt)?, sha256: hexadecimal(&signed) })
            }
            Err(NoReceipt::Hidden) => Err(texts.no_receipt_hidden.to_owned()),
            Err(NoReceipt::NotLoaded) => Err(texts.no_receipt_not_loaded.to_owned()),
        };
        Ok(Evidence { label, receipt })
    }
}

/// A receipt as it is checked.
#[derive(Clone, Debug)]
pub struct SignedReceipt {
    pub json: String,
    pub sha256: String,
}

/// What the audit log says of the receipts of a file: how many there are, and the SHA-256 of the list of their digests, one
/// in each line in the order of the cover. None without receipts.
pub fn receipts_in_words(evidence: &[Evidence]) -> Option<String> {
    digest_of(evidence).map(|(count, list)| format!("receipts: {count}, sha256 of their digests {list}"))
}

/// How many receipts there are, and the SHA-256 of the list of their digests.
pub fn digest_of(evidence: &[Evidence]) -> Option<(usize, String)> {
    let signed = evidence.iter().filter_map(|evidence| evidence.receipt.as_ref().ok());
    let digests: Vec<String> = signed.map(|signed| format!("{}\n", signed.sha256)).collect();
    (!digests.is_empty()).then(|| (digests.len(), hexadecimal(digests.concat().as_bytes())))
}
