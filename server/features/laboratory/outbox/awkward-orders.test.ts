import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fhirCodec } from '#adapters/laboratory/fhir/codec.ts'
import type { LaboratoryOrder } from '#adapters/laboratory/port.ts'
import { codec as hl7 } from '#adapters/laboratory/testing/messages.ts'
import type { SpecimenType } from '#domain/lookups.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { blankPregnancy } from '#domain/orders/pregnancy.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import { administer } from '#server/database/connection/connect.ts'
import { importCatalogue } from '#server/features/catalogue/import.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CATALOGUE, PARENT, readyOrder } from '#server/testing/world.ts'
import type { Act } from '#simulators/laboratory/acts.ts'
import { readOrder } from '#simulators/laboratory/read-order.ts'
import type { ReceivedOrder } from '#simulators/laboratory/received.ts'
import { sampleTaken } from '#simulators/laboratory/testing/simulated-order.ts'
import { writeResult } from '#simulators/laboratory/write-result.ts'
import { GENOME } from '../testing/awkward-consents.ts'
import { AWKWARD_ORDERS } from '../testing/awkward-orders.ts'
import { bornYearsAgo, daysAgo, prenatal } from '../testing/awkward-people.ts'

let portal: TestPortal
/** What is sent of each order, before it is written in a format. */
const sent = new Map<number, LaboratoryOrder>()
beforeAll(async () => {
  portal = await startPortal({
    orderCodec: {
      ...hl7,
      writeOrder(order) {
        sent.set(order.orderId, order)
        return hl7.writeOrder(order)
      },
    },
  })
  const bloodHistory: (typeof CATALOGUE)['bloodHistory'][number] = {
    ...{ testCode: 'WES1', category: '', transfusionDays: 14, transfusionRefused: false },
    transplantAdmitted: false,
    transfusion: 'asked',
    transplant: 'asked',
    bloodCancer: 'asked',
    instead: ['Skin Biopsy'],
  }
  const specimens: SpecimenType[] = [
    'Blood',
    'Saliva',
    'CVS',
    'Amniotic Fluid',
    'Fetal Tissue',
    'Skin Biopsy',
    'Extracted DNA',
    'FFPE Blocks',
  ]
  const tests = CATALOGUE.tests.map((one) =>
    one.code === 'WES1' ? { ...one, specimens: [...specimens] } : one,
  )
  const [exome] = tests.filter(({ code }) => code === 'WES1')
  const statements = ['testing', 'new-york', 'storage', 'secondary-findings']
  const genomes = exome
    ? [{ ...exome, code: GENOME, name: 'Genome', displayTestCode: '', consents: statements }]
    : []
  const [statement] = CATALOGUE.consents.filter(({ id }) => id === 'research')
  const asked = statement
    ? [
        { ...statement, id: 'storage', title: 'Storage beyond the days of the state' },
        { ...statement, id: 'secondary-findings', title: 'Secondary findings' },
      ]
    : []
  const retention = {
    ...{ state: 'NY', rule: 'retention-days' as const, value: '60', consent: 'storage' },
    ...{ validFrom: '2000-01-01', validTo: '' },
  }
  const sequencing = {
    ...{ testCode: 'KNO9', kinds: ['sequence' as const], most: 1, excludedGenes: [], forRelatives: true },
    familyDays: 90,
  }
  await administer(portal.database.url, (db) =>
    importCatalogue(db, {
      ...CATALOGUE,
      ...{
        tests: [...tests, ...genomes],
        bloodHistory: [bloodHistory],
        stateRules: [...CATALOGUE.stateRules, retention],
      },
      consents: [...CATALOGUE.consents, ...asked],
      knownVariantTests: [sequencing],
    }),
  )
})
afterAll(() => portal?.stop())

const by = 'OrderSubmitter@P1'
const at = { hospital: PARENT }

/** Errors of an order, and the order with a reason for each warning. */
async function checked(document: OrderDocument) {
  const { points } = await portal.as(by).orders.check({ params: at, body: { document, orderId: null } })
  const errors = points.filter(({ severity }) => severity === 'error')
  const warnings = points.filter(({ severity }) => severity === 'warning')
  const overrides = warnings.map(({ key }) => ({ key, reason: 'Discussed with the laboratory.' }))
  return { errors: errors.map(({ rule, path }) => `${rule} ${path}`), ready: { ...document, overrides } }
}

