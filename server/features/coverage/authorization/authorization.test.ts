import { randomUUID } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { OrderFile } from '#contract/documents.ts'
import { money } from '#domain/coverage/money.ts'
import { blankPatient, type OrderDocument } from '#domain/orders/document.ts'
import { knownVariant } from '#domain/orders/testing/known-variant.ts'
import { administer } from '#server/database/connection/connect.ts'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder, readyVerification } from '#server/testing/world.ts'
import { ROWS, savedEstimate, testOf } from '../testing/saved-estimate.ts'

const [creator, viewer, stranger] = ['OrderCreator@P1', 'OrderViewer@P1', 'OrderSubmitter@F1']
/** A user with an NPI who may submit orders. */
const PROVIDER = 'provider'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, async (db) => {
    await db
      .insertInto('payer')
      .values({
        ...{ id: 'lantern', name: 'Lantern Bay Health', aliases: [], kind: 'Commercial', phone: '555-0100' },
        ...{ clearinghouse_id: null, member_id_patterns: [], member_id_hint: '', removed_at: null },
      })
      .execute()
    await db
      .insertInto('coverage_rule')
      .values({
        ...{ payer_id: 'lantern', effective_from: '2020-01-01', effective_until: null, note: '' },
        ...{ test_code: null, category: 'wes', covered: 'yes', authorization_required: 'yes' },
        documents: ['Letter', 'Report: results of tests done before', 'Consent Form'],
      })
      .execute()
  })
})
afterAll(() => portal?.stop())

const atLantern = (document: OrderDocument): OrderDocument => {
  const { payment } = readyVerification()
  const insurance = { ...payment.insurance, company: 'Lantern Bay Health' }
  return { ...document, clinicalNotes: 'Seizures since 8 months.', payment: { ...payment, insurance } }
}
const insured = () => atLantern(readyOrder())
const coverage = (by: string) => portal.as(by).coverage
const read = (id: number, by = viewer, hospital = PARENT) =>
  coverage(by).authorization({ params: { hospital, id } })
const save = (id: number, version: number, text: string, by = creator) =>
  coverage(by).saveLetter({ params: { hospital: PARENT, id }, body: { version, text } })
const sign = (id: number, version: number, text: string, by = PROVIDER) =>
  coverage(by).signLetter({ params: { hospital: PARENT, id }, body: { version, text } })
const packet = (id: number, by = viewer, hospital = PARENT) =>
  coverage(by).packet({ params: { hospital, id } })
const upload = (id: number, content: string, type: OrderFile['type'] = 'Report') =>
  portal.as(creator).documents.upload({
    params: { h: PARENT, id },
    body: {
      ...{ uploadKey: randomUUID(), type, description: 'Microarray' },
      file: { filename: 'Befund Nguyễn.txt', mediaType: 'text/plain', content: Buffer.from(content) },
    },
  })
const textOf = (pdf: Uint8Array) =>
  piecesOf(pdf)
    .map(({ text }) => text)
    .join(' ')

/** The files attached to a PDF, byte for byte. */
function attachedTo(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString('latin1')
  const files = source.matchAll(/\/Type \/EmbeddedFile[\s\S]*?stream\n([\s\S]*?)\nendstream/g)
  return [...files].map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('utf8'))
}

