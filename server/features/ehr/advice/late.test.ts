import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal } from '#server/testing/portal.ts'
import { requestOf } from '#simulators/ehr/smart/hooks.ts'
import { advisedHospital, chartOf } from './testing/advised-hospital.ts'

test('what is not found in time is not told: an empty list, noted as late, and nothing kept as shown', async () => {
  const portal = await startPortal({ adviceWithinMs: 2_000 })
  const one = await advisedHospital(portal)
  try {
    const body = requestOf('order-sign', chartOf('p6'), 'dr-okonjo', {
      patient: 'Patient/{{context.patientId}}',
    })
    const { db } = portal.worker
    let reply: Awaited<ReturnType<typeof one.post>> | undefined
    await administer(portal.database.url, async (held) => {
      // Nobody can use a token while this lasts.
      await sql`lock table ehr_advice_token in access exclusive mode`.execute(held)
      reply = await one.post('karyo-order-sign', body)
    })
    expect([reply?.status, reply?.json]).toEqual([200, { cards: [] }])
    await expect
      .poll(() => db.selectFrom('ehr_advice_call').select(['outcome', 'service']).execute())
      .toEqual([{ outcome: 'late', service: 'karyo-order-sign' }])
    expect(await db.selectFrom('ehr_advice_card').selectAll().execute()).toEqual([])
    const [displayed] = (await portal.as('Support').ehr.overview()).advice
    expect(displayed).toMatchObject({ asked: 1, late: 1, cards: 0 })
  } finally {
    await one.ehr.close()
    await portal.stop()
  }
})
