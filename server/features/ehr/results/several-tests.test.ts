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

test('a hospital hears of the progress of each of its orders by the test of that order', async () => {
  const ehr = await receiver()
  onTestFinished(() => ehr.close())
  const maps = [
    { kind: 'test' as const, code: 'GEN1', meaning: 'WES1' },
    { kind: 'test' as const, code: 'GEN2', meaning: 'EPI2' },
  ]
  const epic = await hospital(portal, { results: { port: ehr.port, progress: true }, maps })
  const { id } = await submittedFrom(portal, epic)
  // As if another order, placed together with this one, had joined its draft.
  await administer(portal.database.url, async (db) => {
    await sql`insert into ehr_order (interface_code, institution_code, placer, content, is_cancelled, sent_at, order_id, echo)
      select interface_code, institution_code, '9' || placer,
        replace(content::text, 'GEN1', 'GEN2')::jsonb, false, sent_at, order_id, replace(echo, 'GEN1', 'GEN2')
      from ehr_order where order_id = ${id}`.execute(db)
    await sql`update orders set document = jsonb_set(document, '{tests,1}', document #> '{tests,0}'
      || '{"testCode": "EPI2", "testName": "Microarray"}') where id = ${id}`.execute(db)
  })
  await send({ order: id, number: `L${id}`, status: 'I' })
  await expect.poll(() => outcomes(portal, id)).toEqual(['taken', 'taken'])
  expect(ehr.messages.map((raw) => field(raw, 'OBR', 4))).toEqual([
    'GEN1^Epilepsy panel^L^WES1^Whole Exome^L',
    'GEN2^Epilepsy panel^L^EPI2^Microarray^L',
  ])
})
