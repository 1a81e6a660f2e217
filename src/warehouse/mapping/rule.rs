//! How the value of a column of the feed is worked out from a row of a file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::SignedDuration;
use jiff::civil::{Date, Time};
use sha2::Sha256;

use super::duration::DurationForm;
use super::names::Names;
use super::number::NumberForm;
use super::text::composed;
use super::time::{TimeForm, TimeZone};

/// The key of an installation for ids that must not come in. Another installation has another key, so its ids cannot be
/// compared.
#[derive(Clone)]
pub struct MemberKey(pub [u8; 32]);

impl fmt::Debug for MemberKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemberKey")
    }
}

impl MemberKey {
    /// HMAC-SHA-256 of an id, as 43 characters of base64url.
    pub fn hash(&self, id: &str) -> Option<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(id.as_bytes());
        Some(BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::warehouse) enum Source {
    Column(String),
    Constant(String),
    /// Text and columns, joined.
    Template(Vec<Piece>),
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::warehouse) enum Piece {
    Text(String),
    Column(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Case {
    Lower,
    Upper,
}

/// What becomes of a value that `values` does not list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Unlisted {
    Error,
    Drop,
    Keep,
    Value(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// As the feed has it.
    Same,
    Date(TimeForm),
    Time(TimeForm),
    Number(NumberForm, Vec<String>),
    Duration(DurationForm),
    /// Hours since the midnight of a day.
    HoursAfter(Date),
}

/// What the listed values make of a text.
enum Translated<'a> {
    Same,
    Value(&'a str),
    Drop,
    Unlisted,
}

const UNLISTED: &str =
    "is not among the values of the mapping; add it there, or say what becomes of others with otherwise";

/// How the value of one column is worked out. The steps are taken in the order of the fields.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::warehouse) struct Rule {
    /// In mapping.toml.
    pub(in crate::warehouse) line: usize,
    pub(in crate::warehouse) source: Source,
    /// The separator, and which part, from 1.
    pub(super) split: Option<(String, usize)>,
    pub(super) default: Option<String>,
    pub(super) case: Option<Case>,
    pub(super) values: Option<(BTreeMap<String, String>, Unlisted)>,
    pub(super) form: Form,
    /// The most characters of the value; the rest is cut off.
    pub(super) cut: Option<usize>,
    pub(super) hash: bool,
    /// The ids are given to names.
    pub(in crate::warehouse) ids: bool,
    /// The separator of a list of ids, or of names that get ids.
    pub(super) list: Option<String>,
}

/// What the rules of a file have in common.
pub(in crate::warehouse) struct Context<'a> {
    /// The program's.
    pub(in crate::warehouse) zone: &'a TimeZone,
    pub(in crate::warehouse) key: Option<&'a MemberKey>,
    pub(in crate::warehouse) row: Row<'a>,
}

/// How the fields of a file are read, whatever they fill.
#[derive(Clone, Copy, Debug)]
pub(in crate::warehouse) struct Row<'a> {
    pub(in crate::warehouse) trim: bool,
    /// What stands for no value.
    pub(in crate::warehouse) empty: &'a [String],
}

impl Row<'_> {
    /// A field without what does not belong to its value.
    pub(in crate::warehouse) fn clean<'t>(&self, field: &'t str) -> &'t str {
        let text = if self.trim { field.trim() } else { field };
        if self.empty.iter().any(|empty| empty == text) { "" } else { text }
    }
}

/// What became of a value.
pub(in crate::warehouse) enum Worked<'t> {
    Value(Cow<'t, str>),
    /// The row is left out.
    Drop,
    /// The text at fault, and what is wrong with it: the rest of a sentence that begins with the text.
    Wrong(String, String),
}

impl Source {
    /// The columns of the file that it reads.
    pub(in crate::warehouse) fn columns(&self) -> Vec<&str> {
        match self {
            Source::Constant(_) => Vec::new(),
            Source::Column(name) => vec![name],
            Source::Template(pieces) => pieces
                .iter()
                .filter_map(|piece| if let Piece::Column(name) = piece { Some(name.as_str()) } else { None })
                .collect(),
        }
    }

