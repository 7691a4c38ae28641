import { isIsoDate } from '../dates/dates.ts'
import type { Sex } from '../lookups.ts'
import type { Patient, PatientKey } from '../orders/document.ts'
import { searchable } from '../text/searchable.ts'
import { fetusesLabelled, fromLabel, isOfNewborn } from './fetus-label.ts'

/** The person named in a message; '' and empty lists for missing values. */
export interface PersonInMessage {
  /** PID-3 (and PID-2, PID-4 of older versions): the number, its assigner (CX.4) and its type (CX.5). */
  identifiers: { value: string; assigner: string; type: string }[]
  /** PID-5 with its repetitions, then former names (PID-9; HumanName.use old, maiden). */
  names: { last: string; first: string; middle: string; isFormer: boolean }[]
  /** ISO date. */
  dateOfBirth: string
  sex: Sex | ''
  /** The fetus of the result (SPM-14, an OBX of the group, Observation.focus): 'Fetus A', or its number. */
  fetus: string
}

/** A person of the order, in the parts that identify them. */
export type PersonOfOrder = Pick<
  Patient,
  'key' | 'relationship' | 'firstName' | 'lastName' | 'dateOfBirth' | 'sex' | 'recordNumber'
> & {
  /** Former names, if the clinic gave them. */
  formerNames?: readonly { firstName: string; lastName: string }[]
}

/** What the comparison of identities uses besides the people themselves. */
export interface OrderIdentity {
  orderId: number
  people: readonly PersonOfOrder[]
  /** The names of the clinic that assigned the record numbers, as in messages: its code, its name. */
  assigners: readonly string[]
  /** The people and fetuses whose specimens the message names (SPM-2, an accession number), if any. */
  specimensOf?: readonly PatientKey[]
  /** The fetuses or losses that the order is for; the first of `people` is their mother. */
  fetuses?: readonly { key: PatientKey; label: string }[]
}

export type Comparison = 'same' | 'other' | 'not-said'
export interface PersonScore {
  key: PatientKey
  /**
   * 1 each for record number, date of birth, and name; 0.5 for the last name alone; −1 if the sex differs.
   */
  score: number
  recordNumber: Comparison
  dateOfBirth: Comparison
  name: Comparison | 'last-name-only'
  sex: Comparison
}

/** Why the result desk must check an identity. */
export const IDENTITY_DOUBTS = {
  'one-identifier': 'Only one identifier besides the order number matches.',
  'two-people': 'It matches two people in the order.',
  'specimen-of-another': 'It names a specimen from a different person than it is about.',
  'part-of-another': 'Part of it is about a different person than the report.',
  'which-fetus': 'The identity is the mother’s, and it does not say which fetus it is about.',
} as const
export type IdentityDoubt = keyof typeof IDENTITY_DOUBTS

export type PersonMatch =
  | { outcome: 'accepted'; person: PatientKey; scores: PersonScore[] }
  | { outcome: 'waiting'; why: IdentityDoubt; likely: PatientKey | null; scores: PersonScore[] }
  | { outcome: 'refused'; scores: PersonScore[] }

/** Two identifiers besides the order's number (CAP COM.06200, NPSG.01.01.01). */
const ENOUGH = 2
/** From this score on a person checks; below, it is somebody else. */
const DOUBTFUL = 1
/**
 * The maximum score if the only matching number is the one sent with the order, and another field differs.
 */
const ALMOST = 1.5

/**
 * The person of an order that a message is about. The order's number found the order; it does not count as an
 * identifier of a person.
 */
