//! The page, embedded in the executable.

use std::borrow::Cow;

use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::app::App;
use crate::config::{Accent, OwnTls};
use crate::error::ApiError;
use crate::http::request_language::language;
use crate::i18n::language::Language;

/// The bundle that build.rs writes; text files have compressed copies, `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct Page;

/// Answers all other paths: a file of the page, the page itself for its routes, 404 for anything else.
pub async fn page(request: HttpRequest) -> HttpResponse {
    let path = request.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return HttpResponse::from_error(ApiError::of_status(StatusCode::NOT_FOUND));
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return HttpResponse::MethodNotAllowed().insert_header((header::ALLOW, "GET, HEAD")).finish();
    }
    if path == "authority.crt" {
        return authority(&request).await.unwrap_or_else(|| HttpResponse::NotFound().finish());
    }
    let app = request.app_data::<web::Data<App>>();
    let base = app.map_or("", |app| &app.config.base_path);
    let accent = app.and_then(|app| app.settings().accent_color);
    if path == ACCENT {
        // Its address has the colour in it.
        let cached = (header::CACHE_CONTROL, "public, max-age=31536000, immutable");
        let sheet = accent.map(Accent::style_sheet).unwrap_or_default();
        return HttpResponse::Ok().insert_header(cached).content_type("text/css; charset=utf-8").body(sheet);
    }
    let in_language = |document: Document| file(&document.file(language(&request)), request.headers(), (base, accent));
    if path == Document::Manual.file(Language::En) {
        return in_language(Document::Manual)
            .or_else(|| file(path, request.headers(), (base, accent)))
            .unwrap_or_else(|| HttpResponse::NotFound().finish());
    }
    if let Some(answer) = file(path, request.headers(), (base, accent)) {
        return answer;
    }
    if is_asset(path) {
        return HttpResponse::NotFound().content_type("text/plain; charset=utf-8").body("not found\n");
    }
    in_language(Document::Page)
        .or_else(|| file(&Document::Page.file(Language::En), request.headers(), (base, accent)))
        .unwrap_or_else(|| HttpResponse::NotFound().finish())
}

/// What the bundler writes in each language.
#[derive(Clone, Copy, Debug)]
enum Document {
    Page,
    Manual,
}

impl Document {
    fn file(self, language: Language) -> String {
        let name = match self {
            Document::Page => "index",
            Document::Manual => "help",
        };
        format!("{name}{}.html", language.suffix())
    }
}

/// The certificate of Bond's own authority, for browsers to trust.
async fn authority(request: &HttpRequest) -> Option<HttpResponse> {
    let app = request.app_data::<web::Data<App>>()?;
    if app.config.tls != OwnTls::SelfSigned {
        return None;
    }
    let file = app.data_dir().path().join("tls/authority.pem");
    let text = web::block(move || std::fs::read(file)).await.ok()?.ok()?;
    Some(HttpResponse::Ok().content_type("application/x-x509-ca-cert").body(text))
}

/// A document depends on the language, too.
const VARY_OF_DOCUMENT: &str = "Accept-Encoding, Accept-Language, Cookie";

/// The style sheet of the program's colour.
const ACCENT: &str = "accent.css";

/// A file of the page, whose addresses are below the base path, in the program's colour.
fn file(path: &str, headers: &HeaderMap, (base, accent): (&str, Option<Accent>)) -> Option<HttpResponse> {
    if is_encoded(path) {
        return None;
    }
    let plain = Page::get(path)?;
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (encoding, file) = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(encoding, _)| accepts(accepted, encoding))
        .find_map(|(encoding, ending)| Some((encoding, Page::get(&format!("{path}.{ending}"))?)))
        .unwrap_or(("identity", plain));

    let is_moved = !base.is_empty() && matches!(path.rsplit('.').next(), Some("html" | "js" | "css" | "webmanifest"));
    let accent = accent.filter(|_| path.ends_with(".html"));
    let is_moved = is_moved || accent.is_some();
    let (encoding, file) = if is_moved { ("", Page::get(path)?) } else { (encoding, file) };
    let etag = etag(&file);
    let colour = accent.map(|accent| accent.to_string()).unwrap_or_default();
    let etag = if is_moved { format!("\"{}{base}{colour}\"", etag.trim_matches('"')) } else { etag };
    let cache = if is_hashed(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = headers
        .get_all(header::IF_NONE_MATCH)
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == etag || known.trim() == "*");
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer
        .insert_header((header::ETAG, etag))
        .insert_header((header::CACHE_CONTROL, cache))
        .insert_header((header::VARY, if path.ends_with(".html") { VARY_OF_DOCUMENT } else { "Accept-Encoding" }));
    if is_known {
        return Some(answer.finish());
    }
    // Always set, even to "identity", so that the server does not compress files that were compressed when the program
    // was built or are not worth it. The server removes "identity" again.
    if !is_moved {
        answer.insert_header((header::CONTENT_ENCODING, HeaderValue::from_static(encoding)));
    }
    answer.content_type(content_type(path));
    if is_moved {
        let text = coloured(&String::from_utf8_lossy(&file.data), accent);
        return Some(answer.body(if base.is_empty() { text } else { moved(&text, base) }));
    }
    Some(answer.body(match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }))
}

