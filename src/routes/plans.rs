//! The calls about saved plans. They are their user's own, and may be shared.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Date, Duration};
use ts_rs::TS;

use super::body::Strict;
use super::class::Class;
use super::own::{Actor, removed, valid, written};
use super::route::{Answer, Route};
use super::signed_in::SignedIn;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::groupings::{ByGrouping, Grouping};
use crate::metrics::filter::{Choice, FilterParams, Groups, iso};
use crate::metrics::planner::{course, possible, tenths_of};
use crate::metrics::score::{PARTS, PartKey, ScoreAnswer};
use crate::modules::Module;
use crate::scope::GroupLimit;
use crate::store::plans::{self, Plan};

/// The longest name.
const LONGEST_NAME: usize = 100;
/// The most days of a plan.
const MOST_DAYS: i64 = 3 * 366;

/// A value that a part is to have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartTarget {
    pub part: PartKey,
    pub value: f64,
}

/// A plan to save. It begins with the newest score.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlan {
    /// 1 to 100 characters.
    pub name: String,
    /// The day by which the score is to be reached, yyyy-mm-dd.
    #[schemars(extend("format" = "date"))]
    pub ends: String,
    /// The score.
    pub target: f64,
    #[serde(default)]
    pub parts: Vec<PartTarget>,
    /// Of it, the user groups matter.
    #[serde(default)]
    pub filter: FilterParams,
    /// Whether others see it.
    #[serde(default)]
    pub shared: bool,
}

/// The saved plans of a user and those that are shared, the latest first.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct PlanList {
    pub plans: Vec<PlanAnswer>,
}

/// A saved plan, and how it goes among the members that the user sees.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanAnswer {
    pub id: i64,
    pub name: String,
    /// The login of whose it is.
    pub login: String,
    pub is_own: bool,
    pub shared: bool,
    pub starts: String,
    pub ends: String,
    pub target: f64,
    /// The groups that the score is of; without any, of all.
    pub groups: Vec<GroupLimit>,
    pub parts: Vec<PlannedValue>,
    /// In order of days: the first, ends of months, the newest and the last.
    pub points: Vec<PlanPoint>,
}

/// A value that a part is to have, and the one that it has.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct PlannedValue {
    pub part: PartKey,
    pub label: String,
    pub value: f64,
    pub now: Option<f64>,
}

/// The score on a day of a plan.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct PlanPoint {
    /// yyyy-mm-dd.
    pub day: String,
    /// Null where there is none, and on days that have not come.
    pub score: Option<f64>,
    /// Where the straight line to the target is; null where there was no score on the first day.
    pub planned: Option<f64>,
}

pub(super) fn routes() -> Vec<Route> {
    let own = Class::InPerson { modules: &[Module::Recommendations] };
    vec![
        Route::get("/api/v1/planner/plans", own, list)
            .says("Your saved plans and those that are shared, and how they go.")
            .answers::<PlanList>(),
        Route::post("/api/v1/planner/plans", own, add)
            .says("Saves a plan.")
            .takes::<NewPlan>()
            .answers::<PlanAnswer>()
            .refuses("409", "There is no score to begin with."),
        Route::delete("/api/v1/planner/plans/{id}", own, remove).says("Removes a plan."),
    ]
}

async fn list(app: web::Data<App>, user: SignedIn) -> Answer {
    let own = user.session().user_id;
    let saved = app.store.plans(own)?;
    let mut list = PlanList { plans: Vec::with_capacity(saved.len()) };
    for plan in saved {
        list.plans.extend(answer(&app, &user, plan).await?);
    }
    Ok(HttpResponse::Ok().json(list))
}

