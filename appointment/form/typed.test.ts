import { describe, expect, test } from 'vitest'
import { initialValues } from './controls.ts'
import { dayHere, errorsOf, missingItems, requestOf, type Typed } from './typed.ts'

const EMPTY = initialValues('English')
const FULL: Typed = {
  ...EMPTY,
  firstName: 'Ana',
  lastName: 'Olsen',
  dateYear: '1980',
  dateMonth: '3',
  dateDay: '1',
  email: 'ana@example.test',
  phone: '(614) 555-0101',
  preferredContact: 'no',
  acknowledged: 'on',
}
const TODAY = '2026-05-12'

describe('what is sent', () => {
  test('the date of its three parts, the number with its country, names without what they do not have', () => {
    const request = requestOf({ ...FULL, firstName: ' Ana3 María! ', guardianLastName: "O'Neil-Østby" })
    expect(request).toMatchObject({
      firstName: 'Ana María',
      dateOfBirth: '1980-03-01',
      phoneNumber: '+16145550101',
      guardianLastName: "O'Neil-Østby",
      preferredLanguage: 'English',
    })
    expect(Object.keys(request)).not.toContain('acknowledged')
  })

  test('a date in the digits of an Arabic keyboard', () => {
    expect(requestOf({ ...FULL, dateDay: '٠٩', dateYear: '١٩٨٠' }).dateOfBirth).toBe('1980-03-09')
  })
})

describe('what has to be set before the form can be submitted', () => {
  test('everything that is required, nothing else', () => {
    expect(missingItems(EMPTY)).toEqual([
      'firstName',
      'lastName',
      'dateOfBirth',
      'email',
      'phoneNumber',
      'preferredContact',
      'acknowledged',
    ])
    expect(missingItems(FULL)).toEqual([])
  })

  test.each([
    [{ firstName: ' 12 ' }, 'firstName'],
    [{ lastName: '' }, 'lastName'],
    [{ dateDay: '' }, 'dateOfBirth'],
    [{ email: ' ' }, 'email'],
    [{ phone: '' }, 'phoneNumber'],
    [{ preferredContact: '' }, 'preferredContact'],
    // On the page of those who read traditional characters, which begins with none.
    [{ preferredLanguage: '' }, 'preferredLanguage'],
    [{ acknowledged: '' }, 'acknowledged'],
  ])('without %o it is %s', (gone, item) => {
    expect(missingItems({ ...FULL, ...gone })).toEqual([item])
  })
})

describe('what is wrong', () => {
  test.each([
    [{}, {}],
    [{ email: 'ana' }, { email: 'email' }],
    [{ dateMonth: '2', dateDay: '30' }, { dateOfBirth: 'date' }],
    [{ dateYear: '80' }, { dateOfBirth: 'date' }],
    [{ dateYear: '2026', dateMonth: '5', dateDay: '13' }, { dateOfBirth: 'future' }],
    [{ dateYear: '2026', dateMonth: '5', dateDay: '12' }, {}],
    [{ phone: 'call me' }, { phoneNumber: 'phone' }],
    [{ lastName: 'Abcdefghijk' }, { lastName: 'too-long' }],
  ])('%o: %o', (typed, errors) => {
    expect(errorsOf({ ...FULL, ...typed }, TODAY)).toEqual(errors)
  })
})

test('the day is the one of the visitor’s clock', () => {
  expect(dayHere(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09')
})
