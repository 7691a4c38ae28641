import type { CodeableConcept, Extension, HumanName } from 'fhir/r4.js'
import type { Patient } from '#domain/orders/document.ts'
import {
  codedAnswer,
  HISPANIC,
  NOT_GIVEN,
  RACES,
  type RaceAndEthnicity,
} from '#domain/orders/race-and-ancestry.ts'
import type { SexAndGender } from '#domain/orders/sex-and-gender.ts'
import { BORN_AS, GENDERS, pronounsCode } from '../sex-codes.ts'
import { SYSTEMS } from './systems.ts'
import { text } from './tidy.ts'

const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition'
const HL7 = 'http://hl7.org/fhir/StructureDefinition'
const CDCREC = 'urn:oid:2.16.840.1.113883.6.238'
const NULL_FLAVOR = 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor'
const CLINICAL_SEX = 'http://terminology.hl7.org/CodeSystem/sex-parameter-for-clinical-use'

/** Patient.gender stays administrative; the rest is in the extensions of US Core and HL7's Gender Harmony guide. */
export function personExtensions({ sexAndGender = {}, raceAndEthnicity = {} }: Patient): Extension[] {
  return [...raceExtensions(raceAndEthnicity), ...sexExtensions(sexAndGender)]
}

/** The name to use, beside the official one. */
export function usualName({ sexAndGender }: Patient): HumanName[] {
  const name = text(sexAndGender?.nameToUse ?? '')
  return name === '' ? [] : [{ use: 'usual', text: name }]
}

/** US Core's race and ethnicity: a category for each answer, and the answers in words. */
function raceExtensions({ races = [], hispanic }: RaceAndEthnicity): Extension[] {
  const extension = (
    name: string,
    answers: readonly string[],
    codes: readonly { name: string; code: string }[],
  ) =>
    answers.length === 0
      ? []
      : [
          {
            url: `${US_CORE}/${name}`,
            extension: [
              ...answers.flatMap((answer) => category(answer, codes)),
              { url: 'text', valueString: answers.join(', ') },
            ],
          },
        ]
  return [
    ...extension('us-core-race', races, RACES),
    ...extension('us-core-ethnicity', hispanic ? [hispanic] : [], HISPANIC),
  ]
}

function category(answer: string, codes: readonly { name: string; code: string }[]): Extension[] {
  const known = codedAnswer(codes, answer)
  const system = known ? CDCREC : NULL_FLAVOR
  const code = (known ?? codedAnswer(NOT_GIVEN, answer))?.code
  return code ? [{ url: 'ombCategory', valueCoding: { system, code, display: answer } }] : []
}

function sexExtensions(of: SexAndGender): Extension[] {
  const { assignedAtBirth, genderIdentity, genderInOwnWords = '', pronouns = '', clinicalSex } = of
  const gender = genderIdentity ? GENDERS[genderIdentity].fhir : null
  const identity = concept(gender, genderInOwnWords || (gender ? '' : (genderIdentity ?? '')))
  const [code, words] = pronounsCode(pronouns)
  const spoken = concept(code ? { system: SYSTEMS.loinc, code, display: words } : null, pronouns)
  const comment = text(of.clinicalSexComment ?? '')
  return [
    ...(assignedAtBirth
      ? [{ url: `${US_CORE}/us-core-birthsex`, valueCode: BORN_AS[assignedAtBirth].usCore }]
      : []),
    ...(identity ? [withParts('individual-genderIdentity', identity)] : []),
    ...(spoken ? [withParts('individual-pronouns', spoken)] : []),
    ...(clinicalSex
      ? [withParts('patient-sexParameterForClinicalUse', clinicalSexConcept(clinicalSex), comment)]
      : []),
  ]
}

function clinicalSexConcept(clinicalSex: string): CodeableConcept {
  const code = clinicalSex === 'See comment' ? 'specified' : clinicalSex.toLowerCase()
  return { coding: [{ system: CLINICAL_SEX, code }], text: clinicalSex }
}

/** A code, words, or both; null for neither. */
function concept(
  coding: { system: string; code: string; display: string } | null,
  typed: string,
): CodeableConcept | null {
  const words = text(typed)
  if (!coding && words === '') return null
  return { ...(coding ? { coding: [coding] } : {}), ...(words ? { text: words } : {}) }
}

function withParts(name: string, value: CodeableConcept, comment = ''): Extension {
  return {
    url: `${HL7}/${name}`,
    extension: [
      { url: 'value', valueCodeableConcept: value },
      ...(comment ? [{ url: 'comment', valueString: comment }] : []),
    ],
  }
}
