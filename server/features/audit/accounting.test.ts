import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { personKey } from '#domain/orders/identity.ts'
import { fhirOf } from '#server/features/fhir/testing/request.ts'
import { deliver } from '#server/features/laboratory/outbox/delivery.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { EXAMPLES } from '#server/testing/example-requests.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { testPayer } from '#server/testing/payer.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { type SeededPortal, seedPortal } from '#server/testing/seeded-portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { active, insuredOrder } from '#server/testing/world-payers.ts'
import { sealTrail } from './seal.ts'
import { verifyTrail } from './verify.ts'

let portal: TestPortal
let seeded: SeededPortal
beforeAll(async () => {
  portal = await startPortal()
  seeded = await seedPortal(portal)
})
afterAll(() => portal?.stop())

const ADMIN = `UserAdmin@${PARENT}`
const accounting = (body: object, { by = ADMIN, at = PARENT } = {}) =>
  portal.as(by).audit.accounting({ params: { hospital: at }, body: body as never })

/** The lines added to the trail while `work` ran. */
async function linesOf(work: () => Promise<unknown>) {
  const lines = () =>
    portal.worker.db
      .selectFrom('audit_event')
      .select(['id', 'action', 'people', 'detail'])
      .orderBy('id')
      .execute()
  const before = (await lines()).at(-1)?.id ?? 0
  await work()
  return (await lines()).filter(({ id }) => id > before)
}

/** Lists of an institution's patients: no line records who was listed (docs/security.md). */
const LISTS = [
  ...['orders.list', 'orders.listLean', 'orders.historyFilter', 'samples.list', 'samples.top'],
  'orders.people',
  ...['following.blocked', 'following.headerAlert', 'following.notifications', 'following.pipeline'],
  ...['families.list', 'reports.notices', 'results.search'],
  ...['followUp.list', 'followUp.counts'],
]
/** Actions that are about no patient. */
const OTHERS = [
  ...[
    'catalogue.popular',
    'catalogue.testsOfInstitution',
    'figures.get',
    'institutions.get',
    'orders.summary',
  ],
  ...['kits.get', 'kits.list', 'samples.referrals', 'samples.tempReferrals'],
  ...['followUp.colleagues', 'followUp.rules'],
  ...['places.family', 'places.kit', 'places.order', 'places.sample'],
]

test('every route that shows one patient writes a line that names them; lists do not', async () => {
  const idsAsked = seeded.idsAt(PARENT, `SuperUser@${PARENT}`)
  const unnamed: string[] = []
  for (const [feature, routes] of Object.entries(api))
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const example = EXAMPLES[`${feature}.${name}`]
      const { access, method } = route
      if (access.kind !== 'institution' || !access.permissions.includes('ViewOrder') || method !== 'GET')
        continue
      if (example?.answer !== 200) continue
      const lines = await linesOf(async () => {
        const reply = await portal.request(example.path(idsAsked), { as: `SuperUser@${PARENT}` })
        expect([name, reply.status]).toEqual([name, 200])
        await reply.arrayBuffer()
      })
      if (!lines.some(({ people }) => people !== null && people.length > 0))
        unnamed.push(`${feature}.${name}`)
    }
  expect(unnamed.sort()).toEqual([...LISTS, ...OTHERS].sort())
})

