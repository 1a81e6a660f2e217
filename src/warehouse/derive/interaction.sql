-- Interactions from day $1 on. Of rows of one member, offer and kind on one day the first in time order carries
-- the earlier day and the others carry the day itself.

delete from derived.interaction where day >= $1;

create or replace temp table interaction_again as
select (occurred_at::date - date '2000-01-01')::smallint as day, member_key, offer_id, kind = 'REDEEM_CLICK' as is_click
from feed.offer_interactions
where occurred_at >= date '2000-01-01' + $1::integer;

insert into derived.interaction
with line as (
  select day, member_key, offer_id, is_click, true as again from interaction_again
  union all
  select max(day), member_key, offer_id, is_click, false
  from derived.interaction semi join interaction_again using (member_key, offer_id, is_click)
  group by member_key, offer_id, is_click),
recent as (
  select *, lag(day, 1, 0::smallint) over (partition by member_key, offer_id, is_click order by day) as prev from line)
select r.day, m.segment_id, r.member_key, r.offer_id, r.is_click, r.prev
from recent r join derived.member m using (member_key)
where r.again
order by r.day, m.segment_id;

drop table interaction_again;
