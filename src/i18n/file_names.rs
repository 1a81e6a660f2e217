//! Names of files in any script.

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest name in bytes. File systems take 255, and what is made beside a file has a longer name.
const LONGEST: usize = 200;

/// Letters and digits of a text, in lower case, with `-` between words; empty without any. Marks on letters belong to them.
pub fn words(text: &str) -> String {
    let mut name = String::new();
    for letter in text.nfc() {
        match letter {
            letter if letter.is_alphanumeric() || is_combining_mark(letter) && !name.is_empty() => {
                name.extend(letter.to_lowercase());
            }
            _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
            _ => {}
        }
    }
    name.truncate(name.trim_end_matches('-').len());
    name
}

/// A name that every file system takes: where it is too long, its beginning is cut between letters, and a number keeps it
/// apart from others with the same beginning. The ending stays.
pub fn fitting(name: &str, ending: &str) -> String {
    if name.len() + ending.len() <= LONGEST {
        return format!("{name}{ending}");
    }
    let number: String = Sha256::digest(name.as_bytes()).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let number = format!("-{number}");
    let mut end = LONGEST.saturating_sub(number.len() + ending.len()).min(name.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    // Nor is a letter parted from its marks.
    while name[end..].chars().next().is_some_and(is_combining_mark) {
        end -= name[..end].chars().next_back().map_or(end, char::len_utf8);
    }
    format!("{}{number}{ending}", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_script_are_kept() {
        for (text, expected) in [
            ("Logins of Gold / Q1", "logins-of-gold-q1"),
            ("../..", ""),
            ("U\u{308}bersicht", "übersicht"),
            ("हिन्दी रिपोर्ट", "हिन्दी-रिपोर्ट"),
            ("ยอดขายเดือนนี้", "ยอดขายเดือนนี้"),
            ("月次レポート", "月次レポート"),
        ] {
            assert_eq!(words(text), expected);
        }
    }

    #[test]
    fn long_names_are_cut_between_letters_and_stay_apart() {
        let ending = "_2026-03-15.xlsx";
        assert_eq!(fitting(&"a".repeat(184), ending), format!("{}{ending}", "a".repeat(184)));
        for letter in ["a", "é", "界", "𝔸", "नि"] {
            let long = letter.repeat(100);
            let names = [format!("{long}1"), format!("{long}2")].map(|name| fitting(&name, ending));
            for name in &names {
                assert!(name.len() <= LONGEST && name.ends_with(ending), "{name}");
                assert!(long.starts_with(name.split('-').next().unwrap_or_default()) || letter.len() == 1, "{name}");
            }
            assert_ne!(names[0], names[1]);
        }
    }
}
