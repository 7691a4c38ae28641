import { isDeepStrictEqual } from 'node:util'
import type { Bundle, CodeableConcept, FhirResource, Identifier, Reference } from 'fhir/r4.js'
import { DOCUMENT_CODES } from '#domain/reports/which-report.ts'
import { table } from '#domain/table.ts'
import type { OrderName } from '../port.ts'
import { SYSTEMS } from './systems.ts'

/** Order and test of a resource, according to its identifiers and references. */
export interface Naming {
  /** Our order number; null if none or two are named. */
  orderId: number | null
  laboratoryNumber: string | null
  /** The catalogue's code; '' if none is named. */
  testCode: string
}

/** A Bundle of any resources. */
export type FhirBundle = Bundle<FhirResource>

export type Find = (reference: Reference | undefined) => FhirResource | undefined

const RELATIVE = /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})(\/_history\/[A-Za-z0-9.-]{1,64})?$/

/** Normalizes an address: UUIDs and OIDs are case-insensitive. */
function spelled(address: string): string {
  return /^urn:(uuid|oid):/i.test(address) ? address.toLowerCase() : address
}

/**
 * Resolves references: contained in `within`, or in the Bundle by full URL, or by type and ID, preferring the
 * server of `within` (`fullUrl`). A version (`/_history/2`) resolves to that version, or else to the resource
 * with that ID. An address shared by two different resources resolves to nothing, as does an unknown one.
 */
export function finder(bundle: FhirBundle): (within: FhirResource, fullUrl?: string) => Find {
  const known = new Map<string, FhirResource | null>()
  const know = (address: string, resource: FhirResource) => {
    const before = known.get(address)
    const isSame = before === undefined || (before !== null && isDeepStrictEqual(before, resource))
    known.set(address, isSame ? resource : null)
  }
  for (const { fullUrl, resource, request } of bundle.entry ?? []) {
    if (!resource) continue
    const { id, resourceType, meta } = resource
    const put = request?.method === 'PUT' ? request.url : undefined
    const names = new Set([
      ...(id ? [`${resourceType}/${id}`] : []),
      ...(fullUrl ? [spelled(fullUrl)] : []),
      ...[fullUrl, put].flatMap((url) => RELATIVE.exec(url ?? '')?.[1] ?? []),
    ])
    for (const name of names) {
      know(name, resource)
      if (meta?.versionId) know(`${name}/_history/${meta.versionId}`, resource)
    }
  }
  return (within, fullUrl) => {
    const server = /^(https?:\/\/.*)\/[A-Z][A-Za-z]+\/[^/]+$/.exec(fullUrl ?? '')?.[1]
    return (reference) => {
      const to = reference?.reference ?? ''
      if (to.startsWith('#')) return containedIn(within, to.slice(1))
      const [, relative, version = ''] = RELATIVE.exec(to) ?? []
      const isRelative = relative !== undefined && to === `${relative}${version}`
      const addresses = isRelative && server ? [`${server}/${to}`, to] : [spelled(to)]
      const unversioned = addresses.map((address) => address.replace(/\/_history\/[^/]+$/, ''))
      const address = [...addresses, ...unversioned].find((one) => known.has(one))
      return (address === undefined ? null : known.get(address)) ?? undefined
    }
  }
}

