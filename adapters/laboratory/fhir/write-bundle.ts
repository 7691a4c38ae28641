import type { BundleEntry, FhirResource, Identifier, Reference } from 'fhir/r4.js'
import { PROBAND } from '#domain/orders/document.ts'
import { specimenKey, specimenNumber } from '#domain/samples/sample.ts'
import { recollected } from '#domain/specimens/recollected.ts'
import { personNumber } from '../patient-segments.ts'
import type { LaboratoryCancellation, LaboratoryChange, LaboratoryOrder, WithdrawnConsent } from '../port.ts'
import { consentResource } from './consents.ts'
import { fetusResources } from './fetuses.ts'
import { type KeyedResource, orderResources } from './order-resources.ts'
import { patientResource, personReference } from './people.ts'
import type { FhirBundle } from './references.ts'
import { collectionOf, keptAs } from './specimen-elements.ts'
import { approachOf, specimenType, tissueAndRole } from './specimens.ts'
import { identifier, inBundle, SYSTEMS } from './systems.ts'
import { cancellationTask, changeTask, orderTask } from './tasks.ts'
import { dayOf, tidy } from './tidy.ts'

/**
 * An order as a transaction Bundle. Each resource is created only if no other has its identifier, so that
 * sending the Bundle again changes nothing, however far the laboratory has progressed. All times come from
 * the order.
 */
export function orderBundle(order: LaboratoryOrder): FhirBundle {
  const resources = orderResources(order, inBundle)
  const requests = resources.flatMap(({ key, resource }): Reference[] =>
    resource.resourceType === 'ServiceRequest' ? [{ reference: inBundle('ServiceRequest', key) }] : [],
  )
  const task = { key: order.controlId, resource: orderTask(order, inBundle, requests) }
  return transaction(order.controlId, order.submittedAt, [...resources, task])
}

/** The request to cancel an order: a Task `abort`. */
export function cancellationBundle(cancellation: LaboratoryCancellation): FhirBundle {
  const task = { key: cancellation.controlId, resource: cancellationTask(cancellation, inBundle) }
  return transaction(cancellation.controlId, cancellation.askedAt, [...patientOf(cancellation), task])
}

/** An addition to an order: a Task `change`, with a recollected specimen or a withdrawn consent if there is one. */
export function changeBundle(change: LaboratoryChange): FhirBundle {
  const specimen = change.specimen ? [newSpecimen(change, change.specimen)] : []
  const [reference = null] = specimen.map(({ key }) => ({ reference: inBundle('Specimen', key) }))
  const consents = change.withdrawal ? [withdrawnConsent(change, change.withdrawal)] : []
  const [consent = null] = consents.map(({ key }) => ({ reference: inBundle('Consent', key) }))
  const task = {
    key: change.controlId,
    resource: changeTask(change, inBundle, { specimen: reference, consent }),
  }
  return transaction(change.controlId, change.at, [...patientOf(change), ...specimen, ...consents, task])
}

function newSpecimen(
  change: LaboratoryChange,
  taken: NonNullable<LaboratoryChange['specimen']>,
): KeyedResource {
  const { key, type, dateOfCollection, patientKey, shipment } = taken
  const collected = dayOf(dateOfCollection)
  const number = specimenNumber(change.orderId, key)
  const before = change.document.samples.find((sample) => sample.key === specimenKey(key))
  const same = recollected(before, type)
  const collection = {
    ...(collected ? { collectedDateTime: collected } : {}),
    ...(same ? { ...collectionOf(same), ...approachOf(same) } : {}),
  }
  return {
    key: number,
    resource: {
      resourceType: 'Specimen',
      identifier: [identifier(SYSTEMS.specimen, number)],
      status: 'available',
      type: specimenType(type, change.specimenCodes, same ?? undefined),
      subject: personReference(change, patientKey, inBundle),
      ...(Object.keys(collection).length > 0 ? { collection } : {}),
      ...(same ? keptAs(same) : {}),
      note: [
        ...(same ? tissueAndRole(same) : []),
        ...(shipment ? [{ text: `Shipped by ${shipment.carrier} ${shipment.trackingNumber}` }] : []),
      ],
    },
  }
}

/** Updates the Consent that came with the order. */
function withdrawnConsent(change: LaboratoryChange, { consent }: WithdrawnConsent): KeyedResource {
  // The institution is not in the Bundle.
  const { organization: _clinic, ...resource } = consentResource(change, consent, inBundle)
  return { key: personNumber(change.orderId, consent.person), resource, isUpdate: true }
}

/** The order's patient, and the person of a specimen or consent, so that references resolve. */
function patientOf(order: LaboratoryCancellation | LaboratoryChange): KeyedResource[] {
  const patientKeys = [
    PROBAND,
    'specimen' in order ? order.specimen?.patientKey : undefined,
    'withdrawal' in order ? order.withdrawal?.consent.person : undefined,
  ]
  const recollected = 'specimen' in order ? order.specimen?.patientKey : undefined
  const fetuses = fetusResources(order, inBundle).filter(({ key }) =>
    key.startsWith(`${personNumber(order.orderId, recollected ?? PROBAND)}`),
  )
  const people = order.document.patients
    .filter(({ key }) => patientKeys.includes(key))
    .map((patient): KeyedResource => {
      // The complete order's resources for them contain more references than a cancellation needs.
      const {
        link: _link,
        managingOrganization: _clinic,
        ...resource
      } = patientResource(order, patient, inBundle)
      return { key: personNumber(order.orderId, patient.key), resource }
    })
  return [...people, ...fetuses]
}

function transaction(controlId: string, at: Date, resources: KeyedResource[]): FhirBundle {
  const entries = resources.map(({ key, resource, isUpdate }) => entryOf(key, tidy(resource), isUpdate))
  return {
    resourceType: 'Bundle',
    identifier: identifier(SYSTEMS.message, controlId),
    type: 'transaction',
    timestamp: at.toISOString(),
    // A document may list the same thing twice; the first is used.
    entry: [...new Map(entries.toReversed().map((entry) => [entry.fullUrl, entry])).values()].toReversed(),
  }
}

function entryOf(key: string, resource: FhirResource, isUpdate = false): BundleEntry<FhirResource> {
  const { resourceType } = resource
  const [known] = 'identifier' in resource ? [resource.identifier].flat() : []
  if (isUpdate && known) {
    const url = `${resourceType}?${searchBy(known as Identifier)}`
    return { fullUrl: inBundle(resourceType, key), resource, request: { method: 'PUT', url } }
  }
  return {
    fullUrl: inBundle(resourceType, key),
    resource,
    request: {
      method: 'POST',
      url: resourceType,
      ...(known ? { ifNoneExist: searchBy(known as Identifier) } : {}),
    },
  }
}

function searchBy({ system = '', value = '' }: Identifier): string {
  return `identifier=${encodeURIComponent(`${system}|${value}`)}`
}
