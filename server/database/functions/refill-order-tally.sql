-- The counts of all orders, in one pass.
create or replace function refill_order_tally() returns void language plpgsql set search_path = public as $$
begin
  truncate order_tally, order_tally_change;
  insert into order_tally
    with counted as (
      select institution_code, listed as state, day, test_codes, provider_name, is_unread, count(*) as n,
        grouping(day, test_codes, provider_name, is_unread) as left_out
      from (
        select *, (coalesce(submitted_at, created_at) at time zone 'America/Chicago')::date as day,
          state = 'reported' and report_opened_at is null as is_unread, listed_state(orders) as listed
        from orders where not is_blank
      ) o
      group by institution_code, listed, grouping sets ((), (day), (test_codes), (provider_name), (is_unread))
    ), named as (
      select institution_code, state, 'all' as about, case when state = 'ordered' then 'ordered' else '' end as value, n
        from counted where left_out = b'1111'::int
      union all
      select institution_code, state, 'day', to_char(day, 'YYYY-MM-DD'), n from counted where left_out = b'0111'::int
      union all
      select institution_code, state, 'test', code, n
        from counted, lateral (select distinct code from unnest(test_codes) code) codes where left_out = b'1011'::int
      union all
      select institution_code, state, 'provider', provider_name, n from counted
        where left_out = b'1101'::int and provider_name <> ''
      union all
      select institution_code, state, 'unread', '', n from counted where left_out = b'1110'::int and is_unread
      union all
      select institution_code, state, 'result', result, count(*) from order_result group by 1, 2, 4
    )
    select institution_code, about, value, state, sum(n) from named group by 1, 2, 3, 4 order by 1, 2, 3, 4;
  analyze order_tally;
end $$;
revoke execute on function refill_order_tally() from public;
