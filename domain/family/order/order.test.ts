import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankPatient } from '../../orders/document.ts'
import type { FamilyDocument, MemberCondition } from '../document.ts'
import { anyRecord } from '../testing/any-record.ts'
import { family } from '../testing/families.ts'
import { familyHistoryOf, MOST_DIAGNOSES } from './family-history.ts'
import { mostTelling } from './most-telling.ts'
import { offeredBack, orderPersonOf } from './order-person.ts'

/** Three generations round `me`: a maternal aunt and cousin, a half sister, a partner, a child, an adoptive mother. */
const FAMILY: FamilyDocument = (() => {
  const document = family(
    ['gm', 'woman', undefined, { life: 'dead', diedOn: '2010-04' }],
    ['gf', 'man'],
    ['mum', 'woman', ['gf', 'gm']],
    ['aunt', 'woman', ['gf', 'gm']],
    ['uncle', 'man'],
    ['cousin', 'man', ['uncle', 'aunt']],
    ['dad', 'man'],
    ['step', 'woman'],
    ['half', 'woman', ['dad', 'step']],
    ['me', 'woman', ['dad', 'mum'], { isProband: true }],
    ['bro', 'man', ['dad', 'mum']],
    ['twin', 'woman', ['dad', 'mum'], { twins: { group: 't', kind: 'fraternal' } }],
    ['mate', 'man'],
    ['kid', '', ['mate', 'me']],
    ['social', 'woman'],
  )
  const adopted = { key: 'adopted', partners: ['social'] }
  const [first] = document.unions
  return {
    ...document,
    unions: first ? [...document.unions, { ...first, ...adopted }] : document.unions,
    people: document.people.map((member) =>
      member.key === 'me'
        ? {
            ...member,
            parents: [...member.parents, { union: 'adopted', how: 'adopted' as const }],
            twins: { group: 't', kind: 'fraternal' as const },
          }
        : member,
    ),
  }
})()

const person = (key: string, document = FAMILY, indications: readonly string[] = []) => {
  const member = document.people.find((one) => one.key === key)
  if (!member) throw new Error(`nobody is called ${key}`)
  return orderPersonOf(document, member, 'me', indications)
}

const has = (document: FamilyDocument, key: string, conditions: readonly Partial<MemberCondition>[]) => ({
  ...document,
  legend: [
    { key: 'bc', name: 'Breast cancer', code: 'C50', fill: 'solid' as const, part: 'whole' as const },
    { key: 'ep', name: 'Epilepsy', code: 'G40', fill: 'solid' as const, part: 0 as const },
  ],
  people: document.people.map((member) =>
    member.key === key
      ? {
          ...member,
          conditions: conditions.map((one) => ({
            ...{ entry: 'bc', status: 'affected' as const, onset: '', certainty: 'told' as const, notes: '' },
            ...one,
          })),
        }
      : member,
  ),
})

