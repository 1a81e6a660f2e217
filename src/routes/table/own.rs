//! The calls of what users save for themselves, and of targets: views, annotations, reports.

use super::{Class, Method};
use crate::modules::Module;
use crate::routes::reports::Reports;
use crate::routes::{annotations, reports, targets, views};

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
        (Put, one(), Class::Own, Targets::Change),
        (Delete, one(), Class::Own, Targets::Remove),
        (Post, format!("{}/fitting", targets::PATH), Class::Own, Targets::Fitting),
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
