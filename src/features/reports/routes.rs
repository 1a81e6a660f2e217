//! The calls about reports that are sent on a schedule. They are their user's own; administrators see and remove all.

use actix_web::{HttpRequest, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::due::{Due, due};
use super::send::{How, Outgoing};
use super::stored::{Progress, Report, SavedReport};
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::features::destinations::{self, Destinations, checked_filters, sent_now};
use crate::features::saved_screen::{self, LONGEST_NAME};
use crate::features::views::stored::View;
use crate::figures::filter::iso;
use crate::http::changes::valid;
use crate::http::class::Class;
use crate::http::resource::{Shown, add, answered, change, list, remove};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::outbox::Item;
use crate::render::{Compared, Screen};
use crate::scope::Scope;
use crate::screens::pages::page_of;
use crate::store::destinations::{Channel, DeliveryState, Every, LastTry, ReportFormat};

/// A report to save.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct NewReport {
    /// 1 to 100 characters: the subject of mail, and the name of its file.
    pub name: String,
    /// The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
    pub screen: String,
    /// A filter as JSON text, as the call of the screen takes it; at most 8,000 bytes. Not with `view`.
    pub filters: Option<String>,
    /// The number of a saved view of a screen of the same dashboard, whose filters are used as they are when the report is
    /// made.
    pub view: Option<i64>,
    /// The ids of tables and lists of the screen that have the figures of the compared period, and their changes, beside
    /// their own.
    pub compared: Option<Vec<String>>,
    pub every: Every,
    /// For every week 1 (Monday) to 7, for every month 1 to 31: shorter months have their last day.
    #[schemars(range(min = 1, max = 31))]
    pub on_day: Option<u8>,
    /// Up to 20 addresses of the domains that the setting `mail_domains` names. Exactly one of this, `folder` and `webhook`.
    pub recipients: Option<Vec<String>>,
    /// A subfolder of the folder that the setting `reports_dir` names: 1 to 60 letters, digits, `-`, `_` and `.`.
    pub folder: Option<String>,
    /// An https address whose host the setting `webhook_hosts` names, of at most 500 characters. Not with another of the three.
    pub webhook: Option<String>,
    /// The form of the file; a workbook by default.
    pub format: Option<ReportFormat>,
}

/// The reports of a user, by name, and where reports may go. Administrators see those of all users.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportList {
    pub reports: Vec<ReportAnswer>,
    pub destinations: Destinations,
}

/// A report, and how it goes.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportAnswer {
    #[ts(type = "number")]
    pub id: i64,
    pub name: String,
    pub screen: String,
    /// What the screen is called in files.
    pub title: String,
    pub filters: String,
    /// Whether the filters are those of a saved view; `view` is null if that was removed.
    pub of_view: bool,
    #[ts(type = "number | null")]
    pub view: Option<i64>,
    /// The tables and lists that have the figures of the compared period, too.
    pub compared: Vec<String>,
    pub every: Every,
    pub on_day: Option<u8>,
    pub channel: Channel,
    pub recipients: Vec<String>,
    pub folder: String,
    /// The address; of another's only the host.
    pub webhook: String,
    pub format: ReportFormat,
    /// The login of the owner.
    pub login: String,
    pub is_own: bool,
    /// The day that it is due on, or the next one.
    pub next_day: String,
    /// The day whose data it waits for; null where it is not due, or not held up by data.
    pub waits_for: Option<String>,
    /// When it is tried again after a failure, in seconds since 1970-01-01 UTC.
    #[ts(type = "number | null")]
    pub again_at: Option<i64>,
    /// When and how it was sent last, and to whom or why not; null before.
    #[ts(type = "number | null")]
    pub last_at: Option<i64>,
    pub last_state: Option<DeliveryState>,
    pub last_text: Option<String>,
}

/// For whoever may take files along; the handlers check the module of a report's screen.
pub fn routes() -> Vec<Route> {
    let sends = Class::InPerson { modules: &[Module::Export] };
    vec![
        Route::get("/api/v1/reports", sends, list::<Report>)
            .says("Your reports, how they go, and where reports may be sent. Administrators see those of all users.")
            .answers::<ReportList>(),
        Route::post("/api/v1/reports", sends, add::<Report>)
            .says("Saves a report that is sent on a schedule, with what you may see at that time.")
            .takes_only::<NewReport>()
            .answers::<ReportAnswer>(),
        Route::put("/api/v1/reports/{id}", sends, change::<Report>)
            .says("Saves one of your reports in place of what it was.")
            .takes_only::<NewReport>()
            .answers::<ReportAnswer>(),
        Route::delete("/api/v1/reports/{id}", sends, remove::<Report>)
            .says("Removes one of your reports; administrators remove those of others too."),
        Route::post("/api/v1/reports/{id}/send", sends, send_now)
            .says("Sends one of your reports now. The answer says how that went.")
            .answers::<ReportAnswer>()
            .refuses("409", "It is being sent already.")
            .refuses("429", "The user has had many sent; Retry-After says when to try again."),
    ]
}

impl Shown for Report {
    const GONE: &'static str = "The report was removed meanwhile.";
    type New = NewReport;
    type Answer = ReportAnswer;
    type List = ReportList;

    async fn checked(app: &App, user: &SignedIn, new: NewReport) -> Result<Report, ApiError> {
        checked(app, new, user)
    }

    fn state(&self, app: &App, before: Option<&SavedReport>) -> Progress {
        let today = iso(app.clock.today());
        match before {
            None => Progress::from(today),
            Some(before) => Progress::in_place_of(before, self, today),
        }
    }

    /// None is shared.
    fn sees(_: &SignedIn, _: &SavedReport) -> bool {
        true
    }

