//! What an alert says when it fires.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::rule::in_words;
use super::stored::{Alert, SavedAlert};
use crate::app::App;
use crate::delivery::{Content, Parcel, folder};
use crate::figures::Unit;
use crate::i18n::dates;
use crate::i18n::labels;
use crate::i18n::language::Language;
use crate::render::HeadFigure;
use crate::screens::explain::WatchedFigure;
use crate::screens::receipts::SCORE;
use crate::screens::{FIGURES, Words};
use crate::store::destinations::AlertRule;
use crate::store::saved::Visible;

/// What stands in place of a figure that there is none of.
const NONE: &str = "–";

/// Why a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The rule began to hold.
    Began,
    /// Somebody asked for a trial; whether the rule holds.
    Trial(bool),
}

/// What a message is of.
pub struct Subject<'a> {
    pub saved: &'a SavedAlert,
    /// None for late data.
    pub figure: Option<&'a WatchedFigure>,
    /// What the alert is of besides its rule: a label and a value each.
    pub about: Vec<(String, String)>,
    /// The tables that are late.
    pub late: &'a [String],
    /// The path of the figure's explanation below the public address, with its filters; None for late data.
    pub path: Option<String>,
    pub program: &'a str,
    /// Of the owner.
    pub language: Language,
}

/// What the rule says, as a sentence.
fn rule_of(subject: &Subject<'_>, currency: &str) -> String {
    let (alert, language) = (&subject.saved.item, subject.language);
    let texts = &language.texts().alerts;
    match subject.figure {
        Some(figure) => in_words(alert, &figure.label, &Words::new(figure.unit, currency, language)),
        None if alert.table.is_empty() => texts.some_late.to_owned(),
        None => (texts.table_late)(&alert.table),
    }
}

/// What was found, without words: everybody reads it in their own language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Found {
    Figure {
        value: f64,
        before: Option<f64>,
        start: String,
        end: String,
    },
    /// The tables that are late.
    Late(Vec<String>),
}

impl Found {
    fn of(subject: &Subject<'_>) -> Found {
        match subject.figure {
            None => Found::Late(subject.late.to_vec()),
            Some(WatchedFigure { value, before, start, end, .. }) => {
                Found::Figure { value: *value, before: *before, start: start.clone(), end: end.clone() }
            }
        }
    }

    /// As a sentence; None where this release does not know the figure of the alert.
    fn said(&self, alert: &Alert, currency: &str, language: Language) -> Option<String> {
        let texts = &language.texts().alerts;
        Some(match self {
            Found::Late(tables) if tables.is_empty() => texts.none_late.to_owned(),
            Found::Late(tables) => (texts.late)(&tables.join(", ")),
            Found::Figure { value, before, start, end } => {
                let (label, unit) = named(&alert.metric)?;
                let words = words(alert, unit, currency, language);
                let beside = if alert.rule == AlertRule::Weekday { texts.usually } else { texts.before };
                let mut written = words.figure(*value);
                if let Some(before) = before {
                    written.push_str(&beside(&words.figure(*before)));
                }
                let days = dates::iso_days_in_words(start, end, language);
                (texts.found)(labels::label(language, label), &written, &days)
            }
        })
    }
}

/// What was found, as the store keeps it.
pub fn kept(subject: &Subject<'_>) -> String {
    serde_json::to_string(&Found::of(subject)).unwrap_or_default()
}

/// Whether a text of the store is in that form.
pub fn is_kept(text: &str) -> bool {
    serde_json::from_str::<Found>(text).is_ok()
}

/// What the store keeps, as a sentence in the language of the reader. Why a rule cannot be judged is kept in words.
pub fn said(kept: &str, alert: &Alert, currency: &str, language: Language) -> Option<String> {
    match serde_json::from_str::<Found>(kept) {
        Ok(found) => found.said(alert, currency, language),
        Err(_) => Some(kept.to_owned()).filter(|text| !text.is_empty()),
    }
}

/// What the score is called.
pub const SCORE_LABEL: &str = "BOND Score";

/// The name and unit of what an alert watches; None for late data, and for what this release has not.
pub fn named(metric: &str) -> Option<(&'static str, Unit)> {
    if metric == SCORE {
        return Some((SCORE_LABEL, Unit::Decimal));
    }
    FIGURES.iter().find(|figure| figure.id == metric).map(|figure| (figure.label, figure.metric.unit))
}

/// How the figure of an alert is written.
fn words<'a>(alert: &Alert, unit: Unit, currency: &'a str, language: Language) -> Words<'a> {
    match alert.metric == SCORE {
        true => Words::of_score(language),
        false => Words::new(unit, currency, language),
    }
}

/// What was found, for the audit log.
pub fn logged(subject: &Subject<'_>) -> String {
    match subject.figure {
        Some(figure) => {
            format!("{} is {} ({} to {})", subject.saved.item.metric, figure.value, figure.start, figure.end)
        }
        None if subject.late.is_empty() => "no data are late".to_owned(),
        None => format!("late: {}", subject.late.join(", ")),
    }
}

fn sender(saved: &SavedAlert) -> Option<folder::Sender<'_>> {
    Some((saved.id, &saved.item.name, saved.item.to.as_ref()?))
}

