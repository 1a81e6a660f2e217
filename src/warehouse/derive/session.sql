-- What sessions from day $1 on are computed from; derive/sessions.rs does it. Older rows are read only for the recency
-- columns of members with new logins.

delete from derived.session where day >= $1;

create or replace temp table new_member as
select distinct member_key from feed.logins where logged_in_at >= date '2000-01-01' + $1::integer;

-- The last 11 days and the last 3 qualifying days before $1, or a few more: what a member's latest session has as prev10
-- and qprev3 says since when, in less time than sorting.
-- Most of these members have logged in lately: all older rows are read for the others only. The latest session has the
-- largest day, and of several on that day the largest prev10 and qprev3. With day 0 all rows are new, and DuckDB reads
-- none of them.
create or replace temp table latest_session as
with recent as materialized (
  select member_key, max((day::bigint << 32) | (prev10::bigint << 16) | qprev3::bigint) as latest
  from derived.session semi join new_member using (member_key)
  where $1 > 0 and day >= $1::smallint - 90::smallint
  group by member_key),
older as (
  select member_key, max((day::bigint << 32) | (prev10::bigint << 16) | qprev3::bigint) as latest
  from derived.session semi join (from new_member anti join recent using (member_key)) using (member_key)
  where $1 > 0 and day < $1::smallint - 90::smallint
  group by member_key)
select member_key, ((latest >> 16) & 65535)::smallint as since, (latest & 65535)::smallint as qualifying_since
from (from recent union all from older);

-- The members with new logins, with the days of their earlier sessions in order: all that matter, and the qualifying ones.
create or replace temp table earlier_session as
with days as (
  select member_key, list(day order by day) filter (day >= since) as days,
         list(day order by day) filter (qualifying and day >= qualifying_since) as qualifying_days
  from derived.session join latest_session using (member_key)
  where day >= since or qualifying and day >= qualifying_since
  group by member_key)
select m.member_key, m.segment_id, coalesce(d.days, []) as days, coalesce(d.qualifying_days, []) as qualifying_days
from derived.member m semi join new_member using (member_key) left join days d using (member_key);

drop table new_member;

drop table latest_session;

create or replace temp view login_or_interaction as
select member_key, logged_in_at as at_time, 0::tinyint as kind, row_no from feed.logins
union all
select member_key, occurred_at, case kind when 'VIEW' then 1 else 2 end::tinyint, 0 from feed.offer_interactions;
