import type { SexAndGender } from '#domain/orders/sex-and-gender.ts'

/** A code for both formats: as HL7 v2 writes it (code, words, coding system), and FHIR's system and code. */
interface TwoCodes {
  hl7: readonly [code: string, words: string, system: string]
  fhir: { system: string; code: string; display: string } | null
}

const SNOMED = 'http://snomed.info/sct'
const ABSENT = 'http://terminology.hl7.org/CodeSystem/data-absent-reason'

const snomed = (code: string, display: string): TwoCodes => ({
  hl7: [code, display, 'SCT'],
  fhir: { system: SNOMED, code, display },
})
const declined: TwoCodes = {
  hl7: ['ASKU', 'Declined to answer', 'NULLFL'],
  fhir: { system: ABSENT, code: 'asked-declined', display: 'Asked But Declined' },
}

/** 76691-5: the minimum list of HL7's value set gender-identity. */
export const GENDERS: Record<NonNullable<SexAndGender['genderIdentity']>, TwoCodes> = {
  Female: snomed('446141000124107', 'Female gender identity'),
  Male: snomed('446151000124109', 'Male gender identity'),
  Nonbinary: snomed('33791000087105', 'Non-binary gender identity'),
  'Another identity': { hl7: ['OTH', 'Another identity', 'NULLFL'], fhir: null },
  Unknown: {
    hl7: ['UNK', 'Unknown', 'NULLFL'],
    fhir: { system: ABSENT, code: 'unknown', display: 'Unknown' },
  },
  'Declined to answer': declined,
}

/** 76689-9: answer list LL3324-2 has no intersex; and the code of US Core's birth sex. */
export const BORN_AS: Record<
  NonNullable<SexAndGender['assignedAtBirth']>,
  Pick<TwoCodes, 'hl7'> & { usCore: string }
> = {
  Female: { hl7: ['LA3-6', 'Female', 'LN'], usCore: 'F' },
  Male: { hl7: ['LA2-8', 'Male', 'LN'], usCore: 'M' },
  'Intersex or undetermined': { hl7: ['INTERSEX', 'Intersex or undetermined', 'L'], usCore: 'OTH' },
  Unknown: { hl7: ['LA4489-6', 'Unknown', 'LN'], usCore: 'UNK' },
  'Declined to answer': { hl7: declined.hl7, usCore: 'ASKU' },
}

/** LOINC answer list LL5144-2, by how the pronouns begin. */
const PRONOUNS = [
  [/^he\b/i, 'LA29518-0', 'he/him/his/his/himself'],
  [/^she\b/i, 'LA29519-8', 'she/her/her/hers/herself'],
  [/^they\b/i, 'LA29520-6', 'they/them/their/theirs/themselves'],
] as const

/** LOINC's code for pronouns such as she/her; the words alone for any other, and for a combination (she/they). */
export function pronounsCode(pronouns: string): [code: string, words: string, system: string] {
  const typed = pronouns.trim()
  const fits = PRONOUNS.filter(([pattern]) => typed.split(/[\s/,]+/).some((word) => pattern.test(word)))
  const [only] = fits
  return only && fits.length === 1 ? [only[1], only[2], 'LN'] : ['', typed, '']
}
