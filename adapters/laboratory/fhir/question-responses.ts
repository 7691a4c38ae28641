import type {
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
  ServiceRequest,
} from 'fhir/r4.js'
import { isIsoDate } from '#domain/dates/dates.ts'
import { ABOUT_ORDER, type AnswerValue } from '#domain/orders/answers.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { type Item, isQuestion } from '#domain/questions/questionnaire.ts'
import { isDecimal, isInteger, isMoment } from '#domain/questions/values.ts'
import {
  type AnsweredQuestion,
  type AnsweredVersion,
  answeredVersions,
  isAskedBy,
} from '../answered-questions.ts'
import { orderedTests } from '../order-segments.ts'
import type { LaboratoryOrder } from '../port.ts'
import { personReference } from './people.ts'
import { testKey } from './requests.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'

/** A QuestionnaireResponse, its key, and the tests that ask it (none: not known any more). */
export interface QuestionResponse {
  key: string
  resource: QuestionnaireResponse
  tests: readonly string[]
}

/** One QuestionnaireResponse for each questionnaire and person that answers were given about. */
export function questionResponses(order: LaboratoryOrder, refer: Refer): QuestionResponse[] {
  return answeredVersions(order).flatMap((version) => {
    const { questionnaire, id, patient, tests, questions } = version
    const items = questionnaire
      ? itemsOf(order, questionnaire.items, questions)
      : questions.map((question) => answeredItem(order, question))
    if (items.length === 0) return []
    const key = `${order.orderId}-${id}-${patient ?? ABOUT_ORDER}`
    const resource: QuestionnaireResponse = {
      resourceType: 'QuestionnaireResponse',
      identifier: identifier(SYSTEMS.answers, key),
      ...(questionnaire ? { questionnaire: `${questionnaire.url}|${questionnaire.version}` } : {}),
      status: 'completed',
      subject: personReference(order, patient ?? PROBAND, refer),
      authored: order.submittedAt.toISOString(),
      item: items,
    }
    return [{ key, resource, tests }]
  })
}

/** The answered items within their groups, as the questionnaire nests them. */
function itemsOf(
  order: LaboratoryOrder,
  items: readonly Item[],
  questions: AnsweredVersion['questions'],
): QuestionnaireResponseItem[] {
  return items.flatMap((item): QuestionnaireResponseItem[] => {
    const { linkId, text } = item
    if (isQuestion(item)) {
      const question = questions.find(({ answer }) => answer.linkId === linkId)
      return question ? [answeredItem(order, question)] : []
    }
    const within = itemsOf(order, item.items ?? [], questions)
    return within.length > 0 ? [{ linkId, text, item: within }] : []
  })
}

function answeredItem(
  order: LaboratoryOrder,
  { answer, item, values }: AnsweredQuestion,
): QuestionnaireResponseItem {
  return {
    linkId: answer.linkId,
    ...(item ? { text: item.text } : {}),
    answer: values.map((value) => answerValue(order, item, value)),
  }
}

/** What is not valid for its type is sent as the text that was typed. */
function answerValue(
  order: LaboratoryOrder,
  item: Item | null,
  given: AnswerValue,
): QuestionnaireResponseItemAnswer {
  const text = given.value.trim()
  switch (item?.type) {
    case 'boolean':
      return text === 'true' || text === 'false' ? { valueBoolean: text === 'true' } : { valueString: text }
    case 'integer':
      return isInteger(text) ? { valueInteger: Number(text) } : { valueString: text }
    case 'decimal':
      return isDecimal(text) ? { valueDecimal: Number(text) } : { valueString: text }
    case 'quantity':
      return quantityOf(item, given)
    case 'date':
      return isIsoDate(text) ? { valueDate: text } : { valueString: text }
    case 'dateTime':
      // FHIR requires the seconds.
      return isMoment(text)
        ? { valueDateTime: text.replace(/T(\d\d:\d\d)(?!:\d\d)/, 'T$1:00') }
        : { valueString: text }
    case 'choice':
    case 'open-choice':
      return codedValue(item, given)
    case 'attachment':
      return { valueAttachment: attachmentOf(order, given) }
    default:
      return { valueString: text }
  }
}

function quantityOf(item: Item, { value, unit: code }: AnswerValue): QuestionnaireResponseItemAnswer {
  const unit = item.units?.find((one) => one.code === code)
  if (!isDecimal(value) || !unit) return { valueString: [value, code].filter(Boolean).join(' ') }
  const { display } = unit
  return {
    valueQuantity: {
      value: Number(value),
      unit: display,
      system: 'http://unitsofmeasure.org',
      code: unit.code,
    },
  }
}

function codedValue(item: Item, { value, isOwnWords }: AnswerValue): QuestionnaireResponseItemAnswer {
  const option = item.options?.find(({ code }) => code === value)
  if (isOwnWords || !option) return { valueString: value }
  const { system, code, display } = option
  return { valueCoding: { ...(system === '' ? {} : { system }), code, display } }
}

/** With its content, if the file is sent. */
function attachmentOf({ questions }: LaboratoryOrder, { value, documentId }: AnswerValue) {
  const file = questions?.files.find((one) => one.documentId === documentId)
  return file
    ? { contentType: file.mediaType, data: Buffer.from(file.content).toString('base64'), title: value }
    : { title: value }
}

/** A test's request, with the responses that it asks for as further information. */
export function withResponses(
  order: LaboratoryOrder,
  request: { key: string; resource: ServiceRequest },
  responses: readonly QuestionResponse[],
  refer: Refer,
): { key: string; resource: ServiceRequest } {
  const test = orderedTests(order.document).find((one) => testKey(order.orderId, one) === request.key)
  const own = responses
    .filter((response) => test && isAskedBy(response, test.testCode))
    .map(({ key }) => ({ reference: refer('QuestionnaireResponse', key) }))
  const supportingInfo = [...(request.resource.supportingInfo ?? []), ...own]
  return own.length === 0 ? request : { ...request, resource: { ...request.resource, supportingInfo } }
}
