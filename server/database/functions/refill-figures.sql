-- All figures again from the orders' rows: repairs whatever is wrong with them. Orders can't be written meanwhile.
create or replace function refill_figures() returns void language plpgsql set search_path = public as $$
begin
  lock table orders, order_hold, sample, necessity_letter, cost_estimate, reported_result, reported_variant, follow_up in share mode;
  truncate order_figure;
  perform refill_order_figures(min(id), max(id)) from orders;
  perform refill_figure_counts();
end $$;
revoke execute on function refill_figures() from public;
