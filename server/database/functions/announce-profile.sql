-- Whoever has a page open hears that their status, roles or profile changed, when it is committed.
create or replace function announce_profile() returns trigger language plpgsql security definer set search_path = public as $$
declare changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('profile_event', coalesce(changed ->> 'subject',
    (select subject from physician where id = (changed ->> 'physician_id')::bigint)));
  return null;
end $$;
revoke execute on function announce_profile() from public;
