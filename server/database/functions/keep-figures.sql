-- Brings what an order counts for up to date, whatever changed. Transactions that change parts of one order wait for each other here,
-- so that each sees what the other wrote; those of two orders never do.
create or replace function keep_figures(changed bigint) returns void language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  counted order_figure[];
  stored order_figure[];
begin
  perform from orders where id = changed for no key update;
  counted := array(select f from figures_of(array[changed]) f);
  stored := array(select f from order_figure f where order_id = changed);
  if stored @> counted and counted @> stored then return; end if;
  insert into figure_count_change (institution_code, provider, tests, month, measure, cause, n, days)
    select institution_code, provider, tests, month, measure, cause, sum(sign)::int, sum(sign * days)::int from (
      select *, 1 as sign from unnest(counted) union all select *, -1 from unnest(stored)) changes
    group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0 or sum(sign * days) <> 0;
  delete from order_figure f where order_id = changed and not f = any (counted);
  insert into order_figure select c.* from unnest(counted) c where not c = any (stored);
end $$;
revoke execute on function keep_figures(bigint) from public;
