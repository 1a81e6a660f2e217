//! One ClickHouse server, over HTTP with or without TLS.

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use ureq::http::Response;
use ureq::{Agent, Body, SendBody, Timeout};

use super::refusal::{Refused, refusal};
use super::row_binary::{Answered, decode};
use crate::egress::{Egress, Purpose};
use crate::trust::{Trust, is_of_tls};
use crate::warehouse::columns::Rows;
use crate::warehouse::error::WarehouseError;

/// How long a server may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long it may take for a statement without a limit of its own.
const LONGEST: Duration = Duration::from_secs(600);
/// How long it may take to tell its release, or to stop a statement.
pub(super) const SHORT: Duration = Duration::from_secs(10);
/// By how much a server that does not stop at a limit may exceed it.
const SLACK: Duration = Duration::from_secs(2);

/// The bytes of an answer that a server keeps in memory until it is whole: the rows of a sample of members are some
/// megabytes.
const KEPT_IN_MEMORY: usize = 64 << 20;

/// The most bytes of an answer that are read. Those of a sample of members, or of a million members with the days around
/// their months, are some hundred megabytes.
const LARGEST_ANSWER: u64 = 2 << 30;

/// A question about thousands of offers lists their ids once for each window, a copy of rows the members who moved.
const LARGE_STATEMENTS: [(&str, &str); 3] =
    [("max_query_size", "268435456"), ("max_ast_elements", "20000000"), ("max_expanded_ast_elements", "20000000")];

fn large_statements<'a>() -> impl Iterator<Item = (&'a str, String)> {
    LARGE_STATEMENTS.iter().map(|(name, most)| (*name, (*most).to_owned()))
}

/// Whose rights statements have, and where tables are.
#[derive(Clone)]
pub struct Account {
    pub user: String,
    pub password: String,
    pub database: String,
}

/// A server. Clones share its connections.
#[derive(Clone)]
pub struct Node {
    agent: Agent,
    url: Arc<str>,
    account: Arc<Account>,
    trust: Option<Arc<Trust>>,
}

impl Node {
    /// A server at an address such as `http://ch1:8123`. Nothing is sent yet. `trust` is for https, which needs it.
    pub fn new(url: &str, account: Arc<Account>, trust: Option<Arc<Trust>>, egress: &Egress) -> Node {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            // A proxy for the internet does not know the machines of a cluster.
            .proxy(None)
            .timeout_connect(Some(CONNECTING));
        if let Some(trust) = &trust {
            config = config.tls_config(trust.tls());
        }
        Node {
            agent: egress.agent(Purpose::ClickHouse, config.build()),
            url: url.trim_end_matches('/').into(),
            account,
            trust,
        }
    }

    /// Its address, for messages.
    pub fn name(&self) -> &str {
        &self.url
    }

    /// The database that has the tables.
    pub fn database(&self) -> &str {
        &self.account.database
    }

    /// Its release, such as 18.16.1.
    ///
    /// # Errors
    /// Those of [`Node::run`], and one that says which release Bond needs where it is older.
    pub(super) fn release(&self) -> Result<String, WarehouseError> {
        let found = decode(&self.read("select version()", &[], Some(SHORT))?, &[Answered::Text])?;
        let release = found.columns.first().and_then(|column| column.texts().first()).cloned().unwrap_or_default();
        if is_known(&release) {
            return Ok(release);
        }
        Err(WarehouseError::Cluster(format!(
            "the ClickHouse server {} is release {release}, and Bond needs 18.16 or later; install a later one",
            self.name()
        )))
    }

    /// Runs a statement that answers nothing.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] with what to do, where the server does not answer or refuses the statement.
    pub fn run(&self, sql: &str) -> Result<(), WarehouseError> {
        self.send(&large_statements().collect::<Vec<_>>(), sql.as_bytes(), LONGEST).map(drop)
    }

    /// Runs a SELECT under an id of its own, by which it can be killed, and returns all its rows.
    ///
    /// # Errors
    /// Those of [`Node::run`].
    pub(super) fn answer(
        &self,
        sql: &str,
        columns: &[Answered],
        query: &str,
        limit: Option<Duration>,
    ) -> Result<Rows, WarehouseError> {
        decode(&self.read(sql, &[("query_id", query)], limit)?, columns)
    }

    fn read(&self, sql: &str, id: &[(&str, &str)], limit: Option<Duration>) -> Result<Vec<u8>, WarehouseError> {
        // The server sends the status after the last row: rows that come with an error are no answer.
        // Until then it keeps them in memory: what is larger it would write to its disk, which may be full.
        let mut settings: Vec<(&str, String)> =
            vec![("wait_end_of_query", "1".to_owned()), ("buffer_size", KEPT_IN_MEMORY.to_string())];
        settings.extend(large_statements());
        settings.extend(id.iter().map(|(name, value)| (*name, (*value).to_owned())));
        // Whoever waits gives up first, and says that it took too long.
        settings.extend(limit.map(|limit| ("max_execution_time", (limit.as_secs() + 1).to_string())));
        let sql = format!("{sql}\nformat RowBinary");
        let longest = limit.map_or(LONGEST, |limit| limit + SLACK);
        let response = self.send(&settings, sql.as_bytes(), longest)?;
        // Also of what the server compressed: the limit counts what is read.
        let body = response.into_body().into_with_config().limit(LARGEST_ANSWER);
        body.read_to_vec().map_err(|error| self.is_away(&error))
    }

