import type { CodeableConcept, Observation } from 'fhir/r4.js'
import { beforeAll, expect, test } from 'vitest'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import { interpretationOf } from '#domain/results/interpretation.ts'
import { readResult } from '#domain/results/read-result.ts'
import { summaryOf } from '#domain/results/summary.ts'
import { variantInWords } from '#domain/results/words.ts'
import { parseMessage } from '../hl7/message.ts'
import { fhirCodec } from './fhir/codec.ts'
import { loadDefinitions } from './fhir/definitions.ts'
import { bundle, report } from './fhir/testing/messages.ts'
import { orderGroups } from './order-groups.ts'
import { reportOf } from './report.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

type Parts = ReportUpdate['parts']
const resultsIn = (parts: Parts) =>
  parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : []))
const variantsIn = (parts: Parts) =>
  resultsIn(parts).flatMap(({ variants }) => variants.map((one) => variantInWords(one)))

/** The parts of a final report of these OBX from OBX-2 on, and what is told of it. */
function hl7(...fields: string[]): Parts {
  const obx = fields.map((one, index) => `OBX|${index + 1}|${one}`)
  const header = 'MSH|^~\\&|L|L|K|P|20260313||ORU^R01|1|P|2.5.1'
  const parsed = parseMessage([header, 'OBR|1|4711||WES1|||||||||||||||||||||F', ...obx].join('\r'))
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const [group] = orderGroups(parsed.message.segments)
  return (group && reportOf(group, { laboratoryNumber: null, sentAt: null, zone: '' })?.parts) ?? []
}
const call = (number: string, value: string, status = 'F') =>
  `CWE|69548-6^Genetic variant assessment^LN|${number}|${value}||||||${status}`
const described = (number: string, symbol: string) => [
  `CWE|48018-6^Gene^LN|${number}|^${symbol}||||||F`,
  `ST|48004-6^DNA change^LN|${number}|c.1A>G||||||F`,
  `CWE|53037-8^Significance^LN|${number}|LA6668-3^Pathogenic^LN||||||F`,
]
const PRESENT = 'LA9633-4^Present^LN'
const UNCALLED = 'BRCA2 c.1A>G, No call, Pathogenic'
const CALLED = 'CFTR c.1A>G, Pathogenic'

test.each([
  ['that cannot be obtained', call('2a', '', 'X')],
  ['that is said to be present, but cannot be obtained', call('2a', PRESENT, 'X')],
  ['that is pending', call('2a', '', 'I')],
  ['that is taken back', call('2a', PRESENT, 'D')],
  ['without an answer', call('2a', '')],
  ['of which nothing is known', call('2a', '""')],
])('a variant with a call %s is listed as one, and not as found', (_, obx) => {
  const parts = hl7(obx, ...described('2a', 'BRCA2'), call('2b', PRESENT), ...described('2b', 'CFTR'))
  expect(variantsIn(parts)).toEqual([UNCALLED, CALLED])
  expect(parts).toHaveLength(1)
  expect(summaryOf(resultsIn(parts)).variants.map(({ gene }) => gene)).toEqual(['CFTR'])
  const [result] = resultsIn(hl7(obx, ...described('2a', 'BRCA2')))
  expect(result && summaryOf([result])).toMatchObject({ highestClass: '', variants: [] })
  const written = { id: '1', person: '4711-proband', isPreliminary: false }
  expect(JSON.stringify(result && interpretationOf(result, written))).not.toContain('c.1A>G')
})

test('without numbers, or with one number for two variants, the call that is missing is that of its own variant', () => {
  for (const at of ['', '2'])
    expect(
      variantsIn(
        hl7(call(at, '', 'X'), ...described(at, 'BRCA2'), call(at, PRESENT), ...described(at, 'CFTR')),
      ),
    ).toEqual([UNCALLED, CALLED])
})

test('a call that was replaced by another leaves that one', () => {
  expect(variantsIn(hl7(call('2', '', 'X'), call('2', PRESENT), ...described('2', 'CFTR')))).toEqual([CALLED])
})

