//! The table of all calls: path, method, access class, endpoint.
//!
//! The calls of the dashboards follow from the declarations in `screens`, one loop per kind; every other call has one
//! line. The [`Class`] of a line decides who may call it (guard.rs).

use super::reports::Reports;
use super::{
    account, annotations, audit, backups, insights, issued, loaded, loads, mappings, members, oidc, planner, plans,
    receipts, reports, roles, score_methods, settings, system, users, views,
};
use crate::modules::Module;
use crate::screens::declared::{content, emails, polls};
use crate::screens::{Breakdown, DASHBOARDS, ListCall, Totals};

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Anybody.
    Public,
    /// A program on the same machine, without a proxy in between ([`super::local::Local`]).
    Local,
    /// Whoever has a live session, or an API token where the call only reads.
    SignedIn,
    /// Whoever has a live session, about itself; no API token opens it.
    Own,
    /// Whoever has a live session and a permission on each of these modules, and sees members of all of them; no API token
    /// opens it.
    InPerson { modules: &'static [Module] },
    /// Whoever has a permission on the module; where the call changes something, an editable one.
    Module { module: Module, editable: bool },
    /// As [`Class::Module`], for what belongs to no member: closed to roles that are limited to groups, unless they say
    /// otherwise.
    WithoutMembers { module: Module },
    /// Whoever has a permission on the module EXPORT and may see the dashboard of the screen that the body names: the
    /// handler looks for the second ([`super::guard::admitted_to`]).
    Export,
    /// Whoever may see the dashboard of the trend in the path.
    Trend,
    /// Whoever may see the dashboard of the figure in the path (`{metric}`, an id of [`crate::screens::FIGURES`]).
    Figure,
}

impl Class {
    /// Whether only a request with a live session is answered.
    pub fn needs_session(self) -> bool {
        !matches!(self, Class::Public | Class::Local)
    }

    /// Whether an API token may be used in the place of a session, on calls with this method.
    pub fn accepts_api_token(self, is_safe: bool) -> bool {
        match self {
            Class::SignedIn => is_safe,
            Class::Module { module, editable } => !editable && !module.is_administration(),
            Class::Export | Class::Trend | Class::Figure | Class::WithoutMembers { .. } => true,
            Class::Public | Class::Local | Class::Own | Class::InPerson { .. } => false,
        }
    }

    /// Whether a user with a session may be refused.
    pub fn needs_permission(self) -> bool {
        !matches!(self, Class::Public | Class::Local | Class::SignedIn | Class::Own)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    /// In lower case, as in OpenAPI.
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "get",
            Method::Post => "post",
            Method::Put => "put",
            Method::Delete => "delete",
        }
    }
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Route {
    pub method: Method,
    /// With `{name}` for a part that varies.
    pub path: String,
    pub class: Class,
    pub endpoint: Endpoint,
}

/// What answers a route.
#[derive(Clone, Copy, Debug)]
pub enum Endpoint {
    Healthz,
    Readyz,
    Metrics,
    OpenApi,
    Login,
    Sso,
    OidcOffer,
    OidcStart,
    OidcCallback,
    OidcSession,
    OidcSignOut,
    Logout,
    CurrentUser,
    Program,
    UserGroups,
    Score,
    Indicators,
    Trends,
    Explain,
    ExplainScore,
    Receipt,
    ScoreReceipt,
    Issued(Issued),
    Totals(&'static Totals),
    TotalsOfType(&'static Totals),
    Blocks(&'static Breakdown),
    OneBlock(&'static Breakdown),
    List(&'static ListCall),
    Schedules,
    Polls,
    Poll,
    PollBlock,
    Loads,
    Upload,
    Load,
    CancelLoad,
    UndoLoad,
    Suggest,
    LoadedData,
    LoadSample,
    MakeDemo,
    Mappings,
    Mapping,
    SaveMapping,
    RemoveMapping,
    EraseMembers,
    Roles,
    AddRole,
    ChangeRole,
    RemoveRole,
    Accounts(Accounts),
    Administration(Administration),
    Planner(Planner),
    Insights(Insights),
    Views(Views),
    Annotations(Annotations),
    Export(Export),
    Reports(Reports),
}

/// What answers a call for a file of what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    Xlsx,
    Pdf,
    Dossier,
    Zip,
    Csv,
}

/// What answers a call of the planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planner {
    Plan,
    Forecast,
    Close,
    CloseMembers,
    Plans,
    AddPlan,
    RemovePlan,
}

/// What answers a call about issued figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Issued {
    Figure,
    Score,
    Receipt,
    ScoreReceipt,
}

/// What answers a call of Insights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insights {
    Moves,
    Unusual,
    Cohorts,
    Expiring,
    Notes,
    SaveNote,
}

/// What answers a call about saved views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Views {
    List,
    Add,
    Change,
    Remove,
    OpenFirst,
    NotFirst,
}

