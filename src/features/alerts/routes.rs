//! The calls about alerts. They are their user's own; administrators see and remove all.

use std::cmp::Reverse;

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::check::{Trial, explanation};
use super::message::{SCORE_LABEL, named, said};
use super::rule::fit;
use super::stored::{Alert, SavedAlert, Standing};
use crate::app::App;
use crate::clock;
use crate::delivery::scope_of;
use crate::error::ApiError;
use crate::features::destinations::{self, Destinations, checked_filters, sent_now};
use crate::features::saved_screen::{self, LONGEST_NAME};
use crate::figures::filter::FilterParams;
use crate::figures::insights::adds_up_over_days;
use crate::figures::period::{Comparison, Window};
use crate::figures::{Formula, Metric, Unit};
use crate::http::changes::{scanned, valid};
use crate::http::class::Class;
use crate::http::resource::{Shown, add, answered, change, list, remove};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::outbox::Item;
use crate::scope::Scope;
use crate::screens::declared::monitor;
use crate::screens::receipts::SCORE;
use crate::screens::{CardFigure, Dashboard, FIGURES};
use crate::store::destinations::{AlertRule, AlertState, Channel, DeliveryState, Direction, LastTry};
use crate::store::saved::Visible;

/// The largest amount.
const LARGEST: f64 = 1e15;

/// An alert to save.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct NewAlert {
    /// 1 to 100 characters: the subject of mail, and the name of its file.
    pub name: String,
    /// The id of a figure of a card, such as `logins.totalLogins`, or `score`. Not with the rule `late`.
    pub metric: Option<String>,
    /// A filter as JSON text, as the call of the figure takes it; at most 8,000 bytes.
    pub filters: Option<String>,
    pub rule: AlertRule,
    /// Of changes: `any` by default.
    pub direction: Option<Direction>,
    /// What the figure, or its change in percent or points, is compared with. Without one, `weekday` holds for what chance
    /// does on one day in a hundred.
    pub amount: Option<f64>,
    /// Of late data, a feed table; without one, all that are expected.
    pub table: Option<String>,
    /// Up to 20 addresses of the domains that the setting `mail_domains` names. At most one of this, `folder` and `webhook`;
    /// without any, the page alone shows it.
    pub recipients: Option<Vec<String>>,
    /// A subfolder of the folder that the setting `reports_dir` names: 1 to 60 letters, digits, `-`, `_` and `.`.
    pub folder: Option<String>,
    /// An https address whose host the setting `webhook_hosts` names, of at most 500 characters.
    pub webhook: Option<String>,
}

/// The alerts of a user, by name, and what can be watched. Administrators see those of all users.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct AlertList {
    pub alerts: Vec<AlertAnswer>,
    pub destinations: Destinations,
    /// The figures that the user may watch.
    pub figures: Vec<WatchableFigure>,
    /// The feed tables that are expected at a time.
    pub tables: Vec<String>,
}

/// A figure that can be watched.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchableFigure {
    pub metric: String,
    pub label: String,
    pub unit: Unit,
    /// Whether days can be compared with the same weekdays.
    pub by_weekday: bool,
    /// Whether it is known what chance does: it is a rate or mean, or the score.
    pub by_chance: bool,
}

/// An alert, and how it stands.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlertAnswer {
    #[ts(type = "number")]
    pub id: i64,
    pub name: String,
    /// Null for late data.
    pub metric: Option<String>,
    pub label: Option<String>,
    pub unit: Option<Unit>,
    pub filters: String,
    pub rule: AlertRule,
    pub direction: Direction,
    pub amount: Option<f64>,
    pub table: Option<String>,
    /// Null where the page alone shows it.
    pub channel: Option<Channel>,
    pub recipients: Vec<String>,
    pub folder: String,
    /// The address; of another's only the host.
    pub webhook: String,
    /// The login of the owner.
    pub login: String,
    pub is_own: bool,
    /// The state that the last check found, and a text about it, for the owner only; null before the first check.
    pub state: Option<AlertState>,
    pub found: Option<String>,
    /// All times in seconds since 1970-01-01 UTC.
    #[ts(type = "number | null")]
    pub checked_at: Option<i64>,
    /// When the rule last began to hold, and when it ceased to; null where it did not.
    #[ts(type = "number | null")]
    pub begun_at: Option<i64>,
    #[ts(type = "number | null")]
    pub ended_at: Option<i64>,
    /// When a message that failed, or a check that did, is tried again.
    #[ts(type = "number | null")]
    pub again_at: Option<i64>,
    /// When and how it was sent last, and to whom or why not; null before.
    #[ts(type = "number | null")]
    pub last_at: Option<i64>,
    pub last_state: Option<DeliveryState>,
    pub last_text: Option<String>,
}

