//! What is loaded of the program: which figures have data, and which lack a table or the days of their window. It is about
//! what was loaded and never about the rows of a scope, so that it tells nothing of a small group.

use std::collections::{HashMap, HashSet};

use super::model::{Hidden, Metric, NOTICE_DAYS, Term};
use super::period::Window;
use crate::warehouse::day::Day;
use crate::warehouse::feed::{self, Kind};

/// The tables that are loaded, and the days that are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Feed tables that have rows, or days that were loaded without.
    pub(super) tables: HashSet<String>,
    /// Columns of loaded tables that no load filled, such as `email_messages.opened_at`.
    pub(super) unfilled: HashSet<String>,
    /// First and last day, in days since 2000-01-01, of each stretch of days that no load named; by table.
    pub(super) gaps: HashMap<String, Vec<(i32, i32)>>,
    /// After how many days without a login a member is dormant.
    pub(super) dormant_days: u16,
}

impl Coverage {
    /// Adds a gap of a table that is loaded otherwise.
    pub(super) fn add_gap(&mut self, table: &str, first: i32, last: i32) {
        self.tables.insert(table.to_owned());
        self.gaps.entry(table.to_owned()).or_default().push((first, last));
    }

    /// Why a metric has no data in a window: a table or column that it reads was never loaded, or none of the days that it
    /// reads is; None if it has some.
    pub fn lacks(&self, metric: &Metric, window: Window) -> Option<Hidden> {
        self.lacks_table(metric).map(Hidden::NotLoaded).or_else(|| {
            metric.terms().find_map(|term| {
                let (first, last) = self.read_days(term, window)?;
                term.tables().find(|table| self.is_gap(table, first, last)).map(Hidden::NoDays)
            })
        })
    }

    /// Whether a day of a window is loaded in each table that a metric reads.
    pub fn has_days(&self, metric: &Metric, window: Window) -> bool {
        let day = |date| Day::count_to(date).clamp(0, i16::MAX.into());
        let (first, last) = (day(window.start), day(window.end));
        self.lacks_table(metric).is_none()
            && metric.terms().flat_map(Term::tables).all(|table| !self.is_gap(table, first, last))
    }

    /// The same for whoever may see some members only: without the days between the first and the last that are not loaded,
    /// because whether they have rows tells of the others.
    pub(super) fn of_a_part(&self) -> Coverage {
        let is_edge = |gap: &&(i32, i32)| gap.0 == 0 || gap.1 == i32::from(i16::MAX);
        let edges = |gaps: &[(i32, i32)]| -> Vec<(i32, i32)> { gaps.iter().filter(is_edge).copied().collect() };
        let gaps = self.gaps.iter().map(|(table, gaps)| (table.clone(), edges(gaps))).collect();
        Coverage { gaps, ..self.clone() }
    }

    /// The first table that a metric reads and that was never loaded, or else the first column.
    pub fn lacks_table(&self, metric: &Metric) -> Option<&'static str> {
        let column = |term: Term| term.measure()?.column.filter(|column| self.unfilled.contains(*column));
        let table = metric.terms().flat_map(Term::tables).find(|table| !self.tables.contains(*table));
        table.or_else(|| metric.terms().find_map(column))
    }

    /// The days that a term needs, in days since 2000-01-01; None where no day has to be loaded: nobody comes before the
    /// first.
    fn read_days(&self, term: Term, window: Window) -> Option<(i32, i32)> {
        let read = match term {
            Term::Before(_) => return None,
            Term::Trailing(_) => window.trailing(self.dormant_days),
            Term::TrailingToNotice(_) => window.trailing(self.dormant_days.saturating_sub(NOTICE_DAYS)),
            Term::AsOf(_) | Term::In(_) | Term::Distinct(..) | Term::Whole(_) => window,
        };
        // Days before the calendar of facts are none.
        let last = Day::count_to(read.end).clamp(0, i16::MAX.into());
        let first = if matches!(term, Term::AsOf(_)) { 0 } else { Day::count_to(read.start) };
        Some((first.clamp(0, last), last))
    }

    fn is_gap(&self, table: &str, first: i32, last: i32) -> bool {
        self.gaps.get(table).into_iter().flatten().any(|gap| gap.0 <= first && last <= gap.1)
    }

    /// The stretches of days between the first and the last loaded day of a table that no load named.
    pub fn inner_gaps(&self, table: &str) -> impl Iterator<Item = (Day, Day)> {
        let day = |number: i32| i16::try_from(number).ok().and_then(Day::from_number);
        let gaps = self.gaps.get(table).into_iter().flatten().filter(|gap| gap.0 > 0 && gap.1 < i32::from(i16::MAX));
        gaps.filter_map(move |gap| Some((day(gap.0)?, day(gap.1)?)))
    }

    /// Whether the days of a table are known one by one: those of a table that is replaced as a whole are not.
    pub fn knows_days_of(table: &str) -> bool {
        feed::table(table).is_some_and(|table| matches!(table.kind, Kind::Days { .. }))
    }
}

