-- The members who have rows in a month (its first day), for each campaign or article and the measure that counts them, as
-- compressed bitmaps of member keys: whether few members are behind a figure is known without its rows
-- (docs/architecture.md, "Members of chosen items"). Everything derived is computed again after this migration.
create table derived.message_members (
  month smallint not null, campaign_id integer not null, measure varchar not null, members blob not null);
create table derived.link_click_members (
  month smallint not null, campaign_id integer not null, measure varchar not null, members blob not null);
create table derived.article_view_members (
  month smallint not null, article_id integer not null, measure varchar not null, members blob not null);
