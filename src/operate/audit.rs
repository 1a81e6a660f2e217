//! The calls about the audit log.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::Date;

use crate::abilities::Ability;
use crate::app::App;
use crate::clock::{self, second};
use crate::error::ApiError;
use crate::http::changes::{Actor, recorded};
use crate::http::class::Class;
use crate::http::csv::{self, cell};
use crate::http::query::{PageOfList, Paging, Query};
use crate::http::request_language::language;
use crate::http::route::{Answer, Reply, Route};
use crate::http::signed_in::Admin;
use crate::i18n::messages::audited;
use crate::limited::Client;
use crate::modules::Module;
use crate::store::audit::{AuditFilter, AuditLine};
use crate::store::{Store, StoreError};
use crate::warehouse::counted::counted;

/// The ability of API tokens that read the log.
const OPENED_BY: &[Ability] = &[Ability::ReadAudit];

/// The most lines of a file.
const MOST: u32 = 100_000;
/// The most characters of a part of the filter.
const LONGEST: usize = 200;

/// Lines of the audit log.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct AuditPage {
    /// Newest first, but after a number the oldest.
    pub lines: Vec<AuditLine>,
    /// The number of all lines that the filter lets through.
    pub total: i64,
    /// Every event that the log has, for the choice of one.
    pub events: Vec<String>,
}

/// Whether the audit log is unbroken.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct AuditChain {
    /// What is wrong; null if nothing is.
    pub fault: Option<String>,
    pub lines: u64,
    /// Lines whose texts were redacted by an erasure.
    pub redacted: u64,
    /// The newest line, as `bond audit verify --head` takes it; null while there is none.
    pub head: Option<String>,
}

/// Which lines are asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    who: Option<String>,
    what: Option<String>,
    but: Option<String>,
    text: Option<String>,
    /// First and last day, in the program's time zone.
    from: Option<String>,
    to: Option<String>,
}

/// A filter, and a part of what it lets through. `flatten` does not go with `deny_unknown_fields`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    who: Option<String>,
    what: Option<String>,
    but: Option<String>,
    text: Option<String>,
    from: Option<String>,
    to: Option<String>,
    since: Option<String>,
    offset: Option<String>,
    limit: Option<String>,
}

impl Filter {
    fn read(self, app: &App) -> Result<AuditFilter, ApiError> {
        let text = |name: &str, text: Option<String>| match text.filter(|text| !text.trim().is_empty()) {
            Some(text) if text.chars().count() > LONGEST => {
                Err(ApiError::field(name, format!("expected at most {LONGEST} characters")))
            }
            text => Ok(text.map(|text| text.trim().to_owned())),
        };
        let day = |name: &str, text: Option<String>| {
            let text = text.filter(|text| !text.is_empty());
            text.map(|text| clock::day(&text).map_err(|expected| ApiError::field(name, &expected))).transpose()
        };
        Ok(AuditFilter {
            who: text("who", self.who)?,
            what: text("what", self.what)?,
            but: text("but", self.but)?,
            text: text("text", self.text)?,
            from: day("from", self.from)?.map(|day| app.clock.start_of(day)),
            until: day("to", self.to)?.and_then(Date::next_day).map(|day| app.clock.start_of(day)),
            since: None,
        })
    }
}

/// Reads through a connection of its own: requests are signed in through the store's.
async fn look<T: Send + 'static>(
    app: &App,
    read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    let data_dir = app.data_dir().path().to_owned();
    let found = web::block(move || read(&Store::look(&data_dir)?)).await;
    Ok(found.map_err(|error| ApiError::internal(&error))??)
}

