//! Texts that the server writes, in the languages of the page: sentences, files and mail.
//!
//! Each area has a struct of its texts and one value of it for each language: a text that is missing in one does not
//! compile. A text that takes values is a function; figures and days come to it as texts that are formatted already.
//!
//! - `language` has the languages.
//! - `alerts`, `explain`, `insights`, `issued`, `files`, `reports` and `targets` are the areas.
//! - `labels` has labels, names and definitions of figures, from `data/languages`.
//! - `dates` and `numbers` write days and numbers.
//! - `messages` translates what arises in English, by its text: errors, faults of files, findings.
//!
//! What is for scripts and operators stays English: names of fields and settings, the audit log, logs and command line.

mod alerts;
pub mod dates;
mod explain;
pub mod file_names;
mod files;
mod insights;
mod issued;
pub mod labels;
pub mod language;
pub mod messages;
pub mod numbers;
mod reports;
mod targets;

pub use alerts::{Alerts, Way};
pub use explain::{Explain, Moved, Named, Rest};
pub use files::Files;
pub use insights::{Insights, Others};
pub use issued::Issued;
pub use reports::Reports;
pub use targets::Targets;

use crate::i18n::language::Language;

/// The texts of one language.
#[derive(Debug)]
pub struct Texts {
    pub alerts: Alerts,
    pub explain: Explain,
    pub files: Files,
    pub insights: Insights,
    pub issued: Issued,
    pub reports: Reports,
    pub targets: Targets,
}

static ENGLISH: Texts = Texts {
    alerts: alerts::ENGLISH,
    explain: explain::ENGLISH,
    files: files::ENGLISH,
    insights: insights::ENGLISH,
    issued: issued::ENGLISH,
    reports: reports::ENGLISH,
    targets: targets::ENGLISH,
};
static GERMAN: Texts = Texts {
    alerts: alerts::GERMAN,
    explain: explain::GERMAN,
    files: files::GERMAN,
    insights: insights::GERMAN,
    issued: issued::GERMAN,
    reports: reports::GERMAN,
    targets: targets::GERMAN,
};
static SPANISH: Texts = Texts {
    alerts: alerts::SPANISH,
    explain: explain::SPANISH,
    files: files::SPANISH,
    insights: insights::SPANISH,
    issued: issued::SPANISH,
    reports: reports::SPANISH,
    targets: targets::SPANISH,
};

impl Language {
    /// What the server writes in it.
    pub fn texts(self) -> &'static Texts {
        match self {
            Language::En => &ENGLISH,
            Language::De => &GERMAN,
            Language::Es => &SPANISH,
        }
    }
}
