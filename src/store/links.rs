//! Links that show a screen without an account. Of the secret of a link the store has a digest only, and it does not read
//! filters and calls.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{OptionalExtension, Row, Transaction, params};
use sha2::{Digest, Sha256};

use super::audit::{self, By, Entry};
use super::columns::Columns;
use super::own::{Others, OwnTable};
use super::{Store, StoreError};

const LINKS: OwnTable =
    OwnTable { name: "shared_link", most: 100, things: "links", advice: "remove one that has expired" };

/// What a link shows, and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub name: String,
    /// From then on it shows nothing, in seconds since 1970-01-01 UTC.
    pub expires_at: i64,
    /// The hash of its password; None where it asks for none.
    pub password_hash: Option<String>,
    /// The route of the page.
    pub route: String,
    /// The path of the screen's call.
    pub screen: String,
    /// JSON.
    pub filters: String,
    pub blocks: String,
    /// JSON: the calls that the link answers.
    pub calls: String,
}

/// A link with whose it is, and how often it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedLink {
    pub id: i64,
    pub user_id: i64,
    /// The login of the user.
    pub login: String,
    pub link: Link,
    /// Seconds since 1970-01-01 UTC.
    pub made_at: i64,
    pub openings: i64,
    /// None before the first time.
    pub last_opened_at: Option<i64>,
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<SavedLink> {
    let link = Link {
        name: row.get("name")?,
        expires_at: row.get("expires_at")?,
        password_hash: row.get("password_hash")?,
        route: row.get("route")?,
        screen: row.get("screen")?,
        filters: row.get("filters")?,
        blocks: row.get("blocks")?,
        calls: row.get("calls")?,
    };
    Ok(SavedLink {
        id: row.get("id")?,
        user_id: row.get("user_id")?,
        login: row.get("login")?,
        link,
        made_at: row.get("made_at")?,
        openings: row.get("openings")?,
        last_opened_at: row.get("last_opened_at")?,
    })
}

fn record(transaction: &Transaction<'_>, event: &str, link: &Link, by: By<'_>) -> Result<(), StoreError> {
    let password = if link.password_hash.is_some() { "with a password" } else { "without a password" };
    let detail = format!("{}, {password}: {}", link.route, link.filters);
    let detail: String = detail.chars().take(300).collect();
    audit::append(transaction, &Entry { subject: Some(&link.name), detail: Some(&detail), ..by.entry(event) })
}

impl Store {
    /// Saves a link of a user, and returns its number. `secret` is random and not guessable.
    ///
    /// # Errors
    /// [`StoreError::TooMany`].
    pub fn add_link(&self, user_id: i64, secret: &str, link: &Link, by: By<'_>) -> Result<i64, StoreError> {
        let Link { name, expires_at, password_hash, route, screen, filters, blocks, calls } = link;
        self.write(|transaction| {
            let columns: Columns = vec![
                ("name", name.clone().into()),
                ("digest", digest(secret).to_vec().into()),
                ("made_at", by.at.into()),
                ("expires_at", (*expires_at).into()),
                ("password_hash", password_hash.clone().into()),
                ("route", route.clone().into()),
                ("screen", screen.clone().into()),
                ("filters", filters.clone().into()),
                ("blocks", blocks.clone().into()),
                ("calls", calls.clone().into()),
            ];
            let id = LINKS.insert(transaction, user_id, columns)?;
            record(transaction, "link_made", link, by)?;
            Ok(id)
        })
    }

    /// Removes a link of a user, or with `any` one of another. Returns whether there was one.
    pub fn remove_link(&self, user_id: i64, id: i64, any: bool, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let removed = LINKS.remove(transaction, (user_id, id), Others::all(any), from_row)?;
            let Some(removed) = removed else { return Ok(false) };
            record(transaction, "link_removed", &removed.link, by)?;
            Ok(true)
        })
    }

    /// All links, the newest first.
    pub fn links(&self) -> Result<Vec<SavedLink>, StoreError> {
        LINKS.all(&self.reader(), "id desc", from_row)
    }

    /// The link with this number.
    pub fn link(&self, id: i64) -> Result<Option<SavedLink>, StoreError> {
        LINKS.one(&self.reader(), ("id", &id), from_row)
    }

    /// The link with this secret.
    pub fn link_of(&self, secret: &str) -> Result<Option<SavedLink>, StoreError> {
        LINKS.one(&self.reader(), ("digest", &digest(secret)), from_row)
    }

    /// Counts openings of a link, and records them in one line. Returns whether the link is still there.
    pub fn link_opened(&self, id: i64, openings: i64, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let sql = "update shared_link set openings = openings + ?3, last_opened_at = ?2 where id = ?1
                       returning name, user_id";
            let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
            let Some((name, user_id)) = transaction.query_row(sql, params![id, by.at, openings], read).optional()?
            else {
                return Ok(false);
            };
            let login: String =
                transaction.query_row("select login from user where id = ?1", params![user_id], |row| row.get(0))?;
            let detail = match openings {
                1 => format!("made by {login}"),
                _ => format!("made by {login}; {openings} openings since the line before"),
            };
            audit::append(
                transaction,
                &Entry { subject: Some(&name), detail: Some(&detail), ..by.entry("link_opened") },
            )?;
            Ok(true)
        })
    }
}

