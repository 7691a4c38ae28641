import type { Patient as PatientResource, RelatedPerson } from 'fhir/r4.js'
import type { Sex } from '#domain/lookups.ts'
import type { Patient } from '#domain/orders/document.ts'
import { roleOfPregnant } from '#domain/orders/family.ts'
import { geneticParents } from '#domain/orders/genetic-parents.ts'
import type { Fetus } from '#domain/orders/pregnancy.ts'
import { fetusesOf } from '#domain/orders/subject.ts'
import { personNumber } from '../patient-segments.ts'

import { type OfOrder, personReference } from './people.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'

const GENDERS: Partial<Record<Sex | '', 'male' | 'female'>> = { Male: 'male', Female: 'female' }
const ROLE_CODES = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'

/**
 * Each fetus as a Patient of its own, without a name or birth date, and its mother as its RelatedPerson. Requests remain on the mother, as in PID; specimens are the fetus's.
 */
export function fetusResources(
  order: OfOrder,
  refer: Refer,
): { key: string; resource: PatientResource | RelatedPerson }[] {
  const [mother] = order.document.patients
  return fetusesOf(order.document).flatMap((fetus) => [
    { key: personNumber(order.orderId, fetus.key), resource: fetusResource(order, fetus) },
    ...(mother
      ? [
          {
            key: motherKey(order, fetus),
            resource: motherOf(order, fetus, mother, refer),
          },
        ]
      : []),
  ])
}

const motherKey = ({ orderId }: OfOrder, { key }: Fetus) => `${personNumber(orderId, key)}-mother`

function fetusResource(order: OfOrder, fetus: Fetus): PatientResource {
  return {
    resourceType: 'Patient',
    identifier: [identifier(SYSTEMS.person, personNumber(order.orderId, fetus.key), 'PI')],
    gender: GENDERS[fetus.sexByUltrasound] ?? 'unknown',
  }
}

/** The woman who is pregnant: the natural mother, or the gestational one if the egg was not hers. */
function motherOf(order: OfOrder, fetus: Fetus, mother: Patient, refer: Refer): RelatedPerson {
  const { document } = order
  const isGenetic = geneticParents(document).mother === mother.key
  const [code, words] = isGenetic
    ? ['NMTHF', `${roleOfPregnant(document)} of the fetus`]
    : ['GESTM', `${roleOfPregnant(document)} of the fetus, not its genetic mother`]
  return {
    resourceType: 'RelatedPerson',
    identifier: [identifier(SYSTEMS.person, motherKey(order, fetus), 'PI')],
    patient: personReference(order, fetus.key, refer),
    relationship: [{ coding: [{ system: ROLE_CODES, code }], text: words }],
    name: [{ family: mother.lastName, given: [mother.firstName] }],
  }
}
