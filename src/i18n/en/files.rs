//! What files say around their figures.

use crate::groupings::{Grouping, GroupsAsOf};
use crate::i18n::files::{Files, joined};
use crate::i18n::language::Language;
use crate::i18n::numbers::number;

const LANGUAGE: Language = Language::En;

pub(super) const TEXTS: Files = Files {
    language: LANGUAGE,
    program: "Program",
    screen: "Screen",
    through: "Data through",
    currency: "Currency",
    taken_by: "Created by",
    taken_at: "Created at",
    note: "Note",
    made_up: "The data are made up.",
    annotation: "Annotation",
    correction: "Correction",
    corrected: |load, is_undo| {
        if is_undo {
            format!("load {load} undid an earlier load of these days")
        } else {
            format!("load {load} corrected these days")
        }
    },
    earlier_annotations: |count| {
        if count == 1 { "1 earlier one is not shown".to_owned() } else { format!("{count} earlier ones are not shown") }
    },
    no_data: "no data",
    all_dashboards: "All dashboards",
    about: "About",
    period: "Period",
    compared_with: "Compared with",
    compared_tables: "Tables compared",
    nothing: "nothing",
    previous_period: "previous period",
    same_dates_last_year: "same dates last year",
    same_weekdays_last_year: "same weekdays last year",
    previous_full_period: "previous full period",
    selected_dates: "other dates",
    no_comparison: "no comparison",
    all: "all",
    none: "none",
    chosen: |count| format!("{count} chosen"),
    grouping: |grouping| match grouping {
        Grouping::Tier => "Tier",
        Grouping::Lob => "Line of Business",
        Grouping::Audience => "Audience",
    },
    groups: "Groups",
    groups_as_of: |reading| match reading {
        GroupsAsOf::Now => "as they are now",
        GroupsAsOf::Window => "as they were on the last day of each period",
    },
    campaign_types: "Campaign types",
    campaigns: "Campaigns",
    offer_categories: "Offer categories",
    offers: "Offers",
    poll: "Poll",
    hidden: "hidden",
    figures_hidden: |count, least| match count {
        1 => format!("1 figure is hidden: fewer than {least} members are behind it, or it would reveal such a figure."),
        many => format!(
            "{many} figures are hidden: fewer than {least} members are behind each, or it would reveal such a figure."
        ),
    },
    why_hidden: |least| {
        format!("Hidden: fewer than {least} members are behind this figure, or it would reveal such a figure.")
    },
    not_complete: |period, through| format!("{period} is not complete: it counts the days through {through}."),
    empty: "There is nothing to show for this filter.",
    left_out: |rows, shown| {
        let [rows, shown] = [rows, shown].map(|count| number(count as f64, 0, LANGUAGE));
        format!("The first {shown} of {rows} rows are here; the workbook and the CSV file have them all.")
    },
    rows_left_out: |rows, shown| format!("The first {shown} of {rows} rows are here; the CSV file has them all."),
    lines_left_out: |shown, all| format!("The chart shows the first {shown} of {all} lines."),
    bars_left_out: |shown, all| format!("The chart shows the first {shown} of {}.", number(all as f64, 0, LANGUAGE)),
    list: "List",
    month: "Month",
    figure: "Figure",
    value: "Value",
    before: "Before",
    change: "Change",
    change_in_points: "Change in points",
    total: "Total",
    flow: ["From", "To", "Move"],
    ways: ["Joined", "Stayed", "Up", "Down", "Moved"],
    not_registered: "Not registered",
    others: "Other members",
    year_before: |label| format!("{label}, year before"),
    figure_before: |label| format!("{label}, before"),
    figure_change: |label| format!("{label}, change"),
    year_before_is: |days| format!("Year before: {days}."),
    by: |what, by| format!("{what} by {}", joined(by, "and")),
    indicator: "Indicator",
    members: "Members",
    share: "Share",
    difference: "Difference",
    part: "Part",
    last_month: "Last month",
    floor: "Floor",
    target: "Target",
    weight: "Weight",
    points: "Points",
    in_months: "months",
    in_seconds: "seconds",
    key_figures: "Key figures",
    indicators: "Indicators",
    nothing_changed: "No figure changed by more than usual.",
    since_last_month: "since last month",
    letters_missing: |count, some| {
        format!(
            "Letters that no font of the server has: {some} ({count} in all). Debian's fonts-noto-cjk has Chinese, Japanese and Korean ones, fonts-noto-core those of other scripts."
        )
    },
    receipts_of_page: |count, digest| match count {
        1 => format!("1 receipt, {digest}, at the end"),
        _ => format!("{count} receipts, {digest}, at the end"),
    },
    not_applicable: "its data are not loaded",
    insufficient: "too little data",
    part_hidden: "too few members",
    part_left_out: "the method leaves it out",
    sheet: "Sheet",
    what_it_shows: "What it shows",
    notes: "Notes",
    definition: "Definition",
    definitions: "Definitions",
    contents: "Contents",
    chart: |title| format!("Chart: {title}. The table has its figures."),
    page: |number, count| format!("Page {number} of {count}"),
    foot: |title, period, login, at| format!("{title} · {period} · created by {login} at {at}"),
    made_with: "Made with Bond for reading: nothing here changes, and nothing is loaded from elsewhere.",
    receipts: "Receipts",
    receipt: "Receipt",
    about_receipts: [
        "A receipt is a figure with all that it depends on, signed by the install that made this file. Save one as a \
         file of its own and check it with ",
        ".",
    ],
    signed_digest: "SHA-256 of what was signed: ",
    no_receipt_hidden: "There is no receipt of this figure: too few members are behind it, or behind its numerator or denominator, or they would reveal such a figure.",
    no_receipt_not_loaded: "There is no receipt of this figure: its data are not loaded, or none of its days is.",
    receipts_of_cover: "SHA-256 of what the receipt of each figure signs; the audit log has it, too.",
};