/// The user's own alerts whose rules hold, as the last checks found them: those that began last come first.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct ActiveAlerts {
    pub alerts: Vec<ActiveAlert>,
}

/// An alert whose rule holds.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveAlert {
    #[ts(type = "number")]
    pub id: i64,
    pub name: String,
    /// Null for late data.
    pub metric: Option<String>,
    pub label: Option<String>,
    /// What was found, as a sentence in the language of the request.
    pub found: String,
    /// When the rule began to hold, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub begun_at: i64,
    /// The last day of the figure, and the path of its explanation in the page; null for late data.
    pub day: Option<String>,
    pub explanation: Option<String>,
}

/// For whoever may take files along; the handlers check the module of an alert's figure.
pub fn routes() -> Vec<Route> {
    let sends = Class::InPerson { modules: &[Module::Export] };
    vec![
        Route::get("/api/v1/alerts", sends, list::<Alert>)
            .says("Your alerts, how they stand, where they may go, and what can be watched. Administrators see those of all users.")
            .answers::<AlertList>(),
        Route::post("/api/v1/alerts", sends, add::<Alert>)
            .says("Saves an alert, which is checked after each load with what you may see at that time.")
            .takes_only::<NewAlert>()
            .answers::<AlertAnswer>(),
        Route::get("/api/v1/alerts/active", sends, active)
            .says("Your alerts whose rules hold, as the last checks found them; no figure is computed.")
            .answers::<ActiveAlerts>(),
        Route::put("/api/v1/alerts/{id}", sends, change::<Alert>)
            .says("Saves one of your alerts in place of what it was.")
            .takes_only::<NewAlert>()
            .answers::<AlertAnswer>(),
        Route::delete("/api/v1/alerts/{id}", sends, remove::<Alert>)
            .says("Removes one of your alerts; administrators remove those of others too."),
        Route::post("/api/v1/alerts/{id}/send", sends, send_now)
            .says("Sends what one of your alerts would say now. The answer says how that went.")
            .answers::<AlertAnswer>()
            .refuses("409", "It is being sent already, or the page alone shows it.")
            .refuses("429", "The user has had many sent; Retry-After says when to try again."),
    ]
}

impl Shown for Alert {
    const GONE: &'static str = "The alert was removed meanwhile.";
    type New = NewAlert;
    type Answer = AlertAnswer;
    type List = AlertList;

    async fn checked(app: &App, user: &SignedIn, new: NewAlert) -> Result<Alert, ApiError> {
        checked(app, new, user)
    }

    fn state(&self, _: &App, before: Option<&SavedAlert>) -> Standing {
        Standing::new(before.map(|before| &before.state))
    }

    /// None is shared.
    fn sees(_: &SignedIn, _: &SavedAlert) -> bool {
        true
    }

    async fn answers(app: &App, user: &SignedIn, all: Vec<SavedAlert>) -> Result<Vec<AlertAnswer>, ApiError> {
        Ok(all.into_iter().map(|saved| answer(app, saved, user)).collect())
    }

    async fn list(app: &web::Data<App>, user: &SignedIn, alerts: Vec<AlertAnswer>) -> Result<AlertList, ApiError> {
        let tables = app.settings().expected_by.0.keys().cloned().collect();
        Ok(AlertList { alerts, destinations: Destinations::of(app), figures: watchable(user), tables })
    }

    fn lists_all(user: &SignedIn) -> bool {
        user.permissions().may_read(Module::Admin)
    }

    fn may_remove(user: &SignedIn, _: &SavedAlert) -> bool {
        user.permissions().may_write(Module::Admin)
    }

    fn not_found(id: i64) -> ApiError {
        ApiError::not_found(format!("You have no alert {id}."))
    }
}

/// The figures that a user may watch.
fn watchable(user: &SignedIn) -> Vec<WatchableFigure> {
    let is_open =
        |dashboard: &Dashboard| scope_of(user.permissions(), (dashboard.module, dashboard.has_members)).is_ok();
    let figures = FIGURES.iter().filter(|figure| can_be_watched(figure) && is_open(figure.dashboard));
    let score = WatchableFigure {
        metric: SCORE.to_owned(),
        label: SCORE_LABEL.to_owned(),
        unit: Unit::Decimal,
        by_weekday: false,
        by_chance: true,
    };
    let figures = figures.map(|figure| WatchableFigure {
        metric: figure.id.clone(),
        label: figure.label.to_owned(),
        unit: figure.metric.unit,
        by_weekday: adds_up_over_days(figure.metric),
        by_chance: is_rate(figure.metric),
    });
    Some(score).filter(|_| is_open(&monitor::DASHBOARD)).into_iter().chain(figures).collect()
}

