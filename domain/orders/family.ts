import { withRecord } from '../consent/record.ts'
import type { Relationship } from '../lookups.ts'
import {
  blankPatient,
  blankSample,
  type OrderDocument,
  type Patient,
  type PatientKey,
  PROBAND,
} from './document.ts'
import type { Parentage } from './kinship.ts'
import { featuresOf, withFeatures } from './phenotype.ts'
import type { OrderableTest } from './rule-context.ts'
import { fetusesOf, fetusInWords, fetusOf } from './subject.ts'

/** The order with an additional person, blank and without a specimen. `key` must be free (see `freeKey`). */
export function addRelative(
  document: OrderDocument,
  relationship: Relationship,
  key: PatientKey,
): OrderDocument {
  return { ...document, patients: [...document.patients, blankPatient(relationship, key)] }
}

/** The order with an additional blank specimen of this person. */
export function addSample(document: OrderDocument, patient: PatientKey): OrderDocument {
  const key = freeKey(
    's',
    document.samples.map((sample) => sample.key),
  )
  return { ...document, samples: [...document.samples, blankSample(patient, key)] }
}

/**
 * The order without a relative or fetus, and their specimens, consents and overridden warnings. The proband
 * cannot be removed.
 */
export function removePerson(document: OrderDocument, key: PatientKey): OrderDocument {
  if (key === PROBAND) return document
  const gone = new Set([key, ...samplesOf(document, key).map((sample) => sample.key)])
  const { pregnancy, parentage, ...others } = document
  const features = featuresOf(document).filter(({ patient }) => patient !== key)
  return {
    ...withFeatures(withRecord(others, key, null), features),
    ...withoutParent(parentage, key),
    patients: document.patients.filter((patient) => patient.key !== key),
    ...(pregnancy
      ? { pregnancy: { ...pregnancy, fetuses: pregnancy.fetuses.filter((fetus) => fetus.key !== key) } }
      : {}),
    samples: document.samples.filter((sample) => sample.patient !== key),
    consents: document.consents.filter((consent) => consent.patient !== key),
    overrides: document.overrides.filter(
      (override) => !subjectsOf(override.key).some((one) => gone.has(one)),
    ),
  }
}

/** The genetic parents without a person; left out if nothing else is given. */
function withoutParent(parentage: Parentage | undefined, key: PatientKey): Pick<OrderDocument, 'parentage'> {
  if (!parentage) return {}
  const { geneticMother, geneticFather, ...rest } = parentage
  const kept = (parent: PatientKey) => (parent === key ? '' : parent)
  const next = { ...rest, geneticMother: kept(geneticMother), geneticFather: kept(geneticFather) }
  return Object.values(next).every((one) => one === '') ? {} : { parentage: next }
}

/**
 * The key of a warning (points.ts): its rule and its subjects (codes of tests, keys of people and specimens).
 */
export function warningKey(rule: string, about: string): string {
  return `${rule}:${about}`
}

/** The subjects in a warning's key. */
function subjectsOf(key: string): string[] {
  return key.slice(key.indexOf(':') + 1).split(' ')
}

/** The first of `relative-1`, `relative-2` … or `s1`, `s2` … that is not in `taken`. */
export function freeKey(prefix: 'relative-' | 's', taken: readonly string[]): string {
  for (let n = 1; ; n += 1) if (!taken.includes(`${prefix}${n}`)) return `${prefix}${n}`
}

/** How many relatives' specimens the tests need: 2 if one of them is a trio. */
export function relativesNeeded(tests: readonly Pick<OrderableTest, 'relatives'>[]): number {
  return Math.max(0, ...tests.map((test) => test.relatives))
}

/** All people of the order except the proband, in order. */
export function relativesOf(document: Pick<OrderDocument, 'patients'>): Patient[] {
  return document.patients.slice(1)
}

export function samplesOf(document: Pick<OrderDocument, 'samples'>, key: PatientKey) {
  return document.samples.filter((sample) => sample.patient === key)
}

type People = Pick<OrderDocument, 'patients' | 'pregnancy'>

/** The name as typed, 'Linh Nguyễn'; of a fetus its mother's, 'Dora Lind, fetus A'; else as `whoIs` returns. */
export function personName(document: People, key: PatientKey): string {
  const fetus = fetusOf(document, key)
  if (fetus) {
    const mother = document.patients[0]
    const motherName = mother ? `${mother.firstName.trim()} ${mother.lastName.trim()}`.trim() : ''
    const words = fetusInWords(document, fetus)
    return motherName === '' ? words : `${motherName}, ${words.replace(/^the /, '')}`
  }
  const person = document.patients.find((patient) => patient.key === key)
  const name = person ? `${person.firstName.trim()} ${person.lastName.trim()}`.trim() : ''
  return name === '' ? whoIs(document, key) : name
}

/** What the patient of record is to the fetus or loss that is tested: 'Mother', 'Gestational carrier'; '' if it is none. */
export function roleOfPregnant(document: Pick<People, 'pregnancy'>): string {
  if (fetusesOf(document).length === 0) return ''
  return document.pregnancy?.carriedBy === 'Gestational carrier' ? 'Gestational carrier' : 'Mother'
}

/**
 * In words without a name: 'the patient', 'the mother', 'the egg donor', 'sibling 2' if the order has several;
 * 'fetus A', and 'the mother' for the patient of record if a fetus is tested.
 */
export function whoIs(document: People, key: PatientKey): string {
  const fetus = fetusOf(document, key)
  if (fetus) return fetusInWords(document, fetus)
  const person = document.patients.find((patient) => patient.key === key)
  if (!person || person === document.patients[0])
    return `the ${roleOfPregnant(document).toLowerCase() || 'patient'}`
  const word = relationInWords(person)
  const sameRelation = relativesOf(document).filter((one) => relationInWords(one) === word)
  return sameRelation.length > 1 ? `${word} ${sameRelation.indexOf(person) + 1}` : `the ${word}`
}

const DONORS: Partial<Record<Relationship, string>> = { Mother: 'egg donor', Father: 'sperm donor' }

/**
 * What a relative is to whoever is tested: 'mother', 'adoptive mother', 'stepfather', 'egg donor'. The kind is said, so
 * that of two women one is not taken for the other.
 */
export function relationInWords({
  relationship,
  kinship,
}: Pick<Patient, 'relationship' | 'kinship'>): string {
  const word = relationship.toLowerCase()
  switch (kinship?.kinshipKind) {
    case 'Donor':
      return DONORS[relationship] ?? 'donor'
    case 'Carrier':
      return 'gestational carrier'
    case 'Step':
      return relationship === 'Other relative' ? 'step relative' : `step${word}`
    case 'Adoptive':
    case 'Social':
      return `${kinship.kinshipKind.toLowerCase()} ${word}`
    default:
      return word
  }
}
