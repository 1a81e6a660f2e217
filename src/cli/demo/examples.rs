//! What a person of the demo has saved at its first start: two links, a report to a folder, and an alert that fires.
//!
//! They are saved as the calls of the page save them. The first look of the server at reports and alerts sends the report
//! and has the alert fire.

use std::fs;

use serde_json::{Value, json};
use time::Duration;

use crate::app::App;
use crate::app::opening::LOGIN;
use crate::cli::failure::Failure;
use crate::config::Config;
use crate::features::alerts::stored::{Alert, Standing};
use crate::features::links::stored::{Link, Use};
use crate::features::reports::stored::{Progress, Report};
use crate::features::saved_screen;
use crate::figures::filter::iso;
use crate::http::visit_paths::PAGE;
use crate::random::random_secret;
use crate::store::audit::By;
use crate::store::destinations::{AlertRule, Destination, Direction, Every, ReportFormat};

/// The folder for reports below the data directory, and its subfolder.
const REPORTS: &str = "reports";
const SUBFOLDER: &str = "harbor-rewards";

const DAY: i64 = 24 * 60 * 60;

/// Gives the demo a folder for reports below its data directory, where no setting names one.
pub fn set_folder(config: &mut Config) {
    config.mail.reports_dir.get_or_insert_with(|| config.data_dir.join(REPORTS));
}

/// Saves them for a user. Returns the paths of the links below the address of Bond, which nobody can find out later.
pub fn save(app: &App, user: i64) -> Result<Vec<(&'static str, String)>, Failure> {
    let now = app.clock.now();
    let filters = |filter: Value| saved_screen::filters(app, filter.to_string()).map(|(_, text)| text);
    let filters = |filter: Value| filters(filter).map_err(|error| Failure::new(error.to_string()));

    // Links without an account are off by default. A demo has nothing to hide.
    if app.is_choosable("allow_links") {
        app.store.choose_settings(&[("allow_links", Some("true"))], By { actor: Some(LOGIN), ..By::from(now) })?;
    }
    let links = &app.settings().links;
    let mut paths = Vec::new();
    for (name, route, screen, calls) in [
        (
            "Program Monitor for the board",
            "executive-summary",
            "api/v1/program/monitor/info",
            &["api/v1/program/monitor/info", "api/v1/program/monitor/getIndicatorList", "api/v1/insights/news"][..],
        ),
        (
            "Logins for the app team",
            "user-dashboard/logins-breakdown",
            "api/v1/dashboard/users/logins",
            &["api/v1/dashboard/users/logins/breakdowns", "api/v1/dashboard/users/userDashboardInfo/LOGINS"],
        ),
    ] {
        if !links.allow_links {
            break;
        }
        let calls: Vec<Value> = calls.iter().map(|path| json!({ "path": path })).collect();
        let link = Link {
            name: name.to_owned(),
            expires_at: now + i64::from(links.link_days) * DAY,
            password_hash: None,
            route: route.to_owned(),
            screen: screen.to_owned(),
            filters: filters(json!({ "period": "LAST_90DAYS" }))?,
            blocks: String::new(),
            calls: Value::from(calls).to_string(),
        };
        let secret = random_secret();
        app.store.add_saved(user, &link, &Use::of_secret(&secret), By::from(now))?;
        paths.push((name, format!("{PAGE}#{secret}")));
    }

    // Where there is no folder to write to, the demo is without a report.
    let folder = app.config.mail.reports_dir.as_deref();
    if folder.is_some_and(|folder| fs::create_dir_all(folder).is_ok()) {
        let report = Report {
            name: "Program Monitor every Monday".to_owned(),
            screen: "api/v1/program/monitor/info".to_owned(),
            filters: filters(json!({ "period": "LAST_30DAYS" }))?,
            of_view: false,
            view_id: None,
            every: Every::Week,
            on_day: 1,
            to: Destination::folder(SUBFOLDER.to_owned()),
            format: ReportFormat::Pdf,
        };
        // As if the last one had been a week ago, so that one is written now.
        let last = app.clock.today().saturating_sub(Duration::WEEK);
        app.store.add_saved(user, &report, &Progress::from(iso(last)), By::from(now))?;
    }

    let alert = Alert {
        name: "Gold logs in less".to_owned(),
        metric: "logins.totalLogins".to_owned(),
        filters: filters(json!({ "period": "LAST_90DAYS", "userGroupTiers": [2], "userGroupsTiersAll": false }))?,
        rule: AlertRule::Percent,
        direction: Direction::Down,
        amount: Some(10.0),
        table: String::new(),
        to: None,
    };
    app.store.add_saved(user, &alert, &Standing::new(None), By::from(now))?;
    Ok(paths)
}
