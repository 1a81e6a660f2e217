//! Feed tables and metrics match: every macro has a source in `metrics` that reads it, and every source its macro.

use bond::metrics::SOURCES;
use bond::warehouse::feed::{Kind, TABLES};

#[test]
fn every_macro_of_a_feed_table_has_its_source() {
    for table in TABLES {
        for declared in table.macros {
            let source = SOURCES.iter().find(|source| source.id == declared.name);
            let source = source.unwrap_or_else(|| {
                panic!("{}: no Source in src/metrics reads the macro {}_window", table.name, declared.name)
            });
            if matches!(table.kind, Kind::Days { .. }) {
                assert_eq!(source.table, Some(table.name), "the feed table of the Source {}", source.id);
            }
        }
    }
}

#[test]
fn every_source_has_its_macro_and_a_feed_table_with_days() {
    for source in SOURCES {
        let declared = TABLES.iter().flat_map(|table| table.macros).any(|declared| declared.name == source.id);
        assert!(declared, "no feed table declares the macro {}_window of a Source", source.id);
        let measured = source.measures.iter().filter_map(|measure| measure.needs);
        for name in source.table.into_iter().chain(measured) {
            let table = TABLES.iter().find(|table| table.name == name);
            assert!(
                table.is_some_and(|table| table.day_column().is_some()),
                "the Source {} reads {name}, which is no feed table with days",
                source.id
            );
        }
    }
}
