//! What a mapping says of a whole program: constants, and members that facts name and nobody loads.

use super::*;

const SALES: &str = "buyer,day,paid\nM1,2024-01-05,3\nX1,2024-01-07,4\nX1,2024-01-06,4\nX2,2024-01-06,5\n";

const TABLE: &str = r#"
[[file]]
name = "sales.csv"
[[file.table]]
name = "partner_transactions"
[file.table.columns]
member_id = "buyer"
transacted_on = "day"
sales = "paid"
"#;

fn mapping(program: &str) -> String {
    format!("[program]\noffer_id = \"1\"\nredemptions = \"1\"\nsavings = \"0\"\n{program}\n{TABLE}")
}

const ADDS: &str = r#"
lob = "Everything"
audience = "All"
unknown_members = { add = true, tier = "Unknown" }
"#;

impl Harness {
    fn members(&self) -> Vec<String> {
        self.texts(
            "select concat_ws(' ', member_id, t.name, l.name, a.name, eligible_on, source)
             from feed.members join feed.member_keys using (member_key)
             join feed.user_groups t on t.type = 'TIER' and t.id = tier_id
             join feed.user_groups l on l.type = 'LOB' and l.id = lob_id
             join feed.user_groups a on a.type = 'AUDIENCE' and a.id = audience_ids[1]
             order by member_id",
        )
    }
}

#[test]
fn unknown_members_are_an_error_that_says_what_to_do() {
    let harness = Harness::with_base();
    assert_eq!(
        harness.faults(&[("mapping.toml", &mapping("")), ("sales.csv", SALES)])[..1],
        [
            "sales.csv:3:buyer: \"X1\" is not in members; load members first, or say in the mapping what becomes of unknown_members, under [program]"
        ]
    );
}

#[test]
fn unknown_members_are_added_with_their_groups_and_taken_back() {
    let harness = Harness::with_base();
    let before = harness.everything();
    let text = mapping(ADDS);
    let files = [("mapping.toml", text.as_str()), ("sales.csv", SALES)];
    for _ in 0..2 {
        let report = harness.load(&files).expect("a load");
        assert_eq!(report.warnings, ["2 unknown members were added, as the mapping says"]);
        assert_eq!(
            harness.members(),
            [
                "M1 Gold Retail All 2023-12-01 Email",
                "M2 Silver Retail All 2024-02-01 Website",
                "X1 Unknown Everything All 2024-01-06 Unknown",
                "X2 Unknown Everything All 2024-01-06 Unknown",
            ]
        );
        // The audience All was there already.
        assert_eq!(harness.texts("select count(*)::varchar from feed.user_groups"), ["7"]);
        assert_eq!(harness.texts("select sum(sales)::varchar from feed.partner_transactions"), ["16.00"]);
        undo(&harness.warehouse, None, None, &()).expect("an undo");
        let after = harness.everything();
        for (table, rows) in before.iter().filter(|(table, _)| table.starts_with("feed.")) {
            assert_eq!(&after[table], rows, "{table}");
        }
    }
    // Members that were added are known to later loads, and what says more of them counts.
    harness.load(&files).expect("a load");
    let more = SALES.replace("X2,2024-01-06,5", "X2,2024-01-06,6");
    let report = harness.load(&[files[0], ("sales.csv", &more)]).expect("a load");
    assert_eq!(report.warnings, Vec::<String>::new());
    let member = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\nX2,1,1,1,2020-01-01,Email\n";
    harness.load(&[("members.csv", member)]).expect("a member");
    harness.load(&[files[0], ("sales.csv", SALES)]).expect("a load");
    assert_eq!(harness.members()[3], "X2 Gold Retail All 2020-01-01 Email");
}

#[test]
fn rows_of_unknown_members_are_left_out_and_counted() {
    let harness = Harness::with_base();
    let text = mapping("unknown_members = \"drop\"");
    let report = harness.load(&[("mapping.toml", &text), ("sales.csv", &SALES.replace("M1", "M2"))]).expect("a load");
    assert_eq!(report.warnings, ["partner_transactions: 3 rows of unknown members were left out, as the mapping says"]);
    let [file] = report.files.as_slice() else { panic!("{:?}", report.files) };
    assert_eq!((file.rows, file.left_out, report.rows), (1, Some(3), 1));
    // A day that has nothing but such rows is not replaced.
    assert_eq!(report.replaced.iter().filter_map(|day| day.day).collect::<Vec<_>>(), [date!(2024 - 01 - 05)]);
}

