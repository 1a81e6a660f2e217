//! What alerts say: on the page, in mail and to webhooks.

use crate::i18n::alerts::{Alerts, Way};

pub(super) const TEXTS: Alerts = Alerts {
    program: "Program",
    rule: "Rule",
    checked_at: "Checked at",
    above: |figure, amount| format!("{figure}: above {amount}."),
    below: |figure, amount| format!("{figure}: below {amount}."),
    changed: |figure, way, amount| format!("{figure} {} by more than {amount} since the period before.", went(way)),
    beyond_chance: |figure, way| {
        format!("{figure} {} by more than chance explains, compared with the period before.", went(way))
    },
    weekday: |figure, way, amount| {
        format!(
            "{figure} {} on the last day by more than {amount}, compared with the same weekdays of the last eight weeks.",
            went(way)
        )
    },
    unlike_weekdays: |figure, way| {
        format!(
            "{figure} {} on the last day by more than is usual on the same weekdays of the last eight weeks.",
            went(way)
        )
    },
    some_late: "Expected data are late.",
    table_late: |table| format!("The data of {table} are late."),
    found: |figure, value, days| format!("{figure}: {value} ({days})."),
    before: |before| format!(", before {before}"),
    usually: |usual| format!(", usually {usual} on this weekday"),
    none_late: "No data are late.",
    late: |tables| format!("Late: {tables}."),
    no_figure: "This release of Bond has no such figure.",
    nothing_expected: "No data are expected at a time (setting expected_by).",
    no_percent: "There is no change in percent: the figure was 0 or less, or has nothing to compare with.",
    nothing_before: "The figure has nothing to compare with.",
    no_weekdays: "The day cannot be compared with the same weekdays.",
    chance_unknown: "How much chance moves this figure is not known.",
    hidden: "Too few members are behind this figure, or it would reveal such a figure.",
    no_data: |figure| format!("There are no data for {figure} in the period."),
    no_weekdays_of: |figure| format!("{figure} cannot be compared with the same weekdays of the last eight weeks."),
    week_before: |sentence| format!("Against the same day a week before: {sentence}"),
    trial_holds: "A test, sent on request. The alert is active.",
    trial_ceased: "A test, sent on request. The alert is not active.",
    footer: |login| {
        format!(
            "Bond sends this alert for {login}, with what {login} may see. It is sent once, when it becomes active."
        )
    },
};

fn went(way: Way) -> &'static str {
    match way {
        Way::Any => "rose or fell",
        Way::Up => "rose",
        Way::Down => "fell",
    }
}
