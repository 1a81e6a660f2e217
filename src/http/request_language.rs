//! The language that a request is answered in: that of the page, so that what the server writes is in the same.

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptLanguage, Header, Preference};

use crate::error::{ApiError, ErrorBody};
use crate::i18n::language::Language;
use crate::i18n::messages::translated;

/// The cookie in which the page keeps the language that was chosen in a browser.
const LANGUAGE_COOKIE: &str = "bond_language";

/// The language that was chosen in this browser, else the first that the request asks for and the page has. English
/// where it asks for none, as scripts do.
pub fn language(request: &HttpRequest) -> Language {
    let chosen = request.cookie(LANGUAGE_COOKIE).and_then(|cookie| Language::of_code(cookie.value()));
    chosen.or_else(|| asked_for(&AcceptLanguage::parse(request).ok()?)).unwrap_or(Language::En)
}

/// The body of an error in a language; None in English, which it is in.
pub fn error_body(error: &ApiError, language: Language) -> Option<ErrorBody> {
    if language == Language::En {
        return None;
    }
    let body = error.body();
    let mut said = ErrorBody { message: translated(&body.message, language), ..body.clone() };
    if !body.faults.is_empty() {
        said.set_faults(body.faults.iter().map(|fault| fault.with_text(translated(&fault.text, language))).collect());
    }
    Some(said)
}

/// Writes messages of the server in the language of a request.
pub fn say<'m>(request: &HttpRequest, messages: impl IntoIterator<Item = &'m mut String>) {
    let language = language(request);
    if language != Language::En {
        messages.into_iter().for_each(|message| *message = translated(message, language));
    }
}

fn asked_for(header: &AcceptLanguage) -> Option<Language> {
    header
        .ranked()
        .into_iter()
        .filter_map(Preference::into_item)
        .find_map(|tag| Language::of_code(tag.primary_language()))
}
