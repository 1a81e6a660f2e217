//! What is worth knowing without being asked for (docs/insights.md).
//!
//! - `chance` has Student's t and the control of false discoveries.
//! - `moves` compares a change with earlier ones, `spread` learns how much figures vary, `unusual` compares a day with the
//!   same weekdays before it; all are pure.
//! - `history` reads figures of many windows.
//! - `cohorts` counts members by month of registration who logged in in each month.

mod chance;
mod cohorts;
mod history;
mod moves;
mod spread;
mod unusual;

pub use chance::{FALSE_DISCOVERIES, discoveries};
pub use cohorts::Cohorts;
pub use history::{Days, History};
pub use moves::{Counted, Judged, LEAST_EARLIER, Pair, Tested, judged, pairs, tested};
pub use unusual::{DAYS, Unusual, WEEKS, unusual};

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