test.each(AWKWARD_ORDERS)('$name', async ({ document, refused, hl7: parts = [], fhir = [], never = [] }) => {
  const { errors, ready } = await checked(document())
  expect(errors).toEqual(refused ?? [])
  if (refused) return
  const draft = await portal.draft(ready)
  const { id } = await portal
    .as(by)
    .orders.submit({ params: { ...at, id: draft.id }, headers: {}, query: SIGNED })
  const order = sent.get(id)
  if (!order) throw new Error('nothing was sent')
  const filled = (part: string) =>
    part.replaceAll('{id}', String(id)).replaceAll('{born31}', bornYearsAgo(31).replaceAll('-', ''))
  const { body } = await portal.worker.db
    .selectFrom('message_out')
    .select('body')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const bundle = fhirCodec.writeOrder(order)
  expect(parts.map(filled).filter((part) => !body.includes(part))).toEqual([])
  expect(fhir.map(filled).filter((part) => !bundle.includes(part))).toEqual([])
  expect(never.filter((part) => body.includes(part) || bundle.includes(part))).toEqual([])
  const read = readOrder(body)
  if (read.kind !== 'order') throw new Error('the simulated laboratory does not read it')
  expect(read.order.specimens.map(({ of }) => of).toSorted()).toEqual(
    ready.samples.map(({ patient }) => `${id}-${patient}`).toSorted(),
  )
  await answer(id, read.order)
  const { reports } = await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })
  expect(reports.map(({ personName: name }) => name).toSorted()).toEqual(
    subjectsOf(ready)
      .map((key) => personName(ready, key))
      .toSorted(),
  )
  // Everything that was sent is about somebody of the order: nothing waits for a person.
  expect((await portal.as('Support').resultDesk.list({ query: { search: String(id) } })).data).toEqual([])
  const placed = await portal.as(by).orders.get({ params: { ...at, id } })
  expect(placed).toMatchObject({ state: 'reported', expectedOn: EXPECTED })
})

/** The day on which the simulated laboratory expects its report (ORC-27). */
const EXPECTED = '2027-01-20'

/** The simulated laboratory registers what it has read, reports each subject of the order, and recommends a treatment. */
async function answer(id: number, order: ReceivedOrder): Promise<void> {
  const acts: Act[] = [
    { do: 'accession', expected: EXPECTED, specimens: [] },
    { do: 'report' },
    { do: 'treatment' },
  ]
  const done = acts.map((act, index) => ({
    ...{
      controlId: `A${id}-${index}`,
      at: new Date(Date.now() + index * 1000).toISOString(),
      act,
      told: true,
    },
    ...{ sender: order.sender, orderId: String(id) },
  }))
  const entry = { ...sampleTaken(), ...order, laboratoryNumber: `26-${id}` }
  const simulated = { order: entry, done, decisions: [], changes: [], answers: new Map() }
  for (const one of done) {
    const raw = await writeResult(simulated, one, { seed: 1, laboratoryName: 'Larkfield Genetics' })
    expect(await portal.receive(raw)).toContain('MSA|AA')
  }
}

test('an additional test of a specimen that the laboratory holds: its number, action A, and consents anew', async () => {
  const who = portal.as(by)
  const { id } = await portal.submitted()
  const arrived = { order: id, number: `26-${id}`, status: 'O', specimens: [{ number: `${id}-s1` }] }
  expect(await portal.receive(laboratoryMessage(`S${id}`, arrived))).toContain('MSA|AA')
  const [sample] = (await who.orders.get({ params: { ...at, id } })).samples
  const draft = await who.samples.addTest({
    params: { h: PARENT, id: sample?.id ?? 0 },
    body: { draftKey: randomUUID(), testCodes: ['EPI2'] },
  })
  expect(draft.document.consents).toEqual([])
  const params = { ...at, id: draft.id }
  const asked = await checked({ ...draft.document, consents: [] })
  expect(asked.errors).toContain('required /consents/proband/testing')
  const { ready } = await checked({ ...draft.document, consents: readyOrder('', 'EPI2').consents })
  await who.orders.patch({
    ...{ params, headers: {} },
    body: [
      { op: 'replace', path: '/consents', value: ready.consents.map((one) => ({ ...one })) },
      { op: 'replace', path: '/overrides', value: ready.overrides },
    ],
  })
  await who.orders.submit({ params, headers: {}, query: { ...SIGNED, isAddOn: 'true' } })
  const order = sent.get(draft.id)
  if (!order) throw new Error('nothing was sent')
  const message = hl7.writeOrder(order)
  const [obr, orc, spm] = ['OBR', 'ORC', 'SPM'].map((name) =>
    message
      .split('\r')
      .find((line) => line.startsWith(`${name}|`))
      ?.split('|'),
  )
  expect([obr?.[11], orc?.[8], spm?.[2]]).toEqual(['A', `${id}&KARYO^26-${id}&LIS`, `${id}-s1`])
  expect(message).toContain('|CE|testing^Consent^L|')
  const bundle = fhirCodec.writeOrder(order)
  expect(bundle).toContain('"basedOn":[{"type":"ServiceRequest"')
  expect(bundle).toContain(`"value":"${id}-s1"`)
})