/// A document that reads the program's colour after the page's own.
fn coloured(text: &str, accent: Option<Accent>) -> String {
    let Some(accent) = accent else { return text.to_owned() };
    let link = format!("<link rel=\"stylesheet\" href=\"/{ACCENT}?{}\" />", accent.to_string().trim_start_matches('#'));
    text.replacen("</head>", &format!("{link}\n  </head>"), 1)
}

/// The text of a file with the page's addresses below the base path. The page reads the base path from a tag.
fn moved(text: &str, base: &str) -> String {
    let mut text = text.replace("</title>", &format!("</title>\n    <meta name=\"bond-base\" content=\"{base}\" />"));
    for folder in ["assets/", "icons/", "fonts/", "help/", "help.html", ACCENT] {
        for before in ["\"", "'", "`", "("] {
            text = text.replace(&format!("{before}/{folder}"), &format!("{before}{base}/{folder}"));
        }
    }
    text
}

/// Whether an Accept-Encoding header allows this encoding: it is named, with a weight other than zero.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().trim_start_matches("q=").trim();
        name.trim().eq_ignore_ascii_case(encoding)
            && !(weight.starts_with('0') && weight.bytes().all(|byte| matches!(byte, b'0' | b'.')))
    })
}

fn etag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The bundler puts a hash of the content into a name as `-` and eight capitals or digits.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.split('.').next().and_then(|stem| stem.rsplit_once('-')).is_some_and(|(_, hash)| {
        hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    })
}

fn is_encoded(path: &str) -> bool {
    path.ends_with(".br") || path.ends_with(".gz")
}

/// Routes of the page have no dot in their last part; files do.
fn is_asset(path: &str) -> bool {
    // The id of an explained figure has a point.
    let is_screen = path.starts_with("explain/");
    path.starts_with("assets/") || !is_screen && path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_accepted_by_name_and_weight() {
        assert!(accepts("gzip, deflate, br, zstd", "br"));
        assert!(accepts("GZIP;q=0.5", "gzip"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("br; q=0.000", "br"));
        assert!(!accepts("brotli", "br"));
        assert!(!accepts("", "gzip"));
    }

    #[test]
    fn addresses_move_below_the_base_path() {
        let text = "<title>B</title><script src=\"/assets/a.js\">url(/assets/b.woff2) \"/assetsx\"";
        let wanted = "<title>B</title>\n    <meta name=\"bond-base\" content=\"/x\" /><script src=\"/x/assets/a.js\">url(/x/assets/b.woff2) \"/assetsx\"";
        assert_eq!(moved(text, "/x"), wanted);
    }

    #[test]
    fn only_hashed_names_are_cached_for_long() {
        assert!(is_hashed("assets/main-4QX7ZK2A.js"));
        assert!(!is_hashed("assets/main.js"));
        assert!(!is_hashed("index.html"));
        assert!(!is_hashed("assets/two-words.js"));
    }

    #[test]
    fn routes_of_the_page_are_not_assets() {
        assert!(!is_asset("user-dashboard/logins-breakdown"));
        assert!(!is_asset(""));
        assert!(is_asset("favicon.ico"));
        assert!(is_asset("assets/anything"));
    }

    #[test]
    fn there_is_a_page_and_a_manual_in_each_language() {
        for &language in Language::ALL {
            for document in [Document::Page, Document::Manual] {
                assert!(Page::get(&document.file(language)).is_some(), "{document:?} {language:?}");
            }
        }
    }
}
