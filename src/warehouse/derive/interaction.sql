-- Interactions from day $1 on. Of the rows of a member, offer and kind on one day, one has the earlier day as prev and
-- the others have the day itself. The same holds for prev_member and the rows of a member and kind.

delete from derived.interaction where day >= $1;

create or replace temp table new_interaction as
select (occurred_at::date - date '2000-01-01')::smallint as day, member_key, offer_id, kind = 'REDEEM_CLICK' as is_click
from feed.offer_interactions
where occurred_at >= date '2000-01-01' + $1::integer;

insert into derived.interaction
-- The last days before $1 of members with new rows, by member, offer and kind. All rows are read once, for the members
-- only: a search for three columns takes three times as long.
with earlier as materialized (
  select max(day) as day, member_key, offer_id, is_click
  from derived.interaction semi join (select distinct member_key from new_interaction) using (member_key)
  where $1 > 0
  group by member_key, offer_id, is_click),
all_rows as (
  select day, member_key, offer_id, is_click, true as is_new from new_interaction
  union all
  select day, member_key, offer_id, is_click, false
  from earlier semi join new_interaction using (member_key, offer_id, is_click)
  union all
  -- By member and kind, without offer.
  select max(day), member_key, null, is_click, false
  from earlier semi join new_interaction using (member_key, is_click)
  group by member_key, is_click),
recent as (
  select *, lag(day, 1, 0::smallint) over (partition by member_key, offer_id, is_click order by day) as prev from all_rows),
-- The order within a day has no meaning; it makes derivation deterministic.
recent_of_member as (
  select *, lag(day, 1, 0::smallint)
    over (partition by member_key, is_click order by day, offer_id nulls first, prev) as prev_member
  from recent)
select r.day, m.segment_id, r.member_key, r.offer_id, r.is_click, r.prev, r.prev_member
from recent_of_member r join derived.member m using (member_key)
where r.is_new
order by r.day, m.segment_id;

drop table new_interaction;
