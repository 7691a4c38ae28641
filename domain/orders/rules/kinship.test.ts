import { describe, expect, test } from 'vitest'
import { type OrderDocument, type Patient, PROBAND } from '../document.ts'
import { geneticParents } from '../genetic-parents.ts'
import { blankKinship, blankParentage } from '../kinship.ts'
import { blankFetus, blankPregnancy } from '../pregnancy.ts'
import { openPoints } from '../readiness.ts'
import type { RuleContext } from '../rule-context.ts'
import {
  completeOrder,
  FATHER,
  MOTHER,
  sampleOf,
  TESTED_MOTHER,
  withChanges,
} from '../testing/complete-order.ts'
import { PRENATAL_CONTEXT, twins } from '../testing/prenatal-order.ts'

/** `error /path rule` and `warning …` of each point. */
function points(document: OrderDocument, context: RuleContext = PRENATAL_CONTEXT): string[] {
  return openPoints(document, context).map(({ severity, path, rule }) => `${severity} ${path} ${rule}`)
}
const one = <T>(list: readonly T[], index: number): T => list[index] as T

describe('relatives', () => {
  const trio = (changes: Record<string, unknown> = {}) => {
    const order = withChanges(completeOrder(), {
      ...TESTED_MOTHER,
      '/tests/0': { ...completeOrder().tests[0], testCode: '1603', testName: 'Exome trio' },
      '/patients/2': FATHER,
      '/samples/2': sampleOf(FATHER.key, 's3'),
      '/consents': [],
    })
    return points(withChanges(order, changes))
  }
  const kind = (kinshipKind: string) => ({ ...blankKinship(), kinshipKind })

  test('[SUBJ-05] a trio compares genetic parents: an adoptive mother does not count', () => {
    expect(trio()).toEqual([])
    for (const one of ['Adoptive', 'Step', 'Social', 'Carrier'])
      expect(trio({ '/patients/1/kinship': kind(one) })).toEqual([
        'warning /patients/1/kinship/kinshipKind not-genetic-parent',
        'warning /patients relatives',
      ])
    for (const one of ['Biological', 'Donor', ''])
      expect(trio({ '/patients/1/kinship': kind(one) })).toEqual([])
  })

  test('[SUBJ-05] the egg’s donor is the genetic mother, and the woman who carries it is not', () => {
    const donor: Patient = {
      ...MOTHER,
      relationship: 'Other relative',
      kinship: { ...blankKinship(), kinshipKind: 'Donor' },
    }
    const order = prenatalTrio()
    expect(geneticParents(order)).toEqual({ mother: 'proband', father: FATHER.key })
    expect(points(order)).toEqual([])

    const donated = withChanges(order, { '/pregnancy/eggProvider': 'Donor' })
    expect(geneticParents(donated)).toEqual({ mother: null, father: FATHER.key })
    expect(points(donated)).toEqual([
      'warning /pregnancy/eggProvider not-genetic-parent',
      'warning /patients relatives',
    ])

    const withDonor = withChanges(donated, {
      '/patients/2': donor,
      '/samples/3': sampleOf(donor.key, 's4'),
      '/parentage': { ...blankParentage(), geneticMother: donor.key },
    })
    expect(geneticParents(withDonor).mother).toBe(donor.key)
    expect(points(withDonor)).toEqual(['warning /pregnancy/eggProvider not-genetic-parent'])
  })

  /** Amniotic fluid, the pregnant woman and her partner as comparators. */
  function prenatalTrio(): OrderDocument {
    const order = twins()
    const fluid = { specimenType: 'Amniotic Fluid', dateOfCollection: '2026-11-18' } as const
    return {
      ...order,
      tests: order.tests.map((test) => ({ ...test, testCode: '1603', testName: 'Exome trio' })),
      patients: [
        { ...one(order.patients, 0), affected: 'Unaffected' },
        { ...FATHER, dateOfBirth: '1995-02-28' },
      ],
      pregnancy: {
        ...(order.pregnancy ?? blankPregnancy()),
        dueDate: '2027-04-20',
        fetusCount: 1,
        fetuses: [blankFetus('fetus-1', 'A')],
      },
      samples: [
        { ...one(order.samples, 0), ...fluid, approach: '' },
        one(order.samples, 2),
        sampleOf(FATHER.key, 's9'),
      ],
    }
  }

  test('[SUBJ-05] pointers name people of the order who are genetic relatives', () => {
    const parentage = (more: object) => trio({ '/parentage': { ...blankParentage(), ...more } })
    expect(parentage({ geneticMother: MOTHER.key, geneticFather: FATHER.key })).toEqual([])
    expect(parentage({ geneticMother: 'relative-9' })).toEqual(['error /parentage/geneticMother unknown'])
    expect(parentage({ geneticFather: PROBAND })).toEqual(['error /parentage/geneticFather conflicts'])
    expect(parentage({ geneticMother: MOTHER.key, geneticFather: MOTHER.key })).toEqual([
      'error /parentage/geneticMother conflicts',
      'error /parentage/geneticFather conflicts',
    ])
    expect(parentage({ parentsRelated: 'Yes' })).toEqual(['error /parentage/parentsRelation required'])
    expect(parentage({ parentsRelated: 'Yes', parentsRelation: 'First cousins' })).toEqual([])
  })

  test('[SUBJ-05] a mother recorded as male is a warning, and only a biological parent must be older', () => {
    expect(trio({ '/patients/1/sex': 'Male' })).toEqual(['warning /patients/1/sex parent-sex'])
    expect(trio({ '/patients/1/dateOfBirth': '2020-01-01' })).toEqual([
      'error /patients/1/dateOfBirth conflicts',
    ])
    expect(
      trio({ '/patients/1/dateOfBirth': '2020-01-01', '/patients/1/kinship': kind('Step') }),
    ).not.toContain('error /patients/1/dateOfBirth conflicts')
  })
})
