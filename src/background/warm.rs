//! Asks the default screens once after the data changed, so that nobody meets a cold one.

use std::time::Instant;

use super::follow::Following;
use crate::figures::filter::FilterParams;
use crate::figures::period::Period;
use crate::i18n::language::Language;
use crate::scope::Scope;
use crate::screens::{AnswerError, BREAKDOWNS, Call, LIST_CALLS, TOTALS};

/// Asks every dashboard and breakdown with the filters that the page begins with. The answers and their rows are cached then.
pub(super) fn default_screens(following: &Following<'_>) {
    if following.version().is_none() || following.is_over() {
        return;
    }
    let started = Instant::now();
    // Queries run on the blocking threads of a runtime; this thread only waits for them.
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::warn!(%error, "the default screens were not asked");
            return;
        }
    };
    match runtime.block_on(following.unless_over(ask(following))) {
        None => {}
        Some(Ok(asked)) => {
            tracing::debug!(asked, milliseconds = started.elapsed().as_millis() as u64, "screens are warm")
        }
        Some(Err(error)) => tracing::warn!(%error, "a default screen could not be asked"),
    }
}

/// Returns the number of calls.
async fn ask(following: &Following<'_>) -> Result<usize, AnswerError> {
    let params = FilterParams { period: Some(Period::ThisYear), ..FilterParams::default() };
    let answers = following.app.answers(&Scope::All, Language::En);
    let totals = TOTALS.iter().map(|totals| Call::Totals(totals, None));
    let breakdowns = BREAKDOWNS.iter().map(|breakdown| Call::Breakdown(breakdown));
    let lists = LIST_CALLS.iter().map(|list| Call::List(list));
    let mut asked = 0;
    // One after another: those who use the page come first.
    for call in [Call::Score, Call::Indicators].into_iter().chain(totals).chain(breakdowns).chain(lists) {
        answers.answer(call, &params).await?;
        asked += 1;
    }
    Ok(asked)
}
