//! The e-mail schedule. It has no figures and reaches into the future, so its rows are chosen here.

use serde_json::Value;

use super::json::array;
use super::snapshot::{AnswerError, Snapshot};
use crate::metrics::filter::iso;
use crate::screens::declared::emails::SCHEDULE;

impl Snapshot<'_> {
    /// The planned e-mails by date: from today on or, with recordCount 0, from the start of the period if that is earlier.
    pub(super) async fn schedules(&self) -> Result<Value, AnswerError> {
        let from = match self.filter.record_count {
            Some(0) => self.filter.window.start.min(self.today),
            _ => self.today,
        };
        let from = iso(from);
        let mut rows = self.list(&SCHEDULE).await?;
        // Dates as yyyy-mm-dd are in the order of their text.
        rows.retain(|row| row["date"].as_str().is_some_and(|date| date >= from.as_str()));
        Ok(array(self.capped(rows)))
    }
}
