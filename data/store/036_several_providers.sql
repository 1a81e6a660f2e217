-- The roles that each identity gives its user: what one provider gives ends with it, and another leaves it alone.
create table oidc_role (
  issuer  text not null,
  subject text not null,
  role_id integer not null references role (id) on delete cascade,
  primary key (issuer, subject, role_id),
  foreign key (issuer, subject) references oidc_identity (issuer, subject) on delete cascade
) strict, without rowid;
create index oidc_role_of_role on oidc_role (role_id);

-- With which provider somebody last signed in with a browser, who may want to sign out of it, too.
create index session_of_provider on session (browser, created_at) where oidc_issuer is not null;
