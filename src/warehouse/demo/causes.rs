//! The causes planted in the demo: one list, from which the rows are drawn, `bond demo --explain` prints, and the tests of
//! explanations and of Insights ask.

use std::fmt;

use time::{Date, Duration, Weekday};

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
    pub within: Option<String>,
    /// The direction in which it moves the metric while it acts, compared with the time before.
    pub direction: Direction,
    /// The title of the screen that shows it, and what to look at there.
    pub screen: &'static str,
    /// Where Insights finds it, if it does.
    pub insight: Option<Insight>,
    /// Its numbers for the SQL, as the variables `demo_<key>_<name>`.
    pub(super) figures: Vec<(&'static str, i64)>,
}

/// What Insights says of a planted cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// The id of the figure that is beyond normal variation, and the name of the group or item; None for the whole program.
    pub figure: &'static str,
    pub part: Option<&'static str>,
    /// The period that an analyst would choose.
    pub from: Date,
    pub to: Date,
    /// Whether with groups as they were.
    pub as_they_were: bool,
}

impl fmt::Display for PlantedCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}: {} ", self.from, self.to, self.metric)?;
        if let Some(within) = &self.within {
            write!(f, "({within}) ")?;
        }
        write!(f, "goes {}. {}\n    See {}", self.direction, self.what, self.screen)?;
        if let Some(insight) = &self.insight {
            write!(f, "; Insights of {} to {}", insight.from, insight.to)?;
            f.write_str(if insight.as_they_were { ", with groups as they were" } else { "" })?;
        }
        f.write_str(".")
    }
}

/// What causes are about: ids and names as in demo_plan.sql, partners.csv, offer_titles.csv and search_terms.csv.
pub(super) const SLIDING_TIER: (i64, &str) = (2, "Gold");
pub(super) const RENEWING_LINE: (i64, &str) = (1, "Auto");
pub(super) const LOST_AUDIENCE: (i64, &str) = (2, "Young professionals");
pub(super) const LEAVING_PARTNER: (i64, &str) = (1, "Harborline Hotels");
pub(super) const PRAISED_OFFER: (i64, &str) = (25, "Two for one on Mondays, Lantern Cinemas");
pub(super) const SUDDEN_TERM: &str = "electric car";

