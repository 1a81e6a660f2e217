//! The rules for logins and names, from an operator or a sign-in link.

/// Longest login, in characters.
pub const LONGEST_LOGIN: usize = 320;
/// Longest first name, in characters.
pub const LONGEST_FIRST_NAME: usize = 100;

/// Whether this is a valid login or name: not blank, at most `longest` characters, no control characters.
pub fn is_text(text: &str, longest: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= longest && !text.chars().any(char::is_control)
}