/// Answers once it has been sent, or could not be.
async fn send_now(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let id = id.into_inner();
    let found = app.store.one_saved::<Alert>(id)?.filter(|saved| saved.is_of(user.id()));
    let found = found.ok_or_else(|| Alert::not_found(id))?;
    let to = found.item.to.ok_or_else(|| ApiError::conflict("The page alone shows this alert; it is sent nowhere."))?;
    let (sender, channel) = (destinations::sender(&app, &user, &request), to.channel);
    let asked = sender.clone();
    let make = move |app: &App, is_wanted: &dyn Fn() -> bool| Trial::make(app, id, asked, is_wanted);
    sent_now(&app, (Item::Alert(id), channel), &sender, make, Trial::send).await?;
    answered::<Alert>(&app, &user, id).await
}

async fn active(app: web::Data<App>, user: SignedIn) -> Answer {
    let (store, own) = (app.store.clone(), user.id());
    let mut alerts = scanned(move || store.saved::<Alert>(Visible::To(own))).await?;
    alerts.retain(|saved| saved.state.state == Some(AlertState::Holds));
    alerts.sort_by_key(|saved| Reverse(saved.state.begun_at));
    let alerts = alerts.into_iter().filter_map(|saved| active_alert(&app, &user, saved)).collect();
    Ok(HttpResponse::Ok().json(ActiveAlerts { alerts }))
}

fn active_alert(app: &App, user: &SignedIn, saved: SavedAlert) -> Option<ActiveAlert> {
    let SavedAlert { id, item: alert, state: standing, .. } = saved;
    let day = |text: &Option<String>| text.as_ref().and_then(|text| clock::day(text).ok());
    let days = day(&standing.start).zip(day(&standing.end)).map(|(start, end)| Window { start, end });
    Some(ActiveAlert {
        id,
        label: named(&alert.metric).map(|(label, _)| label.to_owned()),
        found: said(&standing.text, &alert, &app.settings().currency, user.language()).unwrap_or_default(),
        begun_at: standing.begun_at?,
        day: standing.end,
        explanation: days.map(|days| explanation(app, &alert, days)),
        name: alert.name,
        metric: Some(alert.metric).filter(|metric| !metric.is_empty()),
    })
}

fn answer(app: &App, saved: SavedAlert, user: &SignedIn) -> AlertAnswer {
    let is_own = saved.is_of(user.id());
    let found = said(&saved.state.text, &saved.item, &app.settings().currency, user.language());
    let SavedAlert { id, owner, item: alert, state: standing, .. } = saved;
    let Alert { name, metric, filters, rule, direction, amount, table, to } = alert;
    let Standing { state, checked_at, begun_at, ended_at, tries, again_at, last, .. } = standing;
    let to = to.map(|to| destinations::shown(to, is_own));
    let (channel, recipients, folder, webhook) = match to {
        Some((channel, recipients, folder, webhook)) => (Some(channel), recipients, folder, webhook),
        None => (None, Vec::new(), String::new(), String::new()),
    };
    let (label, unit) = named(&metric).unzip();
    let (last_at, last_state, last_text) = match last {
        None => (None, None, None),
        Some(LastTry { at, state, text }) => (Some(at), Some(state), Some(text)),
    };
    AlertAnswer {
        id,
        name,
        label: label.map(str::to_owned),
        unit,
        metric: Some(metric).filter(|metric| !metric.is_empty()),
        filters: saved_screen::shown(app, filters),
        rule,
        direction,
        amount,
        table: Some(table).filter(|table| !table.is_empty()),
        channel,
        recipients,
        folder,
        webhook,
        login: owner.login,
        is_own,
        // `found` has a figure, which only the owner's roles may open, and `state` limits it if the amount is known.
        state: state.filter(|_| is_own),
        found: found.filter(|_| is_own),
        checked_at,
        begun_at: begun_at.filter(|_| is_own),
        ended_at: ended_at.filter(|_| is_own),
        again_at: (tries > 0).then_some(again_at),
        last_at,
        last_state,
        last_text,
    }
}

/// Whether alerts can watch a figure. The parts of the score are watched through the score or their own cards.
fn can_be_watched(figure: &CardFigure) -> bool {
    !figure.id.starts_with("score.")
}

fn is_rate(metric: &Metric) -> bool {
    matches!(metric.formula, Formula::Ratio { .. })
}

