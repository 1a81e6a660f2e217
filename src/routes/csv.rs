//! Files with rows, safe to open in a spreadsheet.

use std::borrow::Cow;

use actix_web::HttpResponse;
use actix_web::http::header;

/// The byte order mark that a file begins with: without it, spreadsheets misread accented names.
pub const START: &str = "\u{feff}";

/// An answer that is saved as a file.
pub fn file(name: &str, text: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(text)
}

/// A cell. A spreadsheet would run a text that starts like a formula; the apostrophe makes it text.
pub fn cell(text: &str) -> Cow<'_, str> {
    let is_risky = |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let safe = match is_risky(text) || is_risky(text.trim_start()) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    };
    if safe.contains(['"', ',', '\r', '\n']) { Cow::Owned(format!("\"{}\"", safe.replace('"', "\"\""))) } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_text_for_a_spreadsheet() {
        for (text, expected) in [
            ("ann@example.com", "ann@example.com"),
            ("", ""),
            ("=1+1", "'=1+1"),
            (" =1+1", "' =1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2", "'-2"),
            ("a,b", "\"a,b\""),
            ("=\"a\"", "\"'=\"\"a\"\"\""),
            ("two\nlines", "\"two\nlines\""),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
