-- The members with a view or click in a month, for each offer.
create macro memory.main.interaction_member_sets() as table
  select month, offer_id, measure, members from bond.derived.interaction_members;
