import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { CORRECTED_REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { hospital } from '../testing/hospital.ts'
import { submittedFrom } from './testing/hospital-order.ts'
import { field, receiver } from './testing/receiver.ts'
import { outcomes, reporting } from './testing/reported.ts'

let portal: TestPortal
let delivery: ReturnType<TestPortal['sendResults']>
beforeAll(async () => {
  portal = await startPortal()
  delivery = portal.sendResults()
})
afterAll(async () => {
  await delivery?.close()
  await portal?.stop()
})

const { send, report } = reporting(() => portal)

test('a report goes back under the hospital’s own code of its test, where one number stands for several tests', async () => {
  const ehr = await receiver()
  onTestFinished(() => ehr.close())
  const maps = [{ kind: 'test' as const, code: 'GEN2', meaning: 'WES1' }]
  const epic = await hospital(portal, { results: { port: ehr.port }, maps })
  const { id } = await submittedFrom(portal, epic, ['GEN2^Exome of two^L'])
  await report(id)
  await report(id, 'F', CORRECTED_REPORT, 'OTHER1')
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  // Of an order that came before its further OBR were kept.
  await administer(portal.database.url, (db) =>
    sql`update ehr_order set echo = regexp_replace(echo, E'\\nOBR\\\\|2.*', '') where order_id = ${id}`.execute(
      db,
    ),
  )
  await report(id, 'C', CORRECTED_REPORT)
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken', 'taken'])
  expect(ehr.messages.map((raw) => field(raw, 'OBR', 4))).toEqual([
    'GEN2^Exome of two^L^WES1^Exome^L',
    expect.stringMatching(/^OTHER1\^[^^]*\^L$/),
    'GEN2^Exome of two^L^WES1^Exome^L',
  ])
  expect(field(ehr.messages[0] ?? '', 'OBR', 7)).toBe('20260310')
  expect(field(ehr.messages[1] ?? '', 'OBR', 16)).toContain('OKAFOR')
})

/** A hospital's order of an exome, and as if another of a microarray, placed together with it, had joined its draft. */
async function twoInOne() {
  const ehr = await receiver()
  onTestFinished(() => ehr.close())
  const maps = [
    { kind: 'test' as const, code: 'GEN1', meaning: 'WES1' },
    { kind: 'test' as const, code: 'GEN2', meaning: 'EPI2' },
  ]
  const epic = await hospital(portal, { results: { port: ehr.port, progress: true }, maps })
  const { id, placer } = await submittedFrom(portal, epic)
  await administer(portal.database.url, async (db) => {
    await sql`insert into ehr_order (interface_code, institution_code, placer, content, is_cancelled, sent_at, order_id, echo)
      select interface_code, institution_code, '9' || placer,
        replace(replace(content::text, 'GEN1', 'GEN2'), '"number": "7', '"number": "97')::jsonb, false, sent_at, order_id,
        replace(echo, 'GEN1', 'GEN2')
      from ehr_order where order_id = ${id}`.execute(db)
    await sql`update orders set document = jsonb_set(document, '{tests,1}', document #> '{tests,0}'
      || '{"testCode": "EPI2", "testName": "Microarray"}') where id = ${id}`.execute(db)
  })
  /** ORC-2 and OBR-25 of what came. */
  const told = () => ehr.messages.map((raw) => [field(raw, 'ORC', 2), field(raw, 'OBR', 25)])
  return { ehr, id, placer, other: `9${placer}`, told }
}

test.each(['tests', 'addOnTests'])(
  'a hospital does not hear that its order is cancelled while a test that the clinic added goes on under it (%s)',
  async (list) => {
    const ehr = await receiver()
    onTestFinished(() => ehr.close())
    const maps = [{ kind: 'test' as const, code: 'GEN1', meaning: 'WES1' }]
    const epic = await hospital(portal, { results: { port: ehr.port, progress: true }, maps })
    const { id, placer } = await submittedFrom(portal, epic)
    await administer(portal.database.url, (db) =>
      sql`update orders set document = jsonb_insert(document, ${sql.lit(`{${list},-1}`)}, document #> '{tests,0}'
        || '{"testCode": "EPI2", "testName": "Epilepsy panel"}', true) where id = ${id}`.execute(db),
    )
    await send({ order: id, number: `L${id}`, status: 'X', test: 'WES1' })
    await report(id, 'F', CORRECTED_REPORT, 'EPI2')
    await expect.poll(() => outcomes(portal, id)).toEqual(['taken'])
    expect(ehr.messages.map((raw) => [field(raw, 'ORC', 2), field(raw, 'OBR', 25)])).toEqual([[placer, 'F']])
  },
)

test('a hospital hears of the progress of each of its orders by the test of that order', async () => {
  const { ehr, id } = await twoInOne()
  await send({ order: id, number: `L${id}`, status: 'I' })
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  expect(ehr.messages.map((raw) => field(raw, 'OBR', 4))).toEqual([
    'GEN1^Epilepsy panel^L^WES1^Whole Exome^L',
    'GEN2^Epilepsy panel^L^EPI2^Microarray^L',
  ])
})

test.each([
  ['before anything else', []],
  ['after the other’s report', ['report' as const]],
])('a hospital hears that the only test of one of two orders is cancelled, once, %s', async (_, first) => {
  const { id, placer, other, told } = await twoInOne()
  if (first.length > 0) await report(id)
  const cancel = () => send({ order: id, number: `L${id}`, status: 'X', test: 'EPI2' })
  await cancel()
  await cancel()
  if (first.length === 0) await report(id)
  const reported = [placer, 'F']
  const cancelled = [other, 'X']
  const expected = first.length > 0 ? [reported, cancelled] : [cancelled, reported]
  await expect.poll(told).toEqual(expected)
  expect(await outcomes(portal, id)).toHaveLength(2)
})
