import { isIsoDate } from '../../dates/dates.ts'
import { type Contact, type Patient, type PatientAddress, PROBAND } from '../document.ts'
import { relativesNeeded, samplesOf, whoIs } from '../family.ts'
import {
  type Check,
  email,
  ifGiven,
  matches,
  needed,
  pastDate,
  phone,
  postalCode,
  region,
  seen,
  whichCountry,
} from '../field-checks.ts'
import { comparedPeople, kinshipOf } from '../genetic-parents.ts'
import { personKey } from '../identity.ts'
import type { Finding } from '../points.ts'
import { isFetusKey, isPrenatal } from '../subject.ts'
import { parentOfOtherSex } from './kinship.ts'
import { originRules } from './race-and-ancestry.ts'
import { apply, atLeastOne, type RuleInput } from './rule.ts'
import { sexAndGenderRules } from './sex-and-gender.ts'

/** The people of the order. */
export function patientRules(known: RuleInput): Finding[] {
  const { patients } = known.document
  return [
    ...atLeastOne('/patients', patients, 'A patient is required'),
    ...patients.flatMap((patient, index) => onePatient(known, patient, index)),
  ]
}

function onePatient(known: RuleInput, patient: Patient, index: number): Finding[] {
  const at = `/patients/${index}`
  const { document } = known
  const tested = !document.isVOB && samplesOf(document, patient.key).length > 0
  const compared = comparedPeople(document).includes(patient.key)
  const isAsked = index > 0 ? tested : compared && relativesNeeded(known.tests) > 0
  return [
    ...apply(known, `${at}/key`, patient.key, ...keyChecks(document.patients, index)),
    ...apply(known, `${at}/relationship`, patient.relationship, [
      'conflicts',
      (relationship) =>
        (relationship === 'Proband') === (index === 0)
          ? null
          : 'The first person in the order is the proband, and only that person',
    ]),
    ...apply(
      known,
      `${at}/firstName`,
      patient.firstName,
      ['required', needed('First name')],
      ['unseen', seen],
      ['repeated', () => samePerson(known, patient, index)],
    ),
    ...apply(known, `${at}/lastName`, patient.lastName, ['required', needed('Last name')], ['unseen', seen]),
    // Compared by programs, to which it would be another number or address.
    ...apply(known, `${at}/recordNumber`, patient.recordNumber, ['unseen', seen]),
    ...apply(
      known,
      `${at}/dateOfBirth`,
      patient.dateOfBirth,
      ['required', needed('Date of birth')],
      ['date', pastDate('Date of birth')],
      ['conflicts', () => impossibleAge(known, patient, index)],
    ),
    ...apply(known, `${at}/sex`, patient.sex, ['required', needed('Sex')]),
    ...(index > 0 ? parentOfOtherSex(patient, `${at}/sex`) : []),
    ...sexAndGenderRules(known, patient, index),
    ...originRules(known, patient, index),
    ...apply(known, `${at}/affected`, patient.affected, [
      'required',
      (affected) =>
        isAsked && !document.isVOB && affected === ''
          ? `Choose whether ${whoIs(document, patient.key)} is affected: their specimen is compared with the ${isPrenatal(document) ? 'fetus’s' : 'patient’s'}`
          : null,
    ]),
    ...patient.addresses.flatMap((address, n) => addressRules(known, address, `${at}/addresses/${n}`)),
    ...patient.contacts.flatMap((contact, n) =>
      apply(known, `${at}/contacts/${n}/value`, contact.value, ...CONTACT_CHECKS[contact.type]),
    ),
  ]
}

/** An address must fit its country; how complete it is, is left to the clinic. */
function addressRules(known: RuleInput, address: PatientAddress, at: string): Finding[] {
  const { country, state, otherCountry = '' } = address
  const lines = [address.addressLine1, address.addressLine2, address.city, state, address.postalCode]
  return [
    ...apply(known, `${at}/state`, state, ['state', ifGiven(region(country))]),
    ...apply(known, `${at}/postalCode`, address.postalCode, ['postal-code', ifGiven(postalCode(country))]),
    ...(country === 'Other' && lines.every((part) => part.trim() === '')
      ? []
      : apply(known, `${at}/otherCountry`, otherCountry, ['country', whichCountry(country)])),
  ]
}

const BY_PHONE: Check<string>[] = [['phone', ifGiven(phone('phone'))]]
const CONTACT_CHECKS: Record<Contact['type'], Check<string>[]> = {
  Email: [
    ['email', ifGiven(email)],
    ['unseen', seen],
  ],
  Phone: BY_PHONE,
  Sms: BY_PHONE,
  Pager: BY_PHONE,
  Fax: [['phone', ifGiven(phone('fax'))]],
  Url: [['url', ifGiven(matches(/^https?:\/\/\S+$/i, 'Enter a web address that begins with https://'))]],
  Other: [],
}

/**
 * The key by which specimens and consents refer to a person: not shown in the form, but documents can be sent
 * through the API.
 */
function keyChecks(patients: readonly Patient[], index: number): Check<string>[] {
  return [
    [
      'conflicts',
      (key) => ((key === PROBAND) === (index === 0) ? null : 'Only the first person has the key “proband”'),
    ],
    [
      'conflicts',
      (key) =>
        isFetusKey(key)
          ? `${key} is the key of a fetus: give the person another one, such as relative-1`
          : null,
    ],
    [
      'repeated',
      (key) =>
        patients.slice(0, index).some((one) => one.key === key)
          ? 'Another person has this key. Give each person their own'
          : null,
    ],
  ]
}

function samePerson({ document }: RuleInput, patient: Patient, index: number): string | null {
  const key = personKey(patient)
  const other = document.patients.slice(0, index).find((one) => key !== null && personKey(one) === key)
  return other
    ? `${patient.firstName.trim()} ${patient.lastName.trim()} with the same date of birth is already in this order as ${whoIs(document, other.key)}: remove one of them`
    : null
}

/** Checks only biological parent and child: ages of other relatives prove little. */
function impossibleAge({ document }: RuleInput, patient: Patient, index: number): string | null {
  const proband = document.patients[0]
  // Relationships are a fetus's own, and its mother's age says nothing of them.
  if (index === 0 || isPrenatal(document) || !proband || !isIsoDate(proband.dateOfBirth)) return null
  if (kinshipOf(patient) !== 'Biological') return null
  const parent = patient.relationship === 'Mother' || patient.relationship === 'Father'
  if (parent && patient.dateOfBirth >= proband.dateOfBirth)
    return `The ${patient.relationship.toLowerCase()}’s date of birth is not before the patient’s: check both`
  if (patient.relationship === 'Child' && patient.dateOfBirth <= proband.dateOfBirth)
    return 'The child’s date of birth is not after the patient’s: check both'
  return null
}
