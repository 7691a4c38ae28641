import type { IsoDate } from '../../dates/dates.ts'
import { type OrderDocument, type OrderedTest, type PatientKey, PROBAND } from '../document.ts'
import type { Check } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import type { OrderableTest, RuleContext } from '../rule-context.ts'

/** A rule's input: the document, and the catalogue's entries for its tests. */
export interface RuleInput extends RuleContext {
  document: OrderDocument
}

export type Rule = (known: RuleInput) => Finding[]

/** The finding of the first check that a field fails. */
export function apply<T>(
  known: { today: IsoDate },
  path: string,
  value: T,
  ...checks: Check<T>[]
): Finding[] {
  for (const [rule, check] of checks) {
    const message = check(value, known.today)
    if (message !== null) return [{ path, rule, message }]
  }
  return []
}

/** Checks that a list is not empty. */
export function atLeastOne(path: string, list: readonly unknown[], message: string): Finding[] {
  return list.length === 0 ? [{ path, rule: 'required', message }] : []
}

/** A test chosen in the document, and its path; `catalogueTest` is null if it is not in the catalogue. */
export interface ChosenTest {
  path: string
  ordered: OrderedTest
  catalogueTest: OrderableTest | null
}

/** The document's tests and add-ons; rows without a choice are left out. */
export function chosenTests({ document, tests }: RuleInput): ChosenTest[] {
  const at = (list: 'tests' | 'addOnTests') =>
    document[list].map((ordered, index) => ({
      path: `/${list}/${index}`,
      ordered,
      catalogueTest: tests.find((test) => test.code === ordered.testCode) ?? null,
    }))
  return [...at('tests'), ...at('addOnTests')].filter(({ ordered }) => ordered.testCode !== '')
}

/** The proband: the first person of the order. */
export function probandOf(document: OrderDocument): PatientKey {
  return document.patients[0]?.key ?? PROBAND
}
