//! Durations in hours, minutes and seconds, as the feed writes them: in seconds.

/// How the durations of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DurationForm {
    has_hours: bool,
}

impl DurationForm {
    /// The form that a text describes; None if that is no form of durations.
    pub(super) fn new(written: &str) -> Option<DurationForm> {
        match written {
            "%H:%M:%S" => Some(DurationForm { has_hours: true }),
            "%M:%S" => Some(DurationForm { has_hours: false }),
            _ => None,
        }
    }

    /// As it is written in a mapping.
    pub(super) fn written(self) -> &'static str {
        if self.has_hours { "%H:%M:%S" } else { "%M:%S" }
    }

    /// The duration in seconds, half a second rounded up. The largest unit may have any number.
    pub(super) fn read(self, text: &str) -> Option<String> {
        let is_digits =
            |text: &&str| !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
        let (text, fraction) = text.split_once('.').map_or((text, None), |(text, fraction)| (text, Some(fraction)));
        let parts: Option<Vec<u64>> =
            text.split(':').map(|part| Some(part).filter(is_digits).and_then(|part| part.parse().ok())).collect();
        let (hours, minutes, seconds) = match (self.has_hours, &parts?[..]) {
            (true, [hours, minutes, seconds]) if *minutes < 60 => (*hours, *minutes, *seconds),
            (false, [minutes, seconds]) => (0, *minutes, *seconds),
            _ => return None,
        };
        let up = match fraction {
            None => 0,
            Some(fraction) if is_digits(&fraction) => u64::from(fraction.as_bytes()[0] >= b'5'),
            Some(_) => return None,
        };
        (seconds < 60).then(|| (hours * 3_600 + minutes * 60 + seconds + up).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_in_their_form_and_no_other() {
        for (form, text, wanted) in [
            ("%H:%M:%S", "00:01:19", Some("79")),
            ("%H:%M:%S", "100:00:00", Some("360000")),
            ("%H:%M:%S", "0:00:09.5", Some("10")),
            ("%H:%M:%S", "00:00:09.49", Some("9")),
            ("%H:%M:%S", "01:19", None),
            ("%H:%M:%S", "00:60:00", None),
            ("%H:%M:%S", "00:00:60", None),
            ("%H:%M:%S", "-00:00:01", None),
            ("%H:%M:%S", "00:00:01.", None),
            ("%M:%S", "75:30", Some("4530")),
            ("%M:%S", "1:2:3", None),
            ("%M:%S", "", None),
        ] {
            let read = DurationForm::new(form).expect("a form").read(text);
            assert_eq!(read.as_deref(), wanted, "{form} {text}");
        }
        assert_eq!(DurationForm::new("%H"), None);
    }
}
