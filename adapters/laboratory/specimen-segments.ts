import type { Hl7Segment } from '@medplum/core'
import { type OrderDocument, type PatientKey, PROBAND, type Sample } from '#domain/orders/document.ts'
import { relationInWords } from '#domain/orders/family.ts'
import type { ContaminationPlan } from '#domain/orders/pregnancy.ts'
import { fetusOf } from '#domain/orders/subject.ts'
import { specimenNumber } from '#domain/samples/sample.ts'
import { type FieldContent, segment } from '../hl7/message.ts'
import { writeDate } from '../hl7/times.ts'
import { answerSegments, line, yesNo } from './answers.ts'
import { personNumber } from './patient-segments.ts'
import type { ExistingSpecimen, LaboratoryOrder, SpecimenCodes } from './port.ts'
import {
  collectedAt,
  detailFields,
  furtherDetails,
  specimenOnly,
  typeField,
  withComposed,
} from './specimen-fields.ts'

const TISSUE_WORDS: Record<Sample['tissue'], string> = {
  POC: 'Products of conception',
  Villi: 'Chorionic villi',
  '': '',
}
const APPROACH_WORDS: Record<Sample['approach'], string> = {
  TA: 'Transabdominal',
  TC: 'Transcervical',
  '': '',
}

/**
 * For an add-on, the existing specimen; then each new one: SPM, and OBX below it for what SPM has no field
 * for. `fetus`: without the specimens of the other fetuses.
 */
export function specimenSegments(order: LaboratoryOrder, fetus?: PatientKey): Hl7Segment[] {
  const coming = order.document.samples.filter(
    ({ specimenType, dateOfCollection, patient }) =>
      (specimenType || dateOfCollection) &&
      (fetus === undefined || patient === fetus || !fetusOf(order.document, patient)),
  )
  const first = order.existing ? 2 : 1
  return [
    ...(order.existing ? [existingSpecimen(order.existing, order.specimenCodes)] : []),
    ...coming.flatMap((sample, index) => [
      specimen(order, sample, first + index),
      ...answerSegments([...specimenDetails(order, sample), ...specimenOnly(sample)]),
    ]),
  ]
}

function existingSpecimen(existing: ExistingSpecimen, codes?: SpecimenCodes): Hl7Segment {
  const { orderId, sampleKey, type, dateOfCollection } = existing
  const number = specimenNumber(orderId, sampleKey)
  return segment('SPM', { 1: '1', 2: number, 4: typeField(type, codes), 17: writeDate(dateOfCollection) })
}

function specimen(order: LaboratoryOrder, sample: Sample, setId: number): Hl7Segment {
  const { specimenType } = sample
  const spm = segment('SPM', {
    1: String(setId),
    2: specimenNumber(order.orderId, sample.key),
    4: specimenType ? typeField(specimenType, order.specimenCodes, sample) : ['', 'Not given'],
    ...describedFields(sample),
    14: sampledPerson(order.document, sample.patient),
    17: collectedAt(sample),
  })
  return withComposed(spm, order.orderId, sample)
}

/** SPM-5 to 11, 24 and 26: with the tissue before the state, and the approach in place of the method. */
export function describedFields(sample: Sample): Record<number, FieldContent> {
  const { tissue, approach } = sample
  const fields = detailFields(sample)
  return {
    ...fields,
    5: [...(tissue ? [[tissue, TISSUE_WORDS[tissue], 'L']] : []), ...fields[5]],
    7: approach ? [approach, APPROACH_WORDS[approach], 'L'] : fields[7],
  }
}

/** SPM names no person: a relative's specimen is identified in words, and below it by the person's number. */
export function sampledPerson(document: OrderDocument, patient: PatientKey): string {
  const fetus = fetusOf(document, patient)
  if (fetus) return `Fetus ${fetus.label}`.trim()
  if (patient === PROBAND) return ''
  const person = document.patients.find(({ key }) => key === patient)
  if (!person) return ''
  const words = relationInWords(person)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${person.firstName} ${person.lastName}`
}

const CONTAMINATION_WORDS: Record<ContaminationPlan, string> = {
  sent: 'Maternal specimen sent with this order',
  apart: 'Ordered apart',
  'on-file': 'Maternal specimen on file',
  refused: 'Refused',
  'not-needed': 'Not needed',
}

/** The check for the mother's cells. */
function contamination({ contamination: check }: Sample) {
  if (!check?.contaminationPlan) return []
  const { contaminationPlan: plan, maternalNumber, contaminationReason } = check
  return line(
    ['MATERNAL-CELLS', 'Check for maternal cells'],
    [CONTAMINATION_WORDS[plan], maternalNumber, contaminationReason].filter(Boolean).join(', '),
  )
}

/** What SPM has no field for. */
export function specimenDetails(order: Pick<LaboratoryOrder, 'orderId'>, sample: Sample) {
  return [
    ...line(['SPECIMEN-OF', 'Whose specimen it is'], personNumber(order.orderId, sample.patient)),
    ...line(['COUNSELOR', 'Who counselled or took the specimen'], sample.counselor),
    ...yesNo(['ADDITIONAL-CULTURE', 'Keep an additional culture'], sample.additionalCulture),
    ...line(['SENT-BY', 'Laboratory that sends it on'], sample.labFrom),
    ...yesNo(['TESTED-BEFORE', 'Tested here before'], sample.priorTestPerformed),
    ...line(['FAMILY-NUMBER', 'The laboratory’s number of the family'], sample.bgFamilyNumber),
    ...furtherDetails(sample),
    ...contamination(sample),
  ]
}
