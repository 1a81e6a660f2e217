-- Searches on the site by day and query. They have no segment (0).
create macro memory.main.search_window(start, stop) as table
  select (date - date '2000-01-01')::smallint as day, 0 as segment_id, query, searches from bond.feed.site_searches
  where date between date '2000-01-01' + start::integer and date '2000-01-01' + stop::integer;
