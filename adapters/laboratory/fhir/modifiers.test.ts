import type { Observation } from 'fhir/r4.js'
import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { about, bundle, report } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const read = (sent: object) => fhirCodec.read(JSON.stringify(sent))
const observation: Observation = {
  ...{ resourceType: 'Observation', id: 'o', status: 'final', code: { text: 'Age' }, valueInteger: 7 },
}
const whole = report(4711, 'final', { ...about(4711), result: [{ reference: 'Observation/o' }] })
const MODIFIER = { modifierExtension: [{ url: 'https://lab.test/is-not', valueBoolean: true }] }
const RULES = { implicitRules: 'https://lab.test/rules' }
const sent = bundle('B', whole, observation)

test('a Bundle without FHIR’s modifiers is read', () => {
  expect(read(sent)).toMatchObject({ kind: 'news' })
})

test.each<[string, object, string, string]>([
  ['rules', { ...sent, ...RULES }, 'not-supported', 'Bundle.implicitRules'],
  [
    'rules of a resource',
    bundle('B', whole, { ...observation, ...RULES }),
    ...(['not-supported', 'Bundle.entry[1].resource.implicitRules'] as const),
  ],
  [
    'a modified result',
    bundle('B', whole, { ...observation, ...MODIFIER }),
    ...(['extension', 'Bundle.entry[1].resource.modifierExtension'] as const),
  ],
  [
    'a modified component',
    bundle('B', whole, { ...observation, component: [{ code: { text: 'At' }, ...MODIFIER }] }),
    ...(['extension', 'Bundle.entry[1].resource.component[0].modifierExtension'] as const),
  ],
  [
    'a modified contained resource',
    bundle('B', { ...whole, contained: [{ resourceType: 'Patient', id: 'p', ...MODIFIER }] }, observation),
    ...(['extension', 'Bundle.entry[0].resource.contained[0].modifierExtension'] as const),
  ],
])('a Bundle with %s is refused, with the path', (_, modified, code, path) => {
  expect(read(modified)).toMatchObject({
    kind: 'refused',
    code: 'AE',
    issues: [{ code, expression: [path] }],
  })
})
