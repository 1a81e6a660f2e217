//! Issuing a receipt.

use super::canonical::digest;
use super::measure::{Allowed, Measured, measured};
use super::named;
use super::subject::Subject;
use super::wire::{FORMAT, Receipt, ReceiptData, ReceiptFilter, ReceiptTable, ReceiptWindow};
use crate::clock::second;
use crate::figures::Catalogue;
use crate::figures::filter::{FilterParams, iso};
use crate::figures::period::Window;
use crate::figures::score::{PartState, WINDOW_DAYS, score};
use crate::groupings::Grouping;
use crate::screens::answers::{AnswerError, Answers, Snapshot};
use crate::warehouse::{PastLoad, Warehouse};

/// A time in seconds since 1970-01-01 UTC as receipts have it: `2026-03-15T08:30:00Z`.
pub fn issue_time(at: i64) -> String {
    format!("{}Z", second(at).replace(' ', "T"))
}

/// Who issues a receipt, and when.
#[derive(Clone, Debug)]
pub struct Issuer {
    /// The name of the program.
    pub program: String,
    /// The id of the install.
    pub install: String,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
}

/// Why there is no receipt. Each is a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoReceipt {
    #[error(
        "There is no receipt of this figure: too few members are behind it, or behind its numerator or denominator, or they \
         would reveal such a figure."
    )]
    Hidden,
    #[error("There is no receipt of this figure: its data are not loaded, or none of its days is.")]
    NotLoaded,
}

impl Answers<'_> {
    /// A receipt, still without key and signature.
    ///
    /// # Errors
    /// If the filter is wrong or the warehouse gives no answer.
    pub async fn receipt(
        &self,
        warehouse: &Warehouse,
        subject: Subject,
        params: &FilterParams,
        issuer: &Issuer,
    ) -> Result<Result<Receipt, NoReceipt>, AnswerError> {
        let filter = self.resolved(params, &[Grouping::Lob])?;
        self.with_snapshot(&filter, async |snapshot| {
            let allowed = match snapshot.allowed(subject).await? {
                Ok(allowed) => allowed,
                Err(reason) => return Ok(Err(reason)),
            };
            let history = warehouse.history(snapshot.catalogue.version).await?;
            Ok(Ok(snapshot.receipt(allowed, self, issuer, &history).await?))
        })
        .await
    }
}

impl Snapshot<'_> {
    /// A subject that may have a receipt, or why it has none.
    pub(in crate::screens) async fn allowed(
        &self,
        subject: Subject,
    ) -> Result<Result<Allowed, NoReceipt>, AnswerError> {
        let of_figure = |may_show| Allowed::Figure(subject, may_show);
        Ok(match subject {
            // It would say 0 where nothing is shown.
            Subject::Figure(figure) if self.catalogue.coverage.lacks(figure.metric, self.filter.window).is_some() => {
                Err(NoReceipt::NotLoaded)
            }
            Subject::Figure(figure) => {
                let [now, _] = self.may_show(figure).await?;
                now.map(of_figure).ok_or(NoReceipt::Hidden)
            }
            Subject::Part(_, part) => {
                let answer =
                    score(self.engine, &self.catalogue, self.method, &self.filter.groups, self.filter.window.end)
                        .await?;
                let state = answer.explain.parts.iter().find(|one| one.key == part.key.name()).map(|one| one.state);
                let why = if state == Some(PartState::Hidden) { NoReceipt::Hidden } else { NoReceipt::NotLoaded };
                state.and_then(PartState::may_show).map(of_figure).ok_or(why)
            }
            Subject::Score => Ok(Allowed::Score),
        })
    }

    /// A receipt, still without key and signature.
    pub(in crate::screens) async fn receipt(
        &self,
        allowed: Allowed,
        answers: &Answers<'_>,
        issuer: &Issuer,
        history: &[PastLoad],
    ) -> Result<Receipt, AnswerError> {
        let (engine, catalogue, subject) = (self.engine, &self.catalogue, allowed.subject());
        let end = self.filter.window.end;
        // Without logins there is a receipt that there is no score.
        let window = subject.window(catalogue, self.filter);
        let window = window.unwrap_or_else(|| Window { start: end, end }.trailing(WINDOW_DAYS));
        let selection = subject.selection(self.filter);
        let filter = subject.heeded(catalogue, self.filter, engine.dormant_days());
        let (figure, score) = match measured(engine, catalogue, self.method, allowed, window, &selection).await? {
            Measured::Figure(figure) => (Some(figure), None),
            Measured::Score(score) => (None, Some(score)),
        };
        Ok(Receipt {
            format: FORMAT.to_owned(),
            metric: subject.described(),
            definition: subject.definition(self.method)?,
            data: data(subject, &filter, catalogue, history)?,
            filter,
            window: ReceiptWindow { start: iso(window.start), end: iso(window.end) },
            scope: named::scope(catalogue, answers.scope),
            figure,
            score,
            program: issuer.program.clone(),
            bond_version: env!("CARGO_PKG_VERSION").to_owned(),
            issued_at: issue_time(issuer.at),
            install: issuer.install.clone(),
            key: String::new(),
            signature: String::new(),
        })
    }
}

fn data(
    subject: Subject,
    filter: &ReceiptFilter,
    catalogue: &Catalogue,
    history: &[PastLoad],
) -> Result<ReceiptData, serde_json::Error> {
    let of = |table: &'static str| {
        let days = catalogue.loaded.get(table);
        let (loads, sha256) = loads_of(table, catalogue.version, history)?;
        Ok::<_, serde_json::Error>(ReceiptTable {
            table: table.to_owned(),
            first_day: days.map(|(first, _)| iso(*first)),
            last_day: days.map(|(_, last)| iso(*last)),
            loads,
            sha256,
        })
    };
    let tables = subject.tables(filter).into_iter().map(of).collect::<Result<_, _>>()?;
    Ok(ReceiptData { version: catalogue.version, tables })
}

/// The number of loads that changed a table up to a data version, and the digest of all of them.
pub(super) fn loads_of(table: &str, version: i32, history: &[PastLoad]) -> Result<(usize, String), serde_json::Error> {
    let is_of = |load: &&PastLoad| load.version <= version && load.tables.iter().any(|name| name == table);
    let loads: Vec<_> = history.iter().filter(is_of).map(|load| (load.version, &load.origin, &load.digest)).collect();
    Ok((loads.len(), digest(&loads)?))
}
