//! The calls of the planner, of Insights, of issued figures and of exports.

use super::class::{Class, Method};
use crate::modules::Module;
use crate::routes::{insights, issued, planner, plans};

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

/// What answers a call for a file of what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    Xlsx,
    Pdf,
    Dossier,
    Zip,
    Csv,
    Progress,
}

pub(super) fn planner() -> Vec<(Method, String, Class, Planner)> {
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

pub(super) fn insights() -> Vec<(Method, String, Class, Insights)> {
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

/// They are of everybody: the handlers refuse whoever is limited to some members.
pub(super) fn issued() -> Vec<(Method, String, Class, Issued)> {
    use Method::{Get, Post};
    let of_score = Class::Module { module: Module::Monitor, editable: false };
    vec![
        (Post, format!("{}/score", issued::PATH), of_score, Issued::Score),
        (Post, format!("{}/{{metric}}", issued::PATH), Class::Figure, Issued::Figure),
        (Get, format!("{}/score/{{day}}", issued::PATH), of_score, Issued::ScoreReceipt),
        (Get, format!("{}/{{metric}}/{{day}}", issued::PATH), Class::Figure, Issued::Receipt),
    ]
}

pub(super) fn exports() -> Vec<(Method, String, Class, Export)> {
    [
        ("xlsx", Export::Xlsx),
        ("pdf", Export::Pdf),
        ("dossier", Export::Dossier),
        ("zip", Export::Zip),
        ("csv", Export::Csv),
    ]
    .map(|(format, endpoint)| (Method::Post, format!("/api/v1/export/{format}"), Class::Export, endpoint))
    .into_iter()
    .chain([(Method::Get, "/api/v1/export/progress/{id}".into(), Class::Export, Export::Progress)])
    .collect()
}