test('[SUBJ-03] an additional test of the mother’s blood is for her, and one of a twin’s specimen for this twin', async () => {
  const who = portal.as(by)
  const twins = prenatal(
    'Ask',
    { dueDate: daysAgo(-190), dating: 'Ultrasound', chorionicity: 'Dichorionic' },
    ['A', 'B'],
  )
  const { ready } = await checked(twins)
  const first = await portal.draft(ready)
  const { id } = await who.orders.submit({ params: { ...at, id: first.id }, headers: {}, query: SIGNED })
  const specimens = ready.samples.map(({ key }) => ({ number: `${id}-${key}` }))
  const raw = laboratoryMessage(`S${id}`, {
    order: id,
    number: `26-${id}`,
    status: 'O',
    specimens,
    name: 'Ask^Dora',
  })
  expect(await portal.receive(raw)).toContain('MSA|AA')
  const { samples } = await who.orders.get({ params: { ...at, id } })
  for (const [key, tested] of [
    ['s2', ['fetus-2']],
    ['s3', ['proband']],
  ] as const) {
    const sample = samples.find((one) => one.key === key)
    const draft = await who.samples.addTest({
      params: { h: PARENT, id: sample?.id ?? 0 },
      body: { draftKey: randomUUID(), testCodes: ['EPI2'] },
    })
    expect(subjectsOf(draft.document)).toEqual(tested)
    const consents = readyOrder('', 'EPI2').consents
    expect((await checked({ ...draft.document, consents })).errors).toEqual([])
    // As an order for all of them, as an earlier version made it, it is refused.
    const all = { ...draft.document, consents, pregnancy: ready.pregnancy ?? blankPregnancy() }
    expect((await checked(all)).errors).toEqual(['conflicts /addOn/sampleId'])
  }
})

test('an additional test of a fetal specimen is for the fetus', async () => {
  const who = portal.as(by)
  const { ready } = await checked(prenatal('Tveit', { dueDate: daysAgo(-190), dating: 'Ultrasound' }))
  const first = await portal.draft(ready)
  const { id } = await who.orders.submit({ params: { ...at, id: first.id }, headers: {}, query: SIGNED })
  const arrived = { order: id, number: `26-${id}`, status: 'O', specimens: [{ number: `${id}-s1` }] }
  const raw = laboratoryMessage(`S${id}`, { ...arrived, name: 'Tveit^Dora' })
  expect(await portal.receive(raw)).toContain('MSA|AA')
  const { samples } = await who.orders.get({ params: { ...at, id } })
  const fetal = samples.find(({ key }) => key === 's1')
  const draft = await who.samples.addTest({
    params: { h: PARENT, id: fetal?.id ?? 0 },
    body: { draftKey: randomUUID(), testCodes: ['EPI2'] },
  })
  const consents = readyOrder('', 'EPI2').consents
  const { errors, ready: added } = await checked({ ...draft.document, consents })
  expect(errors).toEqual([])
  await who.orders.patch({
    ...{ params: { ...at, id: draft.id }, headers: {} },
    body: [
      { op: 'replace', path: '/consents', value: added.consents.map((one) => ({ ...one })) },
      { op: 'replace', path: '/overrides', value: added.overrides },
    ],
  })
  await who.orders.submit({
    ...{ params: { ...at, id: draft.id }, headers: {} },
    query: { ...SIGNED, isAddOn: 'true' },
  })
  const order = sent.get(draft.id)
  if (!order) throw new Error('nothing was sent')
  const message = hl7.writeOrder(order)
  expect(message).toContain(`|ST|FETUS^Fetus^L|${draft.id}-fetus-1|Fetus A|`)
  expect(message).toContain(`SPM|1|${id}-s1|`)
})
