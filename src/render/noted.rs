//! What is noted at the days of a file, for its cover: annotations, and the days that loads corrected.

use super::screen::ScreenCall;
use crate::figures::filter::iso;
use crate::figures::period::Window;
use crate::i18n::language::Language;
use crate::i18n::{dates, labels};
use crate::screens::corrections::Correction;
use crate::screens::{FIGURES, figure};

/// The most lines of a cover; of more it is said how many there are.
const MOST: usize = 50;

/// What somebody noted at days.
#[derive(Clone, Debug)]
pub struct NotedDays {
    /// The first day and the last: yyyy-mm-dd.
    pub starts: String,
    pub ends: String,
    pub text: String,
    /// The id of a figure; None for all charts.
    pub metric: Option<String>,
    /// Whose it is.
    pub login: String,
}

/// Everything that somebody sees.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    pub annotations: Vec<NotedDays>,
    pub corrections: Vec<Correction>,
}

impl Noted {
    /// What belongs to the days of a window and to the figures of some parts: a label and a text each, in order of days.
    pub fn lines(&self, parts: &[ScreenCall], window: Window, language: Language) -> Vec<(String, String)> {
        let texts = &language.texts().files;
        let of_parts: Vec<String> = parts.iter().flat_map(ScreenCall::figures).collect();
        // The same figure may be on several cards.
        let is_there = |id: &str| {
            of_parts.iter().any(|known| known == id)
                || figure(id).is_some_and(|one| {
                    let same = FIGURES.iter().filter(|other| std::ptr::eq(other.metric, one.metric));
                    same.into_iter().any(|other| of_parts.contains(&other.id))
                })
        };
        // Days as texts are in the order of days.
        let (first, last) = (iso(window.start), iso(window.end));
        let is_within = |starts: &str, ends: &str| starts <= last.as_str() && first.as_str() <= ends;
        let days = |starts: &str, ends: &str| {
            let of = |day: &str| dates::iso_day(day, language);
            if starts == ends { of(starts) } else { dates::span(&of(starts), &of(ends), language) }
        };
        let mut lines: Vec<(&str, &str, String)> = Vec::new();
        for NotedDays { starts, ends, text, metric, login } in &self.annotations {
            let metric = metric.as_deref();
            if metric.is_none_or(is_there) && is_within(starts, ends) {
                let of = metric.and_then(figure).map(|figure| labels::label(language, figure.label));
                let by: Vec<&str> = of.into_iter().chain([login.as_str()]).collect();
                let text = format!("{}: {text} ({})", days(starts, ends), by.join(", "));
                lines.push((starts, texts.annotation, text));
            }
        }
        for correction in &self.corrections {
            let Correction { starts, ends, metrics, .. } = correction;
            if metrics.iter().any(|id| is_there(id)) && is_within(starts, ends) {
                let text =
                    format!("{}: {}", days(starts, ends), (texts.corrected)(correction.load, correction.is_undo));
                lines.push((starts, texts.correction, text));
            }
        }
        lines.sort_by_key(|(starts, ..)| *starts);
        let more = lines.len().saturating_sub(MOST);
        let mut said: Vec<(String, String)> =
            lines.into_iter().skip(more).map(|(_, label, text)| (label.to_owned(), text)).collect();
        if more > 0 {
            said.insert(0, (texts.annotation.to_owned(), (texts.earlier_annotations)(more)));
        }
        said
    }
}
