-- The user that the scope’s subject is; null for somebody who is not registered.
create or replace function own_id() returns bigint
  language sql stable security definer set search_path = public as $$
  select id from physician where subject = scope_subject()
$$;
revoke execute on function own_id() from public;
grant execute on function own_id() to karyo_portal, karyo_worker;
