//! The program's logo.

use rusqlite::{OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::audit::{self, By, Entry};
use super::{Store, StoreError};

/// A picture in PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logo {
    pub image: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

impl Store {
    /// The logo, if the program has one.
    pub fn logo(&self) -> Result<Option<Logo>, StoreError> {
        let logo = self.reader().query_row("select image, width, height from logo", [], |row| {
            Ok(Logo { image: row.get(0)?, width: row.get(1)?, height: row.get(2)? })
        });
        Ok(logo.optional()?)
    }

    /// What differs from one logo to another.
    pub fn logo_digest(&self) -> Result<Option<String>, StoreError> {
        Ok(self.reader().query_row("select digest from logo", [], |row| row.get(0)).optional()?)
    }

    /// Sets the logo, or removes it. A change is recorded.
    pub fn set_logo(&self, logo: Option<&Logo>, by: By<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let (changed, event, detail) = match logo {
                Some(Logo { image, width, height }) => {
                    let digest = Sha256::digest(image);
                    let digest: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
                    let changed = transaction.execute(
                        "insert into logo (id, image, width, height, digest) values (1, ?1, ?2, ?3, ?4)
                         on conflict (id) do update set image = excluded.image, width = excluded.width,
                           height = excluded.height, digest = excluded.digest where digest <> excluded.digest",
                        params![image, width, height, digest],
                    )?;
                    (changed, "logo_set", Some(format!("{width} x {height} pixels, {digest}")))
                }
                None => (transaction.execute("delete from logo", [])?, "logo_removed", None),
            };
            if changed > 0 {
                audit::append(transaction, &Entry { detail: detail.as_deref(), ..by.entry(event) })?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_is_recorded_where_it_changes() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let by = |at| By { actor: Some("ann"), address: None, at };
        let logo = |image: &[u8]| Logo { image: image.to_vec(), width: 3, height: 2 };
        store.set_logo(None, by(1)).expect("nothing to do");
        assert_eq!((store.logo().expect("read"), store.logo_digest().expect("read")), (None, None));
        store.set_logo(Some(&logo(b"one")), by(2)).expect("set");
        store.set_logo(Some(&logo(b"one")), by(3)).expect("nothing to do");
        let first = store.logo_digest().expect("read");
        store.set_logo(Some(&logo(b"two")), by(4)).expect("set");
        assert_eq!(store.logo().expect("read"), Some(logo(b"two")));
        assert_ne!(store.logo_digest().expect("read"), first);
        store.set_logo(None, by(5)).expect("removed");
        assert_eq!(store.logo().expect("read"), None);
        let lines = store.last_audit_lines(9).expect("read");
        let lines: Vec<_> = lines.iter().map(|line| (line.at, line.event.as_str())).collect();
        assert_eq!(lines, [(5, "logo_removed"), (4, "logo_set"), (2, "logo_set")]);
    }
}
