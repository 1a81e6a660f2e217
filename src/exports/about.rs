//! What a file is of: the program, the screen, and the filter in words.

use super::items::{self, ItemNames};
use crate::groupings::Grouping;
use crate::metrics::filter::{Choice, Filter, iso};
use crate::metrics::period::{Comparison, Window};
use crate::screens::wire::{ProgramInfo, UserGroup};

/// The most groups that are named; of more it is said how many there are.
const MOST_NAMED: usize = 12;

/// What a file is of.
#[derive(Debug)]
pub struct About {
    pub program: String,
    pub screen: String,
    /// What is chosen: a label and a value for each part of the filter.
    pub filter: Vec<(String, String)>,
    /// The last day with data.
    pub through: String,
    /// The login of whoever takes it.
    pub login: String,
    /// When it is made, in the program's time zone.
    pub at: String,
    /// The ISO 4217 code of the program's currency.
    pub currency: String,
    /// Figures about fewer members are hidden; 0 where all are shown.
    pub minimum_members: u16,
    /// Whether the data are made up.
    pub demo: bool,
}

impl About {
    /// Of a screen, for a filter.
    pub fn new(program: ProgramInfo, screen: &str, filter: &Filter, groups: &[UserGroup], names: &ItemNames) -> About {
        About {
            screen: screen.to_owned(),
            filter: in_words(filter, groups, names),
            through: program.through.unwrap_or_else(|| "no data".to_owned()),
            login: String::new(),
            at: String::new(),
            program: program.name,
            currency: program.currency,
            minimum_members: program.minimum_members,
            demo: program.demo,
        }
    }

    /// Taken by somebody at a time.
    pub fn by(self, login: &str, at: String) -> About {
        About { login: login.to_owned(), at, ..self }
    }

    /// The lines above the list of sheets.
    pub fn lines(&self) -> Vec<(String, String)> {
        let line = |label: &str, value: &str| (label.to_owned(), value.to_owned());
        let mut lines = vec![line("Program", &self.program), line("Screen", &self.screen)];
        lines.extend(self.filter.iter().cloned());
        lines.push(line("Data through", &self.through));
        lines.push(line("Currency", &self.currency));
        lines.push(line("Taken by", &self.login));
        lines.push(line("Taken at", &self.at));
        if self.demo {
            lines.push(line("Note", "The data are made up."));
        }
        lines
    }

    /// The days of the filter, which come first in it.
    pub fn period(&self) -> &str {
        self.filter.first().map_or("", |(_, days)| days.as_str())
    }

    /// What is said of a number of hidden figures.
    pub fn hidden(&self, figures: usize) -> String {
        let least = self.minimum_members;
        match figures {
            1 => {
                format!("1 figure is hidden: fewer than {least} members are behind it, or it would tell such a figure.")
            }
            many => format!(
                "{many} figures are hidden: fewer than {least} members are behind each, or it would tell such a figure."
            ),
        }
    }

    /// What is said of a hidden figure.
    pub fn why_hidden(&self) -> String {
        let least = self.minimum_members;
        format!("Hidden: fewer than {least} members are behind this figure, or it would tell such a figure.")
    }
}

/// A filter in words, for people and for the audit log.
pub fn in_words(filter: &Filter, groups: &[UserGroup], names: &ItemNames) -> Vec<(String, String)> {
    let mut lines = vec![("Period".to_owned(), days(filter.window))];
    let other = filter.compared_with(filter.comparison).map_or("nothing".to_owned(), days);
    let how = match filter.comparison {
        Comparison::PreviousPeriod => "previous period",
        Comparison::SameDatesLastYear => "same dates last year",
        Comparison::SameWeekdaysLastYear => "same weekdays last year",
        Comparison::PreviousFullPeriod => "previous full period",
        Comparison::SelectedDates => "chosen dates",
        Comparison::None => "no comparison",
    };
    let compared = if filter.comparison == Comparison::None { how.to_owned() } else { format!("{how}: {other}") };
    lines.push(("Compared with".to_owned(), compared));
    for grouping in Grouping::all() {
        lines.push((
            super::titles::of_grouping(grouping).to_owned(),
            chosen_groups(&filter.groups[grouping], grouping, groups),
        ));
    }
    for (label, dimension, choice) in items::choices(filter) {
        if let Choice::Only(ids) = choice {
            let names: Vec<&str> = ids.iter().filter_map(|id| names.get(dimension, *id)).collect();
            let is_named = names.len() == ids.len() && (1..=MOST_NAMED).contains(&ids.len());
            lines.push((label.to_owned(), if is_named { names.join(", ") } else { format!("{} chosen", ids.len()) }));
        }
    }
    lines
}

fn days(window: Window) -> String {
    format!("{} to {}", iso(window.start), iso(window.end))
}

fn chosen_groups(choice: &Choice, grouping: Grouping, groups: &[UserGroup]) -> String {
    let Choice::Only(ids) = choice else { return "all".to_owned() };
    let of_grouping = groups.iter().filter(|group| group.r#type == grouping);
    let names: Vec<&str> =
        of_grouping.filter(|group| ids.contains(&group.id)).map(|group| group.name.as_str()).collect();
    match names.len() {
        0 => "none".to_owned(),
        1..=MOST_NAMED => names.join(", "),
        more => format!("{more} chosen"),
    }
}
