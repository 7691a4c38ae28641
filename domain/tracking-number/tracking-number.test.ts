import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Carrier } from '../lookups.ts'
import { otherCarriersOf } from './other-formats.ts'
import {
  carriersOf,
  plainTrackingNumber,
  trackingNumberProblem,
  trackingNumberWarning,
} from './tracking-number.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../../../shared/samples/tracking')
const FILES = [
  ['Fedex', 'fedex.json'],
  ['USPS', 'usps.json'],
] as const

interface Numbers {
  tracking_numbers: { name: string; test_numbers: { valid: string[]; invalid: string[] } }[]
}

/** Every sample number, with its carrier and whether it is valid; empty if there are no samples here. */
const SAMPLED = FILES.flatMap(([carrier, file]): [string, Carrier, string, boolean][] => {
  if (!existsSync(path.join(SAMPLES, file))) return []
  const read: Numbers = JSON.parse(readFileSync(path.join(SAMPLES, file), 'utf8'))
  return read.tracking_numbers.flatMap(({ name, test_numbers: { valid, invalid } }) => [
    ...valid.map((number): [string, Carrier, string, boolean] => [name, carrier, number, true]),
    ...invalid.map((number): [string, Carrier, string, boolean] => [name, carrier, number, false]),
  ])
})

// Skipped if ../shared/samples/tracking is missing, as in a plain clone.
describe.skipIf(SAMPLED.length === 0)('the sample numbers', () => {
  test('are all read', () => expect(SAMPLED.length).toBeGreaterThan(80))

  test.each(SAMPLED)('%s: %s %s is valid: %s', (_, carrier, number, valid) => {
    expect(carriersOf(number).includes(carrier)).toBe(valid)
    expect(trackingNumberWarning(carrier, number) === null).toBe(valid)
  })
})

/** Our own numbers, computed by hand; the last digit is the check digit. */
const BY_CARRIER: [Carrier, string][] = [
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
  test.each(BY_CARRIER)('of %s is recognized by all rules of its carrier: %s', (carrier, number) => {
    expect(carriersOf(number)).toEqual([carrier])
    expect(trackingNumberWarning('', number)).toBeNull()
    expect(trackingNumberWarning(carrier, number)).toBeNull()
  })

  test.each(BY_CARRIER)('of %s is invalid with another last digit: %s', (_, number) => {
    const last = Number(number.at(-1))
    for (let step = 1; step <= 9; step += 1)
      expect(carriersOf(`${number.slice(0, -1)}${(last + step) % 10}`)).toEqual([])
  })

  test('is stored without the spaces of the label', () => {
    expect(plainTrackingNumber(' 1234 5678 9012\n')).toBe('123456789012')
  })

  test.each<[string, Carrier | '', string, string]>([
    ['another carrier’s', 'USPS', '123456789012', 'This looks like a tracking number from Fedex.'],
    [
      'a wrong digit',
      'Fedex',
      '123456789013',
      'One of the digits seems wrong. Compare the number with the label.',
    ],
    [
      'a wrong digit, of nobody',
      '',
      '9400100000000000000007',
      'One of the digits seems wrong. Compare the number with the label.',
    ],
    [
      'a letter',
      'Fedex',
      '12345678901O',
      'This has 12 characters. A tracking number from Fedex has 12, 15, 22 or 34 digits. Compare it with the label.',
    ],
    [
      'another length',
      '',
      '1',
      'This has 1 character. A tracking number from Fedex has 12, 15, 22 or 34 digits, USPS has 20, 22, 26 or 30 digits, or 13 characters ending in US. Compare it with the label.',
    ],
    [
      'another carrier’s altogether',
      'USPS',
      '1Z5R89390357567127',
      'This looks like a tracking number from UPS.',
    ],
    [
      'the post abroad',
      'USPS',
      'RB123456785GB',
      'This looks like a tracking number from a foreign postal service.',
    ],
    ['the form of two', '', 'JFV247545960', 'This looks like a tracking number from DHL or Purolator.'],
  ])('gets a warning with the reason, and is never refused: %s', (_, carrier, number, words) => {
    expect(trackingNumberWarning(carrier, number)).toBe(words)
    expect(trackingNumberProblem(number)).toBeNull()
  })

  test('[GAP-03] of the United States with letters (S10) is read', () => {
    expect(carriersOf('RB 123 456 785 US')).toEqual(['USPS'])
    expect(trackingNumberWarning('USPS', 'RB123456785US')).toBeNull()
    expect(trackingNumberWarning('USPS', 'RB123456786US')).toContain('One of the digits seems wrong')
  })

  test.each(['', ' ', 'a/b', '12;34', '<b>'])(
    'is refused if it cannot be a tracking number: “%s”',
    (number) => {
      expect(trackingNumberProblem(number)).toBe('Use only letters, digits and hyphens in a tracking number.')
    },
  )
})

const COURIERS: Readonly<Record<string, string>> = {
  ...{ ups: 'UPS', dhl: 'DHL', ontrac: 'OnTrac', canada_post: 'Canada Post', purolator: 'Purolator' },
  ...{
    lasership: 'LaserShip',
    amazon: 'Amazon',
    canpar: 'Canpar',
    gofo: 'GOFO',
    landmark: 'Landmark Global',
  },
  ...{
    speedee: 'Spee-Dee',
    yunexpress: 'YunExpress',
    yodel: 'Yodel',
    dpd: 'DPD',
    old_dominion: 'Old Dominion',
  },
  ...{ fedex: 'Fedex', usps: 'USPS', s10: 'a foreign postal service' },
}
const VECTORS = existsSync(path.join(SAMPLES, 'vectors.tsv'))
  ? readFileSync(path.join(SAMPLES, 'vectors.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
  : []

// Skipped if ../shared/samples/tracking is missing, as in a plain clone.
describe.skipIf(VECTORS.length === 0)('[GAP-03] the numbers of nineteen couriers', () => {
  test('are all read', () =>
    expect(new Set(VECTORS.map(([courier = '']) => COURIERS[courier])).size).toBe(18))

  test.each(
    VECTORS.map(([courier = '', , , number = '', valid]) => [courier, number, valid === '1'] as const),
  )(
    '%s %s (valid: %s) is never refused, and its courier named where it is valid',
    (courier, number, valid) => {
      expect(trackingNumberProblem(number)).toBeNull()
      if (!valid) return
      const plain = plainTrackingNumber(number)
      const words = trackingNumberWarning('', number) ?? ''
      const named = [...carriersOf(plain), ...otherCarriersOf(plain), words].join(' ')
      expect(named).toContain(courier === 's10' && plain.endsWith('US') ? 'USPS' : COURIERS[courier])
    },
  )
})
