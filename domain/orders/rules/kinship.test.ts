import { describe, expect, test } from 'vitest'
import { type OrderDocument, type Patient, PROBAND } from '../document.ts'
import { whoIs } from '../family.ts'
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
    // Her blood is only for the check for her cells: nothing is compared with it, and nothing is missing.
    expect(points(withChanges(withDonor, { '/samples/1/role': 'Contamination check' }))).toEqual([])
  })

  test('[SUBJ-05] the sperm’s donor is the genetic father, and the mother’s partner is not', () => {
    const donated = withChanges(prenatalTrio(), { '/pregnancy/spermProvider': 'Donor' })
    expect(geneticParents(donated)).toEqual({ mother: 'proband', father: null })
    const open = openPoints(donated, PRENATAL_CONTEXT)
    expect(open.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      '/patients/1/kinship/kinshipKind not-genetic-parent',
      '/patients relatives',
    ])
    expect(open[0]?.message).toContain('the sperm is a donor’s')
    const donor = withChanges(donated, { '/patients/1/kinship': kind('Donor') })
    expect(geneticParents(donor).father).toBe(FATHER.key)
    expect(points(donor)).toEqual([])
  })

  test('[SUBJ-05] before birth the pregnant woman’s partner is a parent: by sperm, or by egg', () => {
    const couple = withChanges(prenatalTrio(), { '/patients/1/relationship': 'Partner' })
    expect(geneticParents(couple)).toEqual({ mother: 'proband', father: FATHER.key })
    expect(points(couple)).toEqual([])
    const eggOfPartner = withChanges(couple, {
      '/pregnancy/eggProvider': 'Partner',
      '/patients/1/sex': 'Female',
    })
    expect(geneticParents(eggOfPartner)).toEqual({ mother: FATHER.key, father: null })
    const spermOfDonor = withChanges(couple, { '/pregnancy/spermProvider': 'Donor' })
    expect(points(spermOfDonor)).toEqual([
      'warning /patients/1/kinship/kinshipKind not-genetic-parent',
      'warning /patients relatives',
    ])
  })

  test('[SUBJ-05] of two mothers one is compared: the donor, or whom the pointer names', () => {
    const two = (more: object) =>
      trio({
        '/patients/2': { ...MOTHER, key: FATHER.key, firstName: 'Tove', ...more },
        '/samples/2': sampleOf(FATHER.key, 's3'),
      })
    const [first, second] = [1, 2].map((n) => `warning /patients/${n}/kinship/kinshipKind not-genetic-parent`)
    expect(two({})).toEqual([second, 'warning /patients relatives'])
    expect(two({ kinship: kind('Donor') })).toEqual([first, 'warning /patients relatives'])
    const pointed = { '/parentage': { ...blankParentage(), geneticMother: FATHER.key } }
    expect(trio({ ...pointed, '/patients/2/relationship': 'Other relative' })).toContain(first)
  })

  test('[SUBJ-05] of two women who are called mother, the words say which one is meant', () => {
    const patients = ['', 'Donor', 'Adoptive', 'Step', 'Social', 'Carrier', 'Biological'].map(
      (kinshipKind, index) => ({ ...MOTHER, key: `relative-${index}`, kinship: kind(kinshipKind) }),
    ) as Patient[]
    const document = { ...completeOrder(), patients: [one(completeOrder().patients, 0), ...patients] }
    expect(patients.map(({ key }) => whoIs(document, key))).toEqual([
      ...['mother 1', 'the egg donor', 'the adoptive mother', 'the stepmother', 'the social mother'],
      ...['the gestational carrier', 'mother 2'],
    ])
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
