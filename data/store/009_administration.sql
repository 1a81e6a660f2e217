-- The audit log becomes a chain: each line has a hash over the hash of the line before and its own content, so that a
-- line that was changed, added or removed afterwards is found (src/store/chain.rs).

alter table audit add column salt blob;   -- 16 random bytes; null once the texts were redacted
alter table audit add column digest blob; -- of the texts that a redaction replaced; null for all other lines
alter table audit add column hash blob;   -- null only while an older file is being migrated

-- Where the chain begins: the last line that retention deleted, and its hash.
create table audit_anchor (
  line integer primary key,
  hash blob not null check (length(hash) = 32)
) strict;

-- A line may be sealed once. A redaction, and another after it, replaces its texts and leaves everything that the hash
-- covers.
drop trigger audit_is_not_changed;
create trigger audit_is_not_changed before update on audit
when not (
  old.hash is null and new.hash is not null and new.digest is null
  and new.id = old.id and new.at = old.at and new.event = old.event and new.actor is old.actor
  and new.subject is old.subject and new.address is old.address and new.detail is old.detail
) and not (
  new.salt is null and new.digest is not null
  and (old.digest is new.digest or (old.digest is null and old.salt is not null))
  and new.id = old.id and new.at = old.at and new.event = old.event and new.hash is old.hash
)
begin select raise(abort, 'the audit log is append only'); end;

create index audit_by_time on audit (at);
create index audit_by_event on audit (event);

-- Settings that were chosen on the page. What the settings file, the environment or a flag says takes precedence.
create table chosen_setting (
  name       text primary key,
  value      text not null,
  changed_at integer not null,
  changed_by text not null                  -- the login of the user
) strict, without rowid;
