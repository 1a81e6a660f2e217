-- The Ed25519 keys that sign receipts of figures (src/store/receipt_keys.rs). A key that was replaced stays without its
-- secret, so that a receipt that it signed is still known as this install's.
create table receipt_key (
  public      blob primary key check (length(public) = 32),
  secret      blob check (length(secret) = 32),  -- null once it was replaced
  created_at  integer not null,
  replaced_at integer,
  check ((secret is null) = (replaced_at is not null))
) strict, without rowid;
create unique index receipt_key_that_signs on receipt_key ((1)) where replaced_at is null;