pub fn routes() -> Vec<Route> {
    let reads = Class::reads(Module::Admin);
    // The parameters of [`Filter`].
    let filtered = |route: Route| {
        let route = ["who", "what", "but", "text"]
            .iter()
            .fold(route, |route, name| route.asking(name, json!({ "type": "string", "maxLength": LONGEST })));
        let day = || json!({ "type": "string", "format": "date" });
        route.asking("from", day()).asking("to", day())
    };
    vec![
        filtered(Route::get("/api/v1/admin/audit", reads, list).opened_by(OPENED_BY))
            .says("Lines of the audit log, newest first; with `since` those after that number, the oldest first, for programs that follow it.")
            .asking("since", json!({ "type": "integer", "minimum": 0 }))
            .paged()
            .answers::<AuditPage>(),
        filtered(Route::get("/api/v1/admin/audit/file", reads, file).opened_by(OPENED_BY))
            .says("Lines of the audit log as a file, newest first, at most 100,000.")
            .replies(Reply::Csv),
        Route::get("/api/v1/admin/audit/chain", reads, chain)
            .opened_by(OPENED_BY)
            .says("Follows the hash chain of the audit log and says whether it is unbroken.")
            .answers::<AuditChain>(),
    ]
}

async fn list(app: web::Data<App>, _admin: Admin, query: Query<PageQuery>, request: HttpRequest) -> Answer {
    let PageQuery { who, what, but, text, from, to, since, offset, limit } = query.0;
    let PageOfList { offset, limit } = Paging { offset, limit }.window()?;
    let number = |text: String| text.parse().ok().filter(|number| *number >= 0);
    let expected = || ApiError::field("since", "expected the number of a line, or 0");
    let since = since.map(|text| number(text).ok_or_else(expected)).transpose()?;
    let filter = AuditFilter { since, ..Filter { who, what, but, text, from, to }.read(&app)? };
    let page = look(&app, move |store| {
        Ok(AuditPage {
            lines: store.audit_lines(&filter, offset, limit)?,
            total: store.count_audit_lines(&filter)?,
            events: store.audit_events()?,
        })
    });
    let (mut page, language) = (page.await?, language(&request));
    // What is kept, hashed and filtered is English.
    for line in &mut page.lines {
        // Other subjects are names.
        let is_said = line.event == "exported" || line.event.starts_with("draft_") || is_of_load(&line.subject);
        let subject = line.subject.as_mut().filter(|_| is_said);
        subject.into_iter().chain(&mut line.detail).for_each(|text| *text = audited(text, language));
    }
    Ok(HttpResponse::Ok().json(page))
}

fn is_of_load(subject: &Option<String>) -> bool {
    let number = subject.as_deref().and_then(|subject| subject.strip_prefix("load "));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// CSV that is safe to open in a spreadsheet. That it was taken is a line of the log itself.
async fn file(app: web::Data<App>, admin: Admin, query: Query<Filter>, request: HttpRequest) -> Answer {
    let filter = query.0.read(&app)?;
    let lines = look(&app, move |store| store.audit_lines(&filter, 0, MOST)).await?;
    let detail = counted(lines.len() as u64, ["line", "lines"]);
    recorded(&app, Actor::of(&app, &admin.0, &request), "audit_downloaded", None, Some(detail)).await?;
    Ok(csv::file("bond-audit.csv", text_of(&lines)))
}

async fn chain(app: web::Data<App>, admin: Admin) -> Answer {
    let data_dir = app.data_dir().path().to_owned();
    let verify = move |client: &Client| {
        let client = client.clone();
        Store::look_while(&data_dir, move || !client.is_gone())?.verify_audit(None)
    };
    let verified = app.limited.audit.block(admin.0.session().user_id, verify).await??;
    Ok(HttpResponse::Ok().json(match verified {
        Ok(verified) => AuditChain {
            fault: None,
            lines: verified.lines,
            redacted: verified.redacted,
            head: verified.head.map(|head| head.to_string()),
        },
        Err(broken) => AuditChain { fault: Some(broken.to_string()), lines: 0, redacted: 0, head: None },
    }))
}

fn text_of(lines: &[AuditLine]) -> String {
    let mut text = format!("{}Line,Time (UTC),Event,Who,What to,Address,Details\r\n", csv::START);
    for line in lines {
        let optional = [&line.actor, &line.subject, &line.address, &line.detail];
        let texts = optional.map(|text| cell(text.as_deref().unwrap_or_default()));
        text.push_str(&format!(
            "{},{},{},{}\r\n",
            line.line,
            second(line.at),
            cell(&line.event),
            texts.each_ref().map(|text| text.as_ref()).join(",")
        ));
    }
    text
}
