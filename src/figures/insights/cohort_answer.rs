//! How long members stay: those who registered in a month, and the share of them who logged in at each age.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::cohorts::Cohorts;
use crate::figures::calendar::last_of_month;
use crate::figures::members::UNIQUE_LOGINS;
use crate::figures::model::Hidden;
use crate::figures::period::Window;
use crate::figures::quantity::Quantity;
use crate::figures::suppress::suppress;
use crate::figures::table::{Figure, Table};

/// Members by month of registration.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CohortsAnswer {
    pub cohorts: Vec<CohortRow>,
    /// How many numbers are null because few members are behind them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hidden: Option<usize>,
}

/// The members who registered in a month.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CohortRow {
    /// yyyy-mm.
    pub month: String,
    pub registered: Option<i64>,
    /// Why `registered` is null.
    pub hidden: Option<Hidden>,
    /// By age in months, from 1.
    pub ages: Vec<CohortCell>,
}

/// The members of a cohort at an age.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CohortCell {
    /// The share of the cohort that logged in in the month, in percent; null where it is hidden or nobody registered.
    pub percent: Option<f64>,
    pub hidden: Option<Hidden>,
}

impl Cohorts {
    /// Returns what may be shown, if figures of fewer members than the minimum are hidden.
    pub fn answer(&self, minimum_members: u16) -> CohortsAnswer {
        shown(self, minimum_members)
    }
}

fn shown(cohorts: &Cohorts, minimum: u16) -> CohortsAnswer {
    let window = |month: usize| {
        let start = cohorts.months[month];
        Window { start, end: last_of_month(start) }
    };
    let is_few = |members: i64| 0 < members && members < i64::from(minimum);
    let figure = |members: i64| Figure::new(Quantity::new(members.into(), 1), is_few(members));
    let mut table = Table::new(minimum, &[&UNIQUE_LOGINS]);
    let mut row = |month, members| table.row(window(month), std::iter::once(figure(members)));
    let registered: Vec<usize> =
        cohorts.registered.iter().enumerate().map(|(month, members)| row(month, *members)).collect();
    // Those who logged in, and those who did not: a share reveals both.
    let cells: Vec<Vec<[usize; 2]>> = cohorts
        .active
        .iter()
        .zip(&cohorts.registered)
        .enumerate()
        .map(|(month, (ages, all))| {
            let both =
                |(age, active): (usize, &i64)| [*active, all - active].map(|members| row(month + 1 + age, members));
            ages.iter().enumerate().map(both).collect()
        })
        .collect();
    // A reader knows from elsewhere how many registered in all months, and how many members logged in in each month:
    // those who registered in it, and members of earlier cohorts. The latter are taken to be known by themselves, too:
    // ranges follow fewer relations better.
    table.sum(None, &registered);
    for month in 1..cohorts.months.len() {
        let of_cohorts: Vec<usize> = (0..month).map(|cohort| cells[cohort][month - 1 - cohort][0]).collect();
        table.sum(None, &of_cohorts);
        table.sum(None, &[&[registered[month]], &*of_cohorts].concat());
    }
    for (all, ages) in registered.iter().zip(&cells) {
        for both in ages {
            table.sum(Some(*all), both);
            table.together(both);
        }
    }
    let table = suppress(table);
    // If much is hidden, the reasons alone would reveal numbers: few members in one cohort leave many in the others,
    // which limits how many of those did not log in. So all cells have the same reason, which says nothing.
    let hidden = |row: usize| table.why(row, 0).map(|_| Hidden::Other);
    let of_cell = |both: &[usize; 2]| hidden(both[0]);
    let row = |month: usize| {
        let all = cohorts.registered[month];
        let cell = |(age, active): (usize, &i64)| {
            let hidden = of_cell(&cells[month][age]);
            let percent = Quantity::new(100 * i128::from(*active), all.into()).rounded(1);
            CohortCell { percent: (hidden.is_none() && all > 0).then_some(percent), hidden }
        };
        let start = cohorts.months[month];
        let hidden = hidden(registered[month]);
        CohortRow {
            month: format!("{:04}-{:02}", start.year(), u8::from(start.month())),
            registered: hidden.is_none().then_some(all),
            hidden,
            ages: cohorts.active[month].iter().enumerate().map(cell).collect(),
        }
    };
    let cohorts: Vec<CohortRow> = (0..cohorts.months.len()).map(row).collect();
    let hidden_in = |cohort: &CohortRow| {
        let cells = cohort.ages.iter().filter(|cell| cell.hidden.is_some()).count();
        cells + usize::from(cohort.hidden.is_some())
    };
    let count = cohorts.iter().map(hidden_in).sum();
    CohortsAnswer { cohorts, hidden: Some(count).filter(|count| *count > 0) }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn cohorts() -> Cohorts {
        Cohorts {
            months: vec![date!(2026 - 01 - 01), date!(2026 - 02 - 01), date!(2026 - 03 - 01)],
            registered: vec![40, 30, 20],
            active: vec![vec![22, 3], vec![12], vec![]],
        }
    }

    #[test]
    fn shares_are_of_those_who_registered() {
        let found = shown(&cohorts(), 0);
        let percents: Vec<Vec<Option<f64>>> =
            found.cohorts.iter().map(|row| row.ages.iter().map(|cell| cell.percent).collect()).collect();
        assert_eq!(percents, [vec![Some(55.0), Some(7.5)], vec![Some(40.0)], vec![]]);
        assert_eq!((found.hidden, found.cohorts[0].registered, &*found.cohorts[2].month), (None, Some(40), "2026-03"));
    }

    #[test]
    fn few_members_are_hidden_and_with_them_who_else_was_there() {
        let found = shown(&cohorts(), 5);
        // 3 of January logged in in March; the numbers of all in March and of February would reveal how many.
        assert_eq!(found.cohorts[0].ages[1], CohortCell { percent: None, hidden: Some(Hidden::Other) });
        assert_eq!(found.cohorts[1].ages[0], CohortCell { percent: None, hidden: Some(Hidden::Other) });
        assert_eq!(found.cohorts[0].ages[0].percent, Some(55.0));
        assert_eq!(found.hidden, Some(2));
        // If all but a few logged in, the share reveals those few.
        let mut nearly = cohorts();
        nearly.active[0][0] = 38;
        let cell = CohortCell { percent: None, hidden: Some(Hidden::Other) };
        assert_eq!(shown(&nearly, 5).cohorts[0].ages[0], cell);
    }
}
