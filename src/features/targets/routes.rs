//! The calls about targets. They are the program's: who may change the module of a figure sets them, and whoever sees the
//! figure sees those that fit.

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::known;
use super::stored::{SavedTarget, TargetEntry};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::error::ApiError;
use crate::figures::target::TargetGrain;
use crate::groupings::Grouping;
use crate::http::asked::Filters;
use crate::http::changes::valid;
use crate::http::class::Class;
use crate::http::resource::{Shown, add, change, list, remove};
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;
use crate::scope::Scope;
use crate::screens::Dashboard;
use crate::screens::targets::{Aim, FittingTargets, GroupOfTarget, Seen, Target, TargetStart, aim};
use crate::store::saved::OfProgram;

/// The longest note.
const LONGEST_NOTE: usize = 200;

/// A target to set.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTarget {
    /// The id of a figure of a card, such as logins.totalLogins, or score.
    pub metric: String,
    pub grain: TargetGrain,
    /// yyyy-mm of a month. yyyy of a year: the calendar year in which the program's year begins.
    pub starts: String,
    /// Whether it is also of each month or year after it, until another one that repeats.
    #[serde(default)]
    pub repeats: bool,
    /// In the unit of the figure, above 0, with no more decimals than the figure.
    pub value: f64,
    /// The one group that it is of; null for all members.
    #[serde(default)]
    pub group: Option<TargetGroup>,
    /// At most 200 characters.
    #[serde(default)]
    pub note: String,
}

/// The group of a target.
#[derive(Clone, Copy, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetGroup {
    pub r#type: Grouping,
    pub id: i32,
}

/// All targets that somebody may see.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct TargetList {
    /// By figure and period.
    pub targets: Vec<TargetAnswer>,
}

/// A target.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TargetAnswer {
    #[ts(type = "number")]
    pub id: i64,
    pub metric: String,
    pub grain: TargetGrain,
    pub starts: String,
    pub repeats: bool,
    pub value: f64,
    /// Null for all members.
    pub group: Option<GroupOfTarget>,
    pub note: String,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub set_at: i64,
    /// The login of who set it last; null for the command line.
    pub set_by: Option<String>,
    /// Whether your roles may change it.
    pub may_change: bool,
}

/// The members of each dashboard that a user's roles show; None of one that is not open.
pub fn seen_by(permissions: &Permissions) -> impl Fn(&Dashboard) -> Option<Scope> {
    let permissions = permissions.clone();
    move |dashboard: &Dashboard| {
        let is_open = permissions.opens(dashboard.module, dashboard.has_members);
        is_open.then(|| permissions.scope(dashboard.module))
    }
}

/// The handlers check the module of a target's figure.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/targets", Class::SignedIn, list::<TargetEntry>)
            .says("The targets of figures that are open to you, of members all of whom you see.")
            .answers::<TargetList>(),
        Route::post("/api/v1/targets", Class::Own, add::<TargetEntry>)
            .says("Sets a target.")
            .takes_only::<NewTarget>()
            .answers::<TargetAnswer>(),
        Route::post("/api/v1/targets/fitting", Class::Own, fitting)
            .says("The targets that figures and charts of a filter are compared with.")
            .filtered()
            .answers::<FittingTargets>(),
        Route::put("/api/v1/targets/{id}", Class::Own, change::<TargetEntry>)
            .says("Sets a target in place of another.")
            .takes_only::<NewTarget>()
            .answers::<TargetAnswer>(),
        Route::delete("/api/v1/targets/{id}", Class::Own, remove::<TargetEntry>).says("Removes a target."),
    ]
}

impl Shown for TargetEntry {
    const GONE: &'static str = "The target was removed meanwhile.";
    type New = NewTarget;
    type Answer = TargetAnswer;
    type List = TargetList;

    async fn checked(app: &App, user: &SignedIn, new: NewTarget) -> Result<TargetEntry, ApiError> {
        checked(app, user, new).await
    }

    fn state(&self, _: &App, _: Option<&SavedTarget>) {}

    /// Those of members all of whom the user sees.
    /// The answers leave out targets of figures and groups that the user does not see: that takes the catalogue.
    fn sees(_: &SignedIn, _: &SavedTarget) -> bool {
        true
    }

    async fn answers(app: &App, user: &SignedIn, all: Vec<SavedTarget>) -> Result<Vec<TargetAnswer>, ApiError> {
        let known: Vec<(SavedTarget, Target)> =
            all.into_iter().filter_map(|saved| known(&saved.item).map(|target| (saved, target))).collect();
        let on = seen_by(user.permissions());
        let targets: Vec<Target> = known.iter().map(|(_, target)| target.clone()).collect();
        let groups = user.answers(app).seen_targets(&Seen { on: &on }, &targets).await?;
        let answers = known.into_iter().zip(groups).filter(|(_, (_, sees))| *sees);
        Ok(answers.map(|((saved, target), (group, _))| answer(user, saved, target.grain, group)).collect())
    }

