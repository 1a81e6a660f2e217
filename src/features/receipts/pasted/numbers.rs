//! Numbers as people and programs write them.

/// What may stand at a number.
const SIGNS: [char; 6] = ['€', '$', '£', '%', '\'', '"'];

/// The months and units of time beside which a whole number is no figure, in the languages of the page.
const OF_TIME: &str = "january february march april may june july august september october november december jan feb mar apr
    jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember mär okt dez enero febrero marzo abril
    mayo junio julio agosto septiembre octubre noviembre diciembre ene abr ago dic day days week weeks month months quarter
    quarters year years tag tage tagen woche wochen monat monate monaten quartal jahr jahre jahren día días semana semanas mes
    meses trimestre año años";

/// What a number is times, by the letters behind it: 1.3k, 5 Tsd., 2 millones.
const TIMES: [(&str, f64); 2] =
    [("k tsd tausend thousand mil", 1e3), ("m mn mio million millions millionen millón millones", 1e6)];

/// The letters behind a number that is no figure: 1st, 2., 3er, 10h.
const ORDERS: &str = "st nd rd th er ª º d h w y";

/// Words for a figure that is a span of time itself.
const TENURES: [&str; 3] = ["tenure", "dauer", "antigüedad"];

/// The number and the letters behind it.
fn parts(text: &str) -> (&str, &str) {
    let end = text.find(char::is_alphabetic).unwrap_or(text.len());
    (&text[..end], text[end..].trim_end_matches('.'))
}

/// What the letters behind a number multiply it by; None where they are others.
fn times(letters: &str) -> Option<f64> {
    let letters = letters.to_lowercase();
    let known = TIMES.iter().find(|(known, _)| known.split_whitespace().any(|known| known == letters));
    if letters.is_empty() { Some(1.0) } else { known.map(|(_, by)| *by) }
}

/// The numbers that a text may be: "1.284" is 1284 or 1.284, by where it was written, and "1.3k" is 1.3 thousand. None for what
/// is no number.
pub fn readings(text: &str) -> Vec<f64> {
    let (text, letters) = parts(text.trim());
    if times(letters).is_none() {
        return Vec::new();
    }
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

/// A quoted text, read to be compared with many figures.
pub struct Reading {
    is_nothing: bool,
    numbers: Vec<f64>,
    decimals: usize,
    times: f64,
}

impl Reading {
    pub fn of(quoted: &str) -> Reading {
        let digits = |at: usize| quoted[at + 1..].chars().filter(char::is_ascii_digit).count();
        Reading {
            is_nothing: quoted.trim().is_empty(),
            numbers: readings(quoted),
            decimals: quoted.rfind(['.', ',']).map_or(0, digits),
            times: times(parts(quoted.trim()).1).unwrap_or(1.0),
        }
    }

    /// Whether it is a figure, perhaps with fewer decimals. Nothing is nothing.
    pub fn is(&self, figure: &str) -> bool {
        let Ok(figure) = figure.parse::<f64>() else { return self.is_nothing && figure.is_empty() };
        let figure = figure / self.times;
        let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * other.abs().max(1.0);
        let is_rounded = |number: f64| {
            let by = 10_f64.powi(i32::try_from(self.decimals).unwrap_or_default());
            (number.fract() != 0.0 || self.decimals == 0) && near(number, (figure * by).round() / by)
        };
        self.numbers.iter().any(|number| near(*number, figure) || is_rounded(*number))
    }
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

/// A number in sentences that is a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub text: String,
    /// The sentence around it.
    pub sentence: String,
}

/// The figures in sentences, in small letters: numbers without those of days, spans of time, and `years`.
pub fn figures_in(sentences: &str, years: (i32, i32)) -> Vec<Figure> {
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut sentence = 0;
    for line in sentences.lines() {
        for word in line.split([' ', '\r', '\t']).filter(|word| !word.is_empty()) {
            words.push((sentence, word));
            sentence += usize::from(word.ends_with(['.', '!', '?', ';']));
        }
        sentence += 1;
    }
    let bare = |word: &str| {
        // As in logins:1284.
        let value =
            word.rsplit_once([':', '=']).filter(|(name, _)| !name.contains(|letter: char| letter.is_ascii_digit()));
        let value = value.map_or(word, |(_, value)| value).trim_matches(|letter: char| {
            !letter.is_alphanumeric() && !SIGNS.contains(&letter) && !"+-−".contains(letter)
        });
        value.to_owned()
    };
    let word = |at: usize| words.get(at).map(|(_, word)| bare(word)).unwrap_or_default();
    let is_of_time = |at: usize| {
        let word = word(at);
        !word.is_empty() && OF_TIME.split_whitespace().any(|known| known == word)
    };
    let has_tenure = TENURES.iter().any(|tenure| sentences.contains(tenure));
    let figure = |at: usize| {
        let (text, next) = (word(at), word(at + 1));
        let is_times =
            !next.is_empty() && times(&next).is_some() && text.ends_with(|letter: char| letter.is_ascii_digit());
        let text = match parts(&text) {
            _ if is_times => format!("{text} {next}"),
            // As in 12.5pp.
            (number, letters) if readings(&text).is_empty() && letters.chars().all(char::is_alphabetic) => {
                let is_order = ORDERS.split_whitespace().any(|known| known == letters);
                if is_order { String::new() } else { number.to_owned() }
            }
            _ => text,
        };
        let readings = readings(&text);
        let is_plain = text.bytes().all(|digit| digit.is_ascii_digit());
        let is_year =
            is_plain && readings.iter().any(|number| (f64::from(years.0)..=f64::from(years.1)).contains(number));
        let is_before = at > 0 && is_of_time(at - 1);
        let is_span = is_plain && (is_before || is_of_time(at + 1) && !has_tenure);
        (!readings.is_empty() && !is_day(&text) && !is_year && !is_span).then(|| {
            let own = words.iter().filter(|(number, _)| *number == words[at].0).map(|(_, word)| *word);
            Figure { text, sentence: own.collect::<Vec<_>>().join(" ") }
        })
    };
    (0..words.len()).filter_map(figure).collect()
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
            ("1.3k", &[1.3]),
            ("5 Tsd.", &[5.0]),
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
            ("1.3k", "1284", true),
            ("1.4k", "1284", false),
            ("5 mil", "5021", true),
            ("6 Tsd.", "5021", false),
            ("1285", "1284", false),
            ("", "", true),
            ("0", "", false),
            ("", "0", false),
        ] {
            assert_eq!(Reading::of(quoted).is(figure), expected, "{quoted} {figure}");
        }
    }

    #[test]
    fn days_and_spans_are_no_figures() {
        let of = |text: &str| figures_in(text, (2025, 2026)).into_iter().map(|figure| figure.text).collect::<Vec<_>>();
        assert_eq!(
            of("since 2026-10-01, 31.10.2026 and october 31, 2026: the last 30 days, q4, 90 tage"),
            Vec::<String>::new()
        );
        assert_eq!(of("(1,284), 12.5 %; 27.3 months"), ["1,284", "12.5", "27.3"]);
        assert_eq!(of("1st, 3er, 10h, q4, in 2025 and 2026: 1999"), ["1999"], "no year of the answer");
        assert_eq!(of("logins:12k, 1.3 mio. or 7.2pp"), ["12k", "1.3 mio", "7.2"]);
        assert_eq!(of("the tenure is 27 months since october 3"), ["27"]);
    }
}
