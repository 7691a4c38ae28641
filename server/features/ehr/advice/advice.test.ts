import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { blankPatient, blankSample, blankTest } from '#domain/orders/document.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT } from '#server/testing/world.ts'
import { requestOf } from '#simulators/ehr/smart/hooks.ts'
import {
  advisedHospital,
  changedChart,
  chartOf,
  orderOf,
  RECORD_NUMBERS,
} from './testing/advised-hospital.ts'

let portal: TestPortal
let one: Awaited<ReturnType<typeof advisedHospital>>
let abroad: Awaited<ReturnType<typeof advisedHospital>>
beforeAll(async () => {
  portal = await startPortal()
  one = await advisedHospital(portal)
  abroad = await advisedHospital(portal, { institution: FOREIGN })
})
afterAll(async () => {
  await one?.ehr.close()
  await abroad?.ehr.close()
  await portal?.stop()
})
beforeEach(() => portal.worker.db.deleteFrom('ehr_advice_call').execute())

let control = 0
const received = async (message: Parameters<typeof laboratoryMessage>[1]) => {
  control += 1
  const name = message.name ?? 'Vance^Imogen'
  expect(await portal.receive(laboratoryMessage(`A${control}`, { ...message, name }))).toContain('MSA|AA')
}
const rejected = (id: number, key = 's1') => ({
  ...{ order: id, number: `L-${id}`, status: 'O' },
  specimens: [{ number: `${id}-${key}`, rejected: 'QS^Too little of Imogen’s blood^HL70490' }],
})

