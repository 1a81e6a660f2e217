//! The calls: their paths ([`table`]) and the handlers that answer them.

pub mod account;
mod accounts;
pub mod alerts;
pub mod annotations;
pub mod audit;
pub mod backups;
pub mod body;
pub mod client;
mod csv;
pub mod data;
pub mod destinations;
pub mod device;
pub mod exports;
pub mod figures;
pub mod first;
pub mod first_view;
pub mod form;
mod guard;
pub mod health;
pub mod insights;
pub mod issued;
pub mod links;
pub mod loaded;
pub mod loads;
pub mod local;
pub mod making;
pub mod mappings;
pub mod members;
pub mod oidc;
pub mod openapi;
mod own;
pub mod planner;
pub mod plans;
pub mod preferences;
pub mod query;
pub mod receipts;
pub mod reports;
pub mod roles;
pub mod score_methods;
pub mod session;
pub mod settings;
pub mod signed_in;
pub mod spoken;
pub mod suggest;
pub mod system;
pub mod table;
pub mod targets;
pub mod template;
pub mod users;
pub mod views;
pub mod visit_paths;
pub mod visits;
pub mod webhooks;

pub use spoken::language;

use actix_web::http::StatusCode;
use actix_web::{Resource, web};

use crate::error::ApiError;

use alerts::Alerts;
use reports::Reports;
use table::{
    Administration, Annotations, Endpoint, Export, Insights, Issued, Links, Method, Planner, Route, Targets, Views,
    table,
};

/// Registers the table. A known path called with another method answers 405.
pub fn configure(app: &mut web::ServiceConfig) {
    // A part of a path that cannot be parsed names nothing.
    let paths = web::PathConfig::default();
    app.app_data(paths.error_handler(|_, _| ApiError::of_status(StatusCode::NOT_FOUND).into()));
    let mut resources: Vec<(String, Resource)> = Vec::new();
    for route in table() {
        let found = resources.iter().position(|(path, _)| *path == route.path);
        let (path, resource) = match found {
            Some(at) => resources.swap_remove(at),
            None => (route.path.clone(), web::resource(route.path.clone())),
        };
        resources.push((path, resource.route(guard::guarded(route.class, handler(&route)))));
    }
    for (_, resource) in resources {
        app.service(resource);
    }
}

