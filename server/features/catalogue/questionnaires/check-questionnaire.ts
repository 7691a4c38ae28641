import {
  allItems,
  type Item,
  isQuestion,
  type Questionnaire,
  TODAY_LIMIT,
} from '#domain/questions/questionnaire.ts'
import { compareValues } from '#domain/questions/values.ts'
import { conditionOf, type FhirCondition, type FhirItem } from './fhir-subset.ts'

const MOST_QUESTIONS = 100
/** Groups and texts besides. */
const MOST_ITEMS = 300

/** Reports a rule that an item breaks; an empty `linkId` for the file as a whole. */
export type Report = (linkId: string, rule: string) => void

/** What the shape alone does not say: items that refer to each other, and elements that do not suit the type. */
export function checkQuestionnaire(
  questionnaire: Questionnaire,
  given: readonly FhirItem[],
  report: Report,
): void {
  const items = allItems(questionnaire.items)
  const fhirItems = allFhirItems(given)
  if (items.filter(isQuestion).length > MOST_QUESTIONS)
    report('', `has more than ${MOST_QUESTIONS} questions: divide it into several questionnaires`)
  if (items.length > MOST_ITEMS)
    report('', `has more than ${MOST_ITEMS} items: divide it into several questionnaires`)
  if (!items.some(isQuestion)) report('', 'asks nothing: it has only groups and texts')
  for (const [index, item] of items.entries()) {
    const above = items.slice(0, index)
    if (above.some(({ linkId }) => linkId === item.linkId)) report(item.linkId, 'this linkId is used twice')
    checkItem(item, report)
    for (const condition of fhirItems[index]?.enableWhen ?? []) {
      const problem = conditionProblem(condition, above)
      if (problem !== null) report(item.linkId, `enableWhen: ${problem}`)
    }
  }
}

function allFhirItems(items: readonly FhirItem[]): FhirItem[] {
  return items.flatMap((item) => [item, ...allFhirItems(item.item ?? [])])
}

const NUMBERS = ['integer', 'decimal', 'quantity']
const LIMITED = [...NUMBERS, 'date', 'dateTime']
const CHOICES = ['choice', 'open-choice']

function checkItem(item: Item, report: Report): void {
  const { linkId, type, units = [], options = [], min, max, items } = item
  const no = (isWrong: boolean, rule: string) => isWrong && report(linkId, rule)
  no(items !== undefined && type !== 'group', 'only a group can contain items')
  no(type === 'group' && (items ?? []).length === 0, 'the group is empty')
  no(!isQuestion(item) && item.required, `${article(type)} cannot be required`)
  no(!isQuestion(item) && item.repeats, `${article(type)} cannot repeat`)
  no(type === 'boolean' && item.repeats, 'a yes or no cannot repeat')
  no(
    CHOICES.includes(type) !== options.length > 0,
    options.length > 0 ? 'answerOption belongs to a choice or open-choice' : 'a choice needs answerOption',
  )
  no(new Set(options.map(({ code }) => code)).size < options.length, 'two answerOptions have one code')
  no(
    new Set(options.map(({ display }) => display.toLowerCase())).size < options.length,
    'two answerOptions read alike',
  )
  no(
    item.repeats && options.some(({ display }) => display.includes(';')),
    'an answerOption of a question that repeats contains “;”, which separates answers in a manifest',
  )
  no(type === 'quantity' && units.length === 0, 'a quantity needs questionnaire-unitOption')
  no(!NUMBERS.includes(type) && units.length > 0, 'a unit belongs to a number')
  no((type === 'integer' || type === 'decimal') && units.length > 1, 'a number has one questionnaire-unit')
  no(
    item.maxLength !== undefined && !['string', 'text', 'open-choice'].includes(type),
    'maxLength belongs to text',
  )
  no(
    !LIMITED.includes(type) && (min ?? max) !== undefined,
    'minValue and maxValue belong to a number or a date',
  )
  checkLimits(item, report)
}

const article = (type: string) => `a ${type}`

function checkLimits({ linkId, type, min, max }: Item, report: Report): void {
  if (!LIMITED.includes(type)) return
  const kind = type === 'dateTime' ? 'date' : type
  for (const [name, value] of [
    ['minValue', min],
    ['maxValue', max],
  ] as const)
    if (value !== undefined && value !== TODAY_LIMIT && compareValues(kind, { value }, { value }) === null)
      report(linkId, `${name} does not suit the type ${type}`)
    else if (value === TODAY_LIMIT && kind !== 'date')
      report(linkId, `${name} does not suit the type ${type}`)
  if (
    min !== undefined &&
    max !== undefined &&
    (compareValues(kind, { value: min }, { value: max }) ?? 0) > 0
  )
    report(linkId, 'minValue is greater than maxValue')
}

/** The answer's element that suits each type of question. */
const ANSWERS: Partial<Record<Item['type'], keyof FhirCondition>> = {
  boolean: 'answerBoolean',
  integer: 'answerInteger',
  decimal: 'answerDecimal',
  quantity: 'answerQuantity',
  date: 'answerDate',
  dateTime: 'answerDateTime',
  string: 'answerString',
  text: 'answerString',
}

/** What is wrong with one condition; null if nothing is. */
function conditionProblem(given: FhirCondition, above: readonly Item[]): string | null {
  const source = above.find((item) => item.linkId === given.question && isQuestion(item))
  if (!source) return `'${given.question}' is not a question further up`
  const answers = Object.keys(given).filter((key) => key.startsWith('answer'))
  if (answers.length !== 1) return 'needs one answer'
  const { operator, question } = given
  if (operator === 'exists') return answers[0] === 'answerBoolean' ? null : 'exists needs answerBoolean'
  const isChoice = CHOICES.includes(source.type)
  const isCoded = (source.options ?? []).some(({ system }) => system !== '') || answers[0] === 'answerCoding'
  const needed = isChoice ? (isCoded ? 'answerCoding' : 'answerString') : ANSWERS[source.type]
  if (needed === undefined) return `on ${source.type} only exists is possible`
  if (answers[0] !== needed) return `question '${question}' needs ${needed}`
  const { answer, unit } = conditionOf(given)
  if (isChoice && !(source.options ?? []).some(({ code }) => code === answer))
    return `'${answer}' is not an answerOption of '${question}'`
  if (unit !== undefined && !(source.units ?? []).some(({ code }) => code === unit))
    return `'${unit}' is not a unit of '${question}'`
  const compares = operator !== '=' && operator !== '!='
  return compares && !LIMITED.includes(source.type) ? `${operator} compares numbers and dates only` : null
}
