import { dayInWords } from '../dates/dates.ts'
import type { Answer, AnswerValue } from '../orders/answers.ts'
import { allItems, type Item, type Questionnaire } from './questionnaire.ts'
import { isMoment } from './values.ts'

/** A value as people read it; what is not valid is shown as typed. */
export function valueInWords(item: Item | undefined, { value, unit, isOwnWords }: AnswerValue): string {
  const text = value.trim()
  const unitName = unitsOf(item).find(({ code }) => code === unit)?.display ?? unit
  switch (item?.type) {
    case 'boolean':
      return text === 'true' ? 'Yes' : text === 'false' ? 'No' : text
    case 'date':
      return dayInWords(text)
    case 'dateTime':
      return isMoment(text) ? momentInWords(text) : text
    case 'integer':
    case 'decimal':
      return [text, unitsOf(item)[0]?.display].filter(Boolean).join(' ')
    case 'choice':
    case 'open-choice':
      return isOwnWords ? text : (item.options?.find(({ code }) => code === value)?.display ?? text)
    default:
      return [text, unitName].filter(Boolean).join(' ')
  }
}

const unitsOf = (item: Item | undefined) => item?.units ?? []

/** `11 Mar 2026, 14:05 (UTC-05:00)`: as on the clock where it was written. */
function momentInWords(text: string): string {
  const [day = '', clock = ''] = text.split('T')
  const zone = /(Z|[+-]\d\d:\d\d)$/.exec(clock)?.[0] ?? ''
  const offset = zone === 'Z' || zone === '+00:00' ? 'UTC' : `UTC${zone}`
  return `${dayInWords(day)}, ${clock.slice(0, 5)} (${offset})`
}

/** An answered question in words. */
export interface AnswerInWords {
  questionnaire: string
  linkId: string
  /** Whom it is about; undefined for the order. */
  patient: string | undefined
  question: string
  answer: string
}

/**
 * What was answered, in the words of the versions that were answered, in the questionnaires' order. An answer whose
 * version is not among `questionnaires` is shown by its `linkId`.
 */
export function answersInWords(
  answers: readonly Answer[],
  questionnaires: readonly Questionnaire[],
): AnswerInWords[] {
  const rank = (answer: Answer): number => {
    const at = questionnaires.findIndex((one) => isOf(one, answer))
    const items = allItems(questionnaires[at]?.items ?? [])
    const position = items.findIndex(({ linkId }) => linkId === answer.linkId)
    return at === -1 ? Number.MAX_SAFE_INTEGER : at * 10_000 + position
  }
  return answers
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((answer) => {
      const { questionnaire, linkId, patient, values } = answer
      const version = questionnaires.find((one) => isOf(one, answer))
      const item = allItems(version?.items ?? []).find((one) => one.linkId === linkId)
      const words = values.map((value) => valueInWords(item, value)).filter((text) => text !== '')
      return words.length === 0
        ? []
        : [{ questionnaire, linkId, patient, question: item?.text ?? linkId, answer: words.join('; ') }]
    })
}

/** Whether an answer is to this version of a questionnaire. */
function isOf({ id, version }: Pick<Questionnaire, 'id' | 'version'>, answer: Answer): boolean {
  return answer.questionnaire === id && answer.version === version
}
