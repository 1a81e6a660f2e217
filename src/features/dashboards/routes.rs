//! The data calls: each takes a filter and returns the answer to a declaration.

use actix_web::{HttpResponse, web};
use serde_json::{Value, json};

use crate::app::App;
use crate::error::{ApiError, FieldFault};
use crate::figures::filter::FilterParams;
use crate::figures::score::ScoreAnswer;
use crate::http::asked::{Filters, answer, asks};
use crate::http::body::JsonWith;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::schemas::Schemas;
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::screens::declared::{content, emails, monitor, polls};
use crate::screens::explain::{ExplainBody, ExplainParams, Explanation};
use crate::screens::wire::form::row;
use crate::screens::wire::schema::list;
use crate::screens::wire::{IndicatorRow, ProgramInfo, TrendsAnswer, UserGroup};
use crate::screens::{Breakdown, Call, DASHBOARDS, FIGURES, ListCall, TRENDS, Totals, figure};

/// The calls of the program, the score, and what single figures are asked.
pub fn routes() -> Vec<Route> {
    let monitor = Class::reads(Module::Monitor);
    vec![
        Route::get("/api/v1/program", Class::SignedIn, program)
            .says("The program and the range of its data.")
            .answers::<ProgramInfo>(),
        Route::get("/api/v1/dashboard/users/userGroups", Class::SignedIn, user_groups)
            .says("Tiers, lines of business and audiences.")
            .answers_as(|schemas| list(schemas.answer::<UserGroup>())),
        asks("/api/v1/bond/score", monitor, |_| Call::Score)
            .says("The BOND Score. Only the end of the period and the user groups matter.")
            .answers::<ScoreAnswer>(),
        asks(format!("/{}", monitor::INDICATORS_PATH), monitor, |_| Call::Indicators)
            .says("The Program Monitor's table.")
            .answers_as(|schemas| list(schemas.answer::<IndicatorRow>())),
        Route::post("/api/v1/trends/{type}", Class::Trend, trends)
            .says("A card's figures against the period before and the year before.")
            .with("type", json!({ "enum": TRENDS.iter().map(|trend| trend.id).collect::<Vec<_>>() }))
            .filtered()
            .answers::<TrendsAnswer>(),
        Route::post("/api/v1/explain/score", monitor, explain_score)
            .says("Why the BOND Score changed in the last month: the change of each part, and its causes.")
            .takes_only::<ExplainBody>()
            .answers::<Explanation>(),
        Route::post("/api/v1/explain/{metric}", Class::Figure, explain)
            .says("Why a figure moved: its change as effects of groups, items or times, which add up.")
            .with("metric", ids_of_figures())
            .takes_only::<ExplainBody>()
            .answers::<Explanation>(),
    ]
}

/// The schema of the id of a figure.
pub fn ids_of_figures() -> Value {
    json!({ "enum": FIGURES.iter().map(|figure| figure.id.as_str()).collect::<Vec<_>>() })
}

/// The calls of the declared dashboards, and of what is not declared with them.
pub fn of_dashboards() -> Vec<Route> {
    let mut routes = Vec::new();
    for dashboard in DASHBOARDS {
        let class = match dashboard.has_members {
            true => Class::reads(dashboard.module),
            false => Class::WithoutMembers { module: dashboard.module },
        };
        routes.extend(dashboard.all_totals().flat_map(|of| of_totals(of, class)));
        routes.extend(dashboard.all_breakdowns().flat_map(|of| of_breakdown(of, class)));
        routes.extend(dashboard.lists.iter().map(|of| of_list(of, class)));
    }
    let of_polls = Class::reads(content::DASHBOARD.module);
    let schedule = Class::WithoutMembers { module: emails::DASHBOARD.module };
    routes.extend([
        asks(format!("/{}", emails::SCHEDULE_PATH), schedule, |_| Call::Schedules)
            .says("Planned e-mails from today on; with recordCount 0, from the start of the period if that is earlier.")
            .answers_as(|_| list(row(&emails::SCHEDULE))),
        asks(format!("/{}/info", polls::PATH), of_polls, |_| Call::Polls)
            .says(polls::TOTALS.summary)
            .answers_as(Schemas::polls),
        Route::post(format!("/{}/{{id}}/{}", polls::PATH, polls::OPTIONS), of_polls, poll)
            .says("The options of a poll, and its answers by user group.")
            .filtered()
            .answers_as(Schemas::poll),
        Route::post(format!("/{}/{{id}}/{{type}}", polls::PATH), of_polls, poll_block)
            .says("The answers to a poll by user group.")
            .with("type", json!({ "enum": [polls::BLOCK] }))
            .filtered()
            .answers_as(Schemas::poll_block),
    ]);
    routes
}

fn of_totals(of: &'static Totals, class: Class) -> Vec<Route> {
    let whole = asks(format!("/{}", of.path), class, move |_| Call::Totals(of, None)).says(of.summary);
    let mut routes = vec![whole.answers_as(|schemas| schemas.totals(of, of.cards).schema())];
    if of.by_type {
        let one = move |app, user, card, filters| totals_of_type(app, user, of, card, filters);
        let one = Route::post(format!("/{}/{{type}}", of.path), class, one).filtered();
        routes.push(of.types().fold(one, |route, (id, card)| {
            let schema = move |schemas: &mut Schemas| schemas.totals(of, &[card]).schema();
            route.of_type(id, format!("{} One card by itself.", of.summary), Box::new(schema))
        }));
    }
    routes
}