    /// The value of every row, if it is a constant.
    pub(in crate::warehouse) fn constant(&self) -> Option<&str> {
        if let Source::Constant(value) = self { Some(value) } else { None }
    }

    fn text<'t>(&self, fields: &[&'t str], indices: &[usize], row: Row<'_>) -> Cow<'t, str> {
        match self {
            Source::Constant(value) => Cow::Owned(value.clone()),
            Source::Column(_) => composed(indices.first().map_or("", |index| row.clean(fields[*index]))),
            Source::Template(pieces) => {
                let (mut text, mut indices, mut filled) = (String::new(), indices.iter(), false);
                for piece in pieces {
                    match piece {
                        Piece::Text(fixed) => text += fixed,
                        Piece::Column(_) => {
                            let field = indices.next().map_or("", |index| row.clean(fields[*index]));
                            filled |= !field.is_empty();
                            text += &composed(field);
                        }
                    }
                }
                // Without any value the fixed text alone is none.
                Cow::Owned(if filled { text } else { String::new() })
            }
        }
    }
}

impl Rule {
    /// The value of a row. `indices` are those of [`Source::columns`] in the file; `space` is what the ids identify.
    pub(in crate::warehouse) fn work<'t>(
        &self,
        fields: &[&'t str],
        indices: &[usize],
        space: Option<&str>,
        context: &Context<'_>,
        names: &mut Names,
    ) -> Worked<'t> {
        let mut text = match self.taken(fields, indices, context.row) {
            Ok(text) => text,
            Err((text, what)) => return Worked::Wrong(text, what),
        };
        if text.is_empty() {
            match &self.default {
                Some(default) if !default.is_empty() => text = Cow::Owned(default.clone()),
                _ => return Worked::Value(Cow::Borrowed("")),
            }
        }
        text = in_case(text, self.case);
        // The items of a list are translated one by one.
        if self.list.is_none() {
            match self.translate(&text) {
                Translated::Same => {}
                Translated::Value(value) => text = Cow::Owned(value.to_owned()),
                Translated::Drop => return Worked::Drop,
                Translated::Unlisted => return Worked::Wrong(text.into_owned(), UNLISTED.to_owned()),
            }
        }
        let formed = match &self.form {
            Form::Same => None,
            Form::Duration(form) => {
                Some(form.read(&text).ok_or_else(|| format!("a duration such as {}", form.written())))
            }
            Form::HoursAfter(day) => {
                let wanted = || format!("a number of hours that leads from {day} to a day before the year 10000");
                Some(hours_after(*day, &text).ok_or_else(wanted))
            }
            Form::Date(form) => Some(form.date(&text, context.zone).ok_or_else(|| form.wanted())),
            Form::Time(form) => Some(form.time(&text, context.zone).ok_or_else(|| form.wanted())),
            Form::Number(form, remove) => {
                let grouped =
                    form.thousands.map_or(String::new(), |thousands| format!(" and {thousands:?} before thousands"));
                let wanted = || format!("a number with {:?} before decimals{grouped}", form.decimal);
                Some(number(&text, form, remove).ok_or_else(wanted))
            }
        };
        match formed {
            None => {}
            Some(Ok(formed)) => text = Cow::Owned(formed),
            Some(Err(wanted)) => return Worked::Wrong(text.into_owned(), format!("is not {wanted}")),
        }
        if let Some((end, _)) = self.cut.and_then(|most| text.char_indices().nth(most)) {
            text = Cow::Owned(text[..end].trim_end().to_owned());
        }
        if self.hash {
            let hashed = context.key.and_then(|key| key.hash(&text));
            return match hashed {
                Some(hashed) => Worked::Value(Cow::Owned(hashed)),
                None => Worked::Wrong(text.into_owned(), "cannot be hashed: this installation has no key".to_owned()),
            };
        }
        self.identify(text, space, context.row, names)
    }

    /// The text of the file that the value is made of.
    ///
    /// # Errors
    /// The text and what is wrong with it, where it has no such part.
    fn taken<'t>(&self, fields: &[&'t str], indices: &[usize], row: Row<'_>) -> Result<Cow<'t, str>, (String, String)> {
        let text = self.source.text(fields, indices, row);
        let Some((separator, part)) = self.split.as_ref().filter(|_| !text.is_empty()) else { return Ok(text) };
        match text.split(separator.as_str()).nth(part - 1) {
            Some(found) => Ok(Cow::Owned(row.clean(found).to_owned())),
            None => Err((text.into_owned(), format!("has no part {part} when split at {separator:?}"))),
        }
    }

    /// The id of the file that is hashed as it is written; None where its case is changed, or nothing is hashed.
    pub(in crate::warehouse) fn hashed_as_written<'t>(
        &self,
        fields: &[&'t str],
        indices: &[usize],
        row: Row<'_>,
    ) -> Option<Cow<'t, str>> {
        if self.hash && self.case.is_none() { self.taken(fields, indices, row).ok() } else { None }
    }

    /// The text of the file, for messages about a value that was read in a form; None where the value is the text.
    pub(in crate::warehouse) fn as_written(&self, fields: &[&str], indices: &[usize], row: Row<'_>) -> Option<String> {
        let text = (self.form != Form::Same).then(|| self.taken(fields, indices, row))?;
        text.ok().filter(|text| !text.is_empty()).map(Cow::into_owned)
    }

    /// Whether the default passes the steps after it, which act on it as on any other value.
    ///
    /// # Errors
    /// Why not, and what to write.
    pub(super) fn checked_default(&self) -> Result<(), String> {
        let Some(default) = self.default.as_deref().filter(|default| !default.is_empty()) else { return Ok(()) };
        let mut text = in_case(Cow::Borrowed(default), self.case);
        if self.list.is_none() {
            match self.translate(&text) {
                Translated::Value(value) => text = Cow::Owned(value.to_owned()),
                Translated::Unlisted => {
                    return Err(format!(
                        "the default {default:?} is not among the values, which act after it; write one that they list"
                    ));
                }
                Translated::Same | Translated::Drop => {}
            }
        }
        let reads = match &self.form {
            Form::Same => true,
            Form::Date(form) => form.date(&text, &TimeZone::UTC).is_some(),
            Form::Time(form) => form.time(&text, &TimeZone::UTC).is_some(),
            Form::Number(form, remove) => number(&text, form, remove).is_some(),
            Form::Duration(form) => form.read(&text).is_some(),
            Form::HoursAfter(day) => hours_after(*day, &text).is_some(),
        };
        match reads {
            true => Ok(()),
            false => Err(format!(
                "the default {default:?} is not in the form of the column, which acts after it; write it as the file would"
            )),
        }
    }

    fn translate(&self, text: &str) -> Translated<'_> {
        let Some((values, unlisted)) = &self.values else { return Translated::Same };
        match (values.get(text), unlisted) {
            (Some(value), _) | (None, Unlisted::Value(value)) => Translated::Value(value),
            (None, Unlisted::Keep) => Translated::Same,
            (None, Unlisted::Drop) => Translated::Drop,
            (None, Unlisted::Error) => Translated::Unlisted,
        }
    }

    /// An item of a list without quotation marks, unless the values that are listed have them.
    fn unquoted<'t>(&self, item: &'t str) -> &'t str {
        let is_listed = self.values.as_ref().is_some_and(|(values, _)| values.contains_key(item));
        let inner = item.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inner.filter(|_| !is_listed).unwrap_or(item)
    }

    /// Joins lists as the feed does, and gives ids to names.
    fn identify<'t>(&self, text: Cow<'t, str>, space: Option<&str>, row: Row<'_>, names: &mut Names) -> Worked<'t> {
        if !self.ids && self.list.is_none() {
            return Worked::Value(text);
        }
        let mut ids = Vec::new();
        let items: Vec<&str> = match &self.list {
            Some(separator) => {
                // As JSON writes a list, and as CSV writes its items.
                let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&text);
                list.split(separator.as_str()).map(|item| self.unquoted(row.clean(item))).collect()
            }
            None => vec![text.as_ref()],
        };
        for item in items {
            let item = match self.translate(item) {
                Translated::Value(value) if self.list.is_some() => value,
                Translated::Drop if self.list.is_some() => return Worked::Drop,
                Translated::Unlisted if self.list.is_some() => {
                    return Worked::Wrong(item.to_owned(), UNLISTED.to_owned());
                }
                _ => item,
            };
            let id = match space.filter(|_| self.ids && !item.is_empty()) {
                None => item.to_owned(),
                Some(space) => match names.id(space, item) {
                    Some(id) => id.to_string(),
                    None => return Worked::Wrong(item.to_owned(), "gets no id: all are taken".to_owned()),
                },
            };
            ids.push(id);
        }
        Worked::Value(Cow::Owned(ids.join("|")))
    }
}

