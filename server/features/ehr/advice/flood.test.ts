import { expect, test } from 'vitest'
import { startPortal } from '#server/testing/portal.ts'
import { requestOf } from '#simulators/ehr/smart/hooks.ts'
import { advisedHospital, chartOf } from './testing/advised-hospital.ts'

test('of requests without a token of the hospital, a minute’s first sixty are written down; the hospital is answered all the same', async () => {
  const portal = await startPortal({ rateLimit: 1_000 })
  const one = await advisedHospital(portal)
  try {
    const body = requestOf('patient-view', chartOf('p1'), 'dr-okonjo', {
      patient: 'Patient/{{context.patientId}}',
    })
    const statusOf = async (service: string) => (await one.post(service, body, 'nobody.signed.this')).status
    /** Together, so that all fall into one minute on a slow machine too. */
    const statuses = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          statusOf(n % 2 === 0 ? 'karyo-patient-view' : 'karyo-patient-view/feedback'),
        ),
      )
    expect(await statuses(60)).toEqual(Array(60).fill(401))
    expect(await statuses(4)).toEqual(Array(4).fill(429))
    const { db } = portal.worker
    const lines = db.selectFrom('audit_event').select('id').where('action', '=', 'access-refused')
    expect(await lines.execute()).toHaveLength(60)
    expect(await db.selectFrom('ehr_advice_call').select('id').execute()).toHaveLength(30)
    expect((await one.post('karyo-patient-view', body)).status).toBe(200)
  } finally {
    await one.ehr.close()
    await portal.stop()
  }
})
