-- What sessions from day $1 on change in derived.member.

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
