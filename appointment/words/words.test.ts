import { describe, expect, test } from 'vitest'
import { MESSAGES, PREFERRED_LANGUAGES } from '#domain/counseling/appointment.ts'
import { FORM_LANGUAGES } from './languages.ts'
import { withNames } from './words.ts'

/** Every text by its place, `form.months.0`. */
function texts(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]]
  return Object.entries(value ?? {}).flatMap(([key, one]) => texts(one, at ? `${at}.${key}` : key))
}
const english = new Map(texts(FORM_LANGUAGES.en.words))
/** Some languages need no words there. */
const MAY_BE_EMPTY = ['noticeInEnglish', 'form.acknowledge.0', 'form.acknowledge.1']
/** The same in English and in the other language. */
const SAME: Record<string, string[]> = { es: ['form.no'], vi: ['form.email'] }
const braces = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

describe.each(Object.entries(FORM_LANGUAGES))('%s', (tag, { words, direction, date, countries }) => {
  const own = texts(words)

  test('says everything, with the same names and numbers in it as in English', () => {
    expect(own.map(([at]) => at).sort()).toEqual([...english.keys()].sort())
    expect(own.filter(([at, text]) => text.trim() === '' && !MAY_BE_EMPTY.includes(at))).toEqual([])
    const filled = own.filter(([at]) => at !== 'noticeInEnglish')
    expect(filled.map(([at, text]) => [at, braces(text)])).toEqual(
      filled.map(([at]) => [at, braces(english.get(at) ?? '')]),
    )
  })

  test('its direction, its months, its date and its names of countries', () => {
    expect(direction).toBe(tag === 'ar' ? 'rtl' : 'ltr')
    expect(new Set(words.form.months).size).toBe(12)
    expect([...date].sort()).toEqual(['day', 'month', 'year'])
    expect(Intl.DisplayNames.supportedLocalesOf([countries])).toHaveLength(1)
  })

  test('the consent names the words that end the messages, which are the same everywhere', () => {
    expect(words.form.textConsent).toMatch(/STOP.*HELP/)
  })
})

test.each(Object.entries(FORM_LANGUAGES).filter(([tag]) => tag !== 'en'))(
  'nothing in %s was left in English',
  (tag, { words }) => {
    const left = texts(words).filter(
      ([at, text]) => text !== '' && text === english.get(at) && /\p{L}/u.test(text),
    )
    expect(left.map(([at]) => at).filter((at) => !/^form\.acknowledge/.test(at))).toEqual(SAME[tag] ?? [])
    expect(braces(words.noticeInEnglish)).toEqual(['{phone}'])
  },
)

test('the texts of the specification, verbatim', () => {
  const { title, heading, form } = FORM_LANGUAGES.en.words
  expect({ title, heading }).toEqual({
    title: 'Appointment-form',
    heading: 'Request a Genetic Counseling Appointment',
  })
  expect(form).toMatchObject({
    submitting: 'Submitting...',
    success: 'Appointment request submitted successfully!',
    failure: 'Unable to submit appointment. Please try again later.',
    errors: { ...MESSAGES, date: 'Enter a valid date', future: 'Date cannot be in the future' },
  })
  expect(Object.keys(form.preferredLanguages)).toEqual([...PREFERRED_LANGUAGES])
})

test('names are put in wherever they stand; what the page itself fills in stays', () => {
  const words = { a: '{lab} and {partner}', b: ['{phone}', { c: '{most} of {lab}' }] }
  expect(withNames(words, { lab: 'Lark', partner: 'Harbor' })).toEqual({
    a: 'Lark and Harbor',
    b: ['{phone}', { c: '{most} of Lark' }],
  })
})
