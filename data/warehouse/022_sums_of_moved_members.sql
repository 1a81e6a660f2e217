-- What members who moved add to the segments they were in, and take from others: the sum of the rows with at_day up to a
-- day is the difference, as of that day, to the segments of now. month is the first day of the month of what is counted.

-- The spans of members with the segment before each, and the one that the member is in now.
create table derived.spans (member_key integer not null, from_day smallint not null, until_day smallint not null,
  segment_id integer not null, before integer, now integer not null);
insert into derived.spans
select *, lag(segment_id) over (partition by member_key order by from_day),
       arg_max(segment_id, from_day) over (partition by member_key)
from derived.membership order by member_key, from_day;
drop table derived.membership;
alter table derived.spans rename to membership;

create table derived.session_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  logins bigint not null, unique_members bigint not null, returned bigint not null,
  returned_more_than_twice bigint not null, at_least_4 bigint not null, at_least_8 bigint not null,
  at_least_11 bigint not null, qualified bigint not null, active bigint not null, engaged bigint not null);
create table derived.interaction_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  views bigint not null, clicks bigint not null, unique_views bigint not null, unique_clicks bigint not null,
  members_with_view bigint not null, members_with_click bigint not null);
create table derived.transaction_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  redemptions bigint not null, sales_cents bigint not null, savings_cents bigint not null, members bigint not null);
create table derived.message_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  sent bigint not null, delivered bigint not null, opened bigint not null, clicked bigint not null,
  unsubscribed bigint not null, registered bigint not null);
create table derived.link_click_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  clicks bigint not null);
create table derived.article_view_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  views bigint not null);
create table derived.content_action_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  shares bigint not null, prints bigint not null);
create table derived.poll_answer_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  answers bigint not null);
create table derived.csat_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  responses bigint not null, satisfied bigint not null);
create table derived.registration_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  registered bigint not null);
create table derived.eligibility_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  eligible bigint not null);
create table derived.tenure_moved (segment_id integer not null, at_day integer not null, month smallint not null,
  tenure_days bigint not null);

-- The same by day, for the last 92 days of windows that end with a month: at_day is the last day of the month.
create table derived.session_moved_latest (segment_id integer not null, at_day integer not null, day smallint not null,
  logins bigint not null, unique_members bigint not null, returned bigint not null,
  returned_more_than_twice bigint not null, at_least_4 bigint not null, at_least_8 bigint not null,
  at_least_11 bigint not null, qualified bigint not null, active bigint not null, engaged bigint not null);
create table derived.interaction_moved_latest (segment_id integer not null, at_day integer not null,
  day smallint not null, views bigint not null, clicks bigint not null, unique_views bigint not null,
  unique_clicks bigint not null, members_with_view bigint not null, members_with_click bigint not null);
create table derived.transaction_moved_latest (segment_id integer not null, at_day integer not null,
  day smallint not null, redemptions bigint not null, sales_cents bigint not null, savings_cents bigint not null,
  members bigint not null);
