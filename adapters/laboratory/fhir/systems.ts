import { createHash } from 'node:crypto'
import type { Identifier } from 'fhir/r4.js'

/** What identifiers and codes of ours are of. They never change: a laboratory stores them. */
export const SYSTEMS = {
  /** Our order number: placer order number, the requisition of its tests. */
  order: 'urn:karyo:order',
  /** One test of an order, `4711-WES01`. */
  test: 'urn:karyo:ordered-test',
  /** A person of an order, `4711-relative-1`. */
  person: 'urn:karyo:person',
  specimen: 'urn:karyo:specimen',
  /** What a Bundle or a Task is known by, the same in every retry. */
  message: 'urn:karyo:message',
  institution: 'urn:karyo:institution',
  /** A provider without an NPI, by the order that names them. */
  provider: 'urn:karyo:provider',
  coverage: 'urn:karyo:coverage',
  answers: 'urn:karyo:answers',
  /** The laboratory's own number of an order: filler order number. */
  laboratoryNumber: 'urn:karyo:laboratory-number',
  /** The catalogue's code of a test, and another code that it was chosen by. */
  catalogue: 'urn:karyo:catalogue',
  displayCode: 'urn:karyo:display-code',
  specimenType: 'urn:karyo:specimen-type',
  /** Why it is held: MISSING-INFO and so on; and the laboratory's own name of that hold. */
  holdReason: 'urn:karyo:hold-reason',
  hold: 'urn:karyo:hold',
  /** What an observation beside a report is: TREATMENT. */
  part: 'urn:karyo:report-part',
  cancellation: 'urn:karyo:cancellation',
  /** Extension of a DiagnosticReport: why it changed. */
  reportChange: 'urn:karyo:report-change',
  npi: 'http://hl7.org/fhir/sid/us-npi',
  icd10: 'http://hl7.org/fhir/sid/icd-10-cm',
  task: 'http://hl7.org/fhir/CodeSystem/task-code',
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  rejection: 'http://terminology.hl7.org/CodeSystem/v2-0490',
} as const

/** The clinic's own record numbers. */
export function recordNumberSystem(institution: string): string {
  return `urn:karyo:record-number:${encodeURIComponent(institution.toWellFormed())}`
}

export function identifier(system: string, value: string, type?: string): Identifier {
  const coded = type ? { type: { coding: [{ system: SYSTEMS.identifierType, code: type }] } } : {}
  return { ...coded, system, value }
}

/** How a reference to one of our resources is written: `Patient/4711-proband`, or a name within a Bundle. */
export type Refer = (type: string, key: string) => string

/** Within a Bundle: a UUID made of what it stands for, the same each time the Bundle is written. */
export const inBundle: Refer = (type, key) => {
  const hash = createHash('sha256').update(`${type}/${key}`).digest('hex')
  // Version 8 (RFC 9562): made in a way of our own.
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`]
  return `urn:uuid:${[...groups, hash.slice(20, 32)].join('-')}`
}

/** At our own endpoints. */
export const atPortal: Refer = (type, key) => `${type}/${idOf(key)}`

/** A logical id (at most 64 of letters, digits, `-` and `.`). It begins with the order's number where the key does. */
export function idOf(key: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(key)) return key
  const [order = ''] = /^\d{1,15}-/.exec(key) ?? []
  return `${order}x.${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
}
