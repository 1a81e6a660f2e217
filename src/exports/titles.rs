//! The names of screens, sheets and columns.

use std::collections::HashSet;

use crate::groupings::Grouping;
use crate::metrics::Dimension;
use crate::screens::{Breakdown, List, Shape};

/// The most characters of the name of a sheet that spreadsheets accept, and those that they refuse.
const LONGEST: usize = 31;
const REFUSED: &[char] = &['[', ']', ':', '*', '?', '/', '\\'];

/// What a name that was cut does not end with.
const DANGLING: &[&str] = &[" and", " by", " of", " to"];

/// A breakdown by its name.
pub fn of_breakdown(breakdown: &Breakdown) -> &'static str {
    breakdown.summary.trim_end_matches('.')
}

/// A grouping by its name.
pub fn of_grouping(grouping: Grouping) -> &'static str {
    match grouping {
        Grouping::Tier => "Tier",
        Grouping::Lob => "Line of Business",
        Grouping::Audience => "Audience",
    }
}

/// What the rows of a list are.
pub fn of_dimension(dimension: &Dimension) -> String {
    words(dimension.id)
}

/// The names of the texts of a list's rows.
pub fn of_texts(list: &List) -> Vec<String> {
    let title = |(name, attribute): &(&str, &str)| match *name {
        "name" => of_dimension(list.of),
        _ => words(attribute),
    };
    list.texts.iter().map(title).collect()
}

/// One of several lists: what its rows have in common.
pub fn of_list(key: &str, list: &List) -> String {
    list.counted.first().map_or_else(|| words(key), |counted| counted.label.to_owned())
}

/// What a block shows: its one figure, or the subject of its breakdown, and by what.
pub fn of_block(breakdown: &Breakdown, shape: &Shape, by: &[String]) -> String {
    let what = match shape.fields().as_slice() {
        [one] => one.full_label,
        _ => of_breakdown(breakdown),
    };
    if by.is_empty() { what.to_owned() } else { format!("{what} by {}", by.join(" and ")) }
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
            let name = format!("{}{end}", cut(title, LONGEST - end.len()));
            if self.0.insert(name.to_lowercase()) {
                return name;
            }
        }
        title.to_owned()
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
    use super::*;

    #[test]
    fn names_of_sheets_are_short_unique_and_without_refused_characters() {
        let mut names = SheetNames::default();
        assert_eq!(names.name("Logins by Period"), "Logins by Period");
        assert_eq!(names.name("LOGINS by Period"), "LOGINS by Period (2)");
        assert_eq!(names.name("Avg. Login/Member [all]: 'x'"), "Avg. Login Member all 'x");
        let long = "Member Unique Intent to Redeem Clicks by Period";
        assert_eq!(names.name(long), "Member Unique Intent to Redeem");
        assert_eq!(names.name(long), "Member Unique Intent (2)");
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
}
