//! The text of a report or alert, for programs that show HTML and for those that do not.

use std::fmt::Write;

use crate::config::Accent;
use crate::i18n::language::Language;
use crate::render::HeadFigure;

/// What a letter says.
#[derive(Debug)]
pub struct Content<'a> {
    pub heading: &'a str,
    /// What it is of: a label and a value each.
    pub lines: &'a [(String, String)],
    pub sentences: &'a [String],
    pub figures: &'a [HeadFigure],
    /// The address of its screen.
    pub link: Option<&'a str>,
    pub footer: &'a str,
    /// The colour of the program, where it has its own.
    pub accent: Option<Accent>,
    pub language: Language,
}

impl Content<'_> {
    pub fn text(&self) -> String {
        let Content { heading, lines, sentences, figures, link, footer, language, .. } = self;
        let texts = &language.texts().reports;
        let mut text = format!("{heading}\n\n");
        for (label, value) in *lines {
            let _ = writeln!(text, "{label}: {value}");
        }
        text.push('\n');
        for sentence in *sentences {
            let _ = writeln!(text, "{sentence}");
        }
        for HeadFigure { label, now, before, change } in *figures {
            let (was, by) = (texts.before, texts.change);
            let _ = writeln!(text, "{label}: {now} ({was}: {before}, {by}: {change})");
        }
        if let Some(link) = link {
            let _ = write!(text, "\n{link}\n");
        }
        let _ = write!(text, "\n{footer}\n");
        text
    }

    /// A table with its styles beside it: mail programs ignore style sheets.
    pub fn html(&self) -> String {
        let Content { heading, lines, sentences, figures, link, footer, language, .. } = self;
        let texts = &language.texts().reports;
        let heads = [texts.figure, texts.now, texts.before, texts.change];
        let cell = "padding:4px 12px 4px 0;border-bottom:1px solid #ccc;text-align:";
        let side = |index: usize| if index == 0 { "left" } else { "right" };
        let colour = self.accent.map(|accent| format!(";color:{accent}")).unwrap_or_default();
        let mut html = format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{heading}</title></head>\
             <body style=\"font-family:sans-serif;font-size:14px;color:#222\"><h1 style=\"font-size:18px{colour}\">{heading}</h1><p>",
            heading = escaped(heading),
            language = language.code()
        );
        let lines: Vec<String> =
            lines.iter().map(|(label, value)| format!("{}: {}", escaped(label), escaped(value))).collect();
        html.push_str(&lines.join("<br>"));
        html.push_str("</p>");
        for sentence in *sentences {
            let _ = write!(html, "<p>{}</p>", escaped(sentence));
        }
        if !figures.is_empty() {
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
        if let Some(link) = link {
            let link = escaped(link);
            let style = if colour.is_empty() { String::new() } else { format!(" style=\"{}\"", &colour[1..]) };
            let _ = write!(html, "<p><a href=\"{link}\"{style}>{link}</a></p>");
        }
        let _ = write!(html, "<p style=\"color:#666\">{}</p></body></html>", escaped(footer));
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
    use crate::config::accent;
    use crate::i18n::language::Language;

    #[test]
    fn names_are_texts_in_html_whatever_they_hold() {
        let lines =
            [("Program", "A & B"), ("Tier", "<Gold>")].map(|(label, value)| (label.to_owned(), value.to_owned()));
        let figure = HeadFigure {
            label: "Logins".to_owned(),
            now: "1,234".to_owned(),
            before: "–".to_owned(),
            change: "–".to_owned(),
        };
        let content = Content {
            heading: "<script>",
            lines: &lines,
            sentences: &["More & more.".to_owned()],
            figures: std::slice::from_ref(&figure),
            link: Some("https://bond.example/x?a=1&b=2"),
            footer: "For o'neill.",
            accent: None,
            language: Language::En,
        };
        let (html, text) = (content.html(), content.text());
        assert!(html.contains("&lt;script&gt;") && html.contains("A &amp; B") && html.contains("Tier: &lt;Gold&gt;"));
        assert!(!html.contains("<script>") && html.contains("o&#39;neill") && html.contains(">1,234</td>"), "{html}");
        assert!(
            html.contains("<p>More &amp; more.</p>") && html.contains("href=\"https://bond.example/x?a=1&amp;b=2\"")
        );
        assert!(text.starts_with("<script>\n") && text.contains("Logins: 1,234 (Before: –, Change: –)"), "{text}");
        assert!(html.contains("<h1 style=\"font-size:18px\">") && html.contains("b=2\">https"), "{html}");
        let own = Content { accent: accent("#0b6e4f").expect("readable"), ..content }.html();
        assert!(
            own.contains("font-size:18px;color:#0b6e4f\">") && own.contains("b=2\" style=\"color:#0b6e4f\">"),
            "{own}"
        );
        assert!(text.contains("\nMore & more.\n") && text.contains("\nhttps://bond.example/x?a=1&b=2\n"), "{text}");
    }
}
