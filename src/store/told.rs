//! What administrators are told: conditions that hold, and the messages about them that have still to be sent.

use rusqlite::{Connection, params};

use super::audit::{self, By, Entry};
use super::{Store, StoreError};

/// A condition that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The name of the check.
    pub condition: String,
    /// Seconds since 1970-01-01 UTC.
    pub since: i64,
}

/// A message that has still to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedMessage {
    pub condition: String,
    /// How it goes.
    pub way: String,
    /// Whether it says that the condition is over.
    pub is_over: bool,
    /// When the condition began.
    pub since: i64,
    /// How often it was tried.
    pub tries: u32,
}

impl Store {
    /// The conditions that hold, the last that began first.
    pub fn told(&self) -> Result<Vec<Told>, StoreError> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("select condition, since from told order by since desc, condition")?;
        let all = statement.query_map([], |row| Ok(Told { condition: row.get(0)?, since: row.get(1)? }))?;
        Ok(all.collect::<Result<_, _>>()?)
    }

    /// Writes down that a condition holds from now on, and that each way gets a message. Nothing happens if it holds already.
    pub fn begin_told(&self, condition: &str, found: &str, ways: &[String], at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = "insert into told (condition, since) values (?1, ?2) on conflict (condition) do nothing";
            if transaction.execute(sql, params![condition, at])? == 0 {
                return Ok(());
            }
            owe(transaction, condition, (false, at), ways)?;
            let entry = Entry { at, subject: Some(condition), detail: Some(found), ..Entry::default() };
            audit::append(transaction, &Entry { event: "notice_began", ..entry })
        })
    }

    /// Writes down that a condition is over, and that each way gets a message.
    pub fn end_told(&self, told: &Told, ways: &[String], at: i64) -> Result<(), StoreError> {
        let Told { condition, since } = told;
        self.write(|transaction| {
            if transaction.execute("delete from told where condition = ?1", [condition])? == 0 {
                return Ok(());
            }
            owe(transaction, condition, (true, *since), ways)?;
            let entry = Entry { at, event: "notice_ended", subject: Some(condition), ..Entry::default() };
            audit::append(transaction, &entry)
        })
    }

    /// The messages that may be sent now, by way.
    pub fn owed_messages(&self, now: i64) -> Result<Vec<OwedMessage>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select condition, way, is_over, since, tries from told_message where again_at <= ?1 order by way, since",
        )?;
        let all = statement.query_map([now], |row| {
            Ok(OwedMessage {
                condition: row.get(0)?,
                way: row.get(1)?,
                is_over: row.get(2)?,
                since: row.get(3)?,
                tries: row.get(4)?,
            })
        })?;
        Ok(all.collect::<Result<_, _>>()?)
    }

    /// Writes down that messages of a way were sent, to whom, or why not and when they are tried again.
    pub fn note_told(&self, sent: &[OwedMessage], said: Result<&str, (&str, i64)>, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            for OwedMessage { condition, way, is_over, .. } in sent {
                match said {
                    Ok(_) => transaction.execute(
                        "delete from told_message where condition = ?1 and way = ?2 and is_over = ?3",
                        params![condition, way, is_over],
                    )?,
                    Err((_, again_at)) => transaction.execute(
                        "update told_message set tries = tries + 1, again_at = ?3 where condition = ?1 and way = ?2",
                        params![condition, way, again_at],
                    )?,
                };
            }
            let names: Vec<&str> = sent.iter().map(|one| one.condition.as_str()).collect();
            let (event, detail) = match said {
                Ok(said) => ("notice_sent", said),
                Err((why, _)) => ("notice_failed", why),
            };
            let subject = names.join(", ");
            audit::append(
                transaction,
                &Entry { at, event, subject: Some(&subject), detail: Some(detail), ..Entry::default() },
            )
        })
    }

    /// The conditions that a user does not want to see any more.
    pub fn dismissed(&self, user_id: i64) -> Result<Vec<String>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select condition from told_dismissed where user_id = ?1")?;
        let all = statement.query_map([user_id], |row| row.get(0))?;
        Ok(all.collect::<Result<_, _>>()?)
    }

    /// Hides a condition from a user until it begins anew. False if it does not hold.
    pub fn dismiss(&self, condition: &str, user_id: i64, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let sql =
                "insert into told_dismissed (condition, user_id) select condition, ?2 from told where condition = ?1
                       on conflict do nothing";
            if transaction.execute(sql, params![condition, user_id])? > 0 {
                audit::append(transaction, &Entry { subject: Some(condition), ..by.entry("notice_dismissed") })?;
            }
            let sql = "select count(*) from told where condition = ?1";
            Ok(transaction.query_row(sql, [condition], |row| row.get::<_, i64>(0))? > 0)
        })
    }
}

