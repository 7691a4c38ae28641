import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AppointmentField,
  type AppointmentTyped,
  appointmentErrors,
  cleaned,
  emailFits,
  LONGEST,
  MESSAGES,
  messageOf,
  nameCharacters,
  PREFERRED_LANGUAGES,
  withPlus,
} from './appointment.ts'

const TODAY = '2026-11-21'
const GOOD: AppointmentTyped = {
  ...{ firstName: 'Maribel', lastName: 'Quillbrook', dateOfBirth: '1988-02-29', labNumber: '' },
  ...{ guardianFirstName: '', guardianLastName: '', email: 'maribel@family.test' },
  ...{ phoneNumber: '+13125550167', preferredLanguage: 'English', preferredContact: 'no' },
  ...{ insurancePolicyName: '', insuranceId: '', insuranceGroup: '' },
}
const errors = (typed: Partial<AppointmentTyped>) => appointmentErrors(cleaned({ ...GOOD, ...typed }), TODAY)
const rulesOf = (typed: Partial<AppointmentTyped>) => errors(typed).map(({ field, rule }) => [field, rule])

test('accepts a complete request', () => {
  expect(errors({})).toEqual([])
})

test("[GC-05] returns the specification's message for each field, all together and in the form’s order", () => {
  const required = [
    'firstName',
    'lastName',
    'dateOfBirth',
    'email',
    'phoneNumber',
    'preferredContact',
  ] as const
  const empty = Object.fromEntries(required.map((field) => [field, '  ']))
  expect(errors(empty).map(messageOf)).toEqual([
    'First name is required',
    'Last name is required',
    'Date of birth is required',
    'Email is required',
    'Phone number is required',
    'Preferred contact is required',
  ])
  expect(errors({ email: 'nobody' }).map(messageOf)).toEqual(['Enter a valid email address'])
  expect(Object.keys(MESSAGES)).toEqual(expect.arrayContaining([...required]))
})

test.each([
  ['a@b.c', true],
  ['maribel+x@family.example.test', true],
  ['李明@例え.テスト', true],
  ["o'nguyễn@family.test", true],
  ['a@@b.c', true],
  ['a@b', false],
  ['@b.c', false],
  ['a@.c', false],
  ['a@b.', false],
  ['a b@c.d', false],
  ['a@b c.d', false],
  ['a@b.c d', false],
  ['', false],
])('[GC-06] %s: %s', (email, fits) => {
  expect(emailFits(email)).toBe(fits)
})

describe('[GC-07] names', () => {
  test.each([
    ['Anna Maria', 'Anna Maria'],
    ["O'Brien-Núñez", "O'Brien-Núñez"],
    ['D’Angelo', 'D’Angelo'],
    ['Nguyễn Thị', 'Nguyễn Thị'],
    ['李 明', '李 明'],
    ['محمد عَلِيّ', 'محمد عَلِيّ'],
    ['Ирина Ёлкина', 'Ирина Ёлкина'],
    ['김 서연', '김 서연'],
    ['नेहा शर्मा', 'नेहा शर्मा'],
    ['𐐷𐐲', '𐐷𐐲'],
    ['李\u3000明', '李 明'],
    ['Anna\u00a0Maria\u202fLi', 'Anna Maria Li'],
    ['Anne\u2010Marie\u2011Lou', 'Anne-Marie-Lou'],
    ['Kaʻahumanu', 'Kaʻahumanu'],
    ['Ann4 M.', 'Ann M'],
    ['<b>Eve</b>', 'bEveb'],
    ['Zoë😀_', 'Zoë'],
    ['Robert"); drop', 'Robert drop'],
    ['a\tb\nc\u0000d\u200be', 'abcde'],
    ['٣Ⅷ½', ''],
  ])('%j becomes %s', (typed, cleanName) => {
    expect(nameCharacters(typed)).toBe(cleanName)
  })

  test('keep of any text only letters with their marks, spaces, apostrophes and hyphens, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const cleanName = nameCharacters(text)
        expect(cleanName).toMatch(/^[\p{L}\p{M} '’-]*$/u)
        expect(nameCharacters(cleanName)).toBe(cleanName)
      }),
    )
  })

  test('are cleaned for the patient and the guardian only', () => {
    const typed = { firstName: ' A1 ', lastName: 'B2', guardianFirstName: 'C3', guardianLastName: 'D4' }
    expect(cleaned({ ...GOOD, ...typed, labNumber: 'E5', insuranceId: '#6' })).toMatchObject({
      ...{ firstName: 'A', lastName: 'B', guardianFirstName: 'C', guardianLastName: 'D' },
      ...{ labNumber: 'E5', insuranceId: '#6' },
    })
    expect(rulesOf({ firstName: '123' })).toEqual([['firstName', 'required']])
  })
})

test('[GC-08] a date of birth must be a real day, no later than today', () => {
  expect(errors({ dateOfBirth: TODAY })).toEqual([])
  expect(errors({ dateOfBirth: '2024-02-29' })).toEqual([])
  expect(errors({ dateOfBirth: '2026-11-22' }).map(messageOf)).toEqual(['Date cannot be in the future'])
  for (const dateOfBirth of [
    '2023-02-29',
    '1988-13-01',
    '1988-1-1',
    '02/29/1988',
    'yesterday',
    '+1988-01-01',
  ])
    expect(errors({ dateOfBirth }).map(messageOf)).toEqual(['Enter a valid date'])
})

