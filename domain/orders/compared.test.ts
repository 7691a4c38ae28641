import { describe, expect, it, test } from 'vitest'
import { requirement } from '../specimens/testing/requirement.ts'
import { comparedBy, comparedInWords, leastCompared } from './compared.ts'
import { type OrderDocument, PROBAND } from './document.ts'
import { blankKinship } from './kinship.ts'
import type { Compared, OrderableTest } from './rule-context.ts'
import { CATALOGUE, completeOrder, FATHER, MOTHER, sampleOf } from './testing/complete-order.ts'
import { twins } from './testing/prenatal-order.ts'

const [exome] = CATALOGUE
if (!exome) throw new Error('no test')
const testOf = (who: Compared | null, relatives = 2): OrderableTest => ({
  ...{ ...exome, relatives },
  ...(who ? { compared: { who } } : {}),
})
const PARTNER = { ...FATHER, key: 'partner', relationship: 'Partner' as const }
const SIBLING = { ...FATHER, key: 'sibling', relationship: 'Sibling' as const }

/** An order with these relatives, each with blood. */
const orderWith = (...relatives: (typeof MOTHER)[]): OrderDocument => {
  const order = completeOrder()
  return {
    ...order,
    patients: [...order.patients, ...relatives],
    samples: [...order.samples, ...relatives.map(({ key }, index) => sampleOf(key, `s${index + 2}`))],
  }
}
const of = (test: OrderableTest, document: OrderDocument) => comparedBy(test, document, [test])

describe('[SUBJ-05] a test counts whom it compares', () => {
  test.each([
    ['a trio: both parents', testOf('parents'), [MOTHER, FATHER], [MOTHER.key, FATHER.key]],
    ['a trio: no husband in place of a parent', testOf('parents'), [MOTHER, PARTNER], [MOTHER.key]],
    ['a trio: no sibling in place of a parent', testOf('parents'), [MOTHER, SIBLING], [MOTHER.key]],
    [
      'a trio: no adoptive mother',
      testOf('parents'),
      [{ ...MOTHER, kinship: { ...blankKinship(), kinshipKind: 'Adoptive' as const } }, FATHER],
      [FATHER.key],
    ],
    [
      'a quad: both parents, and a sibling',
      testOf('parents', 3),
      [MOTHER, FATHER, SIBLING],
      [MOTHER.key, FATHER.key, 'sibling'],
    ],
    [
      'a quad: no husband as the third',
      testOf('parents', 3),
      [MOTHER, FATHER, PARTNER],
      [MOTHER.key, FATHER.key],
    ],
    ['a couple’s: the partner alone', testOf('partner', 1), [MOTHER, PARTNER], ['partner']],
    [
      'a family study: any who share genes',
      testOf('relatives'),
      [SIBLING, PARTNER, MOTHER],
      ['sibling', MOTHER.key],
    ],
    ['one that does not state it: as before', testOf(null), [MOTHER, PARTNER], [MOTHER.key, 'partner']],
  ])('%s', (_, test, relatives, expected) => {
    expect(of(test, orderWith(...relatives)).toSorted()).toEqual(expected.toSorted())
  })

  it('no mother’s tube that only checks for her cells, except where that is the test', () => {
    const checked = {
      ...testOf('parents'),
      specimenRequirements: [requirement({ role: 'Contamination check' }), requirement({ role: 'Relative' })],
    }
    const document = orderWith(MOTHER, FATHER)
    const onlyCheck = {
      ...document,
      samples: document.samples.map((one) =>
        one.patient === MOTHER.key ? { ...one, role: 'Contamination check' as const } : one,
      ),
    }
    expect(of(checked, document)).toEqual([MOTHER.key, FATHER.key])
    expect(of(checked, onlyCheck)).toEqual([FATHER.key])
    expect(of(testOf(null), onlyCheck)).toEqual([MOTHER.key, FATHER.key])
    expect(of(testOf('mother', 1), onlyCheck)).toEqual([MOTHER.key])
  })

  it('before birth the pregnant woman’s cells, whosever the egg was', () => {
    const order = twins()
    const donated = {
      ...order,
      ...(order.pregnancy && { pregnancy: { ...order.pregnancy, eggProvider: 'Donor' as const } }),
    }
    expect(of(testOf('mother', 1), donated)).toEqual([PROBAND])
    expect(of(testOf('parents'), donated)).toEqual([])
    expect(of(testOf('parents'), order)).toEqual([PROBAND])
  })

  it('the one that lacks most, of several', () => {
    const document = orderWith(MOTHER)
    const [trio, couple] = [testOf('parents'), testOf('partner', 1)]
    expect(leastCompared([couple, trio], orderWith(PARTNER), [])?.test).toBe(trio)
    expect(leastCompared([couple, testOf('parents', 1)], document, [])?.test).toBe(couple)
    expect(leastCompared([testOf('parents', 1), testOf(null, 0)], document, [])).toBeNull()
  })
})

test.each([
  [testOf('parents', 1), 'one parent'],
  [testOf('parents', 2), 'both parents'],
  [testOf('parents', 3), 'both parents and one relative'],
  [testOf('parents', 4), 'both parents and 2 relatives'],
  [testOf('partner', 1), 'the partner'],
  [testOf('mother', 1), 'the mother'],
  [testOf('relatives', 1), 'one relative'],
  [testOf(null, 2), '2 relatives'],
])('says whose specimens a test needs', (test, words) => {
  expect(comparedInWords(test, completeOrder())).toBe(words)
})

test('says the parents of a fetus, also for a test that does not state whom it compares', () => {
  expect(comparedInWords(testOf(null, 2), twins())).toBe('both parents')
  expect(comparedInWords(testOf(null, 3), twins())).toBe('3 relatives')
})
