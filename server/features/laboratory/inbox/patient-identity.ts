import type { OrderDocument } from '#domain/orders/document.ts'
import { namesAnotherPatient } from '#domain/orders/other-patient.ts'
import { matchPerson, type PersonInMessage, type PersonMatch } from '#domain/reports/person.ts'
import { isKnownTest } from '#domain/reports/which-report.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { StoredLabUpdate } from './lab-events.ts'

const UNKNOWN_PERSON: PersonInMessage = { identifiers: [], names: [], dateOfBirth: '', sex: '', fetus: '' }

/** Statuses that change something of a report even where nothing comes with them. */
const CHANGES: readonly string[] = ['withdrawn', 'addended', 'amended', 'corrected']

/** Whether a result comes with it, or goes, so that whose it is has to be certain. */
export function bringsResult({ report, treatments }: StoredLabUpdate, hasReports: boolean): boolean {
  if (treatments.length > 0) return true
  return report !== null && (report.parts.length > 0 || hasReports || CHANGES.includes(report.status))
}

/**
 * Whether it waits for a person although no result comes or goes with it: it says that a report is final that is not here,
 * or cancels a test that was not ordered.
 */
export function waitsWithoutResult(labUpdate: StoredLabUpdate, order: StoredOrder): boolean {
  const { report } = labUpdate
  return (report?.status === 'final' && report.parts.length === 0) || cancelsUnknownTest(labUpdate, order)
}

/** Whether it cancels a test that was not ordered: a person has to say what that means for the order. */
export function cancelsUnknownTest(
  { state, isOfTest, testCode }: StoredLabUpdate,
  order: StoredOrder,
): boolean {
  return state === 'cancelled' && isOfTest === true && !isKnownTest(testCode, testsOf(order))
}

export function testsOf({ document }: Pick<StoredOrder, 'document'>): string[] {
  return [...document.tests, ...document.addOnTests].map(({ testCode }) => testCode)
}

/** The one person of an order that news are about, by all that the message says of them and of the people of its parts. */
export async function identityOf(
  db: GatewayTransaction,
  order: StoredOrder,
  labUpdate: StoredLabUpdate,
): Promise<PersonMatch> {
  const { name } = await db
    .selectFrom('institution')
    .select('name')
    .where('code', '=', order.institution_code)
    .executeTakeFirstOrThrow()
  const ofOrder = {
    ...{ orderId: order.id, people: order.document.patients },
    assigners: [order.institution_code, name],
  }
  const specimensOf = specimenOwners(order.document, order.id, labUpdate)
  const identity = matchPerson(labUpdate.patient ?? UNKNOWN_PERSON, { ...ofOrder, specimensOf })
  if (identity.outcome !== 'accepted') return identity
  const { person, scores } = identity
  // Results of a relative may stand in the report, as a parent's do beside a child's; what comes beside it is of its person.
  for (const { patient, isBeside } of labUpdate.alsoAbout ?? []) {
    const other = matchPerson(patient, ofOrder)
    if (other.outcome === 'refused') return other
    if (other.outcome === 'waiting' || (isBeside && other.person !== person))
      return { outcome: 'waiting', why: 'part-of-another', likely: person, scores }
  }
  return identity
}

/** Whose specimens of the order a message names; a specimen taken again is of the same person. */
function specimenOwners({ samples }: OrderDocument, orderId: number, { specimens }: StoredLabUpdate) {
  return specimens.flatMap(({ orderId: of, key }) => {
    const sample = samples.find((one) => one.key === key || one.key === key.replace(/-r\d+$/, ''))
    return of === orderId && sample ? [sample.patient] : []
  })
}

/** Whether news without a result name somebody who is nobody of the order. */
export function isOfAnotherPerson(order: StoredOrder, { patient }: StoredLabUpdate): boolean {
  if (!patient) return false
  const { names, dateOfBirth } = patient
  return namesAnotherPatient(order.document.patients, { lastName: names[0]?.last ?? '', dateOfBirth })
}
