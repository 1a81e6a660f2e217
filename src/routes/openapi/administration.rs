//! The calls of the administration that are not about data.

use serde_json::{Value, json};

use super::answers::Schemas;
use super::call::{Answer, Body, Call};
use crate::metrics::score::{MethodEffect, MethodNumbers};
use crate::routes::audit::{AuditChain, AuditPage};
use crate::routes::backups::{BackupList, TaskAnswer};
use crate::routes::score_methods::{DraftApproval, DraftToPublish, DraftToSave, MethodList};
use crate::routes::settings::{ChangeSettings, SettingList};
use crate::routes::system::SystemAnswer;
use crate::routes::table::Administration;
use crate::routes::users::Confirmation;
use crate::routes::webhooks::WebhookSecret;

pub fn call(endpoint: Administration, schemas: &mut Schemas) -> Call {
    let methods = |summary: &str, body: Option<Body>, schemas: &mut Schemas| Call {
        body,
        ..Call::get(summary, Answer::Json(schemas.answer::<MethodList>()))
    };
    match endpoint {
        Administration::Audit => {
            let summary = "Lines of the audit log, newest first.";
            filtered(Call::get(summary, Answer::Json(schemas.answer::<AuditPage>()))).paged()
        }
        Administration::AuditFile => {
            filtered(Call::get("Lines of the audit log as a file, newest first, at most 100,000.", Answer::Csv))
        }
        Administration::AuditChain => {
            let summary = "Follows the hash chain of the audit log and says whether it is unbroken.";
            Call::get(summary, Answer::Json(schemas.answer::<AuditChain>()))
        }
        Administration::Backups => {
            let summary = "The backups in the folder for backups, and the task that runs or ran last.";
            Call::get(summary, Answer::Json(schemas.answer::<BackupList>()))
        }
        Administration::MakeBackup => {
            Call::get("Begins to make a backup.", Answer::Accepted(schemas.answer::<TaskAnswer>()))
        }
        Administration::VerifyBackup => {
            let summary = "Begins to verify a backup: every byte, and the rows and hash of every table.";
            let file = json!({
                "type": "string",
                "pattern": "^bond-[0-9]{8}T[0-9]{6}Z-v[0-9]{1,9}\\.tar\\.zst(\\.age)?$",
                "examples": ["bond-20260315T013000Z-v7.tar.zst"],
            });
            Call::get(summary, Answer::Accepted(schemas.answer::<TaskAnswer>())).with("file", file)
        }
        Administration::Settings => {
            let summary = "The settings with their values and origins, and which of them can be chosen.";
            Call::get(summary, Answer::Json(schemas.answer::<SettingList>()))
        }
        Administration::ChangeSettings => {
            let body = Some(Body::Json(schemas.body::<ChangeSettings>()));
            let answer = Answer::Json(schemas.answer::<SettingList>());
            Call { body, ..Call::get("Chooses values of settings: all or none of them.", answer) }
        }
        Administration::System => {
            let summary = "Version, memory, disk space, and what `bond doctor` finds.";
            Call::get(summary, Answer::Json(schemas.answer::<SystemAnswer>()))
        }
        Administration::WebhookSecret => {
            let summary =
                "The secret that signs what is sent to webhooks. That it was shown is a line of the audit log.";
            Call::post(summary, schemas.body::<Confirmation>(), schemas.answer::<WebhookSecret>())
        }
        Administration::RenewWebhookSecret => {
            let summary = "Makes another secret for webhooks. The one before signs nothing more.";
            Call::post(summary, schemas.body::<Confirmation>(), schemas.answer::<WebhookSecret>())
        }
        Administration::ScoreMethods => {
            methods("The methods of the score, the published one first, and the draft of another.", None, schemas)
        }
        Administration::SaveScoreDraft => {
            let body = Some(Body::Json(schemas.body::<DraftToSave>()));
            methods("Saves a draft of a method. One that waits for approval no longer does.", body, schemas)
        }
        Administration::WithdrawScoreDraft => Call::get("Removes the draft.", Answer::Nothing),
        Administration::ScoreMethodEffect => Call::post(
            "What the score would be by other numbers: now, at the ends of months, by group, and with other weights.",
            schemas.body::<MethodNumbers>(),
            schemas.answer::<MethodEffect>(),
        ),
        Administration::PublishScoreMethod => {
            let body = Some(Body::Json(schemas.body::<DraftToPublish>()));
            let summary = "Proposes the draft to another administrator, or publishes it where there is none.";
            methods(summary, body, schemas)
        }
        Administration::ApproveScoreMethod => {
            let body = Some(Body::Json(schemas.body::<DraftApproval>()));
            methods("Publishes the draft that another administrator proposed.", body, schemas)
        }
    }
}

/// Why a call may be refused with 409.
pub fn conflict(endpoint: Administration) -> Option<&'static str> {
    match endpoint {
        Administration::MakeBackup => Some("A backup is being made or verified."),
        Administration::VerifyBackup => Some("A backup is being made or verified, or this one is encrypted."),
        Administration::SaveScoreDraft | Administration::PublishScoreMethod => Some("The draft was changed meanwhile."),
        Administration::ApproveScoreMethod => {
            Some("The draft was changed meanwhile, does not wait for approval, or must be approved by another.")
        }
        _ => None,
    }
}

/// With the parameters of [`crate::routes::audit::Filter`].
fn filtered(call: Call) -> Call {
    let text = || -> Value { json!({ "type": "string", "maxLength": 200 }) };
    let day = || json!({ "type": "string", "format": "date" });
    call.asking("who", text()).asking("what", text()).asking("text", text()).asking("from", day()).asking("to", day())
}