#[cfg(test)]
mod tests {
    use time::Date;
    use time::macros::date;

    use super::*;
    use crate::figures::{SOURCES, emails, members, program};

    /// Logins on 1-10 and 16-31 March 2026, answers never.
    fn coverage() -> Coverage {
        let day = Day::count_to;
        let mut coverage = Coverage { dormant_days: 30, ..Coverage::default() };
        coverage.add_gap("logins", 0, day(date!(2026 - 02 - 28)));
        coverage.add_gap("logins", day(date!(2026 - 03 - 11)), day(date!(2026 - 03 - 15)));
        coverage.add_gap("logins", day(date!(2026 - 04 - 01)), i16::MAX.into());
        coverage
    }

    fn lacks(metric: &Metric, start: Date, end: Date) -> Option<Hidden> {
        coverage().lacks(metric, Window::new(start, end).expect("a window"))
    }

    #[test]
    fn a_window_without_a_loaded_day_has_no_figure() {
        let gap = Some(Hidden::NoDays("logins"));
        let logins = |start, end| lacks(&members::TOTAL_LOGINS, start, end);
        assert_eq!(logins(date!(2026 - 03 - 11), date!(2026 - 03 - 15)), gap);
        assert_eq!(logins(date!(2026 - 03 - 11), date!(2026 - 03 - 16)), None, "the 16th is loaded");
        assert_eq!(logins(date!(2026 - 01 - 01), date!(2026 - 02 - 28)), gap);
        assert_eq!(logins(date!(2999 - 01 - 01), date!(2999 - 02 - 28)), gap);
        // Who has registered up to a day stays known after the last.
        let registered = |end| lacks(&members::TOTAL_REGISTERED, date!(2026 - 01 - 01), end);
        assert_eq!((registered(date!(2026 - 02 - 01)), registered(date!(2027 - 02 - 01))), (gap, None));
        let inner: Vec<_> = coverage().inner_gaps("logins").map(|(a, b)| (a.to_date(), b.to_date())).collect();
        assert_eq!(inner, [(date!(2026 - 03 - 11), date!(2026 - 03 - 15))]);
    }

    #[test]
    fn who_sees_some_members_does_not_learn_on_which_days_the_others_came() {
        let window = |start, end| Window::new(start, end).expect("a window");
        let part = coverage().of_a_part();
        let logins = |start, end| part.lacks(&members::TOTAL_LOGINS, window(start, end));
        assert_eq!(logins(date!(2026 - 03 - 11), date!(2026 - 03 - 15)), None);
        assert_eq!(logins(date!(2026 - 04 - 01), date!(2026 - 04 - 02)), Some(Hidden::NoDays("logins")));
    }

    #[test]
    fn dormant_members_are_known_from_the_days_before_the_window() {
        let dormant = |start, end| lacks(&members::DORMANT_MEMBERS, start, end);
        assert_eq!(dormant(date!(2026 - 03 - 11), date!(2026 - 03 - 15)), None, "1 to 10 March are among the 30 days");
        assert_eq!(dormant(date!(2026 - 04 - 01), date!(2026 - 04 - 29)), None, "31 March is the first of the 30 days");
        assert_eq!(dormant(date!(2026 - 04 - 01), date!(2026 - 04 - 30)), Some(Hidden::NoDays("logins")));
    }

    #[test]
    fn a_figure_names_the_table_that_was_never_loaded() {
        let csat = lacks(&program::CUSTOMER_SATISFACTION, date!(2026 - 03 - 01), date!(2026 - 03 - 31));
        assert_eq!(csat, Some(Hidden::NotLoaded("csat_responses")));
        let eligible = lacks(&members::ELIGIBLE_MEMBERS, date!(2026 - 03 - 01), date!(2026 - 03 - 31));
        assert_eq!(eligible, None, "members have no days");
    }

    #[test]
    fn a_figure_of_a_column_that_no_load_filled_names_it_and_others_of_the_table_stay() {
        let mut coverage = coverage();
        coverage.tables.insert("email_messages".to_owned());
        coverage.unfilled.insert("email_messages.opened_at".to_owned());
        let of = |metric| coverage.lacks_table(metric);
        assert_eq!(of(&emails::MESSAGES_SENT), None);
        assert_eq!(of(&emails::AVERAGE_OPEN), Some("email_messages.opened_at"));
        assert_eq!(of(&emails::AVERAGE_CLICK), None);
    }

    #[test]
    fn every_column_that_a_measure_counts_is_one_of_the_feed() {
        let measures = SOURCES.iter().flat_map(|source| source.measures);
        let columns: Vec<&str> = measures.filter_map(|measure| measure.column).collect();
        assert!(columns.contains(&"partner_transactions.savings"), "{columns:?}");
        for name in columns {
            let (table, column) = name.split_once('.').expect("a table and a column");
            let table = feed::table(table).unwrap_or_else(|| panic!("{name}"));
            assert!(table.columns.iter().any(|known| known.name == column), "{name}");
        }
    }
}
