/** The answers to "sex assigned at birth". */
export const SEXES_ASSIGNED_AT_BIRTH = [
  'Female',
  'Male',
  'Intersex or undetermined',
  'Unknown',
  'Declined to answer',
] as const

/** HL7 Gender Harmony's minimum list; anything else is given in the patient's own words. */
export const GENDER_IDENTITIES = [
  'Female',
  'Male',
  'Nonbinary',
  'Another identity',
  'Unknown',
  'Declined to answer',
] as const

/**
 * Sex parameter for clinical use (HL7 Gender Harmony): which reference the laboratory applies to this person in
 * this order. It depends on the test: one that concerns the ovaries is female-typical for whoever has them.
 */
export const CLINICAL_SEXES = ['Female-typical', 'Male-typical', 'See comment'] as const

/**
 * What an order may say about a person besides their recorded sex (`Patient.sex`: the insurer's or the registry's,
 * which claims use). Each member is left out until it is answered.
 */
export interface SexAndGender {
  assignedAtBirth?: (typeof SEXES_ASSIGNED_AT_BIRTH)[number]
  /** Of the patient only: nobody else can answer it for a relative. Likewise the next two. */
  genderIdentity?: (typeof GENDER_IDENTITIES)[number]
  genderInOwnWords?: string
  pronouns?: string
  /** What to call them, if it is not the first name of their record. */
  nameToUse?: string
  /** For this order. */
  clinicalSex?: (typeof CLINICAL_SEXES)[number]
  /** The context of `clinicalSex`: the organs present, treatment. */
  clinicalSexComment?: string
  /** As reported before: 46,XY. The laboratory compares the specimen with it. */
  karyotype?: string
  /** Where it is known from: microarray of 2019. */
  karyotypeSource?: string
}

/** The members that only the patient can answer. */
export const OF_PATIENT_ONLY = ['genderIdentity', 'genderInOwnWords', 'pronouns'] as const

/** A person without what was said for the tests of one order. */
export function forAnotherTest<Person extends { sexAndGender?: SexAndGender }>(person: Person): Person {
  const { sexAndGender, ...rest } = person
  const { clinicalSex: _, clinicalSexComment: __, ...kept } = sexAndGender ?? {}
  return { ...rest, ...(Object.keys(kept).length > 0 ? { sexAndGender: kept } : {}) } as Person
}

/** Short forms of the members, as the review, the order page and the requisition show them. */
const NAMES = {
  nameToUse: 'Name to use',
  pronouns: 'Pronouns',
  genderIdentity: 'Gender identity',
  assignedAtBirth: 'Sex assigned at birth',
  clinicalSex: 'Sex for clinical use',
  karyotype: 'Known karyotype',
} as const

/** What is answered, as names and values, in the order in which it is read. */
export function sexAndGenderLines({ sexAndGender: of = {} }: { sexAndGender?: SexAndGender }) {
  const withNote = (value = '', note = '') =>
    value && note.trim() ? `${value} (${note.trim()})` : value || note.trim()
  const values: Record<keyof typeof NAMES, string> = {
    nameToUse: of.nameToUse?.trim() ?? '',
    pronouns: of.pronouns?.trim() ?? '',
    genderIdentity: withNote(of.genderIdentity, of.genderInOwnWords),
    assignedAtBirth: of.assignedAtBirth ?? '',
    clinicalSex: withNote(of.clinicalSex, of.clinicalSexComment),
    karyotype: withNote(of.karyotype, of.karyotypeSource),
  }
  return Object.entries(NAMES)
    .map(([key, name]): [name: string, value: string] => [name, values[key as keyof typeof NAMES]])
    .filter(([, value]) => value !== '')
}
