//! Polls of the Content Dashboard. Their calls have their own code (`answers/polls.rs`): the poll is part of the path,
//! and an answer has a figure for each option.

use super::content;
use crate::figures::content as metric;
use crate::screens::model::{Field, FilterScope, List, Order, Totals, labelled};

/// The path of the calls; `{id}` is a poll's.
pub const PATH: &str = "api/v1/content/dashboard/polls/breakdown";

/// The last part of the path of a poll's options with their answers.
pub const OPTIONS: &str = "answerInfos";

/// The one block of a poll.
pub const BLOCK: &str = "POLL_ANSWERS_BY_AUDIENCE_TABLE";

/// The figures of an option.
pub const OPTION_FIELDS: &[Field] =
    &[labelled("answerCount", "Answers", &metric::POLL_ANSWERS), labelled("percent", "%", &metric::SHARE_OF_ANSWERS)];

/// The figures of a group, next to the answers of each option.
pub const TABLE_FIELDS: &[Field] = &[labelled("value", "Answers", &metric::POLL_ANSWERS)];

/// The Polls card, which is answered together with the list of polls.
pub static TOTALS: Totals = Totals::new(PATH, "The Polls card and the polls open in the period.", &[&content::POLLS]);

/// Polls open in the period.
pub static POLLS: List = List {
    of: &metric::BY_POLL,
    texts: &[("id", "id"), ("name", "name")],
    fields: &[],
    counted: &[&metric::POLLS],
    order: Order::Name,
    scope: FilterScope::Period,
};
