import { describe, expect, it, test } from 'vitest'
import type { OrderDocument } from './document.ts'
import {
  addRelative,
  addSample,
  freeKey,
  personName,
  relativesNeeded,
  removePerson,
  samplesOf,
  whoIs,
} from './family.ts'
import { blankParentage } from './kinship.ts'
import { openPoints } from './readiness.ts'
import {
  CONTEXT,
  completeOrder,
  earlier,
  FATHER,
  MOTHER,
  TESTED_MOTHER,
  withChanges,
} from './testing/complete-order.ts'

const withMother = (): OrderDocument => withChanges(completeOrder(), TESTED_MOTHER)

describe('adding a relative', () => {
  it('adds a blank person at the end, and changes nothing else', () => {
    const before = completeOrder()
    const after = addRelative(before, 'Father', 'relative-1')
    expect(after.patients.slice(0, 1)).toEqual(before.patients)
    expect(after.patients[1]).toMatchObject({ relationship: 'Father', key: 'relative-1', firstName: '' })
    expect({ ...after, patients: before.patients }).toEqual(before)
    expect(before).toEqual(completeOrder())
  })

  it('uses the first free key', () => {
    expect(freeKey('relative-', ['proband'])).toBe('relative-1')
    expect(freeKey('relative-', ['proband', 'relative-1', 'relative-3'])).toBe('relative-2')
    expect(addSample(completeOrder(), 'relative-1').samples.map((one) => [one.key, one.patient])).toEqual([
      ['s1', 'proband'],
      ['s2', 'relative-1'],
    ])
  })
})

describe('removing a person', () => {
  it('removes their specimens and consents, and keeps the others’', () => {
    expect(removePerson(withMother(), MOTHER.key)).toEqual(completeOrder())
    const both = { ...withMother(), patients: [...withMother().patients, FATHER] }
    expect(removePerson(both, FATHER.key)).toEqual(withMother())
  })

  it('[SUBJ-05] removes them as a genetic parent, and the part with its last answer', () => {
    const parentage = { ...blankParentage(), geneticMother: MOTHER.key }
    expect(removePerson({ ...withMother(), parentage }, MOTHER.key)).toEqual(completeOrder())
    const related = { ...parentage, parentsRelated: 'No' } as const
    expect(removePerson({ ...withMother(), parentage: related }, MOTHER.key).parentage).toEqual({
      ...{ ...blankParentage(), parentsRelated: 'No' },
    })
  })

  it('removes reasons about them or their specimen, and keeps the others', () => {
    const context = {
      ...CONTEXT,
      institutionState: 'NY',
      history: [earlier({ patient: MOTHER.key }), earlier({ id: 9 })],
    }
    const old = { '/samples/1/dateOfCollection': '2020-01-01' }
    const document = withChanges(withMother(), old)
    const warnings = openPoints(document, context).filter((point) => point.severity === 'warning')
    expect(warnings.map((point) => point.rule)).toEqual([
      ...['ordered-before', 'done-in-family', 'specimen-old', 'new-york', 'new-york'],
    ])
    const overridden = { ...document, overrides: warnings.map(({ key }) => ({ key, reason: 'Wanted' })) }
    const left = removePerson(overridden, MOTHER.key)
    expect(left.overrides.map((one) => one.key)).toEqual([
      'ordered-before:1600 proband 9',
      'new-york:proband',
    ])
  })

  it('leaves the proband, and ignores unknown keys', () => {
    expect(removePerson(withMother(), 'proband')).toEqual(withMother())
    expect(removePerson(withMother(), 'nobody')).toEqual(withMother())
  })
})

test.each([
  [[], 0],
  [[{ relatives: 0 }], 0],
  [[{ relatives: 1 }, { relatives: 2 }], 2],
])('tests %j need %i relatives', (tests, expected) => {
  expect(relativesNeeded(tests)).toBe(expected)
})

describe('names a person', () => {
  const siblings = ['a', 'b'].map((key) => ({
    ...MOTHER,
    key,
    relationship: 'Sibling' as const,
    firstName: '',
    lastName: '',
  }))
  const document = { ...withMother(), patients: [...withMother().patients, ...siblings] }

  test.each([
    ['proband', 'Linh Nguyễn', 'the patient'],
    [MOTHER.key, 'Mai Nguyễn', 'the mother'],
    ['a', 'sibling 1', 'sibling 1'],
    ['b', 'sibling 2', 'sibling 2'],
  ])('%s: %s, %s', (key, name, words) => {
    expect(personName(document, key)).toBe(name)
    expect(whoIs(document, key)).toBe(words)
  })

  it("finds a person's specimens", () => {
    expect(samplesOf(document, MOTHER.key).map((sample) => sample.key)).toEqual(['s2'])
    expect(samplesOf(document, 'a')).toEqual([])
  })
})
