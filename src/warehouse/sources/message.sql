-- E-mail messages by the day they were sent, segment and campaign.
create macro memory.main.message_window(start, stop) as table
  select day, segment_id, campaign_id, sent, delivered, opened, clicked, unsubscribed, registered
  from bond.derived.message_day where day between start and stop;
