//! What takes the ids of erased members out of texts.
//!
//! An id is replaced where it is a word of its own: within a longer word it is another. In texts that programs read
//! (filters, mappings), short numbers stay: they are days, counts or the ids of groups.

use aho_corasick::{AhoCorasick, MatchKind};

use crate::store::chain::MARK;
use crate::warehouse::erased::ErasedMembers;

/// What stands in place of an id.
const REDACTED: &str = MARK;
/// How much of a value messages quote, in characters.
const QUOTED: usize = 40;
/// The most characters of an id, as the feed has it.
pub(super) const LONGEST: usize = 64;
/// Numbers with fewer digits are no ids in a text that a program reads.
const SHORT: usize = 6;

fn is_short_number(word: &str) -> bool {
    word.len() < SHORT && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// A text with the mark in place of these parts of it, in order; None without any.
fn marked(text: &str, parts: impl Iterator<Item = (usize, usize)>) -> Option<String> {
    let (mut new, mut end) = (String::new(), 0);
    for (from, to) in parts {
        new.push_str(&text[end..from]);
        new.push_str(REDACTED);
        end = to;
    }
    (end > 0).then(|| new + &text[end..])
}

/// Replaces the ids in a text, and their beginnings as messages quote long ones. The flag says that a program reads it.
pub(super) fn of_ids(ids: &[String]) -> impl Fn(&str, bool) -> Option<String> + use<> {
    let mut patterns: Vec<String> = ids.to_vec();
    patterns.extend(ids.iter().filter(|id| id.chars().count() > QUOTED).map(|id| id.chars().take(QUOTED).collect()));
    // As they are in JSON and in messages.
    patterns.extend(ids.iter().map(|id| id.escape_debug().to_string()).filter(|escaped| !ids.contains(escaped)));
    let searcher = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&patterns).ok();
    move |text: &str, is_code: bool| {
        let found = searcher.as_ref()?.find_iter(text).map(|found| (found.start(), found.end()));
        let whole = found.filter(|(from, to)| {
            let inside = is_word(text[..*from].chars().next_back()) || is_word(text[*to..].chars().next());
            !(inside || is_code && is_short_number(&text[*from..*to]))
        });
        marked(text, whole)
    }
}

/// As [`of_ids`], of members that are known by the keyed hashes of their ids: every run of words is tried.
pub(super) fn of_hashes(members: ErasedMembers) -> impl Fn(&str, bool) -> Option<String> {
    move |text: &str, is_code: bool| {
        let letters: Vec<(usize, char)> = text.char_indices().collect();
        let is_in_word = |at: usize| letters.get(at).is_some_and(|(_, c)| c.is_alphanumeric());
        let byte = |at: usize| letters.get(at).map_or(text.len(), |(byte, _)| *byte);
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < letters.len() {
            let begins = is_in_word(at) && (at == 0 || !is_in_word(at - 1));
            let ends = (at + 1..=letters.len().min(at + LONGEST)).rev();
            // The longest first.
            let found = ends.filter(|_| begins).filter(|end| is_in_word(end - 1) && !is_in_word(*end)).find(|end| {
                let word = &text[byte(at)..byte(*end)];
                !(is_code && is_short_number(word)) && members.find(word).is_some()
            });
            match found {
                Some(end) => {
                    parts.push((byte(at), byte(end)));
                    at = end;
                }
                None => at += 1,
            }
        }
        marked(text, parts.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warehouse::erased::digest;
    use crate::warehouse::mapping::MemberKey;

    #[test]
    fn ids_are_replaced_where_they_are_words_of_their_own() {
        let long = "L".repeat(50);
        let redact = of_ids(&["M1".to_owned(), "M11".to_owned(), "a\"b".to_owned(), long.clone()]);
        let quoted = format!("{:?} is not in members", "L".repeat(40) + "...");
        for (text, expected) in [
            ("\"M1\" is not in members", Some("\"[erased]\" is not in members")),
            ("M11, M1", Some("[erased], [erased]")),
            ("M12 and XM1", None),
            (r#"{"what":"a\"b"}"#, Some(r#"{"what":"[erased]"}"#)),
            (quoted.as_str(), Some("\"[erased]...\" is not in members")),
            ("", None),
        ] {
            assert_eq!(redact(text, false).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn ids_are_found_by_their_hashes_too_and_short_numbers_stay_in_what_programs_read() {
        let key = MemberKey([7; 32]);
        let ids = ["M1", "M-1", "a b", "2025", "47110815", "é1"];
        let by_hash = of_hashes(ErasedMembers::new(key.clone(), ids.map(|id| (digest(&key, id), false))));
        let by_id = of_ids(&ids.map(str::to_owned));
        for (text, is_code, expected) in [
            ("call M1, then M-1 (é1)", false, Some("call [erased], then [erased] ([erased])")),
            ("M12, xM1 and M-12", false, None),
            ("the a b of a bc", false, Some("the [erased] of a bc")),
            ("in 2025", false, Some("in [erased]")),
            ("2025-01-01", true, None),
            ("member=47110815", true, Some("member=[erased]")),
        ] {
            assert_eq!(by_hash(text, is_code).as_deref(), expected, "{text}");
            assert_eq!(by_id(text, is_code).as_deref(), expected, "{text}");
        }
    }
}