/// What answers a call about annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotations {
    List,
    Add,
    Remove,
}

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
    DeleteUser,
    SetRoles,
    DisableUser,
    EnableUser,
    UnlockUser,
    EndUserSessions,
    NewPasswordLink,
    Tokens,
    RevokeToken,
}

/// The table.
pub fn table() -> Vec<Route> {
    use Class::{Local, Public, SignedIn};
    use Method::{Delete, Get, Post, Put};
    let reads = |module| Class::Module { module, editable: false };
    let changes = |module| Class::Module { module, editable: true };
    let mut table = Vec::new();
    let mut add = |method, path: String, class, endpoint| table.push(Route { method, path, class, endpoint });

    add(Get, "/healthz".into(), Public, Endpoint::Healthz);
    add(Get, "/readyz".into(), Public, Endpoint::Readyz);
    add(Get, "/metrics".into(), Local, Endpoint::Metrics);
    add(Get, "/api/openapi.json".into(), SignedIn, Endpoint::OpenApi);

    add(Post, "/api/auth/login".into(), Public, Endpoint::Login);
    add(Post, "/api/auth/sso".into(), Public, Endpoint::Sso);
    add(Get, oidc::PATH.into(), Public, Endpoint::OidcOffer);
    add(Get, format!("{}/start", oidc::PATH), Public, Endpoint::OidcStart);
    add(Get, format!("{}/callback", oidc::PATH), Public, Endpoint::OidcCallback);
    add(Post, format!("{}/session", oidc::PATH), Public, Endpoint::OidcSession);
    add(Get, format!("{}/sign-out", oidc::PATH), Public, Endpoint::OidcSignOut);
    add(Post, "/api/auth/logout".into(), Class::Own, Endpoint::Logout);
    add(Get, "/api/auth/current/user".into(), SignedIn, Endpoint::CurrentUser);
    add(Get, "/api/user/current".into(), SignedIn, Endpoint::CurrentUser);

    add(Get, "/api/v1/program".into(), SignedIn, Endpoint::Program);
    add(Get, "/api/v1/dashboard/users/userGroups".into(), SignedIn, Endpoint::UserGroups);
    add(Post, "/api/v1/bond/score".into(), reads(Module::Monitor), Endpoint::Score);
    add(Post, "/api/v1/program/monitor/getIndicatorList".into(), reads(Module::Monitor), Endpoint::Indicators);
    add(Post, "/api/v1/trends/{type}".into(), Class::Trend, Endpoint::Trends);
    add(Post, "/api/v1/explain/score".into(), reads(Module::Monitor), Endpoint::ExplainScore);
    add(Post, "/api/v1/explain/{metric}".into(), Class::Figure, Endpoint::Explain);
    add(Post, format!("{}/score", receipts::PATH), reads(Module::Monitor), Endpoint::ScoreReceipt);
    add(Post, format!("{}/{{metric}}", receipts::PATH), Class::Figure, Endpoint::Receipt);
    for (method, path, class, endpoint) in issued_figures() {
        add(method, path, class, Endpoint::Issued(endpoint));
    }

    for dashboard in DASHBOARDS {
        let class = match dashboard.has_members {
            true => reads(dashboard.module),
            false => Class::WithoutMembers { module: dashboard.module },
        };
        for totals in dashboard.all_totals() {
            add(Post, format!("/{}", totals.path), class, Endpoint::Totals(totals));
            if totals.by_type {
                add(Post, format!("/{}/{{type}}", totals.path), class, Endpoint::TotalsOfType(totals));
            }
        }
        for breakdown in dashboard.all_breakdowns() {
            add(Post, format!("/{}/breakdowns", breakdown.path), class, Endpoint::Blocks(breakdown));
            if !breakdown.unwrapped {
                add(Post, format!("/{}/breakdown/{{type}}", breakdown.path), class, Endpoint::OneBlock(breakdown));
            }
        }
        for rows in dashboard.lists {
            add(if rows.get { Get } else { Post }, format!("/{}", rows.path), class, Endpoint::List(rows));
        }
    }
    let schedule = Class::WithoutMembers { module: emails::DASHBOARD.module };
    add(Post, format!("/{}", emails::SCHEDULE_PATH), schedule, Endpoint::Schedules);
    let of_polls = reads(content::DASHBOARD.module);
    add(Post, format!("/{}/info", polls::PATH), of_polls, Endpoint::Polls);
    add(Post, format!("/{}/{{id}}/answerInfos", polls::PATH), of_polls, Endpoint::Poll);
    add(Post, format!("/{}/{{id}}/{{type}}", polls::PATH), of_polls, Endpoint::PollBlock);

    for (method, path, class, endpoint) in planner() {
        add(method, path, class, Endpoint::Planner(endpoint));
    }
    for (method, path, class, endpoint) in of_insights() {
        add(method, path, class, Endpoint::Insights(endpoint));
    }
    for (format, endpoint) in [
        ("xlsx", Export::Xlsx),
        ("pdf", Export::Pdf),
        ("dossier", Export::Dossier),
        ("zip", Export::Zip),
        ("csv", Export::Csv),
    ] {
        add(Post, format!("/api/v1/export/{format}"), Class::Export, Endpoint::Export(endpoint));
    }
    for (method, path, endpoint) in of_views() {
        add(method, path, Class::Own, Endpoint::Views(endpoint));
    }
    // The handlers check the module of an annotation's figure.
    add(Get, annotations::PATH.into(), Class::Own, Endpoint::Annotations(Annotations::List));
    add(Post, annotations::PATH.into(), Class::Own, Endpoint::Annotations(Annotations::Add));
    add(Delete, format!("{}/{{id}}", annotations::PATH), Class::Own, Endpoint::Annotations(Annotations::Remove));

    // Whoever may take files along; the handlers check the module of a report's screen.
    let (sends, report) = (Class::InPerson { modules: &[Module::Export] }, format!("{}/{{id}}", reports::PATH));
    add(Get, reports::PATH.into(), sends, Endpoint::Reports(Reports::List));
    add(Post, reports::PATH.into(), sends, Endpoint::Reports(Reports::Add));
    add(Put, report.clone(), sends, Endpoint::Reports(Reports::Change));
    add(Delete, report.clone(), sends, Endpoint::Reports(Reports::Remove));
    add(Post, format!("{report}/send"), sends, Endpoint::Reports(Reports::Send));

    let (reads_data, changes_data) = (reads(Module::Data), changes(Module::Data));
    add(Get, loads::PATH.into(), reads_data, Endpoint::Loads);
    add(Post, loads::PATH.into(), changes_data, Endpoint::Upload);
    add(Post, format!("{}/undo", loads::PATH), changes_data, Endpoint::UndoLoad);
    // Changes nothing, but works on files that are sent.
    add(Post, format!("{}/suggest", loads::PATH), changes_data, Endpoint::Suggest);
    add(Post, format!("{}/sample", loads::PATH), changes_data, Endpoint::LoadSample);
    add(Post, format!("{}/demo", loads::PATH), changes_data, Endpoint::MakeDemo);
    add(Get, format!("{}/{{id}}", loads::PATH), reads_data, Endpoint::Load);
    add(Post, format!("{}/{{id}}/cancel", loads::PATH), changes_data, Endpoint::CancelLoad);
    add(Get, loaded::PATH.into(), reads_data, Endpoint::LoadedData);
    add(Get, mappings::PATH.into(), reads_data, Endpoint::Mappings);
    add(Get, format!("{}/{{name}}", mappings::PATH), reads_data, Endpoint::Mapping);
    add(Put, format!("{}/{{name}}", mappings::PATH), changes_data, Endpoint::SaveMapping);
    add(Delete, format!("{}/{{name}}", mappings::PATH), changes_data, Endpoint::RemoveMapping);
    add(Post, members::ERASE_PATH.into(), changes_data, Endpoint::EraseMembers);
    let (reads_admin, changes_admin) = (reads(Module::Admin), changes(Module::Admin));
    add(Get, roles::PATH.into(), reads_admin, Endpoint::Roles);
    add(Post, roles::PATH.into(), changes_admin, Endpoint::AddRole);
    add(Put, format!("{}/{{role}}", roles::PATH), changes_admin, Endpoint::ChangeRole);
    add(Post, format!("{}/{{role}}/remove", roles::PATH), changes_admin, Endpoint::RemoveRole);
    for (method, path, class, endpoint) in accounts() {
        add(method, path, class, Endpoint::Accounts(endpoint));
    }
    for (method, path, class, endpoint) in administration() {
        add(method, path, class, Endpoint::Administration(endpoint));
    }
    table
}

