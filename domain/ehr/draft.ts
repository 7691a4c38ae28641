import { regionOf } from '../addresses/regions.ts'
import type { Country, Sex } from '../lookups.ts'
import { SPECIMEN_TYPES } from '../lookups.ts'
import { isNpi } from '../npi/npi.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  type Insurance,
  newOrder,
  type OrderDocument,
  type Patient,
  PROBAND,
} from '../orders/document.ts'
import { toHolderOf } from '../orders/insured-codes.ts'
import { table } from '../table.ts'
import { type EhrOrder, placerKey, type TheirAnswer, type TheirCode } from './ehr-order.ts'
import { codeOf, type MapKind, type Maps, mapped, type Unmapped } from './maps.ts'
import { joinedSample, sampleAmong } from './specimens.ts'

/** What a hospital's orders become: a draft, and the codes in them that nobody has given a meaning here. */
export interface EhrDraft {
  document: OrderDocument
  unmapped: Unmapped[]
}

/** What is known here of what the maps name. */
export interface KnownHere {
  /** Names of tests that can be ordered, by code. */
  tests: ReadonlyMap<string, string>
  /** The user of the institution with an NPI, if there is only one. */
  providers: ReadonlyMap<string, number>
  /** The laboratory's own types of specimen. Left out: it has none. */
  specimens?: readonly string[]
}

/** The longest text of the order's notes (contract/order-document.ts). */
export const LONGEST_NOTES = 4000

/**
 * The draft of the orders that were placed together for one person, in any order of arrival the same one. What has no
 * meaning here stays open, and is told in the notes in the hospital's words: nothing is guessed.
 */
export function draftOf(orders: readonly EhrOrder[], maps: Maps, known: KnownHere): EhrDraft {
  const inOrder = orders.toSorted((a, b) => compare(placerKey(a.placer), placerKey(b.placer)))
  const [first] = inOrder
  const unmapped: Unmapped[] = []
  const missing = (kind: MapKind, codes: readonly TheirCode[]) => {
    const code = codeOf(codes)
    if (unmapped.some((one) => one.kind === kind && one.code === code)) return
    unmapped.push({ kind, code, words: codes.find(({ text }) => text !== '')?.text ?? '' })
  }
  const document = newOrder()
  if (!first) return { document, unmapped }
  const notes: string[] = []

  for (const { control, controlCode, placer } of inOrder)
    if (control === null && mapped(maps, 'control', [asCode(controlCode)]) === null) {
      missing('control', [asCode(controlCode)])
      notes.push(
        `Order ${placer.number}: its order control “${controlCode}” is not known. Is it a new order?`,
      )
    }

  const tests = inOrder
    .flatMap((order) => order.tests)
    .map((codes) => ({ codes, meaning: mapped(maps, 'test', codes) }))
  const chosen = new Map<string, string>()
  for (const { codes, meaning } of tests) {
    const name = meaning === null ? undefined : known.tests.get(meaning)
    if (meaning !== null && name !== undefined) chosen.set(meaning, name)
    else {
      missing('test', codes)
      notes.push(`Ordered, not known here: ${inWords(codes) || 'a test without a code'}`)
    }
  }
  if (chosen.size > 0) document.tests = [...chosen].map(([code, name]) => blankTest(code, name))

  document.patients = [patientOf(first)]
  const specimens = inOrder
    .flatMap(({ specimen, furtherSpecimens = [] }) => [specimen, ...furtherSpecimens])
    .map(({ type, collectedOn }) => {
      const meaning = mapped(maps, 'specimen', type) ?? sameName(type, known)
      const isKnown = meaning !== null && isSpecimenType(meaning, known)
      if (type.length > 0 && !isKnown) missing('specimen', type)
      return { type: isKnown ? meaning : '', words: inWords(type), day: collectedOn }
    })
  const among = sampleAmong(specimens)
  document.samples = [{ ...blankSample(PROBAND, 's1'), ...among.sample }]
  notes.push(...among.notes)

  const named = inOrder.find(({ provider }) => provider !== null)?.provider
  if (named) {
    const npi = providerNpi(named.numbers, maps)
    const local = npi === null ? undefined : known.providers.get(npi)
    document.orderingProvider = {
      ...{ physicianId: local ?? null, npi: npi ?? '' },
      ...{ firstName: named.firstName, lastName: named.lastName },
    }
    const name = [named.firstName, named.lastName].filter(Boolean).join(' ')
    if (npi === null) {
      const numbers = named.numbers.map(({ number }) => number).filter(Boolean)
      if (numbers.length > 0) missing('provider', [{ code: numbers[0] ?? '', text: name, system: '' }])
      const words = [name, numbers.length > 0 ? `(${numbers.join(', ')})` : ''].filter(Boolean).join(' ')
      if (words !== '') notes.push(`Ordering provider named by the hospital: ${words}`)
    }
  }

  for (const diagnosis of unique(inOrder.flatMap(({ diagnoses }) => diagnoses))) {
    if (isIcd10(diagnosis)) {
      const { code, text: description } = diagnosis
      if (!document.indicationsForTesting.some((one) => one.code === code))
        document.indicationsForTesting.push({ code, description })
    } else if (inWords([diagnosis]) !== '') notes.push(`Diagnosis: ${inWords([diagnosis])}`)
  }

  const insurance = inOrder.find((order) => order.insurance.length > 0)?.insurance ?? []
  const [primary, ...others] = insurance
  if (primary) {
    const company = mapped(maps, 'payer', [primary.payer])
    if (company === null) missing('payer', [primary.payer])
    document.payment.billingType = 'Insurance'
    document.payment.insurance = insuranceOf(primary, company ?? (primary.payer.text || primary.payer.code))
    if (primary.relationship !== '' && document.payment.insurance.holderRelationship === '')
      notes.push(`What the insured is to the patient, as the hospital writes it: ${primary.relationship}`)
  }
  for (const other of others)
    notes.push(
      `Further insurance: ${[other.payer.text || other.payer.code, other.memberId].filter(Boolean).join(', ')}`,
    )

  for (const answer of unique(inOrder.flatMap(({ answers }) => answers))) {
    if (mapped(maps, 'question', answer.question) === null) missing('question', answer.question)
    const line = answerInWords(answer)
    if (line !== '') notes.push(line)
  }
  notes.push(...inOrder.flatMap((order) => order.notes))
  document.clinicalNotes = cut(notes)
  return { document, unmapped }
}