fn in_case(text: Cow<'_, str>, case: Option<Case>) -> Cow<'_, str> {
    match case {
        Some(Case::Lower) => Cow::Owned(text.to_lowercase()),
        Some(Case::Upper) => Cow::Owned(text.to_uppercase()),
        None => text,
    }
}

/// The time so many hours after the midnight of a day, to the second.
fn hours_after(day: Date, hours: &str) -> Option<String> {
    let is_number = !hours.is_empty() && hours.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = hours.parse::<f64>().ok().filter(|_| is_number)? * 3_600.0;
    // Ten thousand years have fewer seconds.
    let seconds = (seconds < 4e11).then(|| seconds.round() as i64)?;
    let time = day.to_datetime(Time::midnight()).checked_add(SignedDuration::from_secs(seconds)).ok()?;
    Some(time.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// A number in a form, without what is removed from it.
fn number(text: &str, form: &NumberForm, remove: &[String]) -> Option<String> {
    let plain = remove.iter().fold(text.to_owned(), |plain, removed| plain.replace(removed.as_str(), ""));
    form.read(plain.trim())
}

/// The pieces of a template such as `{first}-{second}`.
///
/// # Errors
/// What is wrong with it.
pub(super) fn template(text: &str) -> Result<Vec<Piece>, String> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or("the template has a { without its }")?;
        if name.is_empty() {
            return Err("the template has {} without the name of a column".to_owned());
        }
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        pieces.push(Piece::Column(name.to_owned()));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    if pieces.iter().any(|piece| matches!(piece, Piece::Column(_))) {
        Ok(pieces)
    } else {
        Err("the template names no column; write value = \"...\" for a constant".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hashed_id_is_the_same_for_one_key_and_another_for_the_next() {
        let hash = |key: u8| MemberKey([key; 32]).hash("ann@example.org").expect("a hash");
        assert_eq!((hash(1).len(), hash(1) == hash(1), hash(1) == hash(2)), (43, true, false));
        assert!(hash(1).chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'));
        // RFC 4231, test case 1, with the key padded to the 32 bytes of ours.
        let mut key = [0; 32];
        key[..20].fill(0x0b);
        assert_eq!(MemberKey(key).hash("Hi There").as_deref(), Some("sDRMYdjbOFNcqK_OrwvxK4gdwgDJgz2nJuk3bC4yz_c"));
    }

    #[test]
    fn hours_are_counted_from_a_midnight() {
        let day = Date::constant(2018, 7, 26);
        for (hours, wanted) in [
            ("0", Some("2018-07-26 00:00:00")),
            ("6", Some("2018-07-26 06:00:00")),
            ("714", Some("2018-08-24 18:00:00")),
            ("1.5", Some("2018-07-26 01:30:00")),
            ("-1", None),
            ("1e3", None),
            ("", None),
            (".", None),
            ("999999999999", None),
        ] {
            assert_eq!(hours_after(day, hours).as_deref(), wanted, "{hours}");
        }
    }

    #[test]
    fn a_template_is_text_and_columns() {
        let column = |name: &str| Piece::Column(name.to_owned());
        assert_eq!(template("{a}-{b}"), Ok(vec![column("a"), Piece::Text("-".into()), column("b")]));
        for bad in ["a", "{a", "{}", ""] {
            assert!(template(bad).is_err(), "{bad}");
        }
    }
}
