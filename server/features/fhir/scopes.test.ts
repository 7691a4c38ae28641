import { expect, test } from 'vitest'
import { fhirClients, fhirConflicts } from '#server/start/fhir-settings.ts'
import { allows, isScope, narrowings } from './scopes.ts'

test.each([
  ['user/Patient.rs', 'user', 'Patient', 'r', true],
  ['user/Patient.rs', 'user', 'Patient', 's', true],
  ['user/Patient.r', 'user', 'Patient', 's', false],
  ['user/Patient.rs', 'user', 'Task', 'r', false],
  ['user/Patient.rs', 'system', 'Patient', 'r', false],
  ['user/*.cruds', 'user', 'Task', 'r', true],
  ['user/*.cud', 'user', 'Task', 'r', false],
  ['user/*.read', 'user', 'Task', 's', true],
  ['user/Task.*', 'user', 'Task', 'c', true],
  ['system/Bundle.c', 'system', 'Bundle', 'c', true],
  ['user/Patient.rs?gender=female', 'user', 'Patient', 'r', false],
  ['patient/Patient.rs', 'user', 'Patient', 'r', false],
  ['user/Patient.sr', 'user', 'Patient', 'r', false],
  ['openid', 'user', 'Patient', 'r', false],
] as const)('%s: %s may with %s %s: %s', (scope, level, type, interaction, may) => {
  expect(allows(['openid', scope], level, type, interaction)).toBe(may)
})

test('a client may ask for fewer scopes than it has, and for no more', () => {
  const given = narrowings('user/*.rs', ['Patient', 'Task'])
  expect(given).toEqual(expect.arrayContaining(['user/*.rs', 'user/Task.r', 'user/Patient.read', 'user/*.s']))
  expect(given.every((scope) => isScope(scope) && !allows([scope], 'user', 'Task', 'c'))).toBe(true)
  expect(narrowings('system/Bundle.c', ['Patient'])).toEqual(['system/Bundle.c'])
})

test.each([
  ['no JSON', 'nonsense', 'must be JSON, a list of clients'],
  ['no scope', '[{"id":"a","scopes":[]}]', 'scopes'],
  ['an invalid scope', '[{"id":"a","scopes":["everything"]}]', 'such as user/Patient.rs'],
  ['a short secret', '[{"id":"a","scopes":["user/*.rs"],"secret":"x"}]', '16 characters'],
  ['the portal itself', '[{"id":"portal","scopes":["user/*.rs"]}]', 'portal and account'],
  [
    'a duplicate name',
    '[{"id":"a","scopes":["user/*.rs"]},{"id":"a","scopes":["user/*.rs"]}]',
    'an id of its own',
  ],
  ['an unknown key', '[{"id":"a","scopes":["user/*.rs"],"admin":true}]', 'admin'],
])('KARYO_FHIR_CLIENTS with %s is refused', (_name, written, words) => {
  expect(() => fhirClients.parse(written)).toThrow(words)
})

test('reports contradictory settings for the laboratory’s server', () => {
  const url = 'https://lab.test/fhir'
  const wrong = (more: object) => fhirConflicts({ KARYO_FHIR_CLIENTS: [], ...more }, true).filter(Boolean)
  expect(wrong({ KARYO_LAB_FHIR_URL: url, KARYO_LAB_FHIR_TOKEN: 't' })).toEqual([])
  expect(wrong({ KARYO_LAB_FHIR_URL: url, KARYO_LAB_HOST: 'lab' })).toHaveLength(1)
  expect(wrong({ KARYO_LAB_FHIR_TOKEN: 't' })).toHaveLength(1)
  expect(wrong({ KARYO_LAB_FHIR_URL: url, KARYO_LAB_FHIR_CLIENT_ID: 'karyo' })).toHaveLength(1)
  expect(wrong({ KARYO_LAB_FHIR_URL: 'http://lab.test/fhir' })).toEqual([
    'KARYO_LAB_FHIR_URL: must be https in production',
  ])
  const [nameless] = fhirClients.parse('[{"id":"a","scopes":["system/*.rs"]}]')
  expect(wrong({ KARYO_FHIR_CLIENTS: [nameless] })[0]).toContain('a needs a secret or a redirect URI')
})
