import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { readConfig } from './config.ts'
import { variables } from './configuration/variables.ts'
import { hl7Tls } from './hl7-tls.ts'

let dir: string
const file = (name: string) => path.join(dir, name)
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-tls-'))
  const authority = await makeAuthority('Larkfield Test Authority')
  const [one, other] = [await authority.certify('one'), await authority.certify('other')]
  const files = { 'ca.pem': authority.ca, 'cert.pem': one.cert, 'key.pem': one.key, 'other.pem': other.key }
  for (const [name, text] of Object.entries({ ...files, 'empty.pem': '' })) await writeFile(file(name), text)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const LABORATORY = { KARYO_LAB_HOST: 'lims.example.test', KARYO_LAB_PORT: '2575' }
const read = (environment: Record<string, string>) => hl7Tls(readConfig({ ...LABORATORY, ...environment }))
const ON = { KARYO_LAB_TLS: 'on' }

test('without any setting there is no TLS', async () => {
  expect(await read({})).toEqual({ sending: null, listening: null, hospitals: null, certificates: new Map() })
})

test('each direction uses its own settings', async () => {
  expect(await read(ON)).toMatchObject({ sending: {}, listening: null })
  const made = await read({
    ...{ ...ON, KARYO_LAB_TLS_CA: file('ca.pem') },
    ...{ KARYO_LAB_TLS_CERT: file('cert.pem'), KARYO_LAB_TLS_KEY: file('key.pem') },
    ...{ KARYO_HL7_TLS_CERT: file('cert.pem'), KARYO_HL7_TLS_KEY: file('key.pem') },
    ...{ KARYO_EHR_TLS_CERT: file('cert.pem'), KARYO_EHR_TLS_KEY: file('key.pem'), KARYO_EHR_PORT: '2577' },
  })
  const own = {
    cert: expect.stringContaining('BEGIN CERTIFICATE'),
    key: expect.stringContaining('PRIVATE KEY'),
  }
  expect(made.sending).toEqual({ ...own, ca: expect.stringContaining('BEGIN CERTIFICATE') })
  expect(made.listening).toEqual(own)
  expect(made.hospitals).toEqual(own)
  // Whose end is watched: every certificate that can be set.
  const names = Object.keys(variables.shape).filter((name) => name.endsWith('_TLS_CERT'))
  expect([...made.certificates.keys()].sort()).toEqual(names.sort())
})

test.each<[string, () => Record<string, string>]>([
  ['KARYO_LAB_TLS_CA: cannot be read', () => ({ ...ON, KARYO_LAB_TLS_CA: file('none.pem') })],
  ['KARYO_LAB_TLS_CA: .* contains no certificate', () => ({ ...ON, KARYO_LAB_TLS_CA: file('empty.pem') })],
  [
    'KARYO_HL7_TLS_KEY: .* contains no private key',
    () => ({ KARYO_HL7_TLS_CERT: file('cert.pem'), KARYO_HL7_TLS_KEY: file('cert.pem') }),
  ],
  [
    'KARYO_EHR_TLS_KEY: is not the key of KARYO_EHR_TLS_CERT',
    () => ({
      ...{ KARYO_EHR_PORT: '2577' },
      ...{ KARYO_EHR_TLS_CERT: file('cert.pem'), KARYO_EHR_TLS_KEY: file('other.pem') },
    }),
  ],
  [
    'KARYO_LAB_TLS_KEY: is not the key of KARYO_LAB_TLS_CERT',
    () => ({ ...ON, KARYO_LAB_TLS_CERT: file('cert.pem'), KARYO_LAB_TLS_KEY: file('other.pem') }),
  ],
])('a problem is reported in one line with the variable: %s', async (words, environment) => {
  const outcome = await read(environment()).then(
    () => null,
    (error: Error) => error.message,
  )
  expect(outcome).toMatch(new RegExp(`^The configuration is invalid. ${words}[^\\n]*$`))
})