describe('a relative as a person of an order', () => {
  test.each([
    ['me', 'Proband', undefined],
    ['mum', 'Mother', undefined],
    ['dad', 'Father', undefined],
    ['bro', 'Sibling', undefined],
    ['twin', 'Sibling', { twin: 'Fraternal' }],
    ['half', 'Sibling', { familySide: 'Paternal' }],
    ['kid', 'Child', undefined],
    ['mate', 'Partner', undefined],
    ['aunt', 'Other relative', { familySide: 'Maternal' }],
    ['cousin', 'Other relative', { familySide: 'Maternal' }],
    ['gm', 'Other relative', { familySide: 'Maternal' }],
    ['social', 'Mother', { kinshipKind: 'Adoptive' }],
    ['step', 'Other relative', { kinshipKind: 'Social' }],
  ] as const)('%s is a %s', (key, relationship, kinship) => {
    const found = person(key)
    expect(found.relationship).toBe(relationship)
    expect(found.kinship).toEqual(
      kinship === undefined ? undefined : { kinshipKind: '', familySide: '', twin: '', ...kinship },
    )
  })

  test('brings names, a whole birthday, sex at birth, the illness of the proband and the death', () => {
    const document = has(has(FAMILY, 'me', [{}]), 'mum', [{ status: 'affected' }])
    const named = (born: string) => ({
      ...document,
      people: document.people.map((member) =>
        member.key === 'mum'
          ? { ...member, lastName: 'Brook', born, gender: 'man' as const, sexAtBirth: 'Female' as const }
          : member,
      ),
    })
    expect(person('mum', named('1960-05-17'))).toEqual({
      ...{ relationship: 'Mother', firstName: 'mum', lastName: 'Brook' },
      ...{ dateOfBirth: '1960-05-17', sex: 'Female', affected: 'Affected' },
    })
    expect(person('mum', named('1960-05')).dateOfBirth).toBe('')
    expect(person('gm').deceased).toMatchObject({ deathPrecision: 'Month', dateOfDeath: '2010-04' })
    expect(person('bro', document).affected).toBe('')
  })

  describe('is affected', () => {
    const NOT = { status: 'unaffected' } as const
    const [BREAST, EPILEPSY, SEIZURES] = [{}, { entry: 'ep' }, { entry: 'ep2' }]
    const LEGEND = { key: 'ep2', name: 'Absence seizures', code: 'G40.A', fill: 'solid', part: 1 } as const
    type Conditions = readonly Partial<MemberCondition>[]
    test.each<[string, me: Conditions, mum: Conditions, indications: string[], affected: string]>([
      ['by the illness that is tested', [BREAST, EPILEPSY], [EPILEPSY], ['G40.309'], 'Affected'],
      ['not by another that both have', [BREAST, EPILEPSY], [BREAST], ['G40.309'], ''],
      ['not, having another', [BREAST, EPILEPSY], [BREAST, { ...EPILEPSY, ...NOT }], ['G40'], 'Unaffected'],
      ['perhaps, having nothing of another', [BREAST, EPILEPSY], [NOT], ['G40.309'], ''],
      ['perhaps', [EPILEPSY], [{ ...EPILEPSY, status: 'possible' }], ['G40.309'], 'Unknown'],
      ['by either of two that are tested', [EPILEPSY, SEIZURES], [SEIZURES], ['G40.309'], 'Affected'],
      ['perhaps, with one of two denied', [EPILEPSY, SEIZURES], [{ ...EPILEPSY, ...NOT }], ['G40.309'], ''],
      ['by the only one, before an indication is known', [EPILEPSY], [EPILEPSY], [], 'Affected'],
      ['not by the only one, if another is tested', [BREAST], [BREAST], ['G40.309'], ''],
      ['by nobody knows which of two', [BREAST, EPILEPSY], [EPILEPSY], [], ''],
    ])('%s', (_, me, mum, indications, affected) => {
      const document = has(has(FAMILY, 'me', me), 'mum', mum)
      const known = { ...document, legend: [...document.legend, LEGEND] }
      expect(person('mum', known, indications).affected).toBe(affected)
    })
  })
})

describe('the family history of an order', () => {
  test('lists each condition by side and relation, most related first', () => {
    let document = has(FAMILY, 'cousin', [{ onset: '31' }])
    document = has(document, 'aunt', [
      { status: 'possible', onset: 'about 50' },
      { entry: 'ep', status: 'unaffected' },
    ])
    document = has(document, 'dad', [{ entry: 'ep', onset: '4' }])
    document = has(document, 'half', [{}])
    document = has(document, 'mate', [{}])
    document = has(document, 'me', [{}])
    expect(familyHistoryOf(document, 'me').map((one) => Object.values(one).join(' | '))).toEqual([
      'Paternal | father | Epilepsy | 4',
      'Maternal | aunt | Possibly Breast cancer | about 50',
      'Paternal | half sister | Breast cancer | ',
      'Maternal | first cousin | Breast cancer | 31',
      'FamilyMember | partner | Breast cancer | ',
    ])
  })

  test('has at most 40 lines, none about the proband, nearest relatives first', () => {
    fc.assert(
      fc.property(anyRecord, (document) => {
        const proband = document.people[0]?.key ?? ''
        const lines = familyHistoryOf(document, proband)
        expect(lines.length).toBeLessThanOrEqual(MOST_DIAGNOSES)
        expect(lines.every(({ relative }) => relative !== 'the same person')).toBe(true)
        expect(
          lines.every(({ relative, diagnosis }) => relative.length <= 80 && diagnosis.length <= 300),
        ).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('who tells most', () => {
  test('parents, full then half siblings, children, grandparents; nobody who died or was not born', () => {
    expect(mostTelling(FAMILY, 'me')).toEqual(['mum', 'dad', 'bro', 'twin', 'half', 'kid', 'gf'])
  })
})

describe('what an order has otherwise', () => {
  const member = FAMILY.people.find(({ key }) => key === 'mum')
  test('is offered field by field, and nothing that the order does not know', () => {
    if (!member) throw new Error('no mother')
    const patient = { ...blankPatient('Mother', 'relative-1'), firstName: ' Ana ', lastName: 'Brook' }
    expect(offeredBack(member, patient)).toEqual([
      { field: 'firstName', before: 'mum', after: 'Ana' },
      { field: 'lastName', before: '', after: 'Brook' },
    ])
    expect(offeredBack(member, { ...patient, dateOfBirth: '1960-05-17', sex: 'Male' })).toContainEqual({
      ...{ field: 'sexAtBirth', before: '', after: 'Male' },
    })
    expect(offeredBack(member, { ...patient, firstName: 'mum', lastName: '', sex: 'Female' })).toEqual([])
  })
})
