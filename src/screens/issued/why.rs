//! Why a figure differs from what was issued: pure functions from the loads since then.

use std::collections::BTreeMap;

use time::{Date, Duration};

use super::wire::ChangingLoad;
use crate::clock::minute;
use crate::figures::filter::iso;
use crate::figures::period::Window;
use crate::i18n::dates;
use crate::i18n::language::Language;
use crate::i18n::numbers::listed;
use crate::screens::receipts::REMOVALS;
use crate::warehouse::PastLoad;
use crate::warehouse::load::ChangedDays;

/// The most loads of a day in the answer, and in its sentence.
const MOST_LOADS: usize = 10;
const MOST_NAMED: usize = 3;

/// What an issued figure depends on.
#[derive(Clone, Copy, Debug)]
pub struct DependsOn<'a> {
    pub tables: &'a [String],
    pub window: Window,
    /// Whether days before its window matter.
    pub reads_before: bool,
    /// The tables of which the day after its last one matters, too.
    pub a_day_later: &'a [&'a str],
}

/// What a load did to what a figure depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Did {
    /// It replaced days of the figure: the first and the last.
    Corrected(Date, Date),
    /// It took another load back, erased members, changed rows of a reference table, or nobody knows what.
    Changed,
    /// It added rows to a reference table.
    Added,
    /// Nothing of it is of the figure's days.
    Nothing,
}

/// The loads that may have changed a figure, the latest first, of all loads of its tables since it was issued. Those that
/// only added members or offers are left out where others corrected something; a load each day does that.
pub fn named(since: &[&PastLoad], changes: &BTreeMap<i64, ChangedDays>, depends: DependsOn<'_>) -> Vec<ChangingLoad> {
    let done: Vec<(&PastLoad, Did)> = since.iter().map(|load| (*load, did(load, changes, depends))).collect();
    let is_strong = |did: &Did| matches!(did, Did::Corrected(..) | Did::Changed);
    let any = |test: &dyn Fn(&Did) -> bool| done.iter().any(|(_, did)| test(did));
    let is_named: &dyn Fn(&Did) -> bool = if any(&is_strong) {
        &is_strong
    } else if any(&|did| *did == Did::Added) {
        &|did| *did == Did::Added
    } else {
        &|_| true
    };
    let named = done.iter().rev().filter(|(_, did)| is_named(did));
    named.take(MOST_LOADS).map(|(load, did)| changing(load, *did, depends)).collect()
}

fn did(load: &PastLoad, changes: &BTreeMap<i64, ChangedDays>, depends: DependsOn<'_>) -> Did {
    let Some(changed) = load.load.and_then(|id| changes.get(&id)) else { return Did::Changed };
    let Window { start, end } = depends.window;
    let of_table = |table: &String| {
        let is_late = depends.a_day_later.contains(&table.as_str());
        let end = if is_late { end.saturating_add(Duration::DAY) } else { end };
        let is_of = move |day: &&Date| **day <= end && (depends.reads_before || **day >= start);
        changed.days.get(table).into_iter().flatten().filter(is_of)
    };
    let days = depends.tables.iter().flat_map(of_table);
    let (first, last) = (days.clone().min(), days.max());
    let has = |tables: &std::collections::BTreeSet<String>| depends.tables.iter().any(|table| tables.contains(table));
    if REMOVALS.contains(&load.origin.as_str()) {
        return Did::Changed;
    }
    match first.zip(last) {
        Some((first, last)) => Did::Corrected(*first, *last),
        None if has(&changed.whole) => Did::Changed,
        None if has(&changed.added) => Did::Added,
        // An undo has no report about reference tables.
        None if load.origin == "undo" && changed.days.is_empty() => Did::Changed,
        None => Did::Nothing,
    }
}

fn changing(load: &PastLoad, did: Did, depends: DependsOn<'_>) -> ChangingLoad {
    let (first, last) = match did {
        Did::Corrected(first, last) => (Some(iso(first)), Some(iso(last))),
        _ => (None, None),
    };
    ChangingLoad {
        load: load.load,
        data_version: load.version,
        at: minute(load.at),
        origin: load.origin.clone(),
        tables: load.tables.iter().filter(|table| depends.tables.contains(table)).cloned().collect(),
        first_day: first,
        last_day: last,
    }
}

