//! The sources: table macros over (start, stop), two SMALLINT days, both included. One SQL file each; the
//! measures over them are declared in `metrics`.

use duckdb::Connection;

use super::WarehouseError;

/// Every source's macro. They live in the memory database, so that a file never holds an old one.
const MACROS: &[&str] = &[
    include_str!("sources/session.sql"),
    include_str!("sources/registration.sql"),
    include_str!("sources/eligibility.sql"),
    include_str!("sources/login.sql"),
    include_str!("sources/tenure.sql"),
    include_str!("sources/interaction.sql"),
    include_str!("sources/partner.sql"),
    include_str!("sources/offer.sql"),
    include_str!("sources/message.sql"),
    include_str!("sources/link_click.sql"),
    include_str!("sources/web.sql"),
    include_str!("sources/search.sql"),
    include_str!("sources/article.sql"),
    include_str!("sources/content_action.sql"),
    include_str!("sources/poll.sql"),
    include_str!("sources/poll_answer.sql"),
    include_str!("sources/csat.sql"),
    include_str!("sources/activity.sql"),
];

/// Makes the macros. Their tables must be there: a macro that names what is not fails here, at start.
pub(super) fn register(connection: &Connection) -> Result<(), WarehouseError> {
    for sql in MACROS {
        connection.execute_batch(sql)?;
    }
    Ok(())
}
