//! Tables worked out by hand. The minimum is 5 members.

use time::macros::date;

use super::*;
use crate::figures::Hidden::{Few, Other};
use crate::figures::operands::{Operands, Part};
use crate::figures::period::Window;
use crate::figures::table::OtherReading;
use crate::figures::{Figure, Hidden, Metric, Quantity, content, emails, members, offers};

const MINIMUM: u16 = 5;

fn window() -> Window {
    Window::new(date!(2026 - 01 - 01), date!(2026 - 01 - 31)).expect("a window")
}

/// A count, few if it is 1 to 4.
fn number(number: i128) -> Figure {
    Figure::new(Quantity::new(number, 1), (1..5).contains(&number))
}

/// A count that is more than the number of members behind it.
fn of_members(events: i128, members: i128) -> Figure {
    Figure { is_few: (1..5).contains(&members), ..number(events) }
}

/// A rate of two counts of members.
fn percent(of: i128, by: i128) -> Figure {
    let is_few = [of, by, by - of].iter().any(|members| (1..5).contains(members));
    Figure::new(Quantity::new(100 * of, by), is_few)
}

/// A table of these rows.
fn table<'a>(metrics: &[&'a Metric], rows: &[&[Figure]]) -> Table<'a> {
    let mut table = Table::new(MINIMUM, metrics);
    for row in rows {
        table.row(window(), row.iter().copied());
    }
    table
}

/// Why the figures of a column are hidden, by row.
fn column(table: &Table, rows: usize, column: usize) -> Vec<Option<Hidden>> {
    (0..rows).map(|row| table.hidden(row, column)).collect()
}

/// Why the numbers of members who logged in are hidden, by group; the total is the last number.
fn by_group(numbers: &[i128]) -> Vec<Option<Hidden>> {
    let rows: Vec<[Figure; 1]> = numbers.iter().map(|n| [number(*n)]).collect();
    let mut table = table(&[&members::UNIQUE_LOGINS], &rows.iter().map(<[Figure; 1]>::as_slice).collect::<Vec<_>>());
    let total = numbers.len() - 1;
    table.sum(Some(total), &(0..total).collect::<Vec<_>>());
    hide(&mut table);
    column(&table, numbers.len(), 0)
}

#[test]
fn a_second_row_is_hidden_where_one_could_be_worked_out() {
    assert_eq!(by_group(&[500, 300, 3, 803]), [None, Some(Other), Some(Few), None]);
    assert_eq!(by_group(&[500, 300, 803, 1603]), [None; 4]);
}

#[test]
fn a_zero_is_shown() {
    assert_eq!(by_group(&[500, 300, 0, 800]), [None; 4]);
}

#[test]
fn few_who_did_not_come_back_are_told_by_no_sum_of_groups() {
    // Of 30 and 37, 1 and 2 did not come back: 3 in all, who are 12 less the 9 of the first group.
    let row =
        |active: i128, new: i128, base: i128| [percent(active - new, base), number(new), number(active), number(base)];
    let rows = [row(87, 62, 34), row(75, 46, 30), row(84, 49, 37), row(246, 157, 101)];
    let metrics =
        [&members::RETENTION_RATE, &members::NEW_REGISTERED, &members::UNIQUE_LOGINS, &members::REGISTERED_BEFORE];
    let mut table = table(&metrics, &rows.each_ref().map(|row| row.as_slice()));
    table.sum(Some(3), &[0, 1, 2]);
    hide(&mut table);
    let is_known = |row: usize| (0..4).filter(|column| table.hidden(row, *column).is_none()).count() >= 3;
    assert!(!(is_known(0) && is_known(3)), "{:?}", table.rows);
}

