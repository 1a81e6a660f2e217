//! The Program Monitor.

use super::{emails, members, offers};
use crate::figures::{Metric, members as metric};
use crate::modules::Module;
use crate::screens::model::{Dashboard, Totals};

/// The path of the table of indicators.
pub const INDICATORS_PATH: &str = "api/v1/program/monitor/getIndicatorList";

static INFO: Totals = Totals::new(
    "api/v1/program/monitor/info",
    "The pinned cards of the Program Monitor.",
    &[
        &offers::PARTNERS,
        &members::ENROLLMENTS,
        &members::ENGAGEMENT_RATE,
        &members::LOGINS_CARD,
        &members::RETURN_LOGINS,
        &emails::UNSUBSCRIBED,
    ],
);

pub static DASHBOARD: Dashboard = Dashboard {
    title: "Program Monitor",
    page: "executive-summary",
    module: Module::Monitor,
    has_members: true,
    totals: &[],
    pinned: &[&INFO],
    breakdowns: &[],
    lists: &[],
};

/// A row of the indicator table.
#[derive(Debug)]
pub struct Indicator {
    pub id: &'static str,
    pub metric: &'static Metric,
    /// The share of registered members; for registered members, of eligible ones.
    pub share: &'static Metric,
}

pub static INDICATORS: [Indicator; 4] = [
    Indicator { id: "TOTAL_ENROLLED_USERS", metric: &metric::TOTAL_REGISTERED, share: &metric::INITIATION_RATE },
    Indicator { id: "UNIQUE_LOGINS", metric: &metric::UNIQUE_LOGINS, share: &metric::UNIQUE_LOGINS_RATE },
    Indicator { id: "TOTAL_ACTIVE_USERS", metric: &metric::ACTIVE_MEMBERS, share: &metric::PROGRAM_ACTIVE_RATE },
    Indicator { id: "TOTAL_ENGAGED_USERS", metric: &metric::ENGAGED_MEMBERS, share: &metric::PROGRAM_ENGAGEMENT_RATE },
];
