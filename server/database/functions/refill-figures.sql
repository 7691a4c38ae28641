-- All figures again from the orders' rows, in one pass: repairs whatever is wrong with them. Orders can't be written meanwhile.
create or replace function refill_figures() returns void language plpgsql set search_path = public as $$
begin
  lock table orders, order_hold, sample, necessity_letter, cost_estimate, reported_result, reported_variant, follow_up in share mode;
  truncate order_figure, figure_count, figure_count_change;
  insert into order_figure select f.* from (
      select array_agg(id) as ids from orders where submitted_at is not null group by id / 1000) batches,
    lateral figures_of(ids) f;
  insert into figure_count
    select institution_code, any_or_one, test, month, measure, cause, count(*), sum(days)
    from order_figure, unnest(tests) test, unnest(case when provider = '' then array[''] else array['', provider] end) any_or_one
    group by 1, 2, 3, 4, 5, 6;
  update figure_backlog set below = 0;
  analyze order_figure, figure_count;
end $$;
revoke execute on function refill_figures() from public;
