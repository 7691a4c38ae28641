import type { DiagnosticReport, Reference, Specimen } from 'fhir/r4.js'
import type { LabUpdate } from '../port.ts'
import { observationsIn } from './observation-values.ts'
import { personOf } from './read-person.ts'
import { isRetracted, parseSpecimen } from './read-specimen.ts'
import type { Find } from './references.ts'

type OfReport = Pick<LabUpdate, 'reportSpecimens' | 'accessions' | 'specimenSubjects'>

/** What a report and its results were made from: specimens, those that they were made from, and whose they are. */
export function specimensOfReport(report: DiagnosticReport, find: Find): OfReport {
  const { found: results } = observationsIn(report.result ?? [], find)
  const references = [
    ...(report.specimen ?? []),
    ...results.flatMap(({ specimen }) => (specimen ? [specimen] : [])),
  ]
  const all = withParents(references, find)
  const specimens = [...new Set(all.flatMap(({ resource }) => (resource ? [resource] : [])))]
  const reportSpecimens = all.flatMap(({ reference, resource }) => {
    const identifier = [
      ...(reference.identifier ? [reference.identifier] : []),
      ...(resource?.identifier ?? []),
    ]
    const named = parseSpecimen({ resourceType: 'Specimen', identifier })
    return named ? [{ orderId: named.orderId, key: named.key }] : []
  })
  const accessions = specimens.flatMap(({ accessionIdentifier }) => accessionIdentifier?.value || [])
  const specimenSubjects = specimens.flatMap(({ subject }) => {
    const person = subject && find(subject)
    return person?.resourceType === 'Patient' ? [personOf(person)] : []
  })
  return {
    ...(reportSpecimens.length > 0 ? { reportSpecimens } : {}),
    ...(accessions.length > 0 ? { accessions } : {}),
    ...(specimenSubjects.length > 0 ? { specimenSubjects } : {}),
  }
}

interface Named {
  reference: Reference
  resource: Specimen | null
}

/** Each specimen, then those that it was made from, each once; what was entered in error is no evidence of anything. */
function withParents(references: readonly Reference[], find: Find): Named[] {
  const seen = new Set<Specimen>()
  const all: Named[] = []
  const queue = [...references]
  for (const reference of queue) {
    const found = find(reference)
    const resource = found?.resourceType === 'Specimen' ? found : null
    if (resource && (seen.has(resource) || isRetracted(resource))) continue
    if (resource) seen.add(resource)
    all.push({ reference, resource })
    queue.push(...(resource?.parent ?? []))
  }
  return all
}
