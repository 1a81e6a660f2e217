//! Queries of PostgreSQL. The server writes their results as CSV (`COPY ... TO STDOUT`), which goes to the disk as it comes.

use std::io::Write;

use futures_util::StreamExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Column, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::basket::Sink;
use super::database::{Query, Session};
use super::net;
use super::system::{Client as Asking, plain};
use crate::config::DatabaseOrigin;
use crate::egress::Purpose;
use crate::trust::Trust;

/// A session with PostgreSQL.
pub(super) type PostgreSql = Client;

impl Session for PostgreSql {
    async fn open(client: &Asking<'_>, origin: &DatabaseOrigin) -> Result<Client, String> {
        open(client, origin).await
    }

    async fn plan(&mut self, Query { name, sql, .. }: Query<'_>) -> Result<(), String> {
        self.prepare(sql).await.map(drop).map_err(|error| of_query(name, &error))
    }

    async fn copy(&mut self, Query { name, sql, peer }: Query<'_>, sink: &mut Sink<'_, '_>) -> Result<(), String> {
        let planned = net::within(net::SILENCE, &|| sink.is_stopping(), peer, self.prepare(sql)).await?;
        let planned = planned.map_err(|error| of_query(name, &error))?;
        let sql = with_plain_times(sql, planned.columns());
        let statement = format!("copy (\n{sql}\n) to stdout with (format csv, header true)");
        let rows = net::within(net::SILENCE, &|| sink.is_stopping(), peer, self.copy_out(&statement)).await?;
        let rows = rows.map_err(|error| of_query(name, &error))?;
        let mut rows = std::pin::pin!(rows);
        while let Some(piece) = net::within(net::SILENCE, &|| sink.is_stopping(), peer, rows.next()).await? {
            let piece = piece.map_err(|error| of_query(name, &error))?;
            sink.write_all(&piece).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    async fn end(self) {}
}

async fn open(client: &Asking<'_>, origin: &DatabaseOrigin) -> Result<Client, String> {
    let DatabaseOrigin { host, port, database, user, password_file, tls, ca_file, .. } = origin;
    let peer = format!("{host}:{port}");
    let mut config = tokio_postgres::Config::new();
    config.user(user).dbname(database).application_name("bond");
    if let Some(path) = password_file {
        config.password(net::secret("password_file", path)?);
    }
    let stream = net::connect(client.egress, Purpose::Pull, host, *port).await?;
    let late = |_| {
        format!("{peer} has not let Bond in within {} seconds; look whether it is in trouble", net::CONNECT.as_secs())
    };
    let session = if *tls {
        let trust = net::trust(ca_file.as_deref())?;
        config.ssl_mode(SslMode::Require);
        let mut make = MakeRustlsConnect::new(trust.client());
        let connector = <MakeRustlsConnect as MakeTlsConnect<TcpStream>>::make_tls_connect(&mut make, host)
            .map_err(|error| format!("{host} is no name of a server: {error}"))?;
        let connected = timeout(net::CONNECT, config.connect_raw(stream, connector)).await.map_err(late)?;
        let (session, connection) = connected.map_err(|error| of_sign_in(origin, Some(&trust), &error))?;
        tokio::spawn(connection);
        session
    } else {
        config.ssl_mode(SslMode::Disable);
        let connected = timeout(net::CONNECT, config.connect_raw(stream, NoTls)).await.map_err(late)?;
        let (session, connection) = connected.map_err(|error| of_sign_in(origin, None, &error))?;
        tokio::spawn(connection);
        session
    };
    let zone = client.zone.as_deref().unwrap_or("UTC").replace('\'', "");
    // Nothing that a query calls may change anything.
    let set = format!(
        "begin isolation level repeatable read read only; set local datestyle to 'ISO, YMD'; set local time zone '{zone}'"
    );
    session.batch_execute(&set).await.map_err(|error| of_query("begin", &error))?;
    Ok(session)
}

/// Writes times as the feed has them: without a zone, of which they are in the program's, and without parts of a second.
fn with_plain_times(sql: &str, columns: &[Column]) -> String {
    let is_time = |column: &Column| [Type::TIMESTAMP, Type::TIMESTAMPTZ].contains(column.type_());
    if !columns.iter().any(is_time) {
        return sql.to_owned();
    }
    let names: Vec<String> = (0..columns.len()).map(|at| format!("c{at}")).collect();
    let shown = columns.iter().zip(&names).map(|(column, name)| {
        let title = column.name().replace('"', "\"\"");
        let value = if is_time(column) { format!("date_trunc('second', {name}::timestamp)") } else { name.clone() };
        format!("{value} as \"{title}\"")
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    format!("select {shown} from (\n{sql}\n) as asked({})", names.join(", "))
}

fn of_sign_in(origin: &DatabaseOrigin, trust: Option<&Trust>, error: &tokio_postgres::Error) -> String {
    let DatabaseOrigin { host, port, database, user, .. } = origin;
    let peer = format!("{host}:{port}");
    if let Some(advice) = trust.and_then(|trust| trust.advice_of(error)) {
        return format!("the certificate of {peer} is not trusted: {advice}");
    }
    match error.code() {
        Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
            format!(
                "{peer} does not let {user} in: look at user, at the password in password_file, and at pg_hba.conf of the server"
            )
        }
        Some(&SqlState::INVALID_CATALOG_NAME) => format!("{peer} has no database {database}; correct the key database"),
        _ => {
            let said = plain(&said(error));
            let todo = if trust.is_some() && said.contains("TLS") {
                "the server speaks no TLS: have it turned on there, or set tls = false for a network that is trusted"
            } else {
                "look whether it is PostgreSQL and what its log says"
            };
            format!("{peer} did not let Bond in: {said}; {todo}")
        }
    }
}

fn of_query(name: &str, error: &tokio_postgres::Error) -> String {
    let todo = match error.code() {
        Some(&SqlState::INSUFFICIENT_PRIVILEGE) => "; the user needs the right to read it",
        Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => "; a query may change nothing",
        Some(&SqlState::ADMIN_SHUTDOWN | &SqlState::CRASH_SHUTDOWN) | None => {
            "; the connection ended before all rows had arrived, and nothing was loaded"
        }
        Some(_) => "; correct the query",
    };
    format!("query {name}: {}{todo}", plain(&said(error)))
}

/// What the server said, else what the client did.
fn said(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(said) => said.message().to_owned(),
        None => {
            std::error::Error::source(error).map_or_else(|| error.to_string(), |source| format!("{error}: {source}"))
        }
    }
}
