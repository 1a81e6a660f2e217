-- Logins by day and segment for figures that need all history, from day $1 on.

delete from derived.login_day where day >= $1;

insert into derived.login_day
select day, segment_id, count(*) as logins, sum(gap)::bigint as gap_days
from derived.session where day >= $1
group by day, segment_id
order by day, segment_id;
