-- The record numbers of an order’s people. In an index of orders.
create or replace function record_numbers(document jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(trim(person ->> 'recordNumber')) filter (where trim(person ->> 'recordNumber') <> ''), '{}')
  from jsonb_array_elements(document -> 'patients') person
$$;
revoke execute on function record_numbers(jsonb) from public;
grant execute on function record_numbers(jsonb) to karyo_portal, karyo_worker;