/// Openings of links that are not written down yet. Anybody may open a link as often as they like, and a write waits for
/// the disk: of each link one is written at once, and the others together, once a minute.
#[derive(Debug, Default)]
pub struct Openings(Mutex<BTreeMap<i64, Pending>>);

/// Of one link.
#[derive(Debug)]
struct Pending {
    written_at: i64,
    count: i64,
    /// Of all of them; None where they are of several.
    address: Option<String>,
}

/// Openings to write down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub link: i64,
    pub count: i64,
    /// Where all came from one.
    pub address: Option<String>,
}

/// For so many seconds the openings of a link are written down together.
const TOGETHER: i64 = 60;

impl Openings {
    /// Counts an opening. Returns whether it is to be written down at once; [`Openings::due`] gives the others.
    pub fn add(&self, link: i64, address: &str, now: i64) -> bool {
        let mut all = self.lock();
        let Some(pending) = all.get_mut(&link) else {
            all.insert(link, Pending { written_at: now, count: 0, address: None });
            return true;
        };
        let is_same = pending.count == 0 || pending.address.as_deref() == Some(address);
        pending.address = is_same.then(|| address.to_owned());
        pending.count += 1;
        false
    }

    /// How many openings of a link are not written down.
    pub fn pending(&self, link: i64) -> i64 {
        self.lock().get(&link).map_or(0, |pending| pending.count)
    }

    /// Takes what is to be written down now; at the end of time everything.
    pub fn due(&self, now: i64) -> Vec<Opened> {
        let mut due = Vec::new();
        self.lock().retain(|link, pending| {
            if now.abs_diff(pending.written_at) < TOGETHER.unsigned_abs() {
                return true;
            }
            if pending.count == 0 {
                return false;
            }
            due.push(Opened { link: *link, count: pending.count, address: pending.address.take() });
            (pending.written_at, pending.count) = (now, 0);
            true
        });
        due
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<i64, Pending>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::users::NewUser;

    fn link(name: &str) -> Link {
        Link {
            name: name.to_owned(),
            expires_at: 100,
            password_hash: None,
            route: "user-dashboard".to_owned(),
            screen: "api/v1/dashboard/users/userDashboardInfo".to_owned(),
            filters: "{}".to_owned(),
            blocks: String::new(),
            calls: "[]".to_owned(),
        }
    }

    #[test]
    fn links_are_found_by_their_secret_counted_and_removed() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let [ann, bob] = ["ann", "bob"].map(|login| {
            let user = NewUser { login, first_name: "Ann", password_hash: "x", roles: &[] };
            store.add_user(&user, 1).expect("added");
            store.user_by_login(login).expect("read").expect("added").id
        });
        let id = store.add_link(ann, "secret", &link("Logins"), By::from(2)).expect("saved");
        assert!(store.add_link(bob, "secret", &link("x"), By::from(2)).is_err(), "a secret is of one link");
        assert_eq!(store.link_of("other").expect("read"), None);
        assert!(store.link_opened(id, 1, By::from(5)).expect("counted"));
        let found = store.link_of("secret").expect("read").expect("there");
        assert_eq!((found.id, found.openings, found.last_opened_at), (id, 1, Some(5)));
        assert_eq!((&found.link, found.login.as_str()), (&link("Logins"), "ann"));
        assert!(!store.remove_link(bob, id, false, By::from(6)).expect("asked"));
        assert!(store.remove_link(bob, id, true, By::from(6)).expect("asked"));
        assert!(!store.link_opened(id, 1, By::from(7)).expect("asked"));
        let events: Vec<String> = store.last_audit_lines(3).expect("read").into_iter().map(|line| line.event).collect();
        assert_eq!(events, ["link_removed", "link_opened", "link_made"]);
        for at in 0..LINKS.most {
            store.add_link(ann, &at.to_string(), &link("x"), By::from(8)).expect("saved");
        }
        let refused = store.add_link(ann, "more", &link("x"), By::from(8)).expect_err("too many");
        assert!(refused.to_string().contains("100 links"), "{refused}");
        store.delete_user(ann, By::from(9)).expect("deleted");
        assert!(store.links().expect("read").is_empty());
    }

    #[test]
    fn many_openings_of_a_link_are_written_down_once_a_minute() {
        let openings = Openings::default();
        assert!(openings.add(1, "10.0.0.1", 100) && openings.add(2, "10.0.0.1", 100), "the first of each at once");
        for at in 0..1_000 {
            assert!(!openings.add(1, "10.0.0.1", 100 + at % TOGETHER));
        }
        assert_eq!((openings.due(159), openings.pending(1)), (Vec::new(), 1_000));
        let opened = Opened { link: 1, count: 1_000, address: Some("10.0.0.1".to_owned()) };
        assert_eq!((openings.due(160), openings.pending(1)), (vec![opened], 0));
        assert!(openings.add(2, "10.0.0.1", 160), "nobody had opened it for a minute");
        for address in ["10.0.0.1", "10.0.0.2", "10.0.0.1"] {
            assert!(!openings.add(1, address, 170));
        }
        let all = openings.due(i64::MAX);
        assert_eq!(all, [Opened { link: 1, count: 3, address: None }], "when the server stops");
    }
}
