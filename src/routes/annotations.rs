//! The calls about annotations. They are their user's own, and may be shared with whoever may see their figure.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::body::Json;
use super::class::Class;
use super::own::{Actor, removed, valid, written};
use super::route::{Answer, Route};
use super::signed_in::SignedIn;
use crate::annotations::{is_open, is_seen};
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::clock;
use crate::error::ApiError;
use crate::metrics::filter::iso;
use crate::modules::Module;
use crate::screens::corrections::Correction;
use crate::screens::figure;
use crate::store::annotations::{Annotation, SavedAnnotation};

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
    /// The login of whose it is.
    pub login: String,
    pub is_own: bool,
}

/// The handlers check the module of an annotation's figure.
pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/annotations", Class::Own, list)
            .says("Your annotations, those that are shared of figures that are open to you, and what the latest loads corrected.")
            .answers::<AnnotationList>(),
        Route::post("/api/v1/annotations", Class::Own, add)
            .says("Saves an annotation.")
            .takes::<NewAnnotation>()
            .answers::<AnnotationAnswer>(),
        Route::delete("/api/v1/annotations/{id}", Class::Own, remove).says("Removes an annotation."),
    ]
}

async fn list(app: web::Data<App>, user: SignedIn) -> Answer {
    let own = user.session().user_id;
    let seen = app.annotations_for(own, user.permissions())?;
    let annotations = seen.into_iter().map(|saved| answer(own, saved)).collect();
    let permissions = user.permissions().clone();
    let corrections = written(move || app.corrections_for(&permissions)).await?;
    Ok(HttpResponse::Ok().json(AnnotationList { annotations, corrections }))
}

async fn add(app: web::Data<App>, user: SignedIn, body: Json<NewAnnotation>, request: HttpRequest) -> Answer {
    let said = checked(body.0, user.permissions())?;
    let (store, actor, own) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    let id = written(move || store.add_annotation(own, &said, actor.by())).await?;
    let saved = app.store.annotation(own, id)?;
    let saved = saved.ok_or_else(|| ApiError::not_found("The annotation was removed meanwhile."))?;
    Ok(HttpResponse::Ok().json(answer(own, saved)))
}

async fn remove(app: web::Data<App>, user: SignedIn, id: web::Path<i64>, request: HttpRequest) -> Answer {
    let (own, id) = (user.session().user_id, id.into_inner());
    let none = || ApiError::not_found(format!("You have no annotation {id}."));
    let found =
        app.store.annotation(own, id)?.filter(|saved| is_seen(saved, own, user.permissions())).ok_or_else(none)?;
    let any_shared = user.permissions().may_write(module_of(found.annotation.metric.as_deref()));
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    removed(move || store.remove_annotation(own, id, any_shared, actor.by()), none).await
}

/// The module that a role must be able to change to share an annotation. What is of all charts is the Program Monitor's.
fn module_of(metric: Option<&str>) -> Module {
    metric.and_then(figure).map_or(Module::Monitor, |figure| figure.dashboard.module)
}

fn answer(own: i64, saved: SavedAnnotation) -> AnnotationAnswer {
    let SavedAnnotation { id, user_id, login, annotation } = saved;
    let Annotation { starts, ends, text, metric, shared } = annotation;
    AnnotationAnswer { id, starts, ends, text, metric, shared, login, is_own: user_id == own }
}

/// An annotation to save, by a user with these permissions.
fn checked(said: NewAnnotation, permissions: &Permissions) -> Result<Annotation, ApiError> {
    let NewAnnotation { starts, ends, text, metric, shared } = said;
    let wrong = |what: String| ApiError::invalid_fields(vec![what]);
    let text = valid("text", &text, LONGEST_TEXT)?.to_owned();
    let first = clock::day(&starts).map_err(|expected| wrong(format!("starts: {expected}")))?;
    let last = ends.as_deref().map_or(Ok(first), clock::day).map_err(|expected| wrong(format!("ends: {expected}")))?;
    if last < first {
        return Err(wrong(format!("ends: expected {} or a later day", iso(first))));
    }
    if let Some(id) = &metric {
        let Some(figure) = figure(id) else {
            return Err(wrong(format!("metric: there is no figure {id:?}; /api/openapi.json lists them")));
        };
        if !is_open(permissions, figure) {
            let code = figure.dashboard.module.code();
            return Err(ApiError::forbidden(format!("Your roles do not open the figures of the module {code}.")));
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