describe('accounting of disclosures', () => {
  /** An order for a new patient, and the patient as typed into the accounting form. */
  function newPatient() {
    const document = insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-7', lastName: 'Ngũgĩ' })
    const [person] = document.patients
    const { firstName = '', lastName = '', dateOfBirth = '' } = person ?? {}
    const body = { firstName: ` ${firstName.toLowerCase()}`, lastName: 'NGUGI', dateOfBirth }
    return { document, person: { firstName, lastName, dateOfBirth }, body }
  }

  test("lists who viewed, changed, exported or received the patient's data, and nobody else's lines", async () => {
    const { document, body } = newPatient()
    const by = `OrderSubmitter@${PARENT}`
    const { id } = await portal.submitted(document, { by, at: PARENT })
    const other = await portal.submitted(readyOrder('Nobody'), { by, at: PARENT })
    const as = portal.as(by)
    await as.orders.get({ params: { hospital: PARENT, id } })
    await as.orders.get({ params: { hospital: PARENT, id: other.id } })
    await as.documents.requisitions({ params: { h: PARENT }, query: { ids: `${id},${other.id}` } })
    await as.orders.export({ params: { hospital: PARENT }, query: {} })
    const checked = await as.coverage.check({
      params: { hospital: PARENT },
      body: { document, orderId: null },
    })
    await portal.runCheck(testPayer(active(1)), checked.id)
    // Only this message: a running queue would write lines in other tests.
    const message = await portal.worker.db
      .selectFrom('message_out')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    await deliver(portal.worker, portal.laboratory, message.id)
    const sent = () =>
      portal.worker.db
        .selectFrom('audit_event')
        .select('id')
        .where('action', '=', 'laboratory.sent')
        .where('entity_id', '=', String(id))
        .execute()
    expect(await sent()).toHaveLength(1)
    const fhir = fhirOf(portal)
    await fhir.get(`/Patient/${id}-proband`, await fhir.system('ehr-system', 'system/*.rs'))

    const { lines, total } = await accounting(body)
    expect(total).toBe(lines.reduce((sum, one) => sum + one.lines, 0))
    const summaries = lines.map(({ kind, words, by: who, to, purpose, orderIds }) => [
      kind,
      words,
      who,
      to,
      purpose,
      orderIds,
    ])
    const submitter = `Test ${by}`
    expect(summaries).toEqual([
      ['sent', 'Read through FHIR', 'System ehr-system', 'System ehr-system', 'Treatment', [id]],
      ['sent', 'Order and patient sent to the laboratory', 'Karyo', 'the laboratory', 'Treatment', [id]],
      [
        ...['sent', 'Name, date of birth and member ID sent to the payer', 'Larkfield Genetics'],
        ...['Tidewater Mutual', 'Payment', []],
      ],
      ['changed', 'Eligibility request created', submitter, '', '', []],
      ['exported', 'Order list exported', submitter, '', '', [id]],
      ['exported', 'Requisition printed', submitter, '', '', [id]],
      ['seen', 'Order opened', submitter, '', '', [id]],
      ['changed', 'Order submitted', submitter, '', '', [id]],
      ['changed', 'Order started', submitter, '', '', [id]],
    ])
    expect((await accounting(body)).lines[0]).toMatchObject({
      words: 'This accounting viewed',
      by: `Test ${ADMIN}`,
    })
  })

  test('lists that the laboratory’s Support read a message from or to the laboratory about the patient', async () => {
    const { document, body } = newPatient()
    const [person] = document.patients
    if (person) person.firstName = 'Messaged'
    const { id } = await portal.submitted(document)
    await portal.receive(laboratoryMessage(`ACC-${id}`, { order: id, number: `L-${id}` }))
    const { id: incoming } = await portal.worker.db
      .selectFrom('message_in')
      .select('id')
      .where('control_id', '=', `ACC-${id}`)
      .executeTakeFirstOrThrow()
    const { id: outgoing } = await portal.worker.db
      .selectFrom('message_out')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const { message } = portal.as('Support').laboratory
    await message({ params: { direction: 'in', id: incoming } })
    await message({ params: { direction: 'out', id: outgoing } })
    const { lines } = await accounting({ ...body, firstName: 'Messaged' })
    const read = lines.filter(({ words }) => words === 'Laboratory message viewed')
    expect(read.map((one) => [one.by, one.orderIds, one.lines])).toEqual([['Test Support', [id], 2]])
  })

  test('[UX-23] groups page loads into acts: opening and reloading an order is one act', async () => {
    const by = `OrderSubmitter@${PARENT}`
    const insured = insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-8', lastName: 'Reloaded' })
    const { id } = await portal.submitted(insured, { by, at: PARENT })
    const as = portal.as(by)
    const params = { hospital: PARENT, id }
    for (let load = 0; load < 6; load += 1) {
      await as.orders.get({ params })
      await as.coverage.ofOrder({ params })
      await as.coverage.authorization({ params })
      await as.reports.list({ params: { h: PARENT, id } })
    }
    const [patientQuery] = insured.patients
    const idsAsked = {
      ...{ firstName: patientQuery?.firstName ?? '', lastName: 'Reloaded' },
      dateOfBirth: patientQuery?.dateOfBirth ?? '',
    }
    const { lines, total } = await accounting(idsAsked)
    expect(lines.filter(({ kind }) => kind === 'seen')).toEqual([
      expect.objectContaining({ words: 'Order opened', orderIds: [id], lines: 24 }),
    ])
    expect(total).toBeGreaterThanOrEqual(24)
    // The stored lines stay as they are, and are all in the file.
    const file = await portal.as(ADMIN).audit.accountingFile({ params: { hospital: PARENT }, body: idsAsked })
    expect(new TextDecoder().decode(file).match(/Order opened/g)).toHaveLength(6)
  })

  test('[OPS-11] what a page reads again by itself is in the trail, and adds no opened order', async () => {
    const { document, body } = newPatient()
    const by = `OrderSubmitter@${PARENT}`
    const { id } = await portal.submitted(document, { by, at: PARENT })
    const as = portal.as(by)
    const params = { hospital: PARENT, id }
    const opened = async () =>
      (await accounting(body)).lines.filter(
        ({ words, orderIds }) => words === 'Order opened' && orderIds[0] === id,
      )
    await as.orders.get({ params })
    const lines = await linesOf(async () => {
      await as.orders.get({ params, headers: { 'x-karyo-refresh': 'true' } })
    })
    expect(lines).toMatchObject([{ action: 'order.view', detail: { refresh: true } }])
    expect(await opened()).toEqual([expect.objectContaining({ lines: 2 })])
    // What else the page reads has no header of its own in the contract: the shared client sends it with every request.
    for (const path of [`/api/follow-up/${PARENT}/orders/${id}`, `/api/Orders/${PARENT}/${id}/reanalysis`]) {
      const read = () => portal.request(path, { as: by, headers: { 'x-karyo-refresh': 'true' } })
      expect(await linesOf(async () => void (await read()))).toMatchObject([{ detail: { refresh: true } }])
    }
  })

  test('exports a file with every line that a spreadsheet opens', async () => {
    const { document, body } = newPatient()
    await portal.submitted(document)
    const { total } = await accounting(body)
    const file = await portal.as(ADMIN).audit.accountingFile({ params: { hospital: PARENT }, body })
    const rows = new TextDecoder().decode(file).trim().split('\r\n')
    expect(total).toBeGreaterThan(1)
    // The headings, and the line for the view just made.
    expect(rows).toHaveLength(total + 2)
    expect(rows[1]).toMatch(/^NGUGI,.*,seen,This accounting viewed,Test UserAdmin@P1,,,,\d+$/)
  })

  test('covers the requested days, or six years by default', async () => {
    const { document, body } = newPatient()
    await portal.submitted(document)
    const { from, until } = await accounting({ ...body, until: '2024-02-29' })
    expect([from, until]).toEqual(['2018-02-28', '2024-02-29'])
    expect(await accounting({ ...body, until: '2024-02-29' })).toMatchObject({ total: 0, lines: [] })
  })

  test('includes a discarded draft and its earlier content', async () => {
    const draft = await portal.draft(readyOrder('Gone'))
    const params = { hospital: PARENT, id: draft.id }
    const [was] = draft.document.patients
    await portal.as('OrderSubmitter@P1').orders.patch({
      ...{ params, headers: { 'if-match': String(draft.version) } },
      body: [{ op: 'replace', path: '/patients/0/lastName', value: 'Other' }],
    })
    await portal.as('OrderSubmitter@P1').orders.discard({ params: { h: PARENT, id: draft.id } })
    const of = async (name: string) => {
      const patientQuery = { firstName: was?.firstName, lastName: name, dateOfBirth: was?.dateOfBirth }
      return (await accounting(patientQuery)).lines.map(({ words }) => words)
    }
    expect(await of('Gone')).toEqual(['Order started'])
    expect(await of('Other')).toEqual(['Draft discarded', 'Order changed'])
  })

  test("is open to the institution's user administrators and to Support", async () => {
    const patientQuery = { firstName: 'Linh', lastName: 'Gone', dateOfBirth: '2019-03-14' }
    expect(await problemOfCall(accounting(patientQuery, { by: `OrderSubmitter@${PARENT}` }))).toMatchObject({
      status: 403,
    })
    expect(await problemOfCall(accounting(patientQuery, { at: FOREIGN }))).toMatchObject({ status: 404 })
    expect(await problemOfCall(accounting(patientQuery, { by: `UserAdmin@${CHILD}` }))).toMatchObject({
      status: 404,
    })
    expect(await accounting(patientQuery, { by: 'Support', at: FOREIGN })).toMatchObject({ total: 0 })
  })

  test.each([
    ['lastName', '123'],
    ['dateOfBirth', '14 March'],
    ['from', '0001-01-01'],
    ['until', '9999-12-31'],
  ])('refuses %s %s', async (field, value) => {
    const problem = await problemOfCall(accounting({ ...newPatient().body, [field]: value }))
    expect(problem.errors).toMatchObject([{ path: `/${field}` }])
  })

  test('finds people by the same rules as the order search', () => {
    const { person, body } = newPatient()
    expect(personKey(person)).toBe(personKey(body))
  })
})

test('every line this portal wrote has a mark and verifies under seals', async () => {
  for (let orders = 0; orders < 20; orders += 1) await portal.submitted()
  await sealTrail(portal.worker, TEST_SECRET)
  const found = await verifyTrail(portal.worker, [TEST_SECRET], [])
  expect(found).toMatchObject({ withoutMark: 0, unsealed: 0, findings: [] })
  expect(found.lines).toBeGreaterThan(50)
})
