-- What these orders count for in a clinic's figures, from their rows alone. Each order counts once for a measure and cause, in the
-- month in which that first happened, so that months add up and a number is the length of the list behind it.
create or replace function figures_of(ids bigint[]) returns setof order_figure language sql stable as $$
  select o.id, o.institution_code, f.measure, f.cause,
    date_trunc('month', f.at at time zone 'America/Chicago')::date,
    coalesce(f.tests, array(select distinct code from unnest(''::text || o.test_codes) code order by code)), o.provider_name, f.days
  from orders o
  cross join lateral (
    select 'submitted' as measure, '' as cause, o.submitted_at as at, 0 as days, null::text[] as tests
    union all
    select 'cancelled', '', o.submitted_at, 0, null where o.state = 'cancelled'
    union all
    select 'reported', case when o.expected_on is null then 'no-day' when r.late <= 0 then 'on-time'
        when r.late <= 2 then 'late-1' when r.late <= 5 then 'late-3' when r.late <= 10 then 'late-6' else 'late-11' end,
      o.reported_at, greatest(0, r.day - (o.submitted_at at time zone 'America/Chicago')::date), null
    from (select day, day - o.expected_on as late
      from (select (o.reported_at at time zone 'America/Chicago')::date as day) d) r
    where o.state = 'reported' and o.reported_at is not null
    union all
    select 'unopened', '', o.reported_at, 0, null
      where o.state = 'reported' and o.reported_at is not null and o.report_opened_at is null
    union all
    select 'unacknowledged', '', min(opened_at), 0, null
      from follow_up where order_id = o.id and kind = 'report' and closed_at is null having count(*) > 0
    union all
    select 'hold', case when grouping(kind) = 1 then '' else kind end, min(held_at), 0, null
      from order_hold where order_id = o.id group by grouping sets ((), (kind)) having count(*) > 0
    union all
    select 'rejected', case when grouping(reject_code) = 1 then '' when reject_code = '' then 'none' else reject_code end,
      min(rejected_at), 0, null
      from sample where order_id = o.id and rejected_at is not null
      group by grouping sets ((), (reject_code)) having count(*) > 0
    union all
    select 'authorization', 'required', o.submitted_at, 0, null
      from (select content from cost_estimate where institution_code = o.institution_code and order_id = o.id
        order by made_at desc, id desc limit 1) newest
      where content #>> '{estimate,authorizationRequired}' = 'yes'
    union all
    select 'authorization', 'letter', min(signed_at), 0, null
      from necessity_letter where order_id = o.id and signed_at is not null having count(*) > 0
    union all
    -- The results of those tested, not of relatives: of the order the strongest, and of each test.
    select 'result', (array_agg(r.outcome order by array_position(
        array['positive', 'uncertain', 'negative', 'other', 'failed', 'none', 'document'], r.outcome)))[1],
      coalesce(o.reported_at, min(r.reported_at)), 0, array[case when grouping(r.test_code) = 1 then '' else r.test_code end]
      from reported_result r where r.order_id = o.id and not r.is_preliminary
        and case r.person when 'proband' then true else (o.document #> '{pregnancy,fetuses}') @> jsonb_build_array(
          jsonb_build_object('key', r.person)) end
      group by grouping sets ((), (r.test_code))
      having count(*) > 0 and (grouping(r.test_code) = 1 or r.test_code <> '')
    union all
    -- Of what answers the question, a variant of uncertain significance is the strongest.
    select 'vus', '', coalesce(o.reported_at, min(r.reported_at)), 0,
      array[case when grouping(r.test_code) = 1 then '' else r.test_code end]
      from reported_result r join reported_variant v on v.report_id = r.report_id and v.section = 'main'
      where r.order_id = o.id and not r.is_preliminary
        and case r.person when 'proband' then true else (o.document #> '{pregnancy,fetuses}') @> jsonb_build_array(
          jsonb_build_object('key', r.person)) end
      group by grouping sets ((), (r.test_code))
      having bool_or('Uncertain significance' = any (v.classes))
        and not bool_or(v.classes && array['Pathogenic', 'Likely pathogenic'])
        and (grouping(r.test_code) = 1 or r.test_code <> '')
  ) f
  where o.id = any (ids) and o.submitted_at is not null
$$;
revoke execute on function figures_of(bigint[]) from public;
