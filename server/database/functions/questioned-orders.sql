-- The scope's orders with a report in question: the few whose message waits at the laboratory's desk are looked at.
create or replace function questioned_orders() returns setof bigint
  language sql stable security definer set search_path = public as $$
  select distinct order_id from result_check
  where outcome is null and institution_code = any (scope_institutions())
    and exists (select from questioned_reports(order_id))
$$;
revoke execute on function questioned_orders() from public;
grant execute on function questioned_orders() to karyo_portal;
