-- Counts at kept days take the place of the search for each member's latest row (docs/architecture.md, "Profiles").
-- Everything derived is computed again after this migration.

-- One row per login, in day order. prevK: the day of the member's K-th login before this one. qprevK: the day of the
-- member's K-th qualifying session before this one. 0 if there is none. gap: days since the member's login before this
-- one, 0 for the first.
drop table derived.session;
create table derived.session (
  day smallint not null, segment_id integer not null, member_key integer not null, qualifying boolean not null,
  gap smallint not null, is_first boolean not null,
  prev1 smallint not null, prev2 smallint not null, prev3 smallint not null, prev4 smallint not null,
  prev7 smallint not null, prev8 smallint not null, prev10 smallint not null, prev11 smallint not null,
  qprev1 smallint not null, qprev2 smallint not null, qprev3 smallint not null);

-- What a window that ends on kept_day counts: the sum of the rows with day >= its first day. The tables *_profile_month
-- have the sums of whole months; month is the first day of one.
create table derived.session_profile (
  kept_day smallint not null, segment_id integer not null, day smallint not null,
  logins bigint not null, unique_members bigint not null, returned bigint not null,
  returned_more_than_twice bigint not null, at_least_4 bigint not null, at_least_8 bigint not null,
  at_least_11 bigint not null, active bigint not null, engaged bigint not null);
create table derived.interaction_profile (
  kept_day smallint not null, segment_id integer not null, day smallint not null,
  views bigint not null, clicks bigint not null, unique_views bigint not null, unique_clicks bigint not null,
  members_with_view bigint not null, members_with_click bigint not null);
create table derived.transaction_profile (
  kept_day smallint not null, segment_id integer not null, day smallint not null,
  redemptions bigint not null, sales_cents bigint not null, savings_cents bigint not null, members bigint not null);
create table derived.session_profile_month (
  kept_day smallint not null, segment_id integer not null, month smallint not null,
  logins bigint not null, unique_members bigint not null, returned bigint not null,
  returned_more_than_twice bigint not null, at_least_4 bigint not null, at_least_8 bigint not null,
  at_least_11 bigint not null, active bigint not null, engaged bigint not null);
create table derived.interaction_profile_month (
  kept_day smallint not null, segment_id integer not null, month smallint not null,
  views bigint not null, clicks bigint not null, unique_views bigint not null, unique_clicks bigint not null,
  members_with_view bigint not null, members_with_click bigint not null);
create table derived.transaction_profile_month (
  kept_day smallint not null, segment_id integer not null, month smallint not null,
  redemptions bigint not null, sales_cents bigint not null, savings_cents bigint not null, members bigint not null);

-- Sums of messages, in day order.
create table derived.message_day (day smallint not null, segment_id integer not null, campaign_id integer not null,
  sent bigint not null, delivered bigint not null, opened bigint not null, clicked bigint not null,
  unsubscribed bigint not null, registered bigint not null);
