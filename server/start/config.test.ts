import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SetupError } from '../database/setup-error.ts'
import { readConfig } from './config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://owner:secret@db1.test/karyo',
  KARYO_SECRET: 'a-secret-that-somebody-has-chosen-well',
  PUBLIC_ORIGIN: 'https://portal.example.test',
  KARYO_LAB_HOST: 'lims.example.test',
  KARYO_LAB_PORT: '2575',
  KARYO_SMTP_URL: 'smtp://mail.example.test:587',
  KARYO_COUNSELING_OUTBOX: '/var/lib/counseling',
  KARYO_COVERAGE: 'off',
}

/** The message with which an environment is refused. */
function refusal(environment: NodeJS.ProcessEnv, options?: { toStart: boolean }): string {
  try {
    readConfig(environment, options)
  } catch (error) {
    if (error instanceof SetupError) return error.message
    throw error
  }
  throw new Error('the environment was taken')
}

test('[SEC-17] in production mail is encrypted unless this is explicitly turned off', () => {
  expect(readConfig(PRODUCTION).KARYO_SMTP_PLAIN).toBe('off')
  for (const query of [
    '?ignoreTLS=true',
    '?requireTLS=false',
    '?tls.rejectUnauthorized=false',
    '?secure=false',
  ]) {
    const KARYO_SMTP_URL = `smtp://mail.example.test:587${query}`
    expect(refusal({ ...PRODUCTION, KARYO_SMTP_URL })).toContain(
      'KARYO_SMTP_URL: must not turn encryption off',
    )
    expect(readConfig({ ...PRODUCTION, KARYO_SMTP_URL, KARYO_SMTP_PLAIN: 'on' }).KARYO_SMTP_URL).toBe(
      KARYO_SMTP_URL,
    )
  }
})

