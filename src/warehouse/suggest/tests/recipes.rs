//! Recipes: the small file of each is known by its header, proposed with its mapping, and loaded to the figures that are
//! worked out by hand.

use time::macros::date;

use super::*;
use crate::warehouse::Warehouse;
use crate::warehouse::day::FactDays;
use crate::warehouse::load::{MappingFile, import};
use crate::warehouse::mapping::MemberKey;
use crate::warehouse::open::Limits;

/// As a program in Paris on 2026-04-01 would load.
fn options() -> ImportOptions {
    ImportOptions {
        member_key: Some(MemberKey([7; 32])),
        fact_days: FactDays { today: Some(date!(2026 - 04 - 01)), ..FactDays::default() },
        ..super::options()
    }
}

#[derive(serde::Deserialize)]
struct Expected {
    figure: Vec<Figure>,
}

#[derive(serde::Deserialize)]
struct Figure {
    sql: String,
    is: String,
}

#[test]
fn each_recipe_is_known_by_its_header_and_loads_its_figures() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/recipes");
    let mut count = 0;
    for entry in std::fs::read_dir(root).expect("a folder") {
        let folder = entry.expect("an entry").path();
        let recipe = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let files: Vec<PathBuf> = (std::fs::read_dir(&folder).expect("a folder"))
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_none_or(|end| end != "toml"))
            .collect();
        let suggestion =
            suggest(&files, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{recipe}: {error}"));
        for path in &files {
            let name = path.file_name().expect("a name").to_string_lossy();
            let found = suggestion.recognised.iter().find(|found| found.file == name);
            let known = found.map(|found| (found.recipe.as_deref(), found.sure));
            assert_eq!(known, Some((Some(recipe.as_str()), Sure::Sure)), "{recipe}: {name}\n{}", suggestion.mapping);
        }
        for preview in &suggestion.previews {
            assert_eq!(preview.faults, [], "{recipe}: {}\n{}", preview.table, suggestion.mapping);
        }
        // What is proposed loads, without a change.
        let dir = tempfile::tempdir().expect("a directory");
        let limits = Limits { memory: "1GB".into(), threads: 2, temp_dir: dir.path().join("tmp"), temp_bytes: None };
        let warehouse = Warehouse::open(dir.path(), &limits).expect("a warehouse");
        let mapping = MappingFile { name: "mapping.toml".to_owned(), text: suggestion.mapping };
        let options = ImportOptions { mapping: Some(mapping), ..options() };
        import(&warehouse, &files, &options, &()).unwrap_or_else(|error| panic!("{recipe}: {error}"));
        let text = std::fs::read_to_string(folder.join("expected.toml")).expect("figures");
        let expected: Expected = toml::from_str(&text).unwrap_or_else(|error| panic!("{recipe}: {error}"));
        assert!(!expected.figure.is_empty(), "{recipe}");
        for figure in expected.figure {
            let writer = warehouse.writer().expect("a writer");
            let sql = format!("select figure::varchar from ({}) as found(figure)", figure.sql);
            let mut statement = writer.prepare(&sql).expect("a statement");
            let rows = statement.query_map([], |row| row.get(0)).expect("rows");
            let texts: Vec<String> = rows.collect::<Result<_, _>>().expect("texts");
            assert_eq!(texts.join(" | "), figure.is, "{recipe}: {}", figure.sql);
        }
        count += 1;
    }
    assert!(count >= 21, "{count} recipes");
}
