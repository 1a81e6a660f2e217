//! The methods of the score that were published, and the draft of another. The store does not read their numbers, which
//! are JSON.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::audit::{self, By, Entry};
use super::roles::has_administrator;
use super::{Store, StoreError};

/// A method that was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedMethod {
    pub name: String,
    /// JSON.
    pub numbers: String,
    pub reason: String,
    /// The logins of the users.
    pub drafted_by: String,
    pub approved_by: String,
    /// Seconds since 1970-01-01 UTC.
    pub published_at: i64,
}

/// The draft of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftedMethod {
    /// Another one after each save.
    pub revision: i64,
    /// JSON.
    pub numbers: String,
    /// The login of the user.
    pub saved_by: String,
    /// Seconds since 1970-01-01 UTC.
    pub saved_at: i64,
    /// Set while it waits for approval.
    pub proposal: Option<Proposal>,
}

/// A draft that is to be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub name: String,
    pub reason: String,
    /// The login of the user, and its id.
    pub proposed_by: String,
    pub proposer: i64,
    /// Seconds since 1970-01-01 UTC.
    pub proposed_at: i64,
}

/// What came of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposed {
    /// It waits for another administrator.
    Waits,
    /// There is no other, so it was published.
    Published,
}

impl Store {
    /// The published methods, the first one first.
    pub fn score_methods(&self) -> Result<Vec<PublishedMethod>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select name, numbers, reason, drafted_by, approved_by, published_at from score_method order by id",
        )?;
        let methods = statement.query_map([], published)?;
        Ok(methods.collect::<Result<_, _>>()?)
    }

    /// The name and numbers of the method that was published last.
    pub fn last_score_method(&self) -> Result<Option<(String, String)>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select name, numbers from score_method order by id desc limit 1")?;
        Ok(statement.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// The draft.
    pub fn score_draft(&self) -> Result<Option<DraftedMethod>, StoreError> {
        draft(&self.reader())
    }

    /// Whether there is an administrator other than one user.
    pub fn has_other_administrator(&self, user_id: i64) -> Result<bool, StoreError> {
        has_administrator(&self.reader(), Some(user_id))
    }

    /// Saves a draft in the place of the one that is there, which must be this one. What was proposed no longer is.
    ///
    /// # Errors
    /// [`StoreError::DraftChanged`].
    pub fn save_score_draft(&self, revision: Option<i64>, numbers: &str, by: By<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            if draft(transaction)?.map(|draft| draft.revision) != revision {
                return Err(StoreError::DraftChanged);
            }
            transaction.execute("delete from score_draft", [])?;
            transaction.execute(
                "insert into score_draft (numbers, saved_by, saved_at) values (?1, ?2, ?3)",
                params![numbers, by.actor.unwrap_or_default(), by.at],
            )?;
            audit::append(transaction, &Entry { detail: Some(numbers), ..by.entry("score_method_drafted") })
        })
    }

    /// Removes the draft. Returns whether there was one.
    pub fn withdraw_score_draft(&self, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let Some(draft) = draft(transaction)? else { return Ok(false) };
            transaction.execute("delete from score_draft", [])?;
            let name = draft.proposal.as_ref().map(|proposal| proposal.name.as_str());
            audit::append(transaction, &Entry { subject: name, ..by.entry("score_method_withdrawn") })?;
            Ok(true)
        })
    }

    /// Proposes the draft under a name, or publishes it where nobody else could approve it.
    ///
    /// # Errors
    /// [`StoreError::DraftChanged`]; [`StoreError::MethodTaken`].
    pub fn propose_score_draft(
        &self,
        revision: i64,
        (name, reason): (&str, &str),
        user_id: i64,
        by: By<'_>,
    ) -> Result<Proposed, StoreError> {
        self.write(|transaction| {
            let drafted = unchanged(transaction, revision)?;
            free(transaction, name)?;
            let login = by.actor.unwrap_or_default();
            let entry = Entry { subject: Some(name), detail: Some(reason), ..by.entry("score_method_proposed") };
            audit::append(transaction, &entry)?;
            if has_administrator(transaction, Some(user_id))? {
                transaction.execute(
                    "update score_draft set name = ?1, reason = ?2, proposed_by = ?3, proposer = ?4, proposed_at = ?5",
                    params![name, reason, login, user_id, by.at],
                )?;
                return Ok(Proposed::Waits);
            }
            publish(transaction, &drafted.numbers, (name, reason, login), by)?;
            Ok(Proposed::Published)
        })
    }

    /// Publishes the proposed draft, for another administrator than who proposed it. Returns its name.
    ///
    /// # Errors
    /// [`StoreError::DraftChanged`]; [`StoreError::NotProposed`]; [`StoreError::OwnProposal`];
    /// [`StoreError::MethodTaken`].
    pub fn approve_score_draft(&self, revision: i64, user_id: i64, by: By<'_>) -> Result<String, StoreError> {
        self.write(|transaction| {
            let drafted = unchanged(transaction, revision)?;
            let proposal = drafted.proposal.ok_or(StoreError::NotProposed)?;
            if proposal.proposer == user_id && has_administrator(transaction, Some(user_id))? {
                return Err(StoreError::OwnProposal);
            }
            free(transaction, &proposal.name)?;
            let Proposal { name, reason, proposed_by, .. } = proposal;
            publish(transaction, &drafted.numbers, (&name, &reason, &proposed_by), by)?;
            Ok(name)
        })
    }
}

