//! The calls about the method of the score: what was published, the draft of another, and what it would change.
//!
//! A method is published by two administrators: one proposes it, another approves it. Where there is only one, it is
//! published when it is proposed. Both are asked for their password.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::roles::is_name;
use crate::error::{ApiError, FieldFault};
use crate::figures::Unit;
use crate::figures::score::MethodEffect;
use crate::figures::score::{BOND_1, Method, MethodNumbers, PARTS, Part, PartKey, Pillar};
use crate::http::body::Json;
use crate::http::changes::{Actor, valid, written};
use crate::http::class::Class;
use crate::http::confirm::confirmed;
use crate::http::route::{Answer, NOTHING, Route};
use crate::http::signed_in::SignedIn;
use crate::modules::Module;
use crate::store::Store;
use crate::store::score_methods::{DraftedMethod, Proposal, PublishedMethod};

/// The longest reason.
const LONGEST_REASON: usize = 500;
/// The names that begin with this are those of methods that come with Bond.
const RESERVED: &str = "bond-";

/// The methods of the score.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodList {
    /// The one that the score is computed by, first; then those before it. The last one came with Bond.
    pub versions: Vec<MethodVersion>,
    pub draft: Option<MethodDraft>,
    /// In the order of each method's numbers.
    pub parts: Vec<MethodPart>,
    /// Whether there is another administrator, who must approve what this one proposes.
    pub needs_approval: bool,
}

/// A part that every method has.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
pub struct MethodPart {
    pub part: PartKey,
    pub label: String,
    pub pillar: Pillar,
    /// The unit of its floor and target.
    pub unit: Unit,
}

/// A method that was published, or came with Bond.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodVersion {
    pub name: String,
    /// Null where this release cannot read them.
    pub numbers: Option<MethodNumbers>,
    /// When and by whom it was published, and why; null for the one that came with Bond.
    pub published: Option<MethodPublication>,
}

/// How a method was published.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodPublication {
    pub reason: String,
    /// The logins of the administrators.
    pub drafted_by: String,
    pub approved_by: String,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
}

/// The draft of a method.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodDraft {
    /// Another one after each save.
    pub revision: i64,
    pub numbers: MethodNumbers,
    /// The login of the administrator.
    pub saved_by: String,
    /// Seconds since 1970-01-01 UTC.
    pub saved_at: i64,
    /// Null unless it waits for approval.
    pub proposal: Option<MethodProposal>,
}

/// A draft that waits for approval.
#[derive(Clone, Debug, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MethodProposal {
    pub name: String,
    pub reason: String,
    /// The login of the administrator.
    pub proposed_by: String,
    /// Seconds since 1970-01-01 UTC.
    pub proposed_at: i64,
    /// Whether whoever asks may approve it: another administrator than who proposed it, or the only one.
    pub can_approve: bool,
}

/// A draft to save.
#[derive(Clone, Debug, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftToSave {
    /// That of the draft in whose place it is saved; null where there is none.
    #[serde(default)]
    pub revision: Option<i64>,
    pub numbers: MethodNumbers,
}

/// A draft to publish.
#[derive(Clone, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftToPublish {
    /// That of the draft that was looked at.
    pub revision: i64,
    /// 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or a digit. Unique in any case.
    pub name: String,
    /// 1 to 500 characters.
    pub reason: String,
    /// The password of the administrator who asks.
    pub password: String,
}

/// The approval of a draft.
#[derive(Clone, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftApproval {
    /// That of the draft that was looked at.
    pub revision: i64,
    /// The password of the administrator who asks.
    pub password: String,
}

pub fn routes() -> Vec<Route> {
    let (reads, changes) = (Class::reads(Module::Admin), Class::changes(Module::Admin));
    // It shows the score.
    let of_score = Class::InPerson { modules: &[Module::Admin, Module::Monitor] };
    let changed = "The draft was changed meanwhile.";
    vec![
        Route::get("/api/v1/admin/score-method", reads, list)
            .says("The methods of the score, the published one first, and the draft of another.")
            .answers::<MethodList>(),
        Route::put("/api/v1/admin/score-method/draft", changes, save)
            .says("Saves a draft of a method. One that waits for approval no longer does.")
            .takes::<DraftToSave>()
            .answers::<MethodList>()
            .refuses("409", changed),
        Route::delete("/api/v1/admin/score-method/draft", changes, withdraw)
            .says("Removes the draft.")
            .refuses("404", NOTHING),
        Route::post("/api/v1/admin/score-method/effect", of_score, effect)
            .says("What the score would be by other numbers: now, at the ends of months, by group, and with other weights.")
            .takes::<MethodNumbers>()
            .answers::<MethodEffect>(),
        Route::post("/api/v1/admin/score-method/publish", changes, publish)
            .says("Proposes the draft to another administrator, or publishes it where there is none.")
            .takes::<DraftToPublish>()
            .answers::<MethodList>()
            .refuses("409", changed),
        Route::post("/api/v1/admin/score-method/approve", changes, approve)
            .says("Publishes the draft that another administrator proposed.")
            .takes::<DraftApproval>()
            .answers::<MethodList>()
            .refuses("409", "The draft was changed meanwhile, does not wait for approval, or must be approved by another."),
    ]
}

