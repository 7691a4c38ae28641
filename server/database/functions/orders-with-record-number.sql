-- Submitted orders of the scope with this record number of a patient, from order `since` on.
create or replace function orders_with_record_number(asked text, since bigint, most int) returns setof bigint
  language sql stable security definer set search_path = public as $$
  select id from orders
  where state <> 'draft' and record_numbers(document) @> array[asked] and id >= since
    and institution_code = any (scope_institutions())
  order by id limit most
$$;
revoke execute on function orders_with_record_number(text, bigint, integer) from public;
grant execute on function orders_with_record_number(text, bigint, integer) to karyo_portal;
