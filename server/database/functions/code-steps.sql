-- How far the tests of a family's relatives are at the clinics that redeemed their codes, as far as each person agreed. Who
-- agreed to “tested” is tested, whatever the result. Who agreed first and then no longer is “no longer told”: since when, and
-- nothing else. A result whose report the laboratory is checking counts no more than none. For the worker; a request reads agreed_code_steps.
create or replace function code_steps(of_family bigint)
  returns table (finding_id bigint, member text, kind text, on_day date, copies integer[])
  language sql stable security definer set search_path = public as $$
  with told as (
    select c.finding_id, c.member, u.tells, u.sample_on, u.result_on, u.result, u.copies, u.code_id, u.order_id
    from cascade_code c join cascade_code_use u on u.code_id = c.id
    where c.family_id = of_family and u.tells in ('tested', 'result')
  )
  select finding_id, member, kind, on_day, copies from (
    select finding_id, member, 'sample' as kind, sample_on as on_day, '{}'::integer[] as copies, code_id, 1 as place
      from told where sample_on is not null
    union all
    select finding_id, member, case when tells = 'result' then result else 'tested' end, result_on,
        case when tells = 'result' then copies else '{}' end, code_id, 2
      from told where result <> '' and result_on is not null and not exists (select from questioned_reports(order_id))
    union all
    select c.finding_id, c.member, 'no longer told', u.ended_on, '{}', u.code_id, 3
      from cascade_code c join cascade_code_use u on u.code_id = c.id
      where c.family_id = of_family and u.tells = 'nothing'
        and u.ended_on is not null
  ) steps order by code_id, place
$$;
revoke execute on function code_steps(bigint) from public;
grant execute on function code_steps(bigint) to karyo_worker;
