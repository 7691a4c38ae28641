import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CATALOGUE, INSTITUTIONS, PARENT, readyOrder } from '../../testing/world.ts'
import type { Catalogue } from './catalogue-rows.ts'
import { importCatalogue, importInstitutions } from './import.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const catalogue = () => portal.as('OrderViewer@P1').catalogue
const found = async (keywords?: string) => (await catalogue().orderable({ query: { keywords } })).tests
const codes = async (keywords?: string) => (await found(keywords)).map(({ code }) => code)
const load = (what: Catalogue) => administer(portal.database.url, (db) => importCatalogue(db, what))

describe('[API-24] search for orderable tests', () => {
  test.each([
    ['part of a name', 'exom', ['TRI6', 'WES1']],
    ['words in any order', 'panel epilepsy', ['EPI2']],
    ['a code, in lower case', 'epi2', ['EPI2']],
    ['a display code', '1300', ['ONE7']],
    ['the start of a code', 'CYS', ['CYS4']],
    [
      'a gene: the smallest panel first, tests with a choice of genes last',
      'SCN1A',
      ['EPI2', 'WES1', 'ONE7', 'PAN8'],
    ],
    ['a gene in lower case', 'cftr', ['CYS4', 'WES1']],
    ['the start of a gene', 'BRC', ['OVA3']],
    ['no match', 'zebra', []],
    ['an SQL wildcard (%)', '%', []],
    ['and the other one', '_', []],
    ['a quote', "o'", []],
  ])('finds by %s', async (_, keywords, expected) => {
    expect(await codes(keywords)).toEqual(expected)
  })

  test('lists all tests by name, in pages, if there are no keywords', async () => {
    const all = await codes()
    expect(all.toSorted()).toEqual(CATALOGUE.tests.map(({ code }) => code).sort())
    const page = await catalogue().orderable({ query: { skip: 2, top: 2 } })
    expect(page.total).toBe(9)
    expect(page.tests.map(({ code }) => code)).toEqual(all.slice(2, 4))
  })

  test('sorts as requested, ignoring letter case', async () => {
    const by = async (orderBy: string) =>
      (await catalogue().orderable({ query: { keywords: 'scn1a', orderBy } })).tests.map(({ code }) => code)
    expect(await by('geneCount')).toEqual(['ONE7', 'EPI2', 'PAN8', 'WES1'])
    expect(await by('TURNAROUNDDAYS desc')).toEqual(['EPI2', 'PAN8', 'ONE7', 'WES1'])
    expect((await problemOfCall(by('name; drop'))).errors).toMatchObject([{ path: '/query/orderBy' }])
  })

  test('returns the gene that matched', async () => {
    expect((await found('scn')).map(({ matchedGene }) => matchedGene)).toEqual(Array(4).fill('SCN1A'))
    expect((await found('exome'))[0]?.matchedGene).toBeNull()
  })

  test('returns everything that ordering a test needs', async () => {
    const test = await catalogue().test({ params: { code: 'OVA3' }, query: {} })
    expect(test).toMatchObject({ code: 'OVA3', genes: ['BRCA1'], specimens: ['Blood'], sex: 'Female' })
    expect(test).toMatchObject({ turnaroundDays: 15, listPriceCents: 100_000, cptCodes: ['81479'] })
    expect(test.consents.map(({ id, kind, required }) => [id, kind, required])).toEqual([
      ['testing', 'yes-no', true],
      ['research', 'checkbox', false],
    ])
    expect(await problemOfCall(catalogue().test({ params: { code: 'NO9' }, query: {} }))).toMatchObject({
      ...{ code: 'not-found', detail: 'There is no test NO9.' },
    })
  })
})

test('[API-22] lists the eight categories in the laboratory’s order, each with its number of listed tests', async () => {
  const response = await portal.request('/api/categories')
  const categories = (await response.json()) as { category: string; tests: number }[]
  expect(categories.map(({ category, tests }) => [category, tests])).toEqual([
    ['carrier', 1],
    ['rapid', 0],
    ['wgs', 0],
    ['wes', 2],
    ['cma', 0],
    ['mito', 0],
    ['confirmation', 2],
    ['ngs', 3],
  ])
})

test('finds ICD-10 codes by the start of the code and by words in any order', async () => {
  const icd10 = async (keywords: string) =>
    (await catalogue().icd10({ query: { keywords } })).map(({ code }) => code)
  expect(await icd10('g40')).toEqual(['G40.309'])
  expect(await icd10('EPILEPSY idiopathic')).toEqual(['G40.309'])
  expect(await icd10('disorder')).toEqual(['F84.0'])
  expect(await icd10('')).toEqual(['F84.0', 'G40.309'])
  expect(await icd10('%')).toEqual([])
})

test('[UX-26] among equal matches, lists the most ordered test first, then one whose name starts with the words', async () => {
  const order = ['A Panel of Exomes', 'Exome Additional Member', 'Whole Exome Trio', 'Exome Quad'] as const
  const [wes] = CATALOGUE.tests.filter(({ code }) => code === 'WES1')
  if (!wes) throw new Error('the world has an exome')
  const made = (name: string, orderedOften: number) => ({
    ...{ ...wes, code: name.replaceAll(/[^A-Z]/g, '') + name.length, name, genes: [], orderedOften },
  })
  const more = [made(order[0], 0), made(order[1], 150), made(order[2], 2900), made(order[3], 0)]
  const tests = CATALOGUE.tests.map((test) => ({ ...test, orderedOften: 0 }))
  await load({ ...CATALOGUE, tests: [...tests, ...more] })
  const names = (await found('exome')).map(({ testName }) => testName)
  await load(CATALOGUE)
  expect(names.slice(0, 3)).toEqual([order[2], order[1], order[3]])
  expect(names.indexOf(order[0])).toBeGreaterThan(2)
})

