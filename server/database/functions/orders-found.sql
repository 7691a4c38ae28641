-- As orders_matching, of any state and date and all of them: the version before calls it.
create or replace function orders_found(institutions text[], kinds text[], plain text[], typed text[])
  returns table (order_id bigint, state text, ordered_at timestamptz)
  language sql stable security definer set search_path = public as $$
  select * from orders_matching(institutions, kinds, plain, typed, null, null, null, null)
$$;
revoke execute on function orders_found(text[], text[], text[], text[]) from public;
grant execute on function orders_found(text[], text[], text[], text[]) to karyo_portal;
