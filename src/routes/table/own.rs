//! The calls of what users save for themselves: views, annotations, reports, alerts, links; of targets, and of what links
//! show.

use super::class::{Class, Method};
use crate::modules::Module;
use crate::routes::alerts::Alerts;
use crate::routes::reports::Reports;
use crate::routes::{alerts, annotations, links, reports, targets, views, visit_paths};

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

/// What answers a call about targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    List,
    Add,
    Change,
    Remove,
    Fitting,
}

/// What answers a call about links that show a screen without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    List,
    Add,
    Remove,
    /// By an administrator.
    RemoveAny,
    /// Of a visitor: begins a visit.
    Open,
    /// Of a visitor: one of the link's calls.
    Answer,
}

/// The handlers check the module of a view's screen.
pub(super) fn views() -> Vec<(Method, String, Class, Views)> {
    use Method::{Delete, Get, Post, Put};
    let one = |rest: &str| format!("{}/{{id}}{rest}", views::PATH);
    vec![
        (Get, views::PATH.into(), Class::Own, Views::List),
        (Post, views::PATH.into(), Class::Own, Views::Add),
        (Put, one(""), Class::Own, Views::Change),
        (Delete, one(""), Class::Own, Views::Remove),
        (Put, one("/first"), Class::Own, Views::OpenFirst),
        (Delete, one("/first"), Class::Own, Views::NotFirst),
    ]
}

/// The handlers check the module of an annotation's figure.
pub(super) fn annotations() -> Vec<(Method, String, Class, Annotations)> {
    use Method::{Delete, Get, Post};
    vec![
        (Get, annotations::PATH.into(), Class::Own, Annotations::List),
        (Post, annotations::PATH.into(), Class::Own, Annotations::Add),
        (Delete, format!("{}/{{id}}", annotations::PATH), Class::Own, Annotations::Remove),
    ]
}

/// The handlers check the module of a target's figure.
pub(super) fn targets() -> Vec<(Method, String, Class, Targets)> {
    use Method::{Delete, Get, Post, Put};
    let one = || format!("{}/{{id}}", targets::PATH);
    vec![
        (Get, targets::PATH.into(), Class::SignedIn, Targets::List),
        (Post, targets::PATH.into(), Class::Own, Targets::Add),
        // Before the paths with a number.
        (Post, format!("{}/fitting", targets::PATH), Class::Own, Targets::Fitting),
        (Put, one(), Class::Own, Targets::Change),
        (Delete, one(), Class::Own, Targets::Remove),
    ]
}

/// For whoever may take files along; the handlers check the module of a report's screen.
pub(super) fn reports() -> Vec<(Method, String, Class, Reports)> {
    use Method::{Delete, Get, Post, Put};
    let sends = Class::InPerson { modules: &[Module::Export] };
    let one = |rest: &str| format!("{}/{{id}}{rest}", reports::PATH);
    vec![
        (Get, reports::PATH.into(), sends, Reports::List),
        (Post, reports::PATH.into(), sends, Reports::Add),
        (Put, one(""), sends, Reports::Change),
        (Delete, one(""), sends, Reports::Remove),
        (Post, one("/send"), sends, Reports::Send),
    ]
}

/// Links are made by whoever may take files along, and removed by whoever sees them; the handlers check the module of a
/// link's screen. The last two are what a visitor may call, and all of it.
pub(super) fn links() -> Vec<(Method, String, Class, Links)> {
    use Method::{Delete, Get, Post};
    vec![
        (Get, links::PATH.into(), Class::Own, Links::List),
        (Post, links::PATH.into(), Class::InPerson { modules: &[Module::Export] }, Links::Add),
        (Delete, format!("{}/{{id}}", links::PATH), Class::Own, Links::Remove),
        (
            Post,
            format!("{}/{{id}}/remove", links::PATH),
            Class::Module { module: Module::Admin, editable: true },
            Links::RemoveAny,
        ),
        (Post, visit_paths::OPEN_PATH.into(), Class::Public, Links::Open),
        (Post, visit_paths::ANSWER_PATH.into(), Class::Link, Links::Answer),
    ]
}

/// As reports; the handlers check the module of an alert's figure.
pub(super) fn alerts() -> Vec<(Method, String, Class, Alerts)> {
    use Method::{Delete, Get, Post, Put};
    let sends = Class::InPerson { modules: &[Module::Export] };
    let one = |rest: &str| format!("{}/{{id}}{rest}", alerts::PATH);
    vec![
        (Get, alerts::PATH.into(), sends, Alerts::List),
        (Post, alerts::PATH.into(), sends, Alerts::Add),
        (Put, one(""), sends, Alerts::Change),
        (Delete, one(""), sends, Alerts::Remove),
        (Post, one("/send"), sends, Alerts::Send),
    ]
}
