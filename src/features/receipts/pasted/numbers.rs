//! Numbers as people and programs write them.

/// What may stand at a number.
const SIGNS: [char; 6] = ['€', '$', '£', '%', '\'', '"'];

/// The months and units of time beside which a whole number is no figure, in the languages of the page.
const OF_TIME: &str = "january february march april may june july august september october november december jan feb mar apr
    jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember mär okt dez enero febrero marzo abril
    mayo junio julio agosto septiembre octubre noviembre diciembre ene abr ago dic day days week weeks month months quarter
    quarters year years tag tage tagen woche wochen monat monate monaten quartal jahr jahre jahren día días semana semanas mes
    meses trimestre año años";

/// The numbers that a text may be: "1.284" is 1284 or 1.284, by where it was written. None for what is no number.
pub fn readings(text: &str) -> Vec<f64> {
    let bare: String = text.trim().chars().filter(|letter| !SIGNS.contains(letter)).collect();
    // Spaces divide thousands.
    let bare = bare.trim().replace([' ', '\u{a0}', '\u{202f}'], "");
    let (is_less, digits) = match bare.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, bare.strip_prefix('+').unwrap_or(&bare)),
    };
    let is_digit = |letter: char| letter.is_ascii_digit();
    if !digits.starts_with(is_digit) || !digits.chars().all(|letter| is_digit(letter) || matches!(letter, '.' | ',')) {
        return Vec::new();
    }
    let whole = |digits: &str| digits.replace(['.', ','], "");
    let decimal = |at: usize| format!("{}.{}", whole(&digits[..at]), &digits[at + 1..]);
    let separators: Vec<usize> = digits.match_indices(['.', ',']).map(|(at, _)| at).collect();
    let kinds = ['.', ','].map(|sign| digits.contains(sign));
    let texts = match (separators.as_slice(), separators.last()) {
        ([], _) | (_, None) => vec![digits.to_owned()],
        ([_], Some(at)) if digits.len() - at == 4 => vec![whole(digits), decimal(*at)],
        ([_], Some(at)) => vec![decimal(*at)],
        (_, Some(at)) if kinds == [true, true] => vec![decimal(*at)],
        _ => vec![whole(digits)],
    };
    let number = |text: String| text.parse::<f64>().ok().map(|number| if is_less { -number } else { number });
    texts.into_iter().filter_map(number).collect()
}

/// Whether a quoted text is a figure, perhaps with fewer decimals. Nothing is nothing.
pub fn is_same(quoted: &str, figure: &str) -> bool {
    let Ok(figure) = figure.parse::<f64>() else { return quoted.trim().is_empty() && figure.is_empty() };
    let decimals =
        quoted.rfind(['.', ',']).map_or(0, |at| quoted[at + 1..].chars().filter(char::is_ascii_digit).count());
    let rounded = |decimals: usize| {
        let by = 10_f64.powi(i32::try_from(decimals).unwrap_or_default());
        (figure * by).round() / by
    };
    let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * other.abs().max(1.0);
    readings(quoted).into_iter().any(|number| {
        near(number, figure) || (number.fract() != 0.0 || decimals == 0) && near(number, rounded(decimals))
    })
}

/// Whether a text is no number, or a day.
pub fn is_text(text: &str) -> bool {
    readings(text).is_empty() || is_day(text)
}

/// Such as 2026-10-31, 31.10.2026 or 10/31/26.
fn is_day(text: &str) -> bool {
    ['-', '.', '/'].into_iter().any(|sign| {
        let parts: Vec<&str> = text.trim().split(sign).collect();
        let is_part = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|digit| digit.is_ascii_digit());
        // A million with its dots has three digits in each of the last parts.
        parts.len() == 3 && parts.iter().all(is_part) && parts[1].len() <= 2
    })
}

/// The figures in sentences, in small letters: numbers without those of days, years and spans of time.
pub fn figures_in(sentences: &str) -> Vec<String> {
    let words: Vec<&str> = sentences.split([' ', '\n', '\r', '\t']).filter(|word| !word.is_empty()).collect();
    let bare = |word: &str| {
        word.trim_matches(|letter: char| {
            !letter.is_alphanumeric() && !SIGNS.contains(&letter) && !"+-−".contains(letter)
        })
        .to_owned()
    };
    let is_of_time = |at: Option<usize>| {
        let word = at.and_then(|at| words.get(at)).map(|word| bare(word)).unwrap_or_default();
        !word.is_empty() && OF_TIME.split_whitespace().any(|known| known == word)
    };
    let figure = |(at, word): (usize, &&str)| {
        let text = bare(word);
        let readings = readings(&text);
        let is_plain = text.bytes().all(|digit| digit.is_ascii_digit());
        let is_year = is_plain && readings.iter().any(|number| (1900.0..=2100.0).contains(number));
        let is_span = is_plain && (is_of_time(at.checked_sub(1)) || is_of_time(Some(at + 1)));
        (!readings.is_empty() && !is_day(&text) && !is_year && !is_span).then_some(text)
    };
    words.iter().enumerate().filter_map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_every_way_that_they_are_written() {
        for (text, expected) in [
            ("1284", &[1284.0][..]),
            ("1,284", &[1284.0, 1.284]),
            ("1.284,50 €", &[1284.5]),
            ("$1,234,567", &[1_234_567.0]),
            ("−12.5 %", &[-12.5]),
            ("1 284", &[1284.0]),
            ("27,3", &[27.3]),
            ("", &[]),
            ("Q3", &[]),
            ("1e5", &[]),
        ] {
            assert_eq!(readings(text), expected, "{text}");
        }
    }

    #[test]
    fn a_figure_may_be_rounded_and_nothing_else() {
        for (quoted, figure, expected) in [
            ("12.5", "12.5", true),
            ("12.50 %", "12.5", true),
            ("13", "12.5", true),
            ("12.3", "12.34", true),
            ("12.4", "12.34", false),
            ("1.284", "1284", true),
            ("1285", "1284", false),
            ("", "", true),
            ("0", "", false),
            ("", "0", false),
        ] {
            assert_eq!(is_same(quoted, figure), expected, "{quoted} {figure}");
        }
    }

    #[test]
    fn days_and_spans_are_no_figures() {
        let of = |text: &str| figures_in(text);
        assert_eq!(
            of("since 2026-10-01, 31.10.2026 and october 31, 2026: the last 30 days, q4, 90 tage"),
            Vec::<String>::new()
        );
        assert_eq!(of("(1,284), 12.5 %; 27.3 months"), ["1,284", "12.5", "27.3"]);
    }
}
