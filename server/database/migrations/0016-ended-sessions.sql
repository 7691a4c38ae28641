-- Ended sessions of the embedded identity provider: an access token names its session (`sid`), and opens nothing once
-- that has ended, although it would hold for some minutes more.

-- Sessions that ended within the last hour; tokens live ten minutes. Portals keep them in memory.
create table ended_session (
  sid text primary key,
  ended_at timestamptz not null default now()
);
create index on ended_session (ended_at);
grant select on ended_session to karyo_worker;

-- The protocol's session (oidc-provider's uid) beside which the account session lives: by it a token finds its session.
alter table identity.session add column protocol_uid text;
create index on identity.session (protocol_uid) where protocol_uid is not null;

-- However a session ends: a logout, its owner, a new password, an administrator, its time.
create function identity.tell_of_end() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.ended_session where sid in (
    select sid from public.ended_session where ended_at < now() - interval '1 hour' for update skip locked
  );
  insert into public.ended_session (sid) values (old.id) on conflict do nothing;
  perform pg_notify('session_event', old.id);
  return null;
end
$$;
revoke execute on function identity.tell_of_end() from public;
create trigger tell_of_end after delete on identity.session
  for each row execute function identity.tell_of_end();

-- An administrator ends all sessions of a user of theirs; how many there were. Who may is the portal's to decide.
create function end_sessions(subject text) returns integer language sql security definer set search_path = '' as $$
  with ended as (
    delete from identity.session where user_id = subject and completed_at is not null returning 1
  )
  select count(*)::integer from ended
$$;
revoke execute on function end_sessions(text) from public;
grant execute on function end_sessions(text) to karyo_portal;

-- Setting up an authenticator app asks for the password first, and carries the proof of it.
alter table identity.ticket drop constraint ticket_purpose_check;
alter table identity.ticket add constraint ticket_purpose_check check (
  purpose in (
    'verify-email', 'change-email', 'reset-password', 'add-passkey', 'use-passkey', 'set-up-authenticator'
  )
) not valid; -- what is there met the narrower rule