/// Which rows of groups, the total first, are hidden as they were: of members who went from the one group to the other.
fn as_they_were(groups: u32, went: &[(u32, u32, i128)]) -> Vec<bool> {
    let number = |of: &dyn Fn(u32, u32) -> bool| -> i128 {
        went.iter().filter(|(then, now, _)| of(*then, *now)).map(|(.., members)| members).sum()
    };
    let mut table = Table::new(MINIMUM, &[&members::UNIQUE_LOGINS]);
    for group in 0..=groups {
        let is_in = |one: u32| group == 0 || one == group;
        let moved = number(&|then, now| is_in(then) != is_in(now));
        let other = OtherReading {
            value: Quantity::new(number(&|_, now| is_in(now)), 1),
            few: [false; 3],
            tells: [(1..10).contains(&moved), false, false],
        };
        let then = number(&|then, _| is_in(then));
        table.row(window(), std::iter::once(Figure::new(Quantity::new(then, 1), false).beside(other)));
    }
    table.sum(Some(0), &(1..=groups as usize).collect::<Vec<_>>());
    let part = |(then, now, members): &(u32, u32, i128)| Part {
        then: vec![0, *then],
        now: vec![0, *now],
        counted: vec![Operands { numerator: *members, ..Operands::default() }],
    };
    table.divided.push(((0..=groups as usize).map(Some).collect(), went.iter().map(part).collect()));
    let table = suppress(table);
    (0..=groups as usize).map(|row| table.why(row, 0).is_some()).collect()
}

#[test]
fn groups_as_they_were_are_shown_where_differences_are_of_many_who_moved() {
    let stayed = [(1, 1, 50), (2, 2, 60), (3, 3, 70)];
    let moved = |moved: &[(u32, u32, i128)]| as_they_were(3, &[&stayed[..], moved].concat());
    assert_eq!(moved(&[]), [false; 4]);
    // What each group differs by is of 8 who came or left, fewer than twice 5.
    assert_eq!(moved(&[(1, 2, 4), (2, 3, 4), (3, 1, 4)]), [false, true, true, true]);
    // Of 12, though only 4 went each way.
    assert_eq!(
        moved(&[(1, 2, 4), (2, 3, 4), (3, 1, 4), (1, 3, 4), (2, 1, 2), (3, 2, 2)]),
        [false; 4],
        "no sum tells of those of one way"
    );
    // Between the first two, and the third apart.
    assert_eq!(moved(&[(1, 2, 12)]), [false; 4]);
    // 3 who went to the third are what it differs by. It is hidden with the smaller of the others, and the sum of both shown.
    assert!(moved(&[(1, 2, 12), (2, 1, 3), (2, 3, 3)])[3]);
}

#[test]
fn two_hidden_rows_with_a_sum_that_tells_them_get_a_third() {
    // 1 + 1: nobody but one member each, if none is empty, and at most two in any case.
    assert_eq!(by_group(&[500, 300, 1, 1, 802]), [None, Some(Other), Some(Few), Some(Few), None]);
    // 3 + 2 may be 4 + 1 or 1 + 4.
    assert_eq!(by_group(&[500, 3, 2, 505]), [None, Some(Few), Some(Few), None]);
    // 4 + 4 can be nothing else where both are below 5.
    assert_eq!(by_group(&[500, 300, 4, 4, 808]), [None, Some(Other), Some(Few), Some(Few), None]);
}

#[test]
fn without_another_row_an_empty_one_or_the_total_is_hidden() {
    assert_eq!(by_group(&[4, 4, 8]), [Some(Few), Some(Few), Some(Other)]);
    assert_eq!(by_group(&[4, 4, 0, 8]), [Some(Few), Some(Few), Some(Few), None]);
    assert_eq!(by_group(&[3, 3]), [Some(Few), Some(Few)]);
}

#[test]
fn a_row_of_the_first_level_protects_those_of_the_second() {
    // Gold: 40 with 38 in Auto and 2 in Home. Silver: 90 with 50 and 40.
    let metrics: [&Metric; 1] = [&members::UNIQUE_LOGINS];
    let rows = [130, 40, 38, 2, 90, 50, 40].map(|n| [number(n)]);
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 1]>::as_slice));
    table.sum(Some(0), &[1, 4]);
    table.sum(Some(1), &[2, 3]);
    table.sum(Some(4), &[5, 6]);
    hide(&mut table);
    let hidden = [None, None, Some(Other), Some(Few), None, None, None];
    assert_eq!(column(&table, 7, 0), hidden);
    // The table the other way round shows the totals of Auto and Home.
    table.sum(None, &[2, 5]);
    table.sum(None, &[3, 6]);
    hide(&mut table);
    let hidden = [None, None, Some(Other), Some(Few), None, Some(Other), Some(Other)];
    assert_eq!(column(&table, 7, 0), hidden);
}

