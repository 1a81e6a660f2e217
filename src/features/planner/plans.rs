//! The calls about saved plans. They are their user's own, and may be shared.

use actix_web::web;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::{Date, Duration};
use ts_rs::TS;

use super::stored::Plan;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::features::saved_screen::LONGEST_NAME;
use crate::figures::filter::{Choice, FilterParams, Groups, iso};
use crate::figures::planner::{possible, tenths_of, trajectory};
use crate::figures::score::{PARTS, PartKey, ScoreAnswer};
use crate::groupings::{ByGrouping, Grouping};
use crate::http::changes::valid;
use crate::http::class::Class;
use crate::http::resource::{Shown, add, list, remove};
use crate::http::route::Route;
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::scope::GroupLimit;
use crate::store::saved::Saved;

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
    /// The login of the owner.
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

pub fn routes() -> Vec<Route> {
    let own = Class::InPerson { modules: &[Module::Recommendations] };
    vec![
        Route::get("/api/v1/planner/plans", own, list::<Plan>)
            .says("Your saved plans and those that are shared, and how they go.")
            .answers::<PlanList>(),
        Route::post("/api/v1/planner/plans", own, add::<Plan>)
            .says("Saves a plan.")
            .takes_only::<NewPlan>()
            .answers::<PlanAnswer>()
            .refuses("409", "There is no score to begin with."),
        Route::delete("/api/v1/planner/plans/{id}", own, remove::<Plan>).says("Removes a plan."),
    ]
}

impl Shown for Plan {
    const GONE: &'static str = "The plan was removed meanwhile.";
    type New = NewPlan;
    type Answer = PlanAnswer;
    type List = PlanList;

    async fn checked(app: &App, user: &SignedIn, new: NewPlan) -> Result<Plan, ApiError> {
        checked(app, user, new).await
    }

    fn state(&self, _: &App, _: Option<&Saved<Plan>>) {}

    /// Whoever may make these calls may see every shared plan: their class demands the module.
    fn sees(_: &SignedIn, _: &Saved<Plan>) -> bool {
        true
    }

    async fn answers(app: &App, user: &SignedIn, all: Vec<Saved<Plan>>) -> Result<Vec<PlanAnswer>, ApiError> {
        let mut plans = Vec::with_capacity(all.len());
        for plan in all {
            plans.extend(answer(app, user, plan).await?);
        }
        Ok(plans)
    }

    async fn list(_: &web::Data<App>, _: &SignedIn, plans: Vec<PlanAnswer>) -> Result<PlanList, ApiError> {
        Ok(PlanList { plans })
    }

    fn may_remove(user: &SignedIn, saved: &Saved<Plan>) -> bool {
        saved.item.shared && user.permissions().may_write(Module::Recommendations)
    }

    fn not_found(id: i64) -> ApiError {
        ApiError::not_found(format!("You have no plan {id}."))
    }
}

/// A plan to save, from the newest score on.
async fn checked(app: &App, user: &SignedIn, plan: NewPlan) -> Result<Plan, ApiError> {
    let NewPlan { name, ends, target, parts, filter, shared } = plan;
    let name = valid("name", &name, LONGEST_NAME)?.to_owned();
    if !(0.0..=100.0).contains(&target) {
        return Err(ApiError::field("target", "a score is 0 to 100"));
    }
    for (at, PartTarget { part, value }) in parts.iter().enumerate() {
        if parts[..at].iter().any(|other| other.part == *part) {
            return Err(ApiError::field(&format!("parts[{at}].part"), "expected each part once"));
        }
        possible(*part, *value).map_err(|expected| ApiError::field(&format!("parts[{at}].value"), expected))?;
    }
    let ends = clock::day(&ends).map_err(|expected| ApiError::field("ends", expected))?;
    if shared && !user.permissions().may_write(Module::Recommendations) {
        let code = Module::Recommendations.code();
        return Err(ApiError::forbidden(format!(
            "Your roles may read the module {code} but not change it: save the plan for yourself."
        )));
    }
    let groups = user.answers(app).groups_of(&filter)?;
    let score = user.answers(app).latest_score(&groups).await?;
    let Some(starts) = starts_with(&score) else {
        return Err(ApiError::conflict("There is no score to begin with."));
    };
    if ends <= starts || ends - starts > Duration::days(MOST_DAYS) {
        return Err(ApiError::field("ends", format!("expected a day after {}, within three years", iso(starts))));
    }
    let json = |value: serde_json::Result<String>| value.map_err(|error| ApiError::internal(&error));
    Ok(Plan {
        name,
        starts: iso(starts),
        ends: iso(ends),
        target: tenths_of(target),
        parts: json(serde_json::to_string(&parts))?,
        members: json(serde_json::to_string(&limits(&groups)))?,
        shared,
    })
}

/// The day of a score; None without a score.
fn starts_with(score: &ScoreAnswer) -> Option<Date> {
    score.score?;
    score.explain.as_of.as_deref().and_then(|day| clock::day(day).ok())
}

/// How a plan goes; None for one that this release cannot read.
async fn answer(app: &App, user: &SignedIn, saved: Saved<Plan>) -> Result<Option<PlanAnswer>, ApiError> {
    let is_own = saved.is_of(user.id());
    let Saved { id, owner, item: plan, .. } = saved;
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
    let days = trajectory::days(starts, ends, through);
    let scores = answers.scores_of_plan(&groups(&limits), &days).await?;
    let target = plan.target as f64 / 10.0;
    let first = scores.days.first().and_then(|(_, score)| *score);
    let point = |(day, score): &(Date, Option<f64>)| PlanPoint {
        day: iso(*day),
        score: *score,
        planned: first.map(|first| trajectory::planned((starts, first), (ends, target), *day)),
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
        login: owner.login,
        is_own,
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
