import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenedLaunch } from '#contract/launches.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankPatient, newOrder } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { CHARTS } from '#simulators/ehr/smart/charts.ts'
import { hospital, orderMessage } from '../testing/hospital.ts'
import { launched, launchingHospital } from './testing/launching.ts'

let portal: TestPortal
let v2: Awaited<ReturnType<typeof hospital>>
let one: Awaited<ReturnType<typeof launchingHospital>>
beforeAll(async () => {
  portal = await startPortal()
  v2 = await hospital(portal, {
    maps: [
      { kind: 'test', code: 'GEN1', meaning: 'EPI2' },
      { kind: 'test', code: 'GEN2', meaning: 'WES1' },
    ],
  })
  one = await launchingHospital(portal, { row: { interface: v2.code } })
})
afterAll(async () => {
  await one?.ehr.close()
  await portal?.stop()
})

const USER = `OrderSubmitter@${PARENT}`
const NAMESPACE = '^HOSPITAL^2.16.840.1.113883.19.23.2^ISO'

/** Launches a patient's chart and opens it; the order's number. */
async function opened(patient: string, of = one): Promise<Extract<OpenedLaunch, { state: 'opened' }>> {
  const { id: launch, proof } = await launched(portal, of.ehr.launch({ patient }))
  const reply = await portal.as(USER).launches.open({ params: { launch }, body: { proof, link: true } })
  if (reply.state !== 'opened') throw new Error(`the launch is ${reply.state}`)
  return reply
}
const at = (id: number) => ({ params: { hospital: PARENT, id } })
const orderOf = async (id: number) => portal.as(USER).orders.get(at(id))
const chartOf = async (id: number) => (await portal.as(USER).launches.ofDraft(at(id))).chart

/** The hospital's order for a patient, as its message says it. */
function messageFor(patient: string, more: Partial<Parameters<typeof orderMessage>[0]> = {}) {
  const person = CHARTS.find((chart) => chart.patient === patient)?.resources[0]
  const names = (person?.name ?? []) as { use?: string; family: string; given: string[] }[]
  const name = names.find(({ use }) => use === 'official')
  return orderMessage({
    placer: `70${patient.slice(1)}${NAMESPACE}`,
    name: `${name?.family.toUpperCase()}^${name?.given[0]?.toUpperCase()}`,
    ...more,
  }).replace('20190314', String(person?.birthDate).replaceAll('-', ''))
}
const orderIdOf = async (placer: string) =>
  (await v2.orders()).find((order) => order.placer.startsWith(`${placer}^`))?.order_id ?? 0

/** What would keep an order from being submitted, by section. */
async function openPoints(id: number): Promise<string[]> {
  const { document } = await orderOf(id)
  const { points } = await portal.as(USER).orders.check({
    params: { hospital: PARENT },
    body: { document, orderId: id },
  })
  return points.filter(({ severity }) => severity === 'error').map(({ path }) => path)
}