async fn list(app: web::Data<App>, user: SignedIn) -> Answer {
    Ok(HttpResponse::Ok().json(answer(&app, &user)?))
}

async fn save(app: web::Data<App>, user: SignedIn, body: Json<DraftToSave>, request: HttpRequest) -> Answer {
    let DraftToSave { revision, numbers } = body.0;
    let method = checked(&numbers, "numbers.")?;
    let json = serde_json::to_string(&method.numbers()).map_err(|error| ApiError::internal(&error))?;
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    written(move || store.save_score_draft(revision, &json, actor.by())).await?;
    Ok(HttpResponse::Ok().json(answer(&app, &user)?))
}

async fn withdraw(app: web::Data<App>, user: SignedIn, request: HttpRequest) -> Answer {
    let (store, actor) = (app.store.clone(), Actor::of(&app, &user, &request));
    if !written(move || store.withdraw_score_draft(actor.by())).await? {
        return Err(ApiError::not_found("There is no draft."));
    }
    Ok(HttpResponse::NoContent().finish())
}

/// The numbers need not be saved.
async fn effect(app: web::Data<App>, user: SignedIn, body: Json<MethodNumbers>) -> Answer {
    let drafted = checked(&body.0, "")?;
    Ok(HttpResponse::Ok().json(user.answers(&app).method_effect(&drafted).await?))
}

/// The draft waits for another administrator, where there is one.
async fn publish(app: web::Data<App>, user: SignedIn, body: Json<DraftToPublish>, request: HttpRequest) -> Answer {
    let DraftToPublish { revision, name, reason, password } = body.0;
    if !is_name(&name) {
        let form = "1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or a digit";
        return Err(ApiError::field("name", format!("expected {form}")));
    }
    if name.to_ascii_lowercase().starts_with(RESERVED) {
        return Err(ApiError::field(
            "name",
            format!("names that begin with {RESERVED} are those of methods that come with Bond"),
        ));
    }
    let reason = valid("reason", &reason, LONGEST_REASON)?.to_owned();
    confirmed(&app, &user, &password, &request).await?;
    let (store, actor, id) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    written(move || store.propose_score_draft(revision, (&name, &reason), id, actor.by())).await?;
    Ok(HttpResponse::Ok().json(answer(&app, &user)?))
}

async fn approve(app: web::Data<App>, user: SignedIn, body: Json<DraftApproval>, request: HttpRequest) -> Answer {
    let DraftApproval { revision, password } = body.0;
    confirmed(&app, &user, &password, &request).await?;
    let (store, actor, id) = (app.store.clone(), Actor::of(&app, &user, &request), user.session().user_id);
    written(move || store.approve_score_draft(revision, id, actor.by())).await?;
    Ok(HttpResponse::Ok().json(answer(&app, &user)?))
}

/// A method to be, which has no name yet. Its fields are below `path`.
fn checked(numbers: &MethodNumbers, path: &str) -> Result<Method, ApiError> {
    let below = |faults: Vec<FieldFault>| faults.into_iter().map(|fault| fault.below(path)).collect();
    numbers.named("draft").map_err(|faults| ApiError::faults(below(faults)))
}

fn answer(app: &App, user: &SignedIn) -> Result<MethodList, ApiError> {
    let store: &Store = &app.store;
    let own = user.session().user_id;
    let needs_approval = store.has_other_administrator(own)?;
    let versions = store.score_methods()?.into_iter().rev().map(version);
    let built_in = MethodVersion { name: BOND_1.name.clone(), numbers: Some(BOND_1.numbers()), published: None };
    let drafted = |DraftedMethod { revision, numbers, saved_by, saved_at, proposal }: DraftedMethod| {
        let proposal = proposal.map(|Proposal { name, reason, proposed_by, proposer, proposed_at }| MethodProposal {
            name,
            reason,
            proposed_by,
            proposed_at,
            can_approve: proposer != own || !needs_approval,
        });
        let numbers = serde_json::from_str(&numbers).map_err(|error| ApiError::internal(&error))?;
        Ok::<_, ApiError>(MethodDraft { revision, numbers, saved_by, saved_at, proposal })
    };
    let part = |part: &Part| MethodPart {
        part: part.key,
        label: part.label.to_owned(),
        pillar: part.pillar,
        unit: part.metric.unit,
    };
    Ok(MethodList {
        parts: PARTS.iter().map(part).collect(),
        versions: versions.chain([built_in]).collect(),
        draft: store.score_draft()?.map(drafted).transpose()?,
        needs_approval,
    })
}

fn version(method: PublishedMethod) -> MethodVersion {
    let PublishedMethod { name, numbers, reason, drafted_by, approved_by, published_at } = method;
    let published = MethodPublication { reason, drafted_by, approved_by, at: published_at };
    MethodVersion { name, numbers: serde_json::from_str(&numbers).ok(), published: Some(published) }
}
