import { ageInWords, dayInWords, type IsoDate } from '../dates/dates.ts'
import type { Insurance, OrderDocument, Patient } from '../orders/document.ts'
import { PROBAND } from '../orders/document.ts'
import { samplesOf } from '../orders/family.ts'
import { policyholderOf } from '../orders/policyholder.ts'

/** What a letter needs besides the order's document. */
export interface LetterContext {
  readonly payerName: string
  readonly institutionName: string
  readonly laboratoryName: string
  /** The tests with the names and codes that a payer knows. */
  readonly tests: readonly { name: string; code: string; cptCodes: readonly string[] }[]
  /**
   * The clinic's information about the patient besides the indications, each with a label; values may be
   * empty.
   */
  readonly clinical: readonly (readonly [label: string, value: string])[]
  readonly today: IsoDate
}

/** The maximum number of characters of a letter: several times what an order can contain. */
export const MOST_LETTER = 20_000

/** Marks a gap that only the clinician can fill. */
const GAP = /\[To be written: [^\]]*\]/g

const gap = (what: string) => `[To be written: ${what}]`

/**
 * The draft of a letter of medical necessity, from the order's own data only: no reason is invented. What
 * payers require and the order does not contain is marked in square brackets. Paragraphs are separated by
 * empty lines.
 */
export function letterDraft(document: OrderDocument, context: LetterContext): string {
  const [patient] = document.patients
  const { payment } = document
  const isInsured = payment.billingType === 'Insurance'
  const paragraphs = [
    `To ${context.payerName || 'whom it may concern'}:`,
    `I request authorization of the genetic testing listed below for my patient ${personOf(patient, context.today)}.${
      isInsured ? membershipOf(payment.insurance) : ''
    } The tests are ordered by ${providerOf(document) || gap('the ordering provider')}, ${context.institutionName}, and performed by ${context.laboratoryName}.`,
    list('Tests requested', context.tests.map(testLine), gap('the tests')),
    list('Diagnoses and findings', document.indicationsForTesting.map(indicationLine), gap('the diagnoses')),
    ...context.clinical
      .filter(([, value]) => value.trim() !== '')
      .map(([label, value]) => section(label, value)),
    ...historyGap(context),
    relativesOf(document),
    section(
      'Why the result is needed',
      gap('how the result will change this patient’s care: treatment, surveillance, further tests'),
    ),
    `I ask that you cover these tests as medically necessary. Please call ${context.institutionName} with any questions.`,
  ]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

/** The remaining gaps of a letter, in the words of their marks. */
export function letterGaps(text: string): string[] {
  return [...text.matchAll(GAP)].map(([mark]) => mark.slice('[To be written: '.length, -1))
}

function personOf(patient: Patient | undefined, today: IsoDate): string {
  const name = [patient?.firstName, patient?.lastName].filter(Boolean).join(' ')
  if (!patient || name === '') return gap('the patient’s name')
  const age = ageInWords(patient.dateOfBirth, today)
  const born = patient.dateOfBirth ? `, born ${dayInWords(patient.dateOfBirth)}` : ''
  const sex = ['Male', 'Female'].includes(patient.sex) ? `, ${patient.sex.toLowerCase()}` : ''
  return `${name}${born}${born && age ? ` (${age})` : ''}${sex}`
}

function membershipOf(insurance: Insurance): string {
  const { firstName, lastName } = policyholderOf(insurance)
  const holder = [firstName, lastName].filter(Boolean).join(' ')
  const details = [
    `Member ID ${insurance.memberId || gap('the member ID')}`,
    insurance.groupNumber ? `group ${insurance.groupNumber}` : '',
    insurance.holderRelationship !== '' && holder ? `policy holder ${holder}` : '',
  ]
  return ` ${details.filter(Boolean).join(', ')}.`
}

function providerOf({ orderingProvider: { firstName, lastName, npi } }: OrderDocument): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return name && npi ? `${name} (NPI ${npi})` : name
}

function testLine({ name, code, cptCodes }: LetterContext['tests'][number]): string {
  return `${name} (${code})${cptCodes.length > 0 ? `, CPT ${cptCodes.join(', ')}` : ''}`
}

function indicationLine({ code, description }: OrderDocument['indicationsForTesting'][number]): string {
  return [code, description].filter(Boolean).join(' ')
}

/** Payers ask for the history first. */
function historyGap({ clinical }: LetterContext): string[] {
  return clinical.some(([, value]) => value.trim() !== '')
    ? []
    : [section('Clinical history', gap('findings, and prior tests with their results'))]
}

/** The relatives who give a specimen; a verification has none yet. */
function relativesOf(document: OrderDocument): string {
  const { isVOB } = document
  const relatives = document.patients
    .filter(({ key }) => key !== PROBAND && (isVOB || samplesOf(document, key).length > 0))
    .map(({ relationship, affected }) =>
      affected ? `${relationship.toLowerCase()} (${affected.toLowerCase()})` : relationship.toLowerCase(),
    )
  const title = isVOB ? 'To be tested together with the patient' : 'Tested together with the patient'
  return relatives.length > 0 ? section(title, relatives.join(', ')) : ''
}

const section = (title: string, text: string) => `${title}\n${text.trim()}`

function list(title: string, lines: readonly string[], otherwise: string): string {
  const items = lines.filter(Boolean)
  return section(title, items.length > 0 ? items.map((line) => `• ${line}`).join('\n') : otherwise)
}
