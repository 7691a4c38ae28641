import type {
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from 'fhir/r4.js'
import { blankTest } from '#domain/orders/document.ts'
import { keysInOrder } from '#domain/orders/subject.ts'
import { table } from '#domain/table.ts'
import { type Answer, line } from '../answers.ts'
import { orderAnswers } from '../order-answers.ts'
import { personNumber } from '../patient-segments.ts'
import type { LaboratoryOrder } from '../port.ts'
import { personReference } from './people.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'
import { dayOf, text as tidyText } from './tidy.ts'

const BILLED = {
  SelfPay: 'The patient pays',
  Intitutional: 'The institution is billed',
  Insurance: 'Insurance',
  DoNotBill: 'Nobody is billed',
  '': '',
} as const

/**
 * Answers given with the order that no other resource carries: the questions of the HL7 messages, with the
 * same codes.
 */
export function answersResource(order: LaboratoryOrder, refer: Refer): QuestionnaireResponse | null {
  const { document, orderId, submittedAt } = order
  const ethnicities = document.patients.flatMap(({ key, ethnicities: named }) =>
    named.flatMap((name) => line(['ETHNICITY', 'Ethnicity'], name, { about: personNumber(orderId, key) })),
  )
  const answers = [
    ...ethnicities,
    ...line(['BILLING', 'Who pays'], BILLED[document.payment.billingType]),
    // Genes go with their test.
    ...orderAnswers(order, blankTest(), true),
  ]
  const items = answers.flatMap((answer) => itemOf(order, answer, refer))
  if (items.length === 0) return null
  return {
    resourceType: 'QuestionnaireResponse',
    identifier: identifier(SYSTEMS.answers, String(orderId)),
    status: 'completed',
    subject: personReference(order, 'proband', refer),
    authored: submittedAt.toISOString(),
    item: items,
  }
}

function itemOf(order: LaboratoryOrder, answer: Answer, refer: Refer): QuestionnaireResponseItem[] {
  const [linkId, text] = answer.question
  const value = valueFor(answer)
  if (linkId.trim() === '' || value === null) return []
  return [{ linkId, text, answer: [{ ...value, item: details(order, answer, refer) }] }]
}

/** The systems of coded answers, by their names in HL7 table 0396. */
const CODE_SYSTEMS = table<string>({ LN: SYSTEMS.loinc, SCT: SYSTEMS.snomed })

function codedValue([code = '', display = '', name = '']: string[]): QuestionnaireResponseItemAnswer {
  const system = CODE_SYSTEMS[name]
  return code && system ? { valueCoding: { system, code, display } } : { valueString: display || code }
}

function valueFor({ type, value, unit }: Answer): QuestionnaireResponseItemAnswer | null {
  if (type === 'CE' && value[2] === 'HL70136') return { valueBoolean: value[0] === 'Y' }
  if (type === 'CE') return codedValue([value].flat(2))
  // A consent's document is in its own resource.
  if (type === 'ED') return null
  if (type === 'NM')
    return { valueQuantity: { value: Number(value), ...(unit ? { unit, system: UCUM, code: unit } : {}) } }
  const text = String(value)
  if (type !== 'DT') return tidyText(text) === '' ? null : { valueString: text }
  const day = dayOf(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))
  return day ? { valueDate: day } : { valueString: text }
}

const UCUM = 'http://unitsofmeasure.org'

/** The person or row an answer belongs to, the result's flag, and the date. */
function details(
  order: LaboratoryOrder,
  { about = '', flag = '', day = '' }: Answer,
  refer: Refer,
): QuestionnaireResponseItem[] {
  const key = keysInOrder(order.document).find((one) => personNumber(order.orderId, one) === about)
  const on = dayOf(day)
  const subject: QuestionnaireResponseItemAnswer = key
    ? { valueReference: personReference(order, key, refer) }
    : { valueString: about }
  return [
    ...(about ? [{ linkId: 'ABOUT', text: 'About', answer: [subject] }] : []),
    ...(flag ? [{ linkId: 'RESULT', text: 'Result', answer: [{ valueString: flag }] }] : []),
    ...(on ? [{ linkId: 'DATE', text: 'Date', answer: [{ valueDate: on }] }] : []),
  ]
}
