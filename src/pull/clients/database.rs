//! What asking a database has in common, whichever it is: sign in, then one query after the other, each into a file.

use super::super::basket::{Basket, Sink};
use super::super::days::Days;
use super::net;
use super::system::{Client, csv_name};
use crate::config::{DatabaseOrigin, with_days};

/// A database into which Bond has signed in. All that it is asked is of one moment, and read-only.
pub(super) trait Session: Sized {
    async fn open(client: &Client<'_>, origin: &DatabaseOrigin) -> Result<Self, String>;

    /// Plans a query, and does not run it.
    async fn plan(&mut self, query: Query<'_>) -> Result<(), String>;

    /// Writes the rows of a query as CSV, with the names of its columns.
    async fn copy(&mut self, query: Query<'_>, sink: &mut Sink<'_, '_>) -> Result<(), String>;

    async fn end(self);
}

/// A query of the settings.
#[derive(Clone, Copy)]
pub(super) struct Query<'a> {
    pub name: &'a str,
    /// Without a semicolon at its end.
    pub sql: &'a str,
    /// Host and port of the database.
    pub peer: &'a str,
}

pub(super) fn fetch<S: Session>(
    client: &Client<'_>,
    origin: &DatabaseOrigin,
    days: Option<Days>,
    basket: &mut Basket<'_>,
) -> Result<(), String> {
    let peer = format!("{}:{}", origin.host, origin.port);
    net::runtime()?.block_on(async {
        let mut session = S::open(client, origin).await?;
        for (name, sql) in &origin.queries {
            let sql = days.map_or_else(|| sql.clone(), |days| with_days(sql, days.since, days.until));
            let mut sink = basket.file(&csv_name(name), "")?;
            session.copy(Query { name, sql: trimmed(&sql), peer: &peer }, &mut sink).await?;
            sink.end()?;
        }
        session.end().await;
        Ok(())
    })
}

pub(super) fn attempt<S: Session>(client: &Client<'_>, origin: &DatabaseOrigin, days: Days) -> Result<String, String> {
    let peer = format!("{}:{}", origin.host, origin.port);
    net::runtime()?.block_on(async {
        let mut session = S::open(client, origin).await?;
        for (name, sql) in &origin.queries {
            let sql = with_days(sql, days.since, days.until);
            // Planning may wait, too: for somebody who changes the table.
            let planned = session.plan(Query { name, sql: trimmed(&sql), peer: &peer });
            net::within(net::CONNECT, &|| false, &peer, planned).await??;
        }
        session.end().await;
        let names: Vec<&str> = origin.queries.keys().map(String::as_str).collect();
        Ok(format!("It lets Bond in, and understands the queries {}.", names.join(", ")))
    })
}

/// A statement without the semicolon at its end.
fn trimmed(sql: &str) -> &str {
    sql.trim().trim_end_matches(';').trim_end()
}
