// The laboratory's own questions of a test: a subset of FHIR R4 Questionnaire (docs/questionnaires.md).

/** What an item of a questionnaire is; all but the first two are questions. */
export const ITEM_TYPES = [
  ...(['group', 'display', 'boolean', 'integer', 'decimal', 'quantity', 'date', 'dateTime'] as const),
  ...(['string', 'text', 'choice', 'open-choice', 'attachment'] as const),
] as const
export type ItemType = (typeof ITEM_TYPES)[number]

export const OPERATORS = ['exists', '=', '!=', '>', '<', '>=', '<='] as const
export type Operator = (typeof OPERATORS)[number]

/** FHIR Coding; `system` is '' for the laboratory's own codes. */
export interface Coding {
  system: string
  code: string
  display: string
}

/** A unit of a number, by its UCUM code. */
export interface Unit {
  code: string
  display: string
}

/** `enableWhen`: what the answer to another question must be. */
export interface Condition {
  /** The `linkId` of a question further up. */
  question: string
  operator: Operator
  /** Written as in an answer (`AnswerValue.value`); for `exists`: 'true' or 'false'. */
  answer: string
  /** For a quantity: the answer's unit. */
  unit?: string
}

export interface Item {
  linkId: string
  text: string
  type: ItemType
  required: boolean
  /** A question may have several answers. */
  repeats: boolean
  /** The question's LOINC or other code, if it has one. */
  code?: Coding
  /** In characters. */
  maxLength?: number
  /** The smallest and the largest number; or the first and the last date, ISO or `today`. */
  min?: string
  max?: string
  /** A quantity: the units to choose from. A number: the unit it is given in, if any. */
  units?: readonly Unit[]
  /** Of `choice` and `open-choice`. */
  options?: readonly Coding[]
  enableWhen?: readonly Condition[]
  /** Whether all conditions must be met, or any of them. Left out: all. */
  enableBehavior?: 'all' | 'any'
  /** Of a group. */
  items?: readonly Item[]
}

/** One version of a questionnaire. A version's content never changes. */
export interface Questionnaire {
  id: string
  /** The canonical URL by which messages name it. */
  url: string
  version: string
  title: string
  /** Asked once for the order, or of each tested person. */
  about: 'order' | 'person'
  items: readonly Item[]
}

/** A questionnaire as an order answered it, for its messages. */
export interface AnsweredQuestionnaire {
  questionnaire: Questionnaire
  /** The codes of the order's tests that ask it; empty if that is not known any more. */
  tests: readonly string[]
}

/** In `min` and `max`: the laboratory's current date. */
export const TODAY_LIMIT = 'today'

export const LOINC = 'http://loinc.org'

export function isQuestion({ type }: Pick<Item, 'type'>): boolean {
  return type !== 'group' && type !== 'display'
}

/** All items, each before those in it. */
export function allItems(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...allItems(item.items ?? [])])
}

export function questionOf({ items }: Pick<Questionnaire, 'items'>, linkId: string): Item | undefined {
  return allItems(items).find((item) => item.linkId === linkId && isQuestion(item))
}

/** Each questionnaire that the tests ask, once, in the tests' order. */
export function questionnairesOf(
  tests: readonly { questionnaires?: readonly Questionnaire[] | undefined }[],
): Questionnaire[] {
  const byId = new Map(
    tests
      .flatMap(({ questionnaires = [] }) => questionnaires)
      .map((questionnaire) => [questionnaire.id, questionnaire]),
  )
  return [...byId.values()]
}