describe('a chart that is opened', () => {
  test('becomes a draft with each value and where it is from; diagnoses are to be chosen, not filled', async () => {
    const own = await launchingHospital(portal)
    const { orderId, hospitalCode, submitted } = await opened('p1', own)
    expect({ hospitalCode, submitted }).toEqual({ hospitalCode: PARENT, submitted: false })
    const { document } = await orderOf(orderId)
    const [patient] = document.patients
    expect(patient).toMatchObject({
      ...{ firstName: 'Imogen', lastName: 'Vance', dateOfBirth: '2019-03-14', sex: 'Female' },
      recordNumber: 'H-20011',
    })
    expect(JSON.stringify(document)).not.toContain('999-00-1234')
    expect(document.indicationsForTesting).toEqual([])
    expect(document.payment.insurance).toMatchObject({ company: 'Tidewater Mutual', memberId: 'TM-H-20011' })
    const chart = await chartOf(orderId)
    expect(chart?.conditions).toEqual([
      { code: 'G40.909', words: 'Epilepsy, unspecified, not intractable', ofVisit: true },
      expect.objectContaining({ code: 'R62.50', ofVisit: false }),
    ])
    const from = Object.fromEntries((chart?.filled ?? []).map((filled) => [filled.path, filled.from]))
    expect(from).toMatchObject({
      ...{ '/patients/0/lastName': 'Patient', '/patients/0/addresses/0/city': 'Patient' },
      ...{ '/orderingProvider/npi': 'Practitioner', '/payment/insurance/memberId': 'Coverage' },
      '/clinicalNotes': 'FamilyMemberHistory',
    })
    expect(chart?.notRead).toEqual([])
    await own.ehr.close()
  })

  test('meets the draft that the hospital’s message made, by placer number, and fills only what is empty', async () => {
    await v2.send(messageFor('p2'))
    const id = await orderIdOf('702')
    await portal.as(USER).orders.patch({
      ...at(id),
      headers: {},
      body: [{ op: 'replace', path: '/patients/0/addresses/0/addressLine1', value: 'Typed here' }],
    })
    const before = await orderOf(id)
    const { orderId } = await opened('p2')
    expect(orderId).toBe(id)
    const { document } = await orderOf(id)
    expect(document.tests[0]?.testCode).toBe('EPI2')
    expect(document.patients[0]).toMatchObject({ lastName: before.document.patients[0]?.lastName })
    expect(document.patients[0]?.addresses[0]?.addressLine1).toBe('Typed here')
    expect(document.payment.insurance.memberId).toBe('TM-H-20012')
    const paths = (await chartOf(id))?.filled.map(({ path }) => path)
    expect(paths).not.toContain('/patients/0/lastName')
  })

  test('is joined by another test of the same group, which takes nothing away; not once a person has changed it', async () => {
    const grouped = (n: number, test: string) =>
      messageFor('p5', { placer: `705${n}${NAMESPACE}`, group: 'G5^EPIC', test: `${test}^Test^L` })
    await v2.send(messageFor('p5', { group: 'G5^EPIC' }))
    const id = await orderIdOf('705')
    expect((await opened('p5')).orderId).toBe(id)
    const filled = (await orderOf(id)).document
    expect(filled.payment.insurance.memberId).toBe('TM-H-20015')
    const tests = async () => (await orderOf(id)).document.tests.map(({ testCode }) => testCode)
    await v2.send(grouped(1, 'GEN2'))
    expect([await orderIdOf('7051'), await tests()]).toEqual([id, ['EPI2', 'WES1']])
    await v2.send(grouped(2, 'GEN3'))
    expect([await orderIdOf('7052'), await tests()]).toEqual([id, ['EPI2', 'WES1']])
    const { document } = await orderOf(id)
    expect(document.clinicalNotes).toContain('GEN3')
    const { tests: _, clinicalNotes, ...others } = document
    const { tests: __, clinicalNotes: notes, ...before } = filled
    expect(others).toEqual(before)
    expect(clinicalNotes.startsWith(notes)).toBe(true)
    // Launched again, it is the same draft, and still no person's.
    expect((await opened('p5')).orderId).toBe(id)
    await portal.as(USER).orders.patch({
      ...at(id),
      headers: {},
      body: [{ op: 'replace', path: '/patients/0/addresses/0/addressLine1', value: 'Typed here' }],
    })
    await v2.send(grouped(3, 'GEN4'))
    const apart = await orderIdOf('7053')
    expect([apart === id, apart > 0]).toEqual([false, true])
  })

  test('opens the order that a card of ours names, if it is this patient’s and this institution’s; else as if none were named', async () => {
    const own = await launchingHospital(portal)
    const named = async (patient: string, order: number) => {
      const appContext = JSON.stringify({ order })
      const { id: launch, proof } = await launched(portal, own.ehr.launch({ patient, appContext }))
      const reply = await portal.as(USER).launches.open({ params: { launch }, body: { proof, link: true } })
      if (reply.state !== 'opened') throw new Error(`the launch is ${reply.state}`)
      return reply.orderId
    }
    const first = await opened('p9', own)
    expect(await named('p9', first.orderId)).toBe(first.orderId)
    const others = await opened('p10', own)
    expect(await named('p9', others.orderId)).not.toBe(others.orderId)
    const foreign = await portal.draft(readyOrder(), { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN })
    const made = await named('p9', foreign.id)
    expect([made === foreign.id, made === others.orderId]).toEqual([false, false])
    // Of nobody yet: a chart must not be written into what a colleague has begun.
    const blank = await portal.draft(newOrder())
    expect(await named('p9', blank.id)).not.toBe(blank.id)
    for (const nonsense of ['{', '"4"', '{"order":"1"}', '{"order":-1}', '[]', 'null']) {
      const address = own.ehr.launch({ patient: 'p9', appContext: nonsense })
      expect((await launched(portal, address)).id).toMatch(/^[0-9a-f-]{36}$/)
    }
    await own.ehr.close()
  })

  test('of a relative opens the submitted order that a card names, as it is', async () => {
    const own = await launchingHospital(portal)
    const person = CHARTS.find(({ patient }) => patient === 'p10')?.resources[0]
    const [official] = ((person?.name ?? []) as { use?: string; family: string; given: string[] }[]).filter(
      ({ use }) => use === 'official',
    )
    const relative = {
      ...{ ...blankPatient('Mother', 'relative-1'), sex: 'Female' as const, affected: 'Unaffected' as const },
      ...{ firstName: official?.given[0] ?? '', lastName: official?.family ?? '' },
      dateOfBirth: String(person?.birthDate),
    }
    const document = readyOrder()
    const { id } = await portal.submitted({ ...document, patients: [...document.patients, relative] })
    const appContext = JSON.stringify({ order: id })
    const { id: launch, proof } = await launched(portal, own.ehr.launch({ patient: 'p10', appContext }))
    const reply = await portal.as(USER).launches.open({ params: { launch }, body: { proof, link: true } })
    expect(reply).toMatchObject({ state: 'opened', orderId: id, submitted: true })
    expect((await chartOf(id))?.conditions).toEqual([])
    expect((await orderOf(id)).document.patients[0]).toEqual(
      expect.objectContaining({ lastName: document.patients[0]?.lastName }),
    )
    await own.ehr.close()
  })

  test('does not meet an order of the same number for another person', async () => {
    await v2.send(messageFor('p4', { name: 'SOMEBODY^ELSE' }).replace('19710130', '20200101'))
    const id = await orderIdOf('704')
    const { orderId } = await opened('p4')
    expect(orderId).not.toBe(id)
    expect((await orderOf(orderId)).document.patients[0]?.lastName).toBe('Osei')
  })

  test('does not mix a chart into a draft that somebody has made another person’s', async () => {
    const own = await launchingHospital(portal)
    const { orderId: first } = await opened('p8', own)
    expect((await opened('p8', own)).orderId).toBe(first)
    const other = { firstName: 'Jon', lastName: 'Berg', dateOfBirth: '1950-01-01', recordNumber: '' }
    const body = Object.entries(other).map(([name, value]) => ({
      ...({ op: 'replace', path: `/patients/0/${name}`, value } as const),
    }))
    await portal.as(USER).orders.patch({ ...at(first), headers: {}, body })
    const before = (await orderOf(first)).document
    const { orderId: second } = await opened('p8', own)
    expect(second).not.toBe(first)
    expect((await orderOf(first)).document).toEqual(before)
    expect((await orderOf(second)).document.patients[0]?.lastName).not.toBe('Berg')
    await own.ehr.close()
  })

  test('leads to the order if it is submitted, and changes nothing in it', async () => {
    await v2.send(messageFor('p3'))
    const id = await orderIdOf('703')
    const body = Object.entries(readyOrder('Brightwater')).map(([name, value]) => ({
      ...({ op: 'add', path: `/${name}`, value } as const),
    }))
    await portal.as(USER).orders.patch({ ...at(id), headers: {}, body: body as never })
    await portal.as(USER).orders.submit({ ...at(id), headers: {}, query: SIGNED })
    const row = () =>
      portal.worker.db.selectFrom('orders').select(['version', 'document']).where('id', '=', id).execute()
    const before = await row()
    expect(await opened('p3')).toMatchObject({ orderId: id, submitted: true })
    expect(await row()).toEqual(before)
  })

  test('is the same draft when it is opened again, and when the patient is launched again', async () => {
    const own = await launchingHospital(portal)
    const { id: launch, proof } = await launched(portal, own.ehr.launch({ patient: 'p8' }))
    const open = () => portal.as(USER).launches.open({ params: { launch }, body: { proof, link: true } })
    const [first, again] = [await open(), await open()]
    expect(again).toEqual(first)
    expect(await opened('p8', own)).toEqual(first)
    await own.ehr.close()
  })

  test('of two patients at once stays apart: each launch has its own draft', async () => {
    const own = await launchingHospital(portal)
    const begin = (patient: string) => launched(portal, own.ehr.launch({ patient }))
    const [a, b] = [await begin('p1'), await begin('p8')]
    const open = ({ id: launch, proof }: typeof a) =>
      portal.as(USER).launches.open({ params: { launch }, body: { proof, link: true } })
    // Opened in the other order than launched; and neither with the other's proof.
    const second = await open(b)
    const first = await open(a)
    expect(await problemOfCall(open({ ...a, proof: b.proof }))).toMatchObject({ status: 404 })
    const names = await Promise.all(
      [first, second].map(async (each) =>
        each.state === 'opened' ? (await orderOf(each.orderId)).document.patients[0]?.lastName : null,
      ),
    )
    expect(names).toEqual(['Vance', 'Abernathy'])
    await own.ehr.close()
  })

  const less: [string, Parameters<typeof one.ehr.behave>[0], string, string | null][] = [
    ['whose coverage is refused', { refuses: { Coverage: 403 } }, 'p1', 'Coverage'],
    ['whose server is too busy for its problems', { refuses: { Condition: 429 } }, 'p1', 'Condition'],
    ['with coverages of another patient', { mixesUp: ['Coverage'] }, 'p1', null],
    ['with an order of another patient', { mixesUp: ['ServiceRequest'] }, 'p1', null],
  ]
  test.each(less)('%s is opened without them, and says so', async (_, behaviour, patient, missing) => {
    const own = await launchingHospital(portal)
    own.ehr.behave(behaviour)
    const { orderId } = await opened(patient, own)
    const { document } = await orderOf(orderId)
    expect(document.patients[0]?.lastName).toBe('Vance')
    if (behaviour.refuses?.Coverage || behaviour.mixesUp?.includes('Coverage'))
      expect(document.payment.insurance.memberId).toBe('')
    expect((await chartOf(orderId))?.notRead).toEqual(missing === null ? [] : [missing])
    await own.ehr.close()
  })

  test('with fewer scopes than were asked for is read as far as they go', async () => {
    const own = await launchingHospital(portal, { grants: (scope) => !/Coverage|FamilyMember/.test(scope) })
    const { orderId } = await opened('p1', own)
    expect((await chartOf(orderId))?.notRead.toSorted()).toEqual(['Coverage', 'FamilyMemberHistory'])
    await own.ehr.close()
  })

  test('with forty problems offers them, those of the visit first, and fills none', async () => {
    const { orderId } = await opened('p9')
    const chart = await chartOf(orderId)
    expect(chart?.conditions).toHaveLength(39)
    expect(chart?.conditions[0]).toMatchObject({ code: 'G40.909', ofVisit: true })
    expect((await orderOf(orderId)).document.indicationsForTesting).toEqual([])
  })

  test('is audited: who launched, whose chart, what was read, who opened it', async () => {
    const own = await launchingHospital(portal)
    const { orderId } = await opened('p10', own)
    const lines = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'actor_subject', 'actor_name', 'detail', 'people'])
      .where('action', 'like', 'ehr.launch%')
      .where((where) => where.or([where('entity_id', '=', own.id), where('entity_id', '=', String(orderId))]))
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      expect.objectContaining({
        ...{ action: 'ehr.launched', actor_name: expect.stringContaining('staff-dr-okonjo') },
        detail: expect.objectContaining({ iss: own.ehr.iss, patient: 'p10', notRead: [] }),
      }),
      expect.objectContaining({
        action: 'ehr.launch-opened',
        actor_subject: USER,
        people: [expect.anything()],
      }),
    ])
    await own.ehr.close()
  })

  test('is its user’s who was linked at another institution of the same authorization server, and nobody else’s', async () => {
    const own = await launchingHospital(portal)
    await opened('p1', own)
    await administer(portal.database.url, (db) =>
      db
        .updateTable('ehr_launch_link')
        .set({ institution_code: FOREIGN })
        .where('issuer', '=', own.ehr.issuer)
        .execute(),
    )
    const { id: launch, proof } = await launched(portal, own.ehr.launch({ patient: 'p2' }))
    const openAs = async (user: string) =>
      (await portal.as(user).launches.open({ params: { launch }, body: { proof, link: true } })).state
    expect(await openAs(`OrderCreator@${PARENT}`)).toBe('other-user')
    expect(await openAs(USER)).toBe('opened')
    await own.ehr.close()
  })

  test('shows what it wrote to nobody outside the institution', async () => {
    const { orderId } = await opened('p5')
    const foreign = portal.as(`OrderCreator@${FOREIGN}`).launches.ofDraft(at(orderId))
    expect(await problemOfCall(foreign)).toMatchObject({ status: 404 })
  })
})