/// Each way gets a message, unless the one before, which says the contrary, was not sent: then neither is.
fn owe(
    connection: &Connection,
    condition: &str,
    (is_over, since): (bool, i64),
    ways: &[String],
) -> Result<(), StoreError> {
    let unsent = connection
        .prepare_cached("select way from told_message where condition = ?1")?
        .query_map([condition], |row| row.get(0))?
        .collect::<Result<Vec<String>, _>>()?;
    connection.execute("delete from told_message where condition = ?1", [condition])?;
    let mut add = connection
        .prepare_cached("insert into told_message (condition, way, is_over, since) values (?1, ?2, ?3, ?4)")?;
    for way in ways.iter().filter(|way| !unsent.contains(way)) {
        add.execute(params![condition, way, is_over, since])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_gets_one_message_of_the_beginning_and_one_of_the_end() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let ways = ["mail en".to_owned(), "webhook".to_owned()];
        let owed = |now| -> Vec<(String, bool)> {
            store.owed_messages(now).expect("read").into_iter().map(|one| (one.way, one.is_over)).collect()
        };
        let both = |is_over| ways.iter().map(|way| (way.clone(), is_over)).collect::<Vec<_>>();
        store.begin_told("space", "full", &ways, 5).expect("written");
        store.begin_told("space", "fuller", &ways, 6).expect("nothing to do");
        assert_eq!(owed(5), both(false));
        let all = store.owed_messages(5).expect("read");
        store.note_told(&all[..1], Ok("Emailed."), 6).expect("written");
        store.note_told(&all[1..], Err(("away", 100)), 6).expect("written");
        assert_eq!((owed(99).len(), owed(100)), (0, vec![both(false)[1].clone()]));
        let told = store.told().expect("read").remove(0);
        assert_eq!((told.condition.as_str(), told.since), ("space", 5));
        store.end_told(&told, &ways, 7).expect("written");
        store.end_told(&told, &ways, 8).expect("nothing to do");
        assert_eq!(owed(7), vec![both(true)[0].clone()], "the webhook did not hear of it");
        assert_eq!(store.told().expect("read"), []);
        let events: Vec<String> = store.last_audit_lines(9).expect("read").into_iter().map(|line| line.event).collect();
        assert_eq!(events, ["notice_ended", "notice_failed", "notice_sent", "notice_began"]);
    }

    #[test]
    fn what_a_user_dismissed_is_seen_again_when_it_begins_anew() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let ann = crate::store::users::NewUser { login: "ann", first_name: "Ann", password_hash: "x", roles: &[] };
        let ann = store.add_user(&ann, 1).expect("added");
        assert!(!store.dismiss("space", ann, By::from(2)).expect("no such condition"));
        store.begin_told("space", "full", &[], 3).expect("written");
        assert!(store.dismiss("space", ann, By::from(4)).expect("dismissed"));
        assert!(store.dismiss("space", ann, By::from(5)).expect("still"));
        assert_eq!(store.dismissed(ann).expect("read"), ["space"]);
        store.end_told(&store.told().expect("read")[0], &[], 6).expect("written");
        store.begin_told("space", "full", &[], 7).expect("written");
        assert!(store.dismissed(ann).expect("read").is_empty());
    }
}
