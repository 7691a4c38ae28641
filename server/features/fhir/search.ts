import type { Bundle, FhirResource, Identifier } from 'fhir/r4.js'
import type { FhirWriter } from '#adapters/laboratory/port.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import type { Criteria } from './criteria.ts'
import { resourcesOf } from './present.ts'
import { ordersFor } from './store.ts'

/** How many orders are looked at together. */
const BATCH = 50

export interface SearchParts {
  writer: FhirWriter
  /** `https://portal.example/fhir` */
  base: string
}

interface Found {
  resource: FhirResource
  institution: string
  order: number
  /** Its place among what was found of its order. */
  place: number
}

/** What matches, in the order of their orders, and one more than asked for where there is one. */
async function find(scope: Scope, criteria: Criteria, { writer, base }: SearchParts): Promise<Found[]> {
  const { after, count } = criteria
  const found: Found[] = []
  let from = after?.order ?? 0
  while (found.length <= count) {
    const orders = await ordersFor(scope, criteria, from, BATCH)
    for (const stored of orders) {
      const { id: order, institution_code: institution } = stored.order
      const matching = resourcesOf(stored, writer, base).filter((one) => matches(one, criteria))
      const skipped = after?.order === order ? after.skip : 0
      for (const [place, resource] of matching.entries())
        if (place >= skipped) found.push({ resource, institution, order, place })
    }
    const last = orders.at(-1)
    if (orders.length < BATCH || !last) break
    from = last.order.id + 1
  }
  return found
}

/** One resource by its id; undefined where it is not, or is not theirs. */
export async function read(
  scope: Scope,
  criteria: Criteria,
  parts: SearchParts,
): Promise<FhirResource | undefined> {
  const [found] = await find(scope, criteria, parts)
  if (!found) return undefined
  const { resource, institution } = found
  const entity = { kind: resource.resourceType, id: resource.id ?? '', institution }
  await audit(scope, 'fhir.read', entity, ordersOf([found]))
  return resource
}

/** A page as a searchset, with the link to the next one. What was read of each institution is in its audit trail. */
export async function search(
  scope: Scope,
  criteria: Criteria,
  self: URL,
  parts: SearchParts,
): Promise<Bundle<FhirResource>> {
  const all = await find(scope, criteria, parts)
  const page = all.slice(0, criteria.count)
  const next = all[criteria.count]
  for (const institution of new Set(page.map((one) => one.institution))) {
    const given = page.filter((one) => one.institution === institution)
    const ids = given.map(({ resource }) => resource.id)
    const entity = { kind: criteria.type, id: 'search', institution }
    await audit(scope, 'fhir.search', entity, { ids, ...ordersOf(given) })
  }
  const link = [{ relation: 'self', url: self.href }]
  if (next) {
    const further = new URL(self)
    further.searchParams.set('_after', `${next.order}.${next.place}`)
    link.push({ relation: 'next', url: further.href })
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link,
    ...(page.length > 0
      ? {
          entry: page.map(({ resource }) => ({
            fullUrl: `${parts.base}/${resource.resourceType}/${resource.id}`,
            resource,
            search: { mode: 'match' },
          })),
        }
      : {}),
  }
}

/** What the audit trail is told of the patients in it: practitioners and organizations say nothing of any. */
function ordersOf(found: readonly Found[]): { orderIds?: number[] } {
  const ofPatients = found.filter(
    ({ resource: { resourceType } }) => !['Practitioner', 'Organization'].includes(resourceType),
  )
  return ofPatients.length > 0 ? { orderIds: [...new Set(ofPatients.map(({ order }) => order))] } : {}
}

function matches(
  resource: FhirResource,
  { type, id, identifier, patient, status, updated }: Criteria,
): boolean {
  if (resource.resourceType !== type || (id !== null && resource.id !== id)) return false
  if (status !== null && !status.includes('status' in resource ? String(resource.status) : '')) return false
  if (patient !== null && patientOf(resource) !== `Patient/${patient}`) return false
  const at = new Date(resource.meta?.lastUpdated ?? 0)
  if ((updated.from && at < updated.from) || (updated.before && at >= updated.before)) return false
  if (identifier === null) return true
  const { system, value } = identifier
  return identifiersOf(resource).some(
    (one) => one.value === value && (system === null || (one.system ?? '') === system),
  )
}

function patientOf(resource: FhirResource): string | undefined {
  if (resource.resourceType === 'Task') return resource.for?.reference
  if (resource.resourceType === 'Coverage') return resource.beneficiary.reference
  if (resource.resourceType === 'RelatedPerson') return resource.patient.reference
  return 'subject' in resource
    ? (resource.subject as { reference?: string } | undefined)?.reference
    : undefined
}

/** With the order's number, which FHIR keeps apart from what identifies one of its tests. */
function identifiersOf(resource: FhirResource): Identifier[] {
  const own = 'identifier' in resource ? [resource.identifier].flat() : []
  const groups = [
    resource.resourceType === 'ServiceRequest' ? resource.requisition : undefined,
    resource.resourceType === 'Task' ? resource.groupIdentifier : undefined,
    resource.resourceType === 'Specimen' ? resource.accessionIdentifier : undefined,
  ]
  return [...own, ...groups].filter((one): one is Identifier => one !== undefined)
}
