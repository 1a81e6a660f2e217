-- The warehouse. Two schemas:
--   feed     the loaded data, one table per feed table and with the same name (docs/feed.md);
--   derived  tables that are computed from it in the same transaction. Figures are read from these, from the
--            reference tables, and from facts that have no member.
-- A member is a dense integer, member_key; only feed.member_keys has the operator's text id.
-- A day is a SMALLINT, days since 2000-01-01; 0 means "none" and is never a day.
-- row_no is the position of a row in its load. It orders rows of equal time.

create schema feed;
create schema derived;

-- ---------------------------------------------------------------- reference
create table feed.user_groups (type varchar not null, id integer not null, name varchar not null);
create table feed.member_keys (member_key integer not null, member_id varchar not null);
create table feed.members (
  member_key integer not null, tier_id integer not null, lob_id integer not null,
  audience_ids integer[] not null,              -- ascending, without repeats, at least one
  eligible_on date not null, source varchar not null);
create table feed.partners (id integer not null, name varchar not null);
create table feed.offer_categories (id integer not null, name varchar not null);
create table feed.offers (id integer not null, name varchar not null, partner_id integer not null,
  category_id integer not null, active_from date not null, active_to date);
create table feed.campaign_types (id integer not null, name varchar not null);
create table feed.campaigns (id integer not null, name varchar not null, campaign_type_id integer not null,
  subject varchar not null, ssl varchar not null, preview_url varchar not null, sent_at timestamp not null);
create table feed.articles (id integer not null, title varchar not null, category varchar not null, published_on date not null);
create table feed.polls (id integer not null, question varchar not null, opened_on date not null, closed_on date);
create table feed.poll_options (poll_id integer not null, option_index integer not null, text varchar not null);

-- ---------------------------------------------------------------- facts
create table feed.logins (row_no integer not null, member_key integer not null, logged_in_at timestamp not null);
create table feed.offer_interactions (row_no integer not null, member_key integer not null, offer_id integer not null,
  occurred_at timestamp not null, kind varchar not null);                      -- VIEW, REDEEM_CLICK
create table feed.partner_transactions (row_no integer not null, member_key integer not null, offer_id integer not null,
  transacted_on date not null, redemptions bigint not null, sales decimal(18,2) not null, savings decimal(18,2) not null);
create table feed.email_messages (row_no integer not null, campaign_id integer not null, member_key integer not null,
  sent_at timestamp not null, outcome varchar not null,                        -- DELIVERED, BOUNCED
  opened_at timestamp, clicked_at timestamp, unsubscribed_at timestamp, registered_at timestamp);
create table feed.email_link_clicks (row_no integer not null, campaign_id integer not null, member_key integer not null,
  link varchar not null, clicked_at timestamp not null);
create table feed.email_schedule (row_no integer not null, date date not null, audience varchar not null,
  enrollment_status varchar not null, notes varchar not null);
create table feed.web_sessions (row_no integer not null, date date not null, source varchar not null,
  device_category varchar not null, browser varchar not null, operating_system varchar not null,
  screen_resolution varchar not null, visitor_type varchar not null,           -- NEW, RETURNING
  sessions bigint not null, pageviews bigint not null, duration_seconds bigint not null);
create table feed.site_searches (row_no integer not null, date date not null, query varchar not null, searches bigint not null);
create table feed.article_views (row_no integer not null, member_key integer not null, article_id integer not null, viewed_at timestamp not null);
create table feed.content_actions (row_no integer not null, member_key integer not null, occurred_at timestamp not null,
  action varchar not null,                                                     -- SHARE, PRINT
  type varchar not null, page varchar not null);
create table feed.poll_answers (row_no integer not null, poll_id integer not null, option_index integer not null,
  member_key integer not null, answered_at timestamp not null);
create table feed.csat_responses (row_no integer not null, member_key integer not null, responded_at timestamp not null, score utinyint not null);
create table feed.fa_activity (month date not null, level double not null);