fn of_breakdown(of: &'static Breakdown, class: Class) -> Vec<Route> {
    let all = asks(format!("/{}/breakdowns", of.path), class, move |_| Call::Breakdown(of));
    let all = all.says(format!("{}: all blocks.", of.summary));
    let mut routes = vec![all.answers_as(|schemas| schemas.breakdown(of))];
    if !of.unwrapped {
        let one = move |app, user, block, filters| breakdown(app, user, of, block, filters);
        let one = Route::post(format!("/{}/breakdown/{{type}}", of.path), class, one).filtered();
        routes.push(of.blocks.iter().fold(one, |route, block| {
            let schema = |schemas: &mut Schemas| schemas.block(block.id, &block.shape);
            route.of_type(block.id, format!("{}: the block {}.", of.summary, block.id), Box::new(schema))
        }));
    }
    routes
}

fn of_list(of: &'static ListCall, class: Class) -> Route {
    let path = format!("/{}", of.path);
    let route = if of.get {
        Route::get(path, class, move |app, user| all_rows(app, user, of))
    } else {
        asks(path, class, move |_| Call::List(of))
    };
    route.says(of.summary).answers_as(|_| list(row(&of.list)))
}

async fn program(app: web::Data<App>, user: SignedIn) -> Answer {
    Ok(HttpResponse::Ok().json(app.program(user.scope()).await?))
}

async fn user_groups(app: web::Data<App>, user: SignedIn) -> Answer {
    Ok(HttpResponse::Ok().json(user.answers(&app).user_groups().await?))
}

async fn trends(app: web::Data<App>, user: SignedIn, id: web::Path<String>, filters: Filters) -> Answer {
    let trend = TRENDS
        .iter()
        .find(|trend| trend.id == id.as_str())
        .ok_or_else(|| ApiError::not_found(format!("There are no trends {:?}.", id.as_str())))?;
    answer(&app, &user, Call::Trends(trend), &filters.0).await
}

/// The body of a call that explains a change: a filter, and which causes are opened.
pub type Explained = JsonWith<FilterParams, ExplainParams>;

async fn explain_score(app: web::Data<App>, user: SignedIn, body: Explained) -> Answer {
    let answer = user.answers(&app).explain_score(&body.0, &body.1).await?;
    Ok(HttpResponse::Ok().json(answer))
}

async fn explain(app: web::Data<App>, user: SignedIn, id: web::Path<String>, body: Explained) -> Answer {
    let figure = figure(&id).ok_or_else(|| ApiError::not_found(format!("There is no figure {:?}.", id.as_str())))?;
    let answer = user.answers(&app).explain(figure, &body.0, &body.1).await?;
    Ok(HttpResponse::Ok().json(answer))
}

async fn totals_of_type(
    app: web::Data<App>,
    user: SignedIn,
    totals: &'static Totals,
    id: web::Path<String>,
    filters: Filters,
) -> Answer {
    let (_, card) = totals
        .types()
        .find(|(name, _)| *name == id.as_str())
        .ok_or_else(|| ApiError::not_found(format!("There is no type {:?} here.", id.as_str())))?;
    answer(&app, &user, Call::Totals(totals, Some(card)), &filters.0).await
}

async fn breakdown(
    app: web::Data<App>,
    user: SignedIn,
    breakdown: &'static Breakdown,
    id: web::Path<String>,
    filters: Filters,
) -> Answer {
    let block = breakdown
        .blocks
        .iter()
        .find(|block| block.id == id.as_str())
        .ok_or_else(|| ApiError::not_found(format!("There is no block {:?} here.", id.as_str())))?;
    answer(&app, &user, Call::Block(breakdown, block), &filters.0).await
}

async fn all_rows(app: web::Data<App>, user: SignedIn, rows: &'static ListCall) -> Answer {
    answer(&app, &user, Call::List(rows), &FilterParams::default()).await
}

async fn poll(app: web::Data<App>, user: SignedIn, id: web::Path<String>, filters: Filters) -> Answer {
    answer(&app, &user, Call::Poll(poll_id(&id)?), &filters.0).await
}

async fn poll_block(
    app: web::Data<App>,
    user: SignedIn,
    path: web::Path<(String, String)>,
    filters: Filters,
) -> Answer {
    let (id, block) = path.into_inner();
    let poll = poll_id(&id)?;
    if block != polls::BLOCK {
        return Err(ApiError::not_found(format!("There is no block {block:?} here.")));
    }
    answer(&app, &user, Call::PollTable(poll), &filters.0).await
}

/// Parses a poll's id. An id that is too large is not found.
fn poll_id(text: &str) -> Result<i32, ApiError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.bytes().any(|byte| byte != b'0');
    if !is_number {
        return Err(ApiError::faults(vec![FieldFault::about("id", "The poll's id must be a whole number above 0.")]));
    }
    text.parse().map_err(|_| ApiError::not_found(format!("There is no poll {text}.")))
}