describe('the configuration', () => {
  test('needs no variable: by default a demo on this machine, with its own database, identity provider and laboratory', () => {
    expect(readConfig({})).toMatchObject({
      ...{ PORT: 3000, HOST: 'localhost', DATA_DIR: '.data', production: false, demo: true },
      ...{ publicOrigin: 'http://localhost:3000', OIDC_AUDIENCE: 'urn:karyo:api' },
    })
    expect(readConfig({ PORT: '4100' }).publicOrigin).toBe('http://localhost:4100')
    expect(readConfig({ KARYO_DEMO: 'off', KARYO_SMTP_URL: 'smtp://localhost' }).demo).toBe(false)
    expect(readConfig({ PUBLIC_ORIGIN: 'https://portal.example.test/' }).publicOrigin).toBe(
      'https://portal.example.test',
    )
  })

  test('tells a record system nothing after 400 ms, or after another time', () => {
    expect(readConfig({}).KARYO_ADVICE_MS).toBe(400)
    expect(readConfig({ KARYO_ADVICE_MS: '30000' }).KARYO_ADVICE_MS).toBe(30_000)
    expect(refusal({ KARYO_ADVICE_MS: '0' })).toContain('KARYO_ADVICE_MS: ')
  })

  test('serves the public sites at the portal’s origin or at their own', () => {
    const portal = 'https://portal.example.test'
    expect(readConfig({ PUBLIC_ORIGIN: portal }).origins).toEqual({
      ...{ portal, catalogue: portal, appointment: portal },
    })
    const own = { KARYO_CATALOGUE_ORIGIN: 'https://tests.example.test/' }
    expect(readConfig({ PUBLIC_ORIGIN: portal, ...own }).origins).toEqual({
      ...{ portal, catalogue: 'https://tests.example.test', appointment: portal },
    })
    expect(refusal({ KARYO_APPOINTMENT_ORIGIN: 'form.example.test' })).toContain('KARYO_APPOINTMENT_ORIGIN: ')
  })

  test('is refused with every problem, each with its variable', () => {
    const message = refusal({
      ...{ PORT: '70000', DATABASE_URL: 'mysql://x', KARYO_SECRET: 'short', KARYO_DEMO: 'maybe' },
      ...{ LOG_LEVEL: 'loud', KARYO_LAB_SPEED: '0', PUBLIC_ORIGIN: 'portal' },
    })
    for (const name of [
      ...[
        'PORT',
        'DATABASE_URL',
        'KARYO_SECRET',
        'KARYO_DEMO',
        'LOG_LEVEL',
        'KARYO_LAB_SPEED',
        'PUBLIC_ORIGIN',
      ],
    ])
      expect(message).toContain(`${name}: `)
    expect(message).not.toContain('short')
  })

  test.each([
    ['KARYO_LAB_TLS_CA', { KARYO_LAB_TLS_CA: 'ca.pem' }, 'needs KARYO_LAB_TLS=on'],
    ['KARYO_LAB_TLS_CERT', { KARYO_LAB_TLS: 'on', KARYO_LAB_TLS_CERT: 'cert.pem' }, 'set both or neither'],
    ['KARYO_HL7_TLS_CERT', { KARYO_HL7_TLS_KEY: 'key.pem' }, 'set both or neither'],
    ['KARYO_HL7_TLS_CA', { KARYO_HL7_TLS_CA: 'ca.pem' }, 'needs KARYO_HL7_TLS_CERT'],
    ['KARYO_LAB_DIALECT', { KARYO_LAB_DIALECT: 'fhir' }, 'must be oml or orm'],
  ])('names variables of the laboratory’s connection that conflict: %s', (name, given, why) => {
    const message = refusal({ KARYO_LAB_HOST: 'lims.example.test', KARYO_LAB_PORT: '2575', ...given })
    expect(message).toContain(name)
    expect(message).toContain(why)
    expect(message).not.toContain('\n')
  })

  test.each([
    ['KARYO_LAB_TLS', { KARYO_LAB_TLS: 'on' }],
    ['KARYO_HL7_TLS_CERT', { KARYO_HL7_TLS_CERT: 'cert.pem', KARYO_HL7_TLS_KEY: 'key.pem' }],
    ['KARYO_LAB_DIALECT', { KARYO_LAB_DIALECT: 'orm' }],
  ])('rejects %s for the simulated laboratory', (name, given) => {
    expect(refusal(given)).toContain(`${name}: needs KARYO_LAB_HOST`)
  })

  const CLEARINGHOUSE = {
    KARYO_CLEARINGHOUSE_URL: 'https://clearing.example.test/x12',
    KARYO_CLEARINGHOUSE_SENDER: 'KARYO1',
    KARYO_CLEARINGHOUSE_RECEIVER: '30:CLEARING',
    KARYO_LABORATORY_NPI: '1999999992',
  }
  test('requires all of a clearinghouse’s variables or none', () => {
    expect(readConfig(CLEARINGHOUSE)).toMatchObject({
      KARYO_CLEARINGHOUSE_SENDER: { qualifier: 'ZZ', id: 'KARYO1' },
      KARYO_CLEARINGHOUSE_RECEIVER: { qualifier: '30', id: 'CLEARING' },
    })
    const { KARYO_CLEARINGHOUSE_URL } = CLEARINGHOUSE
    const message = refusal({ KARYO_CLEARINGHOUSE_URL })
    for (const name of Object.keys(CLEARINGHOUSE).slice(1))
      expect(message).toContain(`${name}: must be set with KARYO_CLEARINGHOUSE_URL`)
  })

  test.each([
    ['KARYO_CLEARINGHOUSE_URL', 'http://clearing.example.test/', 'must be https'],
    ['KARYO_CLEARINGHOUSE_RECEIVER', 'ZZ:', 'must be an id of 2 to 15 characters'],
    ['KARYO_LABORATORY_NPI', '1999999991', 'is not a valid NPI'],
    ['KARYO_CLEARINGHOUSE_USER', 'karyo', 'set both or neither'],
  ])('names problems of the clearinghouse’s variables: %s', (name, value, why) => {
    const message = refusal({ ...CLEARINGHOUSE, [name]: value })
    expect(message).toContain(name)
    expect(message).toContain(why)
  })

  test.each([
    ['KARYO_COUNSELING_SECRET', { KARYO_COUNSELING_URL: 'https://partner.example.test' }, 'must be set with'],
    ['KARYO_COUNSELING_URL', { KARYO_COUNSELING_URL: 'http://partner.example.test' }, 'must be https'],
    ['KARYO_COUNSELING_MAIL_KEY', { KARYO_COUNSELING_MAIL: 'a@partner.example.test' }, 'set both or neither'],
    ['KARYO_COUNSELING_MAIL', { KARYO_COUNSELING_MAIL: 'nobody' }, 'must be an email address'],
    [
      'KARYO_COUNSELING_OUTBOX',
      { KARYO_COUNSELING_URL: 'https://partner.example.test', KARYO_COUNSELING_OUTBOX: 'outbox' },
      'set one of them',
    ],
    ['KARYO_APPOINTMENT_DAYS', { KARYO_APPOINTMENT_DAYS: '0' }, 'must be 1 or more'],
  ])('names problems of the counseling partner’s variables: %s', (name, given, why) => {
    expect(refusal(given)).toContain(name)
    expect(refusal(given)).toContain(why)
  })

  test('[OPS-17] a laboratory without a counseling partner says so, and names none', () => {
    const { KARYO_COUNSELING_OUTBOX: _outbox, ...without } = PRODUCTION
    expect(refusal(without)).toContain('or KARYO_COUNSELING=off if there is no counseling partner')
    const off = { ...without, KARYO_COUNSELING: 'off' }
    expect(readConfig(off).origins.appointment).toBeNull()
    for (const [name, value] of [
      ['KARYO_COUNSELING_OUTBOX', '/var/lib/counseling'],
      ['KARYO_COUNSELING_SECRET', 'a-secret-that-the-partner-shares'],
      ['KARYO_APPOINTMENT_ORIGIN', 'https://form.example.test'],
    ] as const)
      expect(refusal({ ...off, [name]: value })).toContain(`${name}: has no use with KARYO_COUNSELING=off`)
    expect(refusal({ KARYO_COUNSELING: 'none' })).toContain('KARYO_COUNSELING')
  })

  test('accepts standbys only for a configured database', () => {
    const DATABASE_URL = 'postgres://owner:secret@db1.test/karyo'
    const read = (KARYO_STANDBYS: string) => readConfig({ DATABASE_URL, KARYO_STANDBYS }).KARYO_STANDBYS
    expect([read(''), read('db1.test, [fd00::1]:5433')]).toEqual([[], ['db1.test', '[fd00::1]:5433']])
    expect(refusal({ KARYO_STANDBYS: 'db1.test' })).toContain('KARYO_STANDBYS: needs DATABASE_URL')
    for (const host of ['postgres://db2.test', 'db2.test:port', 'db2.test/karyo', 'a@db2.test'])
      expect(refusal({ DATABASE_URL, KARYO_STANDBYS: host })).toContain('must be host or host:port')
  })

  test('requires all of a laboratory’s variables or none', () => {
    expect(refusal({ KARYO_LAB_HOST: 'lims.example.test' })).toContain('set both or neither')
    expect(refusal({ KARYO_LAB_PORT: '2575' })).toContain('set both or neither')
  })
})

