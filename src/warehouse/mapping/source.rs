//! The names of sources.

use super::text::composed;

/// The name of a source: the system that reports rows.
///
/// # Errors
/// What is wrong with it.
pub fn source_name(text: &str) -> Result<String, String> {
    let allowed = |letter: char| letter.is_alphanumeric() || "-_. ".contains(letter);
    let is_name = text.chars().count() <= 60
        && text.chars().all(allowed)
        && text.starts_with(char::is_alphanumeric)
        && text.ends_with(char::is_alphanumeric);
    if is_name {
        return Ok(composed(text).into_owned());
    }
    Err("the name of a source has 1 to 60 letters, digits, spaces, hyphens, dots and underscores, and begins and ends with a letter or digit".to_owned())
}
