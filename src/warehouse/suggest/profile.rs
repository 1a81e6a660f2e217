//! What a column of a file contains, found out from all of its rows.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::times::{DIGITS, TIMES, is_cut};
use super::words::{Spoken, in_cents, is_total};
use crate::warehouse::mapping::time::{Date, DateTime};
use crate::warehouse::mapping::{reads_number, time_reader};

/// What a column contains.
#[derive(Clone)]
pub(super) struct Contents {
    pub(super) name: String,
    pub(super) spoken: Spoken,
    /// Text and columns that give its values, where it is made of others.
    pub(super) template: Option<String>,
    pub(super) kind: Kind,
    /// The first different values, up to [`SHOWN`].
    pub(super) values: BTreeSet<String>,
    pub(super) rows: u64,
    /// Rows with a value.
    pub(super) filled: u64,
    /// How many different values there are, roughly where they are many.
    pub(super) distinct: u64,
    /// Whether no value repeats.
    pub(super) is_unique: bool,
    /// Values that are not of the kind that nearly all others are.
    pub(super) misfits: u64,
    /// The shares of the values that are addresses, hashes and links.
    pub(super) addresses: f64,
    pub(super) hashes: f64,
    pub(super) links: f64,
    /// Characters of a value, on the average, and at most.
    pub(super) length: f64,
    pub(super) longest: usize,
    /// Of numbers.
    pub(super) range: Option<(f64, f64)>,
    pub(super) is_integral: bool,
    /// Whether its amounts are hundredths, as its name or the columns beside it say.
    pub(super) is_in_cents: bool,
    /// Whether some numbers have more decimals than amounts of money.
    pub(super) has_many_decimals: bool,
    /// Whether the other order of day and month fits as well.
    pub(super) is_either_month: bool,
    /// Texts around numbers, such as `€`.
    pub(super) remove: BTreeSet<String>,
    /// Of dates and times.
    pub(super) days: Option<(Date, Date)>,
    /// Words that stand for no value.
    pub(super) placeholders: BTreeSet<String>,
    /// Of dates and times, words of rows that add up others, such as `Total`.
    pub(super) totals: BTreeSet<String>,
    /// How many rows have such a word.
    pub(super) total_rows: u64,
    /// Of amounts, the column with the order on whose lines they repeat: they are those of the whole order.
    pub(super) once_for: Option<String>,
    pub(super) keys: Sketch,
    /// Whether columns of other files refer to its values, and whether these refer to a key of another file.
    pub(super) is_referred_to: bool,
    pub(super) refers: bool,
}

impl Contents {
    /// What is made of the values of several columns: as often filled as one of them.
    pub(super) fn joined(name: &str, template: String, kind: Kind, first: Option<Date>, of: &Contents) -> Contents {
        let joined = Column::new().end(name);
        let days = first.map(|first| (first, first));
        Contents {
            template: Some(template),
            kind,
            days,
            rows: of.rows,
            filled: of.filled,
            distinct: of.distinct,
            ..joined
        }
    }

    /// Whether its times of day have seconds.
    pub(super) fn has_seconds(&self) -> bool {
        self.values.iter().any(|value| value.matches(':').count() == 2)
    }

    /// Whether each of its first values has a digit, as ids have and names do not.
    pub(super) fn has_numbers(&self) -> bool {
        self.values.iter().all(|value| value.bytes().any(|byte| byte.is_ascii_digit()))
    }

    /// What stands between the names of a list.
    pub(super) fn list_separator(&self) -> char {
        [';', '|', ','].into_iter().find(|sign| self.values.iter().any(|value| value.contains(*sign))).unwrap_or(',')
    }
}