    /// Runs a SELECT, and returns all its rows.
    ///
    /// # Errors
    /// Those of [`Node::run`].
    pub(super) fn rows(&self, sql: &str, columns: &[Answered]) -> Result<Rows, WarehouseError> {
        decode(&self.read(sql, &[], None)?, columns)
    }

    /// The same, if it takes no longer than this.
    ///
    /// # Errors
    /// Those of [`Node::run`].
    pub(super) fn rows_within(&self, sql: &str, columns: &[Answered], limit: Duration) -> Result<Rows, WarehouseError> {
        decode(&self.read(sql, &[], Some(limit))?, columns)
    }

    /// Appends rows in the format RowBinary to columns of a table.
    ///
    /// # Errors
    /// Those of [`Node::run`]. The rows may be there then, or some of them.
    pub(super) fn insert(&self, table: &str, columns: &str, rows: &mut dyn Read) -> Result<(), WarehouseError> {
        self.insert_within(table, columns, rows, LONGEST)
    }

    /// The same, if it takes no longer than this.
    ///
    /// # Errors
    /// Those of [`Node::insert`].
    pub(super) fn insert_within(
        &self,
        table: &str,
        columns: &str,
        rows: &mut dyn Read,
        longest: Duration,
    ) -> Result<(), WarehouseError> {
        let sql = format!("insert into {table} ({columns}) format RowBinary");
        self.send_body(&[("query", sql)], SendBody::from_reader(&mut &mut *rows), longest).map(drop)
    }

    /// Stops a SELECT that nobody waits for.
    ///
    /// # Errors
    /// Those of [`Node::run`].
    pub(super) fn kill(&self, query: &str) -> Result<(), WarehouseError> {
        let sql = format!("kill query where query_id = '{query}' async");
        self.send(&[], sql.as_bytes(), SHORT).map(drop)
    }

    /// Whether it answers something, whatever that is, within a time.
    ///
    /// # Errors
    /// [`WarehouseError::Cluster`] if it does not.
    pub(super) fn is_there(&self, longest: Duration) -> Result<(), WarehouseError> {
        let request = self.agent.get(format!("{}/ping", self.url)).config().timeout_global(Some(longest)).build();
        request.call().map(drop).map_err(|error| self.is_away(&error))
    }

    fn send(
        &self,
        settings: &[(&str, String)],
        body: &[u8],
        longest: Duration,
    ) -> Result<Response<Body>, WarehouseError> {
        self.send_body(settings, SendBody::from_reader(&mut &*body), longest)
    }

    fn send_body(
        &self,
        settings: &[(&str, String)],
        body: SendBody<'_>,
        longest: Duration,
    ) -> Result<Response<Body>, WarehouseError> {
        let Account { user, password, database } = &*self.account;
        let request = self
            .agent
            .post(&*self.url)
            .query("database", database)
            .query_pairs(settings.iter().map(|(name, value)| (*name, value.as_str())))
            .header("X-ClickHouse-User", user)
            .header("X-ClickHouse-Key", password)
            .config()
            .timeout_global(Some(longest))
            .build();
        let mut response = request.send(body).map_err(|error| self.is_away(&error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        let text = response.body_mut().read_to_string().unwrap_or_default();
        Err(refusal(&Refused { name: self.name(), user, database }, response.status().as_u16(), &text))
    }

    fn is_away(&self, error: &ureq::Error) -> WarehouseError {
        let name = self.name();
        let advice = self.trust.as_ref().and_then(|trust| trust.advice(error));
        WarehouseError::Cluster(match advice {
            Some(advice) => format!("the certificate of the ClickHouse server {name} is not trusted: {advice}"),
            None if is_of_tls(error) => {
                format!(
                    "{name} speaks no TLS that Bond accepts ({error}); is it the HTTPS port of a ClickHouse server?"
                )
            }
            // ClickHouse's HTTP port waits for the end of a line.
            None if self.trust.is_some() && matches!(error, ureq::Error::Timeout(Timeout::Connect)) => {
                format!("the ClickHouse server {name} does not answer: {error}; is it the HTTPS port?")
            }
            None if matches!(error, ureq::Error::BodyExceedsLimit(_)) => {
                format!("the ClickHouse server {name} answers with more than {LARGEST_ANSWER} bytes, which is too much")
            }
            None => format!("the ClickHouse server {name} does not answer: {error}"),
        })
    }
}

/// Whether a release is 18.16 or later.
fn is_known(release: &str) -> bool {
    is_since(release, (18, 16))
}

/// Whether tables of a release can be told to sync what is written to them before they acknowledge it.
pub(super) fn can_sync(release: &str) -> bool {
    is_since(release, (20, 10))
}

fn is_since(release: &str, first: (u32, u32)) -> bool {
    let mut numbers = release.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_accepts_and_says_nothing_is_given_up() {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", silent.local_addr().expect("an address"));
        let account = Account { user: "bond".into(), password: "secret".into(), database: "bond".into() };
        let node = Node::new(&url, Arc::new(account), None, &Egress::default());
        let error =
            node.answer("select 1", &[Answered::Int], "q", Some(Duration::from_millis(1))).expect_err("silence");
        let text = error.to_string();
        assert!(text.contains(&format!("{url} does not answer")) && !text.contains("secret"), "{text}");
    }

    #[test]
    fn releases_are_compared_by_number() {
        for (release, is_enough) in [
            ("18.16.1", true),
            ("26.9.2.1", true),
            ("19.1.0", true),
            ("18.9.2", false),
            ("1.1.54388", false),
            ("", false),
        ] {
            assert_eq!(is_known(release), is_enough, "{release}");
        }
    }
}