/** The variables in the first column of a document's tables. */
const settingsIn = (file: string) => [
  ...new Set(
    [...readFileSync(file, 'utf8').matchAll(/^\| (`[^|]*`)[^|]* \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|HOST|PORT)`/g)].map(([, name = '']) => name),
    ),
  ),
]

test('the reference lists exactly the variables that are read; the short list names only existing ones', () => {
  const read = [
    ...readFileSync('server/start/configuration/variables.ts', 'utf8').matchAll(
      /^ {2,}([A-Z][A-Z0-9]*_[A-Z0-9_]+|HOST|PORT):/gm,
    ),
  ].map(([, name = '']) => name)
  const known = settingsIn('docs/operating-reference.md')
  expect([...new Set(read)].filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !read.includes(name))).toEqual([])
  const short = settingsIn('docs/operating.md')
  expect(short.length).toBeGreaterThan(15)
  expect(short.filter((name) => !known.includes(name))).toEqual([])
})

describe('[GAP-13] a variable that is set to an empty value counts as unset', () => {
  const names = settingsIn('docs/operating-reference.md')

  test.each(['', '  '])('for all variables, with the value %j', (value) => {
    expect(names.length).toBeGreaterThan(60)
    expect(readConfig(Object.fromEntries(names.map((name) => [name, value])))).toEqual(readConfig({}))
  })

  test('the rate limit keeps its default, and a production’s laboratory does not get port 0', () => {
    expect(readConfig({ KARYO_RATE_LIMIT: '' }).KARYO_RATE_LIMIT).toBe(1200)
    expect(refusal({ ...PRODUCTION, KARYO_LAB_PORT: '' })).toContain('set both or neither')
  })

  test('a production requires a variable that is empty', () => {
    expect(refusal({ ...PRODUCTION, KARYO_SECRET: '' })).toContain('KARYO_SECRET: must be set in production')
  })
})

test('[OPS-08] an empty variable is unset, and an origin with a path is refused', () => {
  expect(readConfig({ KARYO_RATE_LIMIT: '' }).KARYO_RATE_LIMIT).toBe(1200)
  expect(readConfig({ KARYO_LAB_PORT: ' ' }).KARYO_LAB_PORT).toBeUndefined()
  expect(refusal({ KARYO_LAB_HOST: 'lims.example.test', KARYO_LAB_PORT: '' })).toContain(
    'set both or neither',
  )
  expect(refusal({ PUBLIC_ORIGIN: 'https://portal.example.test/portal' })).toContain(
    'PUBLIC_ORIGIN: must be an origin',
  )
})

describe('a site’s origin', () => {
  test.each(['PUBLIC_ORIGIN', 'KARYO_CATALOGUE_ORIGIN', 'KARYO_APPOINTMENT_ORIGIN'])(
    '%s with anything after the host is refused, because it would be dropped',
    (name) => {
      for (const more of ['/portal', '/?a=1', '/#top'])
        expect(refusal({ [name]: `https://portal.example.test${more}` })).toContain(
          `${name}: must be an origin`,
        )
      expect(refusal({ [name]: 'https://ada:secret@portal.example.test' })).toContain('must be an origin')
    },
  )
})

