//! The e-mail schedule. It has no figures and reaches into the future, so its rows are chosen here.

use super::snapshot::{AnswerError, Snapshot};
use crate::figures::filter::iso;
use crate::screens::declared::emails::SCHEDULE;
use crate::screens::tables::{Row, RowGroup, Text};

impl Snapshot<'_> {
    /// The planned e-mails by date: from today on or, with recordCount 0, from the start of the period if that is earlier.
    pub(super) async fn schedules(&self) -> Result<RowGroup, AnswerError> {
        let from = match self.filter.record_count {
            Some(0) => self.filter.window.start.min(self.today),
            _ => self.today,
        };
        let from = iso(from);
        let date = SCHEDULE.texts.iter().position(|(name, _)| *name == "date");
        let (mut planned, _) = self.list(&SCHEDULE).await?;
        // Dates as yyyy-mm-dd are in the order of their text.
        let is_planned = |row: &Row| {
            let date = date.and_then(|date| row.texts.get(date));
            matches!(date, Some(Text::Words(date)) if *date >= from)
        };
        planned.rows.retain(is_planned);
        Ok(RowGroup::all("", planned.rows).first(self.filter.record_count))
    }
}
