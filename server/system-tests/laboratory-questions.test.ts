import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import type { Bundle, FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fhirCodec } from '#adapters/laboratory/fhir/codec.ts'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import { answersForTest } from '#adapters/laboratory/fhir/testing/read-answers.ts'
import { PDF } from '#adapters/laboratory/testing/messages.ts'
import type { Answer } from '#domain/orders/answers.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankTest, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { PURPOSE_NAMES } from '#domain/orders/known-variants.ts'
import { knownVariant } from '#domain/orders/testing/known-variant.ts'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import { anyAnswersTo } from '#domain/questions/testing/any-answers.ts'
import { HISTORY } from '#domain/questions/testing/questionnaires.ts'
import { readOrder } from '#simulators/laboratory/read-order.ts'
import { runImport } from '../commands/import.ts'
import { administer } from '../database/connection/connect.ts'
import { readCatalogue } from '../features/catalogue/catalogue-files.ts'
import { importCatalogue } from '../features/catalogue/import.ts'
import { answeredQuestionnaires } from '../features/catalogue/public.ts'
import { piecesOf } from '../features/documents/testing/pdf-text.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { problemOfCall, startPortal, type TestPortal } from '../testing/portal.ts'
import { CATALOGUE, PARENT, readyOrder } from '../testing/world.ts'

const [creator, submitter, viewer] = ['OrderCreator@P1', 'OrderSubmitter@P1', 'OrderViewer@P1']

let portal: TestPortal
let dir: string
beforeAll(async () => {
  portal = await startPortal()
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-questions-'))
})
afterAll(async () => {
  await portal?.stop()
  await rm(dir, { recursive: true, force: true })
})

// Each test begins with the test world's catalogue.
beforeEach(() => administer(portal.database.url, (db) => importCatalogue(db, CATALOGUE)))

/** The order's message as the simulated laboratory keeps it. */
async function received(orderId: number) {
  const { body } = await portal.worker.db
    .selectFrom('message_out')
    .select('body')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const read = readOrder(body)
  if (read.kind !== 'order') throw new Error(JSON.stringify(read))
  return { body, tests: read.order.tests }
}

const answer = (linkId: string, value: string, more: Partial<Answer> = {}): Answer => ({
  ...{ questionnaire: HISTORY.id, version: HISTORY.version, linkId, patient: PROBAND, values: [{ value }] },
  ...more,
})
const withAnswers = (answers: Answer[]): OrderDocument => ({ ...readyOrder(`Q-${randomUUID()}`), answers })

const HEAD =
  'code,displayTestCode,name,category,testType,genes,geneCount,geneChoice,turnaroundDays,specimens,specimenNote,listPrice,cptCodes,consents,sex,relatives,method,description,displayInCatalog'
const FILES: Record<string, string> = {
  'categories.csv': 'category,name,description\nwes,Exomes,Words\nngs,Panels,Words',
  'consents.csv':
    'id,title,text,kind,required,category,institutions\ntesting,Consent for genetic testing,Agrees,yes-no,yes,Testing,',
  'tests.csv': `${HEAD}\n1600,none,Exome,wes,Exome,,19433,,30,Blood|Saliva,,4980.00,81415,testing,,0,NGS,Reads all.,yes`,
  'add-ons.csv': 'testCode,hospitalCode,addOnTestCode',
  'sections.csv': 'testCode,category,section,setting',
  'related-tests.csv': 'testCode,kind,relatedTestCode',
  'client-codes.csv': 'clientCode,hospitalCode,testCode',
  'va-tests.csv': 'panel,testCode',
  'va-stations.csv': 'number,name,city,state',
}
/** The questionnaires that are shipped as examples. */
const SHIPPED = readCatalogue('data/catalogue').questionnaires

/**
 * Runs `npm run import -- catalogue` with one test, which asks these questionnaires: the shipped ones, and one with
 * `items` in that version.
 */