/// An alert to save, by a user who must be able to see its figure.
fn checked(app: &App, alert: NewAlert, user: &SignedIn) -> Result<Alert, ApiError> {
    let NewAlert { name, metric, filters, rule, direction, amount, table, recipients, folder, webhook } = alert;
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    let needs = fit(rule);
    let direction = match direction {
        Some(Direction::Up | Direction::Down) if !needs.has_direction => {
            return Err(ApiError::field("direction", "expected none with this rule"));
        }
        direction => direction.unwrap_or(Direction::Any),
    };
    match amount {
        Some(_) if !needs.has_amount => return Err(ApiError::field("amount", "expected none with this rule")),
        None if needs.needs_amount => return Err(ApiError::field("amount", "expected a number with this rule")),
        Some(amount) if !amount.is_finite() || amount.abs() > LARGEST => {
            return Err(ApiError::field("amount", "expected a number of at most 15 digits"));
        }
        Some(amount) if amount < 0.0 && needs.has_direction => {
            return Err(ApiError::field(
                "amount",
                "expected a number from 0 on; direction says whether a rise or a fall",
            ));
        }
        _ => {}
    }
    let (metric, filters, table) = match (rule, metric) {
        (AlertRule::Late, None) => (String::new(), "{}".to_owned(), checked_table(app, table)?),
        (AlertRule::Late, Some(_)) => return Err(ApiError::field("metric", "expected none with the rule late")),
        (_, metric) => {
            if table.is_some() {
                return Err(ApiError::field("table", "expected one only with the rule late"));
            }
            let (metric, filters) = checked_figure(app, user, rule, metric.unwrap_or_default(), filters)?;
            (metric, filters, String::new())
        }
    };
    let to = match (&recipients, &folder, &webhook) {
        (None, None, None) => None,
        _ => Some(destinations::checked(app, recipients, folder, webhook)?),
    };
    Ok(Alert { name, metric, filters, rule, direction, amount, table, to })
}

fn checked_table(app: &App, table: Option<String>) -> Result<String, ApiError> {
    let expected = &app.settings().expected_by.0;
    match table {
        None => Ok(String::new()),
        Some(table) if expected.contains_key(table.as_str()) => Ok(table),
        Some(_) if expected.is_empty() => Err(ApiError::field(
            "table",
            "no data have a due time; an administrator can change that (setting expected_by)",
        )),
        Some(_) => {
            let names: Vec<&str> = expected.keys().map(String::as_str).collect();
            Err(ApiError::field("table", format!("expected one of {}", names.join(", "))))
        }
    }
}

fn checked_figure(
    app: &App,
    user: &SignedIn,
    rule: AlertRule,
    metric: String,
    filters: Option<String>,
) -> Result<(String, String), ApiError> {
    let figure = FIGURES.iter().find(|figure| figure.id == metric && can_be_watched(figure));
    if figure.is_none() && metric != SCORE {
        return Err(ApiError::field(
            "metric",
            "expected score or the id of a figure of a card, such as logins.totalLogins",
        ));
    }
    let dashboard = figure.map_or(&monitor::DASHBOARD, |figure| figure.dashboard);
    let scope = scope_of(user.permissions(), (dashboard.module, dashboard.has_members)).map_err(|module| {
        ApiError::forbidden(format!("Your roles give no access to the figures of the module {}.", module.code()))
    })?;
    if rule == AlertRule::Weekday && figure.is_none_or(|figure| !adds_up_over_days(figure.metric)) {
        return Err(ApiError::field("rule", "expected another one: this figure is not counted by day"));
    }
    if rule == AlertRule::Chance && figure.is_some_and(|figure| !is_rate(figure.metric)) {
        return Err(ApiError::field("rule", "expected another one: how much chance moves a count is not known"));
    }
    if rule == AlertRule::Percent && figure.is_some_and(|figure| figure.metric.unit == Unit::Percent) {
        return Err(ApiError::field("rule", "expected points: this figure is a percentage"));
    }
    let filters = checked_filters(app, &scope, filters.unwrap_or_else(|| "{}".to_owned()))?;
    let compares: bool = serde_json::from_str::<FilterParams>(&filters).is_ok_and(|params| {
        let resolved = app.answers(&Scope::All, user.language()).filter_of(&params);
        resolved.is_ok_and(|filter| filter.comparison != Comparison::None)
    });
    if fit(rule).compares && !compares && metric != SCORE {
        return Err(ApiError::field("filters", "expected a comparison, which this rule needs"));
    }
    Ok((metric, filters))
}
