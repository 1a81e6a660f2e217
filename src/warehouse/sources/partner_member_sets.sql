-- The members with a transaction in a month, for each offer and its partner.
create macro memory.main.partner_member_sets() as table
  select m.month, m.offer_id, o.partner_id, m.measure, m.members
  from bond.derived.transaction_members m left join bond.feed.offers o on o.id = m.offer_id;
