-- A cluster may have the rows of derived tables too (src/warehouse/clickhouse.rs).

-- Which of its rows are read: of these days those that were written with the batch of this number. No two rows of a table
-- share a day.
create table main.edition (table_name varchar not null, first_day smallint not null, last_day smallint not null, edition integer not null);
-- How many rows the cluster has of what is read, by server (its index among those addresses) and month (YYYYMM).
create table main.edition_part (table_name varchar not null, month integer not null, edition integer not null,
  server integer not null, servers varchar not null, rows bigint not null);
-- The tables whose rows were written again since, each with the first day. At most one row for each table.
create table main.rewritten (table_name varchar not null, first_day smallint not null);
