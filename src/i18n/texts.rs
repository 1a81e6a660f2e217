//! All texts of a language.

use super::alerts::Alerts;
use super::explain::Explain;
use super::files::Files;
use super::insights::Insights;
use super::issued::Issued;
use super::letters::Letters;
use super::notices::Notices;
use super::reports::Reports;
use super::targets::Targets;
use super::writing::Writing;

/// The texts of one language.
#[derive(Debug)]
pub struct Texts {
    pub alerts: Alerts,
    pub explain: Explain,
    pub files: Files,
    pub insights: Insights,
    pub issued: Issued,
    pub letters: Letters,
    pub notices: Notices,
    pub reports: Reports,
    pub targets: Targets,
    pub writing: Writing,
}
