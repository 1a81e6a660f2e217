-- Shares and prints by day and segment. Everything derived is computed again after this migration.
create table derived.content_action_day (
  day smallint not null, segment_id integer not null, shares bigint not null, prints bigint not null);
