//! Members by the month of their first login, and how many of them logged in in each month after it.

use std::fmt::Write;

use time::Date;

use crate::figures::cached_rows::CacheKey;
use crate::figures::calendar::{last_of_month, shifted_months};
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::Engine;
use crate::figures::members::SESSION;
use crate::figures::segment_groups::{Levels, SegmentGroups};
use crate::warehouse::WarehouseError;
use crate::warehouse::day::Day;

/// The most months; fewer than [`MONTHS`].
const MOST_MONTHS: i32 = 24;

/// Members by month of registration. What may be shown of them is [`Cohorts::answer`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cohorts {
    /// The first days of the months, oldest first; the last is whole.
    pub(super) months: Vec<Date>,
    /// The members whose first login is in each month.
    pub(super) registered: Vec<i64>,
    /// The members who logged in, by month of registration and age in months, from 1.
    pub(super) active: Vec<Vec<i64>>,
}

impl Engine {
    /// The cohorts of the last 24 whole months, of the chosen members.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn cohorts(&self, catalogue: &Catalogue, selection: &Selection) -> Result<Cohorts, WarehouseError> {
        let months = months(catalogue);
        let mut cohorts = Cohorts {
            registered: vec![0; months.len()],
            active: (0..months.len()).map(|at| vec![0; months.len() - 1 - at]).collect(),
            months,
        };
        if cohorts.months.is_empty() {
            return Ok(cohorts);
        }
        // The same for every selection and scope: rows are by segment.
        let key = CacheKey::Names(catalogue.version, "cohorts");
        let (warehouse, version, sql) = (self.shared_warehouse(), catalogue.version, sql(&cohorts.months));
        let rows = self.cached(key, async move || warehouse.query(version, sql, Vec::new()).await).await?;
        let groups = SegmentGroups::new(catalogue, &selection.groups, Levels::default());
        let is_counted = groups.counted(&SESSION);
        if let [places, members] = rows.columns.as_slice() {
            let rows = places.ints().iter().map(|place| Place::of_number(*place)).zip(members.ints());
            for (Place { cohort, month, .. }, members) in rows.filter(|(place, _)| is_counted(place.segment)) {
                match month {
                    0 => cohorts.registered[cohort] += members,
                    // Members log in in the month in which they register.
                    month if month > cohort => cohorts.active[cohort][month - cohort - 1] += members,
                    _ => {}
                }
            }
        }
        Ok(cohorts)
    }
}

/// The first days of the last whole months with logins.
fn months(catalogue: &Catalogue) -> Vec<Date> {
    let (Some(first), Some(through)) = (catalogue.first_day(), catalogue.through()) else { return Vec::new() };
    let of = |date: Date| date.replace_day(1).unwrap_or(date);
    let last = if last_of_month(through) == through { Some(of(through)) } else { shifted_months(of(through), -1) };
    let back = |months: i32| shifted_months(last?, -months);
    let mut months: Vec<Date> = (0..MOST_MONTHS).map_while(back).take_while(|month| *month >= of(first)).collect();
    months.reverse();
    months
}

/// The members that a row counts: those of a segment and cohort who logged in in a month, or who registered if it is 0.
/// Cohorts and months are places in the list of months. In the first month, no earlier cohort can have logged in.
///
/// A row has it as one number: DuckDB groups by one number in half the time that it takes for three.
struct Place {
    segment: i64,
    cohort: usize,
    month: usize,
}

/// More than [`MOST_MONTHS`], so that a place can be one number.
const MONTHS: i64 = 32;

impl Place {
    fn of_number(number: i64) -> Place {
        let below = |number: i64| usize::try_from(number.rem_euclid(MONTHS)).unwrap_or_default();
        let of_segment = number.div_euclid(MONTHS);
        Place { segment: of_segment.div_euclid(MONTHS), cohort: below(of_segment), month: below(number) }
    }
}

/// The statement that counts the members of each [`Place`].
///
/// A login is the member's first of a month if the login before it was in an earlier month. So nobody is counted twice,
/// and no members need to be distinguished. There is a scan for each month, because each compares with constants.
fn sql(months: &[Date]) -> String {
    let number = |date: Date| i32::from(Day::clamped(date).number());
    let mut scans = String::new();
    for (at, month) in months.iter().enumerate().skip(1) {
        let (first, last) = (number(*month), number(last_of_month(*month)));
        let union = if at == 1 { "" } else { " union all " };
        let _ = write!(
            scans,
            "{union}select member_key, {at} as month from bond.derived.session \
             where day >= {first} and day <= {last} and prev1 < {first}"
        );
    }
    let (first, last) = (number(months[0]), number(last_of_month(months[months.len() - 1])));
    let month_of = |date: &str| format!("(year({date}) * 12 + month({date}))");
    let since = months[0].year() * 12 + i32::from(u8::from(months[0].month()));
    let cohort = month_of("(date '2000-01-01' + first_day::integer)");
    let members = format!(
        "select member_key, (segment_id::bigint * {MONTHS} + {cohort} - {since}) * {MONTHS} as place \
         from bond.derived.member where first_day > 0 and first_day >= {first} and first_day <= {last}"
    );
    let registered = "select place, count(*)::bigint from cohort_member group by all";
    if scans.is_empty() {
        return format!("with cohort_member as ({members}) {registered}");
    }
    format!(
        "with cohort_member as materialized ({members}) {registered} union all \
         select place + month, count(*)::bigint from ({scans}) join cohort_member using (member_key) group by all"
    )
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn of(first: Date, last: Date) -> Vec<Date> {
        let mut catalogue = Catalogue::default();
        catalogue.loaded.insert("logins".to_owned(), (first, last));
        months(&catalogue)
    }

    #[test]
    fn places_are_numbers() {
        let Place { segment, cohort, month } = Place::of_number((160 * 32 + 23) * 32 + 5);
        assert_eq!((segment, cohort, month), (160, 23, 5));
        assert!(i64::from(MOST_MONTHS) < MONTHS);
    }

    #[test]
    fn months_are_whole_and_at_most_24() {
        let few = of(date!(2026 - 01 - 15), date!(2026 - 03 - 30));
        assert_eq!(few, [date!(2026 - 01 - 01), date!(2026 - 02 - 01)]);
        let many = of(date!(2020 - 01 - 01), date!(2026 - 03 - 31));
        assert_eq!((many.len(), many[0], many[23]), (24, date!(2024 - 04 - 01), date!(2026 - 03 - 01)));
        assert!(of(date!(2026 - 03 - 01), date!(2026 - 03 - 30)).is_empty());
        assert!(months(&Catalogue::default()).is_empty());
    }
}
