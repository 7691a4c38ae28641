import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { ProblemError } from '#contract/errors.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { columnsOf } from '#domain/manifest/columns.ts'
import { rowOf } from '#domain/manifest/testing/row-of.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { administer } from '#server/database/connection/connect.ts'
import { readIcd10 } from '#server/features/catalogue/icd10/files.ts'
import { importIcd10 } from '#server/features/catalogue/icd10/import.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'

const WHO = 'OrderSubmitter@P1'
const TODAY = todayAtLaboratory(new Date())
/** The day from which I42.0 is a heading here, with codes below it. That of the list is too long ago for a specimen that was not stored. */
const DIVIDED = laboratoryDay(-10)
const BEFORE = laboratoryDay(-11)
/** So long ago that the specimen was stored since: the day of service is today. */
const STORED = laboratoryDay(-31)

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  const list = readIcd10('data/reference/icd10cm')
  await administer(portal.database.url, async (db) => {
    await importIcd10(db, list)
    const divided = db.updateTable('icd10').where('code', 'like', 'I42.0%')
    await divided.set({ valid_until: BEFORE }).where('valid_until', '=', '2026-09-30').execute()
    await divided.set({ valid_from: DIVIDED }).where('valid_from', '=', '2026-10-01').execute()
  })
})
afterAll(() => portal?.stop())

function orderFor(code: string, collected = TODAY): OrderDocument {
  const order = goodOrder()
  return {
    ...order,
    patients: order.patients.map((one) => ({ ...one, lastName: `${one.lastName} ${code}` })),
    samples: order.samples.map((one) => ({ ...one, dateOfCollection: collected })),
    indicationsForTesting: [{ code, description: 'As the clinician wrote it' }],
  }
}

const AT = '/indicationsForTesting/0/code'
const aboutCode = (points: readonly { path: string; message: string }[]) =>
  points.filter(({ path }) => path === AT).map(({ message }) => message)

const check = (document: OrderDocument) =>
  portal.as(WHO).orders.check({ params: { hospital: 'P1' }, body: { document, orderId: null } })

/** The form's own rules, with the context that it gets from the server. */
async function byForm(document: OrderDocument): Promise<string[]> {
  const { facts: context } = await check(document)
  const { tests } = testContext(document)
  return aboutCode(openPoints(document, { ...context, tests, today: TODAY, submitter: null }))
}

async function byApi(document: OrderDocument): Promise<string[]> {
  const { id, version } = await portal.draft(document)
  const answer = await portal
    .as(WHO)
    .orders.submit({
      params: { hospital: 'P1', id },
      headers: { 'if-match': String(version) },
      query: SIGNED,
    })
    .catch((error: unknown) => error)
  return answer instanceof ProblemError ? aboutCode(answer.problem.errors ?? []) : []
}

async function byManifest(document: OrderDocument): Promise<string[]> {
  const [exome] = testContext(goodOrder()).tests
  const columns = exome ? columnsOf(exome) : []
  const headings = columns.map((column) => column.heading)
  const row: Record<string, string> = { ...rowOf(document, columns), Reference: 'one' }
  const text = writeCsv(headings, [headings.map((heading) => row[heading] ?? '')])
  const answer = await portal.as(WHO).manifest.import({
    ...{ params: { testCode: 'WES1', hospitalCode: 'P1' }, query: {} },
    body: {
      ...{ goAhead: 'submit', ...SIGNED },
      file: { filename: 'one.csv', mediaType: 'text/csv', content: new TextEncoder().encode(text) },
    },
  })
  return answer.rows.flatMap(({ errors }) => aboutCode(errors))
}

describe('[CODE-02] a diagnosis code of an order', () => {
  test.each<[string, string, string, RegExp | null]>([
    ['a heading', 'G40.30', TODAY, /^G40.30 is a heading .* Enter G40.301 or G40.309$/],
    ['a category', 'Q87', TODAY, /^Q87 is a heading .* such as Q87.0, /],
    ['a retired code', 'S30.1XXA', TODAY, /^S30.1XXA was valid until 2025-09-30, .* such as S30.11XA, /],
    ['a retired code, stored since it was valid', 'S30.1XXA', '2025-09-15', /^S30.1XXA was valid until /],
    ['a code that has become a heading', 'I42.0', TODAY, /^I42.0 is a heading .* I42.00, I42.01 or I42.09$/],
    ['one that has become a heading, collected before', 'I42.0', BEFORE, null],
    ['one that has become a heading, stored since before', 'I42.0', STORED, /^I42.0 is a heading /],
    [
      'a code collected before it existed',
      'I42.00',
      BEFORE,
      new RegExp(`^I42.00 is valid from ${DIVIDED}, `),
    ],
    ['a code that did not exist when a stored specimen was collected', 'I42.00', STORED, null],
    [
      'a code that does not exist',
      'G40.999',
      TODAY,
      /^ICD-10-CM has no code G40.999. Enter G40.901, G40.909, /,
    ],
    ['a code of a category that does not exist', 'B00.0A', TODAY, /^ICD-10-CM has no code B00.0A./],
    ['a code for billing', 'G40.309', TODAY, null],
    ['a code about the second fetus', 'O35.11X2', TODAY, null],
  ])('%s is judged alike in the form, the API and a manifest', async (_, code, collected, message) => {
    const document = orderFor(code, collected)
    const found = [await byForm(document), await byApi(document), await byManifest(document)]
    if (message === null) expect(found).toEqual([[], [], []])
    else {
      expect(found[0]).toEqual([expect.stringMatching(message)])
      expect(found).toEqual([found[0], found[0], found[0]])
    }
  })

  test('comes with the codes below it, at most twelve, as the form offers them', async () => {
    const { facts: context } = await check(orderFor('O35.1'))
    const [known] = context.diagnoses
    expect(known).toMatchObject({ code: 'O35.1', periods: [{ billable: false }] })
    expect(known?.offered).toHaveLength(12)
    expect(known?.offered[0]).toEqual({
      code: 'O35.10X0',
      description:
        'Maternal care for (suspected) chromosomal abnormality in fetus, unspecified, not applicable or unspecified',
    })
    expect(known?.offered.slice(0, 6).every(({ code }) => code.endsWith('0'))).toBe(true)
    expect((await check(orderFor('G40.309'))).facts.diagnoses).toMatchObject([{ offered: [] }])
  })

  test('stays on an order that was submitted while it was valid, in the words of then', async () => {
    const order = orderFor('G40.309')
    const patients = order.patients.map((one) => ({ ...one, lastName: 'Quillbrook' }))
    const { id } = await portal.submitted({ ...order, patients })
    await administer(portal.database.url, (db) =>
      db.updateTable('icd10').set({ valid_until: '2020-09-30' }).where('code', '=', 'G40.309').execute(),
    )
    try {
      const { document } = await portal.as(WHO).orders.get({ params: { hospital: 'P1', id } })
      expect(document.indicationsForTesting).toEqual([
        { code: 'G40.309', description: 'As the clinician wrote it' },
      ])
    } finally {
      await administer(portal.database.url, (db) =>
        db.updateTable('icd10').set({ valid_until: 'infinity' }).where('code', '=', 'G40.309').execute(),
      )
    }
  })
})
