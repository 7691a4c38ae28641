import type { ConsentQuestion } from '#contract/catalogue.ts'
import { isIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { BillingType, PaymentMethod } from '#domain/lookups.ts'
import type { ConsentAnswer, OrderingProvider, Payment, Recipient } from '#domain/orders/document.ts'
import type { Expectation } from '#domain/orders/lateness.ts'
import { counted } from '#ui/counted.ts'
import { showDate } from '#ui/dates.ts'

interface Name {
  firstName: string
  lastName: string
}

/** `Moreno, Lucía`: for lists, which are read by last name. A draft may have no name yet. */
export function listName({ firstName, lastName }: Name): string {
  return [lastName.trim(), firstName.trim()].filter(Boolean).join(', ') || 'No name yet'
}

export function fullName({ firstName, lastName }: Name): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || 'No name yet'
}

/** A date of a document, in which a draft may hold anything that was typed. */
export function typedDate(text: string): string {
  return isIsoDate(text) ? showDate(text) : text
}

/** The laboratory's day of an instant, which can be compared with the expected day. */
export function laboratoryDay(instant: string): string {
  return showDate(todayAtLaboratory(new Date(instant)))
}

/** `14 Mar 2019 · Female`; what is unknown is left out. */
export function bornAndSex(patient: { dateOfBirth: string; sex: string }): string {
  const sex = patient.sex === 'Unknown' ? 'sex unknown' : patient.sex
  return [typedDate(patient.dateOfBirth), sex].filter(Boolean).join(' · ')
}

export function expectationInWords(expectation: Expectation): string {
  const days = (count: number) => counted(count, 'working day')
  switch (expectation.kind) {
    case 'none':
      return ''
    case 'on-arrival':
      return 'starts on arrival'
    case 'due':
      return expectation.days === 0 ? 'today' : `in ${days(expectation.days)}`
    case 'late':
      return `${days(expectation.days)} late`
    case 'reported':
      if (expectation.on === null) return ''
      if (expectation.days === 0) return 'in time'
      return expectation.days < 0 ? `${days(-expectation.days)} early` : `${days(expectation.days)} late`
  }
}

const BILLING_WORDS = {
  SelfPay: 'The patient pays',
  Intitutional: 'The institution pays',
  Insurance: 'Insurance',
  DoNotBill: 'Not billed',
} as const satisfies Record<BillingType, string>

const METHOD_WORDS = {
  None: '',
  PayWithSample: 'payment comes with the sample',
  BillToPatient: 'bill goes to the patient',
} as const satisfies Record<PaymentMethod, string>

/** Who pays and how, in one line; '' while it is open. The policy holder is named when it is not the patient. */
export function paymentInWords({ billingType, paymentMethod, insurance }: Payment): string {
  if (billingType === '') return ''
  const parts: string[] = [BILLING_WORDS[billingType]]
  if (billingType === 'SelfPay') parts.push(METHOD_WORDS[paymentMethod])
  if (billingType === 'Insurance') {
    parts.push(insurance.company)
    if (insurance.memberId) parts.push(`member ${insurance.memberId}`)
    if (insurance.groupNumber) parts.push(`group ${insurance.groupNumber}`)
    const { holderFirstName: firstName, holderLastName: lastName, holderRelationship: held } = insurance
    if (held && held !== 'Self') {
      const name = `${firstName} ${lastName}`.trim()
      parts.push(`held by ${name ? `${name} (${held.toLowerCase()})` : held.toLowerCase()}`)
    }
  }
  return parts.filter(Boolean).join(', ')
}

export interface ConsentShown {
  id: string
  title: string
  answer: 'YES' | 'NO' | 'Not answered'
}

/**
 * The answers with the titles of the catalogue (ORDER-03: read-only shows YES or NO). The catalogue may have
 * changed since the order: an answer to a question that it no longer asks is kept, by its id.
 */
export function consentsShown(
  answers: readonly ConsentAnswer[],
  questions: readonly Pick<ConsentQuestion, 'id' | 'title'>[],
): ConsentShown[] {
  const titles = new Map(questions.map((question) => [question.id, question.title]))
  return answers.map(({ consentId, answer }) => ({
    id: consentId,
    title: titles.get(consentId) ?? consentId,
    answer: answer === null ? 'Not answered' : answer ? 'YES' : 'NO',
  }))
}

export function recipientInWords({ name, fax, email }: Recipient): string {
  const ways = [email, fax && `fax ${fax}`].filter(Boolean).join(', ')
  return [name, ways && `(${ways})`].filter(Boolean).join(' ')
}

export function providerInWords({ firstName, lastName, npi }: OrderingProvider): string {
  const name = `${firstName} ${lastName}`.trim()
  return [name, npi && `NPI ${npi}`].filter(Boolean).join(' · ')
}

/** `214 kB`, `1.3 MB`: enough to decide about opening it on a phone. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The name under which a report is saved: told apart by laboratory number, without the patient's name. */
export function reportFileName(
  order: { accessionNumber: string | null; id: number },
  version: number,
): string {
  return `report-${order.accessionNumber ?? order.id}-v${version}.pdf`
}
