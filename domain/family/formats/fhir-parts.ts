import { table } from '../../table.ts'
import type { Evaluation, FamilyDocument, FamilyMember, MemberCondition } from '../document.ts'
import { conceptOf } from './codes.ts'
import type { Written } from './format.ts'
import { RESULTS } from './phenopacket.ts'

/** Resources of FHIR R4 that both FHIR formats write. */
export type Resource = { resourceType: string; id: string } & Record<string, unknown>
export interface Reference {
  reference: string
}

const LOINC = 'http://loinc.org'
export const ROLE_CODES = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'
export const KIN = 'http://purl.org/ga4gh/kin.fhir'
export const SNOMED = 'http://snomed.info/sct'
export const EXTENSIONS = {
  gender: 'http://hl7.org/fhir/StructureDefinition/patient-genderIdentity',
  record: 'http://hl7.org/fhir/StructureDefinition/familymemberhistory-patient-record',
  parent: 'http://hl7.org/fhir/StructureDefinition/family-member-history-genetics-parent',
  sibling: 'http://hl7.org/fhir/StructureDefinition/family-member-history-genetics-sibling',
  observation: 'http://hl7.org/fhir/StructureDefinition/family-member-history-genetics-observation',
} as const
export const ASSESSMENT = '69548-6'
export const AGE = '30525-0'
/** SNOMED CT, as the pedigree guide has it: Patient affected. */
export const AFFECTED = '103309006'

export const coded = (system: string, code: string, text?: string) => ({
  coding: [{ system, code }],
  ...(text === undefined ? {} : { text }),
})

export const ADMINISTRATIVE = { Male: 'male', Female: 'female', Unassigned: 'other', '': 'unknown' } as const
export const IDENTITIES = table<string>({ man: 'male', woman: 'female', nonbinary: 'non-binary' })
export const UNIT_CODES = { years: 'a', months: 'mo', weeks: 'wk' } as const

/** `Age` and `Quantity`: 34 a. */
export const quantity = ({ value, unit }: NonNullable<FamilyMember['age']>) => ({
  ...{ value, unit, system: 'http://unitsofmeasure.org', code: UNIT_CODES[unit] },
})

export function patientOf(member: FamilyMember, id: string): Resource {
  const { firstName, lastName, born, life, diedOn } = member
  const deceased =
    diedOn === '' ? (life === '' ? {} : { deceasedBoolean: life === 'dead' }) : { deceasedDateTime: diedOn }
  return {
    resourceType: 'Patient',
    id,
    ...(firstName === '' && lastName === ''
      ? {}
      : {
          name: [
            {
              ...(lastName === '' ? {} : { family: lastName }),
              ...(firstName === '' ? {} : { given: [firstName] }),
            },
          ],
        }),
    gender: ADMINISTRATIVE[member.sexAtBirth],
    ...(born === '' ? {} : { birthDate: born }),
    ...deceased,
  }
}

const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status'
export const STATUS_CODES = {
  affected: { documented: 'confirmed', told: 'unconfirmed' },
  possible: { documented: 'provisional', told: 'provisional' },
  unaffected: { documented: 'refuted', told: 'refuted' },
} as const

export function conditionOf(
  document: FamilyDocument,
  { entry, status, onset, certainty, notes }: MemberCondition,
  { id, subject }: { id: string; subject: Reference },
): Resource | null {
  const known = document.legend.find(({ key }) => key === entry)
  if (!known) return null
  return {
    ...{ resourceType: 'Condition', id },
    verificationStatus: coded(VERIFICATION, STATUS_CODES[status][certainty]),
    code: conceptOf(known),
    subject,
    ...(onset === '' ? {} : { onsetString: onset }),
    ...(notes === '' ? {} : { note: [{ text: notes }] }),
  }
}

/** A result; of a relative without a record of their own it is about `focus`. */
export function resultOf(
  { what, result, on }: Evaluation,
  { id, subject, focus }: { id: string; subject: Reference; focus?: Reference },
): Resource {
  const { id: answer, label } = RESULTS[result]
  return {
    ...{ resourceType: 'Observation', id, status: 'final' },
    code: coded(LOINC, ASSESSMENT, what),
    subject,
    ...(focus ? { focus: [focus] } : {}),
    ...(on === '' ? {} : { effectiveDateTime: on }),
    valueCodeableConcept: coded(LOINC, answer.replace('LOINC:', ''), label),
  }
}

export function ageObservation(
  age: NonNullable<FamilyMember['age']>,
  { id, subject }: { id: string; subject: Reference },
): Resource {
  return {
    ...{ resourceType: 'Observation', id, status: 'final' },
    code: coded(LOINC, AGE, 'Age'),
    subject,
    valueQuantity: quantity(age),
  }
}

/** Resources as a Bundle’s entries, or the text of the Bundle. */
export function bundleText(
  type: 'collection' | 'document',
  resources: readonly Resource[],
  { id, created }: Written,
) {
  const bundle = {
    ...{ resourceType: 'Bundle', type, timestamp: created },
    ...(type === 'document' ? { identifier: { system: 'urn:karyo:family', value: id } } : {}),
    entry: resources.map((resource) => ({
      fullUrl: `https://karyo.invalid/fhir/${resource.resourceType}/${resource.id}`,
      resource,
    })),
  }
  return `${JSON.stringify(bundle, null, 2)}\n`
}
