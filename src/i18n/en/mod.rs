//! What the server writes in English.

mod alerts;
mod explain;
mod files;
mod insights;
mod issued;
mod letters;
mod notices;
mod reports;
mod targets;
mod writing;

use crate::i18n::texts::Texts;

pub(super) static TEXTS: Texts = Texts {
    alerts: alerts::TEXTS,
    explain: explain::TEXTS,
    files: files::TEXTS,
    insights: insights::TEXTS,
    issued: issued::TEXTS,
    letters: letters::TEXTS,
    notices: notices::TEXTS,
    reports: reports::TEXTS,
    targets: targets::TEXTS,
    writing: writing::WRITING,
};
