//! What a login and a name may be, whoever gives them: an operator or a sign-in link.

/// Longest login, in characters.
pub const LONGEST_LOGIN: usize = 320;
/// Longest first name, in characters.
pub const LONGEST_FIRST_NAME: usize = 100;

/// Whether this may be a login, a name or the like: something visible, at most `longest` characters, none of them a
/// control character.
pub fn is_text(text: &str, longest: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= longest && !text.chars().any(char::is_control)
}
