import { readdirSync, readFileSync } from 'node:fs'
import type { DiagnosticReport, Extension, FhirResource, Observation, Procedure, Task } from 'fhir/r4.js'
import type { Finding } from '#domain/results/finding.ts'
import { parseMessage } from '../../hl7/message.ts'
import { geneticPart as geneticPartIn } from '../fhir/genetic-findings.ts'
import { observationsIn } from '../fhir/observation-values.ts'
import { type FhirBundle, finder } from '../fhir/references.ts'
import { othersResources } from '../fhir/testing/foreign-resources.ts'
import { geneticPart } from '../genetic-findings.ts'
import { orderGroups } from '../order-groups.ts'

/*
 * The findings in the genetic results of others, for tests. Only where ../shared/samples is.
 */

const SAMPLES = '../shared/samples/hl7v2-genomics'

/** Of each report with a genetic result in a FHIR file. */
export function fhirFindings(file: string): (readonly Finding[])[] {
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
    return part ? [part.part.findings] : []
  })
}

/** Of the guide's examples that stand alone, as if one report had them all. */
export function guideFindings(): readonly Finding[] {
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
  return geneticPartIn(report, observationsIn(result, find).found, find)?.part.findings ?? []
}

/** The files with HL7 v2 messages. */
export const hl7Files = () => readdirSync(SAMPLES).filter((file) => file.endsWith('.hl7'))

/** Of the first order group of a file; none if it has no genetic result. */
export function hl7Findings(file: string): readonly Finding[] {
  const segments = readFileSync(`${SAMPLES}/${file}`, 'utf8')
  const header = 'MSH|^~\\&|LIS|L|K|P|20260313||ORU^R01|M1|P|2.5.1\rPID|1\rOBR|1|1\r'
  const parsed = parseMessage(segments.startsWith('MSH') ? segments : header + segments)
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  const [group] = orderGroups(parsed.message.segments)
  return geneticPart(group?.results ?? [])?.part.findings ?? []
}
