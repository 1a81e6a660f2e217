-- The segments of members now and before, and what the members of the temporary table concerned have been in. A segment
-- that is still in use retains its id as long as ids stay dense; a new one takes the lowest free id.

-- What memberships says of days up to the last loaded one: a member is in the group from `began` on, until the day before
-- `ended`. Of a type of which a member has one group at a time, the next one ends a group.
create or replace temp table said as
select member_key, "type", id, "from" as began,
       case when "type" in ({many}) then if("until" < {last_day}, "until" + 1, null)
            else lead("from") over (partition by member_key, "type" order by "from") end as ended
from feed.memberships semi join feed.members using (member_key) semi join concerned using (member_key)
where "from" <= {last_day};

-- The groups of these members, from each day on which they change.
create or replace temp table told as
with turns as (
  select member_key, "type", began as day from said
  union
  select member_key, "type", ended from said where ended is not null),
-- A day without any group of the type is none of these: the last ones still hold.
in_groups as (
  select t.member_key, t."type", t.day, list_sort(list(distinct s.id)) as ids
  from turns t join said s on s.member_key = t.member_key and s."type" = t."type"
    and s.began <= t.day and (s.ended is null or t.day < s.ended)
  group by all),
-- Loads of members have dated groups, too. Members who were never loaded with a day have those of now.
loaded as (
  select member_key, since as day, {groups} from feed.member_history semi join said using (member_key)
  union all
  select member_key, {last_day}, {groups}
  from feed.members semi join said using (member_key) anti join feed.member_history using (member_key)),
dated as (
  select member_key, day, of_type['type'] as "type", of_type['ids'] as ids
  from (select member_key, day, unnest({by_type}) as of_type from loaded)),
-- They hold where memberships says nothing of the type, and after the last day of which it says something.
known as (
  from in_groups
  union all by name
  select d.* from dated d
  left join (select member_key, "type", max(day) as day from turns group by all) t
    on t.member_key = d.member_key and t."type" = d."type"
  where t.day is null or d.day > t.day),
-- The groups of the last loaded day are those of members, whatever memberships ends with.
now as (
  select member_key, of_type['type'] as "type", of_type['ids'] as ids
  from (select member_key, unnest({by_type}) as of_type from feed.members semi join said using (member_key))),
others as (
  select n.* from now n join (select member_key, "type", arg_max(ids, day) as ids from known group by all) k
    on k.member_key = n.member_key and k."type" = n."type"
  where k.ids <> n.ids),
settled as (
  select k.member_key, k.day, k."type", k.ids from known k left join others o
    on o.member_key = k.member_key and o."type" = k."type"
  where o.member_key is null or k.day < {last_day}
  union all
  select member_key, {last_day}, "type", ids from others),
changes as (select member_key, day, {type_columns} from settled group by member_key, day)
-- Days before the first one that Bond can store are that day.
select member_key, greatest(day, date '2000-01-02') as since, {group_columns}
from changes
window so_far as (partition by member_key order by day),
       ever as (partition by member_key order by day rows between unbounded preceding and unbounded following)
qualify coalesce(lead(day) over so_far > date '2000-01-02', true);

-- The groups of members who have had others, by first day.
create or replace temp table groups_since as
with known as (
  select member_key, since, {groups}
  from feed.member_history semi join feed.members using (member_key) semi join concerned using (member_key)
  anti join said using (member_key)
  union all
  select member_key, since, {groups} from told),
states as (
  select member_key, greatest(1, least(32767, since - date '2000-01-01'))::smallint as day, {groups},
         row_number() over of_member as position, lag([{texts}]) over of_member as before
  from known
  window of_member as (partition by member_key order by since)
  qualify count(*) over (partition by member_key) > 1)
select member_key, day, {groups} from states
where before is null or before <> [{texts}]
qualify count(*) over (partition by member_key) > 1;

create or replace temp table segment_now as
with others as (select segment_id from derived.membership anti join concerned using (member_key)),
live as (
  select {groups} from feed.members
  union
  select {groups} from groups_since
  union
  select {groups} from derived.segment semi join others using (segment_id)),
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
