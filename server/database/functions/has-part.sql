-- Whether one of an order’s numbers contains `part` (three characters or more).
create or replace function has_part(o orders, part text) returns boolean language sql stable as $$
  select length(part) > 2 and exists (
    select from unnest(array[o.id::text, o.accession_number] || o.record_numbers) number
    where position(lower(part) in lower(left(number, 50))) > 0)
$$;
revoke execute on function has_part(orders, text) from public;
