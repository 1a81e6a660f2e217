//! The route table, all of it: which paths there are, who may call them, what answers.
//!
//! The calls of the dashboards come of the declarations in `screens`, one loop a kind; what fits no declaration
//! has a line of its own. Whether a caller is let in is decided by the extractor the handler names, and a test
//! tries every line of the table against its [`Class`].

pub mod body;
pub mod data;
pub mod health;
pub mod openapi;
pub mod session;
pub mod signed_in;

use actix_web::http::StatusCode;
use actix_web::web;

use crate::error::ApiError;
use crate::screens::{BREAKDOWNS, Breakdown, ROWS, Rows, TOTALS, Totals, polls, schedule};

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Anybody.
    Public,
    /// Whoever has a live session.
    SignedIn,
    /// Whoever has a permission on the module ADMIN.
    Admin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Route {
    pub method: Method,
    /// With `{name}` for a part that varies.
    pub path: String,
    pub class: Class,
    pub answers: Endpoint,
}

/// What answers a route.
#[derive(Clone, Copy, Debug)]
pub enum Endpoint {
    Healthz,
    Readyz,
    OpenApi,
    Login,
    Sso,
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
    Rows(&'static Rows),
    Schedules,
    Polls,
    Poll,
    PollBlock,
}

/// The table.
pub fn table() -> Vec<Route> {
    use Class::{Public, SignedIn};
    use Method::{Get, Post};
    let mut table = Vec::new();
    let mut add = |method, path: String, class, answers| table.push(Route { method, path, class, answers });

    add(Get, "/healthz".into(), Public, Endpoint::Healthz);
    add(Get, "/readyz".into(), Public, Endpoint::Readyz);
    add(Get, "/api/openapi.json".into(), SignedIn, Endpoint::OpenApi);

    add(Post, "/api/auth/login".into(), Public, Endpoint::Login);
    add(Post, "/api/auth/sso".into(), Public, Endpoint::Sso);
    add(Post, "/api/auth/logout".into(), SignedIn, Endpoint::Logout);
    add(Get, "/api/auth/current/user".into(), SignedIn, Endpoint::CurrentUser);
    add(Get, "/api/user/current".into(), SignedIn, Endpoint::CurrentUser);

    add(Get, "/api/v1/program".into(), SignedIn, Endpoint::Program);
    add(Get, "/api/v1/dashboard/users/userGroups".into(), SignedIn, Endpoint::UserGroups);
    add(Post, "/api/v1/bond/score".into(), SignedIn, Endpoint::Score);
    add(Post, "/api/v1/program/monitor/getIndicatorList".into(), SignedIn, Endpoint::Indicators);
    add(Post, "/api/v1/trends/{type}".into(), SignedIn, Endpoint::Trends);

    for totals in TOTALS {
        add(Post, format!("/{}", totals.path), SignedIn, Endpoint::Totals(totals));
        if !totals.types.is_empty() {
            add(Post, format!("/{}/{{type}}", totals.path), SignedIn, Endpoint::TotalsOfType(totals));
        }
    }
    for breakdown in BREAKDOWNS {
        add(Post, format!("/{}/breakdowns", breakdown.path), SignedIn, Endpoint::Blocks(breakdown));
        if !breakdown.bare {
            add(Post, format!("/{}/breakdown/{{type}}", breakdown.path), SignedIn, Endpoint::OneBlock(breakdown));
        }
    }
    for rows in ROWS {
        add(if rows.get { Get } else { Post }, format!("/{}", rows.path), SignedIn, Endpoint::Rows(rows));
    }
    add(Post, format!("/{}", schedule::PATH), SignedIn, Endpoint::Schedules);
    add(Post, format!("/{}/info", polls::PATH), SignedIn, Endpoint::Polls);
    add(Post, format!("/{}/{{id}}/answerInfos", polls::PATH), SignedIn, Endpoint::Poll);
    add(Post, format!("/{}/{{id}}/{{type}}", polls::PATH), SignedIn, Endpoint::PollBlock);
    table
}

/// Registers the table. A path that is there, asked with another method, answers 405.
pub fn configure(app: &mut web::ServiceConfig) {
    // A part of a path that cannot be read names nothing.
    let paths = web::PathConfig::default();
    app.app_data(paths.error_handler(|_, _| ApiError::of_status(StatusCode::NOT_FOUND).into()));
    for route in table() {
        app.service(web::resource(route.path.clone()).route(handler(&route)));
    }
}

fn handler(route: &Route) -> actix_web::Route {
    let verb = match route.method {
        Method::Get => web::get(),
        Method::Post => web::post(),
    };
    match route.answers {
        Endpoint::Healthz => verb.to(health::healthz),
        Endpoint::Readyz => verb.to(health::readyz),
        Endpoint::OpenApi => verb.to(openapi::document),
        Endpoint::Login => verb.to(session::login),
        Endpoint::Sso => verb.to(session::sso),
        Endpoint::Logout => verb.to(session::logout),
        Endpoint::CurrentUser => verb.to(session::current_user),
        Endpoint::Program => verb.to(data::program),
        Endpoint::UserGroups => verb.to(data::user_groups),
        Endpoint::Score => verb.to(data::score),
        Endpoint::Indicators => verb.to(data::indicators),
        Endpoint::Trends => verb.to(data::trends),
        Endpoint::Totals(totals) => verb.to(move |app, user, filters| data::totals(app, user, totals, filters)),
        Endpoint::TotalsOfType(totals) => {
            verb.to(move |app, user, card, filters| data::totals_of_type(app, user, totals, card, filters))
        }
        Endpoint::Blocks(breakdown) => {
            verb.to(move |app, user, filters| data::breakdowns(app, user, breakdown, filters))
        }
        Endpoint::OneBlock(breakdown) => {
            verb.to(move |app, user, block, filters| data::breakdown(app, user, breakdown, block, filters))
        }
        Endpoint::Rows(rows) if rows.get => verb.to(move |app, user| data::all_rows(app, user, rows)),
        Endpoint::Rows(rows) => verb.to(move |app, user, filters| data::rows(app, user, rows, filters)),
        Endpoint::Schedules => verb.to(data::schedules),
        Endpoint::Polls => verb.to(data::polls),
        Endpoint::Poll => verb.to(data::poll),
        Endpoint::PollBlock => verb.to(data::poll_block),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_line_of_the_table_stands_twice() {
        let mut seen = HashSet::new();
        for route in table() {
            assert!(seen.insert((route.method as u8, route.path.clone())), "{}", route.path);
        }
    }
}