/// The causes planted in a demo that ended on `made_to` when it was made, in order of time.
///
/// # Errors
/// [`WarehouseError::Invalid`] if a date is outside the calendar.
pub fn explain(made_to: Date) -> Result<Vec<PlantedCause>, WarehouseError> {
    let days_before = |days: i64| made_to.checked_sub(Duration::days(days)).ok_or_else(off_the_calendar);
    // The first such weekday from so many days before on.
    let weekday_from = |days: i64, weekday: Weekday| {
        let day = days_before(days)?;
        let ahead = weekday.number_days_from_monday() + 7 - day.weekday().number_days_from_monday();
        Ok::<Date, WarehouseError>(day + Duration::days(i64::from(ahead % 7)))
    };
    // The first day of the month that is so many months before `made_to`, and the last day of that month.
    let month = |months: i32| first_of(month_number(made_to) - months);
    let month_end = |months: i32| month(months - 1)?.previous_day().ok_or_else(off_the_calendar);
    let insight = |figure, part, from, to| Some(Insight { figure, part, from, to, as_they_were: false });
    let tier = format!("tier {}", SLIDING_TIER.1);

    // Early enough that its five days and the weeks after it are complete.
    let spike = weekday_from(47, Weekday::Tuesday)?;
    let survey = weekday_from(75, Weekday::Tuesday)?;
    let archive = weekday_from(100, Weekday::Wednesday)?;
    let outage = weekday_from(13, Weekday::Thursday)?;
    let of_archive = (first_of(month_number(archive))?, first_of(month_number(archive) + 1)? - Duration::DAY);

    let mut causes = vec![
        PlantedCause {
            key: "spike",
            what:
                "The campaign \"Double Rewards Week\" more than doubles the logins of its first days and fades over five."
                    .into(),
            from: spike,
            to: spike + Duration::days(4),
            metric: "Total Logins",
            within: None,
            direction: Direction::Up,
            screen: "Logins Breakdown by day",
            insight: insight("logins.totalLogins", None, spike, spike + Duration::days(6)),
            figures: vec![("percent", 120)],
        },
        PlantedCause {
            key: "slide",
            what: format!(
                "Members of the tier {} log in less and less, down to half as often, and it stays so.",
                SLIDING_TIER.1
            ),
            from: days_before(150)?,
            to: days_before(60)?,
            metric: "Total Logins",
            within: Some(tier.clone()),
            direction: Direction::Down,
            screen: "Logins Breakdown by tier",
            insight: insight("logins.totalLogins", Some(SLIDING_TIER.1), days_before(89)?, made_to),
            figures: vec![("tier", SLIDING_TIER.0), ("per_mille", 500)],
        },
        PlantedCause {
            key: "renewals",
            what: format!(
                "The renewal letters of {} name the program. For a month, its members log in half again as often.",
                RENEWING_LINE.1
            ),
            from: month(4)?,
            to: month_end(4)?,
            metric: "Total Logins",
            within: Some(format!("line of business {}", RENEWING_LINE.1)),
            direction: Direction::Up,
            screen: "Logins Breakdown by line of business",
            insight: insight("logins.totalLogins", Some(RENEWING_LINE.1), month(4)?, month_end(4)?),
            figures: vec![("lob", RENEWING_LINE.0), ("percent", 50)],
        },
        PlantedCause {
            key: "app",
            what: format!("A new version of the app signs {} out. They log in a third less.", LOST_AUDIENCE.1),
            from: days_before(27)?,
            to: made_to,
            metric: "Total Logins",
            within: Some(format!("audience {}", LOST_AUDIENCE.1)),
            direction: Direction::Down,
            screen: "Logins Breakdown by audience",
            insight: insight("logins.totalLogins", Some(LOST_AUDIENCE.1), days_before(29)?, made_to),
            figures: vec![("audience", LOST_AUDIENCE.0), ("per_mille", 350)],
        },
        PlantedCause {
            key: "csat",
            what: "The help desk is short of people: for a month, 22 points fewer of the answers are a 4 or a 5."
                .into(),
            from: month(3)?,
            to: month_end(3)?,
            metric: "CSAT",
            within: None,
            direction: Direction::Down,
            screen: "Program Monitor, CSAT",
            // Too few answer for Insights to be sure of it.
            insight: None,
            figures: vec![("per_mille", 220)],
        },
        PlantedCause {
            key: "drive",
            what: "An enrollment drive through partners registers several times as many members as usual.".into(),
            from: month(6)?,
            to: month_end(6)?,
            metric: "Total New Registered",
            within: None,
            direction: Direction::Up,
            screen: "Registrations Breakdown by channel",
            insight: insight("enrollments.totalNewEnrolled", None, month(6)?, month_end(6)?),
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
            screen: "Program Active Rate Breakdown, and why it moved by newcomers",
            insight: None,
            figures: vec![],
        },
        PlantedCause {
            key: "exit",
            what: format!("All offers of the partner {} have ended and no new one starts.", LEAVING_PARTNER.1),
            from: month(1)?,
            to: made_to,
            metric: "Total Views",
            within: Some(format!("partner {}", LEAVING_PARTNER.1)),
            direction: Direction::Down,
            screen: "Partner Breakdown",
            insight: insight("totalInteractionDto.totalViews", Some(LEAVING_PARTNER.1), month(1)?, month_end(1)?),
            figures: vec![("partner", LEAVING_PARTNER.0)],
        },
        PlantedCause {
            key: "press",
            what: "The newspapers praise it. For a month it is viewed four times as often.".into(),
            from: month(2)?,
            to: month_end(2)?,
            metric: "Total Views",
            within: Some(format!("offer {}", PRAISED_OFFER.1)),
            direction: Direction::Up,
            screen: "Partner Offers Breakdown",
            insight: insight("totalInteractionDto.totalViews", Some(PRAISED_OFFER.1), month(2)?, month_end(2)?),
            figures: vec![("offer", PRAISED_OFFER.0), ("factor", 4)],
        },
        PlantedCause {
            key: "unsubscribes",
            // A campaign is sent once, so that it has no time before.
            what: "The campaign \"Partner Data Survey\" makes several times as many readers unsubscribe as others do."
                .into(),
            from: survey,
            to: survey,
            metric: "% of Unsubscribed",
            within: Some("campaign Partner Data Survey".into()),
            direction: Direction::Up,
            screen: "Performance Breakdown, its rate beside those of the other campaigns",
            insight: None,
            figures: vec![("per_mille", 28)],
        },
        PlantedCause {
            key: "bounces",
            what: "The campaign \"Archive Mailing\" goes to an old list and bounces.".into(),
            from: archive,
            to: archive,
            metric: "Bounced",
            within: Some("campaign Archive Mailing".into()),
            direction: Direction::Up,
            screen: "Performance Breakdown, its rate beside those of the other campaigns",
            insight: insight("deliveryStatus.bounced", None, of_archive.0, of_archive.1),
            figures: vec![("per_mille", 130)],
        },
        PlantedCause {
            key: "search",
            what: "For a month, search engines send only a little more than half of the usual visitors.".into(),
            from: month(1)?,
            to: month_end(1)?,
            metric: "Organic Search",
            within: Some("traffic source Organic Search".into()),
            direction: Direction::Down,
            screen: "Source Breakdown",
            insight: insight("visitors.sessions", Some("Organic Search"), month(1)?, month_end(1)?),
            figures: vec![("per_mille", 450)],
        },
        PlantedCause {
            key: "outage",
            what: "The power fails in the whole city, and for a day hardly anybody logs in.".into(),
            from: outage,
            to: outage,
            metric: "Total Logins",
            within: None,
            direction: Direction::Down,
            screen: "Logins Breakdown by day",
            insight: insight("logins.totalLogins", None, outage, outage),
            figures: vec![("per_mille", 850)],
        },
        PlantedCause {
            key: "promotion",
            what: format!(
                "To win them back, members of Silver who had left were moved to {} on one day. They hardly log in, and \
                 count there from then on.",
                SLIDING_TIER.1
            ),
            from: days_before(20)?,
            to: days_before(20)?,
            metric: "Program Retention Rate",
            within: Some(format!("{tier}, with groups as they were")),
            direction: Direction::Down,
            screen: "Moves between Groups Breakdown",
            insight: Some(Insight {
                figure: "programRetentionRate.percent",
                part: Some(SLIDING_TIER.1),
                from: days_before(29)?,
                to: made_to,
                as_they_were: true,
            }),
            figures: vec![("per_mille", 330)],
        },
        PlantedCause {
            key: "term",
            what: format!("\"{SUDDEN_TERM}\" is searched for nine times as often, and there is no offer for it."),
            from: days_before(20)?,
            to: made_to,
            metric: "Total Searches",
            within: Some(format!("query {SUDDEN_TERM}")),
            direction: Direction::Up,
            screen: "On-site Search Breakdown",
            insight: insight("searchDto.count", Some(SUDDEN_TERM), days_before(20)?, made_to),
            figures: vec![("factor", 9)],
        },
    ];
    causes.sort_by_key(|cause| (cause.from, cause.key));
    Ok(causes)
}
