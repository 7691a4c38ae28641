-- The sums of what all orders count for, in one pass.
create or replace function refill_figure_counts() returns void language plpgsql set search_path = public as $$
begin
  truncate figure_count, figure_count_change;
  insert into figure_count
    select institution_code, any_or_one, test, month, measure, cause, count(*), sum(days)
    from order_figure, unnest(tests) test, unnest(case when provider = '' then array[''] else array['', provider] end) any_or_one
    group by 1, 2, 3, 4, 5, 6;
  update figure_backlog set below = 0;
  analyze order_figure, figure_count;
end $$;
revoke execute on function refill_figure_counts() from public;
