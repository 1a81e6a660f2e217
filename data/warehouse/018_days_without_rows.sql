-- Days of fact tables that were loaded without rows: their figures are 0. Days that no load named are gaps.
create table main.empty_day (table_name varchar not null, day date not null);
create table undo.empty_day (table_name varchar not null, day date not null);     -- those before the last load
-- The days without data of each fact table, from the first day of the calendar to the last: no row lies in them.
create table main.gap (table_name varchar not null, first_day smallint not null, last_day smallint not null);