describe('import of the laboratory’s catalogue', () => {
  test('gives the same result twice', async () => {
    const everything = async () => [
      await found(),
      await catalogue().test({ params: { code: 'WES1' }, query: {} }),
    ]
    const before = await everything()
    await load(CATALOGUE)
    expect(await everything()).toEqual(before)
  })

  test('makes tests that are no longer in the files unorderable, while old orders still show them', async () => {
    const submitted = await portal.submitted(readyOrder('Old', 'CON5'))
    const draft = await portal.draft(readyOrder('Begun', 'CON5'))
    await load({ ...CATALOGUE, tests: CATALOGUE.tests.filter(({ code }) => code !== 'CON5') })

    expect(await codes('confirmation')).toEqual([])
    expect(await problemOfCall(catalogue().test({ params: { code: 'CON5' }, query: {} }))).toMatchObject({
      status: 404,
    })
    const orders = portal.as('OrderSubmitter@P1').orders
    const params = { hospital: PARENT, id: submitted.id }
    expect((await orders.get({ params })).document.tests[0]?.testName).toBe('Confirmation of a Variant')
    const { ordersDTO } = await orders.list({ params, query: { keyword: 'confirmation variant' } })
    expect(ordersDTO.map(({ id }) => id).sort()).toEqual([submitted.id, draft.id])
    const refusal = await problemOfCall(
      orders.submit({ params: { hospital: PARENT, id: draft.id }, query: SIGNED, headers: {} }),
    )
    expect(refusal.errors).toMatchObject([{ path: '/tests/0/testCode', rule: 'unknown' }])

    await load(CATALOGUE)
    const again = await orders.submit({
      params: { hospital: PARENT, id: draft.id },
      query: SIGNED,
      headers: {},
    })
    expect(again.state).toBe('en-route')
  })

  test('has the laboratory’s own categories, and forgets one when no order has a test of it', async () => {
    const own = { category: 'heart', name: 'Heart', description: 'All of the heart' }
    const changed = CATALOGUE.tests.map((one) => (one.code === 'EPI2' ? { ...one, category: 'heart' } : one))
    const { categories } = CATALOGUE
    await load({ ...CATALOGUE, categories: [own, ...categories], tests: changed })
    const listed = async () => (await catalogue().categories()).map(({ category }) => category)
    expect((await listed())[0]).toBe('heart')
    const named = await catalogue().testsOfCategory({ params: { name: 'HEART' } })
    expect(named.map(({ code, category }) => [code, category])).toEqual([['EPI2', 'heart']])
    await load(CATALOGUE)
    expect(await listed()).toEqual(categories.map(({ category }) => category))
  })

  test('updates names, genes and consents', async () => {
    const changed = CATALOGUE.tests.map((one) =>
      one.code === 'EPI2' ? { ...one, name: 'Seizure Panel', genes: ['CDKL5'], consents: ['testing'] } : one,
    )
    await load({ ...CATALOGUE, tests: changed })
    expect(await codes('seizure')).toEqual(['EPI2'])
    expect(await codes('kcnq2')).toEqual(['PAN8'])
    expect(await codes('cdkl5')).toEqual(['EPI2', 'PAN8'])
    const { consents } = await catalogue().test({ params: { code: 'EPI2' }, query: {} })
    expect(consents.map(({ id }) => id)).toEqual(['testing'])
    await load(CATALOGUE)
  })

  test("updates a test's sections, institution-specific questions, codes, relations and VA lists", async () => {
    const noFollowing = { sections: [], relatedTests: [], clientCodes: [], vaTests: [], vaStations: [] }
    const consents = CATALOGUE.consents.map((one) => ({ ...one, institutions: [], category: 'Changed' }))
    await load({ ...CATALOGUE, ...noFollowing, consents })
    const trio = await catalogue().test({ params: { code: 'TRI6' }, query: {} })
    expect(trio.sections).toEqual([])
    expect(trio.consents.map(({ id, category }) => [id, category])).toContainEqual(['child-only', 'Changed'])
    const known = await catalogue().byClientTestCodes({ headers: { clienttestcodes: 'P-17,WES1' } })
    expect(known.map(({ clientTestCode }) => clientTestCode)).toEqual(['WES1'])
    expect(await catalogue().pair({ params: { code: 'WES1' } })).toEqual([])
    expect([await catalogue().va(), await catalogue().vaStations({ query: {} })]).toEqual([[], []])

    await load(CATALOGUE)
    expect((await catalogue().test({ params: { code: 'TRI6' }, query: {} })).sections).toHaveLength(2)
    expect(await catalogue().pair({ params: { code: 'WES1' } })).toHaveLength(1)
    expect(await catalogue().va()).toHaveLength(3)
  })

  test('imports institutions in any file order, grandchildren included', async () => {
    const [parent] = INSTITUTIONS
    if (!parent) throw new Error('the world has institutions')
    const one = (code: string, parentCode: string | null) => ({
      ...parent,
      code,
      name: `Clinic ${code}`,
      parentCode,
    })
    const files = [one('G3', 'G2'), one('G2', 'G1'), one('G1', null)]
    await administer(portal.database.url, (db) => importInstitutions(db, files))
    const stored = portal.worker.db
      .selectFrom('institution')
      .select(['code', 'parent_code'])
      .where('code', 'like', 'G%')
    expect(await stored.orderBy('code').execute()).toEqual([
      { code: 'G1', parent_code: null },
      { code: 'G2', parent_code: 'G1' },
      { code: 'G3', parent_code: 'G2' },
    ])
  })
})