#[test]
fn bounced_messages_are_sent_minus_delivered_ones() {
    let metrics = [&emails::MESSAGES_SENT, &emails::MESSAGES_DELIVERED, &emails::MESSAGES_BOUNCED];
    let mut table = table(&metrics, &[&[number(500), number(497), number(3)]]);
    hide(&mut table);
    assert_eq!([0, 1, 2].map(|at| table.hidden(0, at)), [None, Some(Other), Some(Few)]);
}

#[test]
fn what_is_left_of_a_sum_is_not_bounded_by_the_reason_of_the_rest() {
    let metrics = [&emails::MESSAGES_SENT, &emails::MESSAGES_DELIVERED, &emails::MESSAGES_BOUNCED];
    let hidden = |sent, delivered, bounced| {
        let mut table = table(&metrics, &[&[number(sent), number(delivered), number(bounced)]]);
        hide(&mut table);
        [0, 1, 2].map(|at| table.hidden(0, at))
    };
    // Of 9, at least 5 were delivered, so that 0 to 4 bounced; of 10, 0 to 5.
    assert_eq!(hidden(9, 7, 2), [Some(Other), Some(Other), Some(Few)]);
    assert_eq!(hidden(10, 8, 2), [None, Some(Other), Some(Few)]);
}

#[test]
fn long_lists_of_small_figures_are_hidden_in_one_go() {
    let metrics = [
        &emails::MESSAGES_SENT,
        &emails::MESSAGES_DELIVERED,
        &emails::MESSAGES_BOUNCED,
        &emails::UNIQUE_OPENS,
        &emails::AVERAGE_OPEN,
    ];
    let row = [number(9), number(7), number(2), number(3), Figure { is_few: true, ..percent(3, 7) }];
    let rows: Vec<&[Figure]> = vec![&row; 3_000];
    let mut table = table(&metrics, &rows);
    table.sum(None, &(0..rows.len()).collect::<Vec<_>>());
    hide(&mut table);
    assert_eq!(table.count(), 5 * rows.len());
}

#[test]
fn a_rounded_rate_of_hidden_figures_does_not_bound_them() {
    let metrics = [&members::ACTIVE_MEMBERS, &members::TOTAL_REGISTERED, &members::PROGRAM_ACTIVE_RATE];
    let row = |of, by| [number(of), number(by), percent(of, by)];
    let rows = [row(52, 100), row(2, 3), row(20, 37), row(30, 60)];
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 3]>::as_slice));
    table.sum(Some(0), &[1, 2, 3]);
    hide(&mut table);
    assert_eq!(column(&table, 4, 0), [None, Some(Few), Some(Other), None]);
    assert_eq!(column(&table, 4, 1), [None, Some(Few), Some(Other), None]);
    // The first two groups have 40 registered members, of whom the second has 36 to 40. 54.05 % of them are 20 or 21, which
    // would leave the first 2 or 1 of 22 active ones.
    assert_eq!(column(&table, 4, 2), [None, Some(Few), Some(Other), None]);
}

#[test]
fn what_members_did_does_not_bound_their_number() {
    let metrics = [&members::TOTAL_LOGINS, &members::UNIQUE_LOGINS];
    let row = |logins, members| [of_members(logins, members), number(members)];
    let rows = [row(230, 122), row(9, 3), row(11, 10), row(10, 9), row(200, 100)];
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 2]>::as_slice));
    table.sum(Some(0), &[1, 2, 3, 4]);
    hide(&mut table);
    assert_eq!(column(&table, 5, 0), [None, Some(Few), None, Some(Other), None]);
    // With 13 members in the first two groups, and at most 11 in the second, the first would have 2 or more.
    assert_eq!(column(&table, 5, 1), [None, Some(Few), Some(Other), None, Some(Other)]);
}

