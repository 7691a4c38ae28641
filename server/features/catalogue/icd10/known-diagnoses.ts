import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { KnownDiagnosis } from '#domain/icd10/diagnosis-code.ts'

/** The most codes offered instead of one. */
const OFFERED = 12

/**
 * A part of a query: what the laboratory's list has about these codes, with others to choose from if one
 * cannot be used on `day`. A list without headings is a selection: codes that are not in it are left out.
 */
export function knownDiagnoses(codes: readonly string[], day: IsoDate): RawBuilder<KnownDiagnosis[]> {
  return sql<KnownDiagnosis[]>`(
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
              and not billable and ${day}::date between valid_from and valid_until
            order by length(code) desc limit 1) heading
          join icd10 below on below.code ~>=~ heading.code and below.code ~<~ (heading.code || '~')
          where below.billable and ${day}::date between below.valid_from and below.valid_until
          order by place limit ${OFFERED}) nearest), '[]') end)), '[]')
    from unnest(${[...new Set(codes)]}::text[]) given
    cross join lateral (
      select json_agg(json_build_object(
          'from', case when isfinite(valid_from) then valid_from::text else '' end,
          'until', case when isfinite(valid_until) then valid_until::text else '' end,
          'billable', billable) order by valid_from) as periods,
        coalesce(bool_or(billable and ${day}::date between valid_from and valid_until), false) as valid
      from icd10 where code = given) known
    where known.periods is not null or exists (select from icd10 where not billable))`
}
