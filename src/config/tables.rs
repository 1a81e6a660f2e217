//! The tables of the settings file that name something, such as `[pull.shop]`: their keys, read one by one, and what is
//! wrong at which byte.

use std::collections::BTreeMap;
use std::path::PathBuf;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use url::Url;

use super::values::whole;

/// A fault of a table, at this byte of the file.
pub(super) struct Fault {
    pub at: usize,
    pub text: String,
}

/// Reads each of the tables under a key of the settings file, such as `pull`.
pub(super) fn read_each<T>(
    key: &'static str,
    value: &Spanned<DeValue<'_>>,
    read: impl Fn(Keys<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let at = value.span().start;
    let DeValue::Table(tables) = value.get_ref() else {
        return Err(Fault { at, text: format!("{key}: expected a table for each, such as [{key}.shop]") });
    };
    tables
        .iter()
        .map(|(name, table)| {
            let at = name.span().start;
            let name: &str = name.get_ref();
            let fault = |text: String| Fault { at, text: format!("{key}.{name}: {text}") };
            let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
            if name.is_empty() || name.len() > 40 || !name.bytes().all(is_plain) {
                return Err(fault("its name has 1 to 40 small letters, digits, hyphens and underscores".to_owned()));
            }
            match table.get_ref() {
                DeValue::Table(table) => read(Keys { key, name, at, table, asked: Vec::new() }),
                _ => Err(fault(format!("expected a table, such as [{key}.{name}]"))),
            }
        })
        .collect()
}

/// The keys of one table. Those that were not asked for do not belong there.
pub(super) struct Keys<'a> {
    /// The key that the table is under.
    key: &'static str,
    pub name: &'a str,
    /// Where the table begins.
    pub at: usize,
    table: &'a DeTable<'a>,
    asked: Vec<String>,
}

impl Keys<'_> {
    pub fn text(&mut self, key: &str) -> Result<String, Fault> {
        self.value(key, text)
    }

    pub fn path(&mut self, key: &str) -> Result<PathBuf, Fault> {
        self.value(key, path)
    }

    pub fn value<T>(&mut self, key: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Fault> {
        let found = self.optional(key, read)?;
        found.ok_or_else(|| Fault { at: self.at, text: format!("{}.{}: {key} is missing", self.key, self.name) })
    }

    pub fn optional<T>(&mut self, key: &str, read: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>, Fault> {
        self.asked.push(key.to_owned());
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let given = super::values::of_file(value.get_ref());
        let read =
            given.ok_or_else(|| "expected text, a number, true or false".to_owned()).and_then(|text| read(&text));
        read.map(Some).map_err(|reason| self.fault(key, reason))
    }

    /// A table of texts, by the names of the files that they give.
    pub fn texts(
        &mut self,
        key: &str,
        read: fn(&str) -> Result<String, String>,
    ) -> Result<BTreeMap<String, String>, Fault> {
        self.asked.push(key.to_owned());
        let wanted = || format!("expected a table of texts [{}.{}.{key}], a name for each", self.key, self.name);
        let Some(DeValue::Table(table)) = self.table.get(key).map(Spanned::get_ref) else {
            return Err(self.fault(key, wanted()));
        };
        let mut texts = BTreeMap::new();
        for (name, value) in table {
            let at = name.span().start;
            let fault = |text: String| Fault {
                at,
                text: format!("{}.{}.{key}.{}: {text}", self.key, self.name, name.get_ref()),
            };
            let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
            if name.get_ref().starts_with('.') || !name.get_ref().chars().all(plain) {
                return Err(fault("the name becomes that of a file: letters, digits, -, _ and . only".to_owned()));
            }
            let given = value.get_ref().as_str().ok_or_else(|| fault("expected a text".to_owned()))?;
            texts.insert(name.get_ref().to_string(), read(given).map_err(fault)?);
        }
        if texts.is_empty() { Err(self.fault(key, wanted())) } else { Ok(texts) }
    }

    /// Refuses a table inside that has such keys. All that follows its line is a part of it, perhaps a secret.
    pub fn has_none_inside(&self, key: &str, is_outside: impl Fn(&str) -> bool) -> Result<(), Fault> {
        let Some(DeValue::Table(parts)) = self.table.get(key).map(Spanned::get_ref) else { return Ok(()) };
        let Some(part) = parts.keys().find(|part| is_outside(part.get_ref())) else { return Ok(()) };
        let (name, line) = (part.get_ref(), format!("[{}.{}.{key}]", self.key, self.name));
        let text = format!("{name} is a setting, but here it is a part of {line}: put it before that line");
        Err(Fault { at: part.span().start, text: format!("{}.{}.{key}: {text}", self.key, self.name) })
    }

    pub fn fault(&self, key: &str, text: String) -> Fault {
        let at = self.table.get_key_value(key).map_or(self.at, |(key, _)| key.span().start);
        Fault { at, text: format!("{}.{}.{key}: {text}", self.key, self.name) }
    }

    /// Refuses keys that nobody asked for.
    pub fn end(&self, kind: &str) -> Result<(), Fault> {
        let is_asked = |key: &str| self.asked.iter().any(|asked| asked == key);
        match self.table.iter().find(|(key, _)| !is_asked(key.get_ref())) {
            None => Ok(()),
            Some((key, _)) => {
                let (name, keys) = (key.get_ref(), self.asked.join(", "));
                let text = format!("{}.{}: {kind} has no key {name}; its keys are {keys}", self.key, self.name);
                Err(Fault { at: key.span().start, text })
            }
        }
    }
}

pub(super) fn text(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("must not be empty".to_owned()) } else { Ok(text.trim().to_owned()) }
}

pub(super) fn path(given: &str) -> Result<PathBuf, String> {
    text(given).map(PathBuf::from)
}

pub(super) fn port(text: &str) -> Result<u16, String> {
    whole(text, 1..=65_535)
}

pub(super) fn is_true(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| "expected true or false".to_owned())
}

pub(super) fn url(text: &str) -> Result<Url, String> {
    let wanted = "expected an address such as https://files.example.com";
    let url = Url::parse(text).map_err(|_| wanted)?;
    let is_own = super::oidc::is_this_machine(&url);
    let is_safe = url.scheme() == "https" || url.scheme() == "http" && is_own;
    match () {
        () if !url.username().is_empty() || url.password().is_some() => {
            Err("an address has no user and password: they would stand in logs".to_owned())
        }
        () if is_safe && url.host_str().is_some() => Ok(url),
        () => Err(format!("{wanted}; http is for this machine alone")),
    }
}
