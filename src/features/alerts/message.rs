//! What an alert says when it fires.

use serde_json::{Value, json};

use super::rule::in_words;
use super::stored::{Alert, SavedAlert};
use crate::app::App;
use crate::delivery::{Content, Parcel, folder};
use crate::figures::Unit;
use crate::i18n::dates;
use crate::i18n::language::Language;
use crate::render::HeadFigure;
use crate::screens::Words;
use crate::screens::explain::WatchedFigure;
use crate::screens::receipts::SCORE;
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

/// What was found, as a sentence.
pub fn found(subject: &Subject<'_>, currency: &str) -> String {
    let texts = &subject.language.texts().alerts;
    match subject.figure {
        Some(figure) => found_of(figure, subject.saved.item.rule, &words(subject, figure, currency)),
        None if subject.late.is_empty() => texts.none_late.to_owned(),
        None => (texts.late)(&subject.late.join(", ")),
    }
}

/// How the figure of an alert is written.
fn words<'a>(subject: &Subject<'_>, figure: &WatchedFigure, currency: &'a str) -> Words<'a> {
    match subject.saved.item.metric == SCORE {
        true => Words::of_score(subject.language),
        false => Words::new(figure.unit, currency, subject.language),
    }
}

fn found_of(figure: &WatchedFigure, rule: AlertRule, words: &Words<'_>) -> String {
    let texts = &words.language.texts().alerts;
    let beside = if rule == AlertRule::Weekday { texts.usually } else { texts.before };
    let mut value = words.figure(figure.value);
    if let Some(before) = figure.before {
        value.push_str(&beside(&words.figure(before)));
    }
    (texts.found)(&figure.label, &value, &dates::iso_days_in_words(&figure.start, &figure.end, words.language))
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
    let (rule, found) = (rule_of(subject, currency), found(subject, currency));
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
        _ => sentences.push(found.clone()),
    }
    let figures: Vec<HeadFigure> =
        subject.figure.map(|figure| head(figure, &words(subject, figure, currency))).into_iter().collect();
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
    fn what_was_found_stands_beside_what_was_before_in_the_readers_language() {
        let mut figure = WatchedFigure {
            label: "Logins".to_owned(),
            unit: Unit::Count,
            value: 2645.0,
            before: Some(2708.0),
            change: Some(-63.0),
            change_percent: Some(-2.3),
            is_within_chance: None,
            probability: None,
            start: "2026-01-01".to_owned(),
            end: "2026-11-26".to_owned(),
            note: None,
            sentences: Vec::new(),
        };
        let all = |figure: &WatchedFigure, rule| {
            [Language::En, Language::De, Language::Es]
                .map(|language| found_of(figure, rule, &Words::new(figure.unit, "$", language)))
        };
        assert_eq!(
            all(&figure, AlertRule::Below),
            [
                "Logins: 2,645, before 2,708 (Jan 1 to Nov 26, 2026).",
                "Logins: 2.645, zuvor 2.708 (1. Januar 2026 bis 26. November 2026).",
                "Logins: 2.645, antes 2.708 (1 de enero de 2026 a 26 de noviembre de 2026).",
            ]
        );
        figure.start.clone_from(&figure.end);
        assert_eq!(
            all(&figure, AlertRule::Weekday),
            [
                "Logins: 2,645, usually 2,708 on this weekday (Nov 26, 2026).",
                "Logins: 2.645, an diesem Wochentag sonst 2.708 (26. November 2026).",
                "Logins: 2.645, habitual en ese día de la semana: 2.708 (26 de noviembre de 2026).",
            ]
        );
        figure.before = None;
        assert_eq!(all(&figure, AlertRule::Above)[0], "Logins: 2,645 (Nov 26, 2026).");
    }
}
