//! Files with rows, safe to open in a spreadsheet.

use std::borrow::Cow;

use actix_web::HttpResponse;
use actix_web::http::header;

use crate::render::csv::{BYTE_ORDER_MARK, safe};

/// What a file begins with.
pub const START: &str = BYTE_ORDER_MARK;

/// An answer that is saved as a file.
pub fn file(name: &str, text: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(text)
}

/// A cell with a text that no spreadsheet runs.
pub fn cell(text: &str) -> Cow<'_, str> {
    let safe = safe(text);
    if safe.contains(['"', ',', ';', '\t', '\r', '\n']) {
        Cow::Owned(format!("\"{}\"", safe.replace('"', "\"\"")))
    } else {
        safe
    }
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
            ("x;=1", "\"x;'=1\""),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
