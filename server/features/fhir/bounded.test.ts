import type { Bundle } from 'fhir/r4.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { addManyLike } from '#server/testing/many-orders.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { WINDOW } from './candidates.ts'
import { SEARCHABLE, SEARCHABLE_TYPES } from './criteria.ts'
import { fhirOf } from './testing/request.ts'

/** More orders than one request examines. */
const ORDERS = 4 * WINDOW + 50

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
let viewer: string
let last: number
beforeAll(async () => {
  portal = await startPortal()
  fhir = fhirOf(portal)
  viewer = await fhir.user('OrderViewer@P1')
  const { id } = await portal.submitted()
  await addManyLike(portal.database.url, { of: id, count: ORDERS, first: id + 1 })
  const other = readyOrder('Last')
  other.orderingProvider = {
    ...other.orderingProvider,
    ...{ firstName: 'Zoë', lastName: 'Ramnefjell', npi: '1000000012' },
  }
  const [person] = other.patients
  if (person) person.recordNumber = 'MRN-LAST'
  ;({ id: last } = await submittedBehind(other, id + ORDERS + 1))
})
afterAll(() => portal?.stop())

/** Submits an order with the number `id`. */
async function submittedBehind(document: ReturnType<typeof readyOrder>, id: number) {
  await administer(portal.database.url, (db) =>
    sql`select setval(pg_get_serial_sequence('orders', 'id'), ${id}::bigint, false)`.execute(db),
  )
  return portal.submitted(document)
}

/** All pages of a search, as the number of resources on each. */
async function pagesOf(path: string): Promise<number[]> {
  const pages: number[] = []
  let next: string | undefined = path
  while (next !== undefined && pages.length < 10) {
    const page: Bundle = await fhir.get(next, viewer)
    pages.push(page.entry?.length ?? 0)
    const url: string | undefined = page.link?.find(({ relation }) => relation === 'next')?.url
    next = url?.slice(url.indexOf(path.split('?')[0] ?? ''))
  }
  return pages
}

describe('[SEC-11] a search examines a limited number of orders, and links to where it continues', () => {
  test('if nothing matches, for every type and parameter without an index', async () => {
    const never: string[] = []
    for (const type of SEARCHABLE_TYPES) {
      // There are few of these for any search.
      if (type === 'Practitioner' || type === 'Organization') continue
      const status = (SEARCHABLE[type] as readonly string[]).includes('status') ? ['status=none'] : []
      for (const query of ['_lastUpdated=lt2000-01-01', '_lastUpdated=gt2999-01-01', ...status]) {
        const pages = await pagesOf(`/${type}?${query}&_count=100`)
        if (pages.some((found) => found > 0) || pages.length < 2 || pages.length > 9)
          never.push(`${type}?${query}: ${pages}`)
      }
    }
    expect(never).toEqual([])
  })

  test.each([
    ['a record number', '/Patient?identifier=MRN-LAST', 1],
    ['an unknown one', '/Patient?identifier=MRN-NONE', 0],
    ['a patient', () => `/Task?patient=${last}-proband`, 1],
    ['an NPI', '/Practitioner?identifier=1000000012', 1],
    ['an unknown NPI', '/Practitioner?identifier=1999999999', 0],
    ['nothing at all, for who ordered', '/Practitioner', 2],
    ['nothing at all, for where', '/Organization', 1],
    ['an unknown order', '/ServiceRequest?identifier=987654321', 0],
    ['a laboratory number', '/Specimen?identifier=26-404', 0],
  ] as const)('while a search by %s finds everything in one page', async (_, path, count) => {
    expect(await pagesOf(typeof path === 'string' ? path : path())).toEqual([count])
  })

  test('while reading by id is immediate, whether it exists or not', async () => {
    for (const path of [`/Patient/${last}-proband`, '/Practitioner/npi-1000000012', '/Organization/P1'])
      expect((await fhir.ask(path, viewer)).status, path).toBe(200)
    for (const path of ['/Patient/987654321-proband', '/Practitioner/npi-1999999999', '/Organization/NONE'])
      expect((await fhir.ask(path, viewer)).status, path).toBe(404)
  })
})