test('the draft is written from the order, and only permitted users change and sign it', async () => {
  const { id } = await portal.draft(insured())
  const draft = await read(id)
  expect(draft).toMatchObject({
    ...{ required: 'yes', payerName: 'Lantern Bay Health', canEdit: false, canSign: false },
    letter: { version: 0, editedBy: '', editedAt: null, signed: null, isOlderThanOrder: false },
  })
  expect(draft.wanted.map(({ what, type, isThere }) => [what, type, isThere])).toEqual([
    ['Letter of medical necessity', null, false],
    ['Results of tests done before', 'Report', false],
    ['Consent Form', 'Consent Form', false],
  ])
  for (const words of ['Linh Nguyễn', 'Whole Exome (WES1), CPT 81479', 'G40.309', 'Seizures since 8 months.'])
    expect(draft.letter.text).toContain(words)
  expect(await read(id, PROVIDER)).toMatchObject({ canEdit: true, canSign: true })
  expect(await read(id, 'OrderSubmitter@P1')).toMatchObject({ canEdit: true, canSign: false })

  expect(await problemOfCall(save(id, 0, 'Mine', viewer))).toMatchObject({ status: 403 })
  expect(await problemOfCall(sign(id, 0, 'Mine', creator))).toMatchObject({ status: 403 })
  expect(await problemOfCall(sign(id, 0, 'Mine', 'OrderSubmitter@P1'))).toMatchObject({ status: 403 })
  expect(await problemOfCall(sign(id, 0, draft.letter.text))).toMatchObject({
    ...{ status: 422, errors: [{ path: '/text', rule: 'unwritten' }] },
  })
  expect((await read(id)).letter.version).toBe(0)
})

test('the draft tells the payer which familial variant is known, and not which relative has it', async () => {
  const document = insured()
  const { familyTestingRequest: request } = document
  Object.assign(request, { targetSequencing: true })
  Object.assign(request.targetSequencingData, {
    ...{ gene: 'SCN1A', variant: 'c.1A>G', relationshipToProband: 'Sibling' },
    ...{ probandFirstName: 'Paula', probandLastName: 'Relative', dateOfBirth: '2010-10-10' },
    ...{ labNumber: 'LN-4711', familyNumber: 'FAM-0815' },
  })
  const { id } = await portal.draft(document)
  const { text } = (await read(id)).letter
  expect(text).toContain('SCN1A c.1A>G')
  for (const words of ['Paula', 'Relative', 'LN-4711', 'FAM-0815']) expect(text).not.toContain(words)
})

test("the draft tells the payer the patient's findings, and not those of a relative", async () => {
  const document = insured()
  const mother = { ...blankPatient('Mother', 'relative-1'), firstName: 'Thảo', lastName: 'Verwandt' }
  const finding = (patient: string, termId: string, label: string) => ({
    ...{ patient, termId, label, release: '2026-01-08', status: 'present' as const },
  })
  const { id } = await portal.draft({
    ...document,
    patients: [...document.patients, mother],
    phenotype: [
      finding('proband', 'HP:0001250', 'Seizure'),
      finding('relative-1', 'HP:0000716', 'Depression'),
    ],
  })
  const { text } = (await read(id)).letter
  expect(text).toContain('Seizure')
  for (const words of ['Thảo', 'Verwandt', 'HP:0000716', 'Depression']) expect(text).not.toContain(words)
})

test("another user's edits are not overwritten, and a signed letter stays as signed", async () => {
  const { id } = await portal.draft(insured())
  expect((await save(id, 0, 'One')).letter).toMatchObject({
    version: 1,
    text: 'One',
    editedBy: `Test ${creator}`,
  })
  expect(await problemOfCall(save(id, 0, 'Two'))).toMatchObject({ status: 412, code: 'version-conflict' })
  const signed = await sign(id, 1, 'One, signed')
  expect(signed.letter).toMatchObject({
    ...{ version: 2, text: 'One, signed' },
    signed: { signature: 'Test provider', npi: '1234567893' },
  })
  expect(signed.wanted[0]?.isThere).toBe(true)
  // A repeat, as after a lost reply.
  expect((await sign(id, 1, 'One, signed')).letter.version).toBe(2)

  const begun = await save(id, 2, 'A new one')
  expect(begun.letter).toMatchObject({ version: 3, signed: null })
  expect(begun.wanted[0]?.isThere).toBe(false)
  const rows = await portal.worker
    .sql`select body, signature from necessity_letter where order_id = ${id} order by id`
  expect([...rows]).toEqual([
    { body: 'One, signed', signature: 'Test provider' },
    { body: 'A new one', signature: '' },
  ])
  const { events } = await portal.as(viewer).orders.get({ params: { hospital: PARENT, id } })
  expect(events.filter(({ kind }) => kind === 'letter-signed')).toHaveLength(1)
})

