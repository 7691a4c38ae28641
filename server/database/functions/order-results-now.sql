-- What the list of orders says of each order's result, a row each (`listedResultInWords`): the overall results of the current
-- reports of its patient or fetuses, that data has none only beside nothing better, a document only beside no data; 'withdrawn' where
-- none is current any more. Without settings of its own, so that a condition on `order_id` reaches the tables.
create or replace function order_results_now()
  returns table (order_id bigint, result text, institution_code text, state text, ordered_at timestamptz)
  language sql stable as $$
  select o.id, found.result, o.institution_code, listed_state(o), coalesce(o.submitted_at, o.created_at)
  from (
    select distinct ranked.order_id, ranked.result from (
      select r.order_id, r.outcome as result, rank() over (partition by r.order_id
        order by case r.outcome when 'document' then 2 when 'none' then 1 else 0 end) as place
      from reported_result r where person = 'proband' or person like 'fetus-%'
    ) ranked where place = 1
    union all
    select r.order_id, 'withdrawn' from report r where person = 'proband' or person like 'fetus-%'
    group by 1 having bool_or(r.state = 'withdrawn') and not bool_or(r.state = 'current')
  ) found join orders o on o.id = found.order_id
$$;
revoke execute on function order_results_now() from public;