#[test]
fn what_only_rows_of_unknown_members_name_is_left_out_with_them() {
    let harness = Harness::with_base();
    let named = |table: &str, column: &str, more: &str| {
        format!(
            "[[file.table]]\nname = \"{table}\"\ndistinct = \"first\"\n[file.table.columns]\n\
             id = {{ column = \"{column}\", ids = true }}\nname = \"{column}\"\n{more}"
        )
    };
    let offers =
        "partner_id = { column = \"shop\", ids = true }\ncategory_id = { value = \"1\" }\nactive_from = \"day\"\n";
    let text = format!(
        "[program]\nunknown_members = \"drop\"\n[[file]]\nname = \"list.csv\"\n{}\
         [[file]]\nname = \"till.csv\"\n{}{}\
         [[file.table]]\nname = \"partner_transactions\"\n[file.table.columns]\nmember_id = \"who\"\n\
         offer_id = {{ column = \"what\", ids = true }}\ntransacted_on = \"day\"\nredemptions = {{ value = \"1\" }}\n\
         sales = {{ value = \"5\" }}\nsavings = {{ value = \"0\" }}\n",
        named("partners", "shop", ""),
        named("partners", "shop", ""),
        named("offers", "what", offers),
    );
    let till = "who,shop,what,day\nX8,Mill,Bread,2024-01-04\nM1,Mill,Bread,2024-01-04\nX8,Forge,Nails,2024-01-04\n\
                X8,Quay,Rope,2024-01-05\nX9,Mill,Flour,2024-01-05\n";
    let files = [("mapping.toml", &*text), ("till.csv", till), ("list.csv", "shop\nQuay\n")];
    let report = harness.load(&files).expect("a load");
    let names = |table: &str| harness.texts(&format!("select name from feed.{table} where id > 1000000000 order by 1"));
    // A list of its own has the quay; the first row of Mill and of Bread is of an unknown member, and others name them.
    assert_eq!(names("offers"), ["Bread"]);
    assert_eq!(names("partners"), ["Mill", "Quay"]);
    let whys = report.files.iter().flat_map(|file| &file.left_out_by);
    let named: u64 = whys.filter(|one| one.why == "only rows of unknown members name it").map(|one| one.rows).sum();
    assert_eq!(named, 4);
}

#[test]
fn what_rows_have_in_common_fills_columns_that_nothing_else_fills() {
    let harness = Harness::with_base();
    let text = "[program]\nlob = \"Retail\"\naudience = \"New\"\ntier_id = \"2\"\nsource = \"Web\"\n\
                [[file]]\nname = \"people.csv\"\n[[file.table]]\nname = \"members\"\n\
                [file.table.columns]\nmember_id = \"Who\"\neligible_on = \"Since\"\n";
    let people = "Who,Since,source\nP1,2024-01-01,Shop\nP2,2024-01-01,Mail\n";
    harness.load(&[("mapping.toml", text), ("people.csv", people)]).expect("members");
    assert_eq!(
        harness.members()[2..],
        ["P1 Silver Retail New 2024-01-01 Shop", "P2 Silver Retail New 2024-01-01 Mail"]
    );
    harness.load(&[("mapping.toml", text), ("people.csv", &people.replace(",source", ",from"))]).expect("members");
    assert_eq!(harness.members()[2], "P1 Silver Retail New 2024-01-01 Web");
}

#[test]
fn what_may_be_one_member_twice_is_pointed_out() {
    let harness = Harness::with_base();
    let head = "member_id,tier_id,lob_id,audience_ids,eligible_on,source\n";
    let member = |id: &str| format!("{id},1,1,1,2024-01-01,Email\n");
    let warnings = |ids: &[&str]| {
        let rows: String = ids.iter().map(|id| member(id)).collect();
        harness.load(&[("members.csv", &format!("{head}{rows}"))]).expect("members").warnings
    };
    assert_eq!(warnings(&["N1", "N2"]), Vec::<String>::new());
    for (ids, wanted) in
        [(vec!["n1"], "1 member id differs from"), (vec!["caf\u{e9}", "cafe\u{301}", "O1"], "2 member ids differ from")]
    {
        let found = warnings(&ids);
        assert!(found[0].starts_with(wanted), "{found:?}");
    }
}

#[test]
fn utf8_that_is_read_as_another_encoding_is_noticed() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = \"shops.csv\"\nencoding = \"windows-1252\"\n[[file.table]]\nname = \"partners\"\n";
    let load = |name: &str| {
        let shops = format!("id,name\n7,{name}\n");
        harness.load(&[("mapping.toml", mapping), ("shops.csv", &shops)]).expect("partners").warnings
    };
    assert_eq!(load("Muller"), Vec::<String>::new());
    assert_eq!(
        load("M\u{fc}ller"),
        [
            "shops.csv is read as windows-1252 and is UTF-8: letters such as \u{fc} become two others; set encoding to utf-8 in the mapping"
        ]
    );
}

