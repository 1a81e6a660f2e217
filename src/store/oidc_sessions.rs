//! Sessions by the identity with which they began at an OpenID Connect provider, which may end them.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, params};

use super::audit::{self, Entry};
use super::oidc::take_once;
use super::{Store, StoreError};

/// That the provider ended a session of its own, or all of a user. One of `subject` and `sid` is there.
#[derive(Clone, Copy, Debug)]
pub struct ProviderSignOut<'a> {
    /// The provider.
    pub issuer: &'a str,
    /// The provider's id of the user.
    pub subject: Option<&'a str>,
    /// The provider's id of its session; None for all of the user's.
    pub sid: Option<&'a str>,
    /// What works once.
    pub once: &'a str,
    /// When it no longer works at all, in seconds since 1970-01-01 UTC.
    pub ends_at: i64,
}

impl Store {
    /// Ends the sessions that began with a session of the provider's. Returns whether it is the first time that this is
    /// asked for; nothing ends the second time.
    pub fn end_by_provider(&self, out: &ProviderSignOut<'_>, at: i64, address: &str) -> Result<bool, StoreError> {
        self.write(|transaction| {
            if !take_once(transaction, out.once, out.ends_at, at)? {
                return Ok(false);
            }
            // A session of the user whose number at the provider is not known may be the one.
            let logins: Vec<String> = transaction
                .prepare_cached(
                    "update session set ended_at = ?4, end_reason = 'signed out at the provider'
                     where ended_at is null and expires_at > ?4 and oidc_issuer = ?1
                       and (?2 is null or oidc_subject = ?2)
                       and (?3 is null or oidc_sid = ?3 or (oidc_sid is null and ?2 is not null))
                     returning (select login from user where user.id = session.user_id)",
                )?
                .query_map(params![out.issuer, out.subject, out.sid, at], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            for (login, count) in counted(&logins) {
                let detail = format!("OpenID Connect by {}: {count} of the sessions here", out.issuer);
                let entry = Entry {
                    at,
                    event: "provider_sign_out",
                    subject: Some(login),
                    address: Some(address),
                    detail: Some(&detail),
                    ..Entry::default()
                };
                audit::append(transaction, &entry)?;
            }
            Ok(true)
        })
    }

    /// Ends the sessions that began with other providers than these, which the settings no longer have.
    pub fn end_of_other_providers(&self, issuers: &[&str], at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            let live: Vec<String> = transaction
                .prepare_cached(
                    "select distinct oidc_issuer from session
                     where ended_at is null and expires_at > ?1 and oidc_issuer is not null order by oidc_issuer",
                )?
                .query_map(params![at], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            for issuer in live.iter().filter(|issuer| !issuers.contains(&issuer.as_str())) {
                let logins: Vec<String> = transaction
                    .prepare_cached(
                        "update session set ended_at = ?2, end_reason = 'its provider was removed'
                         where ended_at is null and expires_at > ?2 and oidc_issuer = ?1
                         returning (select login from user where user.id = session.user_id)",
                    )?
                    .query_map(params![issuer, at], |row| row.get(0))?
                    .collect::<Result<_, _>>()?;
                for (login, count) in counted(&logins) {
                    let detail =
                        format!("OpenID Connect by {issuer}: the settings no longer have it; {count} sessions ended");
                    let (event, subject, detail) = ("ended_by_provider", Some(login), Some(detail.as_str()));
                    audit::append(transaction, &Entry { at, event, subject, detail, ..Entry::default() })?;
                }
            }
            Ok(())
        })
    }

    /// The issuer of the provider with which somebody last signed in with a browser.
    pub fn oidc_issuer_of_browser(&self, browser: &str) -> Result<Option<String>, StoreError> {
        let reader = self.reader();
        let sql = "select oidc_issuer from session where browser = ?1 and oidc_issuer is not null
                   order by created_at desc, id desc limit 1";
        Ok(reader.prepare_cached(sql)?.query_row(params![browser], |row| row.get(0)).optional()?)
    }
}

/// How often each login is there.
fn counted(logins: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for login in logins {
        *counts.entry(login.as_str()).or_default() += 1;
    }
    counts
}