fn handler(route: &Route) -> actix_web::Route {
    let verb = match route.method {
        Method::Get => web::get(),
        Method::Post => web::post(),
        Method::Put => web::put(),
        Method::Delete => web::delete(),
    };
    match route.endpoint {
        Endpoint::Healthz => verb.to(health::healthz),
        Endpoint::Readyz => verb.to(health::readyz),
        Endpoint::Metrics => verb.to(figures::metrics),
        Endpoint::OpenApi => verb.to(openapi::document),
        Endpoint::Login => verb.to(session::login),
        Endpoint::Sso => verb.to(session::sso),
        Endpoint::OidcOffer => verb.to(oidc::offer),
        Endpoint::OidcStart => verb.to(oidc::start),
        Endpoint::OidcCallback => verb.to(oidc::callback),
        Endpoint::OidcSession => verb.to(oidc::session),
        Endpoint::OidcSignOut => verb.to(oidc::sign_out),
        Endpoint::Logout => verb.to(session::logout),
        Endpoint::CurrentUser => verb.to(session::current_user),
        Endpoint::Program => verb.to(data::program),
        Endpoint::UserGroups => verb.to(data::user_groups),
        Endpoint::Score => verb.to(data::score),
        Endpoint::Indicators => verb.to(data::indicators),
        Endpoint::Trends => verb.to(data::trends),
        Endpoint::Explain => verb.to(data::explain),
        Endpoint::ExplainScore => verb.to(data::explain_score),
        Endpoint::Receipt => verb.to(receipts::figure),
        Endpoint::ScoreReceipt => verb.to(receipts::score),
        Endpoint::Issued(endpoint) => match endpoint {
            Issued::Figure => verb.to(issued::figure),
            Issued::Score => verb.to(issued::score),
            Issued::Receipt => verb.to(issued::receipt),
            Issued::ScoreReceipt => verb.to(issued::score_receipt),
        },
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
        Endpoint::List(rows) if rows.get => verb.to(move |app, user| data::all_rows(app, user, rows)),
        Endpoint::List(rows) => verb.to(move |app, user, filters| data::rows(app, user, rows, filters)),
        Endpoint::Schedules => verb.to(data::schedules),
        Endpoint::Polls => verb.to(data::polls),
        Endpoint::Poll => verb.to(data::poll),
        Endpoint::PollBlock => verb.to(data::poll_block),
        Endpoint::Loads => verb.to(loads::list),
        Endpoint::Upload => verb.to(loads::upload),
        Endpoint::Load => verb.to(loads::one),
        Endpoint::CancelLoad => verb.to(loads::cancel),
        Endpoint::UndoLoad => verb.to(loads::undo),
        Endpoint::LoadedData => verb.to(loaded::data),
        Endpoint::Suggest => verb.to(suggest::answer),
        Endpoint::LoadSample => verb.to(loads::sample),
        Endpoint::MakeDemo => verb.to(loads::demo),
        Endpoint::Mappings => verb.to(mappings::list),
        Endpoint::Mapping => verb.to(mappings::one),
        Endpoint::SaveMapping => verb.to(mappings::save),
        Endpoint::RemoveMapping => verb.to(mappings::remove),
        Endpoint::EraseMembers => verb.to(members::erase),
        Endpoint::Administration(endpoint) => match endpoint {
            Administration::Audit => verb.to(audit::list),
            Administration::AuditFile => verb.to(audit::file),
            Administration::AuditChain => verb.to(audit::chain),
            Administration::Backups => verb.to(backups::list),
            Administration::MakeBackup => verb.to(backups::make),
            Administration::VerifyBackup => verb.to(backups::verify),
            Administration::Settings => verb.to(settings::list),
            Administration::ChangeSettings => verb.to(settings::change),
            Administration::System => verb.to(system::answer),
            Administration::WebhookSecret => verb.to(webhooks::show),
            Administration::RenewWebhookSecret => verb.to(webhooks::renew),
            Administration::ScoreMethods => verb.to(score_methods::list),
            Administration::SaveScoreDraft => verb.to(score_methods::save),
            Administration::WithdrawScoreDraft => verb.to(score_methods::withdraw),
            Administration::ScoreMethodEffect => verb.to(score_methods::effect),
            Administration::PublishScoreMethod => verb.to(score_methods::publish),
            Administration::ApproveScoreMethod => verb.to(score_methods::approve),
        },
        Endpoint::Roles => verb.to(roles::list),
        Endpoint::AddRole => verb.to(roles::add),
        Endpoint::ChangeRole => verb.to(roles::change),
        Endpoint::RemoveRole => verb.to(roles::remove),
        Endpoint::Accounts(endpoint) => accounts::handler(endpoint, verb),
        Endpoint::Planner(endpoint) => match endpoint {
            Planner::Plan => verb.to(planner::plan),
            Planner::Forecast => verb.to(planner::forecast),
            Planner::Close => verb.to(planner::close),
            Planner::CloseMembers => verb.to(planner::members),
            Planner::Plans => verb.to(plans::list),
            Planner::AddPlan => verb.to(plans::add),
            Planner::RemovePlan => verb.to(plans::remove),
        },
        Endpoint::Insights(endpoint) => match endpoint {
            Insights::Moves => verb.to(insights::moves),
            Insights::Unusual => verb.to(insights::unusual),
            Insights::Cohorts => verb.to(insights::cohorts),
            Insights::Expiring => verb.to(insights::expiring),
            Insights::Notes => verb.to(insights::notes),
            Insights::SaveNote => verb.to(insights::save_note),
        },
        Endpoint::Export(endpoint) => match endpoint {
            Export::Xlsx => verb.to(exports::xlsx),
            Export::Pdf => verb.to(exports::document),
            Export::Dossier => verb.to(exports::html),
            Export::Zip => verb.to(exports::zip),
            Export::Csv => verb.to(exports::csv),
            Export::Progress => verb.to(making::progress),
        },
        Endpoint::Alerts(endpoint) => match endpoint {
            Alerts::List => verb.to(alerts::list),
            Alerts::Add => verb.to(alerts::add),
            Alerts::Change => verb.to(alerts::change),
            Alerts::Remove => verb.to(alerts::remove),
            Alerts::Send => verb.to(alerts::send_now),
        },
        Endpoint::Reports(endpoint) => match endpoint {
            Reports::List => verb.to(reports::list),
            Reports::Add => verb.to(reports::add),
            Reports::Change => verb.to(reports::change),
            Reports::Remove => verb.to(reports::remove),
            Reports::Send => verb.to(reports::send_now),
        },
        Endpoint::Links(endpoint) => match endpoint {
            Links::List => verb.to(links::list),
            Links::Add => verb.to(links::add),
            Links::Remove => verb.to(links::remove),
            Links::RemoveAny => verb.to(links::remove_any),
            Links::Open => verb.to(visits::open),
            Links::Answer => verb.to(visits::answer),
        },
        Endpoint::Annotations(endpoint) => match endpoint {
            Annotations::List => verb.to(annotations::list),
            Annotations::Add => verb.to(annotations::add),
            Annotations::Remove => verb.to(annotations::remove),
        },
        Endpoint::Targets(endpoint) => match endpoint {
            Targets::List => verb.to(targets::list),
            Targets::Add => verb.to(targets::add),
            Targets::Change => verb.to(targets::change),
            Targets::Remove => verb.to(targets::remove),
            Targets::Fitting => verb.to(targets::fitting),
        },
        Endpoint::Views(endpoint) => match endpoint {
            Views::List => verb.to(views::list),
            Views::Add => verb.to(views::add),
            Views::Change => verb.to(views::change),
            Views::Remove => verb.to(views::remove),
            Views::OpenFirst => verb.to(views::open_first),
            Views::NotFirst => verb.to(views::not_first),
        },
    }
}
