import type { FhirResource } from 'fhir/r4.js'
import { personNumber } from '../patient-segments.ts'
import type { LaboratoryOrder } from '../port.ts'
import { answersResource } from './answers.ts'
import { consentResource } from './consents.ts'
import { coverageOf } from './coverage.ts'
import { fetusResources } from './fetuses.ts'
import { knownVariantResources } from './known-variants.ts'
import {
  institutionResource,
  patientResource,
  practitionerKey,
  practitionerResource,
  relatedPerson,
} from './people.ts'
import { phenotypeObservations } from './phenotype.ts'
import { questionResponses, withResponses } from './question-responses.ts'
import { testRequests } from './requests.ts'
import { specimensOf } from './specimens.ts'
import type { Refer } from './systems.ts'
import { tidy } from './tidy.ts'

/** A resource, and the key by which `Refer` names it. */
export interface KeyedResource<R extends FhirResource = FhirResource> {
  key: string
  resource: R
  /** It replaces the resource with its identifier, if there is one. */
  isUpdate?: boolean
}

/**
 * An order as resources that refer to each other through `refer`. Content and times come from the order only.
 */
export function orderResources(order: LaboratoryOrder, refer: Refer): KeyedResource[] {
  const { document, institution, orderId } = order
  const [proband, ...relatives] = document.patients
  const number = (key: string) => personNumber(orderId, key)
  const people: KeyedResource[] = document.patients.map((patient) => ({
    key: number(patient.key),
    resource: patientResource(order, patient, refer),
  }))
  const related: KeyedResource[] = relatives.map((relative) => ({
    key: number(relative.key),
    resource: relatedPerson(order, relative, refer),
  }))
  const coverages = document.patients.flatMap((patient) => {
    const resource = coverageOf(order, patient, refer)
    return resource ? [{ key: number(patient.key), resource }] : []
  })
  const answers = answersResource(order, refer)
  const answered: KeyedResource[] = answers ? [{ key: String(orderId), resource: answers }] : []
  const responses = questionResponses(order, refer)
  const consents: KeyedResource[] = (order.consents ?? []).map((consent) => ({
    key: number(consent.person),
    resource: consentResource(order, consent, refer),
  }))
  const variants = knownVariantResources(order, refer)
  const findings: KeyedResource[] = phenotypeObservations(order, refer)
  const specimens = specimensOf(order, refer)
  const references = (all: KeyedResource[]) =>
    all.map(({ key, resource }) => ({ reference: refer(resource.resourceType, key) }))
  const own = coverages.filter(({ key }) => proband && key === number(proband.key))
  const requests = testRequests(order, refer, {
    specimen: references(specimens),
    insurance: references(own),
    supportingInfo: references([...answered, ...variants, ...findings]),
  }).map((request) => withResponses(order, request, responses, refer))
  const all: KeyedResource[] = [
    { key: institution.code, resource: institutionResource(order) },
    { key: practitionerKey(order), resource: practitionerResource(order) },
    ...[...people, ...fetusResources(order, refer), ...related, ...coverages, ...answered, ...responses],
    ...variants,
    ...findings,
    ...[...consents, ...specimens, ...requests],
  ]
  return all.map(({ key, resource }) => ({ key, resource: tidy(resource) }))
}