describe('patient-view', () => {
  test('tells that a specimen was rejected and by when it is taken again, with a link and nothing of the patient in it', async () => {
    const { id } = await portal.submitted(orderOf('p1'))
    expect(await one.ask('patient-view', chartOf('p1'))).toEqual([])
    await received(rejected(id))
    const [card, ...more] = await one.ask('patient-view', chartOf('p1'))
    expect(more).toEqual([])
    expect(card).toMatchObject({
      summary: expect.stringMatching(/^Blood rejected by the laboratory: recollect by \d+ \w+ \d{4}$/),
      indicator: 'warning',
      source: { label: 'Larkfield Genetics' },
      links: [{ type: 'absolute', url: `http://localhost/order/details/${id}` }],
    })
    expect(card?.summary.length).toBeLessThan(140)
    expect(card?.overrideReasons.length).toBeGreaterThan(0)
    const { uuid: _, ...told } = card ?? {}
    expect(JSON.stringify(told)).not.toMatch(/Imogen|Vance|H-20011|2019/)
    const kept = await portal.worker.db.selectFrom('ehr_advice_card').selectAll().execute()
    expect(kept).toMatchObject([
      { id: card?.uuid, rule: 'specimen-rejected', rule_version: 2, order_id: id, content: card },
    ])
    const line = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'entity', 'entity_id', 'detail', 'institution_code'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(line).toMatchObject({
      ...{ action: 'ehr.advice', entity: 'order', entity_id: String(id), institution_code: PARENT },
      detail: {
        user: 'Practitioner/dr-okonjo',
        patient: 'p1',
        service: 'karyo-patient-view',
        cards: [card?.uuid],
      },
    })

    // The same number of the same person, at other institutions.
    expect(await abroad.ask('patient-view', chartOf('p1'))).toEqual([])
    // A new specimen is on its way: it does not wait for the clinic any more.
    await received({
      ...{ order: id, number: `L-${id}`, status: 'O' },
      specimens: [{ number: `${id}-s1-r1`, received: '20260320120000' }],
    })
    expect(await one.ask('patient-view', chartOf('p1'))).toEqual([])
  })

  test('tells nobody of another institution’s order, whichever of the two orders it is about', async () => {
    const foreign = await portal.submitted(orderOf('p2'), { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN })
    const child = await portal.submitted(orderOf('p2'), { by: `OrderSubmitter@${CHILD}`, at: CHILD })
    for (const { id } of [foreign, child]) await received({ ...rejected(id), name: 'Castellan^Mateo' })
    expect(await one.ask('patient-view', chartOf('p2'))).toEqual([])
    const [card] = await abroad.ask('patient-view', chartOf('p2'))
    expect(card?.links[0]?.url).toContain(`/${foreign.id}`)
  })

  test('a relative’s chart tells of their own specimen only; the proband’s of both', async () => {
    const document = orderOf('p3')
    const [proband] = document.patients
    const mother = { ...blankPatient('Mother', 'relative-1'), firstName: 'Rosa', lastName: 'Marchetti' }
    const { id } = await portal.submitted({
      ...document,
      tests: document.tests,
      patients: [
        ...(proband ? [proband] : []),
        {
          ...mother,
          sex: 'Female',
          dateOfBirth: '1955-02-03',
          recordNumber: 'H-20099',
          affected: 'Unaffected',
        },
      ],
      samples: [
        ...document.samples,
        {
          ...blankSample('relative-1', 's2'),
          specimenType: 'Blood',
          dateOfCollection: document.samples[0]?.dateOfCollection ?? '',
        },
      ],
      consents: [
        ...document.consents,
        ...document.consents.map((consent) => ({ ...consent, patient: 'relative-1' })),
      ],
    })
    await received({ ...rejected(id), name: 'Brightwater^June' })
    await received({ ...rejected(id, 's2'), name: 'Brightwater^June' })
    const summaries = (await one.ask('patient-view', chartOf('p3'))).map(({ summary }) => summary)
    expect(summaries).toEqual([
      expect.stringMatching(/^Blood rejected/),
      expect.stringMatching(/^Blood of a relative rejected/),
    ])
    const hers = changedChart(chartOf('p3'), {
      identifier: [{ system: RECORD_NUMBERS, value: 'H-20099' }],
      ...{ birthDate: '1955-02-03', name: [{ use: 'official', family: 'Marchetti', given: ['Rosa'] }] },
    })
    const own = await one.ask('patient-view', hers)
    expect(own.map(({ summary }) => summary)).toEqual([expect.stringMatching(/^Blood rejected/)])
  })

  test('a patient is found by a number of the agreed system, or not at all', async () => {
    const { id } = await portal.submitted(orderOf('p4'))
    await received({ ...rejected(id), name: 'Osei^Kwabena' })
    const chart = chartOf('p4')
    expect(await one.ask('patient-view', chart)).toHaveLength(1)
    const cases = {
      'another system': { identifier: [{ system: 'urn:other', value: 'H-20014' }] },
      'type MR without the system': {
        identifier: [{ type: { coding: [{ code: 'MR' }] }, value: 'H-20014' }],
      },
      'an old number': { identifier: [{ use: 'old', system: RECORD_NUMBERS, value: 'H-20014' }] },
      'no number': { identifier: [] },
      'a longer number': { identifier: [{ system: RECORD_NUMBERS, value: 'H-200140' }] },
      'somebody else with this number': {
        ...{ birthDate: '2001-01-01', name: [{ family: 'Somebody', given: ['Else'] }] },
      },
    }
    for (const [name, parts] of Object.entries(cases))
      expect(await one.ask('patient-view', changedChart(chart, parts)), name).toEqual([])
    // A married name is still the same person, by number and date of birth.
    const married = changedChart(chart, { name: [{ family: 'Mensah', given: ['Kwabena'] }] })
    expect(await one.ask('patient-view', married)).toHaveLength(1)
  })
})

