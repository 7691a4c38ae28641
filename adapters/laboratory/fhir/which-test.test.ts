import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, report } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const loinc = (code: string) => ({ system: 'http://loinc.org', code })
const ofTest = (code: string) => ({ identifier: { system: SYSTEMS.test, value: `4711-${code}` } })
const EPI2 = [ofTest('EPI2')]

test.each([
  ['for a genetic report: of the test in basedOn', [loinc('51969-4')], EPI2, 'EPI2'],
  ['for a panel of one', [loinc('81247-9')], EPI2, 'EPI2'],
  [
    'for one beside the laboratory’s own',
    [{ system: 'urn:lark', code: 'G' }, loinc('51969-4')],
    EPI2,
    'EPI2',
  ],
  ['for one of two tests', [loinc('51969-4')], [...EPI2, ofTest('WES1')], '51969-4'],
  ['of the catalogue', [loinc('51969-4'), { system: SYSTEMS.catalogue, code: 'WES1' }], EPI2, 'WES1'],
  ['of a test that was not ordered', [loinc('718-7')], EPI2, '718-7'],
])('[RPT-01] a report with a code %s', (_, coding, basedOn, testCode) => {
  const sent = bundle('B', report(4711, 'final', { code: { coding }, basedOn, conclusion: 'Normal' }))
  expect(fhirCodec.read(JSON.stringify(sent))).toMatchObject({
    updates: [{ orderId: 4711, testCode, report: { identity: { testCode } } }],
  })
})
