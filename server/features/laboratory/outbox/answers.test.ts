import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, twoTests } from '#server/testing/world.ts'
import { deliver } from './delivery.ts'

let portal: TestPortal
let order: number
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  portal.laboratory.answers = 'taken'
  order = (await portal.submitted()).id
})
afterAll(() => portal?.stop())

const get = () => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id: order } })
/** The events since it was submitted. */
const happened = async () => (await get()).events.slice(2).map(({ kind, detail }) => [kind, detail])
const refusedHere = async () =>
  (await portal.as('Support').laboratory.messages({ query: { list: 'refused-here' } })).data

/** Delivers the order's pending messages; the laboratory answers with these segments after its MSA. */
async function answered(segments: readonly string[], { type = 'ORL^O22^ORL_O22', code = 'AA' } = {}) {
  portal.laboratory.answers = {
    with: (raw) =>
      [
        `MSH|^~\\&|LIS|LARKFIELD|K|P|20260313101500-0500||${type}|A-${order}|P|2.5.1`,
        `MSA|${code}|${raw.split('|')[9]}`,
        ...segments,
        '',
      ].join('\r'),
  }
  const [waiting] = await portal.worker.db
    .selectFrom('message_out')
    .select('id')
    .where('order_id', '=', order)
    .where('answered_at', 'is', null)
    .execute()
  await deliver(portal.worker, portal.laboratory, waiting?.id ?? 0)
  portal.laboratory.answers = 'taken'
}

test("a number and a note in the answer to an order are applied; they are not the specimens' arrival", async () => {
  const obr = `OBR|1|${order}|26-${order}|WES1^Exome^L`
  await answered([`ORC|OK|${order}|26-${order}`, obr, 'NTE|1||Send 3 mL next time'])
  expect(await get()).toMatchObject({ state: 'en-route', accessionNumber: `26-${order}` })
  expect(await happened()).toEqual([
    ['acknowledged', ''],
    ['laboratory-note', 'Send 3 mL next time'],
  ])
})

test.each(['ORL^O22^ORL_O22', 'ORR^O02'])('a hold and a specimen are applied too, in %s', async (type) => {
  await answered(
    [
      `ORC|OH|${order}|26-${order}${'|'.repeat(13)}CONSENT^The consent is not signed^L^H-1`,
      `OBR|1|${order}|26-${order}|WES1^Exome^L`,
      `SPM|1|${order}-s1||BLD${'|'.repeat(14)}20260313090000-0500||N|QS^Too little^HL70490`,
    ],
    { type },
  )
  expect(await get()).toMatchObject({
    holds: [{ kind: 'consent', words: 'The consent is not signed' }],
    samples: [{ rejected: { reason: 'Too little' } }, {}],
  })
})

test("an order that is acknowledged but not accepted (UA) is refused, with the laboratory's text", async () => {
  const groups = [
    `ORC|UA|${order}${'|'.repeat(14)}T1^Test not offered any more`,
    `OBR|1|${order}||WES1^Exome^L`,
  ]
  await answered(groups)
  expect(await happened()).toEqual([['refused-by-laboratory', 'AE: Test not offered any more']])
  const query = { list: 'refused', search: `NW${order}` } as const
  expect((await portal.as('Support').laboratory.messages({ query })).data).toMatchObject([
    { reason: 'AE: Test not offered any more', abilities: ['sendAgain'] },
  ])
})

test("if it is accepted except for one test, the laboratory's text is shown on the order", async () => {
  await answered([
    `ORC|OK|${order}|26-${order}`,
    `OBR|1|${order}|26-${order}|WES1^Exome^L`,
    `ORC|UA|${order}${'|'.repeat(14)}T1^Send it by itself`,
    `OBR|2|${order}||CYS4^CF^L`,
  ])
  expect(await happened()).toEqual([
    ['acknowledged', ''],
    ['refused-by-laboratory', 'Send it by itself'],
  ])
})

test('a test that is not accepted stays outstanding while the others are tested and reported, until it has its report', async () => {
  order = (await portal.submitted(twoTests())).id
  await answered([
    `ORC|OK|${order}|26-${order}`,
    `OBR|1|${order}|26-${order}|WES1^Exome^L`,
    `ORC|UA|${order}${'|'.repeat(14)}T1^Send it by itself`,
    `OBR|2|${order}||CYS4^CF^L`,
  ])
  const outstanding = async () => {
    const { blocks: obstacles } = await get()
    return obstacles.flatMap(({ kind, words }) => (kind === 'not-taken' ? [words] : []))
  }
  const say = (status: string, test: string, pdf?: Uint8Array) =>
    portal.receive(
      laboratoryMessage(`W-${order}-${status}-${test}`, { order, status, test, ...(pdf ? { pdf } : {}) }),
    )
  const expected = ['Not accepted by the laboratory: Cystic Fibrosis: Send it by itself']
  expect(await outstanding()).toEqual(expected)
  await say('I', 'WES1')
  expect(await outstanding()).toEqual(expected)
  await say('F', 'WES1', REPORT)
  expect((await get()).state).toBe('reported')
  expect(await outstanding()).toEqual(expected)
  await say('F', 'CYS4', CORRECTED_REPORT)
  expect(await outstanding()).toEqual([])
})

