-- One row per e-mail message, on the day it was sent.
create macro memory.main.message_window(start, stop) as table
  select day, segment_id, member_key, campaign_id, delivered, opened, clicked, unsubscribed, registered
  from bond.derived.message where day between start and stop;