test('a call of nothing that is described, an echo of the order, and a variant that no call is told of are as before', () => {
  expect(hl7(call('2a', '', 'X'), 'ST|48018-6^Gene^LN|3|BRCA1||||||F')).toMatchObject([{ kind: 'values' }])
  expect(variantsIn(hl7(call('2', '', 'O'), ...described('2', 'CFTR')))).toEqual([CALLED])
  expect(variantsIn(hl7(...described('2', 'CFTR')))).toEqual([CALLED])
})

const loinc = (code: string): CodeableConcept => ({ coding: [{ system: 'http://loinc.org', code }] })
const REASON = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
      ...{ code: 'not-performed', display: 'Not Performed' },
    },
  ],
}
const COMPONENT = [
  { code: loinc('48018-6'), valueCodeableConcept: { text: 'BRCA2' } },
  { code: loinc('48004-6'), valueCodeableConcept: { text: 'c.1A>G' } },
  { code: loinc('53037-8'), valueCodeableConcept: loinc('LA6668-3') },
]
function fhir(more: Partial<Observation>): Parts {
  const observation: Observation = {
    ...{ resourceType: 'Observation', id: 'v', status: 'final', code: loinc('69548-6') },
    ...more,
  }
  const result = [{ reference: 'Observation/v' }]
  const message = fhirCodec.read(JSON.stringify(bundle('B', report(4711, 'final', { result }), observation)))
  if (message.kind !== 'news') throw new Error(JSON.stringify(message))
  return message.updates[0]?.report?.parts ?? []
}

test('an Observation whose call is absent is listed without a call, with the reason', () => {
  const parts = fhir({ dataAbsentReason: REASON, component: COMPONENT })
  expect(variantsIn(parts)).toEqual([UNCALLED])
  expect(resultsIn(parts)).toMatchObject([{ variants: [{ notes: ['69548-6: Not Performed'] }], others: [] }])
  const asComponent = [{ code: loinc('69548-6'), dataAbsentReason: REASON }, ...COMPONENT]
  expect(variantsIn(fhir({ code: { text: 'Variant' }, component: asComponent }))).toEqual([UNCALLED])
})

test('an Observation that only says that there is no call stays a value with the reason', () => {
  expect(fhir({ dataAbsentReason: REASON })).toMatchObject([
    { kind: 'values', values: [{ value: 'Not Performed' }] },
  ])
})

const ABSENT = 'LA9634-2^Absent^LN'
const ABSENT_IN_WORDS = 'BRCA2 c.1A>G, Absent, Pathogenic'

test('a variant that is absent is not found, although the laboratory’s own code is before LOINC’s: in HL7', () => {
  const own = (obx: string) =>
    obx.replace(
      /\|([\d-]+)\^([^^|]+)\^LN\|/,
      (_, code, name) => `|M-${code}^${name}^MAYO^${code}^${name}^LN|`,
    )
  const obx = [
    call('2a', ABSENT),
    ...described('2a', 'BRCA2'),
    call('2b', PRESENT),
    ...described('2b', 'CFTR'),
  ]
  const parts = hl7(...obx.map(own))
  expect(variantsIn(parts)).toEqual(variantsIn(hl7(...obx)))
  expect(variantsIn(parts)).toEqual([ABSENT_IN_WORDS, CALLED])
  expect(summaryOf(resultsIn(parts)).variants.map(({ gene }) => gene)).toEqual(['CFTR'])
  // Nor one of which the call is missing, without numbers.
  const unnumbered = [
    call('', '', 'X'),
    ...described('', 'BRCA2'),
    call('', PRESENT),
    ...described('', 'CFTR'),
  ]
  expect(variantsIn(hl7(...unnumbered.map(own)))).toEqual([UNCALLED, CALLED])
})

test('a variant that is absent is not found, although the laboratory’s own code is before LOINC’s: in FHIR', () => {
  const own = ({ coding = [] }: CodeableConcept): CodeableConcept => ({
    coding: [{ system: 'urn:larkfield:codes', code: 'M-1' }, ...coding],
  })
  for (const component of [COMPONENT, COMPONENT.map((one) => ({ ...one, code: own(one.code) }))]) {
    const code = own(loinc('69548-6'))
    const parts = fhir({ code, valueCodeableConcept: loinc('LA9634-2'), component })
    expect(variantsIn(parts)).toEqual([ABSENT_IN_WORDS])
    expect(summaryOf(resultsIn(parts)).variants).toEqual([])
  }
})
