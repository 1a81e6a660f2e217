-- The rows that the last load replaced, so that it can be undone. The tables undo.<feed table> are made from the feed
-- tables when the warehouse is opened (src/warehouse/load/undo.rs).

create schema undo;
create table undo.load (batch_id integer not null, tables varchar[] not null);   -- at most one row
create table undo.day (table_name varchar not null, day date not null);           -- the days it replaced

-- The number of the load in the ledger; null for a batch that no load made.
alter table main.batch add column load_id bigint;
