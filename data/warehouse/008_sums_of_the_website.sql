-- Sums of website sessions and searches, in day order. They have no segment (0). Everything derived is computed again
-- after this migration.
create table derived.web_day (day smallint not null, segment_id integer not null, sessions bigint not null,
  pageviews bigint not null, seconds bigint not null, direct bigint not null, organic_search bigint not null,
  email bigint not null, new_sessions bigint not null, returning_sessions bigint not null);
create table derived.search_day (day smallint not null, segment_id integer not null, searches bigint not null);
