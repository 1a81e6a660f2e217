-- A redacted line of the audit log has a salt again: of the texts that it has now, which the line about the redaction
-- binds (src/store/chain.rs). Lines that were redacted before get a salt and such a line when the file is migrated.

drop trigger audit_is_not_changed;
create trigger audit_is_not_changed before update on audit
when not (
  old.hash is null and new.hash is not null and new.digest is null
  and new.id = old.id and new.at = old.at and new.event = old.event and new.actor is old.actor
  and new.subject is old.subject and new.address is old.address and new.detail is old.detail
) and not (
  new.salt is not null and new.salt is not old.salt and new.digest is not null
  and (old.digest is new.digest or (old.digest is null and old.salt is not null))
  and new.id = old.id and new.at = old.at and new.event = old.event and new.hash is old.hash
)
begin select raise(abort, 'the audit log is append only'); end;