async function importQuestions(items: Record<string, unknown>[], version: string, asked: readonly string[]) {
  await cp('data/catalogue/questionnaires', path.join(dir, 'questionnaires'), { recursive: true })
  const file = {
    ...{ resourceType: 'Questionnaire', id: 'sleep', url: 'https://laboratory.test/sleep', version },
    ...{ title: 'Sleep', status: 'active', subjectType: ['ServiceRequest'], item: items },
  }
  const rows = asked.map((id) => `1600,,${id}`)
  const files = {
    ...FILES,
    'questionnaires/sleep.json': JSON.stringify(file),
    'questionnaires.csv': ['testCode,category,questionnaire', ...rows].join('\n'),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(dir, name), content)
  const output: string[] = []
  const environment = { DATABASE_URL: portal.database.url, KARYO_SECRET: TEST_SECRET }
  await runImport(['catalogue', dir], environment, (line) => output.push(line))
  return output.join('\n')
}

/** An order of that test. */
const ofExome = (answers: Answer[]): OrderDocument => ({
  ...withAnswers(answers),
  tests: [blankTest('1600', 'Exome')],
  consents: [{ patient: PROBAND, consentId: 'testing', answer: true, reviewed: true }],
})

test('[ASK-01] answers are checked, sent, printed and served with their files, as a submitted order’s', async () => {
  const draft = await portal.as(creator).orders.create({
    params: { hospital: PARENT },
    body: {
      draftKey: randomUUID(),
      document: withAnswers([answer('episodes', 'many'), answer('since', 'May')]),
    },
  })
  const submit = () =>
    portal.as(submitter).orders.submit({
      params: { hospital: PARENT, id: draft.id },
      headers: { 'if-match': String(draft.version) },
      query: {},
    })
  expect((await problemOfCall(submit())).errors).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ path: '/answers/proband/history/episodes', rule: 'invalid' }),
      expect.objectContaining({ path: '/answers/proband/history/since', rule: 'conflicts' }),
    ]),
  )
  const answers = [answer('onset', '2020-02-29'), answer('course', 'worse'), answer('since', 'May')]
  const { id } = await portal.submitted(withAnswers(answers))
  const { tests } = await received(id)
  expect(tests[0]?.answers?.map(({ question, about, values }) => [question, about, values])).toEqual([
    ['history.onset', `${id}-proband`, [{ value: '2020-02-29' }]],
    ['history.course', `${id}-proband`, [{ value: 'worse' }]],
    ['history.since', `${id}-proband`, [{ value: 'May' }]],
  ])
  const order = await portal.as(viewer).orders.get({ params: { hospital: PARENT, id } })
  expect(order.document.answers).toEqual(answers)
  const pdf = await portal.as(viewer).documents.requisition({ params: { h: PARENT, id } })
  const text = piecesOf(pdf)
    .map((piece) => piece.text)
    .join(' ')
  expect(text).toContain('How does it develop?')
  expect(text).toContain('Getting worse')
  expect(text).toContain('29 Feb 2020')
})

