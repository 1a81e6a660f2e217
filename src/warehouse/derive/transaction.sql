-- Partner transactions from day $1 on.

delete from derived.transaction where day >= $1;

insert into derived.transaction
select (t.transacted_on - date '2000-01-01')::smallint as day, m.segment_id, t.member_key, t.offer_id, t.redemptions, t.sales, t.savings
from feed.partner_transactions t join derived.member m using (member_key)
where t.transacted_on >= date '2000-01-01' + $1::integer
order by day, m.segment_id;
