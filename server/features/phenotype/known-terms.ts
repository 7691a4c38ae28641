import { type Kysely, sql } from 'kysely'
import type { KnownTerm, PhenotypeContext } from '#domain/orders/phenotype.ts'
import { NO_FINDINGS } from '#domain/phenotype/term.ts'
import type { Tables } from '#server/database/schema/tables.ts'

interface TermRow {
  id: string
  label: string | null
  /** Null for an identifier that the release does not have. */
  obsolete: boolean | null
  replacement_id: string | null
  replacement_label: string | null
  above: string[]
}

/**
 * What the imported release has about terms, one entry for each of `ids`; undefined if none is imported, and
 * without a query if there are no terms. The number of terms in one document is bounded (MOST_FEATURES), and so
 * is a term's depth.
 */
export async function knownTerms(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<PhenotypeContext | undefined> {
  const named = [...new Set(ids)]
  if (named.length === 0) return undefined
  const release = await db.selectFrom('hpo_release').select('version').executeTakeFirst()
  if (!release) return undefined
  const { rows } = await sql<TermRow>`
    with recursive named as (select unnest(${named}::text[]) as id),
      upward as (
        select n.id, p as above from named n join hpo_term t on t.id = n.id, unnest(t.parents) p
        union
        select u.id, p from upward u join hpo_term t on t.id = u.above, unnest(t.parents) p
      )
    select n.id, t.label, t.obsolete, r.id as replacement_id, r.label as replacement_label,
      array(select u.above from upward u where u.id = n.id
              and u.above = any (${[...named, ...NO_FINDINGS]}::text[]) order by u.above) as above
    from named n
    left join hpo_term t on t.id = n.id
    left join lateral (
      select m.id from hpo_term m where t.id is null and m.alternative_ids @> array[n.id] limit 1
    ) merged on true
    left join hpo_term r on r.id = coalesce(merged.id, t.replaced_by) and not r.obsolete`.execute(db)
  return { release: release.version, terms: rows.map(knownTerm) }
}

const NOT_FINDINGS: readonly string[] = NO_FINDINGS

function knownTerm(row: TermRow): KnownTerm {
  const { id, label, obsolete, replacement_id, replacement_label } = row
  const replacement = replacement_id === null ? null : { id: replacement_id, label: replacement_label ?? '' }
  const isFinding = ![id, ...row.above].some((one) => NOT_FINDINGS.includes(one)) && id !== 'HP:0000001'
  const state =
    obsolete === null
      ? replacement
        ? 'retired'
        : 'unknown'
      : obsolete
        ? 'retired'
        : isFinding
          ? 'current'
          : 'no-finding'
  return {
    ...{ id, label: label ?? '', state, replacement },
    above: row.above.filter((one) => one !== id),
  }
}