#[test]
fn groups_that_members_name_are_added_where_nobody_has_them() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = \"people.csv\"\n[[file.table]]\nname = \"members\"\n[file.table.columns]\n\
                   member_id = \"Who\"\neligible_on = \"Since\"\nsource = { value = \"Shop\" }\n\
                   tier_id = { column = \"Level\", ids = true }\nlob_id = { column = \"Part\", ids = true }\n\
                   audience_ids = { column = \"Tags\", list = \",\", ids = true }\n";
    let people = "Who,Since,Level,Part,Tags\nP1,2024-01-01,Gold,North,\"Wine, Tea\"\nP2,2024-01-01,Black,Retail,Tea\n";
    let groups =
        || harness.texts("select concat_ws(' ', type, name, id) from feed.user_groups order by type, name, id");
    let before = groups();
    for _ in 0..2 {
        harness.load(&[("mapping.toml", mapping), ("people.csv", people)]).expect("members");
        assert_eq!(
            harness.members()[2..],
            ["P1 Gold North Wine 2024-01-01 Shop", "P2 Black Retail Tea 2024-01-01 Shop"]
        );
        // Gold and Retail were there, under ids of their own.
        let added: Vec<String> = groups().into_iter().filter(|group| !before.contains(group)).collect();
        let names: Vec<&str> = added.iter().filter_map(|group| group.rsplit_once(' ')).map(|(name, _)| name).collect();
        assert_eq!(names, ["AUDIENCE Tea", "AUDIENCE Wine", "LOB North", "TIER Black"]);
        assert_eq!(groups().len(), before.len() + 4);
    }
    undo(&harness.warehouse, None, None, &()).expect("an undo");
    assert_eq!(groups(), before);
    // An id is no name.
    let ids = mapping.replace(", ids = true }\nlob", " }\nlob");
    let faults =
        harness.faults(&[("mapping.toml", &ids), ("people.csv", &people.replace("Gold", "1").replace("Black", "7"))]);
    assert!(faults.iter().any(|fault| fault.contains("Level: 7 is not in user_groups with type TIER")), "{faults:?}");
    // A group that a file has under its own id later keeps the members that name it.
    harness.load(&[("mapping.toml", mapping), ("people.csv", people)]).expect("members");
    let file = "id,type,name\n9,TIER,Black\n";
    harness.load(&[("user_groups.csv", file)]).expect("a group");
    let more = people.replace("P2,", "P3,");
    harness.load(&[("mapping.toml", mapping), ("people.csv", &more)]).expect("members");
    let of = "select count(distinct tier_id)::varchar from feed.members where member_key in
              (select member_key from feed.member_keys where member_id in ('P2', 'P3'))";
    assert_eq!(harness.texts(of), ["1"]);
}

#[test]
fn a_name_stands_for_the_id_of_the_row_that_has_it() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = \"deals.csv\"\n[[file.table]]\nname = \"offers\"\n[file.table.columns]\n\
                   id = \"No\"\nname = \"Deal\"\npartner_id = { value = \"1\" }\ncategory_id = { value = \"1\" }\n\
                   active_from = { value = \"2024-01-01\" }\n\
                   [[file]]\nname = \"uses.csv\"\n[[file.table]]\nname = \"partner_transactions\"\n\
                   [file.table.columns]\nmember_id = \"Who\"\noffer_id = { column = \"What\", ids = true }\n\
                   transacted_on = \"Day\"\nredemptions = { value = \"1\" }\nsales = \"Paid\"\nsavings = { value = \"0\" }\n";
    let deals = "No,Deal\n41,Spa\n42,Zoo\n43,Twice\n44,Twice\n";
    let uses = "Who,What,Day,Paid\nM1,Zoo,2024-01-05,3\nM2,Spa,2024-01-05,4\n";
    let offers = || harness.texts("select string_agg(offer_id, ' ' order by sales) from feed.partner_transactions");
    harness.load(&[("mapping.toml", mapping), ("deals.csv", deals), ("uses.csv", uses)]).expect("a load");
    assert_eq!(offers(), ["42 41"]);
    // They are loaded already.
    harness.load(&[("mapping.toml", mapping), ("uses.csv", &uses.replace(",4", ",5"))]).expect("a load");
    assert_eq!(offers(), ["42 41"]);
    // What two rows are called says nothing.
    let faults = harness.faults(&[("mapping.toml", mapping), ("uses.csv", &uses.replace("Zoo", "Twice"))]);
    assert!(faults[0].contains("\"Twice\" is not in offers"), "{faults:?}");
}

#[test]
fn times_of_another_zone_need_no_form() {
    let harness = Harness::with_base();
    let mapping = "[[file]]\nname = \"visits.csv\"\nzone = \"Asia/Tokyo\"\n[[file.table]]\nname = \"logins\"\n\
                   [file.table.columns]\nlogged_in_at = \"at\"\n";
    let visits = "member_id,at\nM1,2024-01-05 03:00:00\n";
    harness.load(&[("mapping.toml", mapping), ("visits.csv", visits)]).expect("a load");
    let days =
        || harness.texts("select logged_in_at::varchar from feed.logins where logged_in_at::date = '2024-01-04'");
    assert_eq!(days(), ["2024-01-04 18:00:00"]);
}