fn published(row: &Row<'_>) -> rusqlite::Result<PublishedMethod> {
    Ok(PublishedMethod {
        name: row.get(0)?,
        numbers: row.get(1)?,
        reason: row.get(2)?,
        drafted_by: row.get(3)?,
        approved_by: row.get(4)?,
        published_at: row.get(5)?,
    })
}

fn draft(connection: &Connection) -> Result<Option<DraftedMethod>, StoreError> {
    let mut statement = connection.prepare_cached(
        "select id, numbers, saved_by, saved_at, name, reason, proposed_by, proposer, proposed_at from score_draft",
    )?;
    let drafted = statement.query_row([], |row| {
        // Whose user was deleted proposes nothing any more: nobody could say that another one approves it.
        let proposed = row.get::<_, Option<String>>(4)?.zip(row.get::<_, Option<i64>>(7)?);
        let proposal = |(name, proposer)| {
            let (reason, proposed_by, proposed_at) = (row.get(5)?, row.get(6)?, row.get(8)?);
            Ok::<_, rusqlite::Error>(Proposal { name, reason, proposed_by, proposer, proposed_at })
        };
        Ok(DraftedMethod {
            revision: row.get(0)?,
            numbers: row.get(1)?,
            saved_by: row.get(2)?,
            saved_at: row.get(3)?,
            proposal: proposed.map(proposal).transpose()?,
        })
    });
    Ok(drafted.optional()?)
}

fn unchanged(connection: &Connection, revision: i64) -> Result<DraftedMethod, StoreError> {
    draft(connection)?.filter(|draft| draft.revision == revision).ok_or(StoreError::DraftChanged)
}

fn free(connection: &Connection, name: &str) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("select 1 from score_method where lower(name) = lower(?1)")?;
    if statement.exists(params![name])? { Err(StoreError::MethodTaken(name.to_owned())) } else { Ok(()) }
}

