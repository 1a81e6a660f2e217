-- An API token that opens one table and nothing else: the address that a spreadsheet asks.
alter table api_token add column shows text; -- JSON: the table; null for every other token

-- What such an address answered, by the number in its rows, so that a row can be checked later (src/features/receipts).
create table quotable (
  number text primary key, -- of what was answered
  at     integer not null, -- when it was answered first
  answer text not null     -- JSON
) strict, without rowid;
create index quotable_at on quotable (at);
