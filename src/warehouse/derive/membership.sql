-- The segment and registration channel of every member now, and the segments of the members of the temporary table
-- concerned before. A channel (derived.source) that is still in use retains its id as segments do.

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

create or replace temp table membership_was as from derived.membership semi join concerned using (member_key);

create or replace temp table membership_now as
select g.member_key,
       if(row_number() over of_member = 1, 0, g.day)::smallint as from_day,
       coalesce(lead(g.day) over of_member - 1, 32767)::smallint as until_day,
       s.segment_id,
       lag(s.segment_id) over of_member as before,
       arg_max(s.segment_id, g.day) over (partition by g.member_key) as now
from groups_since g join segment_now s using ({groups})
window of_member as (partition by g.member_key order by g.day);

delete from derived.membership where member_key in (select member_key from concerned);

insert into derived.membership by name from membership_now order by member_key, from_day;

drop table groups_since; drop table told; drop table said;

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

-- The spans that members have now and had before, if these or the member changed.
create or replace temp table span_change as
with changed as (
  from member_changed
  union
  select member_key from (from membership_now except from membership_was)
  union
  select member_key from (from membership_was except from membership_now))
select * from (select *, 1 as factor from membership_now union all select *, -1 from membership_was)
semi join changed using (member_key);

drop table membership_was; drop table membership_now;

-- Members whose rows count in other segments than before, on some day or now.
create or replace temp table touched as
select member_key from member_moved union select member_key from span_change;

delete from derived.segment;

insert into derived.segment by name select segment_id, {groups} from segment_now order by segment_id;

delete from derived.source;

insert into derived.source select source_id, name from source_now order by source_id;
