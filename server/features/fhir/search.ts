import type { Bundle, FhirResource, Identifier } from 'fhir/r4.js'
import type { FhirWriter } from '#adapters/laboratory/port.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import { isOfInstitution, noteOpening, type OrderDeps } from '#server/features/orders/public.ts'
import { candidatesFrom, WINDOW } from './candidates.ts'
import type { Criteria } from './criteria.ts'
import { type Given, resourcesOf } from './present.ts'
import { lockOrders, ordersFor, type StoredOrder, seenUntil } from './store.ts'

/** How many orders are presented together. */
const BATCH = 50

/**
 * The limit for one request: this many orders by their columns, and this many by their resources. A search
 * that has not filled a page by then returns what it has, with a link to continue.
 */
const MOST_LOOKED_AT = 4 * WINDOW
const MOST_MADE = 10 * BATCH

export interface SearchDeps extends Pick<OrderDeps, 'demoReport'> {
  writer: FhirWriter
  /** `https://portal.example/fhir` */
  base: string
}

interface Match extends Given {
  institution: string
  order: number
  /** The position among the matches of its order. */
  position: number
}

interface Page {
  /** The matches by order, and one more than requested if there is one. */
  found: Match[]
  /** The order at which an unfinished search continues; null if there are no more. */
  goesOn: number | null
}

async function find(scope: Scope, criteria: Criteria, deps: SearchDeps): Promise<Page> {
  const { after, count } = criteria
  const found: Match[] = []
  let [from, lookedAt, made] = [after?.order ?? 0, 0, 0]
  while (lookedAt < MOST_LOOKED_AT && made < MOST_MADE) {
    const { ids, isAll } = await candidatesFrom(scope, criteria, from)
    lookedAt += ids.length
    let among: readonly number[] = ids
    while (among.length > 0 && made < MOST_MADE) {
      const orders = await ordersFor(scope, criteria, among, BATCH)
      made += orders.length
      for (const stored of orders) found.push(...matchingOf(stored, criteria, deps))
      if (found.length > count) return { found, goesOn: null }
      const last = orders.length < BATCH ? among.at(-1) : orders.at(-1)?.order.id
      from = (last ?? from) + 1
      among = among.filter((id) => id >= from)
    }
    if (among.length === 0 && isAll) return { found, goesOn: null }
  }
  return { found, goesOn: from }
}

function matchingOf(stored: StoredOrder, criteria: Criteria, deps: SearchDeps): Match[] {
  const { id: order, institution_code: institution } = stored.order
  const matching = resourcesOf(stored, deps).filter(({ resource }) =>
    matches(resource, criteria, deps.writer.orderNumber(order)),
  )
  const skipped = criteria.after?.order === order ? criteria.after.skip : 0
  return matching.flatMap((given, position) =>
    position >= skipped ? [{ ...given, institution, order, position }] : [],
  )
}

/**
 * Records a user as reader of the results that `found` gives as data: they are notified when these change, as in the
 * portal. A system learns of changes from its next search. The orders are locked and read again, so that nobody
 * reads a report that is being withdrawn without being told.
 */
async function withReader(
  scope: Scope,
  criteria: Criteria,
  deps: SearchDeps,
  found: readonly Match[],
): Promise<readonly Match[]> {
  const results = found.filter(
    ({ versions, institution }) => versions.length > 0 && isOfInstitution(scope, institution),
  )
  const ids = [...new Set(results.map(({ order }) => order))]
  if (ids.length === 0) return found
  await lockOrders(scope, ids)
  const orders = await ordersFor(scope, criteria, ids, ids.length)
  const now = orders.flatMap((stored) => matchingOf(stored, { ...criteria, after: null }, deps))
  const locked = found.flatMap((one) => {
    if (!ids.includes(one.order)) return [one]
    return now.filter(({ order, resource }) => order === one.order && resource.id === one.resource.id)
  })
  const opened = locked.filter(({ order }) => ids.includes(order))
  await noteOpening(scope, ...opened.flatMap(({ versions }) => versions))
  return locked
}

/** One resource by id; undefined if it does not exist or is outside the scope. */
export async function read(
  scope: Scope,
  criteria: Criteria,
  deps: SearchDeps,
): Promise<FhirResource | undefined> {
  const matching = (await find(scope, criteria, deps)).found.slice(0, 1)
  const [found] = await withReader(scope, criteria, deps, matching)
  if (!found) return undefined
  const { resource, institution } = found
  const entity = { kind: resource.resourceType, id: resource.id ?? '', institution }
  await audit(scope, 'fhir.read', entity, ordersOf([found]))
  return resource
}

/** The longest criteria kept in the audit trail: clients may write as much as a request's head holds. */
const LONGEST_CRITERIA = 1000