/**
 * An order with what another one says that was placed together with it for the same person: its tests and diagnoses are added,
 * and its notes; of the rest only what is empty is taken.
 */
export function withOrder(before: OrderDocument, added: OrderDocument): OrderDocument {
  const chosen = before.tests.filter(({ testCode }) => testCode !== '')
  const more = added.tests.filter(
    ({ testCode }) => testCode !== '' && !chosen.some((one) => one.testCode === testCode),
  )
  const diagnoses = added.indicationsForTesting.filter(
    ({ code }) => !before.indicationsForTesting.some((one) => one.code === code),
  )
  const known = before.clinicalNotes.split('\n')
  const [[sample, ...samples], [own]] = [before.samples, added.samples]
  const joined = sample && own && joinedSample(sample, own)
  const lines = [...added.clinicalNotes.split('\n'), ...(joined?.notes ?? [])].filter(
    (line) => line !== '' && !known.includes(line),
  )
  return {
    ...before,
    tests: chosen.length + more.length > 0 ? [...chosen, ...more] : before.tests,
    samples: joined ? [joined.sample, ...samples] : before.samples,
    indicationsForTesting: [...before.indicationsForTesting, ...diagnoses],
    clinicalNotes: cut(lines, before.clinicalNotes),
  }
}

function patientOf({ patient }: EhrOrder): Patient {
  const { lastName, firstName, dateOfBirth, address, numbers, phone, email } = patient
  const blank = blankPatient('Proband', PROBAND)
  const country = countryOf(address.country)
  const region = regionOf(country, address.state)
  const [home] = blank.addresses
  return {
    ...blank,
    ...{ firstName, lastName, dateOfBirth, sex: SEX_OF[patient.sex.trim().toUpperCase()] ?? '' },
    recordNumber: (numbers.find(({ type }) => type.toUpperCase() === 'MR') ?? numbers[0])?.number ?? '',
    addresses: home
      ? [
          {
            ...home,
            ...{ addressLine1: address.line1, addressLine2: address.line2, city: address.city, country },
            ...{ state: region?.code ?? address.state, postalCode: address.postalCode },
          },
        ]
      : [],
    contacts: blank.contacts.map((contact) => ({
      ...contact,
      value: contact.type === 'Phone' ? phone : email,
    })),
  }
}

