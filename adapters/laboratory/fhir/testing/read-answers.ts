import type {
  Bundle,
  FhirResource,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  ServiceRequest,
} from 'fhir/r4.js'
import type { AnswerValue } from '#domain/orders/answers.ts'

/** An answer as a laboratory reads it from a Bundle. */
export interface AnswerInBundle {
  /** `url|version` of the questionnaire. */
  questionnaire: string
  linkId: string
  /** The reference to the person. */
  subject: string
  values: (Pick<AnswerValue, 'value' | 'unit'> & { isText?: boolean; bytes?: number })[]
}

/** The responses that a test's ServiceRequest refers to and that answer a questionnaire, as answers. */
export function answersForTest(bundle: Bundle<FhirResource>, testCode: string): AnswerInBundle[] {
  const byUrl = new Map((bundle.entry ?? []).map(({ fullUrl, resource }) => [fullUrl, resource]))
  const request = (bundle.entry ?? [])
    .map(({ resource }) => resource)
    .find(
      (resource): resource is ServiceRequest =>
        resource?.resourceType === 'ServiceRequest' && resource.code?.coding?.[0]?.code === testCode,
    )
  return (request?.supportingInfo ?? []).flatMap(({ reference }) => {
    const resource = byUrl.get(reference ?? '')
    return resource?.resourceType === 'QuestionnaireResponse' && resource.questionnaire
      ? answersOf(resource)
      : []
  })
}

function answersOf({ questionnaire = '', subject, item = [] }: QuestionnaireResponse): AnswerInBundle[] {
  const walk = (items: QuestionnaireResponseItem[]): AnswerInBundle[] =>
    items.flatMap((one) => [
      ...(one.answer
        ? [
            {
              questionnaire,
              linkId: one.linkId,
              subject: subject?.reference ?? '',
              values: one.answer.map(readValue),
            },
          ]
        : []),
      ...walk(one.item ?? []),
    ])
  return walk(item)
}

function readValue(
  answer: NonNullable<QuestionnaireResponseItem['answer']>[number],
): AnswerInBundle['values'][number] {
  const { valueQuantity: quantity, valueAttachment: file, valueString } = answer
  if (quantity) return { value: String(quantity.value), ...(quantity.code ? { unit: quantity.code } : {}) }
  if (file) return { value: file.title ?? '', bytes: Buffer.from(file.data ?? '', 'base64').length }
  if (valueString !== undefined) return { value: valueString, isText: true }
  const { valueBoolean, valueInteger, valueDecimal, valueDate, valueDateTime, valueCoding } = answer
  const value =
    valueBoolean ?? valueInteger ?? valueDecimal ?? valueDate ?? valueDateTime ?? valueCoding?.code
  return { value: String(value) }
}
