//! The calls of what users save for themselves: views, annotations, reports, alerts.

use super::{Class, Method};
use crate::modules::Module;
use crate::routes::alerts::Alerts;
use crate::routes::reports::Reports;
use crate::routes::{alerts, annotations, reports, views};

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
