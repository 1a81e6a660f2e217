-- The system that reported a row, '' where a load names none. A load replaces the days of its own sources.

alter table feed.logins add column source_name varchar default '';
alter table feed.offer_interactions add column source_name varchar default '';
alter table feed.partner_transactions add column source_name varchar default '';
alter table feed.email_messages add column source_name varchar default '';
alter table feed.email_link_clicks add column source_name varchar default '';
alter table feed.email_schedule add column source_name varchar default '';
alter table feed.web_sessions add column source_name varchar default '';
alter table feed.site_searches add column source_name varchar default '';
alter table feed.article_views add column source_name varchar default '';
alter table feed.content_actions add column source_name varchar default '';
alter table feed.poll_answers add column source_name varchar default '';
alter table feed.csat_responses add column source_name varchar default '';
alter table feed.fa_activity add column source_name varchar default '';
alter table undo.day add column source_name varchar default '';