/// The message.
pub fn parcel(app: &App, event: Event, subject: &Subject<'_>) -> Parcel {
    let (settings, saved) = (app.settings(), subject.saved);
    let currency = settings.currency.as_str();
    let rule = rule_of(subject, currency);
    let (language, texts) = (subject.language, &subject.language.texts().alerts);
    let at = app.clock.local();
    let link = settings.oidc.public_url.as_ref().zip(subject.path.as_ref());
    let link = link.map(|(public, path)| format!("{}/{path}", public.trim_end_matches('/')));
    let mut lines = vec![(texts.program.to_owned(), subject.program.to_owned()), (texts.rule.to_owned(), rule.clone())];
    lines.extend(subject.about.iter().cloned());
    lines.push((texts.checked_at.to_owned(), at.to_string()));
    let mut sentences = match event {
        Event::Began => Vec::new(),
        Event::Trial(true) => vec![texts.trial_holds.to_owned()],
        Event::Trial(false) => vec![texts.trial_ceased.to_owned()],
    };
    match subject.figure {
        Some(figure) if !figure.sentences.is_empty() => sentences.extend(figure.sentences.iter().cloned()),
        _ => sentences.extend(Found::of(subject).said(&saved.item, currency, language)),
    }
    let figures: Vec<HeadFigure> = subject
        .figure
        .map(|figure| head(figure, &words(&saved.item, figure.unit, currency, language)))
        .into_iter()
        .collect();
    let footer = (texts.footer)(&saved.owner.login);
    let name = &saved.item.name;
    let content = Content {
        heading: name,
        lines: &lines,
        sentences: &sentences,
        figures: &figures,
        link: link.as_deref(),
        footer: &footer,
        accent: settings.accent_color,
        language,
    };
    let time: String = at.to_string().chars().filter(|letter| *letter != ':').collect();
    // Where the store cannot be asked, the number can do no harm.
    let number = app
        .store
        .saved::<Alert>(Visible::All)
        .map_or(Some(saved.id), |all| folder::number(sender(saved)?, all.iter().filter_map(sender)));
    Parcel {
        subject: format!("{name} – {}", subject.program),
        text: content.text(),
        html: content.html(),
        file: None,
        name: folder::file_name(name, number, &time.replace(' ', "_"), "txt"),
        json: json!({
            "kind": "alert",
            "event": match event { Event::Began => "began", Event::Trial(_) => "trial" },
            "holds": event != Event::Trial(false),
            "id": saved.id,
            "name": name,
            "program": subject.program,
            "rule": rule,
            "about": lines.iter().map(|(label, value)| json!({ "label": label, "value": value })).collect::<Value>(),
            "sentences": sentences,
            "figure": subject.figure.map(|figure| json!({
                "metric": saved.item.metric,
                "label": figure.label,
                "unit": figure.unit,
                "now": figure.value,
                "before": figure.before,
                "change": figure.change,
                "changePercent": figure.change_percent,
                "startDate": figure.start,
                "endDate": figure.end,
            })),
            "late": subject.late,
            "link": link,
        }),
    }
}

fn head(figure: &WatchedFigure, words: &Words<'_>) -> HeadFigure {
    let of = |value: Option<f64>| value.map_or(NONE.to_owned(), |value| words.figure(value));
    let change = match (figure.unit, figure.change, figure.change_percent) {
        (Unit::Percent, Some(points), _) => words.signed(points),
        (_, _, Some(percent)) => words.percent_change(percent, 2),
        (_, Some(change), None) => words.signed(change),
        _ => NONE.to_owned(),
    };
    HeadFigure { label: figure.label.clone(), now: words.figure(figure.value), before: of(figure.before), change }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_stands_beside_what_was_before_in_the_language_of_whoever_reads_it() {
        let days = |start: &str, end: &str| (start.to_owned(), end.to_owned());
        let all = |before: Option<f64>, (start, end): (String, String), rule| {
            let found = Found::Figure { value: 2645.0, before, start, end };
            let kept = serde_json::to_string(&found).expect("JSON");
            let alert = Alert {
                name: "Logins".to_owned(),
                metric: "logins.totalLogins".to_owned(),
                filters: "{}".to_owned(),
                rule,
                direction: crate::store::destinations::Direction::Any,
                amount: None,
                table: String::new(),
                to: None,
            };
            [Language::En, Language::De, Language::Es]
                .map(|language| said(&kept, &alert, "$", language).unwrap_or_default())
        };
        assert_eq!(
            all(Some(2708.0), days("2026-01-01", "2026-11-26"), AlertRule::Below),
            [
                "Total Logins: 2,645, before 2,708 (Jan 1 to Nov 26, 2026).",
                "Logins gesamt: 2.645, zuvor 2.708 (1. Januar 2026 bis 26. November 2026).",
                "Total de inicios de sesión: 2.645, antes 2.708 (1 de enero de 2026 a 26 de noviembre de 2026).",
            ]
        );
        let day = || days("2026-11-26", "2026-11-26");
        assert_eq!(
            all(Some(2708.0), day(), AlertRule::Weekday),
            [
                "Total Logins: 2,645, usually 2,708 on this weekday (Nov 26, 2026).",
                "Logins gesamt: 2.645, an diesem Wochentag sonst 2.708 (26. November 2026).",
                "Total de inicios de sesión: 2.645, habitual en ese día de la semana: 2.708 (26 de noviembre de 2026).",
            ]
        );
        assert_eq!(all(None, day(), AlertRule::Above)[0], "Total Logins: 2,645 (Nov 26, 2026).");
    }

    #[test]
    fn words_in_the_store_stay_as_they_are() {
        let alert = Alert {
            name: "Late".to_owned(),
            metric: String::new(),
            filters: "{}".to_owned(),
            rule: AlertRule::Late,
            direction: crate::store::destinations::Direction::Any,
            amount: None,
            table: String::new(),
            to: None,
        };
        let of = |kept: &str| said(kept, &alert, "$", Language::De);
        assert_eq!(of("No data are late."), Some("No data are late.".to_owned()));
        assert_eq!(of(""), None);
        let late = serde_json::to_string(&Found::Late(vec!["logins".to_owned()])).expect("JSON");
        assert!(of(&late).is_some_and(|text| text.contains("logins") && !text.contains('{')), "{late}");
    }
}
