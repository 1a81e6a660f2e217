-- Answers to polls from day $1 on.

delete from derived.poll_answer where day >= $1;

insert into derived.poll_answer
select (a.answered_at::date - date '2000-01-01')::smallint as day, m.segment_id, a.member_key, a.poll_id, a.option_index
from feed.poll_answers a join derived.member m using (member_key)
where a.answered_at >= date '2000-01-01' + $1::integer
order by day, m.segment_id;