/// What loads did, for the end of a sentence: "load 34 of Mar 3, 2026 corrected Feb 12 to 14, 2026".
pub fn by_loads(loads: &[ChangingLoad], language: Language) -> String {
    let mut parts: Vec<String> = loads.iter().take(MOST_NAMED).map(|load| by_load(load, language)).collect();
    match loads.len().saturating_sub(MOST_NAMED) {
        0 => {}
        more => parts.push((language.texts().issued.more_loads)(more)),
    }
    listed(&parts, language)
}

fn by_load(load: &ChangingLoad, language: Language) -> String {
    let texts = &language.texts().issued;
    let day = |text: &Option<String>| text.as_deref().and_then(|text| crate::clock::day(text).ok());
    let number = load.load.map_or_else(|| (texts.data_version)(load.data_version), texts.load);
    let of = crate::clock::day(load.at.split(' ').next().unwrap_or_default()).ok();
    let who = of.map_or_else(|| number.clone(), |of| (texts.of_day)(&number, &dates::day_in_words(of, language)));
    let days =
        day(&load.first_day).zip(day(&load.last_day)).map(|(first, last)| dates::days_in_words(first, last, language));
    match (load.origin.as_str(), days) {
        ("undo", Some(days)) => (texts.took_days_back)(&who, &days),
        ("undo", None) => (texts.took_load_back)(&who),
        ("erase", _) => (texts.erased)(&who),
        ("expire", _) => (texts.removed)(&who),
        (_, Some(days)) => (texts.corrected)(&who, &days),
        (_, None) => (texts.changed)(&who, &listed(&load.tables, language)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use time::macros::date;

    fn load(version: i32, origin: &str, tables: &[&str]) -> PastLoad {
        PastLoad {
            version,
            // 2026-03-03 08:30
            at: 1_772_526_600,
            origin: origin.to_owned(),
            tables: tables.iter().map(|table| (*table).to_owned()).collect(),
            digest: String::new(),
            load: Some(i64::from(version) + 30),
        }
    }

    fn of_days(table: &str, days: &[Date]) -> ChangedDays {
        let days = BTreeMap::from([(table.to_owned(), BTreeSet::from_iter(days.iter().copied()))]);
        ChangedDays { days, ..ChangedDays::default() }
    }

    fn of_rows(added: &[&str], whole: &[&str]) -> ChangedDays {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        ChangedDays { added: set(added), whole: set(whole), ..ChangedDays::default() }
    }

    /// What is said of loads of the tables logins and members, for the 90 days to Feb 20.
    fn said(loads: &[(PastLoad, Option<ChangedDays>)], reads_before: bool) -> String {
        let tables = ["members".to_owned(), "logins".to_owned(), "offer_interactions".to_owned()];
        let window = Window { start: date!(2025 - 11 - 23), end: date!(2026 - 02 - 20) };
        let since: Vec<&PastLoad> = loads.iter().map(|(load, _)| load).collect();
        let known = loads.iter().filter_map(|(load, changed)| Some((load.load?, changed.clone()?)));
        let depends = DependsOn { tables: &tables, window, reads_before, a_day_later: &["offer_interactions"] };
        by_loads(&named(&since, &known.collect(), depends), Language::En)
    }

    #[test]
    fn the_load_that_corrected_days_of_the_figure_is_named_and_those_of_later_days_are_not() {
        let corrected = [date!(2026 - 02 - 12), date!(2026 - 02 - 14)];
        let loads = [
            (load(2, "import", &["logins", "members"]), Some(of_days("logins", &[date!(2026 - 02 - 21)]))),
            (load(3, "import", &["members"]), Some(of_rows(&["members"], &[]))),
            (load(4, "import", &["logins"]), Some(of_days("logins", &corrected))),
            (load(5, "import", &["logins"]), Some(of_days("logins", &[date!(2026 - 02 - 22)]))),
        ];
        assert_eq!(said(&loads, false), "load 34 of Mar 3, 2026 corrected Feb 12 to 14, 2026");
        // Without that one, the new members are all that may have done it.
        assert_eq!(said(&loads[..2], false), "load 33 of Mar 3, 2026 changed members");
        // And without these, all loads of the tables are named.
        assert_eq!(said(&loads[..1], false), "load 32 of Mar 3, 2026 changed logins and members");
    }

    #[test]
    fn days_before_the_window_matter_where_the_figure_reads_them() {
        let old = (load(2, "import", &["logins"]), Some(of_days("logins", &[date!(2025 - 11 - 01)])));
        let new = (load(3, "import", &["logins"]), Some(of_days("logins", &[date!(2026 - 02 - 20)])));
        let loads = [old, new];
        assert_eq!(said(&loads, false), "load 33 of Mar 3, 2026 corrected Feb 20, 2026");
        assert_eq!(
            said(&loads, true),
            "load 33 of Mar 3, 2026 corrected Feb 20, 2026 and load 32 of Mar 3, 2026 corrected Nov 1, 2025"
        );
    }

    #[test]
    fn what_follows_a_session_within_a_day_matters() {
        let loads = [
            (load(2, "import", &["offer_interactions"]), Some(of_days("offer_interactions", &[date!(2026 - 02 - 21)]))),
            (load(3, "import", &["offer_interactions"]), Some(of_days("offer_interactions", &[date!(2026 - 02 - 22)]))),
        ];
        assert_eq!(said(&loads, false), "load 32 of Mar 3, 2026 corrected Feb 21, 2026");
    }

    #[test]
    fn other_changes_have_words_of_their_own() {
        let two = [date!(2025 - 12 - 31), date!(2026 - 01 - 02)];
        for (load, changed, expected) in [
            (
                load(2, "undo", &["logins"]),
                Some(of_days("logins", &two)),
                "undid an earlier load of Dec 31, 2025 to Jan 2, 2026",
            ),
            (load(2, "undo", &["members"]), Some(ChangedDays::default()), "undid an earlier load"),
            (load(2, "erase", &["members", "logins"]), Some(ChangedDays::default()), "erased members"),
            (load(2, "expire", &["logins"]), Some(of_rows(&[], &["logins"])), "removed old data"),
            (load(2, "import", &["members", "offers"]), Some(of_rows(&[], &["members"])), "changed members"),
            (load(2, "import", &["logins"]), None, "changed logins"),
        ] {
            assert_eq!(said(&[(load, changed)], false), format!("load 32 of Mar 3, 2026 {expected}"));
        }
        let unknown = PastLoad { load: None, ..load(2, "import", &["logins"]) };
        assert_eq!(said(&[(unknown, None)], false), "data version 2 of Mar 3, 2026 changed logins");
    }

    #[test]
    fn other_languages_write_days_in_their_own_way() {
        let corrected = of_days("logins", &[date!(2026 - 02 - 12), date!(2026 - 02 - 14)]);
        let load = load(4, "import", &["logins"]);
        let (tables, changes) = (["logins".to_owned()], BTreeMap::from([(34, corrected)]));
        let window = Window { start: date!(2025 - 11 - 23), end: date!(2026 - 02 - 20) };
        let depends = DependsOn { tables: &tables, window, reads_before: false, a_day_later: &[] };
        let loads = named(&[&load], &changes, depends);
        assert_eq!(
            [Language::De, Language::Es].map(|language| by_loads(&loads, language)),
            [
                "Ladevorgang 34 vom 3. März 2026 hat berichtigt: 12. Februar 2026 bis 14. Februar 2026",
                "la carga 34 del 3 de marzo de 2026 corrigió: 12 de febrero de 2026 a 14 de febrero de 2026",
            ]
        );
    }

    #[test]
    fn three_loads_are_named_and_the_others_counted() {
        let many: Vec<(PastLoad, Option<ChangedDays>)> = (2..20)
            .map(|version| (load(version, "import", &["logins"]), Some(of_days("logins", &[date!(2026 - 02 - 01)]))))
            .collect();
        let text = said(&many, false);
        assert!(text.starts_with("load 49 of Mar 3, 2026 corrected Feb 1, 2026, load 48 "), "{text}");
        assert!(text.ends_with(" and 7 more loads changed its tables"), "{text}");
    }
}
