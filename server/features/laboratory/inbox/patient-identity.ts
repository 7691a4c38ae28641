import type { PatientKey } from '#domain/orders/document.ts'
import type { LabEvent } from '#domain/orders/lab-events.ts'
import { namesAnotherPatient } from '#domain/orders/other-patient.ts'
import { fetusesOf, keysInOrder } from '#domain/orders/subject.ts'
import {
  matchPerson,
  type OrderIdentity,
  type PersonInMessage,
  type PersonMatch,
} from '#domain/reports/person.ts'
import { isKnownTest } from '#domain/reports/which-report.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { StoredLabUpdate } from './lab-events.ts'
import { accessionOwners, specimenOwners } from './specimen-owners.ts'

const UNKNOWN_PERSON: PersonInMessage = { identifiers: [], names: [], dateOfBirth: '', sex: '', fetus: '' }

/** Statuses that change a report even if no result comes with them. */
const CHANGES: readonly string[] = ['withdrawn', 'addended', 'amended', 'corrected']

/** Whether a result is added or withdrawn, so that its person must be certain. */
export function bringsResult({ report, treatments }: StoredLabUpdate, hasReports: boolean): boolean {
  if (treatments.length > 0) return true
  return report !== null && (report.parts.length > 0 || hasReports || CHANGES.includes(report.status))
}

/**
 * Whether the update waits for a person although no result is added or withdrawn: it calls a report final
 * that is not here, or cancels a test that was not ordered.
 */
export function waitsWithoutResult(labUpdate: StoredLabUpdate, order: StoredOrder): boolean {
  const { report } = labUpdate
  return (report?.status === 'final' && report.parts.length === 0) || cancelsUnknownTest(labUpdate, order)
}

/** Whether it cancels a test that was not ordered: a person must decide what that means for the order. */
export function cancelsUnknownTest(
  { state, isOfTest, testCode }: StoredLabUpdate,
  order: StoredOrder,
): boolean {
  return state === 'cancelled' && isOfTest === true && !isKnownTest(testCode, testsOf(order))
}

/** A cancellation as the order's, if its message cancels every test of the order; `all`: the updates of the message. */
export function asOrdersCancellation(
  labUpdate: StoredLabUpdate,
  order: StoredOrder,
  all: readonly StoredLabUpdate[],
): StoredLabUpdate {
  const cancelled = all.flatMap((one) =>
    one.state === 'cancelled' && isOfSameOrder(one, labUpdate) ? [one.testCode] : [],
  )
  const isEach = testsOf(order).every((test) => cancelled.includes(test))
  return labUpdate.isOfTest && isEach ? { ...labUpdate, isOfTest: false } : labUpdate
}

function isOfSameOrder(one: StoredLabUpdate, other: StoredLabUpdate): boolean {
  return (
    one.orderId === other.orderId && (one.orderId !== null || one.laboratoryNumber === other.laboratoryNumber)
  )
}

export function testsOf({ document }: Pick<StoredOrder, 'document'>): string[] {
  return [...document.tests, ...document.addOnTests].map(({ testCode }) => testCode)
}

/**
 * The one person on an order that an update is about, from everything the message says about them and about
 * the people in its parts.
 */
export async function identityOf(
  db: GatewayTransaction,
  order: StoredOrder,
  labUpdate: StoredLabUpdate,
  events: readonly LabEvent[] = [],
): Promise<PersonMatch> {
  const { name } = await db
    .selectFrom('institution')
    .select('name')
    .where('code', '=', order.institution_code)
    .executeTakeFirstOrThrow()
  const ofOrder = {
    ...{ orderId: order.id, people: order.document.patients, fetuses: fetusesOf(order.document) },
    assigners: [order.institution_code, name],
  }
  const specimensOf = [
    ...(await specimenOwners(db, order, labUpdate)),
    ...accessionOwners(order.document, labUpdate, events),
  ]
  const identity = matchPerson(labUpdate.patient ?? UNKNOWN_PERSON, { ...ofOrder, specimensOf })
  if (identity.outcome !== 'accepted') return identity
  const { person, scores } = identity
  const namedInResults = peopleOfResults(order, labUpdate)
  if (namedInResults.length > 0 && !namedInResults.includes(person))
    return { outcome: 'waiting', why: 'part-of-another', likely: person, scores }
  if (isMadeFromOthers(person, labUpdate, ofOrder))
    return { outcome: 'waiting', why: 'specimen-of-another', likely: person, scores }
  // The report may contain a relative's results, like a parent's beside a child's; such a part belongs to its
  // own person.
  for (const { patient, isBeside } of labUpdate.alsoAbout ?? []) {
    const other = matchPerson(patient, ofOrder)
    if (other.outcome === 'refused') return other
    if (other.outcome === 'waiting' || (isBeside && other.person !== person))
      return { outcome: 'waiting', why: 'part-of-another', likely: person, scores }
  }
  return identity
}

/** Whether the specimens are all said to be of other people than the report. One whose owner is uncertain is nobody's. */
function isMadeFromOthers(
  person: PatientKey,
  { specimenSubjects = [] }: StoredLabUpdate,
  ofOrder: OrderIdentity,
): boolean {
  const owners = specimenSubjects.map((subject) => matchPerson(subject, ofOrder))
  const isCertain = (owner: PersonMatch) => owner.outcome !== 'waiting' || owner.likely !== null
  const isOwn = (owner: PersonMatch) =>
    (owner.outcome === 'accepted' && owner.person === person) ||
    (owner.outcome === 'waiting' && (owner.likely === person || owner.why === 'which-fetus'))
  return owners.some(isCertain) && !owners.some(isOwn)
}

/** The people and fetuses of the order whose numbers the results have in OBX-4. */
function peopleOfResults(
  { id, document }: StoredOrder,
  { resultsAbout = [] }: StoredLabUpdate,
): PatientKey[] {
  return keysInOrder(document).filter((key) => resultsAbout.includes(`${id}-${key}`))
}

/** Whether an update without a result names a person who is not on the order. */
export function isOfAnotherPerson(order: StoredOrder, { patient }: StoredLabUpdate): boolean {
  if (!patient) return false
  const { names, dateOfBirth } = patient
  return namesAnotherPatient(order.document.patients, { lastName: names[0]?.last ?? '', dateOfBirth })
}
