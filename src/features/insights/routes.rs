//! The calls of Insights. What they answer of a dashboard is open only to roles that open the dashboard, too.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::app::App;
use crate::delivery;
use crate::error::ApiError;
use crate::features::insights::stored::{Note, SavedNote};
use crate::figures::insights::CohortsAnswer;
use crate::http::asked::asks;
use crate::http::body::Json;
use crate::http::changes::{Actor, valid, written};
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::screens::insights::{ExpiringAnswer, MovesAnswer, NewsAnswer, UnusualAnswer};
use crate::screens::{Call, OpenDashboards};

/// The longest key and the longest note.
const LONGEST_KEY: usize = 200;
const LONGEST_NOTE: usize = 400;

/// Notes about moves and unusual figures, the latest first: those for everybody, and the user's private ones.
/// They name figures only by keys, so that nobody learns figures from them.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct InsightNotes {
    pub notes: Vec<InsightNote>,
}

/// What was said of a move or of something unusual.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct InsightNote {
    pub key: String,
    /// Whether everybody sees it; otherwise only the user does.
    pub shared: bool,
    /// The login of who said it last.
    pub login: String,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether it is done with.
    pub dismissed: bool,
    /// May be empty.
    pub note: String,
}

/// What is to be said of a move or of something unusual, in place of what was said before: for everybody, by whom a role lets
/// change the module, or for the user alone. Neither dismissed nor noted, it is as new.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewInsightNote {
    /// The key of a move or of something unusual.
    pub key: String,
    pub dismissed: bool,
    /// At most 400 characters.
    #[serde(default)]
    pub note: String,
    /// Whether everybody sees it.
    #[serde(default)]
    pub shared: bool,
}

pub fn routes() -> Vec<Route> {
    let reads = Class::reads(Module::Insights);
    let own = Class::InPerson { modules: &[Module::Insights] };
    vec![
        asks("/api/v1/insights/moves", reads, |user| Call::Moves(open_to(user)))
            .says("The largest changes in the period, or in the longest that can be judged, in the dashboards you may open: those beyond normal variation, and others.")
            .answers::<MovesAnswer>(),
        asks("/api/v1/insights/unusual", reads, |user| Call::Unusual(open_to(user)))
            .says("What is unusual on the last loaded day, compared with the same weekdays of the eight weeks before it.")
            .answers::<UnusualAnswer>(),
        asks("/api/v1/insights/news", Class::reads(Module::Monitor), |user| Call::News(delivery::insights_of(user.permissions(), user.scope())))
            .says("What happened, in a few sentences: of the score and, where Insights is open to you, of the period and of the last loaded day.")
            .answers::<NewsAnswer>(),
        asks("/api/v1/insights/cohorts", reads, |_| Call::Cohorts)
            .says("Members by month of registration, and the share of them who logged in at each age, in the last 24 whole months.")
            .answers::<CohortsAnswer>(),
        asks("/api/v1/insights/expiring", reads, |user| Call::Expiring(open_to(user)))
            .says("Offers that end within 30 days after the last loaded one, and members who are soon dormant.")
            .answers::<ExpiringAnswer>(),
        Route::get("/api/v1/insights/notes", own, notes)
            .says("What was looked at, and notes about it.")
            .answers::<InsightNotes>(),
        Route::put("/api/v1/insights/notes", own, save_note)
            .says("Says that something was looked at, or notes something about it.")
            .takes::<NewInsightNote>(),
    ]
}

async fn notes(app: web::Data<App>, user: SignedIn) -> Answer {
    let seen = app.store.insight_notes(user.session().user_id)?;
    let note = |SavedNote { login, at, note: Note { key, dismissed, note, shared } }| InsightNote {
        key,
        shared,
        login,
        at,
        dismissed,
        note,
    };
    Ok(HttpResponse::Ok().json(InsightNotes { notes: seen.into_iter().map(note).collect() }))
}

async fn save_note(app: web::Data<App>, user: SignedIn, body: Json<NewInsightNote>, request: HttpRequest) -> Answer {
    let NewInsightNote { key, dismissed, note, shared } = body.0;
    let key = valid("key", &key, LONGEST_KEY)?.to_owned();
    let note = if note.trim().is_empty() { String::new() } else { valid("note", &note, LONGEST_NOTE)?.to_owned() };
    if shared && !user.permissions().may_write(Module::Insights) {
        let code = Module::Insights.code();
        return Err(ApiError::forbidden(format!(
            "Your roles may read the module {code} but not change it: save it for yourself, without shared."
        )));
    }
    let said = Note { key, dismissed, note, shared };
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    written(move || store.note_insight(own, &said, actor.by())).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The dashboards that are open to the user and show all members that the call shows.
fn open_to(user: &SignedIn) -> OpenDashboards {
    delivery::open_to(user.permissions(), user.scope())
}