#[test]
fn a_hidden_total_of_groups_that_overlap_is_no_more_than_all() {
    // An audience with 8 of all 9 answers, 7 and 1 of them in two lines of business; another audience with all 9.
    let metrics: [&Metric; 1] = [&content::POLL_ANSWERS];
    let rows = [9, 8, 7, 1, 9, 9].map(|n| [number(n)]);
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 1]>::as_slice));
    table.sum(Some(0), &[1, 4]);
    table.sum(Some(1), &[2, 3]);
    table.sum(Some(4), &[5]);
    hide(&mut table);
    // Hidden, the 8 are at most the 9 of all, and the 7 at least 5: the 1 would be at most 4.
    assert_eq!(table.hidden(3, 0), Some(Few));
    assert_eq!([0, 1, 2].map(|row| table.hidden(row, 0)), [Some(Other); 3]);
}

#[test]
fn a_rate_of_zero_is_hidden_with_its_numerator() {
    let metrics = [&emails::UNSUBSCRIBERS, &emails::UNSUBSCRIBED_RATE];
    let mut table = table(&metrics, &[&[Figure { is_few: true, ..number(0) }, percent(0, 10)]]);
    hide(&mut table);
    assert_eq!([0, 1].map(|at| table.hidden(0, at)), [Some(Few); 2]);
}

#[test]
fn many_events_of_few_members_are_hidden() {
    let metrics = [&members::TOTAL_LOGINS, &members::UNIQUE_LOGINS, &members::AVERAGE_LOGINS];
    let average = Figure::new(Quantity::new(120, 3), true);
    let mut table = table(&metrics, &[&[of_members(120, 3), number(3), average]]);
    hide(&mut table);
    assert_eq!([0, 1, 2].map(|at| table.hidden(0, at)), [Some(Few); 3]);
}

#[test]
fn a_rate_does_not_tell_of_the_few_it_leaves_out() {
    let metrics = [&members::ACTIVE_MEMBERS, &members::TOTAL_REGISTERED, &members::PROGRAM_ACTIVE_RATE];
    // 98 of 100: two are not active, also as a difference.
    let mut all_but_two = table(&metrics, &[&[number(98), number(100), percent(98, 100)]]);
    hide(&mut all_but_two);
    assert_eq!([0, 1, 2].map(|at| all_but_two.hidden(0, at)), [Some(Other), None, Some(Few)]);
    // All of them: nobody is left out.
    let mut all = table(&metrics, &[&[number(100), number(100), percent(100, 100)]]);
    hide(&mut all);
    assert_eq!(all.count(), 0);
}

#[test]
fn a_rate_is_hidden_with_its_numerator() {
    let metrics = [&members::ACTIVE_MEMBERS, &members::TOTAL_REGISTERED, &members::PROGRAM_ACTIVE_RATE];
    let row = |of, by| [number(of), number(by), percent(of, by)];
    let rows = [row(33, 120), row(3, 40), row(30, 80)];
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 3]>::as_slice));
    table.sum(Some(0), &[1, 2]);
    hide(&mut table);
    assert_eq!(column(&table, 3, 0), [None, Some(Few), Some(Other)]);
    assert_eq!(column(&table, 3, 1), [None; 3], "the registered members tell nothing of the active ones");
    assert_eq!(column(&table, 3, 2), [None, Some(Few), Some(Other)]);
}

#[test]
fn a_share_of_all_is_hidden_with_its_figure() {
    let metrics = [&content::POLL_ANSWERS, &content::SHARE_OF_ANSWERS];
    let row = |answers| [number(answers), Figure::new(Quantity::new(100 * answers, 63), answers < 5)];
    let rows = [row(3), row(20), row(40)];
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 2]>::as_slice));
    table.sum(None, &[0, 1, 2]);
    hide(&mut table);
    for at in [0, 1] {
        assert_eq!(column(&table, 3, at), [Some(Few), Some(Other), None]);
    }
}

