import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NpiRegistry, RegistryAway } from '#adapters/npi-registry/port.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankPatient, blankSample, type OrderDocument } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { lookUpProvider } from './rule-context.ts'

const hospital = PARENT
const by = 'OrderSubmitter@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const check = (document: OrderDocument, { as = by, orderId = null as number | null } = {}) =>
  portal.as(as).orders.check({ params: { hospital }, body: { document, orderId } })
const submit = (id: number, subject = by) =>
  portal.as(subject).orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED })
const rules = async (document: OrderDocument, as = by) =>
  (await check(document, { as })).points.map(({ path, rule }) => [path, rule])

/** Another order for the same patient. */
const samePatient = (of: OrderDocument, testCode = 'WES1'): OrderDocument => {
  const order = readyOrder('', testCode)
  return { ...order, patients: of.patients }
}
const overridden = (order: OrderDocument, key: string, reason: string): OrderDocument => ({
  ...order,
  overrides: [{ key, reason }],
})

describe('the warning about earlier orders for a person', () => {
  test('matches name and date of birth in any spelling, and can be overridden with a reason', async () => {
    const first = readyOrder('Nguyễn')
    const earlier = await portal.submitted(first)
    const again = samePatient(first)
    for (const patient of again.patients) Object.assign(patient, { firstName: 'LINH', lastName: 'nguyen ' })
    const { points, facts: context } = await check(again)
    expect(context.history).toMatchObject([
      {
        ...{ id: earlier.id, patient: 'proband', reported: false, displayStatus: 'En Route' },
        tests: [{ code: 'WES1', testName: 'Whole Exome', genes: ['SCN1A', 'MECP2', 'CFTR'] }],
      },
    ])
    const [point] = points
    expect(points).toHaveLength(1)
    expect(point).toMatchObject({ rule: 'ordered-before', severity: 'warning', path: '/tests/0/testCode' })

    const { id } = await portal.draft(again)
    expect(await problemOfCall(submit(id))).toMatchObject({
      code: 'order-not-ready',
      errors: [{ path: '/tests/0/testCode', rule: 'ordered-before', message: point?.message }],
    })
    const withReason = overridden(again, point?.key ?? '', 'The first tube broke.')
    // The reason for a warning that no longer applies stays with the draft, and is not submitted.
    withReason.overrides.unshift({ key: 'specimen-old:s1', reason: 'It was frozen.' })
    const { id: reasoned } = await portal.draft(withReason)
    const order = await submit(reasoned)
    expect(order.events.at(-1)).toMatchObject({
      kind: 'submitted',
      detail: `${point?.message}. Reason: The first tube broke.`,
    })
    expect(order.document.overrides).toEqual([{ key: point?.key, reason: 'The first tube broke.' }])
    const trail = await portal.worker.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'order.submit')
      .where('entity_id', '=', String(reasoned))
      .executeTakeFirstOrThrow()
    expect(trail.detail).toEqual({ version: 1, overrides: order.document.overrides })
  })

  test('covers submitted orders at the same institution until they are cancelled, and never the order itself', async () => {
    const draft = readyOrder('Drafted')
    const { id } = await portal.draft(draft)
    expect((await check(samePatient(draft))).facts.history).toEqual([])
    await submit(id)
    expect((await check(samePatient(draft))).facts.history).toHaveLength(1)
    expect((await check(samePatient(draft), { orderId: id })).facts.history).toEqual([])
    await portal.receive(laboratoryMessage(`X${id}`, { order: id, number: 'L-X', status: 'X' }))
    expect((await check(samePatient(draft))).facts.history).toEqual([])

    for (const at of [CHILD, FOREIGN]) {
      const foreignOrder = readyOrder('Elsewhere')
      await portal.submitted(foreignOrder, { by: `OrderSubmitter@${at}`, at })
      expect((await check(samePatient(foreignOrder))).facts.history).toEqual([])
    }
  })

  test('covers relatives, and panels that share genes', async () => {
    const sister = readyOrder('Sisters', 'CYS4')
    await portal.submitted(sister)
    const order = readyOrder('Sisters', 'CYS4')
    const [known] = sister.patients
    if (!known) throw new Error('the order has a patient')
    const relative = { ...blankPatient('Sibling', 'relative-1'), ...known, relationship: 'Sibling' as const }
    const family = { ...order, patients: [...order.patients, { ...relative, key: 'relative-1' }] }
    expect(await rules(family)).toEqual([['/tests/0/testCode', 'done-in-family']])

    const panel = readyOrder('Panels', 'EPI2')
    await portal.submitted(panel)
    expect(await rules(samePatient(panel, 'WES1'))).toEqual([['/tests/0/testCode', 'overlap']])
  })
})

