//! Links in the store, which does not read their filters and calls. Of the secret of a link it has a digest only.

use rusqlite::{OptionalExtension, Row, params};
use sha2::{Digest, Sha256};

use crate::store::audit::{self, By, Entry};
use crate::store::saved::{OfUser, Resource, Saved, StoredTable, stored};
use crate::store::{Store, StoreError};

/// The screen that a link shows, and how long.
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

/// The digest of a link's secret, and how often the link was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    digest: Vec<u8>,
    pub openings: i64,
    /// Seconds since 1970-01-01 UTC; None before the first time.
    pub last_opened_at: Option<i64>,
}

pub type SavedLink = Saved<Link>;

stored!(Link { name, expires_at, password_hash, route, screen, filters, blocks, calls });
stored!(Use { digest, openings, last_opened_at });

impl Resource for Link {
    const TABLE: StoredTable = StoredTable {
        name: "shared_link",
        order: "id desc",
        time_column: "made_at",
        may_be_shared: false,
        most: 100,
        things: "links",
        advice: "remove one that has expired",
        added: "link_made",
        changed: "link_made",
        removed: "link_removed",
    };
    type Owner = OfUser;
    type State = Use;

    fn audited(&self) -> (&str, String) {
        let password = if self.password_hash.is_some() { "with a password" } else { "without a password" };
        let detail = format!("{}, {password}: {}", self.route, self.filters);
        (&self.name, detail.chars().take(300).collect())
    }
}

impl Use {
    /// Of a new link with this secret, which is random and not guessable.
    pub fn of_secret(secret: &str) -> Use {
        Use { digest: digest(secret), openings: 0, last_opened_at: None }
    }
}

fn digest(secret: &str) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

impl Store {
    /// The link with this secret.
    ///
    /// # Errors
    /// If the store fails.
    pub fn link_of(&self, secret: &str) -> Result<Option<SavedLink>, StoreError> {
        self.saved_with("digest", &digest(secret))
    }

    /// Counts openings of a link, and records them in one line. Returns whether the link is still there.
    ///
    /// # Errors
    /// If the store fails.
    pub fn link_opened(&self, id: i64, openings: i64, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let sql = "update shared_link set openings = openings + ?3, last_opened_at = ?2 where id = ?1
                       returning name, (select login from user where user.id = user_id)";
            let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
            let Some((name, login)) = transaction.query_row(sql, params![id, by.at, openings], read).optional()? else {
                return Ok(false);
            };
            let detail = match openings {
                1 => format!("made by {login}"),
                _ => format!("made by {login}; {openings} openings since the line before"),
            };
            let entry = Entry { subject: Some(&name), detail: Some(&detail), ..by.entry("link_opened") };
            audit::append(transaction, &entry)?;
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::saved::tests::{Users, lives, users};

    fn link() -> Link {
        Link {
            name: "Logins".to_owned(),
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
    fn links_are_found_by_their_secret_and_counted() {
        lives(|at| (Link { password_hash: Some("y".to_owned()), ..link() }, Use::of_secret(&at.to_string())));
        let Users { store, ann, bob, .. } = &users();
        let add = |user, secret| store.add_saved(user, &link(), &Use::of_secret(secret), By::from(2));
        let id = add(*ann, "secret").expect("saved");
        assert!(add(*bob, "secret").is_err(), "a secret is of one link");
        assert_eq!(store.link_of("other").expect("read"), None);
        assert!(store.link_opened(id, 2, By::from(5)).expect("counted"));
        let found = store.link_of("secret").expect("read").expect("there");
        assert_eq!((found.id, found.state.openings, found.state.last_opened_at), (id, 2, Some(5)));
        let line = store.last_audit_lines(1).expect("read").remove(0);
        assert_eq!(line.event, "link_opened");
        assert_eq!(line.detail.as_deref(), Some("made by ann; 2 openings since the line before"));
        assert!(store.remove_saved::<Link>(id, |_| true, By::from(6)).expect("removed"));
        assert!(!store.link_opened(id, 1, By::from(7)).expect("asked"));
    }
}
