//! Literals as TypeScript writes them.

/// A value as JSON, which is how TypeScript writes it too.
pub fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