#[test]
fn two_dates_do_not_tell_who_came_between_them() {
    let metrics = [&members::TOTAL_REGISTERED, &members::NEW_REGISTERED];
    let mut table = Table::new(MINIMUM, &metrics);
    let days = [date!(2026 - 01 - 31), date!(2026 - 02 - 28), date!(2026 - 03 - 31)];
    for (end, figures) in days.iter().zip([[100, 50], [102, 2], [110, 8]]) {
        let window = Window::new(end.replace_day(1).expect("a first"), *end).expect("a window");
        table.row(window, figures.map(number).into_iter());
    }
    table.timeline(&[2, 1, 0]);
    hide(&mut table);
    // The 102 of February follow from 110 and the 8 of March, so that the 100 of January would reveal 2.
    assert_eq!(column(&table, 3, 0), [Some(Other), None, None]);
    // The 50 of January lead back from an unknown number to another.
    assert_eq!(column(&table, 3, 1), [None, Some(Few), None]);
}

#[test]
fn two_dates_do_not_bound_the_few_who_came_in_two_periods_between_them() {
    // New and total: 40 and 100 in January, 3 and 103 in February, then some in March, and 20 more in April.
    let totals = |march: i128| {
        let metrics = [&members::TOTAL_REGISTERED, &members::NEW_REGISTERED];
        let mut table = Table::new(MINIMUM, &metrics);
        let figures = [[100, 40], [103, 3], [103 + march, march], [123 + march, 20]];
        let first = [date!(2026 - 01 - 01), date!(2026 - 02 - 01), date!(2026 - 03 - 01), date!(2026 - 04 - 01)];
        for (start, figures) in first.into_iter().zip(figures) {
            let end = start.replace_day(start.month().length(2026)).expect("a last day");
            table.row(Window::new(start, end).expect("a window"), figures.map(number).into_iter());
        }
        table.timeline(&[3, 2, 1, 0]);
        hide(&mut table);
        [column(&table, 4, 0), column(&table, 4, 1)]
    };
    // 3 + 2 may be 4 + 1 or 1 + 4. The 105 of March and the 103 of February would reveal the 2; January would not.
    assert_eq!(totals(2), [[None, Some(Other), None, None], [None, Some(Few), Some(Few), None]]);
    // 3 + 3 can be nothing but 2 to 4 each, so that the 100 of January is hidden too.
    assert_eq!(totals(3), [[Some(Other), Some(Other), None, None], [None, Some(Few), Some(Few), None]]);
}

#[test]
fn logins_do_not_tell_who_came_after_an_earlier_total() {
    let metrics =
        [&members::TOTAL_REGISTERED, &members::NEW_REGISTERED, &members::UNIQUE_LOGINS, &members::RETENTION_RATE];
    let mut table = Table::new(MINIMUM, &metrics);
    let months = [(date!(2026 - 01 - 01), date!(2026 - 01 - 31)), (date!(2026 - 02 - 01), date!(2026 - 02 - 28))];
    for ((start, end), [total, new, logins]) in months.into_iter().zip([[100, 40, 60], [103, 3, 103]]) {
        let figures = [number(total), number(new), number(logins), percent(logins - new, total - new)];
        table.row(Window::new(start, end).expect("a window"), figures.into_iter());
    }
    table.timeline(&[0, 1]);
    hide(&mut table);
    // The 100 of January stay, so that the 103 of February would reveal 3.
    assert_eq!(column(&table, 2, 0), [None, Some(Other)]);
    assert_eq!(column(&table, 2, 1), [None, Some(Few)]);
    // Of the 100 members before February at most 100 logged in then, so that 3 of the 103 who did would be new.
    assert_eq!(column(&table, 2, 2), [None, Some(Other)]);
    // The rate of January is of figures that are all shown, 60 − 40 of 100 − 40: hiding it would protect nothing.
    assert_eq!(column(&table, 2, 3), [None, Some(Other)]);
}

