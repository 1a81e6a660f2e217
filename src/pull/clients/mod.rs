//! One client for each kind of a system. A fault is a sentence that says what to do.

mod database;
mod folder;
mod https;
mod mysql;
mod net;
mod postgresql;
mod s3;
mod sftp;
mod system;

use std::thread;
use std::time::Duration;

use super::{Basket, Days};
use crate::config::{FilePlace, Files, PullOrigin, System};
use crate::egress::{Egress, Purpose};
pub use system::{Client, Found, HasFiles};

/// Within this time, a program that writes a file has written more of it.
const PAUSE: Duration = Duration::from_secs(1);

impl Client<'_> {
    /// Puts what is missing into the basket.
    pub fn fetch(&self, days: Option<Days>, basket: &mut Basket<'_>) -> Result<(), String> {
        match &self.pull.origin {
            PullOrigin::Files(place, files) => take(&mut *open(self.egress, Purpose::Pull, place)?, files, basket),
            PullOrigin::Https(origin) => https::fetch(self.egress, origin, days, basket),
            PullOrigin::Database(origin) => match origin.system {
                System::PostgreSql => database::fetch::<postgresql::PostgreSql>(self, origin, days, basket),
                System::MySql => database::fetch::<mysql::MySql>(self, origin, days, basket),
            },
        }
    }

    /// Connects, signs in, and says what was found.
    pub fn attempt(&self, days: Days) -> Result<String, String> {
        match &self.pull.origin {
            PullOrigin::Files(place, files) => seen(&mut *open(self.egress, Purpose::Pull, place)?, files),
            PullOrigin::Https(origin) => https::attempt(self.egress, origin, days),
            PullOrigin::Database(origin) => match origin.system {
                System::PostgreSql => database::attempt::<postgresql::PostgreSql>(self, origin, days),
                System::MySql => database::attempt::<mysql::MySql>(self, origin, days),
            },
        }
    }
}

/// Connects to a place that has files, and signs in.
///
/// # Errors
/// A sentence that says what is wrong and what to do.
pub fn open<'a>(egress: &Egress, purpose: Purpose, place: &'a FilePlace) -> Result<Box<dyn HasFiles + 'a>, String> {
    Ok(match place {
        FilePlace::Folder(path) => Box::new(folder::Folder::open(path)?),
        FilePlace::S3(origin) => Box::new(s3::Bucket::open(egress, purpose, origin)?),
        FilePlace::Sftp(origin) => Box::new(sftp::Server::open(egress, purpose, origin)?),
    })
}

/// Those of the pattern, by name.
fn wanted(system: &mut dyn HasFiles, files: &Files) -> Result<Vec<Found>, String> {
    let mut found = system.list()?;
    found.retain(|file| !file.name.starts_with('.') && matches(&files.pattern, &file.name));
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn take(system: &mut dyn HasFiles, files: &Files, basket: &mut Basket<'_>) -> Result<(), String> {
    let found = wanted(system, files)?;
    let is_new = |file: &Found| !basket.knows(&file.name, &file.version);
    let chosen: Vec<Found> = match files.all {
        true if !found.iter().any(is_new) => Vec::new(),
        true => found,
        false => found.into_iter().filter(is_new).collect(),
    };
    for Found { name, version, .. } in &chosen {
        let mut sink = basket.file(name, version)?;
        system.get(name, &mut sink)?;
        sink.end()?;
    }
    if chosen.is_empty() { Ok(()) } else { settled(system, files, &chosen) }
}

/// Refuses files that somebody is still writing: what was taken of them may be a part.
fn settled(system: &mut dyn HasFiles, files: &Files, taken: &[Found]) -> Result<(), String> {
    thread::sleep(PAUSE);
    let now = wanted(system, files)?;
    let is_same = |one: &Found| now.iter().all(|other| other.name != one.name || other.version == one.version);
    match taken.iter().find(|one| !is_same(one)) {
        None => Ok(()),
        Some(Found { name, .. }) => Err(format!(
            "{name} changed while it was read, and nothing was loaded; have it written under a name that begins with a dot, and \
             renamed when it is whole"
        )),
    }
}

fn seen(system: &mut dyn HasFiles, files: &Files) -> Result<String, String> {
    let found = wanted(system, files)?;
    Ok(match found.as_slice() {
        [] => format!("It can be reached. It has no file like {} now.", files.pattern),
        [one] => format!("It can be reached. It has one file like {}: {}.", files.pattern, one.name),
        [first, .., last] => {
            format!(
                "It can be reached. It has {} files like {}, from {} to {}.",
                found.len(),
                files.pattern,
                first.name,
                last.name
            )
        }
    })
}

/// Whether a name is one of a pattern, in which `*` stands for any letters.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_letters() {
        for (pattern, name) in
            [("*", "a"), ("*.csv", "a.csv"), ("a*b*c", "axbyc"), ("a", "a"), ("a*a", "aa"), ("**", "")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*.csv", "a.csv.tmp"), ("a*a", "a"), ("a", "ab"), ("orders-*", "customers-1")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
