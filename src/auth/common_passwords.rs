//! Passwords that are guessed first. The list (data/passwords/common.txt) has common words and passwords in lower case;
//! digits and signs around one make it no better.

use std::collections::HashSet;
use std::sync::LazyLock;

static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("../../data/passwords/common.txt").lines().collect());

/// What is repeated to fill a password is short up to this length, in characters.
const SHORT: usize = 3;
/// A password has so many letters beside the words that belong to its account or program.
const LEAST_OF_ITS_OWN: usize = 4;
/// Words of an account that are shorter stand in many texts.
const SHORTEST_WORD: usize = 4;

/// Whether a password is on the list, or little more than something that is.
pub fn is_common(password: &str) -> bool {
    let folded = password.trim().to_lowercase();
    let core = core(&folded);
    [folded.as_str(), core, repeated(core)].iter().any(|text| COMMON.contains(text))
        || repeated(&folded).chars().count() <= SHORT
        || is_sequence(&folded)
}

/// Whether a password is little more than one of these words, such as its login.
pub fn is_of(password: &str, words: &[&str]) -> bool {
    let folded = password.to_lowercase();
    let mut rest = folded.clone();
    for word in words.iter().flat_map(|word| [*word, word.split('@').next().unwrap_or_default()]) {
        let word = word.trim().to_lowercase();
        if word.chars().count() >= SHORTEST_WORD {
            rest = rest.replace(&word, "").replace(&word.replace(' ', ""), "");
        }
    }
    rest != folded && rest.chars().filter(|letter| letter.is_alphabetic()).count() < LEAST_OF_ITS_OWN
}

/// Without digits and signs at its ends.
fn core(text: &str) -> &str {
    text.trim_matches(|letter: char| !letter.is_alphabetic())
}

/// The shortest part of which a text consists, repeated; the text itself where there is none.
fn repeated(text: &str) -> &str {
    let lengths = text.char_indices().map(|(at, _)| at).skip(1);
    let part = lengths.filter(|length| text.len().is_multiple_of(*length)).find(|length| {
        let (part, _) = text.split_at(*length);
        text.as_bytes().chunks(*length).all(|chunk| chunk == part.as_bytes())
    });
    part.map_or(text, |length| &text[..length])
}

/// Whether each character follows the one before, upwards or downwards, as 1234567890 and abcdef do; 0 follows 9.
fn is_sequence(text: &str) -> bool {
    let number =
        |letter: char| if letter == '0' { i64::from(u32::from('9')) + 1 } else { i64::from(u32::from(letter)) };
    let letters: Vec<char> = text.chars().collect();
    let is = |step: i64| {
        letters.windows(2).all(|two| {
            let (from, to) = (number(two[0]), number(two[1]));
            to - from == step || (two == ['0', '1'] && step == 1) || (two == ['1', '0'] && step == -1)
        })
    };
    is(1) || is(-1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_the_form_in_which_it_is_searched() {
        assert!(COMMON.len() > 10_000);
        let odd: Vec<_> = COMMON.iter().filter(|word| **word != word.trim().to_lowercase() || word.len() < 4).collect();
        assert!(odd.is_empty(), "{odd:?}");
    }

    #[test]
    fn what_is_guessed_first_is_common() {
        for common in [
            "password1234",
            "Password123!",
            "PASSWORDPASSWORD",
            "1234password",
            "qwertyuiop12",
            "1q2w3e4r5t6y",
            "Willkommen2024",
            "Contraseña2024",
            "administrator",
            "aaaaaaaaaaaaaa",
            "abcabcabcabc",
            "123456789012",
            "abcdefghijklm",
            "987654321098",
            "!!!!!!!!!!!!!!!!",
            "Summer 2026!!",
        ] {
            assert!(is_common(common), "{common}");
        }
        for other in [
            "correct horse 1",
            "a long password",
            "another password",
            "k7mq-x2hd-9vtn-r4bw",
            "the cat sat on 12",
            "492817305562",
            "árvíztűrő tükör",
        ] {
            assert!(!is_common(other), "{other}");
        }
    }

    #[test]
    fn a_login_and_the_name_of_the_program_are_no_passwords() {
        let words = ["ann.miller@example.com", "Harbor Rewards", "Bond"];
        for own in ["ann.miller@example.com", "Ann.Miller2024!", "harborrewards1", "Harbor Rewards!", "bondbondbond"] {
            assert!(is_of(own, &words), "{own}");
        }
        for other in ["correct horse 1", "my bond is strong", "492817305562"] {
            assert!(!is_of(other, &words), "{other}");
        }
        assert!(!is_of("ann 4928173055", &["ann"]), "a short word stands in many texts");
    }
}
