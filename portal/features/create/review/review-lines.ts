import type { TestDetails } from '#contract/catalogue.ts'
import { givenInWords } from '#domain/consent/in-words.ts'
import { recordOf } from '#domain/consent/record.ts'
import type { AddOn, OrderDocument, OrderedTest, PatientKey } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import type { OpenPoint } from '#domain/orders/points.ts'
import { priorityInWords } from '#domain/orders/priority.ts'
import { urgentContactInWords } from '#domain/orders/urgent-contact.ts'
import { questionnairesOf } from '#domain/questions/questionnaire.ts'
import { clinicalLines } from '#portal/order/clinical-lines.ts'
import { visibleCodeOf } from '#portal/order/labels.ts'
import {
  joinTexts,
  type Line,
  nameOf,
  paymentInWords,
  peopleLines,
  personLabelOf,
  specimenLines,
} from '#portal/order/people-lines.ts'
import { questionLines } from '#portal/order/question-lines.ts'
import * as texts from './texts.ts'

/** More genes than these are counted, not listed. */
const MOST_GENES = 20

function testInWords(test: OrderedTest, tests: readonly TestDetails[]): string {
  const details = tests.find((one) => one.code === test.testCode)
  const code = test.displayCode || (details ? visibleCodeOf(details) : test.testCode)
  const genes =
    test.genes.length > MOST_GENES ? texts.genesSelected(test.genes.length) : test.genes.join(', ')
  return test.testCode === '' ? '' : joinTexts([`${test.testName} (${code})`, genes], ': ')
}

function consentLines(document: OrderDocument, tests: readonly TestDetails[]): Line[] {
  const titles = new Map(tests.flatMap((test) => test.consents).map((one) => [one.id, one.title]))
  const answered = (patient: PatientKey, expected: boolean) =>
    document.consents
      .filter((one) => one.patient === patient && one.answer === expected)
      .map(({ consentId }) => titles.get(consentId) ?? consentId)
  const values = document.patients.map(({ key }) => {
    const [yes, no] = [answered(key, true), answered(key, false)]
    return joinTexts(
      [
        yes.length > 0 ? texts.agreedTo(yes.join(', ')) : '',
        no.length > 0 ? texts.declined(no.join(', ')) : '',
      ],
      '\n',
    )
  })
  const [first = ''] = values
  // Read once what is the same for everybody: among thirty answers written out nobody sees the one that differs.
  if (values.length > 1 && first !== '' && values.every((value) => value === first))
    return [[texts.consentsOfEveryone, first]]
  return document.patients.flatMap(({ key }, index): Line[] => {
    const of = personLabelOf(key, document)
    const value = values[index] ?? ''
    return index > 0 && value === '' ? [] : [[of === '' ? texts.consents : texts.consentsOf(of), value]]
  })
}

/** Who signed each person's consent, when and how; nothing while the submitter attests them all. */
function givenLines(document: OrderDocument): Line[] {
  if (!document.consentRecords) return []
  const people = document.patients.filter(({ key }) => document.consents.some((one) => one.patient === key))
  return people.map(({ key }): Line => {
    const of = personLabelOf(key, document)
    const person = { name: personName(document, key), record: recordOf(document, key), attested: null }
    return [of === '' ? texts.consentGiven : texts.consentGivenFor(of), givenInWords(person)]
  })
}

/** Of an order on a specimen that the laboratory has: what the summary would otherwise not say at all. */
const atLaboratory = ({ addOn, assignNewLabNumber }: OrderDocument): Line[] =>
  addOn === null
    ? []
    : [
        [
          texts.specimenAtLaboratory,
          joinTexts([
            AT_LABORATORY[addOn.kind](addOn.labNumber),
            assignNewLabNumber ? texts.underNewNumber : '',
          ]),
        ],
      ]

const AT_LABORATORY: Record<AddOn['kind'], (labNumber: string) => string> = {
  'add-on': (labNumber) => texts.additionalTestOn(labNumber),
  reflex: (labNumber) => texts.reflexTestOn(labNumber),
  reanalysis: (labNumber) => texts.reanalysisOf(labNumber),
}

/** The words of the warnings that somebody goes ahead in spite of, by key. */
export function overriddenIn(points: readonly OpenPoint[]): ReadonlyMap<string, string> {
  return new Map(points.filter((point) => point.reason !== '').map((point) => [point.key, point.message]))
}

/**
 * What will be sent, line by line. `overridden`: see `overriddenIn`.
 */
export function reviewLines(
  document: OrderDocument,
  tests: readonly TestDetails[],
  overridden: ReadonlyMap<string, string> = new Map(),
): Line[] {
  const { orderingProvider: provider, isVOB } = document
  const optional: Line[] = [
    [
      texts.requestedKits,
      joinTexts(document.kits.map(({ kitType, quantity }) => `${quantity} × ${kitType}`)),
    ],
    ...document.overrides
      .filter(({ key }) => overridden.has(key))
      .map(({ key, reason }): Line => [texts.overriddenWarning, `${overridden.get(key)}. Reason: ${reason}`]),
  ]
  return [
    [texts.tests, joinTexts(document.tests.map((test) => testInWords(test, tests)))],
    ...(document.addOnTests.length > 0
      ? [[texts.addOnTests, joinTexts(document.addOnTests.map((test) => testInWords(test, tests)))] as const]
      : []),
    ...peopleLines(document),
    ...atLaboratory(document),
    ...(isVOB ? [] : specimenLines(document)),
    ...clinicalLines(document),
    ...(isVOB ? [] : questionLines(document, questionnairesOf(tests))),
    ...(isVOB ? [] : [...consentLines(document, tests), ...givenLines(document)]),
    [texts.payment, paymentInWords(document.payment)],
    [texts.orderingProvider, joinTexts([nameOf(provider), provider.npi && texts.npi(provider.npi)])],
    ...(document.vaStation ? ([[texts.vaStation, document.vaStation]] satisfies Line[]) : []),
    ...(isVOB
      ? []
      : ([
          [
            texts.reportRecipients,
            joinTexts(
              document.recipients.map((one) =>
                joinTexts([one.name, one.fax && texts.fax(one.fax), one.email], ', '),
              ),
              '; ',
            ),
          ],
        ] satisfies Line[])),
    ...(document.priority ? ([[texts.priority, priorityInWords(document.priority)]] satisfies Line[]) : []),
    ...(document.urgentContact
      ? ([[texts.urgentResults, urgentContactInWords(document.urgentContact)]] satisfies Line[])
      : []),
    ...optional.filter(([, value]) => value !== ''),
  ]
}
