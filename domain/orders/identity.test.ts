import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isAnotherPerson, peopleKeys, personKey } from './identity.ts'
import { completeOrder, MOTHER } from './testing/complete-order.ts'

const linh = { firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth: '2019-03-14' }

test.each([
  ['as it is', {}, 'nguyen linh 2019-03-14'],
  ['in capitals and without accents', { lastName: 'NGUYEN' }, 'nguyen linh 2019-03-14'],
  ['with spaces around it', { firstName: ' Linh ' }, 'nguyen linh 2019-03-14'],
  ['with a hyphen and an apostrophe', { lastName: 'O’Neill-Dūma' }, 'oneillduma linh 2019-03-14'],
  ['in another script', { firstName: '林', lastName: 'Иванова' }, 'иванова 林 2019-03-14'],
  ['without a first name', { firstName: ' ' }, null],
  ['without a last name', { lastName: '--' }, null],
  ['without a birthday', { dateOfBirth: '' }, null],
  ['with a birthday that is none', { dateOfBirth: '2019-02-29' }, null],
])('%s', (_how, more, key) => {
  expect(personKey({ ...linh, ...more })).toBe(key)
})

describe('whether two records name different people:', () => {
  test.each([
    ['a corrected last name', { lastName: 'Tran' }, false],
    ['another birthday', { dateOfBirth: '2019-04-13' }, false],
    ['another first and last name', { firstName: 'Mai', lastName: 'Tran' }, true],
    ['another first name and birthday', { firstName: 'Mai', dateOfBirth: '2019-04-13' }, true],
    ['names that are not typed yet', { firstName: '', lastName: '', dateOfBirth: '2019-04-13' }, false],
    ['first and last name exchanged', { firstName: 'NGUYEN', lastName: 'Linh' }, false],
    [
      'first and last name exchanged, and another birthday',
      { firstName: 'NGUYEN', lastName: 'Linh', dateOfBirth: '1980-02-02' },
      true,
    ],
  ])('%s', (_how, more, isAnother) => {
    expect(isAnotherPerson(linh, { ...linh, ...more })).toBe(isAnother)
  })
})

test('one name given twice is no exchange: another birthday alone is a mistyped one', () => {
  const twice = { firstName: 'Ali', lastName: 'Ali', dateOfBirth: '2019-03-14' }
  expect(isAnotherPerson(twice, { ...twice, dateOfBirth: '2019-04-13' })).toBe(false)
})

it('finds each person of an order once', () => {
  const order = completeOrder()
  const [patient] = order.patients
  if (!patient) throw new Error('a patient')
  expect(peopleKeys({ patients: [patient, MOTHER, { ...patient, key: 'twice' }] })).toEqual([
    'nguyen linh 2019-03-14',
    'nguyen mai 1990-07-01',
  ])
})

it('is independent of the composition and case of letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (firstName, lastName) => {
      const key = personKey({ ...linh, firstName, lastName })
      const typed = { ...linh, firstName: ` ${firstName.normalize('NFD')}`, lastName: `${lastName}.` }
      expect(personKey(typed)).toBe(key)
    }),
  )
})
