//! The e-mail schedule: no figure, so by hand. What is planned from today on, or from the period's start on.

use serde_json::Value;

use super::answer::{AnswerError, Answers};
use super::lists::{array, cap};
use super::{Heeds, List, Order};
use crate::metrics::emails as metric;
use crate::metrics::filter::{FilterParams, Grouping, iso};

pub const PATH: &str = "api/v1/emails/dashboard/schedules";

pub static SCHEDULE: List = List {
    of: &metric::PLANNED,
    texts: &[
        ("date", "date"),
        ("dayOfWeek", "day_of_week"),
        ("audience", "audience"),
        ("enrollmentStatus", "enrollment_status"),
        ("notes", "notes"),
    ],
    fields: &[],
    counted: &[],
    order: Order::Name,
    heeds: Heeds::Period,
};

impl Answers<'_> {
    /// What is planned, by date: from today on, and with recordCount 0 since the period's start too.
    pub async fn schedules(&self, params: &FilterParams) -> Result<Value, AnswerError> {
        let filter = params.resolve(self.today, Grouping::Lob)?;
        let from = match filter.block.record_count {
            Some(0) => filter.window.start.min(self.today),
            _ => self.today,
        };
        let from = iso(from);
        let mut rows = self.list(&SCHEDULE, &filter).await?;
        // Dates as yyyy-mm-dd are in the order of their text.
        rows.retain(|row| row["date"].as_str().is_some_and(|date| date >= from.as_str()));
        cap(&mut rows, filter.block.record_count);
        Ok(array(rows))
    }
}
