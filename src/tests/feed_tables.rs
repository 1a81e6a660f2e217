//! Feed tables and metrics match: every macro has a source in `figures` that reads it, and every source its macro.

use bond::figures::{SOURCES, Scan};
use bond::warehouse::feed::{Kind, TABLES, Table, profiles, row_sums};

#[test]
fn every_macro_of_a_feed_table_has_its_source() {
    for table in TABLES {
        let macros = table.macros.iter().filter(|declared| declared.is_of_windows()).map(|declared| declared.name);
        for name in macros.chain(table.derived.map(|derived| derived.source)) {
            let source = SOURCES.iter().find(|source| source.id == name);
            let source = source
                .unwrap_or_else(|| panic!("{}: no Source in src/figures reads the macro {name}_window", table.name));
            if matches!(table.kind, Kind::Days { .. }) {
                assert_eq!(source.table, Some(table.name), "the feed table of the Source {}", source.id);
            }
        }
    }
}

#[test]
fn every_source_has_its_macro_and_a_feed_table_with_days() {
    for source in SOURCES {
        let has_rows = |table: &Table| {
            let is_derived = table.derived.is_some_and(|derived| derived.source == source.id);
            is_derived || table.macros.iter().any(|declared| declared.name == source.id)
        };
        assert!(TABLES.iter().any(has_rows), "no feed table declares rows of {}", source.id);
        if source.scan == Scan::Profiles {
            let (_, profile) = profiles().find(|(derived, _)| derived.source == source.id).expect("a profile");
            for measure in source.measures.iter().filter(|measure| !measure.counts_contributors) {
                let is_counted = profile.counts.iter().any(|count| count.name == measure.id);
                assert!(is_counted, "the profile of {} has no column {}", source.id, measure.id);
            }
        }
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

#[test]
fn sums_of_rows_are_of_measures_as_these_are_declared() {
    for (table, sums) in row_sums() {
        let source = SOURCES.iter().find(|source| source.id == sums.source).expect("a source");
        assert_eq!(source.table, Some(table.name), "the feed table of the sums {}", sums.table);
        let monthly = sums.monthly.len();
        for (id, computed) in sums.columns().take(sums.columns().count() - monthly) {
            let measure = source.measures.iter().find(|measure| measure.id == id).expect("a measure");
            assert_eq!(measure.aggregate, computed, "the measure {id} and its sum in {}", sums.table);
        }
    }
}
