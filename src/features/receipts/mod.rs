//! Receipts as an install issues and checks them: with its keys, and in the audit log; and answers that Bond keeps under the
//! number of a receipt, by which what is quoted of them is checked.

pub mod check;
pub mod pasted;
pub mod routes;
pub mod stored;
pub mod tables;

use std::sync::Arc;

use crate::app::App;
use crate::figures::Engine;
use crate::figures::filter::FilterParams;
use crate::i18n::language::Language;
use crate::scope::Scope;
use crate::screens::AnswerError;
use crate::screens::receipts::{Finding, Issuer, NoReceipt, Receipt, Subject, hexadecimal, issue_time, sign, written};
use crate::store::StoreError;
use crate::store::audit::{By, Entry};

impl App {
    /// A receipt of a figure for somebody who sees the members of a scope, issued at a time in seconds since 1970-01-01
    /// UTC. [`App::sign_receipt`] makes it one that can be checked.
    ///
    /// # Errors
    /// As the calls that answer figures.
    pub async fn unsigned_receipt(
        &self,
        scope: &Scope,
        subject: Subject,
        filter: &FilterParams,
        at: i64,
    ) -> Result<Result<Receipt, NoReceipt>, AnswerError> {
        let (program, install) = (self.settings().program_name.clone(), self.auth.keyring.install_id().to_owned());
        self.answers(scope, Language::En)
            .receipt(&self.warehouse, subject, filter, &Issuer { program, install, at })
            .await
    }

    /// Signs a receipt. Returns the bytes that are signed. Whoever hands it out records it: alone by
    /// [`App::record_receipt`], and those of a file in the line about the file.
    ///
    /// # Errors
    /// If the store fails, or the receipt cannot be written as JSON.
    pub fn sign_receipt(
        &self,
        receipt: &mut Receipt,
        at: i64,
    ) -> Result<Result<Vec<u8>, serde_json::Error>, StoreError> {
        let key = self.store.receipt_key(at)?;
        Ok(sign(receipt, &key.secret))
    }

    /// Records a receipt that is handed out alone, with the bytes that are signed.
    ///
    /// # Errors
    /// If the store fails.
    pub fn record_receipt(&self, receipt: &Receipt, signed: &[u8], by: By<'_>) -> Result<(), StoreError> {
        let window = &receipt.window;
        let (version, sha256) = (receipt.data.version, hexadecimal(signed));
        let detail = format!("{} to {}, data version {version}, sha256 {sha256}", window.start, window.end);
        let (subject, detail) = (Some(receipt.metric.id.as_str()), Some(detail.as_str()));
        self.store.record(&Entry { subject, detail, ..by.entry("receipt_issued") })
    }

    /// Whether it was this install that signed a receipt, whose signature is right by the key that it has; otherwise why not.
    ///
    /// # Errors
    /// If the store fails.
    pub fn check_signer(&self, receipt: &Receipt) -> Result<Option<Finding>, AnswerError> {
        let install = self.auth.keyring.install_id();
        if receipt.install != install {
            return Ok(Some(Finding::not_reproducible(format!(
                "it was issued by the install {}, and this is {install}.",
                receipt.install
            ))));
        }
        let keys = self.store.receipt_keys().map_err(|error| AnswerError::Keys(error.to_string()))?;
        let Some(key) = keys.into_iter().find(|key| written(&key.public) == receipt.key) else {
            let why = "Its key is none that this install has or had: somebody else signed it.";
            return Ok(Some(Finding::untrusted(why)));
        };
        let is_late = key.replaced_at.is_some_and(|at| receipt.issued_at > issue_time(at));
        Ok(is_late.then(|| Finding::untrusted("It says that it was issued after its key had been replaced.")))
    }

    /// Computes the figure of a receipt again, whose signature is right by the key that it has.
    pub async fn check_receipt(&self, receipt: &Receipt) -> Result<Finding, AnswerError> {
        if let Some(finding) = self.check_signer(receipt)? {
            return Ok(finding);
        }
        match receipt.dormant_days().filter(|days| *days != self.engine.dormant_days()) {
            None => receipt.computed_again(&self.engine, &self.warehouse).await,
            Some(days) => {
                let engine = Engine::new(Arc::clone(&self.warehouse), 0, days).with_rows_in_memory(0);
                receipt.computed_again(&engine, &self.warehouse).await
            }
        }
    }
}
