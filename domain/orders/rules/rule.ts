import type { IsoDate } from '../../dates/dates.ts'
import { type OrderDocument, type OrderedTest, type PatientKey, PROBAND } from '../document.ts'
import type { Check } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import type { OrderableTest, RuleContext } from '../rule-context.ts'

/** What a rule is told: the document, and of the catalogue only the tests that it has. */
export interface RuleInput extends RuleContext {
  document: OrderDocument
}

export type Rule = (known: RuleInput) => Finding[]

/** The first check that a field fails. */
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

/** A check that a list has something at all. */
export function atLeastOne(path: string, list: readonly unknown[], message: string): Finding[] {
  return list.length === 0 ? [{ path, rule: 'required', message }] : []
}

/** A test that is chosen in the document, at its path; `catalogueTest` is null where the catalogue does not have it. */
export interface ChosenTest {
  path: string
  ordered: OrderedTest
  catalogueTest: OrderableTest | null
}

/** The tests and add-ons of the document; rows in which nothing is chosen yet are left out. */
export function chosenTests({ document, tests }: RuleInput): ChosenTest[] {
  const at = (list: 'tests' | 'addOnTests') =>
    document[list].map((ordered, index) => ({
      path: `/${list}/${index}`,
      ordered,
      catalogueTest: tests.find((test) => test.code === ordered.testCode) ?? null,
    }))
  return [...at('tests'), ...at('addOnTests')].filter(({ ordered }) => ordered.testCode !== '')
}

/** Who is tested: the first person of the order. */
export function probandOf(document: OrderDocument): PatientKey {
  return document.patients[0]?.key ?? PROBAND
}
