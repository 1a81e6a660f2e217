//! The names of screens, sheets and columns.

use std::collections::HashSet;

use super::names;
use crate::figures::Dimension;
use crate::groupings::Grouping;
use crate::i18n::labels;
use crate::i18n::language::Language;
use crate::screens::{Block, Breakdown, Dashboard, List};

/// The most characters of the name of a sheet that spreadsheets accept, and those that they refuse.
const LONGEST: usize = 31;
const REFUSED: &[char] = &['[', ']', ':', '*', '?', '/', '\\'];

/// What stands between the two parts of a title.
const BY: &[&str] = &[" by ", " nach ", " por "];

/// What a name that was cut does not end with.
const DANGLING: &[&str] =
    &[" and", " by", " of", " to", " nach", " und", " von", " je", " im", " por", " y", " de", " del", " la"];

/// A breakdown by its name.
pub fn of_breakdown(breakdown: &Breakdown, language: Language) -> String {
    labels::name(language, breakdown.summary.trim_end_matches('.'))
}

/// A dashboard by its name.
pub fn of_dashboard(dashboard: &Dashboard, language: Language) -> String {
    labels::name(language, dashboard.title)
}

/// The polls.
pub fn of_polls(language: Language) -> String {
    labels::name(language, "Polls")
}

/// The e-mail schedule.
pub fn of_schedule(language: Language) -> String {
    labels::name(language, "Email Schedule")
}

/// A grouping by its name.
pub fn of_grouping(grouping: Grouping, language: Language) -> String {
    (language.texts().files.grouping)(grouping).to_owned()
}

/// What the rows of a list are.
pub fn of_dimension(dimension: &Dimension, language: Language) -> String {
    labels::name(language, &words(dimension.id))
}

/// The names of the texts of a list's rows.
pub fn of_texts(list: &List, language: Language) -> Vec<String> {
    let title = |(name, attribute): &(&str, &str)| match *name {
        "name" => of_dimension(list.of, language),
        _ => labels::name(language, &words(attribute)),
    };
    list.texts.iter().map(title).collect()
}

/// One of several lists: what its rows have in common.
pub fn of_list(key: &str, list: &List, language: Language) -> String {
    let counted = list.counted.first().map(|counted| labels::label(language, counted.label).to_owned());
    counted.unwrap_or_else(|| labels::name(language, &words(key)))
}

/// A block by the name that the page gives it; else what it shows: its one figure, or the subject of its breakdown, and by
/// what.
pub fn of_block(breakdown: &Breakdown, Block { id, shape, .. }: &Block, by: &[String], language: Language) -> String {
    if let Some(names) = names::of_block(breakdown.path, id, language) {
        return names.title.clone();
    }
    let what = match shape.fields().as_slice() {
        [one] => labels::label(language, one.full_label).to_owned(),
        _ => of_breakdown(breakdown, language),
    };
    if by.is_empty() { what } else { (language.texts().files.by)(&what, by) }
}

/// `offer_category` and `offerCategory` as `Offer Category`.
fn words(name: &str) -> String {
    let mut words = String::new();
    let mut begins = true;
    for letter in name.chars() {
        if letter == '_' {
            begins = true;
            continue;
        }
        let begins_word = begins || letter.is_ascii_uppercase();
        if begins_word && !words.is_empty() {
            words.push(' ');
        }
        words.push(if begins_word { letter.to_ascii_uppercase() } else { letter });
        begins = false;
    }
    words
}

/// Names of sheets that a spreadsheet accepts, each once whatever the case.
#[derive(Default)]
pub struct SheetNames(HashSet<String>);

impl SheetNames {
    /// A name for a sheet with this title.
    pub fn name(&mut self, title: &str) -> String {
        let title: String = title.chars().map(|letter| if REFUSED.contains(&letter) { ' ' } else { letter }).collect();
        let title = title.split_whitespace().collect::<Vec<&str>>().join(" ");
        let title = title.trim_matches('\'');
        let title = if title.is_empty() { "Sheet" } else { title };
        for number in 1_usize.. {
            let end = if number == 1 { String::new() } else { format!(" ({number})") };
            let name = format!("{}{end}", shortened(title, LONGEST - end.len()));
            if self.0.insert(name.to_lowercase()) {
                return name;
            }
        }
        title.to_owned()
    }
}

