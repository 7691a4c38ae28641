-- The embedded identity provider: accounts (the tables better-auth 1.7 expects, in snake case), the
-- protocol's state (oidc-provider) and the signing keys. Only karyo_identity reaches them: who can read
-- the portal's data can't read a password hash, and the other way round.
create schema identity;

create table identity."user" (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  first_name text not null,
  last_name text not null,
  -- A JSON array in text: so better-auth writes a list of strings through this driver.
  roles text not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table identity.session (
  id text primary key,
  token text not null unique,
  user_id text not null references identity."user" (id) on delete cascade,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on identity.session (user_id);
create index on identity.session (expires_at);

create table identity.account (
  id text primary key,
  account_id text not null,
  -- 'credential': e-mail and password.
  provider_id text not null,
  user_id text not null references identity."user" (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index on identity.account (user_id);

create table identity.verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on identity.verification (identifier);

-- Requests by address and path. Milliseconds as double precision: the driver gives bigint as text.
create table identity.rate_limit (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request double precision not null
);

-- Wrong passwords by typed e-mail, whether or not there is such an account.
create table identity.sign_in_failure (
  email text primary key,
  failures integer not null,
  expires_at timestamptz not null
);
create index on identity.sign_in_failure (expires_at);

-- oidc-provider's sessions, interactions, grants and authorization codes.
create table identity.oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text generated always as (payload ->> 'grantId') stored,
  uid text generated always as (payload ->> 'uid') stored,
  expires_at timestamptz,
  primary key (model, id)
);
create index on identity.oidc_payload (model, grant_id) where grant_id is not null;
create index on identity.oidc_payload (model, uid) where uid is not null;
create index on identity.oidc_payload (expires_at);

-- Private keys, encrypted with a key derived from the configured secret.
create table identity.signing_key (
  kid text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);

grant usage on schema identity to karyo_identity;
grant select, insert, update, delete on all tables in schema identity to karyo_identity;