#[test]
fn rates_of_totals_do_not_tell_who_came_between_them() {
    let metrics = [&members::NEW_REGISTERED, &members::INITIATION_RATE];
    let mut table = Table::new(MINIMUM, &metrics);
    let months = [(date!(2026 - 01 - 01), date!(2026 - 01 - 31)), (date!(2026 - 02 - 01), date!(2026 - 02 - 28))];
    for ((start, end), [new, total]) in months.into_iter().zip([[40, 100], [3, 103]]) {
        let figures = [number(new), percent(total, 250)];
        table.row(Window::new(start, end).expect("a window"), figures.into_iter());
    }
    table.timeline(&[1, 0]);
    hide(&mut table);
    assert_eq!(column(&table, 2, 0), [None, Some(Few)]);
    // 40 % and 41.2 % of the members who were eligible, about whom a reader may know.
    assert_eq!(column(&table, 2, 1), [Some(Other); 2]);
}

/// New members, all members and the initiation rate (of 250 and 200 eligible members) of two audiences in January and
/// February. In February 3 came to the first, and 30 to the second.
fn audiences<'a>(metrics: &[&'a Metric]) -> Table<'a> {
    let mut table = Table::new(MINIMUM, metrics);
    let months = [(date!(2026 - 01 - 01), date!(2026 - 01 - 31)), (date!(2026 - 02 - 01), date!(2026 - 02 - 28))];
    for (eligible, figures) in [(250, [[40, 100], [3, 103]]), (200, [[25, 60], [30, 90]])] {
        for ((start, end), [new, total]) in months.into_iter().zip(figures) {
            let figure = |metric: &Metric| match metric.label {
                label if label == members::NEW_REGISTERED.label => number(new),
                label if label == members::TOTAL_REGISTERED.label => number(total),
                _ => percent(total, eligible),
            };
            table.row(Window::new(start, end).expect("a window"), metrics.iter().map(|metric| figure(metric)));
        }
    }
    table.timeline(&[1, 0]);
    table.timeline(&[3, 2]);
    table
}

#[test]
fn rates_of_an_audience_are_hidden_for_the_few_who_came_to_it() {
    let mut table = audiences(&[&members::NEW_REGISTERED, &members::INITIATION_RATE]);
    hide(&mut table);
    assert_eq!(column(&table, 4, 0), [None, Some(Few), None, None]);
    // 40 % and 41.2 % of the first; 30 % and 45 % of the second reveal the 30 who are shown.
    assert_eq!(column(&table, 4, 1), [Some(Other), Some(Other), None, None]);
}

#[test]
fn a_rate_of_an_audience_is_shown_with_the_total_that_it_is_of() {
    let metrics = [&members::NEW_REGISTERED, &members::TOTAL_REGISTERED, &members::INITIATION_RATE];
    let mut table = audiences(&metrics);
    hide(&mut table);
    assert_eq!(column(&table, 4, 0), [None, Some(Few), None, None]);
    // The 103 of February stay, so that the 100 of January would reveal 3, and 40 % of 250 would be that 100.
    assert_eq!(column(&table, 4, 1), [Some(Other), None, None, None]);
    assert_eq!(column(&table, 4, 2), [Some(Other), None, None, None]);
}

#[test]
fn rates_do_not_tell_who_came_to_an_audience_that_protects_another() {
    let mut table = audiences(&[&members::NEW_REGISTERED, &members::INITIATION_RATE]);
    // Audiences are treated as if they added up to a known total: 65 in January, 33 in February.
    table.sum(None, &[0, 2]);
    table.sum(None, &[1, 3]);
    hide(&mut table);
    assert_eq!(column(&table, 4, 0), [None, Some(Few), None, Some(Other)]);
    // 30 % and 45 % of 200 are 60 and 90: 30 came to the second audience, and 33 - 30 to the first.
    assert_eq!(column(&table, 4, 1), [Some(Other); 4]);
}

