import type { Patient } from '#domain/orders/document.ts'
import { codedAnswer, HISPANIC, NOT_GIVEN, RACES } from '#domain/orders/race-and-ancestry.ts'
import { type Answer, coded, line } from './answers.ts'
import { BORN_AS, GENDERS, pronounsCode } from './sex-codes.ts'

type Of = Pick<Answer, 'about'>
const LOINC = { coding: 'LN' } as const

/**
 * Answers that neither HL7 2.5.1 nor FHIR's Patient has a place for: karyotype and ancestry of each side. `isMother`: of
 * the genetic mother of those tested, whose origin has a question of its own.
 */
export function geneticAnswers(
  { sexAndGender = {}, ancestry = {} }: Patient,
  isMother: boolean,
  of: Of,
): Answer[] {
  const { maternal = [], paternal = [] } = ancestry
  const sides = [
    ...several(['ANCESTRY-MATERNAL', 'Ancestry, mother’s side'], maternal, of),
    ...several(['ANCESTRY-PATERNAL', 'Ancestry, father’s side'], paternal, of),
  ]
  const ofMother = isMother ? [...new Set([...maternal, ...paternal])] : []
  return [
    ...line(['KARYOTYPE', 'Known karyotype'], sexAndGender.karyotype ?? '', of),
    ...line(['KARYOTYPE-SOURCE', 'Source of the karyotype'], sexAndGender.karyotypeSource ?? '', of),
    ...sides,
    ...several(['MOTHERS-ORIGIN', 'Mother’s ethnic origin'], ofMother, of),
  ]
}

/** One repetition of OBX-5 for each. */
function several(question: Answer['question'], values: readonly string[], more: Partial<Answer>): Answer[] {
  return values.length === 0 ? [] : [{ type: 'ST', question, value: values.map((one) => [one]), ...more }]
}

/** Sex and gender besides PID-8, as OBX: version 2.9 has segments for them, 2.5.1 has none. */
export function sexAndGenderAnswers({ sexAndGender = {} }: Patient, of: Of): Answer[] {
  const { assignedAtBirth, genderIdentity, clinicalSex, pronouns = '' } = sexAndGender
  const loinc = { ...of, ...LOINC }
  return [
    ...line(['NAME-TO-USE', 'Name to use'], sexAndGender.nameToUse ?? '', of),
    ...(assignedAtBirth
      ? coded(['76689-9', 'Sex assigned at birth'], BORN_AS[assignedAtBirth].hl7, loinc)
      : []),
    ...(genderIdentity ? coded(['76691-5', 'Gender identity'], GENDERS[genderIdentity].hl7, loinc) : []),
    ...line(['GENDER-OWN-WORDS', 'Gender in own words'], sexAndGender.genderInOwnWords ?? '', of),
    ...coded(['90778-2', 'Personal pronouns'], [...pronounsCode(pronouns)], loinc),
    ...(clinicalSex
      ? coded(['SEX-FOR-CLINICAL-USE', 'Sex parameter for clinical use'], clinicalSexCode(clinicalSex), of)
      : []),
    ...line(
      ['CLINICAL-SEX-COMMENT', 'Context of the sex for clinical use'],
      sexAndGender.clinicalSexComment ?? '',
      of,
    ),
  ]
}

/** `female-typical`, `male-typical`, `specified`: HL7's codes, which LOINC has no answers for. */
function clinicalSexCode(clinicalSex: string): string[] {
  return [clinicalSex === 'See comment' ? 'specified' : clinicalSex.toLowerCase(), clinicalSex, 'L']
}

/** PID-10, NK1-35: CDC's codes, or a null flavor. */
export function races({ raceAndEthnicity: { races: given = [] } = {} }: Patient): string[][] {
  return given.map((race) => {
    const known = codedAnswer(RACES, race)
    return known ? [known.code, known.name, 'CDCREC'] : notGiven(race)
  })
}

/** The first repetition of PID-22 and NK1-28: CDC's code, and that of table 0189. */
export function hispanicOrigin({ raceAndEthnicity: { hispanic } = {} }: Patient): string[][] {
  if (hispanic === undefined) return []
  const known = codedAnswer(HISPANIC, hispanic)
  return [
    known
      ? [known.code, known.name, 'CDCREC', known.yesNo, known.name, 'HL70189']
      : [...notGiven(hispanic), 'U', 'Unknown', 'HL70189'],
  ]
}

function notGiven(answer: string): string[] {
  return [codedAnswer(NOT_GIVEN, answer)?.code ?? '', answer, 'NULLFL']
}