test('[ASK-01] a question that is imported while the portal runs is asked, offered in the manifest and sent; old answers keep their words', async () => {
  const { id: old } = await portal.submitted(withAnswers([answer('course', 'better')]))
  const hours = {
    ...{ linkId: 'hours', type: 'integer', text: 'How many hours of sleep?', required: true },
    code: [{ system: 'http://loinc.org', code: '93832-4', display: 'Sleep duration' }],
  }
  expect(await importQuestions([{ ...hours, text: '' }], '1', ['sleep'])).toBe(
    'sleep.json, linkId hours: text is empty\nNothing was imported.',
  )
  expect(await importQuestions([hours], '1', ['sleep'])).toContain('questionnaires 8')
  // The form renders what the test's details say (portal/features/create/sections/questions.test.tsx).
  const details = await portal.as(viewer).catalogue.test({ params: { code: '1600' }, query: {} })
  expect(details.questionnaires?.map(({ title }) => title)).toEqual(['Sleep'])
  const template = await portal.request('/api/orders/test-code/1600/hospital-code/P1/template', {
    as: submitter,
  })
  expect(await template.text()).toContain('How many hours of sleep?')
  const required = { path: '/answers/order/sleep/hours', rule: 'required' }
  expect((await problemOfCall(portal.submitted(ofExome([])))).errors).toMatchObject([required])
  const sleep: Answer = { questionnaire: 'sleep', version: '1', linkId: 'hours', values: [{ value: '7' }] }
  const { id } = await portal.submitted(ofExome([sleep]))
  expect((await received(id)).body).toContain(
    '|NM|93832-4^Sleep duration^LN^sleep.hours^How many hours of sleep?^L||7|',
  )
  // Changed content needs a new version; then the old one is still there, for orders that answered it.
  const renamed = [{ ...hours, text: 'Hours of sleep?' }]
  expect(await importQuestions(renamed, '1', ['sleep'])).toContain('give it a new version')
  expect(await importQuestions(renamed, '2', ['sleep'])).toContain('questionnaires 8')
  expect((await problemOfCall(portal.submitted(ofExome([sleep])))).errors).toMatchObject([
    { path: '/answers/order/sleep/hours', rule: 'outdated' },
  ])
  await importQuestions(renamed, '2', [])
  const printed = async (orderId: number) =>
    piecesOf(await portal.as(viewer).documents.requisition({ params: { h: PARENT, id: orderId } }))
      .map((piece) => piece.text)
      .join(' ')
  expect(await printed(id)).toContain('How many hours of sleep?')
  // Nothing asks this questionnaire any more, nor is there a file of it.
  expect(await printed(old)).toContain('Improving')
})

test('[ASK-02] orders by the shipped questionnaires, five of them after published requisitions, go out in HL7 and FHIR and come back whole', async () => {
  expect(SHIPPED.length).toBeGreaterThanOrEqual(5)
  const note = [{ linkId: 'note', type: 'string', text: 'Note' }]
  await importQuestions(
    note,
    '9',
    SHIPPED.map(({ id }) => id),
  )
  const about = (questionnaire: Questionnaire) => (questionnaire.about === 'person' ? PROBAND : undefined)
  const generated = SHIPPED.flatMap(
    (questionnaire) =>
      fc.sample(anyAnswersTo(questionnaire, about(questionnaire)), { numRuns: 1, seed: 7 })[0] ?? [],
  )
  const begun = await portal.as(creator).orders.create({
    params: { hospital: PARENT },
    body: { draftKey: randomUUID(), document: ofExome(generated) },
  })
  const submit = (version: number) =>
    portal.as(submitter).orders.submit({
      params: { hospital: PARENT, id: begun.id },
      headers: { 'if-match': String(version) },
      query: { ...SIGNED },
    })
  const files = generated.filter(({ values }) => values.some(({ documentId }) => documentId !== undefined))
  expect(files.length).toBeGreaterThan(0)
  expect((await problemOfCall(submit(begun.version))).errors?.map(({ rule }) => rule)).toEqual(
    files.map(() => 'unknown'),
  )
  const content = new Uint8Array(PDF)
  const { id: documentId } = await portal.as(creator).documents.upload({
    params: { h: PARENT, id: begun.id },
    body: {
      ...{ uploadKey: randomUUID(), type: 'Other', description: '' },
      file: { filename: 'report.pdf', mediaType: 'application/pdf', content },
    },
  })
  const answers = generated.map(({ values, ...one }) => ({
    ...one,
    values: files.some(({ linkId }) => linkId === one.linkId)
      ? [{ value: 'report.pdf', documentId }]
      : values,
  }))
  const changed = await portal.as(creator).orders.patch({
    params: { hospital: PARENT, id: begun.id },
    headers: { 'if-match': String(begun.version) },
    body: [{ op: 'replace', path: '/answers', value: JSON.parse(JSON.stringify(answers)) }],
  })
  await submit(changed.version)
  const back = (await received(begun.id)).tests[0]?.answers ?? []
  expect(back.map(({ question }) => question)).toEqual(
    answers.map(({ questionnaire, linkId }) => `${questionnaire}.${linkId}`),
  )
  for (const [index, { values }] of answers.entries())
    expect(back[index]?.values).toMatchObject(
      values.map(({ value, documentId: file }) => ({
        value,
        ...(file ? { file: { mediaType: 'application/pdf', bytes: content.length } } : {}),
      })),
    )
  const [questionnaires = []] = await answeredQuestionnaires(portal.worker.db, [ofExome(answers)])
  const bundle = JSON.parse(
    fhirCodec.writeOrder({
      ...{ orderId: begun.id, controlId: 'K1', submittedAt: new Date(), existing: null },
      ...{ document: ofExome(answers), institution: { code: PARENT, name: 'Parent Clinic' } },
      questions: { questionnaires, files: [{ documentId, mediaType: 'application/pdf', content }] },
    }),
  ) as Bundle<FhirResource>
  const inFhir = answersForTest(bundle, '1600')
  expect(inFhir.map(({ linkId }) => linkId).toSorted()).toEqual(
    answers.map(({ linkId }) => linkId).toSorted(),
  )
  expect(new Set(inFhir.map(({ questionnaire }) => questionnaire))).toEqual(
    new Set(SHIPPED.map(({ url, version }) => `${url}|${version}`)),
  )
  expect(invalidities(bundle)).toEqual([])
})

