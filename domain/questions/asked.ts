import { type Answer, type AnswerValue, isGiven } from '../orders/answers.ts'
import { type Condition, type Item, isQuestion, type Questionnaire } from './questionnaire.ts'
import { compareValues } from './values.ts'

/** The given values of one person, or of the order, by `linkId`. */
export type GivenValues = ReadonlyMap<string, readonly AnswerValue[]>

/** What was answered to a questionnaire about a person, or about the order. Empty values are no answers. */
export function givenTo(
  answers: readonly Answer[],
  questionnaire: Pick<Questionnaire, 'id'>,
  patient?: string,
): GivenValues {
  return new Map(
    answers
      .filter((answer) => answer.questionnaire === questionnaire.id && answer.patient === patient)
      .map(({ linkId, values }) => [linkId, values.filter(isGiven)]),
  )
}

/** An item that is shown, and how many groups it is in. */
export interface AskedItem {
  item: Item
  depth: number
}

/**
 * The items whose conditions are met, in order. A question that is not asked counts as unanswered for the
 * conditions on it; what is in a group that is not shown is not asked.
 */
export function askedItems({ items }: Pick<Questionnaire, 'items'>, given: GivenValues): AskedItem[] {
  const seen = new Map<string, { item: Item; values: readonly AnswerValue[] }>()
  const walk = (list: readonly Item[], depth: number): AskedItem[] =>
    list.flatMap((item) => {
      const { enableWhen = [], enableBehavior = 'all' } = item
      const met = (condition: Condition) => isMet(condition, seen.get(condition.question))
      const isAsked =
        enableWhen.length === 0 || (enableBehavior === 'all' ? enableWhen.every(met) : enableWhen.some(met))
      if (!isAsked) return []
      if (isQuestion(item)) seen.set(item.linkId, { item, values: given.get(item.linkId) ?? [] })
      return [{ item, depth }, ...walk(item.items ?? [], depth + 1)]
    })
  return walk(items, 0)
}

/** FHIR R4 EnableWhen: `!=` is met if no value equals the condition's, also without any answer. */
function isMet(
  { operator, answer, unit }: Condition,
  source: { item: Item; values: readonly AnswerValue[] } | undefined,
): boolean {
  const { item, values } = source ?? { item: null, values: [] }
  if (operator === 'exists') return values.length > 0 === (answer === 'true')
  const expected = { value: answer, ...(unit === undefined ? {} : { unit }) }
  const compared = values
    // Somebody's own words are not an option, even if they read like its code.
    .filter((value) => value.isOwnWords !== true || item?.type !== 'open-choice')
    .flatMap((value) => compareValues(item?.type ?? '', value, expected) ?? [])
  if (operator === '!=') return !compared.includes(0)
  return compared.some((difference) => COMPARED[operator](difference))
}

const COMPARED: Record<Exclude<Condition['operator'], 'exists' | '!='>, (difference: number) => boolean> = {
  '=': (difference) => difference === 0,
  '>': (difference) => difference > 0,
  '<': (difference) => difference < 0,
  '>=': (difference) => difference >= 0,
  '<=': (difference) => difference <= 0,
}

/** The questions that are asked, in order. */
export function askedQuestions(questionnaire: Pick<Questionnaire, 'items'>, given: GivenValues): Item[] {
  return askedItems(questionnaire, given)
    .map(({ item }) => item)
    .filter(isQuestion)
}
