import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { resultsRoutes } from '#contract/results.ts'
import { MOST_RESULTS } from '#contract/results-limits.ts'
import type { CallOf } from '#contract/route.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { foundTerms, type ResultSearch } from './search.ts'
import { geneticObx } from './testing/genetic-obx.ts'

type Query = CallOf<typeof resultsRoutes.search>['query']
type MessageOptions = Parameters<typeof laboratoryMessage>[1]

let portal: TestPortal
/** Orders by what was reported, oldest first. */
const ids: Record<'truncating' | 'deletion' | 'old' | 'negative' | 'child' | 'foreign', number> = {
  ...{ truncating: 0, deletion: 0, old: 0, negative: 0, child: 0, foreign: 0 },
}
const BRCA2 = {
  gene: 'BRCA2',
  cdna: 'NM_000059.4:c.5946del',
  protein: 'p.(Ser1982ArgfsTer22)',
  variantClass: 'Pathogenic',
} as const
const F508 = {
  gene: 'CFTR',
  cdna: 'c.1521_1523delCTT',
  protein: 'p.Phe508del',
  variantClass: 'Pathogenic',
} as const
const CARRIER = { ...F508, cdna: 'c.350G>A', protein: 'p.Arg117His', section: 'Carrier finding' } as const
const UNCERTAIN = { gene: 'BRCA2', cdna: 'c.7878G>C', variantClass: 'Uncertain significance' } as const
/** By the symbol of before, without HGNC's number. */
const OF_BEFORE = {
  gene: 'GBA',
  cdna: 'c.1226A>G',
  protein: 'p.N409S',
  variantClass: 'Likely pathogenic',
} as const

let control = 0
async function sendUpdate(order: number, options: MessageOptions, ...obx: string[]) {
  control += 1
  const at = `202603${10 + control}100000`
  const raw = laboratoryMessage(`S${control}`, { order, number: `L-${order}`, at, ...options })
  expect(await portal.receive(raw + obx.join(''))).toContain('MSA|AA')
}
async function reported(at: string, ...obx: string[]): Promise<number> {
  const { id } = await portal.submitted(readyOrder(), { by: `OrderSubmitter@${at}`, at })
  await sendUpdate(id, { status: 'F', pdf: REPORT }, ...obx)
  return id
}

beforeAll(async () => {
  portal = await startPortal()
  ids.truncating = await reported(PARENT, ...geneticObx('Positive', [BRCA2, CARRIER]))
  ids.deletion = await reported(PARENT, ...geneticObx('Positive', [F508, { ...BRCA2, call: 'Absent' }]))
  ids.old = await reported(PARENT, ...geneticObx('Inconclusive', [OF_BEFORE, UNCERTAIN]))
  ids.negative = await reported(PARENT, ...geneticObx('Negative', []))
  ids.child = await reported(CHILD, ...geneticObx('Positive', [BRCA2]))
  ids.foreign = await reported(FOREIGN, ...geneticObx('Positive', [BRCA2]))
})
afterAll(() => portal?.stop())

const search = (query: Query, by = 'OrderViewer@P1', hospital = PARENT) =>
  portal.as(by).results.search({ params: { hospital }, query })
const found = async (query: Query) => (await search(query)).results.map(({ orderId }) => orderId)

