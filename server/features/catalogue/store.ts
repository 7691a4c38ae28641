import { type Kysely, sql } from 'kysely'
import type { AgeLimits } from '#domain/orders/test-subjects.ts'
import { table } from '#domain/table.ts'
import type { Turnaround } from '#domain/turnaround/turnaround.ts'
import { likeText } from '#server/database/like.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** The catalogue is public, so its store takes a connection and not a scope. */
export type Catalogue = Kysely<Tables>

/** The columns of a test’s summary. */
export const SUMMARY = [
  'test.id',
  'test.code',
  'test.display_test_code',
  'test.name',
  'test.test_type',
  'test.category',
  'test.display_in_catalog',
  'test.gene_count',
  'test.turnaround_days',
  sql<AgeLimits | null>`(select setting -> 'ages' from test_setting
    where test_setting.test_code = test.code and topic = 'subjects')`.as('ages'),
  sql<Pick<Turnaround, 'amount' | 'unit'> | null>`(
    select jsonb_build_object('amount', setting -> 'amount', 'unit', setting -> 'unit') from test_setting
    where test_setting.test_code = test.code and topic = 'turnaround')`.as('turnaround'),
] as const

/** The categories in the laboratory's order, each with the number of its tests in the public catalogue. */
export function categories(db: Catalogue) {
  return db
    .selectFrom('test_category as c')
    .leftJoin('test', (join) =>
      join
        .onRef('test.category', '=', 'c.category')
        .on('test.orderable', '=', true)
        .on('test.display_in_catalog', '=', true),
    )
    .select(['c.category', 'c.name', 'c.description'])
    .select((eb) => eb.fn.count<number>('test.code').as('tests'))
    .groupBy(['c.category', 'c.position', 'c.name', 'c.description'])
    .orderBy('c.position')
    .execute()
}

/** The category with this key or name, ignoring letter case. */
export function categoryNamed(db: Catalogue, name: string) {
  return db
    .selectFrom('test_category')
    .select('category')
    .where((eb) =>
      eb.or([eb('category', '=', name.toLowerCase()), eb(sql`lower(name)`, '=', name.toLowerCase())]),
    )
    .executeTakeFirst()
}

/** Sort columns, by lower-case key. */
const ORDER_COLUMNS = table<string>({
  code: 'code',
  testname: 'name',
  category: '(select position from test_category c where c.category = test.category)',
  turnarounddays: 'turnaround_days',
  genecount: 'gene_count',
  testtype: 'test_type',
})

export interface Search {
  keywords?: string | undefined
  category?: string | undefined
  /** Only tests in the public catalogue. */
  listed?: boolean
  /** A field of a test's summary, then ASC or DESC, ignoring letter case; without it, best match first. */
  orderBy?: string | undefined
  skip?: number
  top?: number
}

/**
 * Orderable tests whose code, name or genes contain every word of `keywords`. Best match: exact code, exact
 * gene in a small panel, the words as typed in the name, then the rest; among equal matches the most ordered
 * test first, then one whose name starts with the words. A test with a choice of genes matches every one of
 * them, but does not come first for any.
 */
export async function searchTests(db: Catalogue, search: Search) {
  const words = (search.keywords ?? '').trim().split(/\s+/).filter(Boolean)
  const phrase = words.join(' ')
  const gene = phrase.toUpperCase()
  let found = db.selectFrom('test').where('orderable', '=', true)
  if (search.category !== undefined) found = found.where('category', '=', search.category)
  if (search.listed) found = found.where('display_in_catalog', '=', true)
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
  let page = found.select(SUMMARY).select(
    sql<
      string | null
    >`(select gene from unnest(genes) gene where ${gene} <> '' and gene ilike ${`${likeText(gene)}%`}
        order by length(gene), gene limit 1)`.as('matched_gene'),
  )
  const [field = '', direction = ''] = (search.orderBy ?? '').toLowerCase().split(' ')
  const column = ORDER_COLUMNS[field]
  if (column) page = page.orderBy(sql.raw(column), direction === 'desc' ? 'desc' : 'asc')
  else
    page = page
      .orderBy(
        sql`case when code = ${phrase} or display_test_code = ${phrase} then 0
                 when ${gene} = any (genes) and gene_choice = 'all' then 1
                 when name ilike ${`%${likeText(phrase)}%`} then 2 else 3 end`,
      )
      .orderBy(sql`case when ${gene} = any (genes) then gene_count else 0 end`)
      .orderBy('ordered_often', 'desc')
      .orderBy(sql`name not ilike ${`${likeText(phrase)}%`}`)
  page = page.orderBy('name').orderBy('code')
  if (search.top !== undefined) page = page.offset(search.skip ?? 0).limit(search.top)
  return { total, rows: await page.execute() }
}

/** Full rows of the orderable tests, unordered. */
export function testsByCodes(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('test')
    .selectAll()
    .select(SUMMARY)
    .where('code', 'in', [...codes, ''])
    .where('orderable', '=', true)
    .execute()
}

export function testById(db: Catalogue, id: number) {
  return db
    .selectFrom('test')
    .selectAll()
    .select(SUMMARY)
    .where('id', '=', id)
    .where('orderable', '=', true)
    .executeTakeFirst()
}

/** VA hospitals' tests, by panel, in the laboratory's order; a test in several panels appears in each. */
export function vaTests(db: Catalogue) {
  return db
    .selectFrom('va_test')
    .innerJoin('test', 'test.code', 'va_test.test_code')
    .select(SUMMARY)
    .select('va_test.panel')
    .where('test.orderable', '=', true)
    .orderBy('va_test.position')
    .execute()
}

/** VA stations by state, city and name; optionally those of one state, by its two-letter code. */
export function vaStations(db: Catalogue, state?: string) {
  let stations = db.selectFrom('va_station').selectAll()
  if (state !== undefined) stations = stations.where('state', '=', state)
  return stations.orderBy('state').orderBy('city').orderBy('name').orderBy('number').execute()
}
