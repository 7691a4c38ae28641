-- Hospitals whose users log in at the hospital's own OpenID Connect provider.
create table identity.hospital (
  -- In the address to which the hospital's provider sends users back: each has one of its own.
  id text primary key check (id ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  issuer text not null unique,
  -- What users read.
  name text not null,
  client_id text not null,
  -- How the portal proves to the provider who it is: {"secret"} or {"key"}, a private JWK; encrypted with a key
  -- derived from the configured secret.
  sealed text not null,
  -- The public half of the key; null with a secret.
  public_key jsonb,
  -- The provider's addresses (OpenID Connect Discovery) when Support set it up or last fetched them. Sign-ins use these:
  -- what the provider announces later changes nothing by itself.
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Whose addresses a hospital's provider may speak for.
create table identity.hospital_domain (
  domain text primary key check (domain = lower(domain)),
  hospital_id text not null references identity.hospital (id) on delete cascade,
  -- The one institution whose addresses these are.
  institution_code text not null,
  -- False: these users log in at their hospital only.
  allows_password boolean not null
);
create index on identity.hospital_domain (hospital_id);

-- Which account is whose elsewhere. Nothing but issuer and subject finds an account.
create table identity.hospital_link (
  issuer text not null,
  subject text not null,
  user_id text not null references identity."user" (id) on delete cascade,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject),
  -- An account is one person's: an address that the hospital gave to somebody else brings them no account.
  unique (issuer, user_id)
);
create index on identity.hospital_link (user_id);

grant select, insert, update, delete
  on identity.hospital, identity.hospital_domain, identity.hospital_link
  to karyo_identity;

-- Who answered for the session's user: null for the account's own password or passkey.
alter table identity.session
  add column hospital_issuer text,
  add column hospital_subject text;
create index on identity.session (hospital_issuer) where hospital_issuer is not null;
