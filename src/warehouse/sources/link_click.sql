-- One row per click on a link in a message, on the day of the click.
create macro memory.main.link_click_window(start, stop) as table
  select day, segment_id, member_key, campaign_id, link from bond.derived.link_click where day between start and stop;
