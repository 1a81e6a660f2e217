//! Why a figure moved, in words.

use crate::i18n::explain::{Explain, Moved, Named, Rest, bracketed, within_sentence};
use crate::i18n::language::Language;
use crate::i18n::numbers;

const LANGUAGE: Language = Language::En;

pub(super) const TEXTS: Explain = Explain {
    new_members: "New members",
    established_members: "Established members",
    stayed: "Members who stayed",
    moved_in: |from| from.map_or_else(|| "Members who moved in".to_owned(), |from| format!("Members from {from}")),
    moved_out: |to| to.map_or_else(|| "Members who moved out".to_owned(), |to| format!("Members who moved to {to}")),
    of_no_member: "Not linked to a member",
    of_no_item: "Of no item",
    none_of_them: "None of them",
    mix: "Change in share",
    others: |count| if count == 1 { "1 other".to_owned() } else { format!("{count} others") },
    against_time: |now, before| format!("{now} against {before}"),
    part: "Part",
    coverage: "Parts that count in only one of the months",
    coverage_of_parts: "those that count in only one of the months",
    choose_comparison: "Choose what to compare with.",
    not_enough_history: "not enough history",
    nothing_before: "There is nothing before this period to compare with. Choose a later period or another comparison.",
    no_data_before: |day| {
        format!(
            "The data for this figure begin on {day}, too late to compare with. Choose a later period or another comparison."
        )
    },
    nothing_counted: "The data behind this figure are not loaded, or you may not see them.",
    too_few_members: "Too few members are behind this figure to explain it.",
    groups_as_they_were: "Small groups are protected, so changes are explained with groups as they are now.",
    nothing_to_divide_by: "The denominator is zero in one of the periods.",
    cannot_be_divided: "This figure cannot be broken down.",
    no_score_before: "There was no score a month earlier to compare with.",
    no_logins: "No logins are loaded yet.",
    days_covered: |covered, days, last| format!("Logins cover {covered} of the {days} days to {last}."),
    weight_covered: |covered, needed, missing| {
        format!(
            "Only {covered}% of the score's weight can be worked out ({needed}% is needed, with at least one Habit part). Missing: {missing}."
        )
    },
    days: |days, before| {
        let days = if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
        format!("The period has {days}, the one before {before}.")
    },
    days_with_data: |days, of, before| {
        let days_before = if before == 1 { "1 day".to_owned() } else { format!("{before} days") };
        format!("{days} of the period's {of} days have data; the one before has {days_before}.")
    },
    weekend_days: |days, before| {
        let name = if days == 1 { "weekend day" } else { "weekend days" };
        format!("The period has {days} {name}, the one before {before}.")
    },
    unchanged: |label, now| format!("{label} did not change: {now} in both periods."),
    hardly_changed: |label, now, before| format!("{label} hardly changed, from {before} to {now}."),
    same_when_rounded: |label, now| format!("{label} hardly changed: rounded, {now} in both periods."),
    moved: |Moved { label, is_up, amount, percent, before, now, is_chance }| {
        let moved = if *is_up { "rose" } else { "fell" };
        let chance = if *is_chance { ", which may well be chance" } else { "" };
        format!("{label} {moved} by {amount}{}, from {before} to {now}{chance}.", bracketed(percent))
    },
    by: |label| format!("By {}", label.to_lowercase()),
    of_its_parts: "Among its parts",
    nothing_stands_out: |by| format!("{by} nothing stands out."),
    many_causes: |by| format!("{by} no single cause stands out."),
    against_one: |by, leading, other| format!("{by}, {leading} stands out: it moved against {other}."),
    against_others: |by, leading, sum| {
        format!("{by}, {leading} stands out: it moved against the others, which together make {sum}.")
    },
    stand_out: |named| {
        let verb = if named.is_plural { "stand out" } else { "stands out" };
        format!("{}, {} {verb}{}.", named.among, named.leading, rest_of(named))
    },
    moved_most: |named| format!("{}, {} moved the score most{}.", named.among, named.leading, rest_of(named)),
    by_moves: |change, parts| {
        let part = |(at, (name, effect)): (usize, &(&str, String))| {
            format!("{} {}{effect}", within_sentence(name), if at == 0 { "account for " } else { "for " })
        };
        let parts: Vec<String> = parts.iter().enumerate().map(part).collect();
        format!("Of the change of {change}, {}.", numbers::listed(&parts, LANGUAGE))
    },
    diluted: |share, is_held, now, before| {
        let moved = if is_held { "held at" } else { "went to" };
        format!(
            "New members, now {share} of the denominator, explain this: established members {moved} {now} (before: {before})."
        )
    },
};

fn rest_of(Named { with, is_plural, rest, .. }: &Named<'_>) -> String {
    let with = (!with.is_empty()).then(|| numbers::listed(with, LANGUAGE));
    let make = if *is_plural { "they make" } else { "it makes" };
    match (rest, with) {
        (Rest::Share(share), Some(with)) => format!("; together with {with} {make} {share} of the change"),
        (Rest::Share(share), None) => format!(", with {share} of the change"),
        (Rest::Others(sum), Some(with)) => format!(", beside {with}; everything else together: {sum}"),
        (Rest::Others(sum), None) => format!("; everything else together: {sum}"),
        (Rest::Unknown, Some(with)) => format!(", beside {with}"),
        (Rest::Unknown, None) => String::new(),
    }
}
