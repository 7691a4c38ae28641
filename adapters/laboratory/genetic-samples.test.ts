import { readdirSync, readFileSync } from 'node:fs'
import type { DiagnosticReport, Extension, FhirResource, Observation, Procedure, Task } from 'fhir/r4.js'
import { expect, test } from 'vitest'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { readResult } from '#domain/results/read-result.ts'
import { variantInWords } from '#domain/results/words.ts'
import { parseMessage } from '../hl7/message.ts'
import { geneticPart as geneticPartIn } from './fhir/genetic-findings.ts'
import { observationsIn } from './fhir/observation-values.ts'
import { type FhirBundle, finder } from './fhir/references.ts'
import { hasOthers, othersResources } from './fhir/testing/foreign-resources.ts'
import { geneticPart } from './genetic-findings.ts'
import { orderGroups } from './order-groups.ts'
import { FHIR_RESULTS, HL7_RESULTS, type Rows } from './testing/expected-genetics.ts'
import { GUIDE_RESULT } from './testing/expected-guide.ts'
import { VCF2FHIR_RESULTS } from './testing/expected-vcf2fhir.ts'

/*
 * What is read from the genetic results of others (skipped if ../shared/samples is missing): the overall result,
 * each variant in a line, what else is understood, and what is kept as received.
 */

function summary(result: GeneticResult): Rows {
  const { overall, variants, phases, drugResponses, markers, study, others } = result
  const { recommendations, methods, limits } = result
  return [
    ...(overall === undefined ? [] : [`overall: ${overall}`]),
    ...variants.map((variant) => variantInWords(variant).slice(0, 100)),
    ...phases.map(({ relation, variants: keys }) => `${relation} of ${keys.length}`),
    ...drugResponses.map(
      ({ drugs, therapies, response }) =>
        `${[...drugs, ...therapies].map(({ name }) => name).join(', ')}: ${response ?? ''}`,
    ),
    ...markers.map(({ name, value }) => `${name}: ${value}`),
    ...study.regions,
    ...recommendations.map(({ of, action, text = '' }) =>
      [`recommended for ${of.length}:`, action, text.slice(0, 60)].filter(Boolean).join(' '),
    ),
    ...methods.map((text) => `method: ${text.slice(0, 60)}`),
    ...limits.map((text) => `limit: ${text.slice(0, 60)}`),
    ...others.flatMap(({ answers }) => answers.map(({ question, text }) => `kept: ${question.code} ${text}`)),
  ]
}

function readFhir(file: string): Rows[] {
  const found = othersResources().find((one) => one.file.endsWith(`/${file}`))
  const resource = found?.resource as unknown as FhirResource
  const bundle =
    resource.resourceType === 'Bundle'
      ? (resource as FhirBundle)
      : ({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] } satisfies FhirBundle)
  return (bundle.entry ?? []).flatMap(({ resource: report, fullUrl }) => {
    if (report?.resourceType !== 'DiagnosticReport') return []
    const find = finder(bundle)(report, fullUrl)
    const part = geneticPartIn(report, observationsIn(report.result ?? [], find, report).found, find)
    return part ? [summary(readResult(part.part.findings))] : []
  })
}

/** The guide's examples that stand alone, as if one report had them all. */
function readGuide(): Rows {
  const resources = othersResources()
    .filter(({ file }) => /cg-ig-3\.0\.0\/examples\/(Observation|Task|Procedure)-/.test(file))
    .map(({ resource }) => resource as unknown as Observation | Task | Procedure)
  const named = (type: string) =>
    resources
      .filter(({ resourceType }) => resourceType === type)
      .map(({ id }) => ({ reference: `${type}/${id}` }))
  const extended = (name: string, type: string): Extension[] =>
    named(type).map((valueReference) => ({
      ...{ url: `http://hl7.org/fhir/uv/genomics-reporting/StructureDefinition/${name}`, valueReference },
    }))
  const result = named('Observation')
  const report: DiagnosticReport = {
    ...{ resourceType: 'DiagnosticReport', status: 'final', code: {}, result },
    extension: [
      ...extended('recommended-action', 'Task'),
      ...extended('genomic-study-reference', 'Procedure'),
    ],
  }
  const entry = [report, ...resources].map((resource) => ({ resource }))
  const find = finder({ resourceType: 'Bundle', type: 'collection', entry })(report)
  const part = geneticPartIn(report, observationsIn(result, find).found, find)
  return summary(readResult(part?.part.findings ?? []))
}

const SAMPLES = '../shared/samples'

function readHl7(file: string): Rows {
  const segments = readFileSync(`${SAMPLES}/hl7v2-genomics/${file}`, 'utf8')
  const header = 'MSH|^~\\&|LIS|L|K|P|20260313||ORU^R01|M1|P|2.5.1\rPID|1\rOBR|1|1\r'
  const parsed = parseMessage(segments.startsWith('MSH') ? segments : header + segments)
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const [group] = orderGroups(parsed.message.segments)
  const part = geneticPart(group?.results ?? [])
  return part ? summary(readResult(part.part.findings)) : []
}

const READ = { ...FHIR_RESULTS, ...VCF2FHIR_RESULTS }

test.skipIf(!hasOthers).each(Object.entries(READ))('[RES-01] %s', (file, rows) => {
  expect(readFhir(file)).toEqual([rows])
})

test.skipIf(!hasOthers)('[RES-01] a report of 74 variants, two of them in cis', () => {
  const [rows = []] = readFhir('Bundle-bundle-CYP2C19.json.gz')
  expect(rows).toHaveLength(75)
  expect([rows[0], rows[73], rows[74]]).toEqual([
    'NC_000010.10:96448129 A>G, Heterozygous',
    'NC_000010.10:96537137 C>T, Heterozygous',
    'Cis of 2',
  ])
})

test.skipIf(!hasOthers)('[RES-01] every Observation, Task and Procedure of the guide', () => {
  expect(readGuide()).toEqual(GUIDE_RESULT)
})

test.skipIf(!hasOthers).each(Object.entries(HL7_RESULTS))('[RES-01] %s', (file, rows) => {
  expect(readHl7(file)).toEqual(rows)
})

test.skipIf(!hasOthers)('no other file of these has a genetic result', () => {
  const others = othersResources()
    .map(({ file }) => file)
    .filter((file) => /^fhir-genomics\/.*(Bundle|DiagnosticReport|expected)[^/]*$/.test(file))
    .map((file) => file.replace(/^.*\//, ''))
    .filter((file) => !(file in READ) && file !== 'Bundle-bundle-CYP2C19.json.gz')
  expect(others.filter((file) => readFhir(file).length > 0)).toEqual([])
  const messages = readdirSync(`${SAMPLES}/hl7v2-genomics`).filter((file) => file.endsWith('.hl7'))
  expect(messages.filter((file) => readHl7(file).length > 0)).toEqual([])
})
