//! Issues the headline figures of days that loads have closed.

use std::collections::BTreeMap;
use std::time::Duration;

use super::follow::Following;
use crate::app::App;
use crate::i18n::language::Language;
use crate::scope::Scope;
use crate::screens::AnswerError;
use crate::screens::issued::exact;
use crate::screens::receipts::{Issuer, Receipt, hexadecimal, sign};
use crate::store::StoreError;
use crate::store::audit::Entry;
use crate::store::issued::IssuedFigure;

/// How often it is tried, and how long is waited in between. The next load, or the next start, tries again.
const TRIES: u32 = 3;
const PAUSE: Duration = Duration::from_secs(2);

#[derive(Debug, thiserror::Error)]
enum IssueError {
    #[error(transparent)]
    Answer(#[from] AnswerError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Issues what is due: of each figure its last closed day, unless that was issued.
pub(super) fn closed_days(following: &Following<'_>) {
    if following.version().is_none() {
        return;
    }
    for tries in 1..=TRIES {
        match issue(following) {
            Ok(0) => return,
            Ok(issued) => return tracing::info!(issued, "figures of a closed day were issued"),
            Err(error) if tries == TRIES => tracing::error!(%error, "figures of a closed day were not issued"),
            Err(error) => tracing::warn!(%error, "figures of a closed day are issued later"),
        }
        if tries < TRIES {
            following.pause(PAUSE);
        }
        if following.is_over() {
            return;
        }
    }
}

/// Returns how many figures are new; none where another load was published meanwhile, whose figures are due then.
fn issue(following: &Following<'_>) -> Result<usize, IssueError> {
    // Queries run on the blocking threads of a runtime; this thread only waits for them.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let app: &App = following.app;
    let at = app.clock.now();
    let settings = app.settings();
    let issuer =
        Issuer { program: settings.program_name.clone(), install: app.auth.keyring.install_id().to_owned(), at };
    let answers = app.answers(&Scope::All, Language::En);
    let mut figures = Vec::new();
    let Some(all) = runtime.block_on(following.unless_over(answers.closed(&settings.expected_by))) else {
        return Ok(0);
    };
    for closed in all? {
        if app.store.is_issued(closed.subject.id(), &closed.day.to_string())? {
            continue;
        }
        let receipt = runtime.block_on(following.unless_over(answers.issue(&app.warehouse, closed, &issuer)));
        let Some(receipt) = receipt else { return Ok(0) };
        if let Some(receipt) = receipt? {
            figures.extend(signed(app, receipt, at)?);
        }
    }
    // All of them are of one data version, and under the day that was the newest then.
    if following.is_over() {
        return Ok(0);
    }
    let Some((first, _)) = figures.first() else { return Ok(0) };
    let (day, version) = (first.day.clone(), first.data_version);
    let digests: BTreeMap<String, String> =
        figures.iter().map(|(figure, sha256)| (format!("{} {}", figure.day, figure.metric), sha256.clone())).collect();
    let sha256 = hexadecimal(&serde_json::to_vec(&digests)?);
    let detail = format!("{} figures, data version {version}, sha256 {sha256}", figures.len());
    let entry = Entry { at, event: "figures_issued", subject: Some(&day), detail: Some(&detail), ..Entry::default() };
    let figures: Vec<IssuedFigure> = figures.into_iter().map(|(figure, _)| figure).collect();
    Ok(app.store.issue(&figures, &entry)?)
}

/// What is kept of a receipt, with the SHA-256 of what was signed; None where it has no value.
fn signed(app: &App, mut receipt: Receipt, at: i64) -> Result<Option<(IssuedFigure, String)>, IssueError> {
    let Some(value) = exact(&receipt) else { return Ok(None) };
    let bytes = sign(&mut receipt, &app.store.receipt_key(at)?.secret)?;
    let figure = IssuedFigure {
        metric: receipt.metric.id.clone(),
        day: receipt.window.end.clone(),
        issued_at: at,
        data_version: receipt.data.version,
        value,
        definition: receipt.definition.sha256.clone(),
        method: receipt.score.as_ref().map(|score| score.method.clone()),
        receipt: serde_json::to_string(&receipt)?,
    };
    Ok(Some((figure, hexadecimal(&bytes))))
}
