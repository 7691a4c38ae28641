import { isIsoDate } from '../dates/dates.ts'
import type { AnswerValue } from '../orders/answers.ts'
import { valueInWords } from './in-words.ts'
import { type Item, TODAY_LIMIT } from './questionnaire.ts'
import { compareValues, isDecimal, isInteger, isMoment } from './values.ts'

/** Why an answer is not accepted. */
export interface AnswerProblem {
  rule: 'required' | 'invalid' | 'too-many' | 'too-long' | 'too-small' | 'too-large' | 'unknown'
  message: string
}

/** A text answer without a limit of its own has this one, like every text of the contract. */
export const MOST_CHARACTERS = 4000

/** The values of one answer. */
export const MOST_VALUES = 20

/**
 * What is wrong with the answer to a question that is asked: one problem for each value, or that it is missing.
 * `values`: the given ones. `today`: the laboratory's date. The same for form, API and manifest.
 */
export function answerProblems(item: Item, values: readonly AnswerValue[], today: string): AnswerProblem[] {
  const name = nameOf(item)
  if (values.length === 0)
    return item.required ? [{ rule: 'required', message: `${name}: an answer is required` }] : []
  if (values.length > 1 && !item.repeats)
    return [{ rule: 'too-many', message: `${name}: give one answer, not ${values.length}` }]
  if (values.length > MOST_VALUES)
    return [
      { rule: 'too-many', message: `${name}: give at most ${MOST_VALUES} answers, not ${values.length}` },
    ]
  return values.flatMap((value) => {
    const problem = valueProblem(item, value, today)
    return problem ? [{ rule: problem[0], message: `${name}: ${problem[1]}` }] : []
  })
}

/** A question without the punctuation at its end: `Due date: enter a valid date`. */
export function nameOf({ text }: Pick<Item, 'text'>): string {
  return text.trim().replace(/\s*[:?.]+$/, '')
}

type Problem = readonly [AnswerProblem['rule'], string] | null

function valueProblem(item: Item, given: AnswerValue, today: string): Problem {
  const text = given.value.trim()
  switch (item.type) {
    case 'boolean':
      return text === 'true' || text === 'false' ? null : ['invalid', 'answer yes or no']
    case 'integer':
      return isInteger(text) ? outside(item, given, today) : ['invalid', 'enter a whole number']
    case 'decimal':
      return isDecimal(text) ? outside(item, given, today) : ['invalid', 'enter a number']
    case 'quantity':
      return quantityProblem(item, given, today)
    case 'date':
      return isIsoDate(text) ? outside(item, given, today) : ['invalid', 'enter a valid date']
    case 'dateTime':
      return isMoment(text) ? outsideDays(item, text, today) : ['invalid', 'enter a valid date and time']
    case 'choice':
    case 'open-choice':
      return choiceProblem(item, given)
    case 'attachment':
      return given.documentId === undefined ? ['invalid', 'attach a file'] : null
    default:
      return tooLong(item, text)
  }
}

function quantityProblem(item: Item, given: AnswerValue, today: string): Problem {
  if (!isDecimal(given.value)) return ['invalid', 'enter a number']
  const units = item.units ?? []
  if (!units.some(({ code }) => code === given.unit))
    return ['invalid', `choose the unit: ${units.map(({ display }) => display).join(', ')}`]
  return outside(item, given, today)
}

function choiceProblem(item: Item, given: AnswerValue): Problem {
  if (given.isOwnWords)
    return item.type === 'open-choice'
      ? tooLong(item, given.value.trim())
      : ['unknown', 'choose one of the answers']
  const isOption = (item.options ?? []).some(({ code }) => code === given.value)
  return isOption ? null : ['unknown', `“${given.value}” is not one of the answers`]
}

function tooLong({ maxLength = MOST_CHARACTERS }: Item, text: string): Problem {
  return text.length > maxLength ? ['too-long', `at most ${maxLength} characters`] : null
}

/** Of a day and time, the day that was written counts. */
function outsideDays(item: Item, text: string, today: string): Problem {
  return outside({ ...item, type: 'date' }, { value: text.slice(0, 10) }, today)
}

/** A quantity's limits are in the unit that was chosen: limits suit questions with one unit. */
function outside(item: Item, given: Pick<AnswerValue, 'value' | 'unit'>, today: string): Problem {
  const limit = (text: string) => ({ ...given, value: text === TODAY_LIMIT ? today : text })
  const words = (text: string) =>
    text === TODAY_LIMIT ? 'today' : valueInWords(item, { ...given, value: text })
  const { min, max } = item
  const isDate = item.type === 'date'
  if (min !== undefined && (compareValues(item.type, given, limit(min)) ?? 0) < 0)
    return ['too-small', isDate ? `the date cannot be before ${words(min)}` : `at least ${words(min)}`]
  if (max !== undefined && (compareValues(item.type, given, limit(max)) ?? 0) > 0)
    return [
      'too-large',
      isDate
        ? max === TODAY_LIMIT
          ? 'the date cannot be in the future'
          : `the date cannot be after ${words(max)}`
        : `at most ${words(max)}`,
    ]
  return null
}
