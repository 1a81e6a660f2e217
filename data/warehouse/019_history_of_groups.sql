-- The groups of members over time. Each load of members dates what it changes; the groups before it stay known.

-- The groups that a member has from a day on, until the day of the member's next row. Before the first row a member has
-- the groups of that row, and the last row has those of feed.members.
create table feed.member_history (member_key integer not null, since date not null, tier_id integer not null,
  lob_id integer not null, audience_ids integer[] not null);
-- The segments of members who have been in more than one, by first and last day. A member's first segment begins with
-- day 0, the last one ends with 32767.
create table derived.membership (member_key integer not null, from_day smallint not null, until_day smallint not null,
  segment_id integer not null);

-- History begins with the last day of the data that are loaded.
insert into feed.member_history
select member_key, date '2000-01-01' + greatest(1, coalesce(
         (select last_day from main.loaded where table_name = 'logins'), (select max(last_day) from main.loaded), 1))::integer,
       tier_id, lob_id, audience_ids
from feed.members;
