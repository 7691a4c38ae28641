-- What the laboratory's list has about these codes, as JSON, with at most `most` others to choose from if one cannot be used on
-- `asked_on`. A list without headings is a selection: codes that are not in it are left out. A function because its plan is kept:
-- within the statement that each order asks for its rules it was planned each time, in three times what it takes to answer it.
create or replace function known_diagnoses(codes text[], asked_on date, most int) returns json language plpgsql stable
  set search_path = public set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'code', given,
      'periods', coalesce(known.periods, '[]'),
      'offered', case when known.valid then '[]' else coalesce((
        select json_agg(json_build_object('code', code, 'description', description) order by place)
        from (
          select below.code, below.description,
            row_number() over (order by below.code ~ '^O.{6}[1-9]$', below.code) as place
          from (
            -- The nearest heading above; of a heading, itself.
            select code from icd10
            where code in (select rtrim(left(given, size), '.') from generate_series(3, length(given)) size)
              and not billable and asked_on between valid_from and valid_until
            order by length(code) desc limit 1) heading
          join icd10 below on below.code ~>=~ heading.code and below.code ~<~ (heading.code || '~')
          where below.billable and asked_on between below.valid_from and below.valid_until
          order by place limit most) nearest), '[]') end)), '[]')
    from unnest(codes) given
    cross join lateral (
      select json_agg(json_build_object(
          'from', case when isfinite(valid_from) then valid_from::text else '' end,
          'until', case when isfinite(valid_until) then valid_until::text else '' end,
          'billable', billable) order by valid_from) as periods,
        coalesce(bool_or(billable and asked_on between valid_from and valid_until), false) as valid
      from icd10 where code = given) known
    where known.periods is not null or exists (select from icd10 where not billable));
end $$;
revoke execute on function known_diagnoses(text[], date, integer) from public;
grant execute on function known_diagnoses(text[], date, integer) to karyo_portal, karyo_worker;
