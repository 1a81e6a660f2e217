//! Whose data these are: the warehouse carries the id of the installation and a fingerprint of the key that hashes ids, so
//! that the accounts of another one, or new ones without that key, are not taken for its own.

use std::collections::HashSet;

use duckdb::{Connection, params};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::error::WarehouseError;
use super::mapping::MemberKey;
use super::open::Warehouse;

/// The names of the two in the warehouse.
const INSTALL: &str = "bond.install";
const KEY: &str = "bond.member_key";

/// What accounts and data have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The id of the installation.
    pub install: String,
    /// The fingerprint of the key that hashes ids; says nothing about the key.
    pub key: String,
}

impl Pair {
    /// Of an installation and its key.
    pub fn new(install: &str, key: &MemberKey) -> Pair {
        let digest = Hmac::<Sha256>::new_from_slice(&key.0).map(|mut mac| {
            mac.update(b"fingerprint of the key of members\0");
            mac.finalize().into_bytes()
        });
        let key = digest.map(|bytes| bytes.iter().take(16).map(|byte| format!("{byte:02x}")).collect());
        // A key of any length is valid.
        Pair { install: install.to_owned(), key: key.unwrap_or_default() }
    }
}

/// What a warehouse says about it, attached as `bond`; None if it was never written.
pub(super) fn read(connection: &Connection) -> Result<Option<Pair>, WarehouseError> {
    let mut statement = connection.prepare("select any_value(value) from bond.main.setting where name = ?")?;
    let mut value = |name: &str| statement.query_row([name], |row| row.get::<_, Option<String>>(0));
    let (install, key) = (value(INSTALL)?, value(KEY)?);
    Ok(install.zip(key).map(|(install, key)| Pair { install, key }))
}

impl Warehouse {
    /// Writes whose data these are, unless it says so already.
    pub fn belong_to(&self, pair: &Pair) -> Result<(), WarehouseError> {
        let writer = self.writer()?;
        if read(&writer)?.as_ref() != Some(pair) {
            writer.execute_batch("begin")?;
            write(&writer, pair)?;
            writer.execute_batch("commit")?;
        }
        Ok(())
    }

    /// Gives the data to the accounts of another installation or of another time: of its batches only those of `known`
    /// loads stay loads of the ledger.
    pub fn adopt(&self, pair: &Pair, known: &HashSet<i64>) -> Result<(), WarehouseError> {
        let writer = self.writer()?;
        writer.execute_batch("begin")?;
        let mut statement = writer.prepare("select load_id from main.batch where load_id is not null")?;
        let loads: Vec<i64> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        drop(statement);
        for load in loads.iter().filter(|load| !known.contains(load)) {
            writer.execute("update main.batch set load_id = null where load_id = ?", [load])?;
        }
        write(&writer, pair)?;
        Ok(writer.execute_batch("commit")?)
    }
}

fn write(connection: &Connection, pair: &Pair) -> Result<(), WarehouseError> {
    for (name, value) in [(INSTALL, &pair.install), (KEY, &pair.key)] {
        connection.execute("delete from main.setting where name = ?", [name])?;
        connection.execute("insert into main.setting values (?, ?)", params![name, value])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::open::Limits;
    use super::super::probe::{Batch, probe};
    use super::*;

    #[test]
    fn a_warehouse_says_whose_it_is_and_can_be_given_to_others() {
        let dir = tempfile::tempdir().expect("a directory");
        let limits = Limits { memory: "500MB".into(), threads: 2, temp_dir: dir.path().join("tmp"), temp_bytes: None };
        let open = || Warehouse::open(dir.path(), &limits).expect("opened");
        let seen = || probe(&dir.path().join(Warehouse::FILE), false).expect("probed");
        let [one, other] = [1, 2].map(|key| Pair::new("install", &MemberKey([key; 32])));
        assert_ne!(one, other);
        assert_eq!(one, Pair::new("install", &MemberKey([1; 32])));
        drop(open());
        assert_eq!(seen().pair, None);
        let warehouse = open();
        warehouse.belong_to(&one).and_then(|()| warehouse.belong_to(&one)).expect("written");
        for load in [4, 5] {
            let writer = warehouse.writer().expect("a writer");
            writer.execute_batch("begin").expect("begun");
            writer.commit_batch("import", &["logins"], "digest", 1, Some(load)).expect("committed");
        }
        drop(warehouse);
        assert_eq!(seen().pair, Some(one));
        let warehouse = open();
        warehouse.adopt(&other, &HashSet::from([4])).expect("given");
        drop(warehouse);
        let batches = [Batch { version: 1, load: Some(4) }, Batch { version: 2, load: None }];
        assert_eq!((seen().pair, seen().batches), (Some(other), batches.to_vec()));
    }
}
