use super::*;
use time::macros::date;
use toml::de::DeTable;

fn read_text(text: &str) -> Result<Vec<PullSettings>, (usize, String)> {
    let table = DeTable::parse(text).expect("TOML");
    let value = table.get_ref().get("pull").expect("a table");
    read(value).map_err(|Fault { at, text: what }| (1 + text[..at].matches('\n').count(), what))
}

const SHOP: &str = "[pull.shop]\nkind = \"postgresql\"\nhost = \"db\"\ndatabase = \"shop\"\nuser = \"bond\"\n";

#[test]
fn a_database_is_read_with_its_queries() {
    let text = format!(
        "{SHOP}at = \"05:30\"\nfrom = \"2024-01-01\"\nagain = 2\nmapping = \"shop\"\n[pull.shop.queries]\n\
         orders = \"select * from orders where day between {{since}} and {{until}}\"\n"
    );
    let pulls = read_text(&text).expect("sound");
    let [shop] = pulls.as_slice() else { panic!("one: {pulls:?}") };
    assert_eq!((shop.name.as_str(), shop.kind(), shop.place()), ("shop", "postgresql", "db:5432".to_owned()));
    assert_eq!(shop.when, When::Daily(TimeOfDay { hour: 5, minute: 30 }));
    assert_eq!((shop.from, shop.again, shop.asks_for_days()), (Some(date!(2024 - 01 - 01)), 2, true));
    let PullOrigin::Database(DatabaseOrigin { tls, queries, .. }) = &shop.origin else { panic!("a database") };
    assert!(*tls, "the default is the safe one");
    assert_eq!(
        with_days(&queries["orders"], date!(2026 - 03 - 01), date!(2026 - 03 - 02)),
        "select * from orders where day between 2026-03-01 and 2026-03-02"
    );
}

#[test]
fn a_fault_names_the_key_and_its_line() {
    let queries = "[pull.shop.queries]\norders = \"select 1\"\n";
    let fails = |text: &str| read_text(text).expect_err(text);
    let (line, what) = fails(&format!("{SHOP}hots = \"x\"\n{queries}"));
    assert!(line == 6 && what.starts_with("pull.shop: postgresql has no key hots; its keys are kind, host,"), "{what}");
    assert_eq!(fails(&format!("{SHOP}port = 0\n{queries}")).0, 6);
    let (line, what) = fails(&format!("{SHOP}at = \"05:30\"\nevery = \"1h\"\n{queries}"));
    assert_eq!((line, what.as_str()), (7, "pull.shop.every: set `at` or `every`, not both"));
    assert_eq!(fails(SHOP).1, "pull.shop.queries: expected a table of texts [pull.shop.queries], a name for each");
    let (line, what) = fails(&format!("{SHOP}[pull.shop.queries]\norders = \"select '{{since}}'\"\n"));
    assert!(line == 1 && what.starts_with("pull.shop.from: set the first day to ask for"), "{what}");
    let (_, what) = fails(&format!("{SHOP}[pull.shop.queries]\n\"../x\" = \"select 1\"\n"));
    assert!(what.contains("the name becomes that of a file"), "{what}");
    assert!(fails("[pull.shop]\nkind = \"oracle\"\n").1.contains("those are folder, https, s3, sftp"));
    assert!(fails("[pull]\nshop = 1\n").1.contains("expected a table, such as [pull.shop]"));
    assert!(fails("[pull.Shop]\nkind = \"folder\"\n").1.contains("small letters"));
}

#[test]
fn addresses_are_encrypted_and_have_no_password() {
    let of = |address: &str| {
        read_text(&format!("[pull.a]\nkind = \"https\"\n[pull.a.files]\n\"orders.csv\" = \"{address}\"\n"))
    };
    assert_eq!(of("https://a.example/x.csv").expect("sound")[0].place(), "a.example:443");
    of("http://127.0.0.1:9/x.csv").expect("this machine");
    for wrong in ["http://a.example/x", "https://ann:secret@a.example/x", "ftp://a.example/x", "x"] {
        of(wrong).expect_err(wrong);
    }
}

#[test]
fn the_key_of_a_server_is_pinned() {
    let of = |key: &str| {
        let text =
            format!("[pull.a]\nkind = \"sftp\"\nhost = \"h\"\nuser = \"u\"\nkey_file = \"k\"\nhost_key = \"{key}\"\n");
        read_text(&text)
    };
    of(&format!("SHA256:{}", "a".repeat(43))).expect("a fingerprint");
    for wrong in ["", "SHA256:short", "aa:bb"] {
        assert!(of(wrong).expect_err(wrong).1.contains("ssh-keyscan"));
    }
    let every = |text: &str| duration(text).map(|every| every.as_secs());
    assert_eq!((every("15m"), every("6h")), (Ok(900), Ok(21_600)));
    for wrong in ["", "1m", "169h", "6", "6d", "99999999999999999999m"] {
        every(wrong).expect_err(wrong);
    }
}
