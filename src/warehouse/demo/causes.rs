//! The causes planted in the demo, so that an explanation of a change can be checked against a known cause.

use std::fmt;

use time::{Date, Duration};

use super::calendar::{first_of, month_number, off_the_calendar};
use crate::warehouse::error::WarehouseError;

/// The direction in which a planted cause moves its metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "up",
            Direction::Down => "down",
        })
    }
}

/// A known cause of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlantedCause {
    /// A short name that never changes.
    pub key: &'static str,
    /// What happens, as a sentence.
    pub what: String,
    /// First and last day on which it acts; `what` says what remains afterwards.
    pub from: Date,
    pub to: Date,
    /// The label of the metric that it moves.
    pub metric: &'static str,
    /// What to split or filter by to see it; None if the whole program shows it.
    pub within: Option<&'static str>,
    /// The direction in which it moves the metric while it acts, compared with the time before.
    pub direction: Direction,
    /// Its numbers for the SQL, as the variables `demo_<key>_<name>`.
    pub(super) figures: Vec<(&'static str, i64)>,
}

impl fmt::Display for PlantedCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}: {} ", self.from, self.to, self.metric)?;
        if let Some(within) = self.within {
            write!(f, "({within}) ")?;
        }
        write!(f, "goes {}. {}", self.direction, self.what)
    }
}

/// The tier that slides, the partner that leaves and the search term that spikes: ids and names as in demo_plan.sql,
/// partners.csv and search_terms.csv.
pub(super) const SLIDING_TIER: (i64, &str) = (2, "Gold");
pub(super) const LEAVING_PARTNER: (i64, &str) = (1, "Harborline Hotels");
pub(super) const SUDDEN_TERM: &str = "electric car";

/// The causes planted in a demo that ended on `made_to` when it was made, in order of time.
///
/// # Errors
/// [`WarehouseError::Invalid`] if a date is outside the calendar.
pub fn explain(made_to: Date) -> Result<Vec<PlantedCause>, WarehouseError> {
    let before = |days: i64| made_to.checked_sub(Duration::days(days)).ok_or_else(off_the_calendar);
    // The first day of the month that is this many months before `made_to`, and the last day of that month.
    let month = |months: i32| first_of(month_number(made_to) - months);
    let month_end = |months: i32| month(months - 1)?.previous_day().ok_or_else(off_the_calendar);

    // A Tuesday, early enough that its five days and the weeks after it are complete.
    let spike = before(47)?;
    let spike = spike + Duration::days(i64::from((9 - spike.weekday().number_from_monday()) % 7));

    let mut causes = vec![
        PlantedCause {
            key: "spike",
            what:
                "The campaign \"Double Rewards Week\" nearly doubles the logins of its first days and fades over five."
                    .into(),
            from: spike,
            to: spike + Duration::days(4),
            metric: "Total Logins",
            within: None,
            direction: Direction::Up,
            figures: vec![("percent", 90)],
        },
        PlantedCause {
            key: "slide",
            what: format!(
                "Members of the tier {} log in less and less, down to half as often, and it stays so.",
                SLIDING_TIER.1
            ),
            from: before(150)?,
            to: before(60)?,
            metric: "Total Logins",
            within: Some("tier Gold"),
            direction: Direction::Down,
            figures: vec![("tier", SLIDING_TIER.0), ("per_mille", 500)],
        },
        PlantedCause {
            key: "csat",
            what: "For a month, 16 points fewer of the answers are a 4 or a 5.".into(),
            from: month(3)?,
            to: month_end(3)?,
            metric: "CSAT",
            within: None,
            direction: Direction::Down,
            figures: vec![("per_mille", 160)],
        },
        PlantedCause {
            key: "drive",
            what: "An enrollment drive through partners registers several times as many members as usual.".into(),
            from: month(6)?,
            to: month_end(6)?,
            metric: "Total New Registered",
            within: None,
            direction: Direction::Up,
            figures: vec![("per_mille", 70)],
        },
        PlantedCause {
            key: "dilution",
            what: "Most members of the enrollment drive hardly log in again, but they count as registered.".into(),
            from: month(6)?,
            to: month_end(5)?,
            metric: "Program Active Rate",
            within: None,
            direction: Direction::Down,
            figures: vec![],
        },
        PlantedCause {
            key: "exit",
            what: format!("All offers of the partner {} have ended and no new one starts.", LEAVING_PARTNER.1),
            from: month(1)?,
            to: made_to,
            metric: "Total Views",
            within: Some("partner Harborline Hotels"),
            direction: Direction::Down,
            figures: vec![("partner", LEAVING_PARTNER.0)],
        },
        PlantedCause {
            key: "unsubscribes",
            what: "The campaign \"Partner Data Survey\" makes several times as many readers unsubscribe as usual."
                .into(),
            from: before(75)?,
            to: before(75)?,
            metric: "% of Unsubscribed",
            within: Some("campaign Partner Data Survey"),
            direction: Direction::Up,
            figures: vec![("per_mille", 28)],
        },
        PlantedCause {
            key: "bounces",
            what: "The campaign \"Archive Mailing\" goes to an old list and bounces.".into(),
            from: before(100)?,
            to: before(100)?,
            metric: "Bounced",
            within: Some("campaign Archive Mailing"),
            direction: Direction::Up,
            figures: vec![("per_mille", 130)],
        },
        PlantedCause {
            key: "search",
            what: "For a month, search engines send only a little more than half of the usual visitors.".into(),
            from: month(1)?,
            to: month_end(1)?,
            metric: "Organic Search",
            within: Some("traffic source Organic Search"),
            direction: Direction::Down,
            figures: vec![("per_mille", 450)],
        },
        PlantedCause {
            key: "promotion",
            what: format!(
                "To win them back, members of Silver who had left were moved to {} on one day. They hardly log in, and \
                 count there from then on.",
                SLIDING_TIER.1
            ),
            from: before(20)?,
            to: before(20)?,
            metric: "Program Retention Rate",
            within: Some("tier Gold, with groups as they were"),
            direction: Direction::Down,
            figures: vec![("per_mille", 330)],
        },
        PlantedCause {
            key: "term",
            what: format!("\"{SUDDEN_TERM}\" is searched for nine times as often, and there is no offer for it."),
            from: before(20)?,
            to: made_to,
            metric: "Total Searches",
            within: Some("query electric car"),
            direction: Direction::Up,
            figures: vec![("factor", 9)],
        },
    ];
    causes.sort_by_key(|cause| (cause.from, cause.key));
    Ok(causes)
}