test('open points of ten orders by message, by launch and by both are in docs/launch-points.md', async () => {
  const alone = await launchingHospital(portal)
  const map = [{ kind: 'test', code: 'GEN1', meaning: 'EPI2' } as const]
  const messages = await hospital(portal, { maps: map })
  const third = await hospital(portal, { maps: map })
  const both = await launchingHospital(portal, { row: { interface: third.code } })
  const idsOf = async (from: typeof messages) =>
    new Map((await from.orders()).map((order) => [order.placer.split('^')[0], order.order_id ?? 0]))
  for (const { patient } of CHARTS) {
    await messages.send(messageFor(patient))
    await third.send(messageFor(patient))
  }
  const [byMessage, waiting] = [await idsOf(messages), await idsOf(third)]
  const rows: string[] = []
  const totals = [0, 0, 0]
  for (const { patient, order } of CHARTS) {
    const placer = `70${patient.slice(1)}`
    const byLaunch = await opened(patient, alone)
    const byBoth = await opened(patient, both)
    // p8 is launched without an order: it meets no message.
    expect([patient, byBoth.orderId === waiting.get(placer)]).toEqual([patient, order !== null])
    const points = await Promise.all(
      [byMessage.get(placer) ?? 0, byLaunch.orderId, byBoth.orderId].map((id) => openPoints(id)),
    )
    for (const [index, { length }] of points.entries()) totals[index] = (totals[index] ?? 0) + length
    const [left = []] = points.slice(2)
    const words = [...new Set(left.map((path) => path.split('/')[1]))].join(', ')
    rows.push(`| ${patient} | ${points.map(({ length }) => length).join(' | ')} | ${words} |`)
  }
  const mean = totals.map((total) => (total / CHARTS.length).toFixed(1))
  await expect(
    [
      '# Open points of ten orders',
      '',
      'Generated by `server/features/ehr/launch/open.test.ts`; not to be edited. The charts are those of',
      '`simulators/ehr/smart`, each with the same order as an HL7 v2 message. That message names address and NPI, which most',
      'hospitals’ do not. p8 is launched from the chart alone, so it meets no message. “left”: open after both.',
      '',
      '| chart | message alone | launch alone | both | left |',
      '|---|---|---|---|---|',
      ...rows,
      `| mean | ${mean.join(' | ')} | |`,
      '',
    ].join('\n'),
  ).toMatchFileSnapshot('../../../../docs/launch-points.md')
  expect(totals[2]).toBeLessThan(Math.min(totals[0] ?? 0, totals[1] ?? 0))
  await Promise.all([alone.ehr.close(), both.ehr.close()])
})
