-- Service accounts are users that are no person: nothing but an API token acts for them.
alter table user add column service integer not null default 0
  check (service = 0 or (service = 1 and password_hash = '' and sso_issuer is null));

-- What a token may do, from where, and who made it.
alter table api_token add column abilities text not null default 'read'; -- names separated by commas
alter table api_token add column addresses text;                          -- networks separated by commas; null for any
alter table api_token add column last_address text;                       -- of its last use
alter table api_token add column made_by text;                            -- a login; null for the command line and before
update api_token set made_by = (select login from user where user.id = user_id);
