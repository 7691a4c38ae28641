import type { Deceased } from '#domain/orders/deceased.ts'
import { type OrderDocument, type Patient, PROBAND } from '#domain/orders/document.ts'
import { gestationalDays, knownDueDate } from '#domain/orders/gestational-age.ts'
import { guardianSigns } from '#domain/orders/guardian.ts'
import type { Fetus, Pregnancy } from '#domain/orders/pregnancy.ts'
import { type Answer, coded, day, line, text, yesNo } from './answers.ts'
import { personNumber } from './patient-segments.ts'
import type { LaboratoryOrder } from './port.ts'

// What HL7 has no field for about those who are tested. LOINC codes where there are some (coding system LN).

type Loinc = [code: string, words: string]

const choice = (question: Loinc, value: string, of: Partial<Answer> = {}): Answer[] =>
  coded(question, value === '' ? [] : ['', value], { coding: 'LN', ...of })
const loincDay = (question: Loinc, value: string): Answer[] =>
  day(question, value).map((answer) => ({ ...answer, coding: 'LN' }))
/** A number with its unit; what was typed instead of one as a line. */
function number(question: Loinc, value: number | string, unit: string, of: Partial<Answer> = {}): Answer[] {
  const text = String(value).trim().replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(text)) return line(question, text, { coding: 'LN', ...of })
  return [{ type: 'NM', question, coding: 'LN', value: text, unit, ...of }]
}

/** The pregnancy of the patient in PID; nothing without one. */
export function pregnancyAnswers({ pregnancy }: OrderDocument): Answer[] {
  if (!pregnancy) return []
  return [
    ...loincDay(['11778-8', 'Delivery date Estimated'], knownDueDate(pregnancy)),
    ...choice(['21299-3', 'Gestational age method'], pregnancy.dating),
    ...loincDay(['8665-2', 'Last menstrual period start date'], pregnancy.lastPeriodOn),
    ...loincDay(['34970-4', 'Ultrasound date'], pregnancy.ultrasoundOn),
    ...number(['11957-8', 'Fetal Crown Rump length US'], pregnancy.crownRumpLength, 'mm'),
    ...(pregnancy.fetusCount === null
      ? []
      : number(['11878-6', 'Number of Fetuses by US'], pregnancy.fetusCount, '1')),
    ...choice(['92568-5', 'Chorionicity'], pregnancy.chorionicity),
    ...own(pregnancy),
  ]
}

/** Without a LOINC code: ours. */
function own(pregnancy: Pregnancy): Answer[] {
  const { statedAge, statedOn, embryoDay } = pregnancy
  return [
    ...line(['STATED-AGE', 'Gestational age as stated'], statedAge && `${statedAge} on ${statedOn}`),
    ...day(['EMBRYO-TRANSFER', 'Day of the embryo transfer'], pregnancy.transferOn),
    ...line(['EMBRYO-AGE', 'Age of the embryo in days'], embryoDay),
    ...yesNo(['VANISHED-TWIN', 'Vanished twin'], pregnancy.vanishedTwin),
    ...line(['CONCEPTION', 'Conception'], pregnancy.conception),
    ...line(['EGG-PROVIDER', 'Whose egg'], pregnancy.eggProvider),
    ...line(['EGG-PROVIDER-AGE', 'Age of the egg provider in years'], pregnancy.eggProviderAge),
    ...line(['SPERM-PROVIDER', 'Whose sperm'], pregnancy.spermProvider),
    ...line(['CARRIED-BY', 'Who carries the pregnancy'], pregnancy.carriedBy),
    ...day(['PREGNANCY-ENDED', 'Day the pregnancy ended'], pregnancy.endedOn),
    ...line(['PREGNANCY-ENDING', 'How the pregnancy ended'], pregnancy.ending),
  ]
}

/** One fetus or loss: that the source is fetal, its label, and its age when its specimen was collected. */
export function fetusAnswers({ orderId, document }: LaboratoryOrder, fetus: Fetus): Answer[] {
  const of = { about: personNumber(orderId, fetus.key) }
  const { pregnancy, samples } = document
  const collected = samples.find(({ patient }) => patient === fetus.key)?.dateOfCollection ?? ''
  const days = pregnancy ? gestationalDays(knownDueDate(pregnancy), collected) : null
  return [
    {
      ...{ type: 'CE', question: ['48002-0', 'Genomic source class'], coding: 'LN', ...of },
      value: ['LA10429-1', 'Fetal', 'LN'],
    },
    ...line(['FETUS', 'Fetus'], `Fetus ${fetus.label}`.trim(), of),
    ...(days === null || days < 0
      ? []
      : [
          ...number(['49051-6', 'Gestational age in weeks'], Math.floor(days / 7), 'wk', of),
          ...number(['49052-4', 'Gestational age in days'], days % 7, 'd', of),
        ]),
    ...line(['FETAL-SEX', 'Sex by ultrasound'], fetus.sexByUltrasound, of),
    ...line(['NUCHAL-TRANSLUCENCY', 'Nuchal translucency in mm'], fetus.nuchalTranslucency, of),
  ]
}

/** How a person is related, who signs for them, and a death. */
export function subjectAnswers({ orderId }: Pick<LaboratoryOrder, 'orderId'>, patient: Patient): Answer[] {
  const of = { about: personNumber(orderId, patient.key) }
  const { kinship, guardian, deceased } = patient
  const signer = guardian && [
    guardianSigns(guardian) ? `${guardian.firstName} ${guardian.lastName}`.trim() : 'Themself, as a minor',
    ...[guardian.authority, guardian.authorityEvidence, guardian.guardianPhone],
  ]
  const authority = deceased && [deceased.authorizedBy, deceased.authorizedAs, deceased.authorityDocument]
  return [
    ...line(['KINSHIP', 'Kind of relation'], kinship?.kinshipKind ?? '', of),
    ...line(['FAMILY-SIDE', 'Side of the family'], kinship?.familySide ?? '', of),
    ...line(['TWIN', 'Twin'], kinship?.twin ?? '', of),
    ...text(['SIGNER', 'Who signs'], (signer ?? []).filter(Boolean).join(', '), of),
    ...(deceased && patient.key !== PROBAND ? dayOfDeath(deceased, of) : []),
    ...line(['DEATH-CAUSE', 'Cause of death'], deceased?.causeOfDeath ?? '', of),
    ...line(['DEATH-AUTHORITY', 'Who authorizes the test'], (authority ?? []).filter(Boolean).join(', '), of),
  ]
}

/** Of a relative, for whom there is no such field; the patient's is in PID-29 and PID-30. */
const dayOfDeath = ({ dateOfDeath }: Deceased, of: Partial<Answer>): Answer[] =>
  day(['81954-0', 'Date of death'], dateOfDeath || 'Unknown').map((answer) => ({
    ...answer,
    ...{ coding: 'LN', ...of },
  }))

/** The genetic parents, by their numbers, and whether they are related to each other. */
export function parentageAnswers({ orderId, document }: LaboratoryOrder): Answer[] {
  const { parentage } = document
  if (!parentage) return []
  const { geneticMother, geneticFather, parentsRelated, parentsRelation } = parentage
  return [
    ...line(['GENETIC-MOTHER', 'Genetic mother'], geneticMother && personNumber(orderId, geneticMother)),
    ...line(['GENETIC-FATHER', 'Genetic father'], geneticFather && personNumber(orderId, geneticFather)),
    ...line(
      ['PARENTS-RELATED', 'The parents are related'],
      [parentsRelated, parentsRelation].filter(Boolean).join(': '),
    ),
  ]
}
