//! `docs/feed.md`: its text is written by hand, the tables at its end are generated from the declared feed.

use std::fmt::Write;

use crate::groupings::{GROUPINGS, Membership};
use crate::warehouse::feed::{Column, Kind, Refers, Rule, TABLES, Table, Type};

const BEGIN: &str = "<!-- The tables below are written by `make generate` from src/warehouse/feed/registry.rs. -->\n";

/// The guide with current tables.
pub fn guide() -> String {
    let committed = include_str!("../../docs/feed.md");
    let (text, _) = committed.split_once(BEGIN).expect("docs/feed.md has the comment that its tables follow");
    format!("{text}{BEGIN}{}", tables())
}

fn tables() -> String {
    let mut text = String::new();
    for (title, is_reference) in [("Reference tables", true), ("Fact tables", false)] {
        let _ = write!(text, "\n## {title}\n");
        for table in TABLES.iter().filter(|table| table.day_column().is_none() == is_reference) {
            let _ = write!(text, "\n### {}\n\n{}\n\n| column | value |\n|---|---|\n", table.name, about(table));
            for column in table.columns {
                let _ = writeln!(text, "| `{}` | {} |", column.name, value(table, column));
            }
        }
    }
    text
}

fn about(table: &Table) -> String {
    let mut text = table.about.to_owned();
    match table.kind {
        Kind::Reference => {}
        Kind::PerMember { .. } => text += " The rows of a load replace all rows of their members.",
        Kind::Days { day } => {
            let _ = write!(text, " Day: `{day}`.");
        }
        Kind::Whole { .. } => text += " Each load replaces the whole table.",
    }
    if !table.key.is_empty() {
        let _ =
            write!(text, " Key: {}", table.key.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
        let stays = matches!(table.kind, Kind::Days { day } if !table.key.contains(&day));
        text += if stays { ", also against days that were loaded before." } else { "." };
    }
    text
}

fn value(table: &Table, column: &Column) -> String {
    let mut text = match column.refers {
        None => form(column.kind),
        Some(Refers::Member) => "a `member_id` of `members`".to_owned(),
        Some(Refers::Group(kind)) if column.kind == Type::Groups => {
            format!("one or more ids of type `{kind}` of `user_groups`, separated by a vertical bar: `3` or `3\\|5`")
        }
        Some(Refers::GroupOfType) => "an id of that type of `user_groups`".to_owned(),
        Some(Refers::Group(kind)) => format!("an id of type `{kind}` of `user_groups`"),
        Some(Refers::Id(table)) => format!("an id of `{table}`"),
        Some(Refers::PollOption) => "an `option_index` of that poll in `poll_options`".to_owned(),
    };
    if column.may_be_missing {
        text += ", or empty; optional: a file may lack the column";
    } else if column.may_be_empty {
        text += ", or empty";
    }
    if !column.note.is_empty() {
        text = format!("{text}; {}", column.note);
    }
    for rule in table.rules {
        match *rule {
            Rule::Ordered { first, last } if last == column.name => {
                let _ = write!(text, "; not before `{first}`");
            }
            Rule::OncePerMember { column: once } if once == column.name => {
                text += "; at most one row of a member may have it";
            }
            Rule::OneAtATime { from } if from == column.name => {
                let one = GROUPINGS.iter().filter(|info| info.membership == Membership::One);
                let one = one.map(|info| format!("`{}`", info.name)).collect::<Vec<_>>().join(" or ");
                let _ = write!(text, "; at most one {one} of a member begins on a day");
            }
            Rule::Ordered { .. } | Rule::OncePerMember { .. } | Rule::OneAtATime { .. } => {}
        }
    }
    text
}

fn form(kind: Type) -> String {
    match kind {
        Type::Id => "positive integer".into(),
        Type::MemberId => "text of at most 64 characters, without `@` and control characters".into(),
        Type::Text(longest) => format!("text of at most {} characters", grouped(longest)),
        Type::OneOf(words) => {
            let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
            match words.split_last() {
                Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
                _ => words.concat(),
            }
        }
        Type::Link => "URL of at most 2,000 characters that begins with `http://` or `https://`".into(),
        Type::Count => "whole number, 0 or more".into(),
        Type::Money => "amount of money".into(),
        Type::Date => "date".into(),
        Type::Month => "the first day of the month, `YYYY-MM-01`".into(),
        Type::Time => "time".into(),
        Type::Groups => "ids, separated by a vertical bar".into(),
        Type::Position => "1 to 32,767".into(),
        Type::Score => "1 to 5".into(),
        Type::Level => "number from 0 to 100".into(),
    }
}

/// A number below one million with a thousands separator.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut groups: Vec<&str> = Vec::new();
    let mut end = digits.len();
    while end > 3 {
        groups.push(&digits[end - 3..end]);
        end -= 3;
    }
    groups.push(&digits[..end]);
    groups.reverse();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let written = [7, 999, 1_000, 65_536, 1_000_000].map(grouped);
        assert_eq!(written, ["7", "999", "1,000", "65,536", "1,000,000"]);
    }

    #[test]
    fn the_guide_describes_every_table() {
        let guide = guide();
        for table in TABLES {
            assert!(guide.contains(&format!("\n### {}\n", table.name)), "{}", table.name);
        }
    }
}
