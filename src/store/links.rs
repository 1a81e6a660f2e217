//! Links that show a screen without an account. Of the secret of a link the store has a digest only, and it does not read
//! filters and calls.

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

    /// Counts an opening of a link, and records it. Returns whether the link is still there.
    pub fn link_opened(&self, id: i64, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let sql = "update shared_link set openings = openings + 1, last_opened_at = ?2 where id = ?1
                       returning name, user_id";
            let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
            let Some((name, user_id)) = transaction.query_row(sql, params![id, by.at], read).optional()? else {
                return Ok(false);
            };
            let login: String =
                transaction.query_row("select login from user where id = ?1", params![user_id], |row| row.get(0))?;
            let detail = format!("made by {login}");
            audit::append(
                transaction,
                &Entry { subject: Some(&name), detail: Some(&detail), ..by.entry("link_opened") },
            )?;
            Ok(true)
        })
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
        assert!(store.link_opened(id, By::from(5)).expect("counted"));
        let found = store.link_of("secret").expect("read").expect("there");
        assert_eq!((found.id, found.openings, found.last_opened_at), (id, 1, Some(5)));
        assert_eq!((&found.link, found.login.as_str()), (&link("Logins"), "ann"));
        assert!(!store.remove_link(bob, id, false, By::from(6)).expect("asked"));
        assert!(store.remove_link(bob, id, true, By::from(6)).expect("asked"));
        assert!(!store.link_opened(id, By::from(7)).expect("asked"));
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
}
