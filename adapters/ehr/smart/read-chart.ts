import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Chart, ChartResource } from '#domain/ehr/chart.ts'
import { isModified, withoutResources } from '#domain/fhir-modifiers.ts'
import { fetchJson, type Json, NoAnswer } from './fetch-json.ts'
import * as read from './resources.ts'

/** What may be read of whose chart. */
interface Reading {
  base: string
  token: string
  patient: string
  encounter: string | null
  /** `fhirUser` of the ID token: relative to the base, or absolute. */
  user: string
  /** What the hospital granted, which may be less than was asked for. */
  scopes: readonly string[]
  /** ServiceRequests that the launch names. */
  orders: readonly string[]
  recordNumberSystem: string
  /** How long one answer may take; the chart as a whole twice as long. A user waits for it. */
  withinMs: number
}

/** How many entries of a search are read. */
const MOST_ENTRIES = 100

/**
 * Reads a patient's chart: at most nine requests, each with a limit of time and size. Whatever cannot be read, has a
 * modifier of FHIR or is on a further page is named and left out; without the patient it is null. What is another patient's
 * is never taken.
 */
export async function readChart(reading: Reading): Promise<Chart | null> {
  const notRead = new Set<ChartResource>()
  const { patient, base, token, withinMs } = reading
  const limit = AbortSignal.timeout(2 * withinMs)
  const headers = { accept: 'application/fhir+json', authorization: `Bearer ${token}` }

  async function fetched(resource: ChartResource, path: string): Promise<Json | null> {
    if (!isGranted(reading.scopes, path.replace(/[/?].*$/, ''))) return miss(resource)
    try {
      return await fetchJson(`${base}/${path}`, { headers, signal: limit, withinMs })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return miss(resource)
    }
  }
  async function one(resource: ChartResource, path: string): Promise<Json | null> {
    const found = await fetched(resource, path)
    return found && isModified(found) ? miss(resource) : found
  }
  function miss(resource: ChartResource): null {
    notRead.add(resource)
    return null
  }
  async function list(resource: ChartResource, parameters: string): Promise<Json[]> {
    const parts = `?patient=${patient}&_count=${MOST_ENTRIES}${parameters}`
    const bundle = await fetched(resource, `${resource}${parts}`)
    if (bundle && isModified(withoutResources(bundle))) {
      miss(resource)
      return []
    }
    const entries = read.entriesOf(bundle, resource)
    // Another page, which is not read.
    if (entries.length > MOST_ENTRIES || read.hasNext(bundle)) miss(resource)
    const all = entries.slice(0, MOST_ENTRIES).filter((each) => read.isOf(each, patient))
    const known = all.filter((each) => !isModified(each))
    if (known.length < all.length) miss(resource)
    return known
  }
  async function byReference(resource: ChartResource, reference: string, types: readonly string[]) {
    const path = read.pathUnder(base, reference, types)
    return path === null ? null : one(resource, path)
  }

  /** Whoever launched, by themself or by their role. */
  async function practitioner(): Promise<Json | null> {
    const found = await byReference('Practitioner', reading.user, ['Practitioner', 'PractitionerRole'])
    if (found?.resourceType !== 'PractitionerRole') return found
    return byReference('Practitioner', read.referenceOf(found.practitioner), ['Practitioner'])
  }
  async function order(): Promise<Json | null> {
    const [first] = reading.orders
    const found = first === undefined ? null : await byReference('ServiceRequest', first, ['ServiceRequest'])
    return found && read.isOf(found, patient) && !read.isRetracted(found) ? found : null
  }
  async function coverages(): Promise<Json[]> {
    const all = await list('Coverage', '&status=active')
    const today = todayAtLaboratory(new Date())
    // Searches by status are optional for a server, and a plan that has ended may stay active.
    return all
      .filter((coverage) => read.isInForce(coverage, today))
      .toSorted((a, b) => Number(a.order ?? 99) - Number(b.order ?? 99))
  }

  const person = await one('Patient', `Patient/${patient}`)
  if (person?.resourceType !== 'Patient' || person.id !== patient) return null
  const [clinician, visit, conditions, insurance, relatives, ordered] = await Promise.all([
    practitioner(),
    reading.encounter === null ? null : one('Encounter', `Encounter/${reading.encounter}`),
    list('Condition', ''),
    coverages(),
    list('FamilyMemberHistory', ''),
    order(),
  ])
  const [first] = insurance
  const payerReference = first ? read.referenceOf(read.firstOf(first.payor)) : ''
  const payer = await byReference('Coverage', payerReference, ['Organization'])
  const ofVisit = visit && read.isOf(visit, patient) && !read.isRetracted(visit) ? visit : null
  return {
    patient: read.patientIn(person, reading.recordNumberSystem),
    provider: clinician && read.providerIn(clinician),
    conditions: read.conditionsIn(conditions, ofVisit),
    insurance: first ? [read.insuranceIn(first, payer)] : [],
    familyHistory: relatives.map(read.relativeInWords).filter(Boolean),
    order: ordered && read.orderIn(ordered),
    notRead: [...notRead],
  }
}

/** Whether a granted scope lets a resource be read: `patient/Coverage.rs`, `user/*.read`, `patient/*.*`. */
function isGranted(scopes: readonly string[], resource: string): boolean {
  return scopes.some((scope) => {
    const [, type, may] = /^(?:patient|user)\/([A-Za-z*]+)\.([a-z*]+)(?:\?.*)?$/.exec(scope) ?? []
    if (type !== '*' && type !== resource) return false
    return may === 'read' || may === '*' || /^c?r/.test(may ?? '')
  })
}