describe('[PERM-11] permission to order', () => {
  const named = (firstName: string, lastName: string, npi: string): OrderDocument => ({
    ...readyOrder(),
    orderingProvider: { physicianId: null, firstName, lastName, npi },
  })
  const refusedAt = async (document: OrderDocument, subject = by) => {
    const { id } = await portal.draft(document)
    const refusal = await problemOfCall(submit(id, subject))
    expect(refusal).toMatchObject({ status: 422, code: 'order-not-ready' })
    expect(await rules(document, subject)).toEqual(refusal.errors?.map(({ path, rule }) => [path, rule]))
    return refusal.errors?.map(({ path, rule, message }) => [path, rule, message])
  }
  const npi = '/orderingProvider/npi'

  test('requires a provider whose NPI is registered to their name', async () => {
    const { facts: context } = await check(named('Ada', 'Okafor', '1234567893'))
    expect(context.provider).toEqual({ npi: '1234567893', nameRefusal: null, geneticCounselor: false })
    expect(await refusedAt(named('Maren', 'Oduya', '1234567893'))).toEqual([
      [
        npi,
        'npi-name',
        'This NPI is registered under another name. Enter the name as it appears in the NPI registry.',
      ],
    ])
    expect(await refusedAt(named('Ada', 'Okafor', '1000000004'))).toEqual([
      [npi, 'npi-name', 'This NPI is not in the NPI registry. Check the number.'],
    ])
    expect(await refusedAt(named('Ada', 'Okafor', '1000000020'))).toEqual([
      [npi, 'npi-name', 'This NPI is no longer active in the NPI registry. Check the number.'],
    ])
  })

  test.each([
    [
      'by their record in the portal',
      sql`update physician set provider_type = 'Genetic counselor' where npi = '1234567893'`,
      sql`update physician set provider_type = 'Physician' where npi = '1234567893'`,
    ],
    [
      'by the registry',
      sql`update npi_record set taxonomies = '[{"code": "170300000X", "description": "", "primary": true}]' where npi = '1234567893'`,
      sql`update npi_record set taxonomies = '[]' where npi = '1234567893'`,
    ],
  ])('refuses a genetic counselor, %s, for tests billed to Medicare', async (_, make, undo) => {
    const order = readyOrder()
    const { insurance } = order.payment
    const paidBy = (kind: 'Medicare' | 'Medicaid', company = 'A'): OrderDocument => ({
      ...order,
      payment: {
        ...{ billingType: 'Insurance', paymentMethod: 'None' },
        insurance: { ...insurance, kind, company, memberId: 'B', holderRelationship: 'Self' },
      },
    })
    expect(await rules(paidBy('Medicare'))).toEqual([])
    await administer(portal.database.url, (db) => make.execute(db))
    try {
      expect((await check(order)).facts.provider?.geneticCounselor).toBe(true)
      expect(await rules(paidBy('Medicaid'))).toEqual([])
      expect((await refusedAt(paidBy('Medicare')))?.map(([path, rule]) => [path, rule])).toEqual([
        [npi, 'medicare'],
      ])
      // By its name in the laboratory's directory, whatever the plan type.
      const known = paidBy('Medicaid', 'Senior care')
      expect(await rules(known)).toEqual([])
      await administer(portal.database.url, (db) =>
        sql`update payer set kind = 'Medicare', aliases = '{Senior-Care}' where id = 'glass'`.execute(db),
      )
      expect((await check(known)).facts.payers).toEqual([{ company: 'Senior care', kind: 'Medicare' }])
      expect((await refusedAt(known))?.map(([path, rule]) => [path, rule])).toEqual([[npi, 'medicare']])
    } finally {
      await administer(portal.database.url, async (db) => {
        await undo.execute(db)
        await sql`update payer set kind = 'Commercial', aliases = '{}' where id = 'glass'`.execute(db)
      })
    }
  })

  test('refuses a user without an NPI whom no provider has authorized; a colleague who prepares needs none', async () => {
    const refused = await refusedAt(readyOrder(), 'no-delegate')
    expect(refused?.map(([path, rule]) => [path, rule])).toEqual([[npi, 'delegate']])
    expect(await rules(readyOrder(), 'OrderCreator@P1')).toEqual([])
    // A role at the parent, although the child's scope includes no user of the parent.
    const { id } = await portal.draft(readyOrder(), { by, at: CHILD })
    const order = await portal
      .as(by)
      .orders.submit({ params: { hospital: CHILD, id }, headers: {}, query: SIGNED })
    expect(order.state).toBe('en-route')
  })

  test('does not depend on an unavailable registry', async () => {
    const recent = () => undefined
    const away: NpiRegistry = { lookup: () => Promise.reject(new RegistryAway('down')), recent }
    expect(await lookUpProvider(away, '1234567893')).toEqual({ npi: '1234567893', answer: 'unasked' })
    const failing: NpiRegistry = { lookup: () => Promise.reject(new Error('a fault of ours')), recent }
    await expect(lookUpProvider(failing, '1234567893')).rejects.toThrow('a fault of ours')
    // An invalid NPI is not looked up.
    expect(await lookUpProvider(failing, '12')).toEqual({ npi: '12', answer: 'unasked' })
  })
})

test("a check returns the institution's state and all points together, and changes nothing", async () => {
  const order = readyOrder()
  order.samples.push({
    ...blankSample('proband', 's2'),
    specimenType: 'Saliva',
    dateOfCollection: '2020-01-01',
  })
  order.indicationsForTesting = []
  const { facts: context, points } = await check(order)
  expect(context.institutionState).toBe('IL')
  expect(points.map(({ rule, section, severity }) => [rule, section, severity])).toEqual([
    ['specimen-old', 'specimens', 'warning'],
    ['required', 'clinical', 'error'],
  ])
  const { total } = await portal.as(by).orders.list({ params: { hospital }, query: { keyword: 'nobody' } })
  expect(total).toBe(0)
})
