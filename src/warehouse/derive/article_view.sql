-- Article views from day $1 on.

delete from derived.article_view where day >= $1;

insert into derived.article_view
select (v.viewed_at::date - date '2000-01-01')::smallint as day, m.segment_id, v.member_key, v.article_id
from feed.article_views v join derived.member m using (member_key)
where v.viewed_at >= date '2000-01-01' + $1::integer
order by day, m.segment_id;
