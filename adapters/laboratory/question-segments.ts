import type { Hl7Segment } from '@medplum/core'
import type { AnswerValue } from '#domain/orders/answers.ts'
import type { OrderedTest } from '#domain/orders/document.ts'
import { type Item, LOINC, type Unit } from '#domain/questions/questionnaire.ts'
import { isDecimal, isMoment } from '#domain/questions/values.ts'
import { table } from '#domain/table.ts'
import { type FieldContent, segment } from '../hl7/message.ts'
import { writeDate } from '../hl7/times.ts'
import {
  type AnsweredQuestion,
  type AnsweredVersion,
  answeredVersions,
  isAskedBy,
} from './answered-questions.ts'
import { personNumber } from './patient-segments.ts'
import type { LaboratoryOrder } from './port.ts'

/** HL7's names of coding systems (table 0396). */
const SYSTEMS = table({ [LOINC]: 'LN', 'http://snomed.info/sct': 'SCT' })

/**
 * A test's OBX, followed by the answers to the laboratory's own questions that it asks. Files are sent with the first
 * test that asks for them; with any other they are only named.
 */
export function withQuestions(others: Hl7Segment[], order: LaboratoryOrder, test: OrderedTest): Hl7Segment[] {
  const tests = [...order.document.tests, ...order.document.addOnTests]
  const versions = answeredVersions(order).filter((version) => isAskedBy(version, test.testCode))
  const observations = versions.flatMap((version) => {
    const isFirst = tests.find(({ testCode }) => isAskedBy(version, testCode))?.testCode === test.testCode
    return version.questions.flatMap((question) => observationsOf(order, version, question, isFirst))
  })
  const own = [...observations, ...versions.map((version) => versionOf(order, version))].map(
    (observation, index) => segment('OBX', { 1: String(others.length + index + 1), ...observation }),
  )
  return [...others, ...own]
}

type Observation = Record<number, FieldContent>

/** Which version of a questionnaire was answered, about whom: after all answers, so that those keep their place. */
function versionOf(
  order: LaboratoryOrder,
  { id, version, patient, questionnaire }: AnsweredVersion,
): Observation {
  const about = patient === undefined ? '' : personNumber(order.orderId, patient)
  const value = [id, questionnaire?.title ?? id, 'L', version, 'Version', 'L']
  return { 2: 'CE', 3: ['QUESTIONNAIRE', 'Answered questionnaire', 'L'], 4: about, 5: value, 11: 'O' }
}

function observationsOf(
  order: LaboratoryOrder,
  { id, patient }: AnsweredVersion,
  { answer, item, values }: AnsweredQuestion,
  isWithFiles: boolean,
): Observation[] {
  const about = patient === undefined ? '' : personNumber(order.orderId, patient)
  const observation = (type: string, value: FieldContent, unit?: Unit): Observation => ({
    ...{ 2: type, 3: identifierOf(`${id}.${answer.linkId}`, item), 4: about, 5: value, 11: 'O' },
    ...(unit ? { 6: [unit.code, unit.display, 'UCUM'] } : {}),
  })
  const together = (type: string, write: (value: AnswerValue) => string[], unit?: Unit) => [
    observation(type, values.map(write), unit),
  ]
  const asText = (type: 'ST' | 'FT') => together(type, ({ value }) => [value])
  const all = (isValid: (text: string) => boolean) => values.every(({ value }) => isValid(value))
  switch (item?.type) {
    case 'boolean':
      return together('CE', ({ value }) =>
        value === 'true' ? ['Y', 'Yes', 'HL70136'] : ['N', 'No', 'HL70136'],
      )
    case 'choice':
    case 'open-choice':
      return together('CE', (value) => codedValue(item, value))
    case 'integer':
    case 'decimal':
      return all(isDecimal) ? together('NM', ({ value }) => [value.trim()], item.units?.[0]) : asText('ST')
    case 'quantity':
      return values.map((value) => {
        const unit = item.units?.find(({ code }) => code === value.unit)
        return isDecimal(value.value) && unit
          ? observation('NM', value.value.trim(), unit)
          : observation('ST', [value.value, value.unit].filter(Boolean).join(' '))
      })
    case 'date':
      return all((text) => writeDate(text) !== '')
        ? together('DT', ({ value }) => [writeDate(value)])
        : asText('ST')
    case 'dateTime':
      return all(isMoment) ? together('TS', ({ value }) => [writeMoment(value)]) : asText('ST')
    case 'attachment':
      return values.flatMap((value) => [
        observation('ST', value.value),
        ...(isWithFiles ? fileOf(order, value) : []).map((file) => observation('ED', file)),
      ])
    case 'text':
      return asText('FT')
    default:
      return asText('ST')
  }
}

/** OBX-3: the standard's code first and ours as the alternative; otherwise ours. */
function identifierOf(own: string, item: Item | null): string[] {
  const words = item?.text ?? own
  const system = item?.code && SYSTEMS[item.code.system]
  return item?.code && system
    ? [item.code.code, item.code.display, system, own, words, 'L']
    : [own, words, 'L']
}

/** CE; a person's own words have no code. */
function codedValue(item: Item, { value, isOwnWords }: AnswerValue): string[] {
  if (isOwnWords) return ['', value]
  const option = item.options?.find(({ code }) => code === value)
  return [value, option?.display ?? '', SYSTEMS[option?.system ?? ''] ?? 'L']
}

/** `2026-03-11T14:05:30-05:00` as `20260311140530-0500`. */
function writeMoment(value: string): string {
  const [, day = '', clock = '', zone = ''] = /^(.{10})T([\d:]+)(.+)$/.exec(value.trim()) ?? []
  const offset = zone === 'Z' ? '+0000' : zone.replace(':', '')
  return `${day.replaceAll('-', '')}${clock.replaceAll(':', '')}${offset}`
}

/** ED, as the answers to holds have it. */
function fileOf({ questions }: LaboratoryOrder, { documentId }: AnswerValue): string[][] {
  const file = questions?.files.find((one) => one.documentId === documentId)
  if (!file) return []
  const [type = '', subtype = ''] = file.mediaType.split('/')
  return [['', type, subtype, 'Base64', Buffer.from(file.content).toString('base64')]]
}
