import { describe, expect, test } from 'vitest'
import { blankPatient } from '../../orders/document.ts'
import { withMember } from '../additions.ts'
import type { FamilyDocument } from '../document.ts'
import { family, numberedKeys } from '../testing/families.ts'
import { offeredToOrder, typedDiagnoses, withHistoryOf, withTypedCondition } from './to-order.ts'

const diagnosis = (relative: string, what: string, ageAtDiagnosis = '') => ({
  ...{ relationshipType: 'Maternal' as const, relative, diagnosis: what, ageAtDiagnosis },
})
const history = (...diagnoses: ReturnType<typeof diagnosis>[]) => ({
  familyHistoryOfDiseaseBeingTested: '' as const,
  diagnoses,
})
const THREE = family(
  ['gm', 'woman', undefined, { life: 'dead', diedOn: '2010-04' }],
  ['gf', 'man'],
  ['mum', 'woman', ['gf', 'gm'], { lastName: 'Brook', born: '1960-05-17' }],
  ['aunt', 'woman', ['gf', 'gm']],
  ['dad', 'man'],
  ['me', 'woman', ['dad', 'mum'], { isProband: true }],
)
const ill = (document: FamilyDocument, key: string, name: string, age = '') =>
  withTypedCondition(
    document,
    key,
    { diagnosis: name, ageAtDiagnosis: age },
    numberedKeys(`${key}${name[0]}`),
  )

describe('what the family has otherwise than a draft', () => {
  const member = (key: string) => {
    const found = THREE.people.find((one) => one.key === key)
    if (!found) throw new Error(key)
    return found
  }
  test('is offered field by field with what it was', () => {
    const patient = { ...blankPatient('Mother', 'relative-1'), firstName: 'Mum', sex: 'Female' as const }
    expect(offeredToOrder(THREE, member('mum'), 'me', { patient, indications: [] })).toEqual([
      { field: 'firstName', before: 'Mum', after: 'mum', value: { firstName: 'mum' } },
      { field: 'lastName', before: '', after: 'Brook', value: { lastName: 'Brook' } },
      { field: 'dateOfBirth', before: '', after: '1960-05-17', value: { dateOfBirth: '1960-05-17' } },
    ])
  })

  test('has a death, and never takes away what the family does not know', () => {
    const patient = {
      ...blankPatient('Other relative', 'relative-1'),
      ...{ firstName: 'gm', lastName: 'Hale', sex: 'Female' as const, dateOfBirth: '1930-01-01' },
    }
    expect(offeredToOrder(THREE, member('gm'), 'me', { patient, indications: [] })).toMatchObject([
      { field: 'deceased', after: '2010-04', value: { deceased: { deathPrecision: 'Month' } } },
    ])
  })
})

describe('the family history of a draft', () => {
  const document = ill(ill(THREE, 'aunt', 'Breast cancer', '44'), 'mum', 'Epilepsy')
  const coded = { ...document, legend: document.legend.map((one) => ({ ...one, code: 'C50' })) }

  test('gets what it has not, and keeps what was typed', () => {
    const typed = history(diagnosis('AUNT ', 'breast cancer', '45'))
    const next = withHistoryOf(typed, document, 'me', ['C50.911'])
    expect(next.diagnoses.map(({ relative, ageAtDiagnosis }) => `${relative} ${ageAtDiagnosis}`)).toEqual([
      'AUNT  45',
      'mother ',
    ])
    expect(next.familyHistoryOfDiseaseBeingTested).toBe('')
    expect(withHistoryOf(next, document, 'me', [])).toEqual(next)
  })

  test('says that it runs in the family if a relative has an illness of the indication; an answer stays', () => {
    expect(withHistoryOf(history(), coded, 'me', ['C50.911']).familyHistoryOfDiseaseBeingTested).toBe('Yes')
    expect(withHistoryOf(history(), coded, 'me', ['G40.9']).familyHistoryOfDiseaseBeingTested).toBe('')
    const answered = { ...history(), familyHistoryOfDiseaseBeingTested: 'No' as const }
    expect(withHistoryOf(answered, coded, 'me', ['C50.911']).familyHistoryOfDiseaseBeingTested).toBe('No')
  })
})

describe('a diagnosis that was typed in an order', () => {
  test('is offered until somebody of the family has it', () => {
    const typed = history(
      diagnosis('aunt Rose', 'Epilepsy'),
      diagnosis('cousin', 'Epilepsy'),
      diagnosis('aunt', ' '),
    )
    expect(typedDiagnoses(typed, THREE, 'me')).toHaveLength(2)
    const first = ill(THREE, 'aunt', 'epilepsy', '4')
    expect(first.legend).toMatchObject([{ name: 'epilepsy', fill: 'solid', part: 0 }])
    expect(typedDiagnoses(typed, first, 'me').map(({ relative }) => relative)).toEqual(['cousin'])
    expect(typedDiagnoses(typed, ill(first, 'mum', 'Epilepsy'), 'me')).toEqual([])
  })

  test('does not overwrite what somebody has already', () => {
    const first = ill(THREE, 'aunt', 'Epilepsy', '4')
    expect(ill(first, 'aunt', 'Epilepsy', '9')).toBe(first)
    const unaffected = withMember(first, 'aunt', {
      conditions: [
        { entry: first.legend[0]?.key ?? '', status: 'unaffected', onset: '', certainty: 'told', notes: '' },
      ],
    })
    const again = ill(unaffected, 'aunt', 'Epilepsy', '9')
    expect(again.people.find(({ key }) => key === 'aunt')?.conditions).toMatchObject([
      { status: 'affected', onset: '9' },
    ])
  })
})
