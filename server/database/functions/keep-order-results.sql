-- Brings what the list says of an order's result up to date when the order, a report or a result of it changes. Transactions that
-- change parts of one order wait for each other here, so that each sees what the other wrote; those of two orders never do.
create or replace function keep_order_results() returns trigger language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  changed bigint;
  listed order_result[];
  stored order_result[];
begin
  if tg_table_name = 'orders' then
    changed := new.id;
    -- Most orders change while they have none.
    if not exists (select from order_result where order_id = changed) then return null; end if;
  else
    changed := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
    perform from orders where id = changed for no key update;
  end if;
  listed := array(select row(r.*)::order_result from order_results_now() r where r.order_id = changed);
  stored := array(select r from order_result r where r.order_id = changed);
  if stored @> listed and listed @> stored then return null; end if;
  delete from order_result r where r.order_id = changed and not r = any (listed);
  insert into order_result select l.* from unnest(listed) l where not l = any (stored);
  return null;
end $$;
revoke execute on function keep_order_results() from public;
