//! Whether users may still sign in with their providers, between their sign-ins.

use rusqlite::{Connection, params};

use super::audit::{self, Entry};
use super::oidc::{NewcomerPolicy, OidcIdentity, OidcRejection, add_or_update};
use super::{Store, StoreError, oidc_roles};

/// An identity that the provider is to be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedAbout {
    pub issuer: String,
    pub subject: String,
    /// The sealed refresh token.
    pub refresh: Vec<u8>,
}

/// What is known of a user of providers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// There is a password, or a partner's link.
    pub has_other_way: bool,
    /// Of each provider, by its issuer, when it last vouched, in seconds since 1970-01-01 UTC.
    pub vouched: Vec<(String, i64)>,
    /// A provider no longer does.
    pub is_gone: bool,
}

impl Store {
    /// Identities of a provider with a refresh token and a live session or an API token, that were last asked about at `before` or
    /// earlier, the longest ago first. `idle` as in [`Store::live_sessions`].
    pub fn identities_to_ask(
        &self,
        issuer: &str,
        before: i64,
        now: i64,
        idle: i64,
    ) -> Result<Vec<AskedAbout>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select issuer, subject, refresh from oidc_identity as identity join user on user.id = identity.user_id
             where issuer = ?4 and refresh is not null and coalesce(asked_at, 0) <= ?1 and user.disabled_at is null
               and (exists (select 1 from session where session.user_id = user.id and session.ended_at is null
                              and session.expires_at > ?2 and session.last_seen_at > ?2 - ?3)
                    or exists (select 1 from api_token where api_token.user_id = user.id and api_token.expires_at > ?2))
             order by coalesce(asked_at, 0), issuer, subject limit 1000",
        )?;
        let found = statement.query_map(params![before, now, idle, issuer], |row| {
            Ok(AskedAbout { issuer: row.get(0)?, subject: row.get(1)?, refresh: row.get(2)? })
        })?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Writes down that the provider vouches for a user, whose roles and names follow what it says, as at a sign-in; None
    /// where it says nothing of them. `refresh` is what to ask with next. A rejection changes no user.
    ///
    /// Nothing happens if the user has signed in since the provider was asked.
    pub fn vouch(
        &self,
        about: &AskedAbout,
        identity: Option<&OidcIdentity<'_>>,
        refresh: &[u8],
        at: i64,
    ) -> Result<Option<OidcRejection>, StoreError> {
        let done = self.write(|transaction| {
            if !is_current(transaction, about)? {
                return Ok(None);
            }
            if let Some(identity) = identity
                && let Err(rejection) = add_or_update(transaction, identity, &NewcomerPolicy::Refuse, at)?
            {
                return Ok(Some(rejection));
            }
            transaction.execute(
                "update oidc_identity set vouched_at = ?3, asked_at = ?3, fault = null, refresh = ?4
                 where issuer = ?1 and subject = ?2",
                params![about.issuer, about.subject, at, refresh],
            )?;
            Ok(None)
        });
        let rejection = match done {
            Err(StoreError::LastAdministrator) => Some(OidcRejection::LastAdministrator),
            done => done?,
        };
        if let Some(rejection) = &rejection {
            self.note_unanswered(about, Some(refresh), &rejection.to_string(), at)?;
        }
        Ok(rejection)
    }

    /// Takes away a refresh token that cannot be used.
    pub fn forget_refresh(&self, about: &AskedAbout) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update oidc_identity set refresh = null, fault = null
                 where issuer = ?1 and subject = ?2 and refresh = ?3",
                params![about.issuer, about.subject, about.refresh],
            )?;
            Ok(())
        })
    }

    /// Writes down that the provider could not be asked about a user, or that its answer cannot be followed.
    pub fn note_unanswered(
        &self,
        about: &AskedAbout,
        refresh: Option<&[u8]>,
        fault: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update oidc_identity set asked_at = ?4, fault = ?5, refresh = coalesce(?6, refresh)
                 where issuer = ?1 and subject = ?2 and refresh = ?3",
                params![about.issuer, about.subject, about.refresh, at, fault, refresh],
            )?;
            Ok(())
        })
    }

    /// Ends the sessions that began with an identity for which the provider no longer vouches, and of a user who has no
    /// password those that began in another way than with another provider. `is_over` says whether more than a session of the
    /// provider has ended: the roles that it gave end, and the user's API tokens are refused until the next sign-in.
    pub fn end_identity(&self, about: &AskedAbout, why: &str, is_over: bool, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            if !is_current(transaction, about)? {
                return Ok(());
            }
            let (user_id, login): (i64, String) = transaction.query_row(
                "update oidc_identity set refresh = null, fault = null, asked_at = ?3, gone_at = iif(?4, ?3, gone_at)
                 where issuer = ?1 and subject = ?2
                 returning user_id, (select login from user where user.id = oidc_identity.user_id)",
                params![about.issuer, about.subject, at, is_over],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            let ended = transaction.execute(
                "update session set ended_at = ?4, end_reason = 'ended by the provider'
                 where user_id = ?1 and ended_at is null and expires_at > ?4
                   and ((oidc_issuer = ?2 and oidc_subject = ?3)
                        or (oidc_issuer is null and exists (select 1 from user where id = ?1 and password_hash = '')))",
                params![user_id, about.issuer, about.subject, at],
            )?;
            if is_over {
                oidc_roles::take(transaction, &about.issuer, &about.subject, at)?;
            }
            let tokens = if is_over { "; API tokens are refused until the next sign-in" } else { "" };
            let detail = format!("OpenID Connect by {}: {why}; {ended} sessions ended{tokens}", about.issuer);
            let entry = Entry {
                at,
                event: "ended_by_provider",
                subject: Some(&login),
                detail: Some(&detail),
                ..Entry::default()
            };
            audit::append(transaction, &entry)
        })
    }

    /// What is known of a user of providers; None of one who is linked to none.
    pub fn oidc_standing(&self, user_id: i64) -> Result<Option<Standing>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select user.password_hash <> '' or user.sso_issuer is not null, issuer, vouched_at, gone_at is not null
             from oidc_identity join user on user.id = oidc_identity.user_id where user.id = ?1",
        )?;
        let (mut rows, mut standing) = (statement.query(params![user_id])?, None);
        while let Some(row) = rows.next()? {
            let Standing { has_other_way, vouched, is_gone } = standing.get_or_insert_default();
            *has_other_way = row.get(0)?;
            vouched.push((row.get(1)?, row.get(2)?));
            *is_gone |= row.get::<_, bool>(3)?;
        }
        Ok(standing)
    }

    /// About how many users a provider, or each of them, could not be asked the last time, and why not about one of them.
    pub fn unanswered(&self, issuer: Option<&str>) -> Result<(i64, Option<String>), StoreError> {
        let reader = self.reader();
        let sql = "select count(*), max(fault) from oidc_identity
                   where fault is not null and refresh is not null and (?1 is null or issuer = ?1)";
        Ok(reader.prepare_cached(sql)?.query_row(params![issuer], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }
}

/// Whether the refresh token is still the one with which the provider was asked.
fn is_current(connection: &Connection, about: &AskedAbout) -> Result<bool, StoreError> {
    let sql = "select exists (select 1 from oidc_identity where issuer = ?1 and subject = ?2 and refresh = ?3)";
    Ok(connection.query_row(sql, params![about.issuer, about.subject, about.refresh], |row| row.get(0))?)
}
