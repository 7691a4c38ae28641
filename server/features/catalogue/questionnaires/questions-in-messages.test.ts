import fc from 'fast-check'
import type { Bundle, FhirResource } from 'fhir/r4.js'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { fhirCodec } from '#adapters/laboratory/fhir/codec.ts'
import { invalidities, loadDefinitions } from '#adapters/laboratory/fhir/definitions.ts'
import { inBundle } from '#adapters/laboratory/fhir/systems.ts'
import { answersForTest } from '#adapters/laboratory/fhir/testing/read-answers.ts'
import type { LaboratoryOrder } from '#adapters/laboratory/port.ts'
import { codec, ormCodec } from '#adapters/laboratory/testing/messages.ts'
import { sampleOrder } from '#adapters/laboratory/testing/order.ts'
import type { Answer, AnswerValue } from '#domain/orders/answers.ts'
import { type Item, type Questionnaire, questionOf } from '#domain/questions/questionnaire.ts'
import { anyAnswersTo } from '#domain/questions/testing/any-answers.ts'
import { EVERY_TYPE, PREGNANCY, TRANSPLANT } from '#domain/questions/testing/questionnaires.ts'
import { readOrder } from '#simulators/laboratory/read-order.ts'
import { readCatalogue } from '../catalogue-files.ts'

const SHIPPED = readCatalogue('data/catalogue').questionnaires
const PERSON = 'relative-1'
const FILE = new Uint8Array([37, 80, 68, 70, 0, 255])

beforeAll(loadDefinitions)

/** The sample order with answers, whose first test asks these questionnaires, and the second nothing. */
function orderWith(questionnaires: readonly Questionnaire[], answers: Answer[]): LaboratoryOrder {
  const order = sampleOrder()
  const ids = [
    ...new Set(answers.flatMap(({ values }) => values.flatMap(({ documentId }) => documentId ?? []))),
  ]
  return {
    ...order,
    document: { ...order.document, answers },
    questions: {
      questionnaires: questionnaires.map((questionnaire) => ({ questionnaire, tests: ['WES01'] })),
      files: ids.map((documentId) => ({ documentId, mediaType: 'application/pdf', content: FILE })),
    },
  }
}

const itemOf = (questionnaire: Questionnaire, { linkId }: Answer): Item => {
  const item = questionOf(questionnaire, linkId)
  if (!item) throw new Error(`no question ${linkId}`)
  return item
}

/** What the simulated laboratory keeps of the answers to each test, by the test's code. */
function received(raw: string) {
  const read = readOrder(raw)
  if (read.kind !== 'order') throw new Error(JSON.stringify(read))
  return new Map(read.order.tests.map(({ code, answers = [] }) => [code, answers]))
}

/** An answer as an HL7 receiver has it. */
function inHl7(questionnaire: Questionnaire, answer: Answer) {
  const item = itemOf(questionnaire, answer)
  const value = ({ value: text, unit, isOwnWords, documentId }: AnswerValue) => ({
    value: text,
    ...(unit ? { unit } : {}),
    ...((item.type === 'integer' || item.type === 'decimal') && item.units?.[0]
      ? { unit: item.units[0].code }
      : {}),
    ...(isOwnWords ? { isOwnWords } : {}),
    ...(documentId ? { file: { mediaType: 'application/pdf', bytes: FILE.length } } : {}),
  })
  return {
    ...{ question: `${questionnaire.id}.${answer.linkId}`, version: questionnaire.version },
    loinc: item.code?.system === 'http://loinc.org' ? item.code.code : '',
    words: item.text,
    about: answer.patient === undefined ? '' : `4711-${answer.patient}`,
    values: answer.values.map(value),
  }
}

/** The same as the receiver of a Bundle has it. */
function inFhir({ url, version, ...questionnaire }: Questionnaire, answer: Answer) {
  const item = itemOf({ url, version, ...questionnaire }, answer)
  const isText = ['string', 'text'].includes(item.type)
  const value = ({ value: text, unit, isOwnWords, documentId }: AnswerValue) => ({
    value:
      item.type === 'dateTime'
        ? text.replace(/T(\d\d:\d\d)([+-])/, 'T$1:00$2')
        : item.type === 'decimal' || item.type === 'quantity'
          ? String(Number(text))
          : text,
    ...(unit ? { unit } : {}),
    ...(isText || isOwnWords ? { isText: true } : {}),
    ...(documentId ? { bytes: FILE.length } : {}),
  })
  return {
    ...{ questionnaire: `${url}|${version}`, linkId: answer.linkId },
    subject: inBundle('Patient', `4711-${answer.patient ?? 'proband'}`),
    values: answer.values.map(value),
  }
}

