//! A rule for a column, made from the keys that are written for it.

use super::super::duration::DurationForm;
use super::super::names::space;
use super::super::number::NumberForm;
use super::super::rule::{Case, Form, Rule, Source, Unlisted, template};
use super::super::text::composed;
use super::super::time::{TimeForm, TimeZone, zone};
use super::super::written::{Keys, Otherwise};
use crate::warehouse::feed::{Column, Table, Type};

/// The forms of a file, which its rules inherit.
#[derive(Default)]
pub(super) struct Forms {
    pub(super) date: Option<TimeForm>,
    pub(super) time: Option<TimeForm>,
    pub(super) zone: Option<TimeZone>,
    pub(super) decimal: Option<char>,
    pub(super) thousands: Option<char>,
    pub(super) remove: Vec<String>,
}

/// A rule for a column.
///
/// # Errors
/// What is wrong with its keys.
pub(super) fn rule_of(table: &Table, column: &Column, keys: Keys, forms: &Forms, line: usize) -> Result<Rule, String> {
    let source = match (keys.column, keys.value, keys.template) {
        (Some(column), None, None) => Source::Column(column),
        (None, Some(value), None) => Source::Constant(value),
        (None, None, Some(text)) => Source::Template(template(&text)?),
        _ => return Err("say where its values come from by one of column, value and template".to_owned()),
    };
    let kind = column.kind;
    let (is_number, is_time) = (
        matches!(kind, Type::Count | Type::Money | Type::Level),
        matches!(kind, Type::Date | Type::Month | Type::Time),
    );
    let of_numbers = keys.decimal.is_some()
        || keys.thousands.is_some()
        || keys.round.is_some()
        || keys.remove.is_some()
        || keys.cents.is_some();
    // A duration is a number of seconds.
    let duration = keys.format.as_deref().filter(|_| kind == Type::Count).and_then(DurationForm::new);
    let of_times = keys.zone.is_some() || (keys.format.is_some() && duration.is_none()) || keys.hours_after.is_some();
    let hash = keys.hash.unwrap_or(false);
    let ids = keys.ids.unwrap_or(false);
    let is_constant = matches!(source, Source::Constant(_));
    let changes = of_numbers
        || of_times
        || hash
        || duration.is_some()
        || keys.cut.is_some()
        || keys.split.is_some()
        || keys.values.is_some()
        || keys.case.is_some();
    let contradiction = if is_constant && (changes || keys.default.is_some()) {
        Some("a constant is taken as it is; only ids and list may be said of it")
    } else if of_numbers && !is_number {
        Some("decimal, thousands, remove and round are for numbers, which this column does not have")
    } else if keys.cents.is_some() && kind != Type::Money {
        Some("cents is for amounts of money, which this column does not have")
    } else if of_times && !is_time {
        Some("format, zone and hours_after are for dates and times, which this column does not have")
    } else if duration.is_some() && of_numbers {
        Some("a duration has no decimal, thousands, remove or round")
    } else if keys.hours_after.is_some() && (kind != Type::Time || keys.format.is_some() || keys.zone.is_some()) {
        Some("hours_after makes a time from a number of hours, and stands alone")
    } else if keys.cut.is_some() && !matches!(kind, Type::Text(_)) {
        Some("cut shortens text, and this column has none")
    } else if keys.cut == Some(0) {
        Some("cut is the most characters that are kept, from 1")
    } else if hash && kind != Type::MemberId {
        Some("only a member_id may be hashed")
    } else if ids && space(table, column, "").is_none() {
        Some("ids can only be given to names of what has a reference table or a user group")
    } else if keys.list.is_some() && kind != Type::Groups {
        Some("list is for a column of several ids, such as audience_ids")
    } else if keys.list.as_deref() == Some("") || keys.split.as_deref() == Some("") {
        Some("list and split need the text between the parts")
    } else if keys.split.is_some() != keys.part.is_some() {
        Some("split and part belong together: the text between the parts, and which part, from 1")
    } else if keys.part == Some(0) {
        Some("parts are counted from 1")
    } else if keys.otherwise.is_some() && keys.values.is_none() {
        Some("otherwise says what becomes of values that values does not list, and there is no values")
    } else {
        None
    };
    if let Some(contradiction) = contradiction {
        return Err(contradiction.to_owned());
    }
    let unlisted = match keys.otherwise {
        None => Unlisted::Error,
        Some(Otherwise::Value(value)) => Unlisted::Value(value),
        Some(Otherwise::Word(word)) => match word.as_str() {
            "error" => Unlisted::Error,
            "drop" => Unlisted::Drop,
            "keep" => Unlisted::Keep,
            _ => return Err("otherwise must be \"error\", \"drop\", \"keep\" or { value = \"...\" }".to_owned()),
        },
    };
    let case = match keys.case.as_deref() {
        None => None,
        Some("lower") => Some(Case::Lower),
        Some("upper") => Some(Case::Upper),
        Some(_) => return Err("case must be \"lower\" or \"upper\"".to_owned()),
    };
    let form = if is_constant {
        Form::Same
    } else if let Some(duration) = duration {
        Form::Duration(duration)
    } else if let Some(day) = keys.hours_after {
        let wrong = || format!("hours_after must be a day such as 2018-07-26, and is {day:?}");
        Form::HoursAfter(day.parse().ok().filter(|_| day.len() == 10).ok_or_else(wrong)?)
    } else if is_time {
        let zone = keys.zone.as_deref().map(known_zone).transpose()?.or_else(|| forms.zone.clone());
        // Times of another zone are read as such, also where they are written as the feed writes them.
        let plain = zone.as_ref().map(|_| "iso8601");
        let of_file = if kind == Type::Time { &forms.time } else { &forms.date };
        let of_file = of_file.as_ref().map(TimeForm::written);
        let written = keys.format.as_deref().or(of_file).or(plain.filter(|_| kind == Type::Time));
        match (kind, written.map(|written| TimeForm::new(written, zone)).transpose()?) {
            (_, None) => Form::Same,
            (Type::Time, Some(form)) => Form::Time(form),
            (_, Some(form)) => Form::Date(form),
        }
    } else if is_number {
        let own = |key: &str, text: Option<String>| text.map(|text| one_char(key, &text)).transpose();
        let decimal = own("decimal", keys.decimal)?.or(forms.decimal);
        let thousands = own("thousands", keys.thousands)?.or(forms.thousands);
        let remove = keys.remove.unwrap_or_else(|| forms.remove.clone());
        let decimals = if kind == Type::Count { 0 } else { 2 };
        let (round, cents) = (keys.round.unwrap_or(false).then_some(decimals), keys.cents.unwrap_or(false));
        if decimal.unwrap_or('.') == thousands.unwrap_or('\0') {
            return Err("decimal and thousands are the same character".to_owned());
        }
        if decimal.is_none() && thousands.is_none() && round.is_none() && remove.is_empty() && !cents {
            Form::Same
        } else {
            Form::Number(NumberForm { decimal: decimal.unwrap_or('.'), thousands, round, cents }, remove)
        }
    } else {
        Form::Same
    };
    let split = keys.split.zip(keys.part.map(usize::from));
    let values = keys.values.map(|values| {
        let composed = values.into_iter().map(|(key, value)| (composed(&key).into_owned(), value));
        (composed.collect(), unlisted)
    });
    let rule = Rule {
        line,
        source,
        split,
        default: keys.default,
        case,
        values,
        form,
        cut: keys.cut,
        hash,
        ids,
        list: keys.list,
    };
    rule.checked_default()?;
    Ok(rule)
}

pub(super) fn known_zone(name: &str) -> Result<TimeZone, String> {
    zone(name).ok_or_else(|| format!("{name:?} is not a known time zone (expected an IANA name such as Europe/Paris)"))
}

pub(super) fn one_char(key: &str, text: &str) -> Result<char, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) if !one.is_alphanumeric() && one != '-' && one != '+' => Ok(one),
        _ => Err(format!("{key} must be one character that is no letter or digit, such as \",\"")),
    }
}