test('[KFV-04] an uncle is tested for his niece’s uncertain variant: the family study goes out with her report', async () => {
  const lookup = {
    ...{ testCode: 'KNO9', kinds: ['sequence'] as const, most: 1, excludedGenes: [] },
    ...{ forRelatives: false, familyDays: 180 as const },
  }
  const row = { ...lookup, kinds: [...lookup.kinds] }
  await administer(portal.database.url, (db) =>
    importCatalogue(db, { ...CATALOGUE, knownVariantTests: [row] }),
  )
  const ready = readyOrder(`Q-${randomUUID()}`, 'KNO9')
  const { id, version } = await portal.draft(ready)
  const content = new Uint8Array(PDF)
  const { id: documentId } = await portal.as(creator).documents.upload({
    params: { h: PARENT, id },
    body: {
      ...{ uploadKey: randomUUID(), type: 'Report', description: '' },
      file: { filename: 'niece.pdf', mediaType: 'application/pdf', content },
    },
  })
  const niece = { firstName: 'Lan', lastName: 'Berg', dateOfBirth: '1999-01-02', relation: 'Niece' } as const
  const variant = knownVariant({
    ...{ gene: 'BRCA2', hgncId: 'HGNC:1101', variantClass: 'Uncertain significance', purpose: 'segregation' },
    ...{ carrier: { ...knownVariant().carrier, ...niece }, file: { documentId, name: 'niece.pdf' } },
  })
  const changed = await portal.as(creator).orders.patch({
    params: { hospital: PARENT, id },
    headers: { 'if-match': String(version) },
    body: [{ op: 'add', path: '/knownVariants', value: [JSON.parse(JSON.stringify(variant))] }],
  })
  const submit = (at: number) =>
    portal.as(submitter).orders.submit({
      params: { hospital: PARENT, id },
      headers: { 'if-match': String(at) },
      query: { ...SIGNED },
    })
  expect((await problemOfCall(submit(changed.version))).errors).toMatchObject([
    { path: '/patients/0/affected', rule: 'required' },
  ])
  const { version: complete } = await portal.as(creator).orders.patch({
    params: { hospital: PARENT, id },
    headers: { 'if-match': String(changed.version) },
    body: [{ op: 'replace', path: '/patients/0/affected', value: 'Unaffected' }],
  })
  await submit(complete)
  const { body } = await received(id)
  const read = readOrder(body)
  expect(read.kind === 'order' ? read.order.variants : null).toMatchObject([
    {
      ...{ gene: 'BRCA2', person: 'Lan Berg', description: 'NM_000059.4 c.5946del p.(Ser1982Argfs*22)' },
      purpose: PURPOSE_NAMES.segregation,
      file: { name: 'niece.pdf', mediaType: 'application/pdf', bytes: content.length },
    },
  ])
  expect(body).toContain('|VARIANT-RELATION^What they are to the patient^L|1|Niece')
})
