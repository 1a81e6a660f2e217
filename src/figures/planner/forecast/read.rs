//! Reads what members did in blocks of 30 days.

use futures_util::future::try_join;
use time::Date;

use super::habits::{BLOCK_DAYS, Block, Past};
use crate::figures::catalogue::Catalogue;
use crate::figures::engine::Engine;
use crate::figures::filter::Groups;
use crate::figures::members::SESSION;
use crate::figures::segment_groups::{Levels, SegmentGroups};
use crate::warehouse::day::Day;
use crate::warehouse::member_sample::MemberSample;
use crate::warehouse::{Column, Rows, Value, WarehouseError};

/// Which of the members are read.
#[derive(Clone, Copy)]
pub enum Chosen {
    Sampled(MemberSample),
    OneIn(u32),
}

impl Chosen {
    /// One in `one_in` (a power of two), or those of the program's sample if they are no fewer: their rows are kept.
    pub fn of(one_in: u32, members: usize) -> Chosen {
        let sample = MemberSample::of(members).filter(|sample| sample.one_in() <= one_in);
        sample.map_or(Chosen::OneIn(one_in), Chosen::Sampled)
    }

    pub fn one_in(self) -> u32 {
        match self {
            Chosen::Sampled(sample) => sample.one_in(),
            Chosen::OneIn(one_in) => one_in,
        }
    }

    /// The table of their logins, and the condition on members.
    fn sql(self) -> (&'static str, String) {
        match self {
            Chosen::Sampled(sample) => ("session_sample", sample.condition()),
            Chosen::OneIn(one_in) => ("session", format!("member_key % {one_in} = 0")),
        }
    }
}

/// Reads the chosen members in blocks that end with a day. The data directory has all logins, on a cluster too.
pub async fn past(
    engine: &Engine,
    catalogue: &Catalogue,
    groups: &Groups,
    day: Date,
    blocks: usize,
    chosen: Chosen,
) -> Result<Past, WarehouseError> {
    let day = i32::from(Day::clamped(day).number());
    let is_counted =
        SegmentGroups::new(catalogue, groups, Levels::default()).with_facts_of_members_only().counted(&SESSION);
    let ids = (1..catalogue.segments.len() as i32).filter(|id| is_counted(i64::from(*id)));
    let segments = Value::Ints(ids.collect());
    let read = async |sql| engine.warehouse().query(catalogue.version, sql, vec![segments.clone()]).await;
    let (table, condition) = chosen.sql();
    let chosen = format!("{condition} and segment_id in (select unnest(?::integer[]))");
    let registered_by_day = format!(
        "select first_day::bigint, eligible_day::bigint, count(*)::bigint from bond.derived.member where {chosen} \
         group by all"
    );
    let first = day - blocks as i32 * BLOCK_DAYS;
    let sql = format!(
        "select member_key::bigint, (({day} - day) // {BLOCK_DAYS})::bigint as block, count(*)::bigint, \
         count(*) filter (qualifying)::bigint, min({day} - day)::bigint, sum(gap)::bigint, bool_or(is_first)::bigint \
         from bond.derived.{table} where day > {first} and day <= {day} and {chosen} group by member_key, block \
         order by member_key, block"
    );
    let (rows, by_day) = try_join(read(sql), read(registered_by_day)).await?;
    let ends: Vec<i64> = (0..=blocks).map(|block| i64::from(day) - block as i64 * i64::from(BLOCK_DAYS)).collect();
    let (registered, eligible) = (up_to(&ends, &by_day, 0), up_to(&ends, &by_day, 1));
    let columns: Vec<&[i64]> = rows.columns.iter().map(Column::ints).collect();
    let [keys, numbers, logins, sessions, ago, gaps, first] = columns.as_slice() else {
        return Ok(Past::new(registered, eligible, std::iter::empty()));
    };
    let of_rows: Vec<Block> = (0..keys.len())
        .map(|row| Block {
            number: numbers[row] as u8,
            logins: logins[row] as u32,
            sessions: sessions[row] as u32,
            days_ago: ago[row] as u16,
            gap_days: gaps[row],
            is_first: first[row] != 0,
        })
        .collect();
    let members = keys.chunk_by(|one, other| one == other).scan(0, |row, keys| {
        let rows = *row..*row + keys.len();
        *row = rows.end;
        of_rows.get(rows)
    });
    Ok(Past::new(registered, eligible, members))
}

/// How many members have a day in a column up to each of `ends`. A day of 0 is no day.
fn up_to(ends: &[i64], by_day: &Rows, column: usize) -> Vec<i64> {
    let columns: Vec<&[i64]> = by_day.columns.iter().map(Column::ints).collect();
    let (Some(days), Some(members)) = (columns.get(column), columns.get(2)) else { return vec![0; ends.len()] };
    let by = |end: &i64| days.iter().zip(*members).filter(|(day, _)| (1..=*end).contains(*day)).map(|(_, n)| n).sum();
    ends.iter().map(by).collect()
}
