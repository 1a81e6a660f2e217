-- A row a partner transaction.
create macro memory.main.partner_window(start, stop) as table
  select day, segment_id, member_key, offer_id, redemptions, sales, savings
  from bond.derived.transaction where day between start and stop;
