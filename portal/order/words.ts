import type { Order, OrderRow, OrderSample } from '#contract/order.ts'
import { isIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderingProvider, Recipient } from '#domain/orders/document.ts'
import type { Expectation } from '#domain/orders/lateness.ts'
import { pendingInWords } from '#domain/orders/pending-tests.ts'
import { ORDER_STATE_META, ORDER_STATES } from '#domain/orders/status.ts'
import { fetusesInWords, fetusInWords, fetusOf, personOfRecord } from '#domain/orders/subject.ts'
import type { VobStatus } from '#domain/orders/vob.ts'
import { specimenKey } from '#domain/samples/sample.ts'
import { isolated } from '#domain/text/isolated.ts'
import { notStartedInWords } from '#domain/turnaround/words.ts'
import { counted } from '#ui/counted.ts'
import { showDate } from '#ui/dates.ts'
import type { ListFilter } from './search-params.ts'

interface Name {
  firstName: string
  lastName: string
}

/** A patient in a list: `fetuses` says what is tested of her pregnancy; '' or left out if she is tested. */
interface Listed {
  dateOfBirth: string
  fetuses?: string
}

/**
 * `Moreno, Lucía`; `Lind, Dara, fetus A`: for lists, which are read by last name. A draft may have no name yet.
 */
export function listName({ firstName, lastName, fetuses = '' }: Name & Pick<Listed, 'fetuses'>): string {
  const name =
    [lastName, firstName]
      .map((one) => isolated(one.trim()))
      .filter(Boolean)
      .join(', ') || 'No name yet'
  return [name, fetuses].filter(Boolean).join(', ')
}

export function fullName({ firstName, lastName }: Name): string {
  return isolated(`${firstName.trim()} ${lastName.trim()}`.trim()) || 'No name yet'
}

/** A date of a document, in which a draft may hold anything that was typed. */
export function typedDate(text: string): string {
  return isIsoDate(text) ? showDate(text) : text
}

/** `DOB 14 Mar 2019`, which tells two of one name apart, or `mother’s DOB 9 Jul 1988`; '' where it is unknown. */
export function bornInWords({ dateOfBirth, fetuses = '' }: Listed): string {
  if (dateOfBirth.trim() === '') return ''
  return `${fetuses === '' ? '' : 'mother’s '}DOB ${typedDate(dateOfBirth)}`
}

/** `Moreno, Lucía, DOB 14 Mar 2019`; '' of whom nothing is known yet. */
export function namedAndBorn(patient: Name & Listed): string {
  const isNamed = `${patient.firstName}${patient.lastName}`.trim() !== ''
  return [isNamed && listName(patient), bornInWords(patient)].filter(Boolean).join(', ')
}

/** The laboratory's day of an instant, which can be compared with the expected day. */
export function laboratoryDay(instant: string): string {
  return showDate(todayAtLaboratory(new Date(instant)))
}

/** `14 Mar 2019 · Female`; what is unknown is left out. */
export function bornAndSex(patient: { dateOfBirth: string; sex: string }): string {
  return bornThenSex(patient).filter(Boolean).join(' · ')
}

/** The parts of `bornAndSex`; '' for what is unknown. Of a fetus's mother only her birth: her sex would read as its. */
export function bornThenSex(patient: Listed & { sex: string }): [born: string, sex: string] {
  if (patient.fetuses) return [bornInWords(patient), '']
  return [typedDate(patient.dateOfBirth), patient.sex === 'Unknown' ? 'sex unknown' : patient.sex]
}

export function expectationInWords(expectation: Expectation): string {
  const days = (count: number) => counted(count, 'business day')
  switch (expectation.kind) {
    case 'none':
      return ''
    case 'on-arrival':
      return 'turnaround time starts on receipt'
    case 'waits':
      return notStartedInWords(expectation.for)
    case 'due':
      return expectation.days === 0 ? 'today' : `in ${days(expectation.days)}`
    case 'late':
      return `${days(expectation.days)} late`
    case 'reported':
      if (expectation.on === null) return ''
      if (expectation.days === 0) return 'on time'
      return expectation.days < 0 ? `${days(-expectation.days)} early` : `${days(expectation.days)} late`
  }
}

/** `Still awaited: Exome`, of an order of which another test is reported; '' of any other. */
export function stillAwaited({ pendingTests }: Pick<Order, 'pendingTests'>): string {
  return pendingTests ? `Still awaited: ${pendingInWords(pendingTests)}` : ''
}

/** `8 agreed to, 1 declined, 1 not answered`; what there is none of is left out. */
export function consentsInWords(answers: readonly { answer: boolean | null }[]): string {
  const count = (expected: boolean | null) => answers.filter(({ answer }) => answer === expected).length
  return [
    [count(true), 'agreed to'],
    [count(false), 'declined'],
    [count(null), 'not answered'],
  ]
    .filter(([number]) => number !== 0)
    .map((part) => part.join(' '))
    .join(', ')
}

/** `Trio exome (1600), Microarray (1700)`, by the codes by which they were chosen. */
export function testsInWords({ document: { tests } }: Pick<Order, 'document'>): string {
  return tests
    .filter(({ testCode }) => testCode !== '')
    .map(({ testName, testCode, displayCode }) => `${testName} (${displayCode || testCode})`)
    .join(', ')
}

/** Whom the order is about: `Lucía Moreno`; `Dara Lind, fetuses A and B`, under their mother's name. */
export function personOf({ document }: Pick<Order, 'document'>): string {
  return [nameOfRecord(document), fetusesInWords(document)].filter(Boolean).join(', ')
}

