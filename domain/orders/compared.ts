import type { TestSpecimens } from '../specimens/requirements.ts'
import { roleOf } from '../specimens/roles.ts'
import type { OrderDocument, Patient, PatientKey } from './document.ts'
import { samplesOf } from './family.ts'
import { comparedPeople, geneticParents } from './genetic-parents.ts'
import type { Compared, OrderableTest } from './rule-context.ts'
import { isPrenatal } from './subject.ts'

/** A test as far as it compares people. */
export type FamilyTest = Pick<OrderableTest, 'relatives' | 'compared'> & { category?: string }

/** Whom a test compares; of a carrier test whose catalogue does not state it, the partner. */
export function whoIsCompared({ compared, category }: FamilyTest): Compared | undefined {
  return compared?.who ?? (category === 'carrier' ? 'partner' : undefined)
}

/**
 * The people of the order with a specimen that the test compares. A test whose catalogue entry does not state whom counts
 * every genetic relative (`comparedPeople`).
 */
export function comparedBy(
  test: FamilyTest,
  document: OrderDocument,
  tests: readonly TestSpecimens[],
): PatientKey[] {
  const prenatal = isPrenatal(document)
  const hasSpecimen = ({ key }: Patient) => samplesOf(document, key).length > 0
  // A tube for the check for her cells is compared with nothing.
  const isForComparison = (key: PatientKey) =>
    samplesOf(document, key).some((sample) => roleOf(document, sample, tests) !== 'Contamination check')
  const related = comparedPeople(document).filter(isForComparison)
  const relationOf = (key: PatientKey) => document.patients.find((one) => one.key === key)?.relationship
  switch (whoIsCompared(test)) {
    case 'parents': {
      const { mother, father } = geneticParents(document)
      const parents = related.filter((key) => key === mother || key === father)
      const others = related.filter((key) => !parents.includes(key) && relationOf(key) !== 'Partner')
      return [...parents, ...others.slice(0, Math.max(0, test.relatives - 2))]
    }
    case 'mother':
      return document.patients
        .filter((one, index) => (prenatal ? index === 0 : one.relationship === 'Mother') && hasSpecimen(one))
        .map(({ key }) => key)
    case 'partner':
      return document.patients
        .filter((one) => one.relationship === 'Partner' && isForComparison(one.key))
        .map(({ key }) => key)
    case 'relatives':
      return related.filter((key) => prenatal || relationOf(key) !== 'Partner')
    default:
      return comparedPeople(document)
  }
}

/** Whose specimens a test needs, in words: 'both parents', 'the partner', 'one relative'. */
export function comparedInWords(test: FamilyTest, document?: Pick<OrderDocument, 'pregnancy'>): string {
  const { relatives } = test
  const who = whoIsCompared(test)
  const others = (count: number) => (count === 1 ? 'one relative' : `${count} relatives`)
  switch (who) {
    case 'mother':
    case 'partner':
      return `the ${who}`
    case 'relatives':
      return others(relatives)
    case 'parents':
      return parentsInWords(relatives)
    default:
      // A fetus has no other relatives in the order.
      return document && isPrenatal(document) && relatives <= 2
        ? parentsInWords(relatives)
        : others(relatives)
  }
}

function parentsInWords(count: number): string {
  if (count <= 2) return count === 1 ? 'one parent' : 'both parents'
  return `both parents and ${count === 3 ? 'one relative' : `${count - 2} relatives`}`
}

/** Of several tests the one that lacks the most people; null if none lacks any. */
export function leastCompared<T extends FamilyTest>(
  familyTests: readonly T[],
  document: OrderDocument,
  tests: readonly TestSpecimens[],
): { test: T; there: PatientKey[]; missing: number } | null {
  const counted = familyTests.map((test) => {
    const there = comparedBy(test, document, tests)
    return { test, there, missing: test.relatives - there.length }
  })
  const [most] = counted.toSorted((one, other) => other.missing - one.missing)
  return most && most.missing > 0 ? most : null
}
