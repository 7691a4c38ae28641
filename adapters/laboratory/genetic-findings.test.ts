import fc from 'fast-check'
import type { DiagnosticReport, Observation } from 'fhir/r4.js'
import { expect, test } from 'vitest'
import type { Finding } from '#domain/results/finding.ts'
import { readResult } from '#domain/results/read-result.ts'
import { anyResult } from '#domain/results/testing/any-result.ts'
import { writeResult } from '#domain/results/write-result.ts'
import { cases } from '#domain/testing/cases.ts'
import { parseMessage, segment, writeSegments } from '../hl7/message.ts'
import { findingSegments } from '../hl7/write-findings.ts'
import { invalidities } from './fhir/definitions.ts'
import { geneticPart as geneticPartIn } from './fhir/genetic-findings.ts'
import { PROFILED, profileOf } from './fhir/genomics-profiles.ts'
import { observationsIn } from './fhir/observation-values.ts'
import { finder } from './fhir/references.ts'
import { tidy } from './fhir/tidy.ts'
import { type FindingContext, reportedFindings } from './fhir/write-findings.ts'
import { geneticPart } from './genetic-findings.ts'
import { orderGroups } from './order-groups.ts'
import { partsOf } from './result-parts.ts'

/** The findings of a message of these, written and parsed. */
function throughHl7(findings: readonly Finding[]): Finding[] {
  const header = segment('MSH', { 3: 'LAB', 9: ['ORU', 'R01'], 10: '1', 12: '2.5.1' })
  const written = writeSegments([header, segment('OBR', { 1: '1' }), ...findingSegments(findings, 1, 'F')])
  const parsed = parseMessage(written)
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const [group] = orderGroups(parsed.message.segments)
  return [...(geneticPart(group?.results ?? [])?.part.findings ?? [])]
}

const CONTEXT: FindingContext = {
  idOf: (id) => id.replace(/[^A-Za-z0-9.-]/g, '-'),
  refer: (id, type) => `${type}/${id}`,
  subject: { reference: 'Patient/1' },
  status: 'final',
}

/** The findings of a Bundle with these, which must be valid FHIR. */
function throughFhir(findings: readonly Finding[]): Finding[] {
  const { observations, tasks, ...ofReport } = reportedFindings(findings, CONTEXT)
  const report: DiagnosticReport = {
    ...{ resourceType: 'DiagnosticReport', id: 'report', status: 'final', ...ofReport },
    code: { coding: [{ system: 'http://loinc.org', code: '51969-4' }] },
    result: observations.map(({ id }) => ({ reference: `Observation/${id}` })),
  }
  const resources = [report, ...observations, ...tasks].map((resource) => tidy(resource))
  expect(resources.flatMap(invalidities)).toEqual([])
  const bundle = { resourceType: 'Bundle' as const, type: 'transaction' as const }
  const find = finder({ ...bundle, entry: resources.map((resource) => ({ resource })) })
  const { found } = observationsIn(report.result ?? [], find(report))
  return [...(geneticPartIn(report, found, find(report))?.part.findings ?? [])]
}

const numRuns = cases(500)

test('every result goes through HL7 v2 without a loss', () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      expect(readResult(throughHl7(writeResult(result)))).toEqual(result)
    }),
    { numRuns },
  )
})

/** Whether an Observation has to claim its profile: a haplotype without a name has no value, which its profile asks for. */
const isProfiled = ({ code, value }: { code: string; value: boolean }) =>
  PROFILED.includes(code) && (value || code === '69548-6' || !/^\d/.test(code))

test('every Observation of a result conforms to the profile of its kind (STU 3), and says so', () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      const { observations } = reportedFindings(writeResult(result), CONTEXT)
      for (const one of observations.map((each) => tidy(each))) {
        const code = one.code.coding?.[0]?.code ?? ''
        const value = Object.keys(one).some((key) => key.startsWith('value'))
        expect([code, one.meta?.profile !== undefined]).toEqual([code, isProfiled({ code, value })])
      }
    }),
    { numRuns },
  )
})

const UNPROFILED: [words: string, components: [code: string, value: object][], own: object][] = [
  ['a text where a quantity belongs', [['82121-5', { valueString: 'many' }]], {}],
  ['two coding names', Array(2).fill(['48004-6', { valueCodeableConcept: { text: 'c.1A>G' } }]), {}],
  ['a text as its own value', [], { valueString: 'found' }],
]

test.each(UNPROFILED)(
  'an Observation with %s does not claim the profile of a variant',
  (_, components, own) => {
    const coded = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] })
    const observation: Observation = {
      ...{ resourceType: 'Observation', status: 'final', code: coded('69548-6'), ...own },
      component: components.map(([code, value]) => ({ code: coded(code), ...value })),
    }
    expect(profileOf(observation)).toBeUndefined()
  },
)

test('every result goes through FHIR without a loss, in valid resources', () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      expect(readResult(throughFhir(writeResult(result)))).toEqual(result)
    }),
    { numRuns },
  )
})

