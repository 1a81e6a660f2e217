//! Numbers with other decimal and thousands separators, as the feed writes them.

/// How the numbers of a column are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberForm {
    pub(super) decimal: char,
    pub(super) thousands: Option<char>,
    /// Rounds to so many decimals, half away from zero.
    pub(super) round: Option<usize>,
    /// Whether it counts hundredths.
    pub(super) cents: bool,
}

impl NumberForm {
    /// The number in the form of the feed: digits, with a point before decimals. A number that is not written in this
    /// form is returned as None.
    pub(super) fn read(&self, text: &str) -> Option<String> {
        const MINUS: [char; 2] = ['-', '\u{2212}'];
        // Bookkeeping has negative numbers in parentheses, or with the sign behind them.
        let in_parentheses = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let (sign, rest) =
            match in_parentheses.or_else(|| text.strip_suffix(MINUS)).or_else(|| text.strip_prefix(MINUS)) {
                Some(rest) => ("-", rest.trim()),
                None => ("", text.strip_prefix('+').unwrap_or(text)),
            };
        let (whole, fraction) = match rest.split_once(self.decimal) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (rest, None),
        };
        let whole = self.ungrouped(whole)?;
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(&whole) || fraction.is_some_and(|fraction| !is_digits(fraction)) {
            return None;
        }
        let (whole, fraction) = match self.cents {
            false => (whole, fraction.map(str::to_owned)),
            true => {
                let digits = format!("{whole:0>3}");
                let (whole, cents) = digits.split_at(digits.len() - 2);
                (whole.to_owned(), Some(format!("{cents}{}", fraction.unwrap_or_default())))
            }
        };
        let number = match (fraction, self.round) {
            (None, _) => whole,
            (Some(fraction), None) => format!("{whole}.{fraction}"),
            (Some(fraction), Some(decimals)) => rounded(&whole, &fraction, decimals),
        };
        let is_zero = number.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        Some(if is_zero { number } else { format!("{sign}{number}") })
    }

    /// Without thousands separators, which must stand before groups of three digits.
    fn ungrouped(&self, whole: &str) -> Option<String> {
        let Some(separator) = self.thousands.filter(|separator| whole.contains(*separator)) else {
            return Some(whole.to_owned());
        };
        let mut groups = whole.split(separator);
        let first = groups.next().filter(|first| (1..=3).contains(&first.len()))?;
        let mut digits = first.to_owned();
        for group in groups {
            if group.len() != 3 {
                return None;
            }
            digits += group;
        }
        Some(digits)
    }
}

/// Rounds half away from zero.
fn rounded(whole: &str, fraction: &str, decimals: usize) -> String {
    let kept = &fraction[..fraction.len().min(decimals)];
    let up = fraction.as_bytes().get(decimals).is_some_and(|digit| *digit >= b'5');
    let mut digits: Vec<u8> = whole.bytes().chain(kept.bytes()).collect();
    if up {
        let mut index = digits.len();
        loop {
            if index == 0 {
                digits.insert(0, b'1');
                break;
            }
            index -= 1;
            if digits[index] == b'9' {
                digits[index] = b'0';
            } else {
                digits[index] += 1;
                break;
            }
        }
    }
    let text: String = digits.iter().map(|digit| char::from(*digit)).collect();
    let (whole, fraction) = text.split_at(text.len() - kept.len());
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_their_form_and_no_other() {
        let german = NumberForm { decimal: ',', thousands: Some('.'), round: None, cents: false };
        let swiss = NumberForm { decimal: '.', thousands: Some('\''), round: Some(2), cents: false };
        let whole = NumberForm { decimal: '.', thousands: None, round: Some(0), cents: false };
        for (form, text, wanted) in [
            (&german, "1.234,50", Some("1234.50")),
            (&german, "-1.234.567,5", Some("-1234567.5")),
            (&german, "1234,5", Some("1234.5")),
            (&german, "+7", Some("7")),
            (&german, "-0,00", Some("0.00")),
            (&german, "1.23", None),
            (&german, "1.2345", None),
            (&german, ".123", None),
            (&german, "1,2,3", None),
            (&german, "1,", None),
            (&german, "", None),
            (&german, "--1", None),
            (&german, "(3,00)", Some("-3.00")),
            (&german, "3,00-", Some("-3.00")),
            (&german, "3,00 \u{2212}", Some("-3.00")),
            (&german, "(0,00)", Some("0.00")),
            (&german, "(-3,00)", None),
            (&german, "-3,00-", None),
            (&german, "(3,00", None),
            (&german, "()", None),
            (&german, "1 000", None),
            (&swiss, "1'234.505", Some("1234.51")),
            (&swiss, "-9.995", Some("-10.00")),
            (&swiss, "-0.004", Some("0.00")),
            (&swiss, "99.5", Some("99.5")),
            (&whole, "12.5", Some("13")),
            (&whole, "99.49", Some("99")),
            (&whole, "1e5", None),
        ] {
            assert_eq!(form.read(text).as_deref(), wanted, "{text}");
        }
    }
}
