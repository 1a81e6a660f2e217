//! What a file is of: the program, the screen, and the filter in words.

use std::sync::Arc;

use super::evidence::{Evidence, digest_of};
use super::items::{self, ItemNames};
use super::noted::Noted;
use super::screen::ScreenCall;
use crate::clock;
use crate::config::Accent;
use crate::figures::filter::{Choice, Filter};
use crate::figures::period::{Comparison, Window};
use crate::groupings::Grouping;
use crate::i18n::language::Language;
use crate::i18n::{Files, dates};
use crate::screens::wire::{ProgramInfo, UserGroup};

/// The most groups that are named; of more it is said how many there are.
const MOST_NAMED: usize = 12;

/// The program's logo: a picture in PNG.
#[derive(Debug)]
pub struct Logo {
    pub image: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

/// What a file is of.
#[derive(Clone, Debug)]
pub struct About {
    pub program: String,
    pub logo: Option<Arc<Logo>>,
    /// The colour of the program, where it has its own.
    pub accent: Option<Accent>,
    pub screen: String,
    /// What is chosen: a label and a value for each part of the filter.
    pub filter: Vec<(String, String)>,
    /// The last day with data.
    pub through: String,
    through_in_words: String,
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
    /// Of the file.
    pub language: Language,
    /// The receipts of its figures: what each is of, and its SHA-256 or why there is none.
    pub receipts: Vec<(String, String)>,
    /// How many of them are signed, and the digest of their digests.
    digest: Option<(usize, String)>,
    /// The days of the filter, and what they are compared with, in words.
    days: String,
    compared: String,
    window: Window,
    /// What is noted at them.
    noted: Vec<(String, String)>,
}

impl About {
    /// Of a screen, for a filter.
    pub fn new(
        program: ProgramInfo,
        screen: String,
        filter: &Filter,
        groups: &[UserGroup],
        names: &ItemNames,
        language: Language,
    ) -> About {
        let worded = |text: &String| clock::day(text).map(|day| dates::day_in_words(day, language)).ok();
        let through_in_words = program.through.as_ref().and_then(worded);
        let through_in_words = through_in_words.unwrap_or_else(|| language.texts().files.no_data.to_owned());
        let through = program.through.as_ref().map(|day| dates::iso_day(day, language));
        About {
            screen,
            filter: in_words(&program, filter, groups, names, language),
            through: through.unwrap_or_else(|| language.texts().files.no_data.to_owned()),
            through_in_words,
            login: String::new(),
            at: String::new(),
            program: program.name,
            logo: None,
            accent: None,
            currency: program.currency,
            minimum_members: program.minimum_members,
            demo: program.demo,
            language,
            receipts: Vec::new(),
            digest: None,
            days: in_sentence(filter.window, language),
            compared: compared(filter, language, |window| in_sentence(window, language)),
            window: filter.window,
            noted: Vec::new(),
        }
    }

    /// With the program's logo and colour.
    pub fn in_dress_of(self, logo: Option<Logo>, accent: Option<Accent>) -> About {
        About { logo: logo.map(Arc::new), accent, ..self }
    }

    /// With one more line of what is chosen.
    pub fn with_chosen(mut self, line: Option<(String, String)>) -> About {
        self.filter.extend(line);
        self
    }

    /// With what is noted at its days and the figures of some parts.
    pub fn with_noted(self, noted: &Noted, parts: &[ScreenCall]) -> About {
        About { noted: noted.lines(parts, self.window, self.language), ..self }
    }

    /// Taken by somebody at a time, which is `2026-03-15 08:00`.
    pub fn by(self, login: &str, at: &str) -> About {
        let at = match at.split_once(' ') {
            Some((day, time)) if self.language != Language::En => {
                format!("{}, {time}", dates::iso_day(day, self.language))
            }
            _ => at.to_owned(),
        };
        About { login: login.to_owned(), at, ..self }
    }

    /// With the receipts of its figures, for a cover that names them.
    pub fn with_receipts(self, evidence: &[Evidence]) -> About {
        let named = |Evidence { label, receipt }: &Evidence| {
            let said = receipt.as_ref().map_or_else(Clone::clone, |receipt| receipt.sha256.clone());
            (label.clone(), said)
        };
        About { receipts: evidence.iter().map(named).collect(), digest: digest_of(evidence), ..self }
    }

    /// What its file says around figures.
    pub fn texts(&self) -> &'static Files {
        &self.language.texts().files
    }

    /// The lines above the list of sheets.
    pub fn lines(&self) -> Vec<(String, String)> {
        let texts = self.texts();
        let line = |label: &str, value: &str| (label.to_owned(), value.to_owned());
        let mut lines = vec![line(texts.program, &self.program), line(texts.screen, &self.screen)];
        lines.extend(self.filter.iter().cloned());
        lines.push(line(texts.through, &self.through));
        lines.push(line(texts.currency, &self.currency));
        lines.push(line(texts.taken_by, &self.login));
        lines.push(line(texts.taken_at, &self.at));
        if self.demo {
            lines.push(line(texts.note, texts.made_up));
        }
        lines.extend(self.noted.iter().cloned());
        lines
    }

