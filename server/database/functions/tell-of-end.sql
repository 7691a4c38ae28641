-- Notes and announces the end of a session, however it ends: sign-out, its owner, a new password, an administrator, its time.
create or replace function identity.tell_of_end() returns trigger language plpgsql security definer set search_path = '' as $$
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
revoke execute on function identity.tell_of_end() from public;