    async fn list(_: &web::Data<App>, _: &SignedIn, targets: Vec<TargetAnswer>) -> Result<TargetList, ApiError> {
        Ok(TargetList { targets })
    }

    fn may_change(user: &SignedIn, saved: &SavedTarget) -> bool {
        aim(&saved.item.metric).is_some_and(|aim| may_set(user, aim))
    }

    fn may_remove(user: &SignedIn, saved: &SavedTarget) -> bool {
        TargetEntry::may_change(user, saved)
    }

    async fn require(app: &App, user: &SignedIn, id: i64) -> Result<(), ApiError> {
        let saved = app.store.one_saved(id)?.ok_or_else(|| TargetEntry::not_found(id))?;
        let answer =
            TargetEntry::answers(app, user, vec![saved]).await?.pop().ok_or_else(|| TargetEntry::not_found(id))?;
        if answer.may_change { Ok(()) } else { Err(may_not_set(&answer.metric)) }
    }

    fn not_found(id: i64) -> ApiError {
        ApiError::not_found(format!("There is no target {id} that you may see."))
    }
}

async fn fitting(app: web::Data<App>, user: SignedIn, filter: Filters) -> Answer {
    let on = seen_by(user.permissions());
    let answers = user.answers(&app);
    let found = answers.fitting_targets(&filter.0, &app.targets()?, &Seen { on: &on }).await?;
    Ok(HttpResponse::Ok().json(found))
}

fn answer(user: &SignedIn, saved: SavedTarget, grain: TargetGrain, group: Option<GroupOfTarget>) -> TargetAnswer {
    let SavedTarget { id, owner: OfProgram { set_by }, saved_at: set_at, item, .. } = saved;
    let TargetEntry { metric, starts, repeats, value, note, .. } = item;
    let may_change = aim(&metric).is_some_and(|aim| may_set(user, aim));
    TargetAnswer { id, metric, grain, starts, repeats, value, group, note, set_at, set_by, may_change }
}

fn may_set(user: &SignedIn, aim: &Aim) -> bool {
    let dashboard = aim.dashboard;
    let permissions = user.permissions();
    permissions.opens(dashboard.module, dashboard.has_members) && permissions.may_write(dashboard.module)
}

fn may_not_set(metric: &str) -> ApiError {
    let code = aim(metric).map_or("MONITOR", |aim| aim.dashboard.module.code());
    ApiError::forbidden(format!("Targets of this figure are set by roles that may change the module {code}."))
}

/// A target to set, by a user.
async fn checked(app: &App, user: &SignedIn, target: NewTarget) -> Result<TargetEntry, ApiError> {
    let NewTarget { metric, grain, starts, repeats, value, group, note } = target;
    let Some(aim) = aim(&metric) else {
        let expected = "expected an id such as logins.totalLogins, or score";
        return Err(ApiError::field("metric", format!("there is no figure {metric:?} on a card; {expected}")));
    };
    if !may_set(user, aim) {
        return Err(may_not_set(&metric));
    }
    let Some(start) = TargetStart::read(grain, &starts) else {
        let example = if grain == TargetGrain::Month { "a month such as 2026-03" } else { "a year such as 2026" };
        return Err(ApiError::field("starts", format!("expected {example}")));
    };
    if !aim.takes(value) {
        let decimals = match aim.decimals() {
            0 => "a whole number".to_owned(),
            1 => "a number with at most 1 decimal".to_owned(),
            many => format!("a number with at most {many} decimals"),
        };
        return Err(ApiError::field("value", format!("expected {decimals} above 0, at most {}", aim.most())));
    }
    let note = match note.trim() {
        "" => String::new(),
        note => valid("note", note, LONGEST_NOTE)?.to_owned(),
    };
    let group = group.map(|TargetGroup { r#type, id }| (r#type, id));
    if group.is_some() && !aim.has_members() {
        return Err(ApiError::field("group", "expected null: this figure belongs to no member"));
    }
    let target = Target { metric: aim.kept_as().to_owned(), grain, start, repeats, value, group };
    let on = seen_by(user.permissions());
    let named = user.answers(app).seen_targets(&Seen { on: &on }, std::slice::from_ref(&target)).await?;
    match named.first() {
        Some((_, false)) | None => {
            return Err(ApiError::forbidden(
                "Your roles show only some of these members: somebody who sees all of them can set the target.",
            ));
        }
        Some((Some(GroupOfTarget { name: None, r#type, id }), _)) => {
            return Err(ApiError::field("group", format!("there is no group {id} of the type {}", r#type.info().name)));
        }
        Some(_) => {}
    }
    let yearly = grain == TargetGrain::Year;
    Ok(TargetEntry { metric: target.metric, yearly, starts, repeats, value, group, note })
}