fn accounts() -> Vec<(Method, String, Class, Accounts)> {
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
        (Delete, user(""), changes, Accounts::DeleteUser),
        (Get, users::TOKENS_PATH.into(), reads, Accounts::Tokens),
        (Delete, format!("{}/{{id}}", users::TOKENS_PATH), changes, Accounts::RevokeToken),
    ]
}

fn administration() -> Vec<(Method, String, Class, Administration)> {
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
        (Get, score_methods::PATH.into(), reads, Administration::ScoreMethods),
        (Put, method("draft"), changes, Administration::SaveScoreDraft),
        (Delete, method("draft"), changes, Administration::WithdrawScoreDraft),
        (Post, method("effect"), of_score, Administration::ScoreMethodEffect),
        (Post, method("publish"), changes, Administration::PublishScoreMethod),
        (Post, method("approve"), changes, Administration::ApproveScoreMethod),
    ]
}

/// They are of everybody: the handlers refuse whoever is limited to some members.
fn issued_figures() -> Vec<(Method, String, Class, Issued)> {
    use Method::{Get, Post};
    let of_score = Class::Module { module: Module::Monitor, editable: false };
    vec![
        (Post, format!("{}/score", issued::PATH), of_score, Issued::Score),
        (Post, format!("{}/{{metric}}", issued::PATH), Class::Figure, Issued::Figure),
        (Get, format!("{}/score/{{day}}", issued::PATH), of_score, Issued::ScoreReceipt),
        (Get, format!("{}/{{metric}}/{{day}}", issued::PATH), Class::Figure, Issued::Receipt),
    ]
}

