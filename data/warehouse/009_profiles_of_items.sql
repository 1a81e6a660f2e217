-- What a window that ends on kept_day counts, by segment and offer: the sum of the rows with month >= its first day, which
-- begins a month. Everything derived is computed again after this migration.
create table derived.interaction_profile_item_month (
  kept_day smallint not null, segment_id integer not null, offer_id integer not null, month smallint not null,
  views bigint not null, clicks bigint not null, unique_views bigint not null, unique_clicks bigint not null);

-- Rows by month, segment and offer; and the pairs of member and offer with such a row in the month.
drop table derived.interaction_item_month;
create table derived.interaction_item_month (
  month smallint not null, segment_id integer not null, offer_id integer not null,
  views bigint not null, clicks bigint not null, unique_views bigint not null, unique_clicks bigint not null);

-- Article views by month, segment and article.
create table derived.article_view_month (
  month smallint not null, segment_id integer not null, article_id integer not null, views bigint not null);
