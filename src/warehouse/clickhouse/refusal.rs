//! What a server refuses, and what to do about it.

use crate::warehouse::error::WarehouseError;

/// Who was refused, and by whom.
pub(super) struct Refused<'a> {
    /// The server's address.
    pub name: &'a str,
    pub user: &'a str,
    pub database: &'a str,
}

/// The error for an answer that is none. Servers write `Code: 60. DB::Exception: ...`.
pub(super) fn refusal(refused: &Refused<'_>, status: u16, text: &str) -> WarehouseError {
    let Refused { name, user, database } = refused;
    let said = text.lines().next().unwrap_or_default().trim();
    let explained = match code(text) {
        // 18.16 tries to write, and says CANNOT_WRITE_TO_FILE_DESCRIPTOR with ENOSPC. Later releases reserve room first:
        // NOT_ENOUGH_SPACE.
        Some(number) if number == 243 || text.contains("errno: 28,") => {
            format!("the disk of the ClickHouse server {name} is full; free some of it: {said}")
        }
        // POCO_EXCEPTION: 18.16 cannot write its own log, which it does before it runs a statement.
        Some(1000) if text.contains("Cannot write file") => format!(
            "the ClickHouse server {name} cannot write its log, as if its disk were full; free some of it: {said}"
        ),
        // UNKNOWN_TABLE
        Some(60) => format!("a table is gone from the ClickHouse server {name}; Bond makes it again: {said}"),
        // UNKNOWN_DATABASE
        Some(81) => format!("the ClickHouse server {name} has no database {database}; create it there"),
        // MEMORY_LIMIT_EXCEEDED
        Some(241) => format!(
            "a question needs more memory than the ClickHouse server {name} allows; raise max_memory_usage: {said}"
        ),
        // TIMEOUT_EXCEEDED
        Some(159) => format!("the ClickHouse server {name} did not answer in time: {said}"),
        // READONLY, ACCESS_DENIED, DATABASE_ACCESS_DENIED
        Some(164 | 497 | 291) => {
            format!("the user {user} of the ClickHouse server {name} lacks a right; docs/scale.md lists them: {said}")
        }
        // UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED
        Some(192..=194 | 516) => {
            format!("the ClickHouse server {name} does not accept the user {user} with this password: {said}")
        }
        Some(_) => format!("the ClickHouse server {name} refused a statement: {said}"),
        None => format!("{name} answered with HTTP status {status}; is it the HTTP port of a ClickHouse server?"),
    };
    WarehouseError::Cluster(explained)
}

fn code(text: &str) -> Option<u16> {
    let (_, after) = text.split_once("Code: ")?;
    after.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_to_do() {
        let refused = Refused { name: "http://ch1:8123", user: "bond", database: "loyalty" };
        let explained = |status: u16, text: &str| refusal(&refused, status, text).to_string();
        let old =
            "Code: 193, e.displayText() = DB::Exception: Wrong password for user bond, e.what() = DB::Exception\n";
        insta::assert_debug_snapshot!([
            explained(500, old),
            explained(403, "Code: 516. DB::Exception: bond: Authentication failed: password is incorrect"),
            explained(500, "Code: 60. DB::Exception: Table loyalty.session_v3 does not exist"),
            explained(404, "Code: 81, e.displayText() = DB::Exception: Database loyalty doesn't exist"),
            explained(403, "Code: 497. DB::Exception: bond: Not enough privileges."),
            explained(500, "Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space"),
            explained(
                500,
                "Code: 75, e.displayText() = DB::ErrnoException: Cannot write to file /x, errno: 28, strerror: No"
            ),
            explained(
                500,
                "Code: 75, e.displayText() = DB::ErrnoException: Cannot write to file /x, errno: 5, strerror: In"
            ),
            explained(
                500,
                "Poco::Exception. Code: 1000, e.code() = 0, e.displayText() = Cannot write file: /x, e.what() = Cannot"
            ),
            explained(500, "Code: 62. DB::Exception: Syntax error"),
            explained(404, "<html>Not Found</html>"),
        ]);
    }
}