/// A title that fits: its beginning, and by what it is.
fn shortened(title: &str, longest: usize) -> String {
    let by = BY.iter().filter_map(|by| title.rfind(by)).max();
    let length = |text: &str| text.encode_utf16().count();
    match by.map(|at| title.split_at(at)) {
        Some((what, by)) if length(title) > longest && length(by) <= longest / 2 => {
            format!("{}{by}", cut(what, longest - length(by)))
        }
        _ => cut(title, longest).to_owned(),
    }
}

/// The words of a title that fit; a single word that is too long is cut. Spreadsheets count UTF-16.
fn cut(title: &str, longest: usize) -> &str {
    let mut length = 0;
    let end = title.char_indices().find(|(_, letter)| {
        length += letter.len_utf16();
        length > longest
    });
    let Some((end, _)) = end else { return title };
    let cut = &title[..end];
    let whole = if title[end..].starts_with(' ') { Some(end) } else { cut.rfind(' ') };
    let mut cut = cut[..whole.unwrap_or(end)].trim_end_matches([' ', '\'']);
    while let Some(shorter) = DANGLING.iter().find_map(|word| cut.strip_suffix(word)) {
        cut = shorter;
    }
    cut
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::figures::content::BY_OPTION;
    use crate::figures::explain::Division;
    use crate::screens::declared::{emails, polls};
    use crate::screens::{DASHBOARDS, FIGURES, Shape};

    #[test]
    fn names_of_sheets_are_short_unique_and_without_refused_characters() {
        let mut names = SheetNames::default();
        assert_eq!(names.name("Logins by Period"), "Logins by Period");
        assert_eq!(names.name("LOGINS by Period"), "LOGINS by Period (2)");
        assert_eq!(names.name("Avg. Login/Member [all]: 'x'"), "Avg. Login Member all 'x");
        let long = "Member Unique Intent to Redeem Clicks by Period";
        assert_eq!(names.name(long), "Member Unique Intent by Period");
        assert_eq!(names.name(long), "Member Unique by Period (2)");
        let tier = "Berechtigte und registrierte Mitglieder nach Stufe";
        assert_eq!(names.name(tier), "Berechtigte nach Stufe");
        assert_eq!(names.name(&"x".repeat(40)), "x".repeat(31));
        assert_eq!(names.name(&"x".repeat(40)), format!("{} (2)", "x".repeat(27)));
        assert_eq!(names.name("?"), "Sheet");
        assert_eq!(names.name(&"🎈".repeat(20)), "🎈".repeat(15));
    }

    #[test]
    fn words_begin_with_capitals() {
        assert_eq!(words("offer_category"), "Offer Category");
        assert_eq!(words("dayOfWeek"), "Day Of Week");
        assert_eq!(words("link"), "Link");
    }

    /// The English names that files and explanations use.
    fn used() -> BTreeSet<String> {
        let english = Language::En;
        let mut names = BTreeSet::from([of_polls(english), of_schedule(english), of_dimension(&BY_OPTION, english)]);
        let mut add = |list: &List| {
            names.insert(of_dimension(list.of, english));
            names.extend(of_texts(list, english));
        };
        [&emails::SCHEDULE, &polls::POLLS].into_iter().for_each(&mut add);
        let breakdowns = || DASHBOARDS.iter().flat_map(|dashboard| dashboard.all_breakdowns());
        let shapes = breakdowns().flat_map(|breakdown| breakdown.blocks).map(|block| &block.shape);
        shapes.flat_map(Shape::lists).for_each(&mut add);
        names.extend(breakdowns().map(|breakdown| of_breakdown(breakdown, english)));
        names.extend(DASHBOARDS.iter().map(|dashboard| of_dashboard(dashboard, english)));
        let divisions = FIGURES.iter().flat_map(|figure| Division::of(figure.metric));
        names.extend(divisions.map(|division| division.label().to_owned()));
        names
    }

    #[test]
    fn every_name_is_translated_and_none_is_left_over() {
        let used = used();
        for language in Language::translated() {
            let texts = labels::of(language).expect("a language with texts");
            let known: BTreeSet<String> = texts.names.keys().cloned().collect();
            let missing: Vec<&String> = used.difference(&known).collect();
            assert!(missing.is_empty(), "data/languages/{}/labels.json has no name {missing:?}", language.code());
            let left: Vec<&String> = known.difference(&used).collect();
            assert!(left.is_empty(), "{language:?}: nothing is called {left:?}");
        }
    }
}
