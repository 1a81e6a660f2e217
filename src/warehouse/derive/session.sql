-- Sessions from day $1 on. Older rows are read only to seed the recency columns of members with new logins.

delete from derived.session where day >= $1;

-- gets_interactions: of several logins of a member at the same second, the last in the file gets the interactions.
create or replace temp table new_login as
select member_key, logged_in_at, row_no,
       lead(logged_in_at) over (partition by member_key order by logged_in_at, row_no) is distinct from logged_in_at as gets_interactions
from feed.logins
where logged_in_at >= date '2000-01-01' + $1::integer;

-- The last 11 days and the last 3 qualifying days before $1, or a few more: what a member's latest session has as prev10
-- and qprev3 says since when, in less time than sorting. The qualifying days are rows of their own, before the others and
-- with day 0: lags over day reach them only if there are fewer than 11 sessions, and then read "none".
-- Most of these members have logged in lately: all older rows are read for the others only. The latest session has the
-- largest day, and of several on that day the largest prev10 and qprev3. With day 0 all
-- rows are new, and DuckDB reads none of them.
create or replace temp table latest_login as
with recent as materialized (
  select member_key, max((day::bigint << 32) | (prev10::bigint << 16) | qprev3::bigint) as latest
  from derived.session semi join new_login using (member_key)
  where $1 > 0 and day >= $1::smallint - 90::smallint
  group by member_key),
older as (
  select member_key, max((day::bigint << 32) | (prev10::bigint << 16) | qprev3::bigint) as latest
  from derived.session semi join (select member_key from new_login anti join recent using (member_key)) using (member_key)
  where $1 > 0 and day < $1::smallint - 90::smallint
  group by member_key)
select member_key, ((latest >> 16) & 65535)::smallint as since, (latest & 65535)::smallint as qualifying_since
from (from recent union all from older);

create or replace temp table earlier_login as
with last as materialized (
  select member_key, day, day >= since as is_last, qualifying and day >= qualifying_since as is_last_qualifying
  from derived.session join latest_login using (member_key)
  where day >= since or qualifying and day >= qualifying_since)
select member_key, timestamp '1800-01-01' + to_days(day::integer) as logged_in_at, 0::smallint as day, day as qualifying_day
from last where is_last_qualifying
union all
select member_key, timestamp '1900-01-01' + to_days(day::integer), day, null
from last where is_last;

-- An interaction belongs to the member's latest login at or before it, if that is at most 24 hours earlier.
-- Interactions before $1 belong to older logins. An interaction after a login from $1 on never belongs to a login
-- before $1, so older logins are not needed here.
insert into derived.session
with hit as (
  select i.member_key, l.logged_in_at,
         count_if(i.kind = 'REDEEM_CLICK') >= 1 or count_if(i.kind = 'VIEW') >= 2 as qualifying
  from feed.offer_interactions i
  asof join (select member_key, logged_in_at from new_login where gets_interactions) l
    on i.member_key = l.member_key and i.occurred_at >= l.logged_in_at
  where i.occurred_at >= date '2000-01-01' + $1::integer and i.occurred_at <= l.logged_in_at + interval 24 hours
  group by i.member_key, l.logged_in_at),
session as (
  select l.member_key, l.logged_in_at, l.row_no, (l.logged_in_at::date - date '2000-01-01')::smallint as day,
         coalesce(h.qualifying, false) as qualifying
  from new_login l
  left join hit h on h.member_key = l.member_key and h.logged_in_at = l.logged_in_at and l.gets_interactions),
all_rows as (
  select member_key, logged_in_at, row_no, day, qualifying,
         case when qualifying then day end as qualifying_day, true as is_new
  from session
  union all
  select member_key, logged_in_at, 0, day, false, qualifying_day, false
  from earlier_login),
-- A lag of qualifying_day counts only the qualifying rows.
recent as (
  select *,
    lag(day, 1, 0::smallint) over w as prev1, lag(day, 2, 0::smallint) over w as prev2,
    lag(day, 3, 0::smallint) over w as prev3, lag(day, 4, 0::smallint) over w as prev4,
    lag(day, 7, 0::smallint) over w as prev7, lag(day, 8, 0::smallint) over w as prev8,
    lag(day, 10, 0::smallint) over w as prev10, lag(day, 11, 0::smallint) over w as prev11,
    lag(qualifying_day, 1, 0::smallint ignore nulls) over w as qprev1,
    lag(qualifying_day, 2, 0::smallint ignore nulls) over w as qprev2,
    lag(qualifying_day, 3, 0::smallint ignore nulls) over w as qprev3
  from all_rows
  window w as (partition by member_key order by logged_in_at, row_no))
select r.day, m.segment_id, r.member_key, r.qualifying,
  case when r.prev1 = 0 then 0 else r.day - r.prev1 end, r.prev1 = 0,
  r.prev1, r.prev2, r.prev3, r.prev4, r.prev7, r.prev8, r.prev10, r.prev11, r.qprev1, r.qprev2, r.qprev3
from recent r join derived.member m using (member_key)
where r.is_new
order by r.day, m.segment_id;

drop table new_login;

drop table latest_login;

drop table earlier_login;

-- The first login sets the day of registration, and also the day of eligibility if it is earlier than eligible_on. Rows
-- written again: to update as many takes ten times as long.
create or replace temp table member_again as
select member_key, segment_id, source_id, day as first_day,
  case when day = 0 then eligible else least(eligible, day) end as eligible_day
from (
  select m.member_key, m.segment_id, m.source_id, m.first_day, coalesce(s.day, 0::smallint) as day,
         greatest(1, least(32767, e.eligible_on - date '2000-01-01'))::smallint as eligible
  from derived.member m
  left join (select member_key, day from derived.session where day >= $1 and is_first) s using (member_key)
  join feed.members e using (member_key))
where (first_day = 0 or first_day >= $1) and first_day <> day;

delete from derived.member where member_key in (select member_key from member_again);

insert into derived.member select * from member_again order by member_key;

drop table member_again;
