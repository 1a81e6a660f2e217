//! What another method would make of the score.

use super::snapshot::{AnswerError, Answers, Snapshot};
use crate::figures::filter::FilterParams;
use crate::figures::score::{Method, MethodEffect, effect};
use crate::groupings::Grouping;

impl Answers<'_> {
    /// The newest score by the published method and by a draft.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn method_effect(&self, drafted: &Method) -> Result<MethodEffect, AnswerError> {
        let filter = self.resolved(&FilterParams::default(), &[Grouping::Lob])?;
        self.with_snapshot(&filter, async |Snapshot { engine, catalogue, method, .. }| {
            let mut effect = effect(engine, catalogue, method, drafted, self.today).await?;
            effect.missing = effect.why_missing.as_ref().map(|missing| missing.text(self.language));
            Ok(effect)
        })
        .await
    }
}
