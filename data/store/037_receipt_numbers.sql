-- Receipts that were handed out by their number alone (src/store/receipt_numbers.rs).
create table receipt_number (
  id      integer primary key,
  number  text not null unique,             -- such as 3F9A-1C07-BE42
  kept_at integer not null,
  receipt text not null check (length(receipt) <= 32768) -- JSON, signed
) strict;
