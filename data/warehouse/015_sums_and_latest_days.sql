-- Clicks on links, answers to polls and answers to the survey by day and segment, and profiles of the latest days before
-- many days. Everything derived is computed again after this migration.
create table derived.link_click_day (
  day smallint not null, segment_id integer not null, campaign_id integer not null, clicks bigint not null);
create table derived.poll_answer_day (day smallint not null, segment_id integer not null, answers bigint not null);
create table derived.csat_day (
  day smallint not null, segment_id integer not null, responses bigint not null, satisfied bigint not null);
create table derived.session_profile_latest as from derived.session_profile limit 0;
create table derived.interaction_profile_latest as from derived.interaction_profile limit 0;
create table derived.transaction_profile_latest as from derived.transaction_profile limit 0;
