-- The members who have rows in a month (its first day), for each offer and the measure that counts them, as compressed
-- bitmaps of member keys: distinct members of chosen offers are counted without their rows (docs/architecture.md,
-- "Members of chosen offers"). Everything derived is computed again after this migration.
create table derived.interaction_members (
  month smallint not null, offer_id integer not null, measure varchar not null, members blob not null);
create table derived.transaction_members (
  month smallint not null, offer_id integer not null, measure varchar not null, members blob not null);

-- Rows by month, segment and offer.
create table derived.interaction_item_month (
  month smallint not null, segment_id integer not null, offer_id integer not null,
  views bigint not null, clicks bigint not null);
