-- prev_member: the previous day of the same member (and kind), for any offer; 0 if there is none. One comparison then
-- finds the first row of a member in a window.

create or replace table derived.interaction as
  select *, lag(day, 1, 0::smallint) over (partition by member_key, is_click order by day, offer_id, prev) as prev_member
  from derived.interaction order by day, segment_id;
create or replace table derived.transaction as
  select *, lag(day, 1, 0::smallint) over (partition by member_key order by day, offer_id, redemptions, sales, savings) as prev_member
  from derived.transaction order by day, segment_id;
