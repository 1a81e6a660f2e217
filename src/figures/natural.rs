//! The order in which people expect names with numbers.

/// What a name sorts by: Level 2 comes before Level 10. Capitals do not count, digits in a row are one number, and other
/// letters are in the order of their code points.
pub(super) fn natural(name: &str) -> Vec<(char, usize, String)> {
    let name = name.to_lowercase();
    let (mut rest, mut parts) = (name.as_str(), Vec::new());
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (part, after) = rest.split_at(digits.max(letter.len_utf8()));
        parts.push(if digits > 0 {
            // Of numbers without zeros at their start, the one with more digits is larger.
            let number = part.trim_start_matches('0');
            ('0', number.len(), number.to_owned())
        } else {
            (letter, 0, String::new())
        });
        rest = after;
    }
    parts
}