    /// What is chosen in one line: the days, what they are compared with, and what is not everything.
    pub fn in_one_line(&self) -> String {
        let texts = self.texts();
        let chosen = self.filter.iter().skip(2).filter(|(_, value)| value != texts.all);
        let chosen = chosen.map(|(label, value)| format!("{label}: {value}"));
        let through = format!("{}: {}", texts.through, self.through_in_words);
        let days = [self.days.clone(), format!("{} {}", texts.compared_with, self.compared)];
        days.into_iter().chain(chosen).chain([through]).collect::<Vec<String>>().join("  ·  ")
    }

    /// What a reader must know beside the figures.
    pub fn remarks(&self) -> impl Iterator<Item = (String, String)> {
        let made_up = self.demo.then(|| (self.texts().note.to_owned(), self.texts().made_up.to_owned()));
        made_up.into_iter().chain(self.noted.iter().cloned())
    }

    /// How many receipts there are, with the beginning of the digest that the audit log has of them.
    pub fn receipts_in_short(&self) -> Option<String> {
        let (count, digest) = self.digest.as_ref()?;
        Some((self.texts().receipts_of_page)(*count, digest.get(..12)?))
    }

    /// The days of the filter, which come first in it.
    pub fn period(&self) -> &str {
        self.filter.first().map_or("", |(_, days)| days.as_str())
    }

    /// What is said of a number of hidden figures.
    pub fn hidden(&self, figures: usize) -> String {
        (self.texts().figures_hidden)(figures, self.minimum_members)
    }

    /// What is said of a hidden figure.
    pub fn why_hidden(&self) -> String {
        (self.texts().why_hidden)(self.minimum_members)
    }
}

/// A filter in words, for people and for the audit log.
pub fn in_words(
    program: &ProgramInfo,
    filter: &Filter,
    groups: &[UserGroup],
    names: &ItemNames,
    language: Language,
) -> Vec<(String, String)> {
    let texts = &language.texts().files;
    let days =
        |window: Window| dates::span(&dates::day(window.start, language), &dates::day(window.end, language), language);
    let mut lines = vec![(texts.period.to_owned(), days(filter.window))];
    lines.push((texts.compared_with.to_owned(), compared(filter, language, days)));
    for grouping in Grouping::all() {
        let chosen = chosen_groups(&filter.groups[grouping], grouping, groups, texts);
        lines.push(((texts.grouping)(grouping).to_owned(), chosen));
    }
    // Where nobody has moved, both readings are the same.
    if program.groups_history_since.is_some() {
        lines.push((texts.groups.to_owned(), (texts.groups_as_of)(filter.groups_as_of).to_owned()));
    }
    for (label, dimension, choice) in items::choices(filter, texts) {
        if let Choice::Only(ids) = choice {
            let names: Vec<&str> = ids.iter().filter_map(|id| names.get(dimension, *id)).collect();
            let is_named = names.len() == ids.len() && (1..=MOST_NAMED).contains(&ids.len());
            lines.push((label.to_owned(), if is_named { names.join(", ") } else { (texts.chosen)(ids.len()) }));
        }
    }
    lines
}

/// What a filter compares with, and its days.
fn compared(filter: &Filter, language: Language, days: impl Fn(Window) -> String) -> String {
    let texts = &language.texts().files;
    let other = filter.compared_with(filter.comparison).map_or(texts.nothing.to_owned(), days);
    let how = match filter.comparison {
        Comparison::PreviousPeriod => texts.previous_period,
        Comparison::SameDatesLastYear => texts.same_dates_last_year,
        Comparison::SameWeekdaysLastYear => texts.same_weekdays_last_year,
        Comparison::PreviousFullPeriod => texts.previous_full_period,
        Comparison::SelectedDates => texts.selected_dates,
        Comparison::None => texts.no_comparison,
    };
    if filter.comparison == Comparison::None { how.to_owned() } else { format!("{how}: {other}") }
}

/// The days of a window in a sentence.
fn in_sentence(window: Window, language: Language) -> String {
    dates::days_in_words(window.start, window.end, language)
}

fn chosen_groups(choice: &Choice, grouping: Grouping, groups: &[UserGroup], texts: &Files) -> String {
    let Choice::Only(ids) = choice else { return texts.all.to_owned() };
    let of_grouping = groups.iter().filter(|group| group.r#type == grouping);
    let names: Vec<&str> =
        of_grouping.filter(|group| ids.contains(&group.id)).map(|group| group.name.as_str()).collect();
    match names.len() {
        0 => texts.none.to_owned(),
        1..=MOST_NAMED => names.join(", "),
        more => (texts.chosen)(more),
    }
}
