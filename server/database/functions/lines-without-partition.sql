-- Lines in the default partitions, of each table up to a thousand: there should be none.
create or replace function lines_without_partition() returns bigint
  language sql stable security definer set search_path = public as $$
  select (select count(*) from (select from order_event_default limit 1000) events)
    + (select count(*) from (select from audit_event_default limit 1000) lines)
$$;
revoke execute on function lines_without_partition() from public;
grant execute on function lines_without_partition() to karyo_worker;