/** Nothing if two have that ID. */
function containedIn(within: FhirResource, id: string): FhirResource | undefined {
  const contained = 'contained' in within ? (within.contained as FhirResource[] | undefined) : undefined
  const found = (contained ?? []).filter((one) => one.id === id)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Reads identifiers, and those of referenced resources. Two different order numbers contradict each other.
 */
export function namingOf(
  identifiers: (Identifier | undefined)[],
  references: (Reference | undefined)[],
  find: Find,
): Naming {
  const found = references.map(find)
  const all = [
    ...identifiers,
    ...references.map((reference) => reference?.identifier),
    ...found.flatMap((resource) => (resource ? identifiersOf(resource) : [])),
  ].filter((one) => one !== undefined)
  const orders = new Set(all.flatMap(orderNumber))
  const [orderId = null] = orders
  const [laboratoryNumber = null] = all.flatMap(laboratoryNumberIn)
  const codes = found.flatMap((resource) =>
    resource?.resourceType === 'ServiceRequest' ? [catalogueCode(resource.code)] : [],
  )
  const tests = new Set([...all.flatMap(testIn), ...codes].filter((code) => code !== ''))
  const [testCode = ''] = tests
  return {
    orderId: orders.size === 1 ? orderId : null,
    laboratoryNumber,
    testCode: tests.size === 1 ? testCode : '',
  }
}

/** The catalogue's code, or else the first one given. */
function catalogueCode(concept: CodeableConcept | undefined): string {
  return codeIn(concept, SYSTEMS.catalogue) ?? concept?.coding?.[0]?.code ?? ''
}

/** The test of a report: in the catalogue's code; else, if its code is any genetic report's, the one that it is based on. */
export function reportedTest(code: CodeableConcept, basedOn: string): string {
  const isDocument = code.coding?.some((coding) => DOCUMENT_CODES.includes(coding.code ?? ''))
  const [first, second] = isDocument ? [basedOn, catalogueCode(code)] : [catalogueCode(code), basedOn]
  return codeIn(code, SYSTEMS.catalogue) ?? (first || second)
}

export function codeIn(concept: CodeableConcept | undefined, system: string): string | undefined {
  return concept?.coding?.find((coding) => coding.system === system)?.code
}

/** A concept in words. */
export function wordsOf(concept: CodeableConcept | undefined): string {
  return concept?.text ?? concept?.coding?.find(({ display }) => display)?.display ?? ''
}

function identifiersOf(resource: FhirResource): (Identifier | undefined)[] {
  if (resource.resourceType === 'ServiceRequest')
    return [...(resource.identifier ?? []), resource.requisition]
  return resource.resourceType === 'Task' ? [...(resource.identifier ?? []), resource.groupIdentifier] : []
}

/** Patterns of our number in our identifiers; the first group is the number. */
const ORDER_NUMBERS = table<RegExp>({
  [SYSTEMS.order]: /^(\d{1,15})$/,
  [SYSTEMS.test]: /^(\d{1,15})-./,
  [SYSTEMS.message]: /^(?:NW|CA|XO)(\d{1,15})(?:-|$)/,
})

/** How an identifier names an order; nothing if it is something else's. */
export function nameIn(identifier: Identifier): OrderName[] {
  const [orderId = null] = orderNumber(identifier)
  const [laboratoryNumber = null] = laboratoryNumberIn(identifier)
  const [testCode = ''] = testIn(identifier)
  return orderId === null && laboratoryNumber === null ? [] : [{ orderId, laboratoryNumber, testCode }]
}

function orderNumber(identifier: Identifier): number[] {
  const placer = !identifier.system && hasType(identifier, ['PLAC'])
  const pattern = ORDER_NUMBERS[placer ? SYSTEMS.order : (identifier.system ?? '')]
  const [, number] = pattern?.exec(identifier.value ?? '') ?? []
  return number ? [Number(number)] : []
}

function laboratoryNumberIn(identifier: Identifier): string[] {
  const isNumber = identifier.system === SYSTEMS.laboratoryNumber || hasType(identifier, ['FILL', 'ACSN'])
  return isNumber && identifier.value ? [identifier.value] : []
}

function testIn({ system, value = '' }: Identifier): string[] {
  return system === SYSTEMS.test ? [value.replace(/^\d+-/, '')] : []
}

function hasType({ type }: Identifier, codes: string[]): boolean {
  // Also asked about what is no valid FHIR.
  const codings: unknown = type?.coding
  return Array.isArray(codings) && codings.some((one) => codes.includes(one?.code))
}
