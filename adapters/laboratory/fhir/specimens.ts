import type { Specimen } from 'fhir/r4.js'
import type { Sample } from '#domain/orders/document.ts'
import { specimenNumber } from '#domain/samples/sample.ts'
import type { ExistingSpecimen, LaboratoryOrder, SpecimenCodes } from '../port.ts'
import { specimenDetails } from '../specimen-segments.ts'
import { type OfOrder, personReference } from './people.ts'
import { collectionOf, keptAs, parentOf, typeCodings } from './specimen-elements.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'
import { codeOf, dayOf } from './tidy.ts'

const TISSUES = { POC: 'Products of conception', Villi: 'Chorionic villi', '': '' } as const
const APPROACHES = { TA: 'Transabdominal', TC: 'Transcervical', '': '' } as const

/** For an add-on, the existing specimen; then each new one, with the key that others refer to it by. */
export function specimensOf(order: LaboratoryOrder, refer: Refer): { key: string; resource: Specimen }[] {
  const coming = order.document.samples.filter((sample) => sample.specimenType || sample.dateOfCollection)
  const { existing } = order
  return [
    ...(existing
      ? [
          {
            key: specimenNumber(existing.orderId, existing.sampleKey),
            resource: existingSpecimen(existing, order.specimenCodes),
          },
        ]
      : []),
    ...coming.map((sample) => ({
      key: specimenNumber(order.orderId, sample.key),
      resource: specimenResource(order, sample, refer),
    })),
  ]
}

export function specimenResource(
  order: OfOrder & Pick<LaboratoryOrder, 'specimenCodes'>,
  sample: Sample,
  refer: Refer,
): Specimen {
  return {
    resourceType: 'Specimen',
    identifier: [identifier(SYSTEMS.specimen, specimenNumber(order.orderId, sample.key))],
    status: 'available',
    type: specimenType(sample.specimenType, order.specimenCodes, sample),
    subject: personReference(order, sample.patient, refer),
    ...parentOf(order, sample, refer),
    collection: {
      ...collectedOn(sample.dateOfCollection),
      ...collectionOf(sample),
      ...approachOf(sample),
    },
    ...keptAs(sample),
    note: [
      ...tissueAndRole(sample),
      ...specimenDetails(order, sample).map(({ question: [, words], value }) => ({
        text: `${words}: ${Array.isArray(value) ? value[1] : value}`,
      })),
    ],
  }
}

export function approachOf({ approach }: Sample): { method?: { text: string } } {
  return approach === '' ? {} : { method: { text: APPROACHES[approach] } }
}

/** What Specimen has no element for. */
export function tissueAndRole({ tissue, role }: Sample): { text: string }[] {
  return [
    ...(tissue === '' ? [] : [{ text: `Tissue: ${TISSUES[tissue]}` }]),
    ...(role ? [{ text: `Role: ${role}` }] : []),
  ]
}

function existingSpecimen(existing: ExistingSpecimen, codes?: SpecimenCodes): Specimen {
  const { orderId, sampleKey, type, dateOfCollection } = existing
  return {
    resourceType: 'Specimen',
    identifier: [identifier(SYSTEMS.specimen, specimenNumber(orderId, sampleKey))],
    status: 'available',
    type: specimenType(type, codes),
    collection: collectedOn(dateOfCollection),
  }
}

/** The type by our name, by the laboratory's code if it has one, and in the public systems. */
export function specimenType(
  type: string,
  codes?: SpecimenCodes,
  sample?: Sample,
): NonNullable<Specimen['type']> {
  const local = codes?.get(type)
  return type
    ? {
        coding: [
          { system: SYSTEMS.specimenType, code: codeOf(type) },
          ...(local === undefined ? [] : [{ system: SYSTEMS.laboratorySpecimenType, code: codeOf(local) }]),
          ...typeCodings(type, sample),
        ],
        text: type,
      }
    : { text: 'Not given' }
}

function collectedOn(day: string): NonNullable<Specimen['collection']> {
  const collected = dayOf(day)
  return collected ? { collectedDateTime: collected } : {}
}
