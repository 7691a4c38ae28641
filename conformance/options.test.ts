import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const read = (line: string, environment: Record<string, string> = {}) =>
  readOptions(line.split(' '), environment)
const AT = 'laboratory --port 2575 --listen 2576'

test('without a host it tries a simulator', () => {
  expect(read('ehr')).toMatchObject({ counterpart: 'ehr', host: null, patienceMs: 20_000, keep: null })
})

test('a host that is named as a test system may be tried, and this machine', () => {
  const named = { KARYO_CONFORMANCE_HOSTS: 'lis-test.example, other.example' }
  expect(read(`${AT} --host LIS-test.example`, named)).toMatchObject({ port: 2575, listenPort: 2576 })
  for (const host of ['127.0.0.1', 'localhost', '::1'])
    expect(read(`${AT} --host ${host}`)).toMatchObject({ host })
})

test.each([
  [
    'a host that is not named',
    `${AT} --host lis.example`,
    {},
    'lis.example is not named in KARYO_CONFORMANCE_HOSTS',
  ],
  [
    'a name that only looks like this machine',
    `${AT} --host 127.0.0.1.example`,
    {},
    'is not named in KARYO_CONFORMANCE_HOSTS',
  ],
  [
    'the laboratory of this portal, even if it is named',
    `${AT} --host lis.example`,
    { KARYO_CONFORMANCE_HOSTS: 'lis.example', KARYO_LAB_HOST: 'LIS.example', KARYO_LAB_PORT: '2575' },
    'is the laboratory of this portal’s settings',
  ],
  ['no counterpart', 'payer', {}, 'Name one of laboratory, ehr'],
  ['a host without a port', 'laboratory --host localhost', {}, '--port must be a whole number'],
  ['an unknown option', 'laboratory --procution', {}, 'Unknown option'],
  ['one test', 'laboratory --tests WES01', {}, '--tests must be two different codes'],
  [
    'a certificate without its key',
    'ehr --tls-cert package.json',
    {},
    '--tls-cert and --tls-key belong together',
  ],
  [
    'a file that is not there',
    'ehr --tls-ca /nowhere.pem',
    {},
    '--tls-ca: the file /nowhere.pem cannot be read',
  ],
  ['a fingerprint that is none', 'ehr --fingerprint AB', {}, '--fingerprint must be 32 bytes'],
  [
    'its own certificate without the system’s',
    'ehr --tls-cert package.json --tls-key package.json',
    {},
    '--tls-cert needs --tls-ca or --fingerprint',
  ],
  ['another dialect', 'laboratory --dialect fhir', {}, '--dialect must be one of oml, orm'],
] as const)('it refuses %s', (_, line, environment, words) => {
  expect(() => read(line, environment)).toThrow(words)
})
