//! What is sent.

use serde_json::{Value, json};

use crate::app::App;
use crate::clock::minute;
use crate::delivery::{Content, Parcel};
use crate::doctor::tells;
use crate::i18n::NoticeText;
use crate::i18n::language::Language;
use crate::store::told::OwedMessage;

/// What is said of a condition; None of one that this release does not know.
pub fn text(condition: &str, language: Language) -> Option<NoticeText> {
    tells(condition).map(|tells| (tells.says)(&language.texts().notices))
}

/// One message about several conditions.
pub fn parcel(app: &App, messages: &[OwedMessage], language: Language) -> Parcel {
    let (settings, texts) = (app.settings(), &language.texts().notices);
    let public = settings.oidc.public_url.as_deref().map(|public| public.trim_end_matches('/').to_owned());
    let mut sentences = Vec::new();
    let (mut titles, mut all) = (Vec::new(), Vec::new());
    for OwedMessage { condition, is_over, since, .. } in messages {
        let Some(NoticeText { title, todo }) = text(condition, language) else { continue };
        let link = public.as_ref().zip(tells(condition)).map(|(public, tells)| format!("{public}/{}", tells.route));
        let at = (texts.since)(&format!("{} UTC", minute(*since)));
        let title = if *is_over { (texts.over)(title) } else { title.to_owned() };
        sentences.push(if *is_over { format!("{title} {at}") } else { format!("{title} {at} {todo}") });
        all.push(json!({
            "condition": condition,
            "event": if *is_over { "ended" } else { "began" },
            "text": title,
            "todo": if *is_over { "" } else { todo },
            "since": since,
            "link": link,
        }));
        titles.push(title);
    }
    let heading = match titles.as_slice() {
        [one] => one.trim_end_matches('.').to_owned(),
        several => (texts.several)(several.len()),
    };
    let program = settings.program_name.clone();
    let content = Content {
        heading: &heading,
        lines: &[(language.texts().alerts.program.to_owned(), program.clone())],
        sentences: &sentences,
        figures: &[],
        link: public.as_deref(),
        footer: texts.footer,
        accent: settings.accent_color,
        language,
    };
    Parcel {
        subject: format!("{heading} – {program}"),
        text: content.text(),
        html: content.html(),
        file: None,
        name: String::new(),
        json: json!({ "kind": "notices", "program": program, "notices": Value::Array(all) }),
    }
}