    async fn answers(app: &App, user: &SignedIn, all: Vec<SavedReport>) -> Result<Vec<ReportAnswer>, ApiError> {
        let reporter = Reporter::of(app, user).await?;
        Ok(all.into_iter().map(|saved| reporter.answer(app, saved)).collect())
    }

    async fn list(app: &web::Data<App>, _: &SignedIn, reports: Vec<ReportAnswer>) -> Result<ReportList, ApiError> {
        Ok(ReportList { reports, destinations: Destinations::of(app) })
    }

    fn lists_all(user: &SignedIn) -> bool {
        user.permissions().may_read(Module::Admin)
    }

    fn may_remove(user: &SignedIn, _: &SavedReport) -> bool {
        user.permissions().may_write(Module::Admin)
    }

    fn not_found(id: i64) -> ApiError {
        ApiError::not_found(format!("You have no report {id}."))
    }
}

/// Answers once it has been sent, or could not be.
async fn send_now(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let id = id.into_inner();
    let found = app.store.one_saved::<Report>(id)?.filter(|saved| saved.is_of(user.id()));
    let found = found.ok_or_else(|| Report::not_found(id))?;
    let (sender, channel) = (destinations::sender(&app, &user, &request), found.item.to.channel);
    let asked = sender.clone();
    let make = move |app: &App, is_wanted: &dyn Fn() -> bool| Outgoing::make(app, id, How::Asked(asked), is_wanted);
    sent_now(&app, (Item::Report(id), channel), &sender, make, Outgoing::send).await?;
    answered::<Report>(&app, &user, id).await
}

/// What answers about reports have in common.
struct Reporter {
    own: i64,
    language: Language,
    today: time::Date,
    through: Option<time::Date>,
}

impl Reporter {
    async fn of(app: &App, user: &SignedIn) -> Result<Reporter, ApiError> {
        let (own, language) = (user.id(), user.language());
        let (today, through) = (app.clock.today(), app.answers(&Scope::All, language).through().await?);
        Ok(Reporter { own, language, today, through })
    }

    fn answer(&self, app: &App, saved: SavedReport) -> ReportAnswer {
        let is_own = saved.is_of(self.own);
        let SavedReport { id, owner, item: report, state, .. } = saved;
        let Progress { done_day, again_at, last, tries } = state;
        let done = clock::day(&done_day).unwrap_or(self.today);
        let (next_day, waits_for) = match due(report.every, report.on_day, done, self.today, self.through) {
            Due::Next(day) | Due::Now(day) => (day, None),
            Due::Waits { day, data_of } => (day, Some(iso(data_of))),
        };
        let (last_at, last_state, last_text) = match last {
            None => (None, None, None),
            Some(LastTry { at, state, text }) => (Some(at), Some(state), Some(text)),
        };
        let Report { name, screen, filters, of_view, view_id, every, on_day, to, format } = report;
        let (channel, recipients, folder, webhook) = destinations::shown(to, is_own);
        let (filters, compared) = saved_screen::without_compared(filters);
        ReportAnswer {
            id,
            name,
            title: Screen::of_path(&screen).map_or_else(String::new, |screen| screen.title(self.language)),
            screen,
            filters: saved_screen::shown(app, filters),
            of_view,
            view: view_id,
            compared,
            every,
            on_day: (on_day > 0).then_some(on_day),
            channel,
            recipients,
            folder,
            webhook,
            format,
            login: owner.login,
            is_own,
            next_day: iso(next_day),
            waits_for,
            again_at: (tries > 0).then_some(again_at),
            last_at,
            last_state,
            last_text,
        }
    }
}

/// A report to save, by a user who must be able to open its screen.
fn checked(app: &App, report: NewReport, user: &SignedIn) -> Result<Report, ApiError> {
    let NewReport { name, screen, filters, view, compared, every, on_day, recipients, folder, webhook, format } =
        report;
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    let (shown, scope) = saved_screen::screen_for(user.permissions(), &screen)?;
    let filters = match (filters, view) {
        (Some(_), Some(_)) => return Err(ApiError::field("filters", "expected either filters or a view")),
        (filters, None) => checked_filters(app, &scope, filters.unwrap_or_else(|| "{}".to_owned()))?,
        (None, Some(id)) => {
            let seen = app.store.seen::<View>(user.id(), id)?;
            let page = seen.and_then(|saved| page_of(&saved.item.screen));
            if page.is_none_or(|page| page.module != shown.dashboard.module) {
                return Err(ApiError::field(
                    "view",
                    "expected the number of a view that you see, of a screen of the same dashboard",
                ));
            }
            "{}".to_owned()
        }
    };
    let compared = compared.unwrap_or_default();
    if let Err(expected) = Compared::check(&shown, &compared) {
        return Err(ApiError::field("compared", format!("expected {expected}")));
    }
    let filters = saved_screen::with_compared(filters, &compared);
    let on_day = match (every, on_day) {
        (Every::Day, None) => 0,
        (Every::Day, Some(_)) => return Err(ApiError::field("onDay", "expected none with every day")),
        (Every::Week, Some(day @ 1..=7)) | (Every::Month, Some(day @ 1..=31)) => day,
        (Every::Week, _) => return Err(ApiError::field("onDay", "expected 1 (Monday) to 7 (Sunday)")),
        (Every::Month, _) => return Err(ApiError::field("onDay", "expected a day of the month, 1 to 31")),
    };
    let to = destinations::checked(app, recipients, folder, webhook)?;
    let format = format.unwrap_or(ReportFormat::Xlsx);
    let of_view = view.is_some();
    Ok(Report { name, screen, filters, of_view, view_id: view, every, on_day, to, format })
}