describe('[GC-09] the maximum length', () => {
  test.each([
    ['firstName', 225],
    ['lastName', 10],
    ['labNumber', 10],
    ['guardianFirstName', 40],
    ['guardianLastName', 39],
    ['insurancePolicyName', 255],
    ['insuranceId', 50],
    ['insuranceGroup', 50],
  ] as const satisfies [AppointmentField, number][])('%s has %i characters', (field, most) => {
    expect(errors({ [field]: 'a'.repeat(most) })).toEqual([])
    expect(errors({ [field]: 'a'.repeat(most + 1) }).map(messageOf)).toEqual([
      `Enter at most ${most} characters`,
    ])
    // As people count: an astral character or a composed one counts once.
    expect(errors({ [field]: '𐐷'.repeat(most) })).toEqual([])
    expect(errors({ [field]: '𐐷'.repeat(most + 1) })).toHaveLength(1)
  })

  test('counts a name in letters, however its accents are encoded', () => {
    expect(errors({ lastName: 'é'.normalize('NFD').repeat(10) })).toEqual([])
  })

  test('does not count dropped characters', () => {
    expect(errors({ lastName: '1'.repeat(50) + 'a'.repeat(10) })).toEqual([])
  })

  test('applies to email address and phone number, too', () => {
    expect(rulesOf({ email: `${'a'.repeat(250)}@b.c` })).toEqual([])
    expect(rulesOf({ email: `${'a'.repeat(251)}@b.c` })).toEqual([['email', 'too-long']])
    expect(rulesOf({ phoneNumber: `+${'2'.repeat(40)}` })).toEqual([['phoneNumber', 'too-long']])
  })
})

test('[GC-11] a phone number without a leading plus gets one', () => {
  expect(['13125550167', '+13125550167', ' 312 555-0167 ', ''].map(withPlus)).toEqual([
    ...['+13125550167', '+13125550167', '+312 555-0167', ''],
  ])
  expect(cleaned({ ...GOOD, phoneNumber: '(312) 555-0167' }).phoneNumber).toBe('+(312) 555-0167')
  expect(errors({ phoneNumber: '(312) 555-0167' })).toEqual([])
  for (const phoneNumber of ['+----', '+(.) -', '+12', '+1-2-3'])
    expect(rulesOf({ phoneNumber })).toEqual([['phoneNumber', 'phone']])
  expect(errors({ phoneNumber: '+683 4002' })).toEqual([])
  expect(errors({ phoneNumber: 'call me' }).map(messageOf)).toEqual([
    'Enter a valid phone number with area or country code',
  ])
})

describe('[UX-20] a phone number must be complete', () => {
  test.each([
    ['+1614555', 'phone'],
    ['+1 614 555 010', 'phone'],
    ['+1 614 555 01011', 'phone'],
    ['+1 114 555 0101', 'phone'],
    ['+1 614 155 0101', 'phone'],
    ['+1 (614) 555-0101', null],
    ['+44 20 7946', 'phone'],
    ['+44 20 7946 0018', null],
    ['+34 612 34 56', 'phone'],
    ['+34 612 34 56 78', null],
    ['+509 34 10 1234', null],
    ['+20 10 1234 5678', null],
    ['+999 1234 5678', 'phone'],
  ])('%s: %s', (phoneNumber, rule) => {
    expect(rulesOf({ phoneNumber })).toEqual(rule ? [['phoneNumber', rule]] : [])
  })
})

test("[GC-13] offers only the specification's languages, English by default", () => {
  expect(PREFERRED_LANGUAGES).toEqual([
    ...['English', 'Spanish', 'Mandarin', 'Cantonese', 'Arabic', 'American Sign Language', 'Vietnamese'],
    ...['Russian', 'Haitian Creole', 'Korean'],
  ])
  for (const preferredLanguage of PREFERRED_LANGUAGES) expect(errors({ preferredLanguage })).toEqual([])
  expect(cleaned({ ...GOOD, preferredLanguage: '' }).preferredLanguage).toBe('English')
  expect(rulesOf({ preferredLanguage: 'Klingon' })).toEqual([['preferredLanguage', 'choice']])
})

test('requires yes or no for the text-message opt-out', () => {
  expect(cleaned({ ...GOOD, preferredContact: 'Yes' }).preferredContact).toBe('yes')
  expect(errors({ preferredContact: 'yes' })).toEqual([])
  expect(rulesOf({ preferredContact: 'maybe' })).toEqual([['preferredContact', 'choice']])
})

test('repeats no input in any message', () => {
  const text = fc.string({ minLength: 5, unit: 'grapheme' }).map((inner) => `¤${inner}¤`)
  fc.assert(
    fc.property(text, (typed) => {
      const all = Object.fromEntries(Object.keys(LONGEST).map((field) => [field, typed.repeat(60)]))
      const messages = appointmentErrors(cleaned({ ...GOOD, ...all }), TODAY).map(messageOf)
      expect(messages.length).toBeGreaterThan(5)
      expect(messages.join(' ')).not.toContain(typed)
    }),
  )
})