#[test]
fn in_a_big_table_the_first_figure_that_may_help_is_hidden() {
    // The table of `a_rounded_rate_of_hidden_figures_does_not_bound_them`, and 25,000 more groups that reveal nothing.
    let metrics = [&members::ACTIVE_MEMBERS, &members::TOTAL_REGISTERED, &members::PROGRAM_ACTIVE_RATE];
    let row = |of, by| [number(of), number(by), percent(of, by)];
    let mut rows = vec![row(52, 100), row(2, 3), row(20, 37), row(30, 60)];
    rows.resize(25_004, row(500, 800));
    let mut table = table(&metrics, &rows.iter().map(<[Figure; 3]>::as_slice).collect::<Vec<_>>());
    table.sum(Some(0), &[1, 2, 3]);
    hide(&mut table);
    // There the rate of 54.05 % is, because each candidate is tried. Here the 30 active members are, which 50 % of 60 tell,
    // and then the 60. The two larger groups have 96 to 99 registered members then in any parts, so that their rates tell
    // only that 48 to 53 of them are active: of 52, that leaves the first group any number below 5. They tell that at least 45
    // are not active, too: of 48, that would leave the first group at most 3, so that one rate is hidden.
    assert_eq!(column(&table, 4, 0), [None, Some(Few), Some(Other), Some(Other)]);
    assert_eq!(column(&table, 4, 1), [None, Some(Few), Some(Other), Some(Other)]);
    assert_eq!(column(&table, 4, 2), [None, Some(Few), Some(Other), None]);
    assert_eq!(table.count(), 8, "nothing of the other groups");
}

#[test]
fn a_month_is_not_told_by_the_others_and_the_window() {
    let metrics: [&Metric; 1] = [&members::TOTAL_LOGINS];
    let rows = [of_members(60, 30), of_members(20, 15), of_members(12, 2), of_members(28, 20)].map(|figure| [figure]);
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 1]>::as_slice));
    table.periods(Some(0), &[1, 2, 3]);
    hide(&mut table);
    assert_eq!(column(&table, 4, 0), [None, Some(Other), Some(Few), None]);
}

#[test]
fn totals_on_both_sides_hide_whole_rows() {
    // Two groups and three options: 2 10 20 | 32, 30 40 50 | 120; below 32 50 70 | 152.
    let metrics: [&Metric; 1] = [&content::POLL_ANSWERS];
    let rows = [2, 10, 20, 32, 30, 40, 50, 120, 32, 50, 70, 152].map(|n| [number(n)]);
    let mut table = table(&metrics, &rows.each_ref().map(<[Figure; 1]>::as_slice));
    for first in [0, 4, 8] {
        let options = [first, first + 1, first + 2];
        table.sum(Some(first + 3), &options);
        table.together(&options);
    }
    for option in 0..4 {
        table.sum(Some(8 + option), &[option, 4 + option]);
    }
    hide(&mut table);
    let hidden = |rows: [usize; 4]| rows.map(|row| table.hidden(row, 0));
    assert_eq!(hidden([0, 1, 2, 3]), [Some(Few), Some(Other), Some(Other), None]);
    assert_eq!(hidden([4, 5, 6, 7]), [Some(Other), Some(Other), Some(Other), None]);
    assert_eq!(hidden([8, 9, 10, 11]), [None; 4]);
}

#[test]
fn what_is_not_about_members_is_shown() {
    let metrics: [&Metric; 1] = [&offers::TOTAL_ACTIVE_OFFERS];
    let figure = Figure::new(Quantity::new(3, 1), false);
    let mut table = table(&metrics, &[&[figure]]);
    table.sum(None, &[0]);
    hide(&mut table);
    assert_eq!(table.count(), 0);
}

#[test]
fn without_a_minimum_nothing_is_hidden() {
    let mut table = Table::new(0, &[&members::UNIQUE_LOGINS as &Metric]);
    table.row(window(), [Figure::new(Quantity::new(1, 1), false)].into_iter());
    hide(&mut table);
    assert_eq!(table.count(), 0);
}