describe('order-sign', () => {
  test('a trio without parents: the card names the draft that is here, in the launch’s context and not by the patient', async () => {
    const [none] = await one.ask('order-sign', chartOf('p6'), 'TRIO')
    expect(none).toMatchObject({
      summary: 'Exome Trio needs both parents; neither has a specimen',
      links: [],
    })
    const draft = await portal.draft(orderOf('p6', 'TRI6'))
    const [card] = await one.ask('order-sign', chartOf('p6'), 'TRIO')
    expect(card?.links).toMatchObject([
      { type: 'absolute', url: `http://localhost/create?draft=${draft.id}` },
    ])
    await portal.worker.db
      .insertInto('ehr_launch_client')
      .values({
        ...{
          id: 'larkfield',
          institution_code: PARENT,
          name: 'Larkfield',
          iss: 'https://ehr.larkfield.test/r4',
        },
        ...{ client_id: 'karyo', scopes: '', metadata: '{}', sealed_key: '', public_keys: '[]' },
        ...{ frame_origins: [], interface_code: null, record_number_system: RECORD_NUMBERS },
      })
      .execute()
    const launching = await advisedHospital(portal, { settings: { launch: 'larkfield' } })
    const [smart] = await launching.ask('order-sign', chartOf('p6'), 'TRIO')
    expect(smart?.links).toEqual([
      {
        ...{ label: 'Open the draft', type: 'smart', url: 'http://localhost/launch/larkfield' },
        appContext: JSON.stringify({ order: draft.id }),
      },
    ])
    await launching.ehr.close()
    // Another test of the same order needs nobody.
    expect(await one.ask('order-sign', chartOf('p6'), 'GEN1')).toEqual([])
    expect(await one.ask('order-sign', chartOf('p6'), 'UNKNOWN')).toEqual([])
  })

  test('the same test, reported here: asks whether a reanalysis is meant; not before, and not once it is withdrawn', async () => {
    const { id } = await portal.submitted(orderOf('p7'))
    expect(await one.ask('order-sign', chartOf('p7'))).toEqual([])
    const name = 'Tanaka-Reed^Hana'
    await received({ ...{ order: id, number: `L-${id}`, status: 'F', pdf: REPORT }, name })
    const [card, ...more] = await one.ask('order-sign', chartOf('p7'))
    expect(more).toEqual([])
    const report = await portal.worker.db
      .selectFrom('report')
      .select('made_at')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const day = dayInWords(todayAtLaboratory(report.made_at ?? new Date(0)))
    expect(card).toMatchObject({
      summary: `Whole Exome already reported on ${day}. Order a reanalysis instead?`,
      indicator: 'info',
    })
    expect(await abroad.ask('order-sign', chartOf('p7'))).toEqual([])
    await portal.worker.db
      .updateTable('report')
      .set({ state: 'withdrawn' })
      .where('order_id', '=', id)
      .execute()
    expect(await one.ask('order-sign', chartOf('p7'))).toEqual([])
  })

  test('of two tests, only the one that was reported: not the one that the laboratory cancelled', async () => {
    const document = orderOf('p10')
    document.addOnTests.push(blankTest('CYS4', 'Cystic Fibrosis'))
    const { id } = await portal.submitted(document)
    const name = `${document.patients[0]?.lastName}^${document.patients[0]?.firstName}`
    const about = { order: id, number: `L-${id}`, name }
    const ask = async (test: string) =>
      (await one.ask('order-sign', chartOf('p10'), test)).map(({ summary }) => summary)
    await received({ ...about, test: 'WES1', status: 'F', pdf: REPORT })
    expect(await ask('GEN1')).toEqual([expect.stringContaining('Whole Exome already reported')])
    expect(await ask('CF')).toEqual([])
    await received({ ...about, test: 'CYS4', status: 'X' })
    expect(await ask('GEN1')).toHaveLength(1)
    expect(await ask('CF')).toEqual([])
  })
})

test('off by default; switched on and off by Support alone, each change in the audit trail', async () => {
  const off = await advisedHospital(portal, { on: null })
  const view = () =>
    off.post(
      'karyo-patient-view',
      requestOf('patient-view', chartOf('p1'), 'x', { patient: 'Patient/{{context.patientId}}' }),
    )
  const discovery = () => portal.request(off.base).then(({ status }) => status)
  expect([(await view()).status, await discovery()]).toEqual([404, 404])
  const params = { interface: off.code }
  await expect(
    portal.as(`SuperUser@${PARENT}`).ehr.setAdvice({ params, body: { on: true } }),
  ).rejects.toThrow()
  await portal.as('Support').ehr.setAdvice({ params, body: { on: true } })
  expect([(await view()).status, await discovery()]).toEqual([200, 200])
  const displayed = async () =>
    (await portal.as('Support').ehr.overview()).advice.find(({ interfaceCode }) => interfaceCode === off.code)
  expect(await displayed()).toMatchObject({ isOn: true, asked: 1, late: 0, refused: 0, cards: 0 })
  await portal.as('Support').ehr.setAdvice({ params, body: { on: false } })
  expect((await view()).status).toBe(404)
  const lines = await portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'detail'])
    .where('action', '=', 'ehr.advice-changed')
    .where('entity_id', '=', off.code)
    .orderBy('id')
    .execute()
  expect(lines.map(({ detail }) => (detail as { on: boolean }).on)).toEqual([false, true, false])
  await off.ehr.close()
})