async fn add(app: web::Data<App>, user: SignedIn, body: Strict<NewPlan>, request: HttpRequest) -> Answer {
    let NewPlan { name, ends, target, parts, filter, shared } = body.0;
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    let wrong = |what: String| ApiError::invalid_fields(vec![what]);
    if !(0.0..=100.0).contains(&target) {
        return Err(wrong("target: a score is 0 to 100".to_owned()));
    }
    for (at, PartTarget { part, value }) in parts.iter().enumerate() {
        if parts[..at].iter().any(|other| other.part == *part) {
            return Err(wrong(format!("parts[{at}].part: expected each part once")));
        }
        possible(*part, *value).map_err(|expected| wrong(format!("parts[{at}].value: {expected}")))?;
    }
    let ends = clock::day(&ends).map_err(|expected| wrong(format!("ends: {expected}")))?;
    if shared && !user.permissions().may_write(Module::Recommendations) {
        let code = Module::Recommendations.code();
        return Err(ApiError::forbidden(format!(
            "Your roles may read the module {code} but not change it: save the plan for yourself."
        )));
    }
    let groups = user.answers(&app).groups_of(&filter)?;
    let score = user.answers(&app).latest_score(&groups).await?;
    let Some(starts) = starts_with(&score) else {
        return Err(ApiError::conflict("There is no score to begin with."));
    };
    if ends <= starts || ends - starts > Duration::days(MOST_DAYS) {
        return Err(wrong(format!("ends: expected a day after {}, within three years", iso(starts))));
    }
    let json = |value: serde_json::Result<String>| value.map_err(|error| ApiError::internal(&error));
    let plan = Plan {
        name,
        starts: iso(starts),
        ends: iso(ends),
        target: tenths_of(target),
        parts: json(serde_json::to_string(&parts))?,
        members: json(serde_json::to_string(&limits(&groups)))?,
        shared,
    };
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    let id = written(move || store.add_plan(own, &plan, actor.by())).await?;
    let saved = app.store.plans(own)?.into_iter().find(|saved| saved.id == id);
    let saved = saved.ok_or_else(|| ApiError::not_found("The plan was removed meanwhile."))?;
    Ok(HttpResponse::Ok().json(answer(&app, &user, saved).await?))
}

async fn remove(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let any_shared = user.permissions().may_write(Module::Recommendations);
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    let id = id.into_inner();
    removed(
        move || store.remove_plan(own, id, any_shared, actor.by()),
        || ApiError::not_found(format!("You have no plan {id}.")),
    )
    .await
}

/// The day of a score; None without a score.
fn starts_with(score: &ScoreAnswer) -> Option<Date> {
    score.score?;
    score.explain.as_of.as_deref().and_then(|day| clock::day(day).ok())
}

/// How a plan goes; None for one that this release cannot read.
async fn answer(app: &App, user: &SignedIn, saved: plans::SavedPlan) -> Result<Option<PlanAnswer>, ApiError> {
    let plans::SavedPlan { id, user_id, login, plan } = saved;
    let day = |text: &str| clock::day(text).ok();
    let parts = serde_json::from_str::<Vec<PartTarget>>(&plan.parts).ok();
    let limits = serde_json::from_str::<Vec<GroupLimit>>(&plan.members).ok();
    let (Some(starts), Some(ends), Some(parts), Some(limits)) = (day(&plan.starts), day(&plan.ends), parts, limits)
    else {
        tracing::warn!(id, "a saved plan cannot be read");
        return Ok(None);
    };
    let answers = user.answers(app);
    let through = answers.through().await?.unwrap_or(starts);
    let days = course::days(starts, ends, through);
    let scores = answers.scores_of_plan(&groups(&limits), &days).await?;
    let target = plan.target as f64 / 10.0;
    let first = scores.days.first().and_then(|(_, score)| *score);
    let point = |(day, score): &(Date, Option<f64>)| PlanPoint {
        day: iso(*day),
        score: *score,
        planned: first.map(|first| course::planned((starts, first), (ends, target), *day)),
    };
    let now = |key: PartKey| {
        let parts = &scores.now.as_ref()?.explain.parts;
        parts.iter().find(|part| part.key == key.name())?.value
    };
    let label = |key: PartKey| PARTS.iter().find(|part| part.key == key).map_or("", |part| part.label).to_owned();
    let value =
        |PartTarget { part, value }: PartTarget| PlannedValue { part, label: label(part), value, now: now(part) };
    Ok(Some(PlanAnswer {
        id,
        name: plan.name,
        login,
        is_own: user_id == user.session().user_id,
        shared: plan.shared,
        starts: plan.starts,
        ends: plan.ends,
        target,
        points: scores.days.iter().map(point).collect(),
        parts: parts.into_iter().map(value).collect(),
        groups: limits,
    }))
}

/// The choices that leave something out.
fn limits(groups: &Groups) -> Vec<GroupLimit> {
    let limit = |grouping: Grouping| match &groups[grouping] {
        Choice::All => None,
        Choice::Only(ids) => Some(GroupLimit { grouping, ids: ids.clone() }),
    };
    Grouping::all().filter_map(limit).collect()
}

fn groups(limits: &[GroupLimit]) -> Groups {
    let mut groups: Groups = ByGrouping::default();
    for GroupLimit { grouping, ids } in limits {
        groups[*grouping] = Choice::Only(ids.clone());
    }
    groups
}
