import type { DocumentReference, Observation, ObservationComponent, Reference } from 'fhir/r4.js'
import { carrierOf, type KnownVariant } from '#domain/orders/known-variants.ts'
import type { Answer } from '../answers.ts'
import type { LaboratoryOrder } from '../port.ts'
import { findings } from '../variant-answers.ts'
import { personReference } from './people.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'
import { codeOf, dayOf, text } from './tidy.ts'

const GENE_SYSTEM = 'http://www.genenames.org/geneId'
const HGVS_SYSTEM = 'http://varnomen.hgvs.org'
/** Components whose value is a name in HGVS. */
const IN_HGVS = ['48004-6', '48005-3', '81290-9']

interface Keyed {
  key: string
  resource: Observation | DocumentReference
}

/**
 * Each known variant as an Observation (Genomics Reporting: Variant) of the person in whom it was found, and its
 * report as a DocumentReference.
 */
export function knownVariantResources(order: LaboratoryOrder, refer: Refer): Keyed[] {
  return (order.document.knownVariants ?? []).flatMap((variant) => {
    const key = `${order.orderId}-${variant.key}`
    const subject = subjectOf(order, variant, refer)
    const report = reportOf(order, variant, key, subject)
    return [
      { key, resource: observation(variant, key, subject) },
      ...(report ? [{ key, resource: report }] : []),
    ]
  })
}

/** A person of the order, or by name alone: the person has no record here. */
function subjectOf(order: LaboratoryOrder, variant: KnownVariant, refer: Refer): Reference {
  const { relation, patient } = variant.carrier
  const key = relation === 'Self' ? order.document.patients[0]?.key : patient
  if (order.document.patients.some((one) => one.key === key)) return personReference(order, key ?? '', refer)
  const { firstName, lastName, dateOfBirth } = carrierOf(variant, order.document)
  const born = dayOf(dateOfBirth)
  const name = text([firstName, lastName].join(' ')) || 'Not given'
  return { type: 'Patient', display: [name, relation, born && `born ${born}`].filter(Boolean).join(', ') }
}

function observation(variant: KnownVariant, key: string, subject: Reference): Observation {
  const reported = dayOf(variant.reportDate)
  return {
    resourceType: 'Observation',
    identifier: [identifier(SYSTEMS.knownVariant, key)],
    status: 'final',
    category: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' },
        ],
      },
    ],
    code: { coding: [{ system: SYSTEMS.loinc, code: '69548-6', display: 'Genetic variant assessment' }] },
    subject,
    ...(reported ? { effectiveDateTime: reported } : {}),
    ...(text(variant.laboratory) ? { performer: [{ display: variant.laboratory }] } : {}),
    valueCodeableConcept: { coding: [{ system: SYSTEMS.loinc, code: 'LA9633-4', display: 'Present' }] },
    component: findings(variant).map(component),
  }
}

function component({ question: [code, display], type, value }: Answer): ObservationComponent {
  const of = { code: { coding: [{ system: SYSTEMS.loinc, code, display }] } }
  const [first = '', second = '', system = ''] = [value].flat(2).map(codeOf)
  if (type === 'CE') {
    const url = system === 'LN' ? SYSTEMS.loinc : GENE_SYSTEM
    const coding = first === '' ? {} : { coding: [{ system: url, code: first, display: second }] }
    return { ...of, valueCodeableConcept: { ...coding, text: second } }
  }
  if (code === '81258-6')
    return {
      ...of,
      valueQuantity: { value: Number(first), unit: '1', system: 'http://unitsofmeasure.org', code: '1' },
    }
  const coding = IN_HGVS.includes(code) ? { coding: [{ system: HGVS_SYSTEM, code: first }] } : {}
  return { ...of, valueCodeableConcept: { ...coding, text: first } }
}

function reportOf(
  { questions }: LaboratoryOrder,
  variant: KnownVariant,
  key: string,
  subject: Reference,
): DocumentReference | null {
  const { report, laboratory, laboratoryNumber, reportDate } = variant
  const file = report === 'file' ? variant.file : undefined
  const stored = questions?.files.find(({ documentId }) => documentId === file?.documentId)
  if (report === '' || report === 'unavailable') return null
  const title = ['Report', laboratoryNumber, laboratory && `of ${laboratory}`].filter(Boolean).join(' ')
  const day = dayOf(reportDate)
  return {
    resourceType: 'DocumentReference',
    identifier: [identifier(SYSTEMS.knownVariantReport, key)],
    status: 'current',
    type: { coding: [{ system: SYSTEMS.loinc, code: '51969-4', display: 'Genetic analysis report' }] },
    subject,
    ...(text(laboratory) ? { author: [{ display: laboratory }] } : {}),
    content: [
      {
        attachment: {
          ...(stored
            ? {
                contentType: stored.mediaType,
                data: Buffer.from(stored.content).toString('base64'),
              }
            : {}),
          title: (stored && file && text(file.name)) || title,
          ...(day ? { creation: day } : {}),
        },
      },
    ],
  }
}
