-- Partner transactions from day $1 on, each with the day of the same member's transaction before it.

delete from derived.transaction where day >= $1;

create or replace temp table new_transaction as
select (transacted_on - date '2000-01-01')::smallint as day, member_key, offer_id, redemptions, sales, savings
from feed.partner_transactions
where transacted_on >= date '2000-01-01' + $1::integer;

insert into derived.transaction
with all_rows as (
  select *, true as is_new from new_transaction
  union all
  select max(day), member_key, null, null, null, null, false
  from derived.transaction semi join new_transaction using (member_key)
  group by member_key),
-- The order within a day has no meaning; it makes derivation deterministic.
recent as (
  select *, lag(day, 1, 0::smallint)
    over (partition by member_key order by day, offer_id nulls first, redemptions, sales, savings) as prev_member
  from all_rows)
select r.day, m.segment_id, r.member_key, r.offer_id, r.redemptions, r.sales, r.savings, r.prev_member
from recent r join derived.member m using (member_key)
where r.is_new
order by r.day, m.segment_id;

drop table new_transaction;
