-- The embedded identity provider's accounts: sign-up, links by e-mail, second factors, sessions, attempts.

-- A session begins without rights; the sign-in completes it once every factor that is asked for was shown.
-- Sessions from before are incomplete: their users sign in once more.
alter table identity.session
  add column completed_at timestamptz,
  -- How its user was authenticated (RFC 8176).
  add column amr text[] not null default '{}';

-- What is counted and limited: wrong passwords by account and by address, mails by recipient.
create table identity.attempt (
  key text primary key,
  count integer not null,
  expires_at timestamptz not null
);
create index on identity.attempt (expires_at);
drop table identity.sign_in_failure;
drop table identity.rate_limit;

-- Links sent by e-mail and passkey challenges. Used ones are deleted; of the token only its hash is here.
create table identity.ticket (
  hash text primary key,
  purpose text not null check (
    purpose in ('verify-email', 'change-email', 'reset-password', 'add-passkey', 'use-passkey')
  ),
  -- Null for a passkey challenge before it is known whose passkey will answer.
  user_id text references identity."user" (id) on delete cascade,
  -- The address the link was sent to.
  email text,
  expires_at timestamptz not null
);
create index on identity.ticket (user_id, purpose);
create index on identity.ticket (expires_at);

-- Authenticator apps (RFC 6238).
create table identity.totp (
  user_id text primary key references identity."user" (id) on delete cascade,
  -- The shared secret, encrypted with a key derived from the configured secret.
  sealed text not null,
  -- The time step of the last code that was taken: none is taken twice.
  last_step integer not null default 0,
  -- Null until the first code has shown that the app knows the secret.
  confirmed_at timestamptz
);

create table identity.recovery_code (
  user_id text not null references identity."user" (id) on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table identity.passkey (
  -- The credential's id, base64url.
  id text primary key,
  user_id text not null references identity."user" (id) on delete cascade,
  -- COSE.
  public_key bytea not null,
  counter double precision not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on identity.passkey (user_id);

grant select, insert, update, delete
  on identity.attempt, identity.ticket, identity.totp, identity.recovery_code, identity.passkey
  to karyo_identity;
