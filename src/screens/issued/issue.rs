//! Computing what is issued of a closed day.

use time::Date;

use super::headline::{Closed, HEADLINES, closed_day};
use crate::config::ExpectedBy;
use crate::figures::filter::{FilterParams, GroupsAsOf, iso};
use crate::figures::period::{Period, Window};
use crate::figures::score::WINDOW_DAYS;
use crate::groupings::Grouping;
use crate::screens::answers::{AnswerError, Answers, Snapshot};
use crate::screens::receipts::{Issuer, Receipt, SegmentsLeftOut, Subject};
use crate::warehouse::Warehouse;

/// The days that an issued figure is of: as many as the score's, the last of them the day that was closed.
pub(super) fn window(day: Date) -> Window {
    Window { start: day, end: day }.trailing(WINDOW_DAYS)
}

/// Whether figures other than the score are issued. Where small groups are protected they are not: those of neighbouring
/// days would tell of the few members between them.
pub(super) fn issues_figures(minimum_members: u16) -> bool {
    minimum_members == 0
}

impl Answers<'_> {
    /// Every headline that may be issued, with its last closed day. The days of the figure are loaded.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn closed(&self, expected: &ExpectedBy) -> Result<Vec<Closed>, AnswerError> {
        let catalogue = self.catalogue().await?;
        let Some(first) = catalogue.first_day() else { return Ok(Vec::new()) };
        let all = HEADLINES
            .iter()
            .filter(|subject| matches!(subject, Subject::Score) || issues_figures(self.engine.minimum_members()));
        let closed = all.filter_map(|subject| {
            let day = closed_day(*subject, &catalogue.loaded, expected)?;
            (first <= window(day).start).then_some(Closed { subject: *subject, day })
        });
        Ok(closed.collect())
    }

    /// The receipt of a headline on a closed day, still without key and signature; None where it is hidden or has no value.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn issue(
        &self,
        warehouse: &Warehouse,
        Closed { subject, day }: Closed,
        issuer: &Issuer,
    ) -> Result<Option<Receipt>, AnswerError> {
        let Window { start, end } = window(day);
        let params = FilterParams {
            period: Some(Period::SelectedDate),
            start_date: Some(iso(start)),
            end_date: Some(iso(end)),
            // Of everybody, both readings are the same.
            groups_as_of: Some(GroupsAsOf::Now),
            ..FilterParams::default()
        };
        let filter = self.resolved(&params, &[Grouping::Lob])?;
        self.with_snapshot(&filter, async |snapshot| snapshot.issue(self, warehouse, subject, issuer).await).await
    }
}

impl Snapshot<'_> {
    async fn issue(
        &self,
        answers: &Answers<'_>,
        warehouse: &Warehouse,
        subject: Subject,
        issuer: &Issuer,
    ) -> Result<Option<Receipt>, AnswerError> {
        let Ok(allowed) = self.allowed(subject).await? else { return Ok(None) };
        let history = warehouse.history(self.catalogue.version).await?;
        let mut receipt = self.receipt(allowed, answers, issuer, &history).await?;
        // Numbers by segment are most of a receipt, and one is kept for each day.
        if let Some(figure) = receipt.figure.as_mut().filter(|figure| figure.segments.is_some()) {
            figure.segments = None;
            figure.segments_left_out = Some(SegmentsLeftOut::Issued);
        }
        Ok(exact(&receipt).is_some().then_some(receipt))
    }
}

/// The value of a receipt, exactly: a fraction, or points of the score. None where it has none.
pub fn exact(receipt: &Receipt) -> Option<String> {
    match (&receipt.figure, &receipt.score) {
        (Some(figure), _) => figure.value.as_ref().map(|value| format!("{}/{}", value.numerator, value.denominator)),
        (None, Some(score)) => score.score.map(|score| format!("{score:.1}")),
        (None, None) => None,
    }
}
