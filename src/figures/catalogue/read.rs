//! Reads a catalogue from the warehouse.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::stream::{self, StreamExt, TryStreamExt};

use super::{Catalogue, Group, Segment};
use crate::figures::coverage::Coverage;
use crate::figures::member_counts::Segments;
use crate::figures::membership::Membership;
use crate::figures::model::Source;
use crate::figures::registry::SOURCES;
use crate::figures::resident::Summaries;
use crate::groupings::{GROUPINGS, Grouping, Membership as HowMany};
use crate::warehouse::day::Day;
use crate::warehouse::load::UNFILLED;
use crate::warehouse::{Warehouse, WarehouseError};

/// How many sources are read at a time.
const AT_ONCE: usize = 2;

impl Catalogue {
    /// Reads the catalogue of a data version, with at most `most_rows` rows of each table of a profile. A member without a
    /// login for `dormant_days` days is dormant.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `version` is no longer the newest.
    pub(in crate::figures) async fn read(
        warehouse: &Warehouse,
        version: i32,
        most_rows: i64,
        dormant_days: u16,
    ) -> Result<Catalogue, WarehouseError> {
        let query = |sql: String| warehouse.query(version, sql, Vec::new());
        let mut catalogue = Catalogue { version, segments: vec![Segment::default()], ..Catalogue::default() };

        let groups = query(
            "select type::varchar, id::bigint, name::varchar, coalesce(position, 0)::bigint from bond.feed.user_groups"
                .into(),
        )
        .await?;
        if let [types, ids, names, positions] = groups.columns.as_slice() {
            let names = names.texts().iter().zip(positions.ints());
            for ((name_of_type, id), (name, position)) in types.texts().iter().zip(ids.ints()).zip(names) {
                if let Some(grouping) = Grouping::named(name_of_type) {
                    let position = Some(*position).filter(|position| *position > 0);
                    catalogue.groups[grouping].push(Group { id: *id as i32, name: name.clone(), position });
                }
            }
        }
        for groups in &mut catalogue.groups.0 {
            groups.sort_by_cached_key(Group::order);
        }

        let segments = query(segments_sql()).await?;
        if let [ids, members, groups @ ..] = segments.columns.as_slice() {
            for (row, (id, members)) in ids.ints().iter().zip(members.ints()).enumerate() {
                // Ids are dense from 1, except for segments that lost their last member.
                catalogue.segments.resize(usize::try_from(*id).unwrap_or_default() + 1, Segment::default());
                if let Some(segment) = catalogue.segments.last_mut() {
                    segment.members = *members;
                    for (ids, column) in segment.groups.0.iter_mut().zip(groups) {
                        ids.clone_from(&column.lists()[row]);
                    }
                }
            }
        }

        let items = [
            (&mut catalogue.offers, "select id::bigint, category_id::bigint from bond.feed.offers order by 1"),
            (
                &mut catalogue.campaigns,
                "select id::bigint, campaign_type_id::bigint from bond.feed.campaigns order by 1",
            ),
        ];
        for (list, sql) in items {
            if let [ids, kinds] = query(sql.into()).await?.columns.as_slice() {
                list.extend(ids.ints().iter().zip(kinds.ints()).map(|(id, kind)| (*id as i32, *kind as i32)));
            }
        }

        let date = |number: i64| i16::try_from(number).ok().and_then(Day::from_number).map(Day::to_date);
        let loaded =
            query("select table_name::varchar, first_day::bigint, last_day::bigint from bond.main.loaded".into())
                .await?;
        if let [names, firsts, lasts] = loaded.columns.as_slice() {
            for ((name, first), last) in names.texts().iter().zip(firsts.ints()).zip(lasts.ints()) {
                if let (Some(first), Some(last)) = (date(*first), date(*last)) {
                    catalogue.loaded.insert(name.clone(), (first, last));
                }
            }
        }
        let tables = catalogue.loaded.keys().cloned().collect();
        let unfilled = query(UNFILLED.into()).await?;
        let unfilled = unfilled.columns.first().map(|names| names.texts().to_vec()).unwrap_or_default();
        let unfilled = unfilled.into_iter().collect();
        let mut coverage = Coverage { tables, unfilled, gaps: HashMap::new(), dormant_days };
        let gaps = query(
            "select table_name::varchar, first_day::bigint, last_day::bigint from bond.main.gap order by 1, 2".into(),
        )
        .await?;
        if let [names, firsts, lasts] = gaps.columns.as_slice() {
            for ((name, first), last) in names.texts().iter().zip(firsts.ints()).zip(lasts.ints()) {
                coverage.add_gap(name, *first as i32, *last as i32);
            }
        }
        catalogue.coverage = Arc::new(coverage);
        let sources: Vec<_> =
            SOURCES.iter().map(|source| Catalogue::summaries_of(warehouse, version, source, most_rows)).collect();
        catalogue.summaries = stream::iter(sources).buffer_unordered(AT_ONCE).try_collect().await?;
        let members = query("select member_key::bigint, segment_id::bigint from bond.derived.member".into()).await?;
        if let [members, segments] = members.columns.as_slice() {
            let (members, segments) = (members.clone(), segments.clone());
            let segments = warehouse.compute(move || Segments::new(members.ints(), segments.ints())).await?;
            catalogue.member_segments = Arc::new(segments);
        }
        let membership = query(Membership::SQL.into()).await?;
        let (now, count) = (Arc::clone(&catalogue.member_segments), catalogue.segments.len());
        let membership = move || Membership::of(&membership).with_pairs(&now, count);
        catalogue.membership = Arc::new(warehouse.compute(membership).await?);
        if catalogue.has_history() {
            let since = "select (min(since) - date '2000-01-01')::bigint from bond.feed.member_history";
            let since = query(since.into()).await?;
            let first = since.columns.first().and_then(|column| column.ints().first().copied());
            // History that is known from before the data says as much as history from their first day.
            let since = first.and_then(date);
            catalogue.history_since = since.max(since.and(catalogue.days()).map(|(first, _)| first));
            catalogue.read_moves(warehouse).await?;
        }
        let demo = query("select count(*)::bigint from bond.main.setting where name like 'demo.%'".into()).await?;
        catalogue.demo = demo.columns.first().is_some_and(|column| column.ints().first().is_some_and(|n| *n > 0));
        Ok(catalogue)
    }

    async fn summaries_of(
        warehouse: &Warehouse,
        version: i32,
        source: &'static Source,
        most_rows: i64,
    ) -> Result<(&'static str, Arc<Summaries>), WarehouseError> {
        Ok((source.id, Arc::new(Summaries::read(warehouse, version, source, most_rows).await?)))
    }
}

/// Segment, its number of members, and a list of group ids for each grouping.
fn segments_sql() -> String {
    let lists = GROUPINGS.iter().map(|info| match info.membership {
        HowMany::One => format!("[s.{}]::integer[]", info.column),
        HowMany::Many => format!("s.{}::integer[]", info.column),
    });
    format!(
        "select s.segment_id::bigint, coalesce(m.members, 0)::bigint, {} \
         from bond.derived.segment s \
         left join (select segment_id, count(*) as members from bond.derived.member group by segment_id) m \
         using (segment_id) order by 1",
        lists.collect::<Vec<_>>().join(", ")
    )
}
