-- Shares and prints from day $1 on.

delete from derived.content_action where day >= $1;

insert into derived.content_action
select (a.occurred_at::date - date '2000-01-01')::smallint as day, m.segment_id, a.member_key, a.action = 'SHARE', a.type, a.page
from feed.content_actions a join derived.member m using (member_key)
where a.occurred_at >= date '2000-01-01' + $1::integer
order by day, m.segment_id;
