import type { OrderDocument, PatientKey } from '#domain/orders/document.ts'
import type { LabEvent } from '#domain/orders/lab-events.ts'
import { namesAnotherPatient } from '#domain/orders/other-patient.ts'
import { fetusesOf, isPrenatal } from '#domain/orders/subject.ts'
import { matchPerson, type PersonInMessage, type PersonMatch } from '#domain/reports/person.ts'
import { isKnownTest } from '#domain/reports/which-report.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { StoredLabUpdate } from './lab-events.ts'

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
    ...specimenOwners(order.document, order.id, labUpdate),
    ...(isPrenatal(order.document) ? accessionOwners(order.document, labUpdate, events) : []),
  ]
  const identity = matchPerson(labUpdate.patient ?? UNKNOWN_PERSON, { ...ofOrder, specimensOf })
  if (identity.outcome !== 'accepted') return identity
  const { person, scores } = identity
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

/** The people whose specimens a message names; a recollected specimen belongs to the same person. */
function specimenOwners(
  { samples }: OrderDocument,
  orderId: number,
  { specimens, reportSpecimens }: StoredLabUpdate,
) {
  return (reportSpecimens ?? specimens).flatMap(({ orderId: of, key }) => {
    const sample = samples.find((one) => isSpecimen(one.key, key))
    return of === orderId && sample ? [sample.patient] : []
  })
}

/**
 * Whose specimen has the accession number of a report: of the specimen that arrived under it, or of an earlier
 * report under it. Of an order for fetuses, whose mother's identity does not decide.
 */
function accessionOwners(
  { samples }: OrderDocument,
  { report }: StoredLabUpdate,
  events: readonly LabEvent[],
): PatientKey[] {
  const number = report?.identity.accession ?? ''
  if (number === '') return []
  return events.flatMap((event) => {
    if (event.kind === 'result' && event.identity.accession === number) return [event.person]
    if (event.kind !== 'arrived' || event.accession !== number) return []
    return samples.flatMap(({ key, patient }) => (isSpecimen(key, event.sample) ? [patient] : []))
  })
}

/** Whether a specimen is that of the order's sample, or the one collected instead of it. */
function isSpecimen(sampleKey: string, named: string): boolean {
  return sampleKey === named || sampleKey === named.replace(/-r\d+$/, '')
}

/** Whether an update without a result names a person who is not on the order. */
export function isOfAnotherPerson(order: StoredOrder, { patient }: StoredLabUpdate): boolean {
  if (!patient) return false
  const { names, dateOfBirth } = patient
  return namesAnotherPatient(order.document.patients, { lastName: names[0]?.last ?? '', dateOfBirth })
}
