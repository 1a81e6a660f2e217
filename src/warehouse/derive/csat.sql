-- Satisfaction scores from day $1 on.

delete from derived.csat where day >= $1;

insert into derived.csat
select (r.responded_at::date - date '2000-01-01')::smallint as day, m.segment_id, r.member_key, r.score
from feed.csat_responses r join derived.member m using (member_key)
where r.responded_at >= date '2000-01-01' + $1::integer
order by day, m.segment_id;
