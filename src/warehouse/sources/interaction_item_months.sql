-- Views and clicks by month, segment and offer.
create macro memory.main.interaction_item_months() as table
  select month, segment_id, offer_id, views, clicks from bond.derived.interaction_item_month;
