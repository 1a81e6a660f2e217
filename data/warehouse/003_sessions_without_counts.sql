-- No figure reads how many views and clicks a session has, only whether it qualifies.

alter table derived.session drop column offer_views;
alter table derived.session drop column redeem_clicks;