describe('[RES-02] a search of results', () => {
  const CASES: [string, Query, (keyof typeof ids)[]][] = [
    ['a gene', { gene: 'BRCA2' }, ['old', 'truncating']],
    ['a gene in small letters', { gene: 'brca2' }, ['old', 'truncating']],
    ['a gene’s number in HGNC', { gene: 'HGNC:1101' }, ['old', 'truncating']],
    ['a former symbol', { gene: 'FANCD1' }, ['old', 'truncating']],
    ['a new symbol of a gene that was reported by its former one', { gene: 'GBA1' }, ['old']],
    ['a symbol that no release has', { gene: 'CFTR' }, ['deletion', 'truncating']],
    ['a variant as reported', { variant: 'NM_000059.4:c.5946del' }, ['truncating']],
    [
      'a variant with the deleted base, and another version',
      { variant: 'NM_000059.3:c.5946delT' },
      ['truncating'],
    ],
    ['a variant without its transcript', { variant: 'c.5946del' }, ['truncating']],
    ['a gene and a variant', { variant: 'BRCA2 c.5946del' }, ['truncating']],
    ['a protein of three letters', { variant: 'p.Ser1982Argfs*22' }, ['truncating']],
    ['a protein of one letter', { variant: 'F508del' }, ['deletion']],
    ['a variant of another gene', { gene: 'CFTR', variant: 'c.5946del' }, []],
    ['two genes', { gene: 'CFTR', variant: 'BRCA2 c.5946del' }, []],
    ['a class', { classification: 'Pathogenic' }, ['deletion', 'truncating', 'truncating']],
    ['a class of a gene', { gene: 'BRCA2', classification: 'Pathogenic' }, ['truncating']],
    ['a class in a positive result', { classification: 'Likely pathogenic', outcome: 'positive' }, []],
    [
      'a class in an inconclusive result',
      { classification: 'Likely pathogenic', outcome: 'uncertain' },
      ['old'],
    ],
    ['an overall result', { outcome: 'positive' }, ['deletion', 'truncating']],
    ['a negative result', { outcome: 'negative' }, ['negative']],
    ['a gene in a positive result', { gene: 'BRCA2', outcome: 'positive' }, ['truncating']],
    ['what nobody has', { variant: 'c.1A>G' }, []],
  ]
  test.each(CASES)('finds by %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected.map((name) => ids[name]))
  })

  test('gives the result with the variant by which it was found', async () => {
    const { results, total } = await search({ variant: 'R117H' })
    expect(total).toBe(1)
    expect(results).toMatchObject([
      {
        ...{ hospitalCode: PARENT, orderId: ids.truncating, testName: 'Exome', person: '' },
        ...{ outcome: 'positive', isPreliminary: false, isQuestioned: false, variants: 2 },
        variant: {
          gene: 'CFTR',
          description: 'c.350G>A p.Arg117His',
          classes: ['Pathogenic'],
          section: 'carrier',
        },
      },
    ])
    expect((await search({ outcome: 'negative' })).results).toMatchObject([
      { position: 0, variant: null, variants: 0 },
    ])
  })

  test('tells a variant that one report lists twice apart by its place in the report', async () => {
    const twice = { ...BRCA2, cdna: 'c.9978A>T' }
    const id = await reported(PARENT, ...geneticObx('Positive', [twice, UNCERTAIN, twice]))
    const { results } = await search({ variant: 'c.9978A>T' })
    expect(results.map(({ position }) => position)).toEqual([1, 3])
    expect(new Set(results.map(({ reportId }) => reportId)).size).toBe(1)
    // The other tests count what is found.
    await sendUpdate(id, { status: 'X' })
    expect((await search({ variant: 'c.9978A>T' })).total).toBe(0)
  })

  test('is of the institutions that the user may see, and of no other', async () => {
    const both = `${PARENT},${CHILD},${FOREIGN}`
    // A role at the parent counts at its child.
    expect(await found({ gene: 'BRCA2', hospitalCodes: both })).toEqual([ids.child, ids.old, ids.truncating])
    const ofChild = await search({ gene: 'BRCA2', hospitalCodes: both }, 'OrderViewer@C1', CHILD)
    expect(ofChild.results.map(({ orderId }) => orderId)).toEqual([ids.child])
    const all = await search({ gene: 'BRCA2', hospitalCodes: both }, 'Support')
    expect(all.results.map(({ orderId }) => orderId)).toEqual([
      ids.foreign,
      ids.child,
      ids.old,
      ids.truncating,
    ])
    expect(all.total).toBe(4)
    expect(await problemOfCall(search({ gene: 'BRCA2' }, 'OrderViewer@P1', FOREIGN))).toMatchObject({
      code: 'not-found',
    })
  })

  test('is paged, newest first', async () => {
    const pages = await Promise.all(
      [0, 1, 2].map((skip) => search({ classification: 'Pathogenic', skip, top: 1 })),
    )
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3])
    const variants = pages.flatMap(({ results }) => results.map(({ variant }) => variant?.description))
    expect(variants).toEqual([
      ...[
        'c.1521_1523delCTT p.Phe508del',
        'NM_000059.4:c.5946del p.(Ser1982ArgfsTer22)',
        'c.350G>A p.Arg117His',
      ],
    ])
    expect(await problemOfCall(search({ classification: 'Pathogenic', skip: 3 }))).toMatchObject({
      code: 'invalid-page',
    })
  })

  test('asks for something to search for', async () => {
    expect(await problemOfCall(search({}))).toMatchObject({
      ...{ status: 422, code: 'invalid-fields' },
      errors: [
        {
          path: '/query/gene',
          message: 'Enter a gene or a variant, or choose a class or an overall result.',
        },
      ],
    })
  })

  test('marks a result in question, and never finds a withdrawn or superseded one', async () => {
    const id = await reported(PARENT, ...geneticObx('Positive', [{ ...BRCA2, cdna: 'c.9976A>T' }]))
    const isFound = async (variant: string) =>
      (await search({ variant })).results.map(({ isQuestioned }) => isQuestioned)
    expect(await isFound('c.9976A>T')).toEqual([false])
    await sendUpdate(id, { status: 'X', test: 'WES1-OLD' })
    expect(await isFound('c.9976A>T')).toEqual([true])
    await sendUpdate(
      id,
      { status: 'C', pdf: REPORT },
      ...geneticObx('Positive', [{ ...BRCA2, cdna: 'c.9977A>T' }]),
    )
    expect(await isFound('c.9976A>T')).toEqual([])
    expect(await isFound('c.9977A>T')).toHaveLength(1)
    await sendUpdate(id, { status: 'X' })
    expect(await isFound('c.9977A>T')).toEqual([])
  })
})

