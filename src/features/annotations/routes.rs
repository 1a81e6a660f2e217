//! The calls about annotations. They are their user's own, and may be shared with whoever may see their figure.

use actix_web::web;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::stored::Annotation;
use super::{is_open, is_seen};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::clock;
use crate::error::ApiError;
use crate::figures::filter::iso;
use crate::http::changes::{scanned, valid};
use crate::http::class::Class;
use crate::http::resource::{Shown, add, list, remove};
use crate::http::route::Route;
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::screens::corrections::Correction;
use crate::screens::figure;
use crate::store::saved::{OfUser, Saved};

/// The longest text.
const LONGEST_TEXT: usize = 200;

/// An annotation to save: a day, or a range of days, with a text.
#[derive(Clone, Debug, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnnotation {
    /// The first day, yyyy-mm-dd.
    #[schemars(extend("format" = "date"))]
    pub starts: String,
    /// The last day; null for one day.
    #[serde(default)]
    #[schemars(extend("format" = "date"))]
    pub ends: Option<String>,
    /// 1 to 200 characters.
    pub text: String,
    /// The id of a figure, such as logins.totalLogins; null for all charts.
    #[serde(default)]
    pub metric: Option<String>,
    /// Whether others see it who may see the figure. It needs a role that may change the module of the figure; for all
    /// charts, the Program Monitor.
    #[serde(default)]
    pub shared: bool,
}

/// What is to be marked in charts.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
pub struct AnnotationList {
    /// The annotations of the user, and those that are shared of figures that are open to the user, in order of days.
    pub annotations: Vec<AnnotationAnswer>,
    /// The days that the latest loads corrected.
    pub corrections: Vec<Correction>,
}

/// A saved annotation.
#[derive(Clone, Debug, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnotationAnswer {
    #[ts(type = "number")]
    pub id: i64,
    /// The first day and the last: yyyy-mm-dd.
    pub starts: String,
    pub ends: String,
    pub text: String,
    /// The id of a figure; null for all charts.
    pub metric: Option<String>,
    pub shared: bool,
    /// The login of the owner.
    pub login: String,
    pub is_own: bool,
}

/// The handlers check the module of an annotation's figure.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/annotations", Class::Own, list::<Annotation>)
            .says("Your annotations, those that are shared of figures that are open to you, and what the latest loads corrected.")
            .answers::<AnnotationList>(),
        Route::post("/api/v1/annotations", Class::Own, add::<Annotation>)
            .says("Saves an annotation.")
            .takes_only::<NewAnnotation>()
            .answers::<AnnotationAnswer>(),
        Route::delete("/api/v1/annotations/{id}", Class::Own, remove::<Annotation>).says("Removes an annotation."),
    ]
}

impl Shown for Annotation {
    const GONE: &'static str = "The annotation was removed meanwhile.";
    type New = NewAnnotation;
    type Answer = AnnotationAnswer;
    type List = AnnotationList;

    async fn checked(_: &App, user: &SignedIn, new: NewAnnotation) -> Result<Annotation, ApiError> {
        checked(new, user.permissions())
    }

    fn state(&self, _: &App, _: Option<&Saved<Annotation>>) {}

    fn sees(user: &SignedIn, saved: &Saved<Annotation>) -> bool {
        is_seen(saved, user.id(), user.permissions())
    }

    async fn answers(_: &App, user: &SignedIn, all: Vec<Saved<Annotation>>) -> Result<Vec<AnnotationAnswer>, ApiError> {
        let answer = |saved: Saved<Annotation>| {
            let is_own = saved.is_of(user.id());
            let Saved { id, owner: OfUser { login, .. }, item, .. } = saved;
            let Annotation { starts, ends, text, metric, shared } = item;
            AnnotationAnswer { id, starts, ends, text, metric, shared, login, is_own }
        };
        Ok(all.into_iter().map(answer).collect())
    }

    async fn list(
        app: &web::Data<App>,
        user: &SignedIn,
        annotations: Vec<AnnotationAnswer>,
    ) -> Result<AnnotationList, ApiError> {
        let (app, permissions) = (app.clone(), user.permissions().clone());
        let corrections = scanned(move || app.corrections_for(&permissions)).await?;
        Ok(AnnotationList { annotations, corrections })
    }

    fn may_remove(user: &SignedIn, saved: &Saved<Annotation>) -> bool {
        let permissions = user.permissions();
        saved.item.shared
            && permissions.may_write(module_of(saved.item.metric.as_deref()))
            && Annotation::sees(user, saved)
    }

    fn not_found(id: i64) -> ApiError {
        ApiError::not_found(format!("You have no annotation {id}."))
    }
}

/// The module that a role must be able to change to share an annotation. What is of all charts is the Program Monitor's.
fn module_of(metric: Option<&str>) -> Module {
    metric.and_then(figure).map_or(Module::Monitor, |figure| figure.dashboard.module)
}

/// An annotation to save, by a user with these permissions.
fn checked(said: NewAnnotation, permissions: &Permissions) -> Result<Annotation, ApiError> {
    let NewAnnotation { starts, ends, text, metric, shared } = said;
    let text = valid("text", &text, LONGEST_TEXT)?.to_owned();
    let first = clock::day(&starts).map_err(|expected| ApiError::field("starts", expected))?;
    let last = ends.as_deref().map_or(Ok(first), clock::day);
    let last = last.map_err(|expected| ApiError::field("ends", expected))?;
    if last < first {
        return Err(ApiError::field("ends", format!("expected {} or a later day", iso(first))));
    }
    if let Some(id) = &metric {
        let Some(figure) = figure(id) else {
            return Err(ApiError::field("metric", format!("there is no figure {id:?}; /api/openapi.json lists them")));
        };
        if !is_open(permissions, figure) {
            let code = figure.dashboard.module.code();
            return Err(ApiError::forbidden(format!("Your roles give no access to the figures of the module {code}.")));
        }
    }
    let module = module_of(metric.as_deref());
    if shared && !permissions.may_write(module) {
        let code = module.code();
        return Err(ApiError::forbidden(format!(
            "Your roles may not change the module {code}: save the annotation for yourself."
        )));
    }
    Ok(Annotation { starts: iso(first), ends: iso(last), text, metric, shared })
}
