import type { CodeableConcept, Observation, ObservationComponent } from 'fhir/r4.js'
import { readDuration } from '#domain/orders/onset.ts'
import {
  AGE_CLASSES,
  type Feature,
  type FeatureStatus,
  featuresOf,
  type Onset,
  severityLabel,
} from '#domain/orders/phenotype.ts'
import { personNumber } from '../patient-segments.ts'
import type { LaboratoryOrder } from '../port.ts'
import { personReference } from './people.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'

const FOUND: Record<FeatureStatus, CodeableConcept> = {
  present: { coding: [{ system: SYSTEMS.loinc, code: 'LA9633-4', display: 'Present' }] },
  absent: { coding: [{ system: SYSTEMS.loinc, code: 'LA9634-2', display: 'Absent' }] },
  uncertain: { text: 'Uncertain' },
}

/** Each finding as an Observation of its HPO term. */
export function phenotypeObservations(order: LaboratoryOrder, refer: Refer) {
  const { orderId, document } = order
  return featuresOf(document).map((feature) => {
    const { patient, termId, status } = feature
    const key = `${personNumber(orderId, patient)}-${termId}-${status}`
    return { key, resource: observation(order, feature, { key, refer }) }
  })
}

function observation(
  order: LaboratoryOrder,
  feature: Feature,
  { key, refer }: { key: string; refer: Refer },
): Observation {
  const { patient, termId, label, release, status, onset, severity, note = '' } = feature
  const component = [...(onset ? [onsetComponent(onset)] : []), ...(severity ? [severityOf(severity)] : [])]
  return {
    resourceType: 'Observation',
    identifier: [identifier(SYSTEMS.phenotype, key)],
    status: 'final',
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
            code: 'exam',
            display: 'Exam',
          },
        ],
      },
    ],
    code: hpo(termId, label, release),
    subject: personReference(order, patient, refer),
    issued: order.submittedAt.toISOString(),
    valueCodeableConcept: FOUND[status],
    ...(component.length > 0 ? { component } : {}),
    ...(note.trim() === '' ? {} : { note: [{ text: note.trim() }] }),
  }
}

function hpo(code: string, display: string, version = ''): CodeableConcept {
  const coding = { system: SYSTEMS.hpo, code, ...(version === '' ? {} : { version }) }
  return { coding: [display === '' ? coding : { ...coding, display }] }
}

const UCUM = { Y: 'a', M: 'mo', W: 'wk', D: 'd' } as const

/** An age of one unit as a quantity; one of several (`P1Y6M`) has no quantity in UCUM, and is sent as it is. */
function onsetComponent({ kind, value }: Onset): ObservationComponent {
  if (kind === 'gestation')
    return { code: { text: 'Gestational age at onset, weeks and days' }, valueString: value }
  const code = hpo('HP:0003674', 'Onset')
  const known = AGE_CLASSES.find(({ id }) => id === value)
  if (kind === 'class' && known) return { code, valueCodeableConcept: hpo(known.id, known.label) }
  const age = readDuration(value)
  const given = age ? (['Y', 'M', 'W', 'D'] as const).filter((unit) => age[unit] > 0) : []
  const [unit] = given
  if (!age || age.hours > 0 || given.length > 1) return { code, valueString: value }
  const quantity = { value: unit ? age[unit] : 0, system: SYSTEMS.units, code: UCUM[unit ?? 'D'] }
  return { code, valueQuantity: { ...quantity, unit: quantity.code } }
}

function severityOf(severity: string): ObservationComponent {
  return {
    code: hpo('HP:0012824', 'Severity'),
    valueCodeableConcept: hpo(severity, severityLabel(severity)),
  }
}
