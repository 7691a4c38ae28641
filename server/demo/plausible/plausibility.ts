import { isIsoDate } from '#domain/dates/dates.ts'
import { latestDayOfDeath } from '#domain/orders/deceased.ts'
import type { OrderDocument, Patient } from '#domain/orders/document.ts'
import { gestationalDays, knownDueDate } from '#domain/orders/gestational-age.ts'
import { isFetusKey, subjectKind } from '#domain/orders/subject.ts'
import { isPossible, type Plausible } from './plausible-orders.ts'

const DAY = 86_400_000
const YEAR = 365.25
/** Only these are taken before birth. */
const FETAL: readonly string[] = ['CVS', 'Amniotic Fluid', 'Fetal Blood']
const CHILDBEARING = { from: 14 * YEAR, to: 52 * YEAR }
/** A mother's and a father's age at a child's birth. */
const PARENT_AGE = { Mother: [14, 52], Father: [15, 75] } as const
/** In weeks, when each specimen is taken. */
const TAKEN_AT = { CVS: [10, 15], 'Amniotic Fluid': [15, 36], 'Fetal Blood': [18, 38] } as const

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

/**
 * Why a clinician would not believe an order: the patient's age, sex or pregnancy, the specimens, the reason for
 * the test, or the family do not fit the test. Parts that are not filled in are not judged. Empty: plausible.
 */
export function implausibilities(document: OrderDocument, plausible: Plausible, today: string): string[] {
  const [patient] = document.patients
  const test = document.tests[0]?.testCode ?? ''
  if (!patient || test === '' || !isIsoDate(patient.dateOfBirth)) return []
  const expected = plausible.orders.get(test)
  if (!expected) return [`nothing is known about who has test ${test}`]
  const collected = document.samples.map(({ dateOfCollection }) => dateOfCollection).filter(isIsoDate)
  const day = collected.toSorted()[0] ?? today
  const days = daysBetween(patient.dateOfBirth, day)
  const kind = subjectKind(document)
  const found: string[] = []
  // Whom a test of living people is for may have died: then their stored specimen is tested.
  const isExpected = kind === expected.subject || (kind === 'deceased' && expected.subject === 'living')
  if (!isExpected) found.push(`tests ${kind}, expected ${expected.subject}`)
  // Ages in the file are whole: '42y' lasts until the 43rd birthday.
  if (days < expected.ageFrom - 1 || days > expected.ageTo + (expected.ageTo > 400 ? YEAR : 32))
    found.push(`the patient is ${Math.floor(days / YEAR)} years old (${Math.round(days)} days)`)
  if (expected.sex !== '' && patient.sex !== expected.sex) found.push(`the patient is ${patient.sex}`)
  for (const { code, description } of document.indicationsForTesting) {
    const known = plausible.indications.get(code)
    if (!known || !expected.indications.includes(code)) found.push(`${code} is no reason for the test`)
    else if (!isPossible(known, { sex: patient.sex, days })) found.push(`${code} does not fit the patient`)
    else if (known.description !== description) found.push(`${code} is not called “${description}”`)
  }
  const later = agesIn(document.clinicalNotes).filter((age) => days < age - 1)
  if (later.length > 0) found.push(`the notes name an age of ${later.map(Math.round).join(', ')} days`)
  const rest = [...ofSpecimens(document, days), ...ofFamily(document), ...ofNames(document)]
  return [...found, ...ofDeath(patient, today), ...rest]
}

/** Somebody dies after birth and before the order. */
function ofDeath({ deceased, dateOfBirth }: Patient, today: string): string[] {
  const day = latestDayOfDeath(deceased?.dateOfDeath ?? '')
  return day !== '' && (day < dateOfBirth || (deceased?.dateOfDeath ?? '') > today)
    ? [`died on ${deceased?.dateOfDeath}`]
    : []
}

const RELATIVE = /\b(mother|father|brother|sister|aunt|uncle|cousin|niece|nephew|grand\w+|parent)\b/i

/** The patient's ages in a text such as 'Breast cancer at 38; an aunt had ovarian cancer', in days. */
export function agesIn(notes: string): number[] {
  return notes
    .split(/[;,.]/)
    .filter((part) => !RELATIVE.test(part))
    .flatMap((part) => [
      ...part.matchAll(/\b(?:at|since)(?: the age of)? (\d+)( months| weeks| percent)?(?!\w)/g),
    ])
    .filter(([, , unit]) => unit !== ' weeks' && unit !== ' percent')
    .map(([, count, unit]) => Number(count) * (unit === ' months' ? 30.44 : YEAR))
}

function ofSpecimens(document: OrderDocument, days: number): string[] {
  const { pregnancy, samples } = document
  return samples.flatMap(({ specimenType: type, patient, dateOfCollection: day }) => {
    if (type === '') return []
    if (!FETAL.includes(type)) {
      const isOfFetus = isFetusKey(patient) && pregnancy?.outcome === 'Ongoing' && type !== 'Extracted DNA'
      return isOfFetus ? [`${type} of a fetus`] : []
    }
    if (!pregnancy) return [`${type} without a pregnancy`]
    if (days < CHILDBEARING.from || days > CHILDBEARING.to) return ['a pregnancy at the mother’s age']
    const age = gestationalDays(knownDueDate(pregnancy), day)
    const [from, to] = TAKEN_AT[type as keyof typeof TAKEN_AT]
    if (age === null || !isIsoDate(day)) return []
    return age < 7 * from || age >= 7 * to ? [`${type} at ${Math.floor(age / 7)} weeks`] : []
  })
}

function ofFamily({ patients: [patient, ...relatives], pregnancy }: OrderDocument): string[] {
  if (!patient || pregnancy) return []
  return relatives.flatMap((relative) => {
    const { relationship } = relative
    if (!isIsoDate(relative.dateOfBirth)) return []
    const age = daysBetween(relative.dateOfBirth, patient.dateOfBirth) / YEAR
    if (relationship === 'Mother' || relationship === 'Father') {
      const [from, to] = PARENT_AGE[relationship]
      return age < from || age > to
        ? [`the ${relationship.toLowerCase()} was ${Math.floor(age)} at the birth`]
        : []
    }
    return relationship === 'Sibling' && Math.abs(age) > 25 ? ['a sibling of another generation'] : []
  })
}

/** No placeholder where a name should be. */
function ofNames({
  patients,
  familyTestingRequest: { targetSequencingData: known },
}: OrderDocument): string[] {
  const names = patients.map(({ firstName, lastName }: Patient) => `${firstName} ${lastName}`)
  return [...names, `${known.probandFirstName} ${known.probandLastName}`]
    .filter((name) => /\d|\b(relative|test|sample|patient|demo)\b/i.test(name))
    .map((name) => `“${name}” is no name`)
}
