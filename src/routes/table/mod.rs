//! The table of all calls: path, method, access class, endpoint.
//!
//! The calls of the dashboards follow from the declarations in `screens`, one loop per kind; every other call has one
//! line, here or in the file of its part. The [`Class`] of a line decides who may call it (guard.rs).

mod administration;
mod analysis;
mod class;
mod own;

use super::alerts::Alerts;
use super::reports::Reports;
use super::{loaded, loads, mappings, members, oidc, receipts, roles};
use crate::modules::Module;
use crate::screens::declared::{content, emails, monitor, polls};
use crate::screens::{Breakdown, DASHBOARDS, ListCall, Totals};

pub use administration::{Accounts, Administration};
pub use analysis::{Export, Insights, Issued, Planner};
pub use class::{Class, Method};
pub use own::{Annotations, Links, Targets, Views};

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
    Targets(Targets),
    Links(Links),
    Export(Export),
    Reports(Reports),
    Alerts(Alerts),
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
    add(Post, format!("/{}", monitor::INDICATORS_PATH), reads(Module::Monitor), Endpoint::Indicators);
    add(Post, "/api/v1/trends/{type}".into(), Class::Trend, Endpoint::Trends);
    add(Post, "/api/v1/explain/score".into(), reads(Module::Monitor), Endpoint::ExplainScore);
    add(Post, "/api/v1/explain/{metric}".into(), Class::Figure, Endpoint::Explain);
    add(Post, format!("{}/score", receipts::PATH), reads(Module::Monitor), Endpoint::ScoreReceipt);
    add(Post, format!("{}/{{metric}}", receipts::PATH), Class::Figure, Endpoint::Receipt);
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
    add(Post, format!("/{}/{{id}}/{}", polls::PATH, polls::OPTIONS), of_polls, Endpoint::Poll);
    add(Post, format!("/{}/{{id}}/{{type}}", polls::PATH), of_polls, Endpoint::PollBlock);

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

    let mut add_all = |more: Vec<Route>| table.extend(more);
    add_all(of(analysis::issued(), Endpoint::Issued));
    add_all(of(analysis::planner(), Endpoint::Planner));
    add_all(of(analysis::insights(), Endpoint::Insights));
    add_all(of(analysis::exports(), Endpoint::Export));
    add_all(of(own::views(), Endpoint::Views));
    add_all(of(own::annotations(), Endpoint::Annotations));
    add_all(of(own::targets(), Endpoint::Targets));
    add_all(of(own::reports(), Endpoint::Reports));
    add_all(of(own::links(), Endpoint::Links));
    add_all(of(own::alerts(), Endpoint::Alerts));
    add_all(of(administration::accounts(), Endpoint::Accounts));
    add_all(of(administration::administration(), Endpoint::Administration));
    table
}

/// The routes of a part of the table.
fn of<T>(lines: Vec<(Method, String, Class, T)>, endpoint: impl Fn(T) -> Endpoint) -> Vec<Route> {
    let route = |(method, path, class, what)| Route { method, path, class, endpoint: endpoint(what) };
    lines.into_iter().map(route).collect()
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