describe('[OPS-01] a demo must be requested explicitly', () => {
  test.each(['prod', 'Production', 'staging', 'live'])('NODE_ENV=%s is refused', (NODE_ENV) => {
    expect(refusal({ NODE_ENV })).toMatch(/^The configuration is invalid. NODE_ENV: /)
  })

  const REAL = {
    DATABASE_URL: 'postgres://owner:secret@db1.test/karyo',
    KARYO_SMTP_URL: 'smtp://mail.example.test:587',
    PUBLIC_ORIGIN: 'https://portal.example.test',
  }
  test.each(Object.entries(REAL))('if %s is set', (name, value) => {
    const message = refusal({ [name]: value }, { toStart: true })
    expect(message).toContain('KARYO_DEMO: must be set if')
    expect(message).toContain(name)
    const variables = { [name]: value, KARYO_DEMO: 'on' }
    expect(readConfig(variables, { toStart: true }).demo).toBe(true)
    // A command does not fill the database.
    expect(readConfig({ [name]: value }).demo).toBe(true)
  })

  test('if settings suggest a production without NODE_ENV, the portal refuses to start and names them all', () => {
    const { NODE_ENV: _forgotten, ...others } = { ...PRODUCTION, ...REAL }
    const message = refusal(others, { toStart: true })
    expect(message).toContain('if DATABASE_URL or KARYO_SMTP_URL or an https PUBLIC_ORIGIN is')
    expect(message).toContain('NODE_ENV=production')
  })

  test('if none of them is set, the first start is a demo', () => {
    expect(readConfig({ PUBLIC_ORIGIN: 'http://localhost:4000' }, { toStart: true }).demo).toBe(true)
  })
})

describe('in production', () => {
  test('there is no demo', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ production: true, demo: false })
    expect(refusal({ ...PRODUCTION, KARYO_DEMO: 'on' })).toContain('KARYO_DEMO: cannot be on in production')
  })

  test('every missing required variable is named, all in one message', () => {
    const message = refusal({ NODE_ENV: 'production', KARYO_DEMO: 'on' })
    for (const name of [
      'KARYO_DEMO',
      'KARYO_SECRET',
      'PUBLIC_ORIGIN',
      'KARYO_LAB_HOST',
      'KARYO_CLEARINGHOUSE_URL',
    ])
      expect(message).toContain(`${name}: `)
  })

  test('[OPS-02] the database is named, or the embedded one is asked for; a name that is not known is refused', () => {
    const { DATABASE_URL: _left, ...others } = PRODUCTION
    expect(refusal(others)).toContain('DATABASE_URL: must be set in production, or DATABASE_URL=embedded')
    expect(readConfig({ ...others, DATABASE_URL: 'embedded' }).DATABASE_URL).toBeUndefined()
    expect(refusal({ ...others, DATABASE_URL: 'embedded', KARYO_STANDBYS: 'db2.test' })).toContain(
      'KARYO_STANDBYS: needs DATABASE_URL',
    )
    const misspelt = refusal({ ...others, DATABSE_URL: PRODUCTION.DATABASE_URL, PORT: '70000' })
    for (const words of [
      'DATABSE_URL: is not known; the nearest name that is known is DATABASE_URL',
      'PORT: ',
    ])
      expect(misspelt).toContain(words)
  })

  test.each(['KARYO_SECRET', 'PUBLIC_ORIGIN'] as const)('it does not start without %s', (name) => {
    const { [name]: _left, ...others } = PRODUCTION
    expect(refusal(others)).toContain(`${name}: must be set in production`)
  })
})
