-- What falls when an account's owner takes it back, and what they need for it.

-- The mail to the old address lets its owner take an address change back.
alter table identity.ticket drop constraint ticket_purpose_check;
alter table identity.ticket add constraint ticket_purpose_check check (
  purpose in (
    'verify-email', 'change-email', 'undo-email-change', 'reset-password', 'add-passkey', 'use-passkey',
    'set-up-authenticator'
  )
) not valid; -- what is there met the narrower rule

-- Whose set-up shows the key (a hash of its session or ticket): another one gets another key.
alter table identity.totp add column set_up text;
-- Keys that were shown and never confirmed may be known to somebody else.
delete from identity.totp where confirmed_at is null;

-- An administrator ends all sessions of a user of theirs; how many there were. With them end sign-ins that are under way and
-- what was begun and not completed; only the way back from an address change stays.
create or replace function end_sessions(subject text) returns integer language sql security definer set search_path = '' as $$
  delete from identity.ticket where user_id = subject and purpose not in ('undo-email-change', 'verify-email');
  with ended as (
    delete from identity.session where user_id = subject returning completed_at
  )
  select count(completed_at)::integer from ended
$$;
