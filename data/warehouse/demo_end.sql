-- Drops everything temporary that the demo created on its connection.
drop table if exists demo_login; drop table if exists demo_view; drop table if exists demo_message; drop table if exists demo_reading;
drop table if exists demo_calendar; drop table if exists demo_months; drop table if exists demo_halves;
drop table if exists demo_campaign; drop table if exists demo_tier; drop table if exists demo_lob; drop table if exists demo_audience; drop table if exists demo_pulse;
drop table if exists demo_tier_day; drop table if exists demo_tier_month; drop table if exists demo_day_choice;
drop table if exists demo_member; drop table if exists demo_tiers; drop table if exists demo_offer; drop table if exists demo_offer_choice;
drop table if exists demo_article; drop table if exists demo_article_choice;
drop table if exists demo_poll; drop table if exists demo_poll_option; drop table if exists demo_poll_choice; drop table if exists demo_poll_month;
drop table if exists demo_hour_choice; drop table if exists demo_link_choice; drop table if exists demo_visits; drop table if exists demo_unsubscribed;
drop macro if exists demo_draw; drop macro if exists demo_unit; drop macro if exists demo_pick; drop macro if exists demo_wait;
drop macro if exists demo_root; drop macro if exists demo_date; drop macro if exists demo_time; drop macro if exists demo_month_no;
reset variable demo_hours;