test('if two users start the letter concurrently, one gets a conflict', async () => {
  const { id } = await portal.draft(insured())
  const outcomes = await Promise.allSettled([save(id, 0, 'One'), save(id, 0, 'Two')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test("a verification's letter and documents also belong to the order made from it", async () => {
  const { id } = await portal.draft(atLantern(readyVerification()))
  await upload(id, 'Normal.')
  await sign(id, 0, 'Needed.')
  await portal
    .as(creator)
    .orders.vob({ params: { h: PARENT, id }, headers: {}, body: { vobStatus: 'submitted' } })
  const made = await portal
    .as(creator)
    .orders.copy({ params: { hospital: PARENT, id }, body: { draftKey: randomUUID(), as: 'order' } })
  const { letter, wanted: requiredDocuments } = await read(made.id)
  expect(letter).toMatchObject({
    text: 'Needed.',
    isOlderThanOrder: false,
    signed: { signature: 'Test provider' },
  })
  expect(requiredDocuments.map(({ isThere }) => isThere)).toEqual([true, true, false])
  expect(await problemOfCall(save(id, letter.version, 'Other'))).toMatchObject({ code: 'wrong-state' })
  expect((await save(made.id, letter.version, 'Other')).letter).toMatchObject({ text: 'Other', signed: null })
  expect((await read(id)).letter).toMatchObject({ text: 'Needed.', signed: { signature: 'Test provider' } })
})

test('neither belongs to an order that is now about another person', async () => {
  const { id } = await portal.draft(atLantern(readyVerification()))
  await upload(id, 'Normal.')
  await sign(id, 0, 'Needed for Linh.')
  await portal
    .as(creator)
    .orders.vob({ params: { h: PARENT, id }, headers: {}, body: { vobStatus: 'submitted' } })
  const made = await portal
    .as(creator)
    .orders.copy({ params: { hospital: PARENT, id }, body: { draftKey: randomUUID(), as: 'order' } })
  expect((await read(made.id)).letter.text).toBe('Needed for Linh.')
  await portal.as(creator).orders.patch({
    ...{ params: { hospital: PARENT, id: made.id }, headers: {} },
    body: [{ op: 'replace', path: '/patients/0/firstName', value: 'Somebody' }],
  })
  const { letter, wanted: requiredDocuments } = await read(made.id)
  expect(letter).toMatchObject({ version: 0, signed: null, text: expect.stringContaining('Somebody') })
  expect(requiredDocuments.map(({ isThere }) => isThere)).toEqual([false, false, false])
  expect((await save(made.id, 0, 'Needed for Somebody.')).letter.version).toBe(1)
  expect(attachedTo(await packet(made.id))).toEqual([])
})

test('the packet encloses the newest estimate for its patient, and none for another payer or test', async () => {
  const document = insured()
  const { id } = await portal.draft(document)
  const estimate = savedEstimate(
    [testOf('WES1', 'Whole Exome')],
    [ROWS.active, ROWS.deductible, ROWS.coinsurance],
  )
  const [patient] = document.patients
  const own = {
    ...{ patientName: 'Linh Nguyễn', patientDateOfBirth: patient?.dateOfBirth },
    ...{ payerName: 'Lantern Bay Health', memberId: document.payment.insurance.memberId },
  }
  const enclosed = async (more: object) => {
    const { id: estimateId } = await portal.worker.db
      .insertInto('cost_estimate')
      .values({
        ...{ institution_code: PARENT, order_id: id, check_id: null, made_by: null, made_by_name: '' },
        ...{ counts_until: '2026-03-26', content: JSON.stringify({ ...estimate, ...own, ...more }) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const found = /Estimate (\d+) {2}·/.exec(textOf(await packet(id)))
    return found ? Number(found[1]) - estimateId : 'none'
  }
  expect(await enclosed({})).toBe(0)
  // First one estimate for somebody else in between, then two: they do not count.
  expect(await enclosed({ patientName: 'Robin Elsewhere' })).toBe(-1)
  expect(await enclosed({ patientDateOfBirth: '2019-03-15' })).toBe(-2)
  expect(await enclosed({ payerName: 'Papermoon Health' })).toBe('none')
  expect(await enclosed({ memberId: 'PH 123-456' })).toBe('none')
  expect(await enclosed({ tests: estimate.tests.map((test) => ({ ...test, code: 'WES2' })) })).toBe('none')
  expect(await enclosed({})).toBe(0)
})

test('the packet is one PDF with the letter, the estimate, and the documents as uploaded', async () => {
  const document = insured()
  const { id } = await portal.draft(document)
  await upload(id, 'Normal microarray.')
  expect(textOf(await packet(id))).toContain('Draft: not signed')
  await sign(id, 0, 'Dear reviewer,\n\nThe exome decides the treatment.')
  const estimate = savedEstimate(
    [testOf('WES1', 'Whole Exome')],
    [ROWS.active, ROWS.deductible, ROWS.coinsurance],
  )
  const { id: _, orderId, madeAt, madeBy, countsUntil, ...content } = estimate
  const ofOrder = {
    ...{ patientDateOfBirth: document.patients[0]?.dateOfBirth },
    ...{ payerName: 'Lantern Bay Health', memberId: 'TM 1-2' },
  }
  await portal.worker.db
    .insertInto('cost_estimate')
    .values({
      ...{ institution_code: PARENT, order_id: id, check_id: null, made_by: null, made_by_name: madeBy },
      ...{ made_at: new Date(madeAt), counts_until: countsUntil },
      content: JSON.stringify({ ...content, ...ofOrder }),
    })
    .execute()
  const pdf = await packet(id)
  const text = textOf(pdf)
  for (const words of [
    ...['Request for prior authorization', 'Lantern Bay Health, 555-0100', 'TM 1-2', 'CPT 81479', 'G40.309'],
    ...['signed by Test provider', 'Report: 1 Befund Nguyễn.txt', 'Consent Form: required by the payer'],
    ...['The exome decides the treatment.', 'NPI 1234567893', 'You will probably pay', '$620.00'],
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Draft')
  expect(attachedTo(pdf)).toEqual(['Normal microarray.'])
})

/** Names the uploaded file as the report of a variant that `relation` has. */
const attach = (id: number, documentId: number, relation: 'Mother' | 'Self', index = 0) => {
  const blank = knownVariant({ key: `v${index + 1}`, file: { documentId, name: 'report.pdf' } })
  const variant = { ...blank, carrier: { ...blank.carrier, relation } }
  return portal.as(creator).orders.patch({
    ...{ params: { hospital: PARENT, id }, headers: {} },
    body: [
      index === 0
        ? { op: 'add', path: '/knownVariants', value: [variant] }
        : { op: 'add', path: `/knownVariants/${index}`, value: variant },
    ],
  })
}

test("the packet encloses the patient's own earlier report, and no report of a relative", async () => {
  const { id } = await portal.draft(insured())
  await attach(id, (await upload(id, "The mother's.")).id, 'Mother')
  expect((await read(id)).wanted[1]).toMatchObject({ type: 'Report', isThere: false, documents: [] })
  expect(attachedTo(await packet(id))).toEqual([])
  await attach(id, (await upload(id, "The patient's.")).id, 'Self', 1)
  expect((await read(id)).wanted[1]).toMatchObject({ type: 'Report', isThere: true })
  expect(attachedTo(await packet(id))).toEqual(["The patient's."])
})

test('an order made from a verification encloses no report of a relative that the verification has', async () => {
  const { id } = await portal.draft(atLantern(readyVerification()))
  await attach(id, (await upload(id, "The mother's.")).id, 'Mother')
  await portal
    .as(creator)
    .orders.vob({ params: { h: PARENT, id }, headers: {}, body: { vobStatus: 'submitted' } })
  const made = await portal
    .as(creator)
    .orders.copy({ params: { hospital: PARENT, id }, body: { draftKey: randomUUID(), as: 'order' } })
  await upload(made.id, "The patient's.")
  expect(attachedTo(await packet(made.id))).toEqual(["The patient's."])
})

test('a file that answers a question about a relative is not enclosed', async () => {
  const answer = (patient: string, documentId: number) => ({
    ...{ questionnaire: 'earlier', version: '1', linkId: `file-${documentId}`, patient },
    values: [{ value: 'file.txt', documentId }],
  })
  const document = insured()
  const mother = { ...blankPatient('Mother', 'relative-1'), firstName: 'Thảo', lastName: 'Verwandt' }
  const { id } = await portal.draft({ ...document, patients: [...document.patients, mother] })
  const [own, other] = [await upload(id, "The patient's."), await upload(id, "The mother's.")]
  await portal.as(creator).orders.patch({
    ...{ params: { hospital: PARENT, id }, headers: {} },
    body: [
      { op: 'add', path: '/answers', value: [answer('proband', own.id), answer('relative-1', other.id)] },
    ],
  })
  expect(attachedTo(await packet(id))).toEqual(["The patient's."])
})

test('consent forms of an order with several people are enclosed only if the payer requires one', async () => {
  const document = insured()
  const mother = { ...blankPatient('Mother', 'relative-1'), firstName: 'Thảo', lastName: 'Verwandt' }
  const family = { ...document, patients: [...document.patients, mother] }
  const enclosed = async (of: OrderDocument) => {
    const { id } = await portal.draft(of)
    await upload(id, 'Signed.', 'Consent Form')
    return attachedTo(await packet(id))
  }
  expect(await enclosed(family)).toEqual(['Signed.'])
  const unknownPayer = {
    ...document.payment,
    insurance: { ...document.payment.insurance, company: 'Papermoon' },
  }
  expect(await enclosed({ ...family, payment: unknownPayer })).toEqual([])
  expect(await enclosed({ ...document, payment: unknownPayer })).toEqual(['Signed.'])
})

test('[SEC-19] the packet includes documents only for users who may open them, and audits each as read', async () => {
  expect(api.coverage.packet.access).toEqual({
    ...{ kind: 'institution', at: ['hospital'] },
    permissions: api.documents.download.access.permissions,
  })
  const { id } = await portal.draft(insured())
  await upload(id, 'One.')
  await upload(id, 'Two.')
  const read = async () => {
    const lines = portal.worker.db
      .selectFrom('audit_event')
      .select(['actor_subject', 'detail'])
      .where('action', '=', 'document.read')
      .where('entity_id', '=', String(id))
    return (await lines.execute()).map(({ actor_subject }) => actor_subject)
  }
  expect(attachedTo(await packet(id))).toHaveLength(2)
  expect(await read()).toEqual([viewer, viewer])
})

test("a stored estimate is printed in both languages with its amount; another institution's does not exist", async () => {
  const document: OrderDocument = {
    ...readyOrder(),
    payment: { ...readyOrder().payment, billingType: 'SelfPay' },
  }
  const params = { hospital: PARENT }
  const { id, selfPayCents } = await coverage(creator).keepEstimate({
    params,
    body: { document, orderId: null },
  })
  const price = money(selfPayCents ?? 0)
  const print = (query: { language?: 'en' | 'es' }, by = viewer, hospital = PARENT) =>
    coverage(by).estimatePdf({ params: { hospital, id }, query })
  expect(textOf(await print({}))).toContain(`Price if you pay for the test yourself ${price}`)
  expect(textOf(await print({ language: 'es' }))).toContain(`Precio si usted mismo lo paga ${price}`)
  for (const hospital of [PARENT, FOREIGN])
    expect(await problemOfCall(print({}, stranger, hospital))).toMatchObject({ status: 404 })
  const { id: order } = await portal.draft(insured())
  for (const call of [read, packet])
    for (const hospital of [PARENT, FOREIGN])
      expect(await problemOfCall(call(order, stranger, hospital))).toMatchObject({ status: 404 })
})
