import { type Kysely, sql } from 'kysely'
import { likeText } from '#server/database/like.ts'
import type { Tables } from '#server/database/tables.ts'

/** The catalogue is public: its store takes a connection, not a scope. */
export type Catalogue = Kysely<Tables>

/** The columns of a test's summary. */
const SUMMARY = [
  'test.id',
  'test.code',
  'test.display_test_code',
  'test.name',
  'test.test_type',
  'test.category',
  'test.display_in_catalog',
  'test.gene_count',
  'test.turnaround_days',
] as const

export function categories(db: Catalogue) {
  return db
    .selectFrom('test_category as c')
    .leftJoin('test', (join) =>
      join.onRef('test.category', '=', 'c.category').on('test.orderable', '=', true),
    )
    .select(['c.category', 'c.name', 'c.description'])
    .select((eb) => eb.fn.count<number>('test.code').as('tests'))
    .groupBy(['c.category', 'c.position', 'c.name', 'c.description'])
    .orderBy('c.position')
    .execute()
}

/**
 * Orderable tests whose code, name or one of whose genes has every word of `keywords`, best first: exact code, exact
 * gene in a small panel, beginning of the name, then the rest.
 */
export async function searchTests(db: Catalogue, keywords: string, skip: number, top: number) {
  const words = keywords.trim().split(/\s+/).filter(Boolean)
  const whole = words.join(' ')
  const gene = whole.toUpperCase()
  let found = db.selectFrom('test').where('orderable', '=', true)
  for (const word of words)
    found = found.where((eb) =>
      eb.or([
        eb('test.name', 'ilike', `%${likeText(word)}%`),
        eb('test.code', 'ilike', `${likeText(word)}%`),
        eb('test.display_test_code', 'ilike', `${likeText(word)}%`),
        sql<boolean>`exists (select from unnest(genes) gene where gene ilike ${`${likeText(word)}%`})`,
      ]),
    )
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(SUMMARY)
    .select(
      sql<
        string | null
      >`(select gene from unnest(genes) gene where ${gene} <> '' and gene ilike ${`${likeText(gene)}%`}
        order by length(gene), gene limit 1)`.as('matched_gene'),
    )
    .orderBy(
      sql`case when code = ${whole} or display_test_code = ${whole} then 0
               when ${gene} = any (genes) then 1
               when name ilike ${`${likeText(whole)}%`} then 2
               when name ilike ${`%${likeText(whole)}%`} then 3 else 4 end`,
    )
    .orderBy(sql`case when ${gene} = any (genes) then gene_count else 0 end`)
    .orderBy('name')
    .orderBy('code')
    .offset(skip)
    .limit(top)
    .execute()
  return { total, rows }
}

export function testByCode(db: Catalogue, code: string) {
  return db
    .selectFrom('test')
    .selectAll()
    .where('code', '=', code)
    .where('orderable', '=', true)
    .executeTakeFirst()
}

export function consentsOf(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('test_consent')
    .innerJoin('consent', 'consent.id', 'test_consent.consent_id')
    .selectAll('consent')
    .select('test_consent.test_code')
    .where('test_consent.test_code', 'in', [...codes, ''])
    .orderBy('consent.position')
    .execute()
}

export function testsByCodes(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('test')
    .selectAll()
    .where('code', 'in', [...codes, ''])
    .where('orderable', '=', true)
    .execute()
}

/** Codes that begin with what was typed, and descriptions that hold all its words. */
export function searchIcd10(db: Catalogue, keywords: string, top: number) {
  const words = keywords.trim().split(/\s+/).filter(Boolean)
  return db
    .selectFrom('icd10')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('code', 'ilike', `${likeText(keywords.trim())}%`),
        eb.and(words.map((word) => eb('description', 'ilike', `%${likeText(word)}%`))),
      ]),
    )
    .orderBy(sql`code not ilike ${`${likeText(keywords.trim())}%`}`)
    .orderBy('code')
    .limit(top)
    .execute()
}
