//! The rules for logins and names, from an operator or a sign-in link.

/// Longest login, in characters.
pub const LONGEST_LOGIN: usize = 320;
/// Longest first name, in characters.
pub const LONGEST_FIRST_NAME: usize = 100;

/// Whether this is a valid login or name: not blank, at most `longest` characters, no control characters, and none that
/// cannot be seen: with those a login could look like another one.
pub fn is_text(text: &str, longest: usize) -> bool {
    let is_bad = |letter: char| letter.is_control() || is_invisible(letter);
    !text.trim().is_empty() && text.chars().count() <= longest && !text.chars().any(is_bad)
}

/// Whether a character has no width or changes the direction of those beside it.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_shows_all_its_characters() {
        for good in ["ann@example.com", "Ærø Ünal", "王", " x "] {
            assert!(is_text(good, 20), "{good}");
        }
        for bad in ["", "  ", "a\u{200b}b", "x\u{202e}y", "\u{feff}admin", "a\nb", "abcdefghijklmnopqrstu"] {
            assert!(!is_text(bad, 20), "{bad:?}");
        }
    }
}
