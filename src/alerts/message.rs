//! What an alert says when it fires.

use serde_json::{Value, json};

use super::rule::in_words;
use crate::app::App;
use crate::delivery::{Content, Parcel, folder};
use crate::exports::HeadFigure;
use crate::metrics::Unit;
use crate::screens::explain::WatchedFigure;
use crate::screens::{Words, signed};
use crate::store::alerts::SavedAlert;

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
    /// The screen's path below the public address; None where it has none.
    pub path: Option<String>,
    pub program: &'a str,
}

/// What the rule says, as a sentence.
pub fn rule_of(subject: &Subject<'_>, currency: &str) -> String {
    let alert = &subject.saved.alert;
    match subject.figure {
        Some(figure) => format!("{} {}.", figure.label, in_words(alert, figure.unit, currency)),
        None if alert.table.is_empty() => "Data that are expected are late.".to_owned(),
        None => format!("The data of {} are late.", alert.table),
    }
}

/// What was found, as a sentence.
pub fn found(subject: &Subject<'_>, currency: &str) -> String {
    match subject.figure {
        Some(figure) => {
            let value = Words { unit: figure.unit, currency }.figure(figure.value);
            format!("{} is {value} ({} to {}).", figure.label, figure.start, figure.end)
        }
        None if subject.late.is_empty() => "No data are late.".to_owned(),
        None => format!("Late: {}.", subject.late.join(", ")),
    }
}

/// The message.
pub fn parcel(app: &App, event: Event, subject: &Subject<'_>) -> Parcel {
    let (settings, saved) = (app.settings(), subject.saved);
    let currency = settings.currency.as_str();
    let (rule, found) = (rule_of(subject, currency), found(subject, currency));
    let at = app.clock.local();
    let link = settings.oidc.public_url.as_ref().zip(subject.path.as_ref());
    let link = link.map(|(public, path)| format!("{}/{path}", public.trim_end_matches('/')));
    let mut lines = vec![("Program".to_owned(), subject.program.to_owned()), ("Rule".to_owned(), rule.clone())];
    lines.extend(subject.about.iter().cloned());
    lines.push(("Checked at".to_owned(), at.to_string()));
    let mut sentences = match event {
        Event::Began => Vec::new(),
        Event::Trial(true) => vec!["A trial, which somebody asked for. The rule holds.".to_owned()],
        Event::Trial(false) => vec!["A trial, which somebody asked for. The rule does not hold.".to_owned()],
    };
    match subject.figure {
        Some(figure) if !figure.sentences.is_empty() => sentences.extend(figure.sentences.iter().cloned()),
        _ => sentences.push(found.clone()),
    }
    let figures: Vec<HeadFigure> = subject.figure.map(|figure| head(figure, currency)).into_iter().collect();
    let footer = format!(
        "Bond sends this alert for {0}, with what {0} may see. It is sent once when its rule begins to hold.",
        saved.login
    );
    let name = &saved.alert.name;
    let content = Content {
        heading: name,
        lines: &lines,
        sentences: &sentences,
        figures: &figures,
        link: link.as_deref(),
        footer: &footer,
    };
    let time: String = at.to_string().chars().filter(|letter| *letter != ':').collect();
    Parcel {
        subject: format!("{name} – {}", subject.program),
        text: content.text(),
        html: content.html(),
        file: None,
        name: folder::file_name(name, &time.replace(' ', "_"), "txt"),
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
                "metric": saved.alert.metric,
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

fn head(figure: &WatchedFigure, currency: &str) -> HeadFigure {
    let words = Words { unit: figure.unit, currency };
    let of = |value: Option<f64>| value.map_or(NONE.to_owned(), |value| words.figure(value));
    let change = match (figure.unit, figure.change, figure.change_percent) {
        (Unit::Percent, Some(points), _) => words.signed(points),
        (_, _, Some(percent)) => format!("{}%", signed(percent, 2)),
        (_, Some(change), None) => words.signed(change),
        _ => NONE.to_owned(),
    };
    HeadFigure { label: figure.label.clone(), now: words.figure(figure.value), before: of(figure.before), change }
}
