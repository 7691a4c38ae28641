-- What an order under way waits for: since when it is on hold, and whether the clinic is asked something or for a specimen again.
create or replace function awaited_of(of_order bigint, out since timestamptz, out missing boolean) language sql stable as $$
  select (select min(held_at) from order_hold where order_id = of_order and released_at is null),
    is_asked(of_order, '-infinity')
      or exists (select from sample s where s.order_id = of_order and s.recollection_of is not null
                   and s.collected_again_at is null and s.accessioned_at is null
                   and s.rejected_at is null)
$$;
revoke execute on function awaited_of(bigint) from public;
grant execute on function awaited_of(bigint) to karyo_portal, karyo_worker;