/** The result of a report with these OBX fields, and its other parts. */
function reportOf(...fields: string[]) {
  const obx = fields.map((one, index) => `OBX|${index + 1}|${one}`)
  const parsed = parseMessage(['MSH|^~\\&|L|L|K|P|20260313||ORU^R01|1|P|2.5.1', 'OBR|1', ...obx].join('\r'))
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const parts = partsOf(orderGroups(parsed.message.segments)[0]?.results ?? [], [], 'report')
  const result = parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : []))
  return { result: result[0], others: parts.filter(({ kind }) => kind !== 'genetics') }
}

test('[RES-01] HL7 v2 says recommendations, methods, limits, and by what and when a class was given', () => {
  const { result } = reportOf(
    'CWE|53037-8^Significance^LN|2a|LA6668-3^Pathogenic^LN||||||F||||||ACMG2015^ACMG/AMP 2015^L',
    'ST|47998-0^Name^LN|2a|BRCA2 c.5946del||||||F',
    'DT|CLASSIFIED-ON^Classified on^KARYO|2a|20260304||||||F',
    'TX|RECOMMENDATION^Recommendation^KARYO|3|Test relatives for this variant.||||||F',
    'ST|CONCLUDED-FROM^Concluded from^KARYO|3|2a||||||F',
    'CWE|RECOMMENDED-ACTION^Recommended action^KARYO|4|LA26421-0^^LN||||||F',
    'FT|METHODS^Methods^KARYO|1|Exome sequencing||||||F',
    'FT|LIMITS^Limits^KARYO|1|Repeat expansions are not detected.||||||F',
    'CWE|48018-6^Gene^LN|2a|HGNC:1101^BRCA2^HGNC||||||F||||||^MLPA',
  )
  expect(result).toMatchObject({
    variants: [
      {
        significances: [{ variantClass: 'Pathogenic', scheme: 'ACMG/AMP 2015', classifiedOn: '2026-03-04' }],
      },
    ],
    recommendations: [
      { of: ['2a'], text: 'Test relatives for this variant.' },
      { of: [], action: 'Consider alternative medication' },
    ],
    methods: ['MLPA', 'Exome sequencing'],
    limits: ['Repeat expansions are not detected.'],
    others: [],
  })
})

test('[RES-01] an OBX without OBX-4 that says nothing genetic is among what was also sent, as received', () => {
  const { result, others } = reportOf(
    'ST|48004-6^DNA change^LN|2a|c.5946del||||||F',
    'NM|718-7^Hemoglobin^LN||9.1|g/dL|12-16|L|||F',
    'DT|X-1^Reviewed on^L||20260304||||||F',
    'TX|X-2^Comment^L||First line||||||F',
  )
  expect(result?.others).toMatchObject([
    {
      answers: [
        { question: { name: 'Hemoglobin' }, text: '9.1 g/dL' },
        { question: { name: 'Reviewed on' }, text: '2026-03-04' },
      ],
      notes: ['Hemoglobin: reference range 12-16, flag L'],
    },
  ])
  // A text is read line by line.
  expect(others).toEqual([{ kind: 'lines', label: 'Comment', lines: ['First line'] }])
})

test.each([
  ['10828004^^SCT', 'Positive'],
  ['260385009^Negative (qualifier value)^SCT', 'Negative'],
  ['419984006^^SCT', 'Inconclusive'],
  ['10828004^Negative^SCT', 'Negative (its code says Positive)'],
])('the overall result %s of SNOMED CT is %s', (value, overall) => {
  expect(reportOf(`CWE|51968-6^Overall^LN|1|${value}||||||F`).result?.overall).toBe(overall)
})

test('[RES-01] a drug named as evidence is the drug, and a day that is none is kept', () => {
  const { result } = reportOf(
    'ST|48004-6^DNA change^LN|2a|c.2573T>G||||||F',
    'CWE|93044-6^Evidence^LN|2a|328134^gefitinib^RXNORM~LA30200-2^Very strong^LN||||||F',
    'ST|CLASSIFIED-ON^Classified on^KARYO|2a|last spring||||||F',
  )
  expect(result?.drugResponses).toMatchObject([
    { of: ['2a'], drugs: [{ name: 'gefitinib' }], evidence: 'Very strong' },
  ])
  expect(result?.others).toMatchObject([{ answers: [{ text: 'last spring' }] }])
})

test('[RES-01] a question is known by either code of OBX-3: laboratories send their own first', () => {
  const { result } = reportOf(
    'ST|21840^DNA change^MAYO^48004-6^DNA change^LN|2a|c.1601G>A||||||F',
    'CWE|21841^Classification^MAYO^53037-8^Significance^LN|2a|LA6668-3^Pathogenic^LN||||||F||||||^ACMG/AMP 2015',
    'ST|21842^Remark^MAYO^X-1^Comment^L|2a|Seen twice||||||F',
    'TX|21843^Methods^MAYO^METHODS^Methods^KARYO||Sequencing||||||F',
  )
  expect(result).toMatchObject({
    variants: [
      {
        cdna: 'c.1601G>A',
        significances: [{ variantClass: 'Pathogenic', scheme: 'ACMG/AMP 2015' }],
      },
    ],
    methods: ['Sequencing'],
    others: [{ answers: [{ question: { code: '21842', name: 'Remark' }, text: 'Seen twice' }] }],
  })
})
