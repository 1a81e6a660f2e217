//! Literals as TypeScript writes them.

/// A value as JSON, which is how TypeScript writes it too.
pub fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A union of string literals; `never` where there are none.
pub fn union<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(json).collect();
    if names.is_empty() { "never".to_owned() } else { names.join(" | ") }
}