describe('[RES-02] among very many results', () => {
  const MANY = 30_000
  beforeAll(async () => {
    const { url } = portal.database
    await administer(url, (db) =>
      sql`insert into result_term
        select ${PARENT}, case n % 3 when 0 then 'gene many' when 1 then 'class many' else 'c.' || n || 'a>g' end,
          timestamptz '2020-01-01' + n * interval '1 minute', report_id, n, 'positive', '{Pathogenic}'
        from (select min(report_id) as report_id from reported_result) one, generate_series(1, ${MANY}::int) n`
        .execute(db)
        .then(() => undefined),
    )
    // An index-only scan needs the visibility map.
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('vacuum analyze result_term')
    await client.end()
  })

  /** The plan as a user's request has it, and the most rows that one of its nodes has read. */
  async function planOf(search: Omit<ResultSearch, 'skip' | 'top' | 'institutions'>, most: number) {
    const plan = await portal.portal.db.transaction().execute(async (db) => {
      await sql`select set_config('karyo.institutions', ${PARENT}, true)`.execute(db)
      const query = foundTerms({ ...search, institutions: [PARENT] }, most)
      return sql`explain (analyze, timing off, format json) ${query}`.execute(db)
    })
    const text = JSON.stringify(plan.rows)
    const numbers = (name: string) =>
      [...text.matchAll(new RegExp(`"${name}":([\\d.]+)`, 'g'))].map(([, rows]) => Number(rows))
    return { text, rows: Math.max(...numbers('Actual Rows'), ...numbers('Rows Removed by Filter')) }
  }

  const SEARCHES: [string, Omit<ResultSearch, 'skip' | 'top' | 'institutions'>][] = [
    ['a frequent gene', { terms: ['gene many'], genes: [] }],
    ['a frequent gene, of any result', { terms: ['gene many'], genes: [], outcome: 'positive' }],
    ['a frequent class', { terms: ['class many'], genes: [] }],
    ['a variant', { terms: ['c.5a>g', 'c.8a>g'], genes: ['gene many'] }],
  ]
  test.each(SEARCHES)('%s is found by the index, and a page’s rows are read', async (_, search) => {
    const { text, rows } = await planOf(search, 25)
    expect(text).toContain('"Index Name":"result_term_found"')
    expect(text).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"result_term"/)
    expect(rows).toBeLessThanOrEqual(25)
  })

  test('no more are counted than are listed', async () => {
    const { rows } = await planOf({ terms: ['gene many'], genes: [] }, MOST_RESULTS)
    expect(rows).toBeLessThanOrEqual(MOST_RESULTS)
  })
})
