-- Ends all sessions of a user and returns how many there were, with sign-ins under way and anything begun and not completed.
-- Only the way back from an address change stays. Who may do this is the portal’s to decide.
create or replace function end_sessions(subject text) returns integer language sql security definer set search_path = '' as $$
  delete from identity.ticket where user_id = subject and purpose not in ('undo-email-change', 'verify-email');
  with ended as (
    delete from identity.session where user_id = subject returning completed_at
  )
  select count(completed_at)::integer from ended
$$;
revoke execute on function end_sessions(text) from public;
grant execute on function end_sessions(text) to karyo_portal;