export function matchPerson(messagePerson: PersonInMessage, order: OrderIdentity): PersonMatch {
  const numbered = (order.fetuses ?? []).filter(({ key }) => isAsSent(messagePerson, { key }, order.orderId))
  if (numbered.length > 0) return ofNumberedFetus(numbered, messagePerson, order)
  const scores = order.people.map((person) => scoreOf(messagePerson, person, order))
  const ranked = scores.toSorted((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (!first || first.score < DOUBTFUL) return { outcome: 'refused', scores }
  const isTie = second !== undefined && second.score === first.score
  const likely = isTie ? null : first.key
  if (first.score < ENOUGH)
    return { outcome: 'waiting', why: isTie ? 'two-people' : 'one-identifier', likely, scores }
  // Two people matching with two identifiers each is a contradiction: the name of one twin with the number of
  // the other.
  if (second && second.score >= ENOUGH) return { outcome: 'waiting', why: 'two-people', likely: null, scores }
  return resolveFetus(first.key, messagePerson, order, scores)
}

type Fetuses = NonNullable<OrderIdentity['fetuses']>

/** The labels that a message has of a fetus, also those in its name: `Lind^Dora Fetus B`. */
function labelsIn({ fetus, names }: PersonInMessage): string[] {
  const inNames = names.map(({ last, first, middle }) => fromLabel(`${last} ${first} ${middle}`))
  return [...new Set([fetus, ...inNames])].filter((words) => words !== '')
}

/** The fetus that labels name, or the number that was sent for it; several if several are named, none if one is unknown. */
function namedFetuses(fetuses: Fetuses, labels: readonly string[], orderId: number): Fetuses {
  const named = labels.map((words) => {
    const numbered = fetuses.filter(({ key }) => plain(words) === plain(`${orderId}-${key}`))
    return numbered.length > 0 ? numbered : fetusesLabelled(fetuses, words)
  })
  return named.some((found) => found.length === 0) ? [] : [...new Set(named.flat())]
}

/**
 * Whether somebody else is named than the mother, whose name and birth date a fetus's messages have if any: 'Lind' with a
 * label, or without a first name, is hers.
 */
function namesAnotherMother(messagePerson: PersonInMessage, order: OrderIdentity): boolean {
  const [mother] = order.people
  if (!mother) return false
  const { dateOfBirth, name } = scoreOf(messagePerson, mother, order)
  const isLabelled = messagePerson.names.some(
    ({ first, last }) => first === '' || fromLabel(`${first} ${last}`) !== '',
  )
  return dateOfBirth === 'other' || name === 'other' || (name === 'last-name-only' && !isLabelled)
}

/** Identified by the number that was sent for the fetus: its label or specimen is the second identifier. */
function ofNumberedFetus(
  [only, another]: Fetuses,
  messagePerson: PersonInMessage,
  order: OrderIdentity,
): PersonMatch {
  const { fetuses = [], orderId, specimensOf = [] } = order
  const labels = labelsIn(messagePerson)
  const scores: PersonScore[] = []
  const named = namedFetuses(fetuses, labels, orderId)
  const isOther = labels.length > 0 && !(named.length === 1 && named[0]?.key === only?.key)
  if (!only || another || isOther) return { outcome: 'waiting', why: 'which-fetus', likely: null, scores }
  const isLabelled = labels.some((words) => plain(words) !== plain(`${orderId}-${only.key}`))
  if ((specimensOf.length === 0 && !isLabelled) || namesAnotherMother(messagePerson, order))
    return { outcome: 'waiting', why: 'one-identifier', likely: only.key, scores }
  return bySpecimen(only.key, specimensOf, scores)
}

/**
 * A result with the mother's identity is hers only if it names a specimen of hers; a fetus's by its label, or
 * by the specimen. With neither it waits.
 */
function ofPregnancy(
  messagePerson: PersonInMessage,
  { fetuses = [], orderId, specimensOf = [], people }: OrderIdentity,
  scores: PersonScore[],
): PersonMatch {
  const waits: PersonMatch = { outcome: 'waiting', why: 'which-fetus', likely: null, scores }
  const labels = labelsIn(messagePerson)
  if (labels.length > 0) {
    const [only, another] = namedFetuses(fetuses, labels, orderId)
    return only && !another ? bySpecimen(only.key, specimensOf, scores) : waits
  }
  const [only, another] = [...new Set(specimensOf)].filter((of) => fetuses.some(({ key }) => key === of))
  if (only !== undefined && another === undefined) return { outcome: 'accepted', person: only, scores }
  const mother = people[0]?.key
  return only === undefined && mother !== undefined && specimensOf.includes(mother)
    ? { outcome: 'accepted', person: mother, scores }
    : waits
}

/** The result of a fetus also carries its mother's identity: the label decides. */
function resolveFetus(
  key: PatientKey,
  messagePerson: PersonInMessage,
  order: OrderIdentity,
  scores: PersonScore[],
): PersonMatch {
  const { people, specimensOf = [] } = order
  if ((order.fetuses ?? []).length > 0 && key === people[0]?.key)
    return ofPregnancy(messagePerson, order, scores)
  const matched = people.find((person) => person.key === key)
  const fetuses = people.filter(isFetus)
  const label = isOfNewborn(messagePerson.fetus) ? '' : messagePerson.fetus
  if (label !== '' || (fetuses.length > 0 && matched && !isFetus(matched))) {
    const named = fetuses.filter((fetus) => isNamedFetus(fetus, label))
    const [only] = named
    if (label === '' || named.length !== 1 || !only)
      return { outcome: 'waiting', why: 'which-fetus', likely: null, scores }
    return bySpecimen(only.key, specimensOf, scores)
  }
  return bySpecimen(key, specimensOf, scores)
}

function bySpecimen(
  person: PatientKey,
  specimensOf: readonly PatientKey[],
  scores: PersonScore[],
): PersonMatch {
  return specimensOf.length > 0 && !specimensOf.includes(person)
    ? { outcome: 'waiting', why: 'specimen-of-another', likely: person, scores }
    : { outcome: 'accepted', person, scores }
}

/** A fetus has no birth date, and a label in place of a name. */
function isFetus({ firstName, lastName, dateOfBirth }: PersonOfOrder): boolean {
  return !isIsoDate(dateOfBirth) && /\bfetus\b/i.test(`${firstName} ${lastName}`)
}

function isNamedFetus({ firstName, lastName }: PersonOfOrder, label: string): boolean {
  const words = (text: string): string[] => searchable(text).match(/[\p{L}\d]+/gu) ?? []
  const named = words(label)
  const own = words(`${firstName} ${lastName}`)
  return named.length > 0 && named.every((word) => own.includes(word))
}

/** How well a message's identity matches one person of the order. */
export function scoreOf(
  messagePerson: PersonInMessage,
  person: PersonOfOrder,
  { orderId, assigners }: Pick<OrderIdentity, 'orderId' | 'assigners'>,
): PersonScore {
  const dateOfBirth = comparedText(
    messagePerson.dateOfBirth,
    isIsoDate(person.dateOfBirth) ? person.dateOfBirth : '',
  )
  const name = comparedName(messagePerson, person)
  const sex = comparedSex(messagePerson.sex, person.sex)
  const own = comparedNumber(messagePerson, person, assigners)
  const recordNumber = isAsSent(messagePerson, person, orderId) ? 'same' : own
  const fitting =
    Number(recordNumber === 'same') +
    Number(dateOfBirth === 'same') +
    (name === 'same' ? 1 : name === 'last-name-only' ? 0.5 : 0) -
    Number(sex === 'other')
  const isContradicted = dateOfBirth === 'other' || name === 'other' || name === 'last-name-only'
  const score = isContradicted && own !== 'same' ? Math.min(fitting, ALMOST) : fitting
  return { key: person.key, score, recordNumber, dateOfBirth, name, sex }
}

function comparedText(one: string, other: string): Comparison {
  if (one === '' || other === '') return 'not-said'
  return one === other ? 'same' : 'other'
}

/** Only female and male differ; ambiguous or unknown matches everything. */
function comparedSex(one: Sex | '', other: Sex | ''): Comparison {
  const isKnown = (sex: Sex | '') => sex === 'Male' || sex === 'Female'
  return isKnown(one) && isKnown(other) ? comparedText(one, other) : 'not-said'
}

/** Only digits and letters: `MRN 0012-7` becomes `mrn00127`. */
const plain = (text: string) => searchable(text).replace(/[^\p{L}\d]/gu, '')

/**
 * Whether the message returns the number sent with the order. Systems copy it from the order, into a father's
 * result as well as into the son's: it is not enough if name or birth date differ.
 */
function isAsSent(
  messagePerson: PersonInMessage,
  person: Pick<PersonOfOrder, 'key'>,
  orderId: number,
): boolean {
  const sent = plain(`${orderId}-${person.key}`)
  return messagePerson.identifiers.some(({ value }) => plain(value) === sent)
}

/** The clinic's own number, whoever is named as its assigner. */
function comparedNumber(
  messagePerson: PersonInMessage,
  person: PersonOfOrder,
  assigners: OrderIdentity['assigners'],
): Comparison {
  const own = plain(person.recordNumber)
  if (own === '') return 'not-said'
  const numbers = messagePerson.identifiers
    .filter(({ value, assigner }) => plain(value) !== '' && isOf(assigner, assigners))
    .map(({ value }) => plain(value))
  if (numbers.length === 0) return 'not-said'
  return numbers.includes(own) ? 'same' : 'other'
}

/** Some systems leave out a number's assigner. */
function isOf(assigner: string, assigners: readonly string[]): boolean {
  return plain(assigner) === '' || assigners.some((one) => plain(one) === plain(assigner))
}

interface Name {
  last: string
  first: string
  middle?: string
}

/** Spellings for comparison: `Müller`, `Mueller` and `MULLER` have one in common. */
function writings(name: string): Set<string> {
  const letters = (text: string) => searchable(text).replace(/[^\p{L}]/gu, '')
  const lower = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
  const latin = lower.replace(/ł/g, 'l').replace(/ø/g, 'o').replace(/ð/g, 'd').replace(/þ/g, 'th')
  const spelt = lower.replace(/[äæ]/g, 'ae').replace(/[öø]/g, 'oe').replace(/ü/g, 'ue').replace(/å/g, 'aa')
  return new Set([letters(latin), letters(spelt)].filter((text) => text !== ''))
}

function isSame(one: string, other: string): boolean {
  const known = writings(other)
  return [...writings(one)].some((writing) => known.has(writing))
}

function comparedName(messagePerson: PersonInMessage, person: PersonOfOrder): PersonScore['name'] {
  const own: Name[] = [
    { last: person.lastName, first: person.firstName },
    ...(person.formerNames ?? []).map(({ firstName, lastName }) => ({ last: lastName, first: firstName })),
  ]
  const named = messagePerson.names.filter(({ last, first }) => writings(`${last}${first}`).size > 0)
  if (named.length === 0) return 'not-said'
  const pairs = named.flatMap((one) => own.map((other) => [one, other] as const))
  if (pairs.some(([one, other]) => isSamePerson(one, other))) return 'same'
  return pairs.some(([one, other]) => isSame(one.last, other.last)) ? 'last-name-only' : 'other'
}

/** Compares last and first name, also swapped, or with the middle name as part of the first. */
function isSamePerson({ last, first, middle = '' }: Name, own: Name): boolean {
  const firsts = [first, `${first} ${middle}`]
  const straight = isSame(last, own.last) && firsts.some((one) => isSame(one, own.first))
  return straight || (isSame(last, own.first) && isSame(first, own.last))
}
