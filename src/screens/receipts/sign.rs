//! Signing receipts, and checking who signed one. Ed25519 over the canonical bytes of the receipt without its signature.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use serde_json::Value;

use super::canonical::{canonical, parse};
use super::wire::{FORMAT, Receipt};

/// Why a text is no receipt that can be trusted. Each is a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untrusted {
    #[error("This is no receipt: {0}.")]
    NoReceipt(String),
    #[error("This receipt has the form {0:?}, which this version of Bond does not know.")]
    OtherForm(String),
    #[error(
        "The signature is wrong: the receipt was changed after it was signed, or its key is not the one that signed."
    )]
    Changed,
    #[error("The receipt was signed with another key: it has {found}.")]
    OtherKey { found: String },
}

/// A key as receipts have it.
pub fn written(key: &[u8]) -> String {
    STANDARD.encode(key)
}

/// A key as receipts have it, read.
pub fn read_key(text: &str) -> Option<[u8; 32]> {
    STANDARD.decode(text.trim()).ok()?.try_into().ok()
}

/// Signs a receipt that is complete but for its key and signature. Returns the bytes that were signed.
pub fn sign(receipt: &mut Receipt, secret: &[u8; 32]) -> Result<Vec<u8>, serde_json::Error> {
    let key = SigningKey::from_bytes(secret);
    receipt.key = written(key.verifying_key().as_bytes());
    let bytes = signed_bytes(serde_json::to_value(&*receipt)?)?;
    receipt.signature = written(&key.sign(&bytes).to_bytes());
    Ok(bytes)
}

/// The canonical bytes of a receipt without its signature.
fn signed_bytes(mut receipt: Value) -> Result<Vec<u8>, serde_json::Error> {
    if let Some(fields) = receipt.as_object_mut() {
        fields.shift_remove("signature");
    }
    canonical(&receipt)
}

/// Reads a receipt and checks its signature, by the key that it has; with `only`, that must be this one.
pub fn verified(bytes: &[u8], only: Option<[u8; 32]>) -> Result<Receipt, Untrusted> {
    let no_receipt = |error: serde_json::Error| Untrusted::NoReceipt(error.to_string());
    let value = parse(bytes).map_err(no_receipt)?;
    let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    match text("format") {
        None => return Err(Untrusted::NoReceipt("it does not say its form".to_owned())),
        Some(form) if form != FORMAT => return Err(Untrusted::OtherForm(form)),
        Some(_) => {}
    }
    let missing = |what: &str| Untrusted::NoReceipt(format!("its {what} is missing or not in base64"));
    let key = text("key").and_then(|key| read_key(&key)).ok_or_else(|| missing("key"))?;
    let signature = text("signature").and_then(|text| STANDARD.decode(text).ok());
    let signature =
        signature.and_then(|bytes| Signature::from_slice(&bytes).ok()).ok_or_else(|| missing("signature"))?;
    let receipt: Receipt = serde_json::from_value(value.clone()).map_err(no_receipt)?;
    let bytes = signed_bytes(value).map_err(no_receipt)?;
    let is_right = VerifyingKey::from_bytes(&key).is_ok_and(|key| key.verify_strict(&bytes, &signature).is_ok());
    if !is_right {
        return Err(Untrusted::Changed);
    }
    match only {
        Some(only) if only != key => Err(Untrusted::OtherKey { found: written(&key) }),
        _ => Ok(receipt),
    }
}
