import type { ConsentAnswer, OrderDocument, PatientKey } from '../orders/document.ts'
import { isAnotherPerson, type Named } from '../orders/identity.ts'
import { peopleToConsent } from './consent.ts'
import { recordOf } from './record.ts'

/**
 * Who confirmed a person's consents, and when. The server records it from the signed-in user; it is not part
 * of the document, which a client writes.
 */
export interface ConsentConfirmation {
  patient: PatientKey
  by: string
  byId: number
  /** ISO instant. */
  at: string
  /** What was confirmed (`confirmedContent`): a later change by another system voids the confirmation. */
  of: string
  /** Whose consents they were, as the order named the person then. Left out by earlier versions. */
  whose?: Named
}

type Confirmed = Pick<OrderDocument, 'isVOB' | 'patients' | 'samples' | 'consents' | 'consentRecords'>

/**
 * A person's answers and record as one text, to compare; null while an answer is pre-filled and not
 * confirmed, or there is none.
 */
export function confirmedContent(document: Confirmed, person: PatientKey): string | null {
  const answers = document.consents.filter(({ patient }) => patient === person)
  const isOpen = ({ reviewed, answer }: ConsentAnswer) => reviewed === false && answer !== null
  if (answers.length === 0 || answers.some(isOpen)) return null
  const given = answers.map(({ consentId, answer, version = '' }) => [consentId, answer, version])
  return inOneOrder([given, recordOf(document, person)])
}

/** The members of a record in one order: a database returns them in another than they were sent in. */
function inOneOrder([given, record]: [unknown, object | null]): string {
  const members = Object.entries(record ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([given, record && Object.fromEntries(members)])
}

/** Whether a confirmation is of this content. */
export function isConfirmationOf({ of }: Pick<ConsentConfirmation, 'of'>, content: string | null): boolean {
  return of === content || (content !== null && inOneOrder(JSON.parse(of)) === content)
}

interface Confirming {
  by: string
  byId: number
  /** ISO instant. */
  at: string
}

/**
 * The confirmations after a document was saved: each is kept while what it confirms is unchanged; a person's
 * newly confirmed or changed consents are confirmed by the user who saved them.
 */
export function confirmationsAfter(
  document: Confirmed,
  before: readonly ConsentConfirmation[],
  user: Confirming,
): ConsentConfirmation[] {
  return peopleToConsent(document).flatMap((patient) => {
    const of = confirmedContent(document, patient)
    if (of === null) return []
    const known = before.find((one) => one.patient === patient && isConfirmationOf(one, of))
    const person = document.patients.find(({ key }) => key === patient)
    return [known ?? { patient, ...user, of, ...(person ? { whose: namedAs(person) } : {}) }]
  })
}

const namedAs = ({ firstName, lastName, dateOfBirth }: Named): Named => ({ firstName, lastName, dateOfBirth })

/**
 * The confirmations that were given for somebody else than the order now names: a draft was used for another person.
 */
export function confirmedForOthers(
  { patients }: Pick<OrderDocument, 'patients'>,
  confirmed: readonly ConsentConfirmation[],
): (ConsentConfirmation & { whose: Named })[] {
  return confirmed.flatMap((confirmation) => {
    const { patient, whose } = confirmation
    const now = patients.find(({ key }) => key === patient)
    return whose && now && isAnotherPerson(whose, now) ? [{ ...confirmation, whose }] : []
  })
}
