import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Carrier } from '../lookups.ts'
import { carriersOf, plainTrackingNumber, trackingNumberProblem } from './tracking-number.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../../../shared/samples/tracking')
const FILES = [
  ['Fedex', 'fedex.json'],
  ['USPS', 'usps.json'],
] as const

interface Numbers {
  tracking_numbers: { name: string; test_numbers: { valid: string[]; invalid: string[] } }[]
}

/** Every number of others' samples, with its carrier and whether it is one; nothing where there are none here. */
const SAMPLED = FILES.flatMap(([carrier, file]): [string, Carrier, string, boolean][] => {
  if (!existsSync(path.join(SAMPLES, file))) return []
  const read: Numbers = JSON.parse(readFileSync(path.join(SAMPLES, file), 'utf8'))
  return read.tracking_numbers.flatMap(({ name, test_numbers: { valid, invalid } }) => [
    ...valid.map((number): [string, Carrier, string, boolean] => [name, carrier, number, true]),
    ...invalid.map((number): [string, Carrier, string, boolean] => [name, carrier, number, false]),
  ])
})

// Skipped where ../shared/samples/tracking is not there, as on a machine that has only the clone.
describe.skipIf(SAMPLED.length === 0)('the numbers of others', () => {
  test('are all read', () => expect(SAMPLED.length).toBeGreaterThan(80))

  test.each(SAMPLED)('%s: %s %s is valid: %s', (_, carrier, number, valid) => {
    expect(carriersOf(number).includes(carrier)).toBe(valid)
    expect(trackingNumberProblem(carrier, number) === null).toBe(valid)
  })
})

/** Numbers of our own, made with the rules by hand; the last digit is the check digit. */
const OURS: [Carrier, string][] = [
  ['Fedex', '123456789012'],
  ['Fedex', '123456789012343'],
  ['Fedex', '9600000123456789012343'],
  ['Fedex', '1000000000000000000000123456789012'],
  ['USPS', '9400100000000000000006'],
  ['USPS', '420 60601 9400 1000 0000 0000 0000 06'],
  ['USPS', '420606011234 9400100000000000000006'],
  ['USPS', '92001903060085300042901077'],
]

describe('a tracking number', () => {
  test.each(OURS)('of %s, by whatever is known of its carrier: %s', (carrier, number) => {
    expect(carriersOf(number)).toEqual([carrier])
    expect(trackingNumberProblem('', number)).toBeNull()
    expect(trackingNumberProblem(carrier, number)).toBeNull()
  })

  test.each(OURS)('of %s is none with another last digit: %s', (_, number) => {
    const last = Number(number.at(-1))
    for (let step = 1; step <= 9; step += 1)
      expect(carriersOf(`${number.slice(0, -1)}${(last + step) % 10}`)).toEqual([])
  })

  test('is kept without the spaces of the label', () => {
    expect(plainTrackingNumber(' 1234 5678 9012\n')).toBe('123456789012')
  })

  test.each<[string, Carrier | '', string, string]>([
    ['another carrier’s', 'USPS', '123456789012', 'This is a tracking number of Fedex.'],
    [
      'a wrong digit',
      'Fedex',
      '123456789013',
      'One of the digits is wrong. Compare the number with the label.',
    ],
    [
      'a wrong digit, of nobody',
      '',
      '9400100000000000000007',
      'One of the digits is wrong. Compare the number with the label.',
    ],
    ['a letter', 'Fedex', '12345678901O', 'A tracking number has digits only.'],
    ['signs', '', '1234-5678-9012', 'A tracking number has digits only.'],
    [
      'a digit too few',
      'Fedex',
      '12345678901',
      'This has 11 digits. A tracking number of Fedex has 12, 15, 22 or 34 digits.',
    ],
    [
      'another length',
      '',
      '1',
      'This has 1 digit. A tracking number of Fedex has 12, 15, 22 or 34 digits, USPS has 20, 22, 26 or 30 digits.',
    ],
  ])('is refused in words: %s', (_, carrier, number, words) => {
    expect(trackingNumberProblem(carrier, number)).toBe(words)
  })
})
