-- The segment of every member, as of the last load of members and before it. A segment or registration channel
-- (derived.source) that is still in use retains its id as long as ids stay dense; a new one takes the lowest free id.

-- The groups of members who have had others, by first day.
create or replace temp table groups_since as
with states as (
  select member_key, greatest(1, least(32767, since - date '2000-01-01'))::smallint as day, {groups},
         row_number() over of_member as position, lag([{texts}]) over of_member as before
  from feed.member_history semi join feed.members using (member_key)
  window of_member as (partition by member_key order by since)
  qualify count(*) over (partition by member_key) > 1)
select member_key, day, {groups} from states
where before is null or before <> [{texts}]
qualify count(*) over (partition by member_key) > 1;

create or replace temp table segment_now as
with live as (select {groups} from feed.members union select {groups} from groups_since),
known as (select live.*, s.segment_id as id from live left join derived.segment s using ({groups})),
size as (select count(*)::integer as n from live),
retained as (select known.* from known, size where id <= n),
free as (select id, row_number() over (order by id) as position
         from (select unnest(range(1, n + 1))::integer as id from size) anti join retained using (id)),
rest as (select known.* exclude (id), row_number() over (order by id, {groups}) as position
         from known anti join retained using ({groups}))
select id as segment_id, {groups} from retained
union all
select id, {groups} from rest join free using (position);

create or replace temp table source_now as
with live as (select distinct source as name from feed.members),
known as (select name, s.source_id as id from live left join derived.source s using (name)),
size as (select count(*)::integer as n from live),
retained as (select known.* from known, size where id <= n),
free as (select id, row_number() over (order by id) as position
         from (select unnest(range(1, n + 1))::integer as id from size) anti join retained using (id)),
rest as (select name, row_number() over (order by id, name) as position from known anti join retained using (name))
select id as source_id, name from retained
union all
select id, name from rest join free using (position);

-- eligible: eligible_on, within the range of days.
create or replace temp table member_now as
select f.member_key, s.segment_id, r.source_id,
       greatest(1, least(32767, f.eligible_on - date '2000-01-01'))::smallint as eligible
from feed.members f
join segment_now s using ({groups})
join source_now r on r.name = f.source;

delete from derived.membership;

insert into derived.membership
select g.member_key,
       if(row_number() over of_member = 1, 0, g.day)::smallint,
       coalesce(lead(g.day) over of_member - 1, 32767)::smallint,
       s.segment_id
from groups_since g join segment_now s using ({groups})
window of_member as (partition by g.member_key order by g.day)
order by 1, 2;

drop table groups_since;

-- Members whose rows in the derived tables have another segment now.
create or replace temp table member_moved as
select n.member_key, n.segment_id, m.segment_id as was
from member_now n join derived.member m using (member_key)
where n.segment_id <> m.segment_id;

create or replace temp table member_changed as
select n.member_key
from member_now n left join derived.member m using (member_key)
where m.member_key is null or n.segment_id <> m.segment_id or n.source_id <> m.source_id
   or m.eligible_day <> case when m.first_day = 0 then n.eligible else least(n.eligible, m.first_day) end
union all
select member_key from derived.member anti join member_now using (member_key);

delete from derived.segment;

insert into derived.segment by name select segment_id, {groups} from segment_now order by segment_id;

delete from derived.source;

insert into derived.source select source_id, name from source_now order by source_id;

-- An undo removes members that the load added. Their facts were of the load too.
delete from derived.member where member_key not in (select member_key from member_now);

update derived.member as m set segment_id = n.segment_id, source_id = n.source_id,
  eligible_day = case when m.first_day = 0 then n.eligible else least(n.eligible, m.first_day) end
from member_now n semi join member_changed using (member_key)
where n.member_key = m.member_key;

insert into derived.member
select n.member_key, n.segment_id, n.source_id, 0, n.eligible
from member_now n anti join derived.member using (member_key)
order by n.member_key;