/** `Lucía Moreno, DOB 14 Mar 2019`; `Dara Lind, fetus A, mother’s DOB 9 Jul 1988`. */
export function personAndBirthOf(order: Pick<Order, 'document'>): string {
  const { document } = order
  const { dateOfBirth = '' } = document.patients[0] ?? {}
  const born = bornInWords({ dateOfBirth, fetuses: fetusesInWords(document) })
  return [personOf(order), born].filter(Boolean).join(', ')
}

const nameOfRecord = ({ patients }: Order['document']) =>
  fullName(patients[0] ?? { firstName: '', lastName: '' })

/** `Blood, Lucía Moreno, DOB 14 Mar 2019`: the person a sample is from, who may be a relative of the patient, or a fetus. */
export function sampleAndBirth(
  sample: Pick<OrderSample, 'key' | 'specimenType' | 'patientName'>,
  order: Pick<Order, 'document'>,
): string {
  return [`${sample.specimenType}, ${isolated(sample.patientName)}`, bornOfSample(sample, order)]
    .filter(Boolean)
    .join(', ')
}

/** When the person was born whom a sample is from; of a fetus, that it is its mother’s. '' where it is not known. */
export function bornOfSample(
  { key }: Pick<OrderSample, 'key'>,
  { document }: Pick<Order, 'document'>,
): string {
  const patient = document.samples.find((sample) => sample.key === specimenKey(key))?.patient ?? ''
  const { dateOfBirth = '' } = personOfRecord(document, patient) ?? {}
  const fetus = fetusOf(document, patient)
  return bornInWords({ dateOfBirth, ...(fetus ? { fetuses: fetusInWords(document, fetus) } : {}) })
}

/** What was signed, and in which version of the words; when, says the event of submitting itself. */
export function signatureInWords({ by, text, version }: NonNullable<Order['signature']>): string {
  return `Signed by ${by}: “${text}” (text version ${version})`
}

/** What a draft still needs: before it is submitted, or before the payer is asked. */
export function openPointsInWords({
  openPoints,
  vobStatus,
  isSentBack = false,
}: Pick<OrderRow, 'openPoints' | 'vobStatus'> & Partial<Pick<OrderRow, 'isSentBack'>>): string {
  if (isSentBack) return 'Returned to you: see the reason'
  if (openPoints === 0) return vobStatus === null ? 'Ready to submit' : 'Ready to request verification'
  return `${openPoints} to complete before ${vobStatus === null ? 'submitting' : 'requesting verification'}`
}

/** Where a benefits verification stands. */
export const VOB_WORDS = {
  draft: 'Not requested yet',
  submitted: 'Waiting for the payer',
  answered: 'The payer has answered',
  expired: 'The answer has expired',
  ordered: 'Ordered',
} as const satisfies Record<VobStatus, string>

/** Why an order was made from another, before that one's number. */
export const COPY_WORDS = {
  again: 'Repeat of',
  relative: 'For a relative of the patient of',
  order: 'From benefits verification',
} as const satisfies Record<CopyKind, string>

const WARNING_WORDS: Record<string, string> = {
  'ordered-before': 'Ordered before',
  overlap: 'Overlapping genes',
  'done-in-family': 'Already done in the family',
  'specimen-old': 'Old specimen',
  'specimen-unsuited': 'Specimen that does not suit the test',
  'specimen-small': 'Too little of the specimen',
  accreditation: 'Extraction without accreditation',
  'needed-by': 'No day for a STAT order',
  'role-missing': 'Second specimen missing',
  'donor-cells': 'Donor’s DNA after a transplant',
  'transplant-of-organ': 'Organ transplant',
  transfusion: 'Recent transfusion',
  'blood-cancer': 'Blood cancer',
  'transfusion-unknown': 'Transfusion unknown',
  'transplant-unknown': 'Transplant unknown',
  'bloodcancer-unknown': 'Blood cancer unknown',
  'new-york': 'New York consent',
  relatives: 'Relatives missing',
  'not-genetic-parent': 'Not a genetic parent',
  'parent-sex': 'Sex of a parent',
  'file-of-another': 'File uploaded for another patient',
  'gestational-age': 'Gestational age',
  contamination: 'Maternal cells',
  chorionicity: 'Chorionicity',
  'fetuses-sampled': 'Fetus without a specimen',
  dating: 'Dating',
  authorized: 'Authorization after death',
  authority: 'Authority to sign',
  age: 'Age',
}

/** What an overridden warning was about: `Ordered before: Trio exome`; codes and keys by their names. */
export function warningInWords(key: string, document: Order['document']): string {
  const [rule = '', about = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
  const names = new Map([
    ...document.samples.map((sample) => [sample.key, sample.specimenType] as const),
    ...document.patients.map((patient) => [patient.key, fullName(patient)] as const),
    ...[...document.tests, ...document.addOnTests].map((test) => [test.testCode, test.testName] as const),
  ])
  const named = about.split(' ').flatMap((one) => names.get(one) ?? [])
  return [WARNING_WORDS[rule] ?? 'Warning', named.join(', ')].filter(Boolean).join(': ')
}

export function recipientInWords({ name, fax, email }: Recipient): string {
  const channels = [email, fax && `fax ${fax}`].filter(Boolean).join(', ')
  return [name, channels && `(${channels})`].filter(Boolean).join(' ')
}

export function providerInWords({ firstName, lastName, npi }: OrderingProvider): string {
  const name = `${firstName} ${lastName}`.trim()
  return [name, npi && `NPI ${npi}`].filter(Boolean).join(' · ')
}

/** The words of a filter: those of the first state that it finds. */
export function statusWords(status: ListFilter): string {
  if (status === 'asked-of-me') return 'Assigned to me'
  const state = ORDER_STATES.find((one) => ORDER_STATE_META[one].search === status)
  return state ? ORDER_STATE_META[state].display : status
}