fn planner() -> Vec<(Method, String, Class, Planner)> {
    use Method::{Delete, Get, Post};
    let reads = Class::Module { module: Module::Recommendations, editable: false };
    let own = Class::InPerson { modules: &[Module::Recommendations] };
    let of_people = Class::InPerson { modules: &[Module::Recommendations, Module::People] };
    vec![
        (Post, planner::PATH.into(), reads, Planner::Plan),
        (Post, format!("{}/forecast", planner::PATH), reads, Planner::Forecast),
        (Post, format!("{}/close", planner::PATH), reads, Planner::Close),
        (Post, format!("{}/close/members", planner::PATH), of_people, Planner::CloseMembers),
        (Get, plans::PATH.into(), own, Planner::Plans),
        (Post, plans::PATH.into(), own, Planner::AddPlan),
        (Delete, format!("{}/{{id}}", plans::PATH), own, Planner::RemovePlan),
    ]
}

fn of_insights() -> Vec<(Method, String, Class, Insights)> {
    use Method::{Get, Post, Put};
    let reads = Class::Module { module: Module::Insights, editable: false };
    let own = Class::InPerson { modules: &[Module::Insights] };
    let path = |last: &str| format!("{}/{last}", insights::PATH);
    vec![
        (Post, path("moves"), reads, Insights::Moves),
        (Post, path("unusual"), reads, Insights::Unusual),
        (Post, path("cohorts"), reads, Insights::Cohorts),
        (Post, path("expiring"), reads, Insights::Expiring),
        (Get, path("notes"), own, Insights::Notes),
        (Put, path("notes"), own, Insights::SaveNote),
    ]
}

/// The handlers check the module of a view's screen.
fn of_views() -> Vec<(Method, String, Views)> {
    use Method::{Delete, Get, Post, Put};
    let one = |rest: &str| format!("{}/{{id}}{rest}", views::PATH);
    vec![
        (Get, views::PATH.into(), Views::List),
        (Post, views::PATH.into(), Views::Add),
        (Put, one(""), Views::Change),
        (Delete, one(""), Views::Remove),
        (Put, one("/first"), Views::OpenFirst),
        (Delete, one("/first"), Views::NotFirst),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn routes_are_unique() {
        let mut seen = HashSet::new();
        for route in table() {
            assert!(seen.insert((route.method as u8, route.path.clone())), "{}", route.path);
        }
    }
}