/// Different values of a column that are remembered as they are.
pub(super) const SHOWN: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No row has a value.
    Empty,
    Text,
    /// Digits only.
    Whole,
    /// A number with these decimal and thousands separators.
    Number(char, Option<char>),
    /// A date or time in this form; whether it has a time of day.
    Time(&'static str, bool),
    /// A duration in this form.
    Duration(&'static str),
}

const NUMBERS: &[(char, Option<char>)] = &[
    ('.', None),
    ('.', Some(',')),
    (',', None),
    (',', Some('.')),
    (',', Some(' ')),
    (',', Some('\u{a0}')),
    (',', Some('\u{202f}')),
    ('.', Some('\'')),
    ('.', Some('\u{2019}')),
];

/// Texts around numbers. A longer one stands before those that it contains.
const SIGNS: &[&str] = &["R$", "US$", "A$", "C$", "CHF", "EUR", "USD", "GBP", "$", "€", "£", "¥", "₹", "zł", "kr", "%"];

/// What systems write where there is no value.
const NOTHING: &[&str] = &["NULL", "null", "\\N", "N/A", "n/a", "#N/A", "NA", "NaN", "nan", "-"];

/// Finds out what a column contains, value by value.
pub(super) struct Column {
    rows: u64,
    filled: u64,
    values: BTreeSet<String>,
    keys: Sketch,
    repeats: bool,
    times: Vec<Form<TimeForm>>,
    numbers: Vec<Form<(char, Option<char>)>>,
    whole: u64,
    characters: u64,
    longest: usize,
    decimals: bool,
    addresses: u64,
    hashes: u64,
    links: u64,
    clocks: u64,
    range: Option<(f64, f64)>,
    fractions: u64,
    remove: BTreeSet<String>,
    placeholders: BTreeMap<String, u64>,
    totals: BTreeMap<String, u64>,
}

type TimeForm = (&'static str, bool, Box<dyn Fn(&str) -> Option<DateTime>>, Option<(Date, Date)>);

/// A form that values may have.
struct Form<F> {
    form: F,
    fails: u64,
}

/// Whether so many values of all may have another form: one of fifty, as long as most have been seen to fit.
fn forgiven(fails: u64, of: u64) -> bool {
    fails * 50 <= of
}

/// Fails that end the trial of a form, while it is not known how many values there are.
fn is_hopeless(fails: u64, of: u64) -> bool {
    fails > 20 && !forgiven(fails, of)
}

impl Column {
    pub(super) fn new() -> Column {
        let time = |(form, with_time): &(&'static str, bool)| Form {
            form: (*form, *with_time, Box::new(time_reader(form)) as Box<dyn Fn(&str) -> Option<DateTime>>, None),
            fails: 0,
        };
        let digits = DIGITS.iter().map(|(form, with_time, ..)| (*form, *with_time));
        let forms: Vec<(&'static str, bool)> = TIMES.iter().copied().chain(digits).collect();
        Column {
            rows: 0,
            filled: 0,
            values: BTreeSet::new(),
            keys: Sketch::default(),
            repeats: false,
            times: forms.iter().map(time).collect(),
            numbers: NUMBERS.iter().map(|form| Form { form: *form, fails: 0 }).collect(),
            whole: 0,
            characters: 0,
            longest: 0,
            decimals: false,
            addresses: 0,
            hashes: 0,
            links: 0,
            clocks: 0,
            range: None,
            fractions: 0,
            remove: BTreeSet::new(),
            placeholders: BTreeMap::new(),
            totals: BTreeMap::new(),
        }
    }

    pub(super) fn take(&mut self, field: &str) {
        self.rows += 1;
        let value = field.trim();
        if value.is_empty() {
            return;
        }
        if NOTHING.contains(&value) {
            *self.placeholders.entry(value.to_owned()).or_default() += 1;
            return;
        }
        if is_total(value) {
            *self.totals.entry(value.to_owned()).or_default() += 1;
        }
        self.filled += 1;
        if self.values.len() < SHOWN {
            self.values.insert(value.to_owned());
        }
        // Capitals of an address mean nothing.
        let is_address = is_address(value);
        self.repeats |= !if is_address { self.keys.add(&value.to_lowercase()) } else { self.keys.add(value) };
        let characters = value.chars().count();
        self.characters += characters as u64;
        self.longest = self.longest.max(characters);
        self.addresses += u64::from(is_address);
        self.hashes += u64::from(is_hash(value));
        self.links += u64::from(value.starts_with("http://") || value.starts_with("https://"));
        self.clocks += u64::from(is_clock(value));
        let is_whole = value.bytes().all(|byte| byte.is_ascii_digit());
        self.whole += u64::from(is_whole);
        let filled = self.filled;
        // Digits alone are no time with separators, and letters no number: most trials are over before they begin.
        for time in &mut self.times {
            let (form, _, read, days) = &mut time.form;
            let limits = DIGITS.iter().find(|(digits, ..)| digits == form);
            let read = |value: &str| read(value).filter(|at| !is_cut(at.date().year(), value));
            let read = match limits {
                Some((.., length, first, last))
                    if is_whole && value.len() == *length && (*first..*last).contains(&value) =>
                {
                    read(value)
                }
                None if !is_whole => read(value),
                _ => None,
            };
            match read {
                Some(at) => {
                    let day = at.date();
                    *days = Some(days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
                }
                None => time.fails += 1,
            }
        }
        self.times.retain(|time| !is_hopeless(time.fails, filled));
        let mut number = value;
        let without;
        if !is_whole && let Some(sign) = SIGNS.iter().find(|sign| value.contains(**sign)) {
            without = value.replacen(sign, "", 1);
            if is_numeric(&without) {
                self.remove.insert((*sign).to_owned());
                number = without.trim();
            }
        }
        for form in &mut self.numbers {
            let (decimal, thousands) = form.form;
            form.fails += u64::from(!(is_whole || reads_number(decimal, thousands, number)));
        }
        self.numbers.retain(|form| !is_hopeless(form.fails, filled));
        if let Some(first) = self.numbers.first() {
            let (decimal, thousands) = first.form;
            // Whether a negative number has its sign before or behind it, or parentheses.
            let is_negative = number.contains(['-', '\u{2212}', '(']);
            let digits = |c: &char| Some(*c) != thousands && !matches!(c, '-' | '\u{2212}' | '(' | ')' | '+');
            let plain: String = number.chars().filter(digits).map(|c| if c == decimal { '.' } else { c }).collect();
            if let Ok(number) = plain.parse::<f64>() {
                let number = if is_negative { -number } else { number };
                self.fractions += u64::from(number.fract() != 0.0);
                self.decimals |= plain.rsplit_once('.').is_some_and(|(_, decimals)| decimals.len() > 2);
                self.range =
                    Some(self.range.map_or((number, number), |(low, high)| (low.min(number), high.max(number))));
            }
        }
    }

    pub(super) fn end(self, name: &str) -> Contents {
        let (mut kind, mut misfits, mut days) = self.kind();
        let spoken = Spoken::of(name);
        if self.whole == self.filled && matches!(kind, Kind::Time(..)) && names_ids(&spoken) {
            (kind, misfits, days) = (Kind::Whole, 0, None);
        }
        if let (Some(form), Some(range)) = (of_sheet(kind, self.range, &spoken), self.range) {
            kind = Kind::Time(EXCEL, form);
            let read = time_reader(EXCEL);
            let day = |number: f64| read(&number.to_string()).map(|at| at.date());
            days = day(range.0).zip(day(range.1));
        }
        let is_either_month = matches!(kind, Kind::Time(form, _) if {
            let (date, time) = form.split_once(' ').unwrap_or((form, ""));
            let swapped = date.replace("%d", "%D").replace("%m", "%d").replace("%D", "%m");
            let other = format!("{swapped} {time}");
            swapped != date && self.times.iter().any(|time| time.fails == 0 && time.form.0 == other.trim_end())
        });
        let share = |count: u64| if self.filled == 0 { 0.0 } else { count as f64 / self.filled as f64 };
        let distinct = self.keys.count();
        let is_number = matches!(kind, Kind::Whole | Kind::Number(..));
        Contents {
            name: name.trim().to_owned(),
            spoken,
            template: None,
            kind,
            rows: self.rows,
            filled: self.filled,
            distinct,
            // What is only estimated differs by chance.
            is_unique: self.filled > 0
                && if self.keys.is_exact() { !self.repeats } else { distinct * 20 >= self.filled * 19 },
            misfits,
            addresses: share(self.addresses),
            hashes: share(self.hashes),
            links: share(self.links),
            length: share(self.characters),
            longest: self.longest,
            range: self.range.filter(|_| is_number),
            is_integral: is_number && self.fractions == 0,
            is_in_cents: in_cents(name),
            has_many_decimals: is_number && self.decimals,
            is_either_month,
            remove: if matches!(kind, Kind::Number(..)) { self.remove } else { BTreeSet::new() },
            days,
            placeholders: self.placeholders.into_keys().collect(),
            total_rows: if matches!(kind, Kind::Time(..)) { self.totals.values().sum() } else { 0 },
            totals: if matches!(kind, Kind::Time(..)) { self.totals.into_keys().collect() } else { BTreeSet::new() },
            once_for: None,
            values: self.values,
            keys: self.keys,
            is_referred_to: false,
            refers: false,
        }
    }

    /// The kind, how many values are not of it, and the first and last day.
    fn kind(&self) -> (Kind, u64, Option<(Date, Date)>) {
        let filled = self.filled;
        if filled == 0 {
            return (Kind::Empty, 0, None);
        }
        // One of few values that does not fit may be the one that says what the column is.
        let totals: u64 = self.totals.values().sum();
        let fits = |fails: u64| fails == 0 || (filled >= 100 && forgiven(fails, filled));
        // A row that adds up the others has a word in the place of its day.
        let fits_days = |fails: u64| fits(fails) || (fails <= totals && filled > 2 * totals);
        let time = self.times.iter().filter(|time| fits_days(time.fails)).min_by_key(|time| time.fails);
        if let Some(time) = time {
            return (Kind::Time(time.form.0, time.form.1), time.fails.saturating_sub(totals), time.form.3);
        }
        if self.clocks == filled {
            let form =
                if self.values.iter().all(|value| value.matches(':').count() == 2) { "%H:%M:%S" } else { "%M:%S" };
            return (Kind::Duration(form), 0, None);
        }
        if self.whole == filled {
            return (Kind::Whole, 0, None);
        }
        let number = self.numbers.iter().filter(|form| fits(form.fails)).min_by_key(|form| form.fails);
        match number {
            Some(form) if form.fails == 0 && self.whole == filled => (Kind::Whole, 0, None),
            Some(form) => (Kind::Number(form.form.0, form.form.1), form.fails, None),
            None => (Kind::Text, 0, None),
        }
    }
}

/// The numbers that spreadsheets keep days as.
const EXCEL: &str = "excel";

/// Whether numbers are days as a spreadsheet keeps them, of 2000 to 2089, and then whether they have times of day: only a name
/// tells them from others.
fn of_sheet(kind: Kind, range: Option<(f64, f64)>, spoken: &Spoken) -> Option<bool> {
    let has_times = match kind {
        Kind::Whole => false,
        Kind::Number('.', None) => true,
        _ => return None,
    };
    let is_day = spoken.has("DATE") || spoken.has("TIME");
    let is_other = ["ID", "QUANTITY", "AMOUNT", "DURATION", "POINTS"].iter().any(|thing| spoken.has(thing));
    let (low, high) = range?;
    (is_day && !is_other && low >= 36_526.0 && high < 69_400.0).then_some(has_times)
}

/// Whether a name speaks of ids and not of days: the digits of a card may be those of a time.
fn names_ids(spoken: &Spoken) -> bool {
    let has = |things: &[&str]| things.iter().any(|thing| spoken.has(thing));
    has(&["ID", "PERSON", "CARD", "TIER"])
        && !has(&["DATE", "TIME", "MONTH", "CREATED", "START", "END", "LOGIN", "SENT", "OPEN", "CLICK", "LAST"])
}

/// Whether a text has digits, and nothing else but what numbers are written with.
fn is_numeric(text: &str) -> bool {
    let belongs = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".,'\u{2019}()+-\u{2212}".contains(c);
    text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(belongs)
}

fn is_address(value: &str) -> bool {
    value.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.contains(' '))
}

/// Whether a value looks like a hash or another key that a program made.
fn is_hash(value: &str) -> bool {
    let hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match value.len() {
        32 | 40 | 56 | 64 | 128 => hex(value) && value.bytes().any(|byte| byte.is_ascii_alphabetic()),
        36 => hex(&value.replace('-', "")) && value.matches('-').count() == 4,
        43 => value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')),
        _ => false,
    }
}

/// Whether a value is hours, minutes and seconds, or minutes and seconds.
fn is_clock(value: &str) -> bool {
    let parts: Vec<&str> = value.split(':').collect();
    (2..=3).contains(&parts.len())
        && parts.iter().all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The different values of a column: all of them, or those of a part of the numbers that they are hashed to.
#[derive(Clone)]
pub(super) struct Sketch {
    hashes: HashSet<u64>,
    /// Only smaller numbers are kept.
    below: u64,
}

/// Values that a sketch has at most.
const MOST: usize = 20_000;

impl Default for Sketch {
    fn default() -> Sketch {
        Sketch { hashes: HashSet::new(), below: u64::MAX }
    }
}

impl Sketch {
    /// Adds a value. False if it is there already.
    fn add(&mut self, value: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        let hash = hasher.finish();
        if hash > self.below {
            return true;
        }
        let is_new = self.hashes.insert(hash);
        while self.hashes.len() > MOST {
            self.below /= 2;
            let below = self.below;
            self.hashes.retain(|hash| *hash <= below);
        }
        is_new
    }

    fn is_exact(&self) -> bool {
        self.below == u64::MAX
    }

    /// How many different values there are, roughly.
    fn count(&self) -> u64 {
        (self.hashes.len() as f64 * (u64::MAX as f64 / self.below as f64)) as u64
    }

    /// The share of these values that the others have, too.
    pub(super) fn contained_in(&self, others: &Sketch) -> f64 {
        let below = self.below.min(others.below);
        let own = self.hashes.iter().filter(|hash| **hash <= below);
        let (mut count, mut shared) = (0_u32, 0_u32);
        for hash in own {
            count += 1;
            shared += u32::from(others.hashes.contains(hash));
        }
        if count == 0 { 0.0 } else { f64::from(shared) / f64::from(count) }
    }
}
