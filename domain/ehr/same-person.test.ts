import { expect, test } from 'vitest'
import type { TheirPatient } from './ehr-order.ts'
import { isIdentified, isOtherPatient, isPatientHere, isSamePatient } from './same-person.ts'

const number = (value: string, system = 'LARK', type = 'MR') => ({ number: value, system, type })
const OKAFOR: TheirPatient = {
  ...{ lastName: 'OKAFOR', firstName: 'ADAEZE', dateOfBirth: '2019-03-14', sex: 'F' },
  ...{ numbers: [number('M1')], phone: '', email: '' },
  address: { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
}
const unnumbered = { ...OKAFOR, numbers: [] }

test.each([
  ['whose name is corrected', OKAFOR, { ...OKAFOR, lastName: 'OTHER', firstName: 'OTHER' }],
  ['whose date of birth is corrected', OKAFOR, { ...OKAFOR, dateOfBirth: '2019-03-15' }],
  ['whose record was merged', OKAFOR, { ...OKAFOR, numbers: [number('M2')] }],
  ['a newborn who gets a name', { ...OKAFOR, firstName: 'BABY GIRL' }, OKAFOR],
  [
    'written otherwise',
    { ...unnumbered, lastName: 'Núñez-Ibarra' },
    { ...unnumbered, lastName: 'NUNEZ IBARRA' },
  ],
  [
    'of whom one place tells the number only',
    OKAFOR,
    { ...OKAFOR, lastName: '', firstName: '', dateOfBirth: '' },
  ],
  ['whose number stands among others', OKAFOR, { ...OKAFOR, numbers: [number('E9', 'EPI'), number('M1')] }],
])('a patient is the same %s', (_, one, other) => {
  expect([isSamePatient(one, other), isSamePatient(other, one)]).toEqual([true, true])
})

test.each([
  [
    'a twin with a record number of their own',
    OKAFOR,
    { ...OKAFOR, firstName: 'CHIDI', numbers: [number('M2')] },
  ],
  ['a twin without a number', unnumbered, { ...unnumbered, firstName: 'CHIDI' }],
  ['a twin who has no name yet', OKAFOR, { ...OKAFOR, firstName: '', numbers: [number('M2')] }],
  ['somebody with the number alone', OKAFOR, { ...OKAFOR, lastName: 'BERG', dateOfBirth: '1950-01-01' }],
  [
    'somebody with the same number at another hospital',
    OKAFOR,
    {
      ...OKAFOR,
      ...{ lastName: 'BERG', numbers: [number('M1', 'ELSEWHERE')] },
    },
  ],
  [
    'somebody of whom nothing is known',
    OKAFOR,
    { ...unnumbered, lastName: '', firstName: '', dateOfBirth: '' },
  ],
])('a patient is not %s', (_, one, other) => {
  expect([isSamePatient(one, other), isSamePatient(other, one)]).toEqual([false, false])
})

const unnamed = { ...unnumbered, lastName: '', firstName: '', dateOfBirth: '' }

test.each([
  ['of whom nothing is told', unnamed, false],
  ['of whom the family name alone is told', { ...unnamed, lastName: 'OKAFOR' }, false],
  ['whose name is corrected', { ...OKAFOR, lastName: 'OTHER', firstName: 'OTHER' }, false],
  ['of another number and nothing else', { ...unnamed, numbers: [number('M2')] }, true],
  ['of another family name', { ...unnamed, lastName: 'BERG' }, true],
  ['who is a twin', { ...OKAFOR, firstName: 'CHIDI', numbers: [number('M2')] }, true],
])('a patient of the same order %s contradicts it, or not', (_, other, expected) => {
  expect([isOtherPatient(OKAFOR, other), isOtherPatient(other, OKAFOR)]).toEqual([expected, expected])
  expect(isIdentified(other)).toBe(other !== unnamed)
})

const here = { recordNumber: 'M1', firstName: 'Adaeze', lastName: 'Okafor', dateOfBirth: '2019-03-14' }

test.each([
  ['as the hospital sent it', here, true],
  ['with a corrected name', { ...here, lastName: 'Okafor-Lind' }, true],
  ['with a corrected date of birth', { ...here, dateOfBirth: '2019-03-15' }, true],
  ['without a record number', { ...here, recordNumber: '' }, true],
  ['changed to a twin', { ...here, firstName: 'Chidi', recordNumber: 'M2' }, false],
  [
    'changed to a sibling, the record number forgotten',
    { ...here, firstName: 'Chidi', dateOfBirth: '2021-01-02' },
    false,
  ],
  [
    'changed to somebody else',
    { recordNumber: '', firstName: 'Jon', lastName: 'Berg', dateOfBirth: '' },
    false,
  ],
])('an order here %s is still the hospital’s patient, or not', (_, patient, expected) => {
  expect(isPatientHere(OKAFOR, patient)).toBe(expected)
})

test('an order whose message named nobody may be completed, one that has lost its patient may not', () => {
  const blank = { ...unnumbered, lastName: '', firstName: '', dateOfBirth: '' }
  expect(isPatientHere(blank, here)).toBe(true)
  expect(isPatientHere({ ...blank, lastName: 'OKAFOR' }, here)).toBe(true)
  expect(isPatientHere(OKAFOR, undefined)).toBe(false)
})

test('thousands of numbers on both sides are compared at once', () => {
  // Compared each with each, they were more than a process can hold.
  const many = (first: string) => Array.from({ length: 50_000 }, (_, at) => number(`${first}${at}`))
  const other = { ...OKAFOR, firstName: 'OTHER', dateOfBirth: '', numbers: many('N') }
  expect(isSamePatient({ ...OKAFOR, numbers: many('M') }, other)).toBe(false)
  expect(
    isSamePatient({ ...OKAFOR, dateOfBirth: '', numbers: many('M') }, { ...other, numbers: many('M') }),
  ).toBe(false)
  expect(isSamePatient({ ...OKAFOR, numbers: many('M') }, { ...OKAFOR, numbers: [number('M49999')] })).toBe(
    true,
  )
})
