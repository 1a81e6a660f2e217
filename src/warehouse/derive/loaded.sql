-- First and last loaded day and the number of rows of each fact table that holds any.

delete from main.loaded;

insert into main.loaded
with held as (
  select 'logins' as table_name, min(logged_in_at)::date as first_date, max(logged_in_at)::date as last_date, count(*) as n from feed.logins
  union all select 'offer_interactions', min(occurred_at)::date, max(occurred_at)::date, count(*) from feed.offer_interactions
  union all select 'partner_transactions', min(transacted_on), max(transacted_on), count(*) from feed.partner_transactions
  union all select 'email_messages', min(sent_at)::date, max(sent_at)::date, count(*) from feed.email_messages
  union all select 'email_link_clicks', min(clicked_at)::date, max(clicked_at)::date, count(*) from feed.email_link_clicks
  union all select 'email_schedule', min(date), max(date), count(*) from feed.email_schedule
  union all select 'web_sessions', min(date), max(date), count(*) from feed.web_sessions
  union all select 'site_searches', min(date), max(date), count(*) from feed.site_searches
  union all select 'article_views', min(viewed_at)::date, max(viewed_at)::date, count(*) from feed.article_views
  union all select 'content_actions', min(occurred_at)::date, max(occurred_at)::date, count(*) from feed.content_actions
  union all select 'poll_answers', min(answered_at)::date, max(answered_at)::date, count(*) from feed.poll_answers
  union all select 'csat_responses', min(responded_at)::date, max(responded_at)::date, count(*) from feed.csat_responses
  union all select 'fa_activity', min(month), max(month), count(*) from feed.fa_activity)
select table_name, (first_date - date '2000-01-01')::smallint, (last_date - date '2000-01-01')::smallint, n
from held where n > 0;