/**
 * Records a search with its criteria: at each institution of which something was found, what that was. One that finds
 * nothing tells what was looked for: one line, however many institutions were searched, at the first of them.
 */
async function note(scope: Scope, type: string, selfUrl: URL, page: readonly Match[]): Promise<void> {
  const criteria = selfUrl.search.slice(1, 1 + LONGEST_CRITERIA)
  const entity = { kind: type, id: 'search' }
  for (const institution of new Set(page.map((one) => one.institution))) {
    const given = page.filter((one) => one.institution === institution)
    const ids = given.map(({ resource }) => resource.id)
    await audit(scope, 'fhir.search', { ...entity, institution }, { criteria, ids, ...ordersOf(given) })
  }
  const institutions = scope.institutions.toSorted()
  const [first = null] = institutions
  if (page.length === 0)
    await audit(scope, 'fhir.search', { ...entity, institution: first }, { criteria, ids: [], institutions })
}

/** A page as a searchset, with the link to the next one. Each page is in the audit trail. */
export async function search(
  scope: Scope,
  criteria: Criteria,
  selfUrl: URL,
  deps: SearchDeps,
): Promise<Bundle<FhirResource>> {
  const until = await seenUntil(scope)
  const { found, goesOn } = await find(scope, criteria, deps)
  const page = await withReader(scope, criteria, deps, found.slice(0, criteria.count))
  const next = found[criteria.count] ?? (goesOn === null ? null : { order: goesOn, position: 0 })
  await note(scope, criteria.type, selfUrl, page)
  const link = [{ relation: 'self', url: selfUrl.href }]
  if (next) {
    const further = new URL(selfUrl)
    further.searchParams.set('_after', `${next.order}.${next.position}`)
    link.push({ relation: 'next', url: further.href })
  }
  return {
    resourceType: 'Bundle',
    // What a client searches from the next time: later, it would miss what is noted already and committed afterwards.
    meta: { lastUpdated: until.toISOString() },
    type: 'searchset',
    link,
    ...(page.length > 0
      ? {
          entry: page.map(({ resource }) => ({
            fullUrl: `${deps.base}/${resource.resourceType}/${resource.id}`,
            resource,
            search: { mode: 'match' },
          })),
        }
      : {}),
  }
}

/** What the audit trail records about the patients: practitioners and organizations are about none. */
function ordersOf(found: readonly Match[]): { orderIds?: number[] } {
  const ofPatients = found.filter(
    ({ resource: { resourceType } }) => !['Practitioner', 'Organization'].includes(resourceType),
  )
  return ofPatients.length > 0 ? { orderIds: [...new Set(ofPatients.map(({ order }) => order))] } : {}
}

function matches(
  resource: FhirResource,
  { type, id, identifier, patient, status, updated }: Criteria,
  orderNumber: Identifier,
): boolean {
  if (resource.resourceType !== type || (id !== null && resource.id !== id)) return false
  if (status !== null && !status.includes('status' in resource ? String(resource.status) : '')) return false
  if (patient !== null && patientOf(resource) !== `Patient/${patient}`) return false
  const at = new Date(resource.meta?.lastUpdated ?? 0)
  if ((updated.from && at < updated.from) || (updated.before && at >= updated.before)) return false
  if (identifier === null) return true
  const { system, value } = identifier
  // FHIR has no place in a report for the number of its order.
  const ofOrder = resource.resourceType === 'DiagnosticReport' ? [orderNumber] : []
  return [...identifiersOf(resource), ...ofOrder].some(
    (one) => one.value === value && (system === null || (one.system ?? '') === system),
  )
}

function patientOf(resource: FhirResource): string | undefined {
  if (resource.resourceType === 'Task') return resource.for?.reference
  if (resource.resourceType === 'Coverage') return resource.beneficiary.reference
  if (resource.resourceType === 'Consent') return resource.patient?.reference
  if (resource.resourceType === 'RelatedPerson') return resource.patient.reference
  return 'subject' in resource
    ? (resource.subject as { reference?: string } | undefined)?.reference
    : undefined
}

/** Includes the order's number, which FHIR keeps separate from the identifiers of one of its tests. */
function identifiersOf(resource: FhirResource): Identifier[] {
  const own = 'identifier' in resource ? [resource.identifier].flat() : []
  const groups = [
    resource.resourceType === 'ServiceRequest' ? resource.requisition : undefined,
    resource.resourceType === 'Task' ? resource.groupIdentifier : undefined,
    resource.resourceType === 'Specimen' ? resource.accessionIdentifier : undefined,
  ]
  return [...own, ...groups].filter((one): one is Identifier => one !== undefined)
}
