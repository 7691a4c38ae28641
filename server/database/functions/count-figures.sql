-- Keeps a clinic's figures when an order, or a hold, rejection, letter, estimate or result of it changes.
create or replace function count_figures() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_table_name = 'orders' then
    perform keep_figures(case when tg_op = 'DELETE' then old.id else new.id end);
  else
    if tg_op <> 'INSERT' then perform keep_figures(old.order_id) where old.order_id is not null; end if;
    if tg_op = 'INSERT' then perform keep_figures(new.order_id); end if;
    if tg_op = 'UPDATE' then
      perform keep_figures(new.order_id) where new.order_id is distinct from old.order_id and new.order_id is not null;
    end if;
  end if;
  return null;
end $$;
revoke execute on function count_figures() from public;
