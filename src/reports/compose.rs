//! The text of a report, for programs that show HTML and for those that do not.

use std::fmt::Write;

use crate::exports::{About, HeadFigure};
use crate::texts::Reports;

/// What a report says.
pub struct Content<'a> {
    pub name: &'a str,
    pub about: &'a About,
    pub figures: &'a [HeadFigure],
}

impl Content<'_> {
    fn texts(&self) -> &'static Reports {
        &self.about.language.texts().reports
    }

    pub fn text(&self) -> String {
        let Content { name, about, figures } = self;
        let texts = self.texts();
        let mut text = format!("{name}\n\n");
        for (label, value) in about.lines() {
            let _ = writeln!(text, "{label}: {value}");
        }
        text.push('\n');
        if figures.is_empty() {
            let _ = writeln!(text, "{}", texts.no_figures);
        }
        for HeadFigure { label, now, before, change } in *figures {
            let (was, by) = (texts.before, texts.change);
            let _ = writeln!(text, "{label}: {now} ({was}: {before}, {by}: {change})");
        }
        let _ = write!(text, "\n{}\n", (texts.footer)(&about.login));
        text
    }

    /// A table with its styles beside it: mail programs ignore style sheets.
    pub fn html(&self) -> String {
        let Content { name, about, figures } = self;
        let texts = self.texts();
        let heads = [texts.figure, texts.now, texts.before, texts.change];
        let cell = "padding:4px 12px 4px 0;border-bottom:1px solid #ccc;text-align:";
        let side = |index: usize| if index == 0 { "left" } else { "right" };
        let mut html = format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{name}</title></head>\
             <body style=\"font-family:sans-serif;font-size:14px;color:#222\"><h1 style=\"font-size:18px\">{name}</h1><p>",
            name = escaped(name),
            language = about.language.code()
        );
        let lines = about.lines();
        let lines: Vec<String> =
            lines.iter().map(|(label, value)| format!("{}: {}", escaped(label), escaped(value))).collect();
        html.push_str(&lines.join("<br>"));
        html.push_str("</p>");
        if figures.is_empty() {
            let _ = write!(html, "<p>{}</p>", texts.no_figures);
        } else {
            html.push_str("<table style=\"border-collapse:collapse\"><thead><tr>");
            for (index, head) in heads.iter().enumerate() {
                let _ = write!(html, "<th scope=\"col\" style=\"{cell}{}\">{head}</th>", side(index));
            }
            html.push_str("</tr></thead><tbody>");
            for HeadFigure { label, now, before, change } in *figures {
                html.push_str("<tr>");
                for (index, value) in [label, now, before, change].into_iter().enumerate() {
                    let _ = write!(html, "<td style=\"{cell}{}\">{}</td>", side(index), escaped(value));
                }
                html.push_str("</tr>");
            }
            html.push_str("</tbody></table>");
        }
        let _ = write!(html, "<p style=\"color:#666\">{}</p></body></html>", escaped(&(texts.footer)(&about.login)));
        html
    }
}

/// A text inside HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn names_are_texts_in_html_whatever_they_hold() {
        let about = About {
            program: "A & B".to_owned(),
            screen: "Logins".to_owned(),
            filter: vec![("Tier".to_owned(), "<Gold>".to_owned())],
            through: "2026-03-14".to_owned(),
            login: "o'neill".to_owned(),
            at: "now".to_owned(),
            currency: "USD".to_owned(),
            minimum_members: 0,
            demo: false,
            language: Language::En,
            receipts: Vec::new(),
        };
        let figure = HeadFigure {
            label: "Logins".to_owned(),
            now: "1,234".to_owned(),
            before: "–".to_owned(),
            change: "–".to_owned(),
        };
        let content = Content { name: "<script>", about: &about, figures: std::slice::from_ref(&figure) };
        let (html, text) = (content.html(), content.text());
        assert!(html.contains("&lt;script&gt;") && html.contains("A &amp; B") && html.contains("Tier: &lt;Gold&gt;"));
        assert!(!html.contains("<script>") && html.contains("o&#39;neill") && html.contains(">1,234</td>"), "{html}");
        assert!(text.starts_with("<script>\n") && text.contains("Logins: 1,234 (Before: –, Change: –)"), "{text}");
        let none = Content { name: "x", about: &about, figures: &[] };
        assert!(none.text().contains(none.texts().no_figures) && none.html().contains(none.texts().no_figures));
    }
}
