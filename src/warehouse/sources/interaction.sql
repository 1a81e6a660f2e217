-- One row per offer view or redeem click. prev is the previous day of the same member, offer and kind; prev_member is
-- the previous day of the same member and kind, for any offer.
create macro memory.main.interaction_window(start, stop) as table
  select day, segment_id, member_key, offer_id, is_click, prev, prev_member
  from bond.derived.interaction where day between start and stop;
