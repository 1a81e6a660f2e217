-- Profiles of logins also count members with at least one qualifying session: how many are one from active is the
-- difference to the active ones. Everything derived is computed again after this migration.
drop table derived.session_profile;
create table derived.session_profile (
  kept_day smallint not null, segment_id integer not null, day smallint not null,
  logins bigint not null, unique_members bigint not null, returned bigint not null,
  returned_more_than_twice bigint not null, at_least_4 bigint not null, at_least_8 bigint not null,
  at_least_11 bigint not null, qualified bigint not null, active bigint not null, engaged bigint not null);
drop table derived.session_profile_month;
create table derived.session_profile_month (
  kept_day smallint not null, segment_id integer not null, month smallint not null,
  logins bigint not null, unique_members bigint not null, returned bigint not null,
  returned_more_than_twice bigint not null, at_least_4 bigint not null, at_least_8 bigint not null,
  at_least_11 bigint not null, qualified bigint not null, active bigint not null, engaged bigint not null);
