//! Columns that a file may lack.

use super::*;
use crate::warehouse::erased::{ErasedMembers, digest};
use crate::warehouse::mapping::MemberKey;

const COLUMNS: &str = "id,type,name,position";

impl Harness {
    /// The tiers with their positions.
    fn tiers(&self) -> Vec<String> {
        self.texts(
            "select name || ' ' || coalesce(position::varchar, '-') from feed.user_groups where type = 'TIER' order by id",
        )
    }

    fn load_groups(&self, text: &str) {
        self.load(&[("user_groups.csv", text)]).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_file_without_an_optional_column_loads_as_one_with_empty_values() {
    let (with, without) = (Harness::new(), Harness::with_base());
    let groups = BASE[0].1.lines().map(|line| match line {
        "id,type,name" => format!("{COLUMNS}\n"),
        line => format!("{line},\n"),
    });
    let groups: String = groups.collect();
    let files: Vec<(&str, &str)> =
        BASE.iter().map(|(name, text)| (*name, if *name == "user_groups.csv" { &*groups } else { *text })).collect();
    with.load(&files).expect("the base loads");
    assert_eq!(with.everything(), without.everything());
    assert_eq!(with.tiers(), ["Gold -", "Silver -"]);
}

#[test]
fn a_row_replaces_what_was_loaded_with_its_optional_values_and_undo_brings_them_back() {
    let harness = Harness::with_base();
    let feed = || -> Vec<(String, Vec<String>)> {
        harness.everything().into_iter().filter(|(name, _)| name.starts_with("feed.")).collect()
    };
    let before = feed();
    harness.load_groups("position,name,id,type\n2,Gold,1,TIER\n32767,Silver,2,TIER\n");
    assert_eq!(harness.tiers(), ["Gold 2", "Silver 32767"]);
    undo(&harness.warehouse, None, None, &()).expect("undone");
    assert_eq!(feed(), before);

    harness.load_groups("id,type,name,position\n1,TIER,Gold,2\n2,TIER,Silver,1\n");
    // Of two files of a load, one may have the column and the other not.
    let files = [
        ("user_groups.csv", "id,type,name\n1,TIER,Gold\n"),
        ("user_groups-2.csv", "id,type,name,position\n3,TIER,Bronze,7\n"),
    ];
    let report = harness.load(&files).expect("a load");
    let counts: Vec<(u64, u64)> = report.references.iter().map(|report| (report.added, report.changed)).collect();
    assert_eq!(counts, [(1, 1)]);
    assert_eq!(harness.tiers(), ["Gold -", "Silver 1", "Bronze 7"]);
}

#[test]
fn what_is_wrong_with_an_optional_column_names_it_and_its_line() {
    let harness = Harness::with_base();
    for (text, wanted) in [
        (
            "id,type,name,position\n1,TIER,Gold,1\n2,TIER,Silver,0\n",
            "user_groups.csv:3:position: \"0\" is not a position from 1 to 32767",
        ),
        (
            "id,type,name,position\n1,TIER,Gold,first\n",
            "user_groups.csv:2:position: \"first\" is not a position from 1 to 32767",
        ),
        (
            "id,type,name,positon\n1,TIER,Gold,1\n",
            "user_groups.csv:1:\"positon\": user_groups has no such column; its columns are id, type, name, position",
        ),
        (
            "id,type,name,position,position\n1,TIER,Gold,1,1\n",
            "user_groups.csv:1:\"position\": the column appears twice; remove one of the two",
        ),
        (
            "id,type,position\n1,TIER,1\n",
            "user_groups.csv:1:name: the column is missing; add it to the header and every row",
        ),
        ("id,type,name,position\n1,TIER,Gold\n", "user_groups.csv:2: 3 fields, but the header has 4: \"1,TIER,Gold\""),
    ] {
        assert_eq!(harness.faults(&[("user_groups.csv", text)]), [wanted], "{text}");
    }
}

#[test]
fn an_optional_column_of_parquet_may_be_missing_empty_or_of_another_type() {
    let harness = Harness::with_base();
    let conn = Connection::open_in_memory().expect("DuckDB opens");
    let load = |select: &str| {
        let file = harness.dir.path().join("user_groups.parquet");
        conn.execute_batch(&format!("copy ({select}) to '{}' (format parquet)", file.display())).expect("a file");
        import(&harness.warehouse, &[file], &ImportOptions::default(), &())
    };
    load("select 1 as id, 'TIER' as type, 'Gold' as name, 5::smallint as position").expect("a load");
    assert_eq!(harness.tiers(), ["Gold 5", "Silver -"]);
    load("select 2 as id, 'TIER' as type, 'Silver' as name, null::integer as position").expect("a load");
    load("select 1 as id, 'TIER' as type, 'Gold' as name").expect("a load");
    assert_eq!(harness.tiers(), ["Gold -", "Silver -"]);
    let refused = load("select 1 as id, 'TIER' as type, 'Gold' as name, 1.5::double as position");
    let Err(ImportError::Faults(faults)) = refused else { panic!("{refused:?}") };
    let wanted = "user_groups.parquet:position: the column has type DOUBLE; write it as an integer or text";
    assert_eq!(faults.listed().iter().map(ToString::to_string).collect::<Vec<_>>(), [wanted]);
}

#[test]
fn a_mapping_fills_an_optional_column_or_leaves_it_out() {
    let harness = Harness::with_base();
    let mapping = |position: &str| {
        format!(
            "[[file]]\nname = \"levels.csv\"\n[[file.table]]\nname = \"user_groups\"\n[file.table.columns]\n\
             id = \"No\"\ntype = {{ value = \"TIER\" }}\nname = \"Level\"\n{position}"
        )
    };
    let levels = ("levels.csv", "No,Level,Rank\n1,Gold,2\n2,Silver,1\n");
    harness.load(&[("mapping.toml", &mapping("position = \"Rank\"\n")), levels]).expect("a load");
    assert_eq!(harness.tiers(), ["Gold 2", "Silver 1"]);
    harness.load(&[("mapping.toml", &mapping("")), levels]).expect("a load");
    assert_eq!(harness.tiers(), ["Gold -", "Silver -"]);
    let bad = ("levels.csv", "No,Level,Rank\n1,Gold,2\n2,Silver,-1\n");
    assert_eq!(
        harness.faults(&[("mapping.toml", &mapping("position = \"Rank\"\n")), bad]),
        ["levels.csv:3:Rank: \"-1\" is not a position from 1 to 32767"]
    );
}

#[test]
fn groups_that_members_name_get_a_position_from_a_table_of_their_names() {
    let harness = Harness::new();
    let mapping = "[program]\nlob = \"All\"\naudience = \"All\"\n\
        [[file]]\nname = \"levels.csv\"\n[[file.table]]\nname = \"user_groups\"\n[file.table.columns]\n\
        id = { column = \"Level\", ids = true }\ntype = { value = \"TIER\" }\nname = \"Level\"\nposition = \"Rank\"\n\
        [[file]]\nname = \"people.csv\"\n[[file.table]]\nname = \"members\"\n[file.table.columns]\n\
        member_id = \"No\"\ntier_id = { column = \"Level\", ids = true }\neligible_on = { value = \"2024-01-01\" }\n\
        source = { value = \"Email\" }\n";
    let people = ("people.csv", "No,Level\nM1,Gold\nM2,Silver\nM3,Guest\n");
    let levels = ("levels.csv", "Level,Rank\nGold,2\nSilver,1\n");
    harness.load(&[("mapping.toml", mapping), people]).expect("a load");
    assert_eq!(harness.tiers(), ["Gold -", "Silver -", "Guest -"]);
    harness.load(&[("mapping.toml", mapping), levels]).expect("a load");
    assert_eq!(harness.tiers(), ["Gold 2", "Silver 1", "Guest -"]);
    // Members that name them again leave them as they are.
    harness.load(&[("mapping.toml", mapping), people]).expect("a load");
    assert_eq!(harness.tiers(), ["Gold 2", "Silver 1", "Guest -"]);
}

/// What a load keeps of a position, a recovery reads again.
#[test]
fn copies_of_a_load_as_feed_files_have_optional_values() {
    let harness = Harness::new();
    let kept = harness.dir.path().join("kept");
    std::fs::create_dir(&kept).expect("a folder");
    let key = MemberKey([7; 32]);
    let erased = ErasedMembers::new(key.clone(), [(digest(&key, "M1"), false)]);
    let options = ImportOptions { erased, keep_in: Some(kept.clone()), ..ImportOptions::default() };
    let groups = BASE[0].1.replace("id,type,name", COLUMNS).replace("Gold", "Gold,2").replace("Silver", "Silver,");
    let groups = groups.replace("Retail", "Retail,").replace("All", "All,").replace("Some", "Some,");
    let files = [("user_groups.csv", groups.as_str()), BASE[1]];
    harness.load_with(&files, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(kept.join(AS_FEED).exists(), "an erased member is left out");
    let copy = std::fs::read(kept.join("user_groups.csv.zst")).expect("a copy");
    assert_eq!(zstd::decode_all(copy.as_slice()).expect("zstd"), groups.as_bytes());
}