test("a decision on a cancellation is applied with the rest of its answer, and another order's part goes to that order", async () => {
  const other = order
  order = (await portal.submitted()).id
  await answered([])
  await portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, sameHospital: PARENT, id: order },
    body: { type: 'Order', reason: 'Twice' },
  })
  await answered([
    `ORC|OC|${other}|26-${other}`,
    `ORC|UC|${order}|26-${order}${'|'.repeat(13)}W^In the sequencer`,
    `OBR|1|${order}|26-${order}|WES1^Exome^L`,
    `SPM|1|${order}-s1||BLD${'|'.repeat(14)}20260313090000-0500`,
  ])
  expect(await get()).toMatchObject({ accessionNumber: `26-${order}`, samples: [{ isAccessioned: true }] })
  expect((await happened()).map(([kind]) => kind)).toContain('cancellation-refused')
  order = other
  expect((await get()).state).toBe('cancelled')
})

test.each([
  ['CR', 'UC'],
  ['UC', 'CR'],
])('a request to cancel two tests may be taken for one alone (%s, %s)', async (first, second) => {
  order = (await portal.submitted(twoTests())).id
  await answered([])
  await portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, sameHospital: PARENT, id: order },
    body: { type: 'Order', reason: 'Twice' },
  })
  await answered([
    `ORC|${first}|${order}${'|'.repeat(14)}${first === 'UC' ? 'W^In the sequencer' : ''}`,
    `OBR|1|${order}||WES1^Exome^L`,
    `ORC|${second}|${order}${'|'.repeat(14)}${second === 'UC' ? 'W^In the sequencer' : ''}`,
    `OBR|2|${order}||CYS4^CF^L`,
  ])
  expect(await get()).toMatchObject({ state: 'en-route' })
  expect((await happened()).slice(-2)).toEqual([
    ['cancellation-refused', 'In the sequencer'],
    ['laboratory-note', `${first === 'CR' ? 'Whole Exome' : 'Cystic Fibrosis'}: cancelled`],
  ])
})

test('parts for an unknown order, unreadable parts and results wait on the operator’s page', async () => {
  await answered([`ORC|OK|${order}|26-${order}`, 'ORC|OK|999999999|26-9'])
  expect(await refusedHere()).toMatchObject([
    { reason: expect.stringMatching(/answer to NW\d+: no submitted order 999999999/) },
  ])
  order = (await portal.submitted()).id
  await answered([`ORC|OK|${order}|26-1`, `OBR|1|${order}|26-1|WES1${'|'.repeat(18)}20260230`])
  expect((await refusedHere())[0]).toMatchObject({
    reason: expect.stringContaining('OBR-22 is not a valid date'),
  })
  expect((await happened())[0]).toEqual(['acknowledged', ''])

  order = (await portal.submitted()).id
  const pdf = `OBX|1|ED|REPORT||^application^PDF^Base64^${Buffer.from(CORRECTED_REPORT).toString('base64')}||||||F`
  await answered([
    `PID|1||${order}-proband^^^KARYO^PI||Nguyen^Linh`,
    `ORC|OK|${order}|26-2`,
    `OBR|1|${order}|26-2|WES1`,
    pdf,
  ])
  const [waiting] = await refusedHere()
  expect(waiting).toMatchObject({
    reason: expect.stringContaining('it contains a result'),
    abilities: ['applyAgain'],
  })
  await portal.as('Support').laboratory.applyAgain({ params: { id: waiting?.id ?? 0 } })
  const status = (await get()).displayStatus
  expect(status).not.toBe('En Route')
})

test('the order’s own questions, echoed, are not a result', async () => {
  const [sent] = await portal.worker.db
    .selectFrom('message_out')
    .selectAll()
    .where('order_id', '=', order)
    .execute()
  const echo = (sent?.body ?? '').split('\r').filter((line) => /^(ORC|OBR|OBX)/.test(line))
  expect(echo.some((line) => line.startsWith('OBX'))).toBe(true)
  const before = (await refusedHere()).length
  await answered(echo.map((line) => line.replace(/^ORC\|NW/, 'ORC|OK').replace(/\|O$/, '|F')))
  expect(await refusedHere()).toHaveLength(before)
  expect(await get()).toMatchObject({ state: 'en-route', reports: [], isResultChecked: false })
})

test('the text of an acceptance is shown with the sent message', async () => {
  const sent = async () => {
    const { data } = await portal
      .as('Support')
      .laboratory.messages({ query: { list: 'sent', search: String(order) } })
    return data.map(({ answerCode, answerWords }) => [answerCode, answerWords])
  }
  await answered(['ERR|||0^^HL70357|W||||The diagnosis code is unknown here'])
  expect(await sent()).toEqual([['AA', 'The diagnosis code is unknown here']])
})
