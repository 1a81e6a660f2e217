//! The table of all calls: path, method, access class, endpoint.
//!
//! The calls of the dashboards follow from the declarations in `screens`, one loop per kind; every other call has one
//! line. The extractor that a handler takes decides who may call it, and a test checks every line of the table
//! against its [`Class`].

use super::{loaded, loads, mappings, members, oidc};
use crate::screens::declared::{emails, polls};
use crate::screens::{BREAKDOWNS, Breakdown, LIST_CALLS, ListCall, TOTALS, Totals};

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Anybody.
    Public,
    /// A program on the same machine, without a proxy in between ([`super::local::Local`]).
    Local,
    /// Whoever has a live session.
    SignedIn,
    /// Whoever has a permission on the module ADMIN.
    Admin,
}

impl Class {
    /// Whether only a request with a live session is answered.
    pub fn needs_session(self) -> bool {
        matches!(self, Class::SignedIn | Class::Admin)
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
}

/// The table.
pub fn table() -> Vec<Route> {
    use Class::{Admin, Local, Public, SignedIn};
    use Method::{Delete, Get, Post, Put};
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
    add(Post, "/api/auth/logout".into(), SignedIn, Endpoint::Logout);
    add(Get, "/api/auth/current/user".into(), SignedIn, Endpoint::CurrentUser);
    add(Get, "/api/user/current".into(), SignedIn, Endpoint::CurrentUser);

    add(Get, "/api/v1/program".into(), SignedIn, Endpoint::Program);
    add(Get, "/api/v1/dashboard/users/userGroups".into(), SignedIn, Endpoint::UserGroups);
    add(Post, "/api/v1/bond/score".into(), SignedIn, Endpoint::Score);
    add(Post, "/api/v1/program/monitor/getIndicatorList".into(), SignedIn, Endpoint::Indicators);
    add(Post, "/api/v1/trends/{type}".into(), SignedIn, Endpoint::Trends);

    for totals in TOTALS.iter() {
        add(Post, format!("/{}", totals.path), SignedIn, Endpoint::Totals(totals));
        if totals.by_type {
            add(Post, format!("/{}/{{type}}", totals.path), SignedIn, Endpoint::TotalsOfType(totals));
        }
    }
    for breakdown in BREAKDOWNS.iter() {
        add(Post, format!("/{}/breakdowns", breakdown.path), SignedIn, Endpoint::Blocks(breakdown));
        if !breakdown.unwrapped {
            add(Post, format!("/{}/breakdown/{{type}}", breakdown.path), SignedIn, Endpoint::OneBlock(breakdown));
        }
    }
    for rows in LIST_CALLS.iter() {
        add(if rows.get { Get } else { Post }, format!("/{}", rows.path), SignedIn, Endpoint::List(rows));
    }
    add(Post, format!("/{}", emails::SCHEDULE_PATH), SignedIn, Endpoint::Schedules);
    add(Post, format!("/{}/info", polls::PATH), SignedIn, Endpoint::Polls);
    add(Post, format!("/{}/{{id}}/answerInfos", polls::PATH), SignedIn, Endpoint::Poll);
    add(Post, format!("/{}/{{id}}/{{type}}", polls::PATH), SignedIn, Endpoint::PollBlock);

    add(Get, loads::PATH.into(), Admin, Endpoint::Loads);
    add(Post, loads::PATH.into(), Admin, Endpoint::Upload);
    add(Post, format!("{}/undo", loads::PATH), Admin, Endpoint::UndoLoad);
    add(Post, format!("{}/suggest", loads::PATH), Admin, Endpoint::Suggest);
    add(Post, format!("{}/sample", loads::PATH), Admin, Endpoint::LoadSample);
    add(Post, format!("{}/demo", loads::PATH), Admin, Endpoint::MakeDemo);
    add(Get, format!("{}/{{id}}", loads::PATH), Admin, Endpoint::Load);
    add(Post, format!("{}/{{id}}/cancel", loads::PATH), Admin, Endpoint::CancelLoad);
    add(Get, loaded::PATH.into(), Admin, Endpoint::LoadedData);
    add(Get, mappings::PATH.into(), Admin, Endpoint::Mappings);
    add(Get, format!("{}/{{name}}", mappings::PATH), Admin, Endpoint::Mapping);
    add(Put, format!("{}/{{name}}", mappings::PATH), Admin, Endpoint::SaveMapping);
    add(Delete, format!("{}/{{name}}", mappings::PATH), Admin, Endpoint::RemoveMapping);
    add(Post, members::ERASE_PATH.into(), Admin, Endpoint::EraseMembers);
    table
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
