//! The calls of the administration and of accounts.

use super::class::{Class, Method};
use crate::modules::Module;
use crate::routes::{account, audit, backups, score_methods, settings, system, users, webhooks};

/// What answers a call of the administration that is about neither data nor accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Administration {
    Audit,
    AuditFile,
    AuditChain,
    Backups,
    MakeBackup,
    VerifyBackup,
    Settings,
    ChangeSettings,
    System,
    WebhookSecret,
    RenewWebhookSecret,
    ScoreMethods,
    SaveScoreDraft,
    WithdrawScoreDraft,
    ScoreMethodEffect,
    PublishScoreMethod,
    ApproveScoreMethod,
}

/// What answers the calls of accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounts {
    Setup,
    SetUp,
    CheckLink,
    ChoosePassword,
    Own,
    ChangeOwn,
    OwnPassword,
    OwnSessions,
    EndOwnSession,
    EndOtherSessions,
    OwnTokens,
    MakeToken,
    RevokeOwnToken,
    SetPreferences,
    Users,
    AddUser,
    User,
    ChangeUser,
    RemoveUser,
    SetRoles,
    DisableUser,
    EnableUser,
    UnlockUser,
    EndUserSessions,
    NewPasswordLink,
    Tokens,
    RevokeToken,
}

pub(super) fn accounts() -> Vec<(Method, String, Class, Accounts)> {
    use Class::{Own, Public};
    use Method::{Delete, Get, Post, Put};
    let reads = Class::Module { module: Module::Admin, editable: false };
    let changes = Class::Module { module: Module::Admin, editable: true };
    let own = |rest: &str| format!("{}{rest}", account::PATH);
    let user = |rest: &str| format!("{}/{{id}}{rest}", users::PATH);
    vec![
        (Get, "/api/auth/setup".into(), Public, Accounts::Setup),
        (Post, "/api/auth/setup".into(), Public, Accounts::SetUp),
        (Post, "/api/auth/password-link/check".into(), Public, Accounts::CheckLink),
        (Post, "/api/auth/password-link".into(), Public, Accounts::ChoosePassword),
        (Get, own(""), Own, Accounts::Own),
        (Put, own(""), Own, Accounts::ChangeOwn),
        (Post, own("/password"), Own, Accounts::OwnPassword),
        (Get, own("/sessions"), Own, Accounts::OwnSessions),
        (Post, own("/sessions/end-others"), Own, Accounts::EndOtherSessions),
        (Delete, own("/sessions/{id}"), Own, Accounts::EndOwnSession),
        (Get, own("/tokens"), Own, Accounts::OwnTokens),
        (Post, own("/tokens"), Own, Accounts::MakeToken),
        (Delete, own("/tokens/{id}"), Own, Accounts::RevokeOwnToken),
        (Put, own("/preferences"), Own, Accounts::SetPreferences),
        (Get, users::PATH.into(), reads, Accounts::Users),
        (Post, users::PATH.into(), changes, Accounts::AddUser),
        (Get, user(""), reads, Accounts::User),
        (Put, user(""), changes, Accounts::ChangeUser),
        (Put, user("/roles"), changes, Accounts::SetRoles),
        (Post, user("/disable"), changes, Accounts::DisableUser),
        (Post, user("/enable"), changes, Accounts::EnableUser),
        (Post, user("/unlock"), changes, Accounts::UnlockUser),
        (Post, user("/end-sessions"), changes, Accounts::EndUserSessions),
        (Post, user("/password-link"), changes, Accounts::NewPasswordLink),
        (Post, user("/remove"), changes, Accounts::RemoveUser),
        (Get, users::TOKENS_PATH.into(), reads, Accounts::Tokens),
        (Delete, format!("{}/{{id}}", users::TOKENS_PATH), changes, Accounts::RevokeToken),
    ]
}

pub(super) fn administration() -> Vec<(Method, String, Class, Administration)> {
    use Method::{Delete, Get, Post, Put};
    let reads = Class::Module { module: Module::Admin, editable: false };
    let changes = Class::Module { module: Module::Admin, editable: true };
    // It shows the score.
    let of_score = Class::InPerson { modules: &[Module::Admin, Module::Monitor] };
    let method = |rest: &str| format!("{}/{rest}", score_methods::PATH);
    vec![
        (Get, audit::PATH.into(), reads, Administration::Audit),
        (Get, format!("{}/file", audit::PATH), reads, Administration::AuditFile),
        (Get, format!("{}/chain", audit::PATH), reads, Administration::AuditChain),
        (Get, backups::PATH.into(), reads, Administration::Backups),
        (Post, backups::PATH.into(), changes, Administration::MakeBackup),
        (Post, format!("{}/{{file}}/verify", backups::PATH), changes, Administration::VerifyBackup),
        (Get, settings::PATH.into(), reads, Administration::Settings),
        (Put, settings::PATH.into(), changes, Administration::ChangeSettings),
        (Get, system::PATH.into(), reads, Administration::System),
        // Whoever has it could sign like Bond.
        (Post, format!("{}/show", webhooks::PATH), changes, Administration::WebhookSecret),
        (Post, webhooks::PATH.into(), changes, Administration::RenewWebhookSecret),
        (Get, score_methods::PATH.into(), reads, Administration::ScoreMethods),
        (Put, method("draft"), changes, Administration::SaveScoreDraft),
        (Delete, method("draft"), changes, Administration::WithdrawScoreDraft),
        (Post, method("effect"), of_score, Administration::ScoreMethodEffect),
        (Post, method("publish"), changes, Administration::PublishScoreMethod),
        (Post, method("approve"), changes, Administration::ApproveScoreMethod),
    ]
}
