-- Members by day and segment for figures that need all history, from day $1 on. A change from day $1 on changes no
-- earlier sum: it moves first logins at or after $1 only, and a day of eligibility before $1 changes only with the
-- member.

delete from derived.registration_day where day >= $1;

insert into derived.registration_day
select first_day as day, segment_id, source_id, count(*) as members
from derived.member where first_day > 0 and first_day >= $1
group by first_day, segment_id, source_id
order by day, segment_id, source_id;

delete from derived.eligible_day where day >= $1;

insert into derived.eligible_day
select eligible_day as day, segment_id, count(*) as members
from derived.member where eligible_day >= $1
group by eligible_day, segment_id
order by day, segment_id;
