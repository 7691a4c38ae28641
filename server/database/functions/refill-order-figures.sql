-- What orders from `since` to `until` count for.
create or replace function refill_order_figures(since bigint, until bigint) returns void
  language sql set search_path = public as $$
  insert into order_figure select f.* from (
      select array_agg(id) as ids from orders where id between since and until and submitted_at is not null group by id / 1000) batches,
    lateral figures_of(ids) f
$$;
revoke execute on function refill_order_figures(bigint, bigint) from public;
