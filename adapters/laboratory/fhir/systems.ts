import { createHash } from 'node:crypto'
import type { Identifier } from 'fhir/r4.js'

/** The systems of our identifiers and codes. They never change: laboratories store them. */
export const SYSTEMS = {
  /** Our order number: placer order number, the requisition of its tests. */
  order: 'urn:karyo:order',
  /** One test of an order: `4711-WES01`. */
  test: 'urn:karyo:ordered-test',
  /** One person of an order: `4711-relative-1`. */
  person: 'urn:karyo:person',
  specimen: 'urn:karyo:specimen',
  /** Identifies a Bundle or Task; the same in every retry. */
  message: 'urn:karyo:message',
  institution: 'urn:karyo:institution',
  /** A provider without an NPI, identified by the order that names them. */
  provider: 'urn:karyo:provider',
  coverage: 'urn:karyo:coverage',
  answers: 'urn:karyo:answers',
  /** One person's consent in an order: `4711-proband`. */
  consent: 'urn:karyo:consent',
  /** A statement of the catalogue that a person agrees to: `research-use`. */
  consentItem: 'urn:karyo:consent-item',
  /** Extension of a Consent: who confirmed the answers, and when, in words. */
  consentConfirmed: 'urn:karyo:consent-confirmed',
  /** A known variant of an order, and the report that describes it: `4711-v1`. */
  knownVariant: 'urn:karyo:known-variant',
  knownVariantReport: 'urn:karyo:known-variant-report',
  /** The laboratory's own number for an order: the filler order number. */
  laboratoryNumber: 'urn:karyo:laboratory-number',
  /** The catalogue's code of a test, and the alternative code it was chosen by. */
  catalogue: 'urn:karyo:catalogue',
  displayCode: 'urn:karyo:display-code',
  specimenType: 'urn:karyo:specimen-type',
  /** The laboratory's own codes of the types. */
  laboratorySpecimenType: 'urn:karyo:laboratory-specimen-type',
  /** Why an order is on hold (MISSING-INFO and so on), and the laboratory's own name of the hold. */
  holdReason: 'urn:karyo:hold-reason',
  hold: 'urn:karyo:hold',
  /** A report that an EHR reads here: `4711-WES01`, `4711-WES01-fetus-1`. */
  report: 'urn:karyo:report',
  /** The kind of an observation beside a report: TREATMENT. */
  part: 'urn:karyo:report-part',
  cancellation: 'urn:karyo:cancellation',
  /** Extension of a DiagnosticReport with the reason of a change. */
  reportChange: 'urn:karyo:report-change',
  /** Extension of a Task with the day on which the laboratory expects its report. */
  expectedReport: 'urn:karyo:expected-report',
  /** One finding: `4711-proband-HP:0001250-present`. */
  phenotype: 'urn:karyo:phenotype',
  hpo: 'http://human-phenotype-ontology.org',
  npi: 'http://hl7.org/fhir/sid/us-npi',
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
  icd10: 'http://hl7.org/fhir/sid/icd-10-cm',
  task: 'http://hl7.org/fhir/CodeSystem/task-code',
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  rejection: 'http://terminology.hl7.org/CodeSystem/v2-0490',
  units: 'http://unitsofmeasure.org',
  specimenTable: 'http://terminology.hl7.org/CodeSystem/v2-0487',
  additive: 'http://terminology.hl7.org/CodeSystem/v2-0371',
  collectionMethod: 'http://terminology.hl7.org/CodeSystem/v2-0488',
  specimenCondition: 'http://terminology.hl7.org/CodeSystem/v2-0493',
} as const

/** The clinic's medical record numbers. */
export function recordNumberSystem(institution: string): string {
  return `urn:karyo:record-number:${encodeURIComponent(institution.toWellFormed())}`
}

export function identifier(system: string, value: string, type?: string): Identifier {
  const coded = type ? { type: { coding: [{ system: SYSTEMS.identifierType, code: type }] } } : {}
  return { ...coded, system, value }
}

/** Writes a reference to one of our resources: `Patient/4711-proband`, or a name within a Bundle. */
export type Refer = (type: string, key: string) => string

/** Within a Bundle: a UUID derived from type and key, the same each time the Bundle is written. */
export const inBundle: Refer = (type, key) => {
  const hash = createHash('sha256').update(`${type}/${key}`).digest('hex')
  // Version 8 (RFC 9562): custom.
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`]
  return `urn:uuid:${[...groups, hash.slice(20, 32)].join('-')}`
}

/** At our own endpoints. */
export const atPortal: Refer = (type, key) => `${type}/${idOf(key)}`

/** A logical ID (at most 64 letters, digits, `-` and `.`). Begins with the order number if the key does. */
export function idOf(key: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(key)) return key
  const [order = ''] = /^\d{1,15}-/.exec(key) ?? []
  return `${order}x.${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
}
