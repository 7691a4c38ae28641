-- Keeps a clinic's figures when an order, or a hold, rejection, letter, estimate or result of it changes. Of most orders that are
-- submitted nothing else is there yet: they count as submitted alone, for which figures_of need not look everywhere. Their row is
-- held by whoever submits them.
create or replace function count_figures() returns trigger language plpgsql security definer
  set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  month date;
  tests text[];
begin
  if tg_table_name = 'orders' and tg_op = 'UPDATE' then
    if old.submitted_at is null and new.state = 'en-route'
      and not exists (select from cost_estimate where order_id = new.id)
      and not exists (select from necessity_letter where order_id = new.id)
      and not exists (select from order_hold where order_id = new.id)
      and not exists (select from sample where order_id = new.id and rejected_at is not null)
      and not exists (select from follow_up where order_id = new.id)
      and not exists (select from reported_result where order_id = new.id)
    then
      month := date_trunc('month', new.submitted_at at time zone 'America/Chicago')::date;
      tests := array(select distinct code from unnest(''::text || new.test_codes) code order by code);
      insert into figure_count_change (institution_code, provider, tests, month, measure, cause, n, days)
        values (new.institution_code, new.provider_name, tests, month, 'submitted', '', 1, 0);
      insert into order_figure values (new.id, new.institution_code, 'submitted', '', month, tests, new.provider_name, 0);
      return null;
    end if;
    perform keep_figures(new.id);
  elsif tg_table_name = 'orders' then
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