-- ---------------------------------------------------------------- derived
-- One combination of tier, line of business and set of audiences. Ids are dense from 1.
create table derived.segment (segment_id integer not null, tier_id integer not null, lob_id integer not null, audience_ids integer[] not null);
-- The channels through which members came to register.
create table derived.source (source_id integer not null, name varchar not null);
-- first_day: the day of the first login, 0 while there is none. eligible_day: eligible_on, or first_day if that is earlier.
create table derived.member (member_key integer not null, segment_id integer not null, source_id integer not null,
  first_day smallint not null, eligible_day smallint not null);

-- One row per login, in day order. prevK: the day of the member's K-th login before this one. qualifyingK: the day
-- of the member's K-th latest qualifying session up to and including this one. 0 if there is none. next: the day of
-- the member's next login, 32767 while there is none: as of a day d, a member's latest login is the one row with
-- day <= d < next. gap: days since the member's login before this one, 0 for the first.
create table derived.session (
  day smallint not null, segment_id integer not null, member_key integer not null,
  offer_views integer not null, redeem_clicks integer not null, qualifying boolean not null,
  gap smallint not null, is_first boolean not null,
  next smallint not null, prev1 smallint not null, prev2 smallint not null, prev3 smallint not null,
  prev7 smallint not null, prev10 smallint not null, qualifying2 smallint not null, qualifying3 smallint not null);

-- prev: the previous day of the same member, offer and kind. All tables are in day order.
create table derived.interaction (day smallint not null, segment_id integer not null, member_key integer not null,
  offer_id integer not null, is_click boolean not null, prev smallint not null);
create table derived.transaction (day smallint not null, segment_id integer not null, member_key integer not null,
  offer_id integer not null, redemptions bigint not null, sales decimal(18,2) not null, savings decimal(18,2) not null);
-- day: when it was sent. On a bounced message the flags are false.
create table derived.message (day smallint not null, segment_id integer not null, member_key integer not null,
  campaign_id integer not null, delivered boolean not null, opened boolean not null, clicked boolean not null,
  unsubscribed boolean not null, registered boolean not null);
create table derived.link_click (day smallint not null, segment_id integer not null, member_key integer not null,
  campaign_id integer not null, link varchar not null);
create table derived.article_view (day smallint not null, segment_id integer not null, member_key integer not null, article_id integer not null);
create table derived.content_action (day smallint not null, segment_id integer not null, member_key integer not null,
  is_share boolean not null, type varchar not null, page varchar not null);
create table derived.poll_answer (day smallint not null, segment_id integer not null, member_key integer not null,
  poll_id integer not null, option_index integer not null);
create table derived.csat (day smallint not null, segment_id integer not null, member_key integer not null, score utinyint not null);

-- Daily sums by segment for figures that need all history, in day order.
create table derived.registration_day (day smallint not null, segment_id integer not null, source_id integer not null, members bigint not null);
create table derived.eligible_day (day smallint not null, segment_id integer not null, members bigint not null);
-- gap_days: the sum of gap over the logins of the day.
create table derived.login_day (day smallint not null, segment_id integer not null, logins bigint not null, gap_days bigint not null);

-- ---------------------------------------------------------------- loads
-- One row per load. data_version is the highest batch_id (0 on an empty warehouse).
create table main.batch (
  batch_id integer not null, loaded_at timestamp not null,  -- UTC
  origin varchar not null,                                   -- import, demo, demo-extend
  tables varchar[] not null, digest varchar not null,        -- SHA-256 over the names and bytes of the files
  rows bigint not null);
-- First day, last day and row count of each fact table that has rows.
create table main.loaded (table_name varchar not null, first_day smallint not null, last_day smallint not null, rows bigint not null);
create table main.setting (name varchar not null, value varchar not null);  -- of a demo: demo.seed, demo.members, ...
