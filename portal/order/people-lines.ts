import type { OrderDocument, Patient, PatientKey, Payment, Sample } from '#domain/orders/document.ts'
import { relationInWords, roleOfPregnant, whoIs } from '#domain/orders/family.ts'
import { originLines } from '#domain/orders/race-and-ancestry.ts'
import { sexAndGenderLines } from '#domain/orders/sex-and-gender.ts'
import { fetusOf } from '#domain/orders/subject.ts'
import {
  fetalSpecimenWords,
  parentageLines,
  signingLines,
  subjectLines,
} from '#domain/orders/subject-lines.ts'
import {
  bloodInWords,
  collectedInWords,
  specimenDetailsInWords,
  typeInWords,
} from '#domain/specimens/words.ts'
import { showDate } from '#ui/dates.ts'
import { BILLING_LABELS, labelOf, PAYMENT_METHOD_LABELS } from './labels.ts'
import { addressInWords } from './person.ts'
import * as texts from './texts.ts'

/** A line of the review: what it is about, and what is said; '' where nothing is. */
export type Line = readonly [name: string, value: string]

export const joinTexts = (values: readonly string[], by = ' · ') =>
  values.filter((text) => text !== '').join(by)

export const nameOf = (person: Pick<Patient, 'firstName' | 'lastName'>) =>
  joinTexts([person.firstName, person.lastName], ' ')

/** Whose something is, unless it is the patient's: 'father Marek Brodie', 'fetus A', 'the mother' of a fetus. */
export function personLabelOf(key: PatientKey, document: OrderDocument): string {
  const { patients } = document
  if (fetusOf(document, key)) return whoIs(document, key).replace(/^the /, '')
  const person = patients.find((one) => one.key === key)
  if (!person) return ''
  if (person === patients[0]) return roleOfPregnant(document) && whoIs(document, key)
  return joinTexts([relationInWords(person), nameOf(person)], ' ')
}

const contactLine = ({ contacts, preferredContact }: Patient) =>
  joinTexts([
    ...contacts.map((contact) => contact.value),
    preferredContact !== '' ? texts.preferredContact(preferredContact) : '',
  ])

const addressLine = ({ addresses }: Patient) => joinTexts(addresses.map(addressInWords), '; ')

function patientLines(patient: Patient, called: string): Line[] {
  return [
    [called, nameOf(patient)],
    [texts.dateOfBirth, showDate(patient.dateOfBirth)],
    [texts.sex, patient.sex],
    ...(patient.affected === '' ? [] : [[labelOf('/affected'), patient.affected] as const]),
    [texts.ethnicity, patient.ethnicities.join(', ')],
    ...sexAndGenderLines(patient),
    ...originLines(patient),
    ...signingLines(patient),
    [texts.mrn, patient.recordNumber],
    [texts.contact, contactLine(patient)],
    [texts.address, addressLine(patient)],
  ]
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function relativeLine(relative: Patient): Line {
  return [
    capital(relationInWords(relative)),
    joinTexts([
      nameOf(relative),
      relative.dateOfBirth && texts.born(showDate(relative.dateOfBirth)),
      relative.sex,
      relative.affected.toLowerCase(),
      relative.ethnicities.join(', '),
      ...[...sexAndGenderLines(relative), ...originLines(relative), ...signingLines(relative)].map((line) =>
        line.join(': '),
      ),
      relative.recordNumber && texts.mrnOf(relative.recordNumber),
      contactLine(relative),
      addressLine(relative),
      bloodInWords(relative),
      relative.payment ? texts.billedSeparately(paymentInWords(relative.payment)) : '',
    ]),
  ]
}

/** Everybody of the order. */
export function peopleLines(document: OrderDocument): Line[] {
  const [proband, ...relatives] = document.patients
  const blood = proband ? bloodInWords(proband) : ''
  return [
    ...(proband ? patientLines(proband, roleOfPregnant(document) || texts.patient) : []),
    ...(blood === '' ? [] : [[texts.bloodHistory, blood] as const]),
    ...subjectLines(document),
    ...relatives.map(relativeLine),
    ...parentageLines(document),
  ]
}

/**
 * What an order says of a specimen besides its type and day, in one line: how it was taken; of a fetus, the gestational age
 * that day and the check for its mother's cells.
 */
export function moreOfSpecimen(document: OrderDocument, sample: Sample): string {
  const taken = specimenInWords({ ...sample, specimenType: '', dateOfCollection: '' })
  return joinTexts([taken, fetalSpecimenWords(document, sample)])
}

/** How a specimen was taken, in one line. */
function specimenInWords(sample: Sample): string {
  const answerInWords = (words: string, answer: string) =>
    answer === '' ? '' : `${words}: ${answer.toLowerCase()}`
  return joinTexts([
    typeInWords(sample),
    collectedInWords(sample),
    ...specimenDetailsInWords(sample),
    sample.counselor && texts.counselor(sample.counselor),
    sample.labFrom && texts.sentFrom(sample.labFrom),
    answerInWords(texts.additionalCulture, sample.additionalCulture),
    answerInWords(texts.priorTestingHere, sample.priorTestPerformed),
    sample.bgFamilyNumber && texts.familyNumber(sample.bgFamilyNumber),
  ])
}

export function specimenLines(document: OrderDocument): Line[] {
  return document.samples.map((sample): Line => {
    const of = personLabelOf(sample.patient, document)
    return [
      of === '' ? texts.specimen : texts.specimenOf(of),
      joinTexts([specimenInWords(sample), fetalSpecimenWords(document, sample)]),
    ]
  })
}

/** What the patient is to who holds the policy. */
const IS_TO_HOLDER = {
  ...{ '': '', Self: '', Spouse: texts.isSpouse, Child: texts.isChild },
  Other: texts.isOtherDependent,
} as const

export function paymentInWords({ billingType, paymentMethod, insurance }: Payment): string {
  if (billingType === '') return ''
  const holder = nameOf({ firstName: insurance.holderFirstName, lastName: insurance.holderLastName })
  const details = {
    SelfPay: paymentMethod === 'None' ? '' : PAYMENT_METHOD_LABELS[paymentMethod],
    Insurance: joinTexts([
      joinTexts([insurance.company, insurance.kind && `(${insurance.kind})`], ' '),
      insurance.memberId && texts.memberId(insurance.memberId),
      insurance.groupNumber && texts.groupNumber(insurance.groupNumber),
      insurance.holderRelationship === 'Self'
        ? texts.isPolicyholder
        : joinTexts(
            [
              holder && texts.policyholder(holder),
              insurance.holderDateOfBirth && texts.born(showDate(insurance.holderDateOfBirth)),
              IS_TO_HOLDER[insurance.holderRelationship],
            ],
            ', ',
          ),
    ]),
    Intitutional: '',
    DoNotBill: texts.notBilled,
  }
  return joinTexts([BILLING_LABELS[billingType], details[billingType]])
}
