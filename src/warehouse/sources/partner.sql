-- One row per partner transaction. prev_member is the previous day with a transaction of the same member. Every offer
-- exists: loading checks it.
create macro memory.main.partner_window(start, stop) as table
  select t.day, t.segment_id, t.member_key, t.offer_id, o.partner_id, t.redemptions, t.sales, t.savings, t.prev_member
  from bond.derived.transaction t left join bond.feed.offers o on o.id = t.offer_id
  where t.day between start and stop;
