import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blankPatient, blankSample } from '#domain/orders/document.ts'
import { turnaroundInDays } from '#domain/turnaround/turnaround.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
let control = 10_000
/** Each family's parents have birthdays of their own. */
let families = 0

beforeAll(async () => {
  portal = await startPortal()
  const trio = { amount: 28, unit: 'calendar-days', family: 'wait', cutOff: '17:00', holidays: [] }
  const setting = JSON.stringify({ ...turnaroundInDays(28), ...trio })
  await administer(portal.database.url, (db) =>
    sql`insert into test_setting values ('TRI6', 'turnaround', ${setting}::jsonb)`.execute(db),
  )
})
afterAll(() => portal?.stop())

/** A submitted trio, and what the laboratory sends about it. */
async function submittedTrio() {
  families += 1
  const order = readyOrder(undefined, 'TRI6')
  const [proband] = order.patients
  const relative = (relationship: 'Mother' | 'Father', key: string, firstName: string) => ({
    ...blankPatient(relationship, key),
    ...{ firstName, lastName: 'Okoye', affected: 'Unaffected' as const },
    dateOfBirth: `1961-05-1${families}`,
    sex: relationship === 'Mother' ? ('Female' as const) : ('Male' as const),
  })
  const people = [relative('Mother', 'relative-1', 'Ife'), relative('Father', 'relative-2', 'Obi')]
  const samples = people.map(({ key }, index) => ({
    ...blankSample(key, `s${index + 2}`),
    ...{ specimenType: 'Blood' as const, dateOfCollection: order.samples[0]?.dateOfCollection ?? '' },
  }))
  const document = {
    ...order,
    patients: proband ? [proband, ...people] : [],
    samples: [...order.samples, ...samples],
    consents: ['proband', 'relative-1', 'relative-2'].flatMap((patient) =>
      order.consents
        .filter(({ consentId }) => consentId !== 'child-only')
        .map((consent) => ({ ...consent, patient })),
    ),
  }
  const { id } = await portal.submitted(document)
  const send = async (options: Parameters<typeof laboratoryMessage>[1], orc27 = '') => {
    const raw = laboratoryMessage(`T${++control}`, { order: id, number: 'L-9', status: 'O', ...options })
    const padded = raw.replace(/^ORC\|.*$/m, (line) =>
      orc27 === '' ? line : Object.assign(Array(28).fill(''), line.split('|'), { 27: orc27 }).join('|'),
    )
    expect(await portal.receive(padded)).toContain('MSA|AA')
  }
  const arrive = (key: string, received: string) =>
    send({ at: received, specimens: [{ number: `${id}-${key}`, received }] })
  const read = () => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
  return { id, send, arrive, read }
}

describe('[TURN-01] a trio that waits for everybody’s sample', () => {
  test('names the sample it waits for instead of a day, and counts calendar days from the last', async () => {
    const trio = await submittedTrio()
    expect((await trio.read()).clock).toBeUndefined()
    await trio.arrive('s1', '20260302160000')
    await trio.arrive('s2', '20260302160000')
    expect(await trio.read()).toMatchObject({
      ...{ expectedOn: null, clock: { waitsFor: ['the father’s sample'] } },
    })
    const { ordersDTO: rows } = await portal
      .as('OrderViewer@P1')
      .orders.list({ params: { hospital: PARENT }, query: {} })
    expect(rows.find((row) => row.id === trio.id)).toMatchObject({
      ...{ isLate: false, clock: { waitsFor: ['the father’s sample'] } },
    })
    await trio.arrive('s3', '20260304160000')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-04-01', clock: { waitsFor: [] } })
  })

  test('takes the day that the laboratory gives (ORC-27), whatever it counts to', async () => {
    const trio = await submittedTrio()
    await trio.send({ at: '20260302160000' }, '20260320')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-20', clock: { isPromised: true } })
    // Sent earlier, received later: the last one by the laboratory's clock counts.
    await trio.send({ at: '20260301160000' }, '20260319')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-20' })
    await trio.send({ at: '20260303160000' }, '20260326023000+0000')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-25' })
    await trio.send({ at: '20260304160000' }, 'soon')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-25' })
  })
})
