-- Website sessions as summed by the provider. They have no segment (0).
create macro memory.main.web_window(start, stop) as table
  select (date - date '2000-01-01')::smallint as day, 0 as segment_id, source, device_category, browser, operating_system, screen_resolution, visitor_type,
    sessions, pageviews, duration_seconds
  from bond.feed.web_sessions
  where date between date '2000-01-01' + start::integer and date '2000-01-01' + stop::integer;