fn publish(
    connection: &Connection,
    numbers: &str,
    (name, reason, drafted_by): (&str, &str, &str),
    by: By<'_>,
) -> Result<(), StoreError> {
    connection.execute(
        "insert into score_method (name, numbers, reason, drafted_by, approved_by, published_at)
         values (?1, ?2, ?3, ?4, ?5, ?6)",
        params![name, numbers, reason, drafted_by, by.actor.unwrap_or_default(), by.at],
    )?;
    connection.execute("delete from score_draft", [])?;
    let detail = format!("drafted by {drafted_by}; {numbers}");
    audit::append(
        connection,
        &Entry { subject: Some(name), detail: Some(&detail), ..by.entry("score_method_published") },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::users::NewUser;

    fn store(logins: &[&str]) -> (tempfile::TempDir, Store, Vec<i64>) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let add = |login: &&str| {
            let new = NewUser { login, first_name: "Ann", password_hash: "x", roles: &["ROLE_ADMIN"] };
            store.add_user(&new, 1).expect("added");
            store.user_by_login(login).expect("read").expect("added").id
        };
        let ids = logins.iter().map(add).collect();
        (dir, store, ids)
    }

    fn by(actor: &str, at: i64) -> By<'_> {
        By { actor: Some(actor), address: None, at }
    }

    fn revision(store: &Store) -> i64 {
        store.score_draft().expect("read").expect("a draft").revision
    }

    #[test]
    fn a_draft_needs_another_administrator() {
        let (_dir, store, ids) = store(&["ann", "bob"]);
        store.save_score_draft(None, "{}", by("ann", 2)).expect("saved");
        let first = revision(&store);
        let refused = store.approve_score_draft(first, ids[1], by("bob", 3)).expect_err("nothing is proposed");
        assert!(matches!(refused, StoreError::NotProposed), "{refused}");
        let proposed = store.propose_score_draft(first, ("ours", "because"), ids[0], by("ann", 4));
        assert_eq!(proposed.expect("proposed"), Proposed::Waits);
        let refused = store.approve_score_draft(first, ids[0], by("ann", 5)).expect_err("its own");
        assert!(matches!(refused, StoreError::OwnProposal), "{refused}");
        assert_eq!(store.last_score_method().expect("read"), None);
        // A change takes the proposal back.
        let refused = store.save_score_draft(None, "[]", by("bob", 6)).expect_err("there is one");
        assert!(matches!(refused, StoreError::DraftChanged), "{refused}");
        store.save_score_draft(Some(first), "[]", by("bob", 6)).expect("saved");
        assert!(revision(&store) > first);
        let refused = store.approve_score_draft(first, ids[1], by("bob", 7)).expect_err("changed");
        assert!(matches!(refused, StoreError::DraftChanged), "{refused}");
        let second = revision(&store);
        store.propose_score_draft(second, ("ours", "because"), ids[0], by("ann", 8)).expect("proposed");
        assert_eq!(store.approve_score_draft(second, ids[1], by("bob", 9)).expect("approved"), "ours");
        assert_eq!(store.score_draft().expect("read"), None);
        assert_eq!(store.last_score_method().expect("read"), Some(("ours".to_owned(), "[]".to_owned())));
        let methods = store.score_methods().expect("read");
        assert_eq!((methods[0].drafted_by.as_str(), methods[0].approved_by.as_str()), ("ann", "bob"));
        store.save_score_draft(None, "{}", by("ann", 10)).expect("saved");
        let taken = store.propose_score_draft(revision(&store), ("OURS", "x"), ids[0], by("ann", 11));
        assert!(matches!(taken.expect_err("taken"), StoreError::MethodTaken(_)));
        assert!(store.withdraw_score_draft(by("bob", 12)).expect("withdrawn"));
        assert!(!store.withdraw_score_draft(by("bob", 13)).expect("asked"));
        let events: Vec<String> = store.last_audit_lines(7).expect("read").into_iter().map(|line| line.event).collect();
        assert_eq!(
            events,
            [
                "score_method_withdrawn",
                "score_method_drafted",
                "score_method_published",
                "score_method_proposed",
                "score_method_drafted",
                "score_method_proposed",
                "score_method_drafted"
            ]
        );
    }

    #[test]
    fn without_the_user_who_proposed_it_a_draft_waits_for_another_proposal() {
        let (_dir, store, ids) = store(&["ann", "bob", "cid"]);
        store.save_score_draft(None, "{}", by("ann", 2)).expect("saved");
        let revision = revision(&store);
        store.propose_score_draft(revision, ("ours", "because"), ids[1], by("bob", 3)).expect("proposed");
        store.delete_user(ids[1], by("ann", 4)).expect("deleted");
        assert_eq!(store.score_draft().expect("read").expect("a draft").proposal, None);
        let refused = store.approve_score_draft(revision, ids[0], by("ann", 5)).expect_err("nothing is proposed");
        assert!(matches!(refused, StoreError::NotProposed), "{refused}");
        let proposed = store.propose_score_draft(revision, ("ours", "because"), ids[0], by("ann", 6));
        assert_eq!(proposed.expect("proposed"), Proposed::Waits);
        assert_eq!(store.approve_score_draft(revision, ids[2], by("cid", 7)).expect("approved"), "ours");
    }

    /// Of a program whose administrators sign in by OpenID Connect, one alone must not publish.
    #[test]
    fn administrators_of_the_provider_count_while_it_is_configured() {
        const ISSUER: &str = "https://login.example.com/";
        let (_dir, store, ids) = store(&["ann"]);
        let elsewhere = NewUser { login: "bob", first_name: "Bob", password_hash: "", roles: &["ROLE_ADMIN"] };
        let bob = store.add_user(&elsewhere, 1).expect("added");
        store.link_user("bob", ISSUER, "0815", 1).expect("linked");
        assert!(!store.has_other_administrator(ids[0]).expect("read"), "no provider is configured");
        store.note_oidc_issuers(&["https://another.example.com/"]).expect("noted");
        assert!(!store.has_other_administrator(ids[0]).expect("read"), "it is of another one");
        assert!(matches!(store.disable_user(ids[0], 2), Err(StoreError::LastAdministrator)));
        store.note_oidc_issuers(&["https://another.example.com/", ISSUER]).expect("noted");
        assert!(store.has_other_administrator(ids[0]).expect("read"));
        store.save_score_draft(None, "{}", by("ann", 2)).expect("saved");
        let proposed = store.propose_score_draft(revision(&store), ("ours", "because"), ids[0], by("ann", 3));
        assert_eq!(proposed.expect("proposed"), Proposed::Waits);
        store.disable_user(ids[0], 4).expect("bob is left");
        for refused in
            [store.disable_user(bob, 5), store.delete_user(bob, by("ann", 5)), store.set_roles(bob, &["USERS"], 5)]
        {
            assert!(matches!(refused, Err(StoreError::LastAdministrator)), "{refused:?}");
        }
        store.note_oidc_issuers(&[]).expect("noted");
        assert!(!store.has_other_administrator(ids[0]).expect("read"));
    }

    #[test]
    fn the_only_administrator_needs_nobody() {
        let (_dir, store, ids) = store(&["ann"]);
        store.save_score_draft(None, "{}", by("ann", 2)).expect("saved");
        let proposed = store.propose_score_draft(revision(&store), ("ours", "because"), ids[0], by("ann", 3));
        assert_eq!(proposed.expect("published"), Proposed::Published);
        assert_eq!(store.score_methods().expect("read")[0].approved_by, "ann");
    }

    #[test]
    fn a_published_method_stays_as_it_is() {
        let (_dir, store, ids) = store(&["ann"]);
        store.save_score_draft(None, "{}", by("ann", 2)).expect("saved");
        store.propose_score_draft(revision(&store), ("ours", "because"), ids[0], by("ann", 3)).expect("published");
        for sql in ["update score_method set numbers = '[]'", "delete from score_method"] {
            let refused = store.write(|transaction| Ok(transaction.execute(sql, [])?)).expect_err("never");
            assert!(refused.to_string().contains("never"), "{refused}");
        }
    }
}