describe.each([PREGNANCY, TRANSPLANT, EVERY_TYPE, ...SHIPPED].map((one) => [one.id, one] as const))(
  'the answers to %s',
  (_id, questionnaire) => {
    const patient = questionnaire.about === 'person' ? PERSON : undefined
    const answers = fc.boolean().chain((isComplete) => anyAnswersTo(questionnaire, patient, isComplete))

    it('survive HL7, in the words and codes that were asked, with the test that asks them', () => {
      fc.assert(
        fc.property(answers, fc.constantFrom(codec, ormCodec), (given, dialect) => {
          const tests = received(dialect.writeOrder(orderWith([questionnaire], given)))
          expect(tests.get('WES01')).toEqual(given.map((answer) => inHl7(questionnaire, answer)))
          expect(tests.get('MIT02')).toEqual([])
        }),
        { numRuns: 25 },
      )
    })

    it('survive FHIR, in resources that FHIR accepts', () => {
      fc.assert(
        fc.property(answers, (given) => {
          const bundle = JSON.parse(
            fhirCodec.writeOrder(orderWith([questionnaire], given)),
          ) as Bundle<FhirResource>
          expect(answersForTest(bundle, 'WES01')).toEqual(
            given.map((answer) => inFhir(questionnaire, answer)),
          )
          expect(answersForTest(bundle, 'MIT02')).toEqual([])
          expect(invalidities(bundle)).toEqual([])
        }),
        { numRuns: 15 },
      )
    })
  },
)

test('answers are sent as OBX with LOINC, unit and person; a file goes with one test only', () => {
  const answer = (questionnaire: Questionnaire, linkId: string, value: AnswerValue, patient?: string) => ({
    ...{ questionnaire: questionnaire.id, version: questionnaire.version, linkId, values: [value] },
    ...(patient === undefined ? {} : { patient }),
  })
  const order = orderWith(
    [PREGNANCY, TRANSPLANT, EVERY_TYPE],
    [
      answer(PREGNANCY, 'due-date', { value: '2027-03-01' }),
      answer(EVERY_TYPE, 'dose', { value: '2.5', unit: 'ug' }),
      answer(EVERY_TYPE, 'moment', { value: '2026-03-11T14:05-05:00' }),
      answer(EVERY_TYPE, 'pick', { value: 'LA6684-0' }),
      answer(EVERY_TYPE, 'picks', { value: 'Delta', isOwnWords: true }),
      answer(EVERY_TYPE, 'file', { value: 'scan.pdf', documentId: 3 }),
      answer(TRANSPLANT, 'had', { value: 'organ' }, PERSON),
    ],
  )
  const known = order.questions?.questionnaires.map((one) => ({ ...one, tests: [] })) ?? []
  const forAll = { ...order, questions: { files: order.questions?.files ?? [], questionnaires: known } }
  const obx = (raw: string) =>
    raw
      .split('\r')
      .flatMap((line) =>
        /^OBX.*\^L\|/.test(line) && /\.\w|^QUESTIONNAIRE/.test(line.split('|')[3] ?? '')
          ? [line.replace(/^OBX\|\d+/, 'OBX|')]
          : [],
      )
  const file = `OBX||ED|every-type.file^Which report?^L||^application^pdf^Base64^${Buffer.from(FILE).toString('base64')}||||||O`
  const version = (id: string, title: string, number: string, about = '') =>
    `OBX||CE|QUESTIONNAIRE^Answered questionnaire^L|${about}|${id}^${title}^L^${number}^Version^L||||||O`
  const lines = [
    'OBX||DT|11778-8^Delivery date Estimated^LN^pregnancy.due-date^Due date:^L||20270301||||||O',
    'OBX||NM|every-type.dose^Which dose?^L||2.5|ug^µg^UCUM|||||O',
    'OBX||TS|every-type.moment^Exactly when?^L||202603111405-0500||||||O',
    'OBX||CE|every-type.pick^Which one?^L||LA6684-0^Somatic^LN||||||O',
    'OBX||CE|every-type.picks^Which of them?^L||^Delta||||||O',
    'OBX||ST|every-type.file^Which report?^L||scan.pdf||||||O',
    file,
    'OBX||CE|transplant.had^Has this person had a transplant?^L|4711-relative-1|organ^Organ^L||||||O',
    version('pregnancy', PREGNANCY.title, PREGNANCY.version),
    version('every-type', EVERY_TYPE.title, EVERY_TYPE.version),
    version('transplant', TRANSPLANT.title, TRANSPLANT.version, '4711-relative-1'),
  ]
  expect(obx(codec.writeOrder(order))).toEqual(lines)
  expect(obx(codec.writeOrder(forAll))).toEqual([...lines, ...lines.filter((line) => line !== file)])
})

test('an answer to a version that nobody knows any more is sent as text', () => {
  const order = sampleOrder()
  const answers = [
    { questionnaire: 'gone', version: '9', linkId: 'first', values: [{ value: '2020-01-01' }] },
  ]
  const unknown = { ...order, document: { ...order.document, answers } }
  expect(codec.writeOrder(unknown)).toContain('|ST|gone.first^gone.first^L||2020-01-01|')
  const bundle = JSON.parse(fhirCodec.writeOrder(unknown)) as Bundle<FhirResource>
  expect(JSON.stringify(bundle)).toContain('"linkId":"first","answer":[{"valueString":"2020-01-01"}]')
  expect(invalidities(bundle)).toEqual([])
})
