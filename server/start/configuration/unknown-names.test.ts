import { describe, expect, test } from 'vitest'
import { unknownNames } from './unknown-names.ts'

const KNOWN = [
  'DATABASE_URL',
  'PUBLIC_ORIGIN',
  'HOST',
  'PORT',
  'LOG_LEVEL',
  'KARYO_SMTP_URL',
  'KARYO_LAB_PORT',
  'KARYO_SECRET',
]

describe('[OPS-02] unknown names', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['KARYO_SMPT_URL', 'KARYO_SMTP_URL'],
    ['KARYO_SMTP', 'KARYO_SMTP_URL'],
    ['KARYO_PORT', 'KARYO_LAB_PORT'],
  ])('%s is refused and %s suggested', (name, nearest) => {
    expect(unknownNames({ [name]: 'x' }, KNOWN)).toEqual([
      `${name}: is not known; the nearest name that is known is ${nearest}`,
    ])
  })

  test('all are named at once', () => {
    expect(unknownNames({ DATABSE_URL: 'x', KARYO_SECRETS: 'x', PORT: '1' }, KNOWN)).toHaveLength(2)
  })

  test.each([
    ['a known one', { DATABASE_URL: 'x' }],
    ['others’ variables', { HOME: '/root', HOSTNAME: 'a', PATH: 'x', POST: 'x', DATABASE_PASSWORD: 'x' }],
    ['a similar name beside the right one', { DATABASE_URL: 'x', DATABASE_URI: 'y' }],
    ['those of the simulated laboratory’s own program', { KARYO_SIM_SEED: '5' }],
    [
      'what Kubernetes sets for a Service named karyo',
      {
        ...{ KARYO_SERVICE_HOST: '10.0.0.7', KARYO_SERVICE_PORT: '3000', KARYO_SERVICE_PORT_HTTP: '3000' },
        ...{ KARYO_PORT: 'tcp://10.0.0.7:3000', KARYO_PORT_3000_TCP: 'tcp://10.0.0.7:3000' },
        ...{ KARYO_PORT_3000_TCP_PROTO: 'tcp', KARYO_PORT_3000_TCP_ADDR: '10.0.0.7' },
      },
    ],
  ])('are not: %s', (_which, given: Record<string, string>) => {
    expect(unknownNames(given, KNOWN)).toEqual([])
  })
})