/** HL7 table 0001, and the words that some send. */
const SEX_OF = table<Sex>({
  ...{ F: 'Female', FEMALE: 'Female', M: 'Male', MALE: 'Male' },
  ...{ U: 'Unknown', UNK: 'Unknown', UNKNOWN: 'Unknown', A: 'Ambiguous', AMBIGUOUS: 'Ambiguous' },
})

const COUNTRY_OF = table<Country>({
  ...{ '': 'USA', US: 'USA', USA: 'USA', CA: 'Canada', CAN: 'Canada' },
  ...{ 'UNITED STATES': 'USA', CANADA: 'Canada' },
})

const countryOf = (given: string): Country => COUNTRY_OF[given.trim().toUpperCase()] ?? 'Other'

function insuranceOf(
  { memberId, groupNumber, relationship, holder }: EhrOrder['insurance'][number],
  company: string,
): Insurance {
  return {
    ...{ company, kind: '', memberId, groupNumber },
    holderRelationship: toHolderOf(relationship),
    holderFirstName: holder.firstName,
    holderLastName: holder.lastName,
    holderDateOfBirth: holder.dateOfBirth,
  }
}

/** An NPI among somebody's numbers, labelled as one and valid; else what the map says of another number; null. */
function providerNpi(numbers: NonNullable<EhrOrder['provider']>['numbers'], maps: Maps): string | null {
  const labelled = numbers.find(
    ({ number, type, system }) =>
      isNpi(number) && /NPI|National Provider|113883\.4\.6\b/i.test(`${type} ${system}`),
  )
  if (labelled) return labelled.number
  for (const { number } of numbers) {
    const meaning = mapped(maps, 'provider', [asCode(number)])
    if (meaning !== null) return meaning
  }
  return null
}

function isIcd10({ code, system }: TheirCode): boolean {
  return /^(ICD-?10|I10)/i.test(system) && /^[A-Z]\d[0-9A-Z](\.?[0-9A-Z]{1,4})?$/.test(code)
}

const specimenTypes = ({ specimens = [] }: KnownHere): readonly string[] => [...SPECIMEN_TYPES, ...specimens]
const isSpecimenType = (text: string, known: KnownHere) => specimenTypes(known).includes(text)

/** A type that is called here exactly as the hospital calls it. */
function sameName(codes: readonly TheirCode[], known: KnownHere): string | null {
  const names = codes.flatMap(({ code, text }) => [code, text]).map((name) => name.trim().toLowerCase())
  return specimenTypes(known).find((type) => names.includes(type.toLowerCase())) ?? null
}

const asCode = (code: string): TheirCode => ({ code, text: '', system: '' })

function inWords(codes: readonly TheirCode[]): string {
  const text = codes.find((one) => one.text !== '')?.text ?? ''
  const code = codes.find((one) => one.code !== '')?.code ?? ''
  return text && code && text !== code ? `${text} (${code})` : text || code
}

function answerInWords({ question, choice, words }: TheirAnswer): string {
  const answer = words || (choice ? inWords([choice]) : '')
  const asked = question.find(({ text }) => text !== '')?.text || codeOf(question)
  return answer === '' ? '' : `${withoutEnd(asked)}: ${answer}`
}

/** A question without what it ends in. Not by an expression: it would try each space of a long text. */
function withoutEnd(question: string): string {
  let end = question.length
  while (end > 0 && /[\s:?]/.test(question.charAt(end - 1))) end -= 1
  return question.slice(0, end)
}

/** The notes as one text, after `before`, which stays whole: lines that do not fit are counted, and stay in the message. */
function cut(lines: readonly string[], before = ''): string {
  const kept = before === '' ? [] : [before]
  const more = (count: number) => `… and ${count} more lines in the hospital’s message`
  let length = before === '' ? 0 : before.length + 1
  for (const [index, line] of lines.entries()) {
    if (length + line.length + 1 > LONGEST_NOTES - 60) {
      const told = [...kept, more(lines.length - index)].join('\n')
      return told.length > LONGEST_NOTES ? kept.join('\n') : told
    }
    kept.push(line)
    length += line.length + 1
  }
  return kept.join('\n')
}

function unique<T>(all: readonly T[]): T[] {
  const seen = new Set<string>()
  return all.filter((one) => {
    const key = JSON.stringify(one)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
