//! What is worth knowing without being asked for (docs/insights.md).
//!
//! - `chance` has Student's t and the control of false discoveries.
//! - `moves` compares a change with earlier ones, `spread` learns how much figures vary, `unusual` compares a day with the
//!   same weekdays before it; all are pure.
//! - `change` is one of a figure, `history` reads figures of many windows, `changes` and `items` those that can be tested and may be shown, `last_day` those of a day.
//! - `cohorts` counts members by month of registration who logged in in each month; `cohort_answer` has what is shown of them.

mod chance;
mod change;
mod changes;
mod cohort_answer;
mod cohorts;
mod history;
mod items;
mod last_day;
mod moves;
mod spread;
mod unusual;

pub use chance::{FALSE_DISCOVERIES, discoveries};
pub use change::{Asked, Change, MovedGroup, Part};
pub use changes::judged_changes;
pub use cohort_answer::{CohortCell, CohortRow, CohortsAnswer};
pub use cohorts::Cohorts;
pub use last_day::{OfDay, on_last_day};
pub use moves::{LEAST_EARLIER, Pair, pairs};
pub use unusual::{DAYS, Unusual, WEEKS};

use super::model::{Formula, Metric, Scan, Term};

/// Whether changes of a metric between windows can be compared: it counts facts or members, not different items.
pub fn is_comparable(metric: &Metric) -> bool {
    metric
        .terms()
        .all(|term| !matches!(term, Term::Distinct(..) | Term::Whole(_)) && term.source().scan != Scan::Reference)
}

/// Whether a metric is a sum that adds up over days.
pub fn adds_up_over_days(metric: &Metric) -> bool {
    matches!(metric.formula, Formula::Sum(..))
        && super::explain::Division::of(metric).contains(&super::explain::Division::Time)
}
