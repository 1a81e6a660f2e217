//! Queries of MySQL and MariaDB. Their rows come as texts, and go to the disk as CSV as they come.

use mysql_async::consts::ColumnType;
use mysql_async::prelude::Queryable;
use mysql_async::{Column, Conn, DriverError, Error, OptsBuilder, Row, SslOpts, Value};
use tokio::time::timeout;

use super::super::basket::Sink;
use super::database::{Query, Session};
use super::net;
use super::system::{Client, plain};
use crate::config::DatabaseOrigin;
use crate::egress::Purpose;
use crate::trust::Trust;

/// A session with MySQL or MariaDB.
pub(super) type MySql = Conn;

impl Session for MySql {
    async fn open(client: &Client<'_>, origin: &DatabaseOrigin) -> Result<Conn, String> {
        open(client, origin).await
    }

    async fn plan(&mut self, Query { name, sql, .. }: Query<'_>) -> Result<(), String> {
        self.prep(sql).await.map(drop).map_err(|error| of_query(name, &error))
    }

    async fn copy(&mut self, Query { name, sql, peer }: Query<'_>, sink: &mut Sink<'_, '_>) -> Result<(), String> {
        let failed = |error: csv::Error| error.to_string();
        let mut writer = csv::Writer::from_writer(sink);
        let result = net::within(net::SILENCE, &|| writer.get_ref().is_stopping(), peer, self.query_iter(sql)).await?;
        let mut result = result.map_err(|error| of_query(name, &error))?;
        let columns: Vec<String> = result.columns_ref().iter().map(|column| column.name_str().into_owned()).collect();
        let is_time = |column: &Column| {
            matches!(column.column_type(), ColumnType::MYSQL_TYPE_DATETIME | ColumnType::MYSQL_TYPE_TIMESTAMP)
        };
        let times: Vec<bool> = result.columns_ref().iter().map(is_time).collect();
        if columns.is_empty() {
            return Err(format!("query {name}: it has no columns; a query is a select"));
        }
        writer.write_record(&columns).map_err(failed)?;
        loop {
            let row = net::within(net::SILENCE, &|| writer.get_ref().is_stopping(), peer, result.next()).await?;
            let row: Option<Row> = row.map_err(|error| of_query(name, &error))?;
            let Some(row) = row else { break };
            let fields = row.unwrap().into_iter().zip(&times).map(|(value, is_time)| match value {
                // The feed's times have no parts of a second.
                Value::Bytes(mut bytes) if *is_time => {
                    bytes.truncate(bytes.iter().position(|byte| *byte == b'.').unwrap_or(bytes.len()));
                    bytes
                }
                Value::Bytes(bytes) => bytes,
                Value::NULL => Vec::new(),
                other => other.as_sql(true).trim_matches('\'').as_bytes().to_vec(),
            });
            writer.write_record(fields).map_err(failed)?;
        }
        writer.flush().map_err(|error| error.to_string())
    }

    async fn end(self) {
        let _ = timeout(net::CONNECT, self.disconnect()).await;
    }
}

async fn open(client: &Client<'_>, origin: &DatabaseOrigin) -> Result<Conn, String> {
    let DatabaseOrigin { host, port, database, user, password_file, tls, ca_file, .. } = origin;
    let peer = format!("{host}:{port}");
    let password = password_file.as_deref().map(|path| net::secret("password_file", path)).transpose()?;
    let trust = tls.then(|| net::trust(ca_file.as_deref())).transpose()?;
    let certificates = trust.iter().flat_map(Trust::authorities).map(Into::into).collect();
    let ssl = tls.then(|| SslOpts::default().with_root_certs(certificates).with_disable_built_in_roots(true));
    let options = OptsBuilder::default()
        .ip_or_hostname(host.as_str())
        .tcp_port(*port)
        .user(Some(user))
        .pass(password)
        .db_name(Some(database))
        .prefer_socket(false)
        .ssl_opts(ssl)
        .setup(vec!["set session transaction read only", "set session sql_mode = concat(@@sql_mode, ',ANSI_QUOTES')"]);
    let connecting = async {
        match timeout(net::CONNECT * 2, Conn::new(options)).await {
            Ok(Ok(session)) => Ok(session),
            Ok(Err(error)) => Err(of_sign_in(origin, trust.as_ref(), &error)),
            Err(_) => Err(format!(
                "{peer} has not let Bond in within {} seconds; look at host and port, and at firewalls on the way",
                (net::CONNECT * 2).as_secs()
            )),
        }
    };
    let opened = client.egress.open_async(Purpose::Pull, &peer, connecting).await;
    let mut session = opened.map_err(|forbidden| forbidden.to_string())??;
    session
        .query_drop("start transaction with consistent snapshot, read only")
        .await
        .map_err(|error| of_query("begin", &error))?;
    Ok(session)
}

fn of_sign_in(origin: &DatabaseOrigin, trust: Option<&Trust>, error: &Error) -> String {
    let DatabaseOrigin { host, port, database, user, .. } = origin;
    let peer = format!("{host}:{port}");
    if let Some(advice) = trust.and_then(|trust| trust.advice_of(error)) {
        return format!("the certificate of {peer} is not trusted: {advice}");
    }
    match error {
        Error::Server(said) if said.code == 1045 || said.code == 1698 => {
            format!("{peer} does not let {user} in: look at user and at the password in password_file")
        }
        Error::Server(said) if said.code == 1044 => {
            format!("{peer} does not let {user} use the database {database}: grant it the right to read")
        }
        Error::Server(said) if said.code == 1049 => {
            format!("{peer} has no database {database}; correct the key database")
        }
        Error::Driver(DriverError::NoClientSslFlagFromServer) => {
            format!("{peer} speaks no TLS: have it turned on there, or set tls = false for a network that is trusted")
        }
        Error::Io(error) => format!(
            "{peer} cannot be reached: {}; look at host and port, and at firewalls on the way",
            plain(&error.to_string())
        ),
        error => format!(
            "{peer} did not let Bond in: {}; look whether it is MySQL or MariaDB and what its log says",
            plain(&error.to_string())
        ),
    }
}

fn of_query(name: &str, error: &Error) -> String {
    let (said, todo) = match error {
        Error::Server(said) => {
            let todo = match said.code {
                1142 | 1143 => "; the user needs the right to read it",
                1792 => "; a query may change nothing",
                _ => "; correct the query",
            };
            (said.message.clone(), todo)
        }
        error => (error.to_string(), "; the connection ended before all rows had arrived, and nothing was loaded"),
    };
    format!("query {name}: {}{todo}", plain(&said))
}
